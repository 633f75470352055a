/// A part of what `--help` prints: paragraphs, or the lines below a heading.
struct HelpSection {
    /// The heading without its colon; `nil` for paragraphs.
    let title: String?
    /// The lines without the indentation that they share.
    var lines: [String] = []

    /// The parts of a help text: a line at the margin that ends with a colon begins one, an empty line ends it.
    static func sections(of text: String) -> [HelpSection] {
        var sections: [HelpSection] = []
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.isEmpty {
                isOpen = false
            } else if !line.hasPrefix(" "), line.hasSuffix(":") {
                sections.append(HelpSection(title: String(line.dropLast())))
                isOpen = true
            } else if isOpen, let last = sections.indices.last {
                sections[last].lines.append(
                    sections[last].title != nil && line.hasPrefix("  ") ? String(line.dropFirst(2)) : line
                )
            } else {
                sections.append(HelpSection(title: nil, lines: [line]))
                isOpen = true
            }
        }
        return sections
    }

    /// The rows of a table of two columns; a line that is indented goes on with the one above it.
    var rows: [(term: String, about: String)] {
        var rows: [(term: String, about: String)] = []
        for line in lines {
            let about = line.range(of: "  ").map { line[$0.upperBound...].drop { $0 == " " } } ?? ""
            if line.hasPrefix(" "), let last = rows.indices.last {
                rows[last].about += " " + line.drop { $0 == " " }
            } else {
                rows.append((String(line.prefix(line.count - about.count).trimmingSpaces), String(about)))
            }
        }
        return rows
    }
}

extension StringProtocol {
    /// Where a text first stands.
    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }

    /// The text without the spaces at its end.
    fileprivate var trimmingSpaces: SubSequence {
        var end = endIndex
        while end > startIndex, self[index(before: end)] == " " { end = index(before: end) }
        return self[..<end]
    }
}
