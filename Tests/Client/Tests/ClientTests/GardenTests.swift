import Foundation
import Garden
import Regression
import Scraping
import Testing

/// The app of the article on the library, and the tests that the article shows.
@Suite struct GardenTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let corpus = folder.appending(path: "GardenCorpus").path
    private static let rules = folder.appending(path: "../../Sources/Garden/Resources").standardized.path
    private static let page = "https://plants.example/list"

    @Test func savedPages() throws {
        let cases = try Corpus(folder: GardenTests.corpus).cases()
        #expect(!cases.isEmpty)
        let store = RulesStore(RulesCatalogue(folders: [GardenTests.rules]), registry: Registry())
        for result in TestRun(cases, store).results() {
            #expect(
                result.differences == [],
                "\(result.differences.map(\.description).joined(separator: "\n"))"
            )
        }
    }

    /// The article on the library shows the app and its test.
    @Test func theArticleShowsThem() throws {
        let root = ToolTests.root
        func text(_ path: String) throws -> String {
            try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }
        let article = try text("Sources/Scraping/Scraping.docc/Library.md")
        let app = try text("Tests/Client/Sources/Garden/PlantList.swift")
        #expect(article.contains("```swift\n\(app)```"))
        let test = try #require(
            article.components(separatedBy: "```swift\n").last?.components(separatedBy: "```").first
        )
        #expect(try text("Tests/Client/Tests/ClientTests/GardenTests.swift").contains(test))
    }

    private func reading(_ html: String, newer: URL? = nil) async throws -> PlantReading {
        try await PlantList(newer: newer).read(
            Data(html.utf8),
            from: try #require(URL(string: GardenTests.page))
        )
    }

    @Test func plantsAreRead() async throws {
        let html =
            "<ul class=plants><li><h2>Oak</h2><p class=height>40 m</p><a href=/oak>More</a></ul></html>"
        let reading = try await reading(html)
        let oak = try #require(reading.plants.first)
        #expect(
            oak.name == "Oak" && oak.height == 40 && oak.link == URL(string: "https://plants.example/oak")
        )
        #expect(reading.plants.count == 1 && !reading.hasChanged && reading.report == [])
    }

    @Test func aChangedPageIsReported() async throws {
        let reading = try await reading("<ul class=plants><li><h2>Oak</h2><p class=size>40 m</p></ul></html>")
        #expect(reading.plants.map(\.name) == ["Oak"] && reading.hasChanged)
        #expect(reading.report.contains { $0.contains("expected Plant.height") }, "\(reading.report)")
    }

    @Test func downloadedRulesAreUsedUnlessTheyAreDamaged() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let newer = folder.appending(path: "garden.json")
        let html = "<ul class=plants><li><h2>Oak</h2><p class=size>40 m</p></ul></html>"
        let fields = #""name": "h2", "height": { "select": ".size", "apply": ["number"], "type": "integer" }"#
        try Data(#"{ "records": { "Plant": { "each": "li", "fields": { \#(fields) } } } }"#.utf8).write(
            to: newer
        )
        #expect(try await reading(html, newer: newer).plants.first?.height == 40)
        try Data("{ \"records\": ".utf8).write(to: newer)
        #expect(try await reading(html, newer: newer).hasChanged)
    }
}
