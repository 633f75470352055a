import Records
import Scraping
import TestSupport
import Testing

@testable import Mutation

/// The tables of `Tests/Tables/Mutation`: a page, and what is left of it for `@rules`; with `@chunks` and a kind of
/// page the parts that can be deleted, those within others in brackets, and after `+` what is deleted with a part only
/// if another follows.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Mutation"))
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("Mutation", name) { settings, page in
            if let name = settings["chunks"] {
                var tree = ChunkTree(Array(page.utf8), RowTableTests.kinds[name] ?? .html)
                return RowTableTests.text(of: 0, &tree)
            }
            let text = SourceText(name: "r.json", bytes: Array((settings["rules"] ?? "").utf8))
            let rules = try Rules(text, registry: Registry())
            let reduced = try PageReducer().reduce(Page(name: "page", bytes: Array(page.utf8)), rules)
            return String(decoding: reduced.page.bytes, as: UTF8.self)
                + " (\(reduced.before.elements) to \(reduced.after.elements))"
        }
        #expect(differences == [])
    }

    private static let kinds: [String: PageKind] = [
        "html": .html, "xml": .xml, "json": .json, "csv": .csv, "text": .text,
    ]

    private static func text(of number: Int, _ tree: inout ChunkTree) -> String {
        func text(_ range: Range<Int>) -> String { String(decoding: tree.bytes[range], as: UTF8.self) }
        let parts = tree.children(of: number).map { child in
            let chunk = tree[child]
            let isDivided = chunk.separator < chunk.range.upperBound
            let own = text(chunk.range.lowerBound..<(isDivided ? chunk.separator : chunk.range.upperBound))
            let rest = isDivided ? "+" + text(chunk.separator..<chunk.range.upperBound) : ""
            let inner = RowTableTests.text(of: child, &tree)
            return "\(chunk.isAttribute ? "@" : "")\(own)\(rest)\(inner.isEmpty ? "" : " (\(inner))")"
        }
        return parts.joined(separator: " | ")
    }
}
