import Basics
import DOM
import Sources

/// Drafts the fields of a page that has labels: `<dt>Height</dt><dd>40 m</dd>`, rows of a header and a cell, `<b>Height:</b> 40 m`,
/// lines `Height: 40 m`.
///
/// If there are several pages, a label is used if most of them have it once, each with a different value: text that is
/// the same everywhere belongs to the layout. If there is one page, only definition lists and tables are used, as
/// elsewhere a colon often means nothing.
struct LabelFields {
    private let outlines: [Outline]
    private static let fieldLimit = 16
    /// The maximum length of a label and of a value, in bytes.
    private static let labelLimit = 40
    private static let valueLimit = 160

    init(_ outlines: [Outline]) {
        self.outlines = outlines
    }

    /// The fields in the order of the pages' labels. Complexity: linear in the size of the pages.
    func fields() -> [FieldDraft] {
        var order: [String] = []
        var found: [String: (label: String, pages: Int, values: Set<String>)] = [:]
        for outline in outlines {
            for (key, pair) in pairs(of: outline) {
                if found[key] == nil { order.append(key) }
                found[key, default: (pair.label, 0, [])].pages += 1
                found[key]?.values.insert(pair.values.joined(separator: "\n"))
            }
        }
        let chosen = order.compactMap { found[$0] }.filter { entry in
            outlines.count == 1 || entry.pages * 2 > outlines.count && entry.values.count > 1
        }
        return chosen.prefix(LabelFields.fieldLimit).map { entry in
            var field = FieldDraft(label: entry.label)
            field.origin = "the label \"\(DraftWriter.shortenedComment(entry.label))\""
            field.hints.given = DataNames.field([entry.label])
            field.hints.words = [entry.label]
            return field
        }
    }

    /// The labels that a page has exactly once, by the form in which they are compared.
    private func pairs(of outline: Outline) -> [(key: String, pair: LabelIndex.Pair)] {
        var counts: [String: Int] = [:]
        var all: [(key: String, pair: LabelIndex.Pair)] = []
        for root in roots(of: outline) {
            for pair in LabelIndex(root, in: outline.document).pairs() {
                let key = WhiteSpace.collapse(pair.label).lowercased()
                counts[key, default: 0] += 1
                all.append((key, pair))
            }
        }
        return all.filter { counts[$0.key] == 1 && LabelFields.isShort($0.pair) }
    }

    private static func isShort(_ pair: LabelIndex.Pair) -> Bool {
        let length = pair.values.reduce(0) { $0 + $1.utf8.count }
        return (2...labelLimit).contains(pair.label.utf8.count) && (1...valueLimit).contains(length)
            && pair.label.contains(where: \.isLetter)
    }

    /// The elements in which labels are searched for, none of which contains another.
    private func roots(of outline: Outline) -> [NodeRef] {
        if outlines.count > 1 { return [outline.document.node] }
        var roots: [NodeRef] = []
        var end = 0
        for (index, entry) in outline.entries.enumerated()
        where index >= end && ["dl", "table"].contains(entry.tag) && entry.region != .chrome {
            roots.append(entry.node)
            end = entry.end
        }
        return roots
    }
}
