import Addresses
import Basics
package import Cases
import Engine
import Records

/// The changes between two runs, in the formats of `scrape changes`.
package struct ChangeReport {
    private let changes: RecordChanges
    /// The names of the two runs.
    private let old: String
    private let new: String
    /// The time of the report, in ISO 8601.
    private let clock: String
    /// Whether a part of the runs is not read, so that there may be more changes.
    private let isPart: Bool

    package init(
        _ changes: RecordChanges,
        from old: String,
        to new: String,
        clock: String,
        isPart: Bool = false
    ) {
        self.changes = changes
        self.old = old
        self.new = new
        self.clock = clock
        self.isPart = isPart
    }

    private static let siteTitle = "the site has changed under its rules"
    private static let dataTitle = "the data has changed"

    /// The changes in one line: `1 new, 2 gone and 3 changed records`.
    package var summary: String {
        if changes.isEmpty { return "nothing has changed" + (isPart ? " in what is read" : "") }
        var parts: [String] = []
        for kind in [RecordChanges.Kind.new, .gone, .changed] {
            let count = changes.changes.count { $0.kind == kind }
            if count > 0 { parts.append("\(count) \(kind.rawValue)") }
        }
        let types = changes.counts.filter { $0.old != $0.new }.map { "\($0.type) \($0.old) → \($0.new)" }
        var text = parts.joined(separator: ", ")
        if !types.isEmpty { text += (text.isEmpty ? "" : "; ") + types.joined(separator: ", ") }
        if !changes.site.isEmpty {
            text +=
                (text.isEmpty ? "" : "; ") + "the site has changed in \(changes.site.count) "
                + (changes.site.count == 1 ? "way" : "ways")
        }
        return text
    }

    private static func subject(_ change: RecordChanges.SiteChange) -> String {
        [change.type, change.field].compactMap { $0 }.joined(separator: ".")
    }

    private static func name(_ change: RecordChanges.Change) -> String {
        let place = RecordPlace(type: change.type, key: change.key, oldNumber: nil, newNumber: nil)
        return place.description
    }

    private static func path(_ difference: Difference) -> String {
        guard case .field(_, let path) = difference.subject else { return "" }
        return path.description + (difference.kind == .reordered ? " (order)" : "")
    }

    // MARK: - Text

    /// The changes as text for people.
    ///
    /// - Parameter width: the number of characters of a value.
    package func text(width: Int) -> String {
        if changes.isEmpty { return summary }
        func value(_ value: Value?) -> String {
            guard let value else { return "nothing" }
            let text = JSONWriter.compact(value)
            return text.count > width ? text.prefix(width - 1) + "…" : text
        }
        var lines: [String] = []
        if !changes.site.isEmpty {
            lines.append("\(ChangeReport.siteTitle):")
            for change in changes.site {
                let subject = ChangeReport.subject(change)
                let isNamed = subject.isEmpty || change.message.contains(subject)
                lines.append("  " + (isNamed ? "" : "\(subject): ") + change.message)
            }
        }
        if !changes.changes.isEmpty {
            if !lines.isEmpty { lines.append("") }
            lines.append("\(ChangeReport.dataTitle):")
        }
        for change in changes.changes {
            lines.append("  \(change.kind.rawValue) \(ChangeReport.name(change))")
            if change.kind != .changed { lines.append("    \(value(change.record))") }
            for difference in change.differences {
                let path = ChangeReport.path(difference)
                lines.append("    \(path): \(value(difference.old)) → \(value(difference.new))")
            }
        }
        return (lines + ["", summary]).joined(separator: "\n")
    }

    // MARK: - JSON Lines

    /// The changes as objects, one per line.
    package var lines: [String] {
        var lines: [String] = []
        for change in changes.site {
            var members = [Value.Member("change", "site")]
            if let type = change.type { members.append(Value.Member("type", .string(type))) }
            if let field = change.field { members.append(Value.Member("field", .string(field))) }
            members.append(Value.Member("message", .string(change.message)))
            lines.append(JSONWriter.compact(.object(members)))
        }
        for change in changes.changes {
            var members = [
                Value.Member("change", .string(change.kind.rawValue)),
                Value.Member("type", .string(change.type)),
            ]
            if !change.key.isEmpty { members.append(Value.Member("key", .object(change.key))) }
            if change.kind == .changed {
                let fields = change.differences.map { difference -> Value in
                    .object((difference.value.object ?? []).filter { $0.name != "record" })
                }
                members.append(Value.Member("fields", .list(fields)))
            }
            members.append(Value.Member("record", change.record))
            lines.append(JSONWriter.compact(.object(members)))
        }
        return lines
    }

    // MARK: - Markdown

    /// The changes in Markdown (CommonMark with GitHub's tables).
    package var markdown: String {
        var parts = ["### \(DiffMarkdown.code(old)) → \(DiffMarkdown.code(new))"]
        let summary = summary
        parts.append(summary.prefix(1).uppercased() + summary.dropFirst() + ".")
        if !changes.site.isEmpty {
            let items = changes.site.map { change in
                let subject = ChangeReport.subject(change)
                return "- " + (subject.isEmpty ? "" : DiffMarkdown.code(subject) + ": ")
                    + DiffMarkdown.text(change.message)
            }
            parts.append("#### The site has changed under its rules\n\n" + items.joined(separator: "\n"))
        }
        if !changes.changes.isEmpty {
            var rows: [String] = []
            for change in changes.changes {
                let name = DiffMarkdown.text(ChangeReport.name(change))
                let record = DiffMarkdown.value(change.record)
                switch change.kind {
                case .new: rows.append("| \(name) | *new* |  | \(record) |")
                case .gone: rows.append("| \(name) | *gone* | \(record) |  |")
                case .changed:
                    rows += change.differences.map { difference in
                        let path = DiffMarkdown.text(ChangeReport.path(difference))
                        return
                            "| \(name) | \(path) | \(DiffMarkdown.value(difference.old)) | \(DiffMarkdown.value(difference.new)) |"
                    }
                }
            }
            parts.append(
                "#### The data has changed\n\n| record | field | old | new |\n|---|---|---|---|\n"
                    + rows.joined(separator: "\n")
            )
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    // MARK: - Atom

    /// The changes as a feed with an entry for each.
    ///
    /// Specification: [RFC 4287](https://www.rfc-editor.org/rfc/rfc4287).
    package var atom: String {
        var xml = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n"
        xml += "  <title>\(XMLText.escaped("Changes of \(new)"))</title>\n"
        xml += "  <id>\(ChangeReport.identifier("feed\t\(new)"))</id>\n  <updated>\(clock)</updated>\n"
        xml += "  <author><name>scrape</name></author>\n"
        for change in changes.site {
            let subject = ChangeReport.subject(change)
            let title = "The site has changed" + (subject.isEmpty ? "" : ": \(subject)")
            xml += entry(title, nil, "site\t\(subject)\t\(change.message)", [change.message])
        }
        for change in changes.changes {
            let name = ChangeReport.name(change)
            let words = change.differences.map { difference in
                "\(ChangeReport.path(difference)): \(ChangeReport.short(difference.old)) → \(ChangeReport.short(difference.new))"
            }
            let title =
                switch change.kind {
                case .new: "\(name) is new"
                case .gone: "\(name) is gone"
                case .changed: "\(name): " + change.differences.map(ChangeReport.path).joined(separator: ", ")
                }
            let fields = (change.record.object ?? []).filter { !$0.name.hasPrefix("@") }
            let lines = change.kind == .changed ? words : fields.map { "\($0.name): \($0.value.text)" }
            let identity = change.key.isEmpty ? change.record : .object(change.key)
            let name2 = "\(change.kind.rawValue)\t\(change.type)\t\(JSONWriter.compact(identity))"
            xml += entry(title, ChangeReport.link(change.record), name2 + words.joined(), lines)
        }
        return xml + "</feed>\n"
    }

    private func entry(_ title: String, _ link: String?, _ identity: String, _ lines: [String]) -> String {
        // Readers interpret the content as HTML: it is escaped twice.
        let html = lines.map { "<p>\(XMLText.escaped($0))</p>" }.joined()
        var xml = "  <entry>\n    <title>\(XMLText.escaped(title))</title>\n"
        xml += "    <id>\(ChangeReport.identifier("\(clock)\t\(identity)"))</id>\n"
        xml += "    <updated>\(clock)</updated>\n"
        if let link { xml += "    <link href=\"\(XMLText.escaped(link))\"/>\n" }
        return xml + "    <content type=\"html\">\(XMLText.escaped(html))</content>\n  </entry>\n"
    }

    private static func short(_ value: Value?) -> String {
        guard let value else { return "nothing" }
        return value.text
    }

    /// The first address among a record's fields, or that of its page.
    private static func link(_ record: Value) -> String? {
        let members = record.object ?? []
        let own = members.filter { !$0.name.hasPrefix("@") } + members.filter { $0.name == "@url" }
        return own.lazy.compactMap(\.value.string).first { WebAddress.begins($0) }
    }

    /// A name that is the same for the same text: a UUID of version 8, made from two hashes of 64 bits (FNV-1a).
    private static func identifier(_ text: String) -> String {
        var (one, two): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x9AE1_6A3B_2F90_404F)
        for byte in text.utf8 {
            one = (one ^ UInt64(byte)) &* 0x100_0000_01B3
            two = (two ^ UInt64(byte ^ 0x5A)) &* 0x100_0000_01B3
        }
        one = one & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
        two = two & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = [one, two].map { number in
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        .joined()
        var parts: [Substring] = []
        var rest = digits[...]
        for length in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return "urn:uuid:" + parts.joined(separator: "-")
    }
}
