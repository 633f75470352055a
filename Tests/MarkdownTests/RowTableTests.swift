import Records
import TestSupport
import Testing

/// The tables of `Tests/Tables/Markdown`: HTML and its Markdown, with the page's address in `@base` and the level of an `h1` in
/// `@headings`.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Markdown"))
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("Markdown", name) { settings, html in
            let level = settings["headings"].flatMap { Int($0) }
            let arguments: Value = level.map { ["headings": .number(Number($0))] } ?? .null
            return try markdown(html, arguments: arguments, base: settings["base"])
        }
        #expect(differences == [])
    }
}
