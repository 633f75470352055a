import Patterns
import Records

extension Transform {
    /// A title without the site's name at its start or end.
    static let withoutSite = Transform(
        name: "without-site",
        about:
            "the first element of a list, a title, without the part at its start or end that names the site: the others are "
            + "the site's names and addresses, and the regular expression separates the parts",
        input: .list(.string),
        output: .string,
        arguments: Search.shape(bare: .pattern)
    ) { arguments throws(StepError) in
        let separator = try Search(arguments.value, bare: .pattern).pattern
        return { value, _ in
            let texts = (value.list ?? []).map(\.text)
            guard let title = texts.first else { return .null }
            return .string(SiteMarks(texts.dropFirst()).remove(from: title, separator))
        }
    }
}

/// The names by which a site is known.
private struct SiteMarks {
    /// The maximum length of a part, in bytes.
    private static let length = 200

    /// The maximum number of words after a site's name that name a section of it: "CNN Politics".
    private static let words = 2

    /// The minimum number of words of a title whose first part is removed: the name of a site can also be a title's subject.
    private static let remainingWords = 4

    /// The folded words of each name.
    private var names: [[String]] = []

    init(_ texts: some Sequence<String>) {
        for text in texts {
            if let host = SiteMarks.host(of: text) {
                // news.example.co.uk: what is before the suffix, and all of it.
                let labels = host.split(separator: ".").map(SiteMarks.letters)
                names += labels.dropLast().filter { $0.utf8.count > 2 && $0 != "www" && $0 != "com" }.map {
                    [$0]
                }
                names += labels.indices.dropLast().map { [labels[$0...].joined()] }
            } else {
                let words = SiteMarks.folded(text)
                if !words.isEmpty { names.append(words) }
            }
        }
    }

    /// The host of an address, in lower case; `nil` for any other text.
    private static func host(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        let host = text[colon...].dropFirst(3).prefix { !"/?#:".contains($0) }
        return host.contains(".") ? host.lowercased() : nil
    }

    /// The letters and digits of a word.
    private static func letters(_ word: Substring) -> String {
        String(word.filter { $0.isLetter || $0.isNumber })
    }

    /// The words of a text in lower case, with letters and digits only and without a leading "the".
    private static func folded(_ text: some StringProtocol) -> [String] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
            .map(SiteMarks.letters)
            .filter { !$0.isEmpty }
        return words.count > 1 && words.first == "the" ? Array(words.dropFirst()) : words
    }

    /// A title without its last parts that name the site, and without its first part if it only names the site.
    func remove(from title: String, _ separator: Pattern) -> String {
        if names.isEmpty { return title }
        let bytes = Array(title.utf8)
        let found = bytes.withUnsafeBufferPointer { separator.matches(in: $0, withGroups: false) }
        let matches = found.map(\.range).filter {
            !$0.isEmpty && $0.lowerBound > 0 && $0.upperBound < bytes.count
        }
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        var end = bytes.count
        // A name may contain what separates parts: "Evening-Tide".
        for match in matches.reversed() {
            let part = match.upperBound..<end
            if part.count > SiteMarks.length { break }
            if isSite(text(part), wholly: false) { end = match.lowerBound }
        }
        for match in matches where match.upperBound < end {
            if match.lowerBound > SiteMarks.length { break }
            guard isSite(text(0..<match.lowerBound), wholly: true) else { continue }
            let rest = text(match.upperBound..<end)
            return SiteMarks.folded(rest).count < SiteMarks.remainingWords ? text(0..<end) : rest
        }
        return text(0..<end)
    }

    /// Whether a part of a title is the site's name, or the name with one to its sections.
    private func isSite(_ part: String, wholly: Bool) -> Bool {
        let words = SiteMarks.folded(part)
        if words.isEmpty { return false }
        let whole = words.joined()
        // The names of sections are capitalised: "CNN Politics", but not "Time to leave".
        let mayBeSection =
            !wholly
            && !part.split(whereSeparator: \.isWhitespace).contains { $0.first?.isLowercase ?? false }
        return names.contains { name in
            let joined = name.joined()
            if whole == joined { return true }
            if wholly { return false }
            if mayBeSection, words.count <= name.count + SiteMarks.words,
                SiteMarks.begin(words, with: joined)
            {
                return true
            }
            // "CNN" on "CNN International".
            return SiteMarks.begin(name, with: whole)
        }
    }

    /// Whether the first words, joined, are a text of three letters or more.
    private static func begin(_ words: [String], with text: String) -> Bool {
        if text.count < 3 { return false }
        var joined = ""
        for word in words {
            joined += word
            if joined.utf8.count >= text.utf8.count { break }
        }
        return joined == text
    }
}
