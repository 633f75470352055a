import DOM
import Records
import Scraping
import Sources
import TestSupport
import Testing

@testable import Mutation

/// The tables of `Tests/Tables/Mutation`: a page, and what is left of it for `@rules`; with `@chunks` and a kind of
/// page the parts that can be deleted, those within others in brackets, and after `+` what is deleted with a part only
/// if another follows; with `@mutate`, a kind of page and a kind of mutation the page after each of these mutations.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Mutation"))
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("Mutation", name) { settings, page in
            if let name = settings["chunks"] {
                var tree = ChunkTree(Array(page.utf8), RowTableTests.kinds[name] ?? .html)
                return RowTableTests.text(of: 0, &tree)
            }
            if let names = settings["mutate"]?.split(separator: " ") {
                return try RowTableTests.mutated(page, String(names[0]), String(names[1]))
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

    /// A page after every mutation of a kind, and the elements that it has made or removed.
    private static func mutated(_ page: String, _ source: String, _ kind: String) throws -> String {
        let reader = try #require(PageReader(source: source))
        func document() -> Document? { reader.parse(Page(name: "page", bytes: Array(page.utf8))).document }
        guard let original = document() else { return "not readable" }
        let sites = MutationPlan(original, used: [], kept: []).mutations(1000, seed: 1)
            .filter { $0.kind.rawValue == kind }
            .sorted { ($0.element, $0.part) < ($1.element, $1.part) }
        var results: [String] = []
        for site in sites {
            for variant in UInt64(0)..<4 {
                let mutation = PageMutation(
                    kind: site.kind,
                    line: site.line,
                    subject: site.subject,
                    element: site.element,
                    part: site.part,
                    variant: variant
                )
                let document = try #require(document())
                var mutator = Mutator(mutation, in: document)
                mutator.apply(to: ElementIndex(document).elements)
                let root = try #require(document.rootElement)
                let text = source == "html" ? document.outerHTML(of: root) : document.xml(of: root)
                let found =
                    "\(mutator.made.map(\.name.string))-\(mutator.removed.count) "
                    + String(decoding: text, as: UTF8.self)
                if results.last != found { results.append(found) }
            }
        }
        return results.joined(separator: " | ")
    }

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
