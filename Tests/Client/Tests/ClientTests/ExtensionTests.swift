import Extensions
import Foundation
import PluginHost
import Scraping
import Testing

/// One extension of each kind, compiled in, and one as a program.
@Suite struct ExtensionTests {
    private func outcome(_ rules: String, _ page: String) throws -> Outcome {
        let registry = try Registry([Extensions.plugin])
        return try Rules(text: rules, registry: registry).scrape(Page(Data(page.utf8)))
    }

    @Test func source() throws {
        let rules = """
            { "plugins": "garden", "source": "key-values", "records": { "Entry": { "each": "entry", "fields": {
              "name": "name", "height": { "select": "height", "type": "integer" } } } } }
            """
        let found = try outcome(rules, "name: Oak\nheight: 40\n\nname: Fern\n")
        #expect(found.diagnostics == [])
        #expect(found.records.map { $0["name"] } == ["Oak", "Fern"] && found.records[0]["height"] == 40)
        #expect(try outcome(rules, "no colon").hasErrors)
    }

    @Test func preparation() throws {
        let rules = """
            { "plugins": "garden", "prepare": [{ "drop-hidden": ".advert" }],
              "records": { "Entry": { "each": "h1", "fields": { "name": "::text" } } } }
            """
        let found = try outcome(rules, "<h1>a</h1>\n<h1 hidden>b</h1><h1 class=advert>c</h1>")
        #expect(found.records.map { $0["name"] } == ["a"])
        #expect(found.diagnostics.map(\.message) == ["a heading is hidden"])
        #expect(found.diagnostics.first?.location?.line == 2)
    }

    @Test(arguments: [("Quercus robur", "Q.r."), ("oak", "o.")]) func transform(
        _ name: String,
        _ short: String
    ) throws {
        let rules = """
            { "plugins": "garden", "records": { "Entry": { "each": "p", "fields": {
              "short": { "select": "::text", "apply": ["initials"] } } } } }
            """
        #expect(try outcome(rules, "<p>\(name)").records.map { $0["short"] } == [.string(short)])
    }

    @Test func type() throws {
        let rules = """
            { "plugins": "garden", "records": { "Book": { "each": "p", "fields": {
              "isbn": { "select": "::text", "type": "isbn" } } } } }
            """
        let found = try outcome(rules, "<p>978-3-16-148410-0<p>978-3-16-148410-1")
        #expect(found.records.compactMap { $0["isbn"]?.string } == ["9783161484100"])
        #expect(found.errors.map(\.message).contains { $0.contains("the check digit is wrong") })
    }

    @Test func format() throws {
        let registry = try Registry([Extensions.plugin])
        let format = try registry.outputFormat(named: "outline")
        var encoder = try format.makeEncoder(Schema(types: []), options: [:])
        let record = Record(type: "Plant", fields: [Value.Member("name", "Oak"), Value.Member("height", 40)])
        #expect(encoder.encode(record) == "Plant\n  name: Oak\n  height: 40\n")
        #expect(try encoder.finish() == "")
    }

    @Test func program() throws {
        let program = Bundle.main.bundleURL.deletingLastPathComponent()
        let folders = [Bundle.main.bundleURL.path, program.path, ExtensionTests.buildFolder]
        let programs = PluginPrograms(folders: folders) { _, _ in }
        defer { _ = programs.end() }
        #expect(programs.names.contains("initials"))
        let rules = """
            { "plugins": "initials", "records": { "Entry": { "each": "p", "fields": {
              "short": { "select": "::text", "apply": ["initials"] } } } } }
            """
        let registry = try Registry([], programs: programs)
        let outcome = try Rules(text: rules, registry: registry).scrape(Page(Data("<p>Quercus robur".utf8)))
        #expect(outcome.records.map { $0["short"] } == ["Q.r."], "\(outcome.diagnostics)")
    }

    /// The folder of the programs of this build.
    private static var buildFolder: String {
        let path = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        return URL(filePath: path).deletingLastPathComponent().path
    }

    /// The guide shows these extensions.
    @Test(arguments: [
        "KeyValueSource", "HiddenPreparation", "InitialsTransform", "ISBNType", "OutlineFormat", "Plugin",
    ])
    func theGuideShowsThem(_ name: String) throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized
        let code = try String(
            contentsOf: root.appending(path: "Tests/Client/Sources/Extensions/\(name).swift"),
            encoding: .utf8
        )
        let guide = try String(
            contentsOf: root.appending(path: "Sources/Scraping/Scraping.docc/Extensions.md"),
            encoding: .utf8
        )
        #expect(guide.contains("```swift\n\(code)```"))
    }
}
