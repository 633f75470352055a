import Mutation
import Records
import Scraping
import TestSupport
import Testing

/// The tables of `Tests/Tables/Mutation`: a page, and the result of its reduction for `@rules`.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Mutation"))
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("Mutation", name) { settings, page in
            let text = SourceText(name: "r.json", bytes: Array((settings["rules"] ?? "").utf8))
            let rules = try Rules(text, registry: Registry())
            let reduced = try PageReducer().reduce(Page(name: "page", bytes: Array(page.utf8)), rules)
            return String(decoding: reduced.page.bytes, as: UTF8.self)
                + " (\(reduced.before.elements) to \(reduced.after.elements))"
        }
        #expect(differences == [])
    }
}
