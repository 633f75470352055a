import DOM
import Encoding
import Foundation
import OneRepMax
import Records
import RulesTestSupport
import Scraping
import TestSupport
import Testing

/// Real pages with their expected records.
@Suite struct SharedCasesTests {
    // MARK: - Wikipedia

    struct Article: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let file: String
        let kind: String
        let text: String
        var testDescription: String { name }
    }

    private static let cleanUp = """
        {
          "prepare": [
            { "remove": ["a[href^=#cite_note]", "a[href^=/wiki/Wikipedia]", "table", ".hatnote", "ul", "ol", "div"] }
          ],
          "records": { "Article": { "fields": { "text": "::text", "name": { "value": "x" } } } }
        }
        """

    @Test(
        .enabled(if: SharedCases.has("wikipedia"), "\(SharedCases.note("wikipedia"))"),
        arguments: SharedCases.objects("wikipedia/dev/expected.jsonl", as: Article.self)
    )
    func articlesComeOutTextForText(_ article: Article) throws {
        let page = Page(name: article.file, bytes: try SharedCases.bytes("wikipedia/dev/\(article.file)"))
        let outcome = try load(SharedCasesTests.cleanUp).scrape(page)
        #expect(outcome.records.first?["text"]?.text ?? "" == article.text)
    }

    private static let articles = SharedCases.objects("wikipedia/dev/expected.jsonl", as: Article.self)

    private static let wikipedia = Result {
        try Rules.load(SharedCases.catalogue("wikipedia"), registry: Registry([OneRepMax.plugin]))
    }

    /// For an answer of the API, and for the same answer wrapped in a `div`, the catalogue's own rules yield the same
    /// texts.
    @Test(
        .enabled(if: SharedCases.has("wikipedia"), "\(SharedCases.note("wikipedia"))"),
        arguments: articles.filter { ["section", "body without wrapper", "action=parse"].contains($0.kind) }
    )
    func plantCardsHaveTheSameTexts(_ article: Article) throws {
        let rules = try SharedCasesTests.wikipedia.get()
        let page = Page(name: article.file, bytes: try SharedCases.bytes("wikipedia/dev/\(article.file)"))
        let summary = rules.scrape(page).records.first?["summary"]?.text ?? ""
        let content = SharedCasesTests.articles.first { $0.name == article.name + "-inner" }
        let text = summary.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text == (content ?? article).text)
    }

    // MARK: - The schedule

    private struct Systems: Decodable {
        struct App: Decodable { let schedule: Schedule }
        struct Schedule: Decodable { let location_ids: [String: String] }
        let alchemy_ios: App
    }

    @Test(.enabled(if: SharedCases.has("workouts"), "\(SharedCases.note("workouts"))"))
    func studiosHaveTheNamesThatTheAppHas() throws {
        let file = try SharedCases.bytes("workouts/systems.json")
        let app = try JSONDecoder().decode(Systems.self, from: Data(file)).alchemy_ios
        let studios = app.schedule.location_ids
        let rules = try Rules.load(SharedCases.catalogue("alchemy-schedule"), registry: Registry())
        #expect(studios.count == 5)
        for (id, name) in studios {
            let page = """
                {"event_occurrences":[{"name":"A10","start_at":"2018-05-28T05:45:00-0500",
                "end_at":"2018-05-28T06:30:00-0500","location_id":\(id),"staff_members":[{"name":"Kim"}]}]}
                """
            let outcome = rules.scrape(Page(name: "page.json", bytes: Array(page.utf8)))
            #expect(outcome.lines.count == 1)
            #expect(outcome.records.first?["location"] == .string(name))
            #expect(outcome.messages == [])
        }
    }

    // MARK: - Workouts

    struct Board: Decodable, Sendable, CustomTestStringConvertible {
        struct Workout: Decodable, Sendable, Hashable {
            let className: String
            let exercises: [String]
        }
        struct Result: Decodable, Sendable {
            let document_order: [Workout]?
        }
        let file: String
        let result: Result
        var testDescription: String { file }
    }

    @Test(
        .enabled(if: SharedCases.has("workouts"), "\(SharedCases.note("workouts"))"),
        arguments: SharedCases.objects("workouts/alchemy/expected.jsonl", as: Board.self)
    )
    func boardsComeOutInDocumentOrder(_ board: Board) throws {
        let rules = try Rules.load(SharedCases.catalogue("alchemy"), registry: Registry([OneRepMax.plugin]))
        let page = Page(
            name: board.file,
            bytes: try SharedCases.bytes("workouts/alchemy/\(board.file)"),
            encoding: .utf8
        )
        let outcome = rules.scrape(page)
        let workouts = outcome.records.map { record in
            Board.Workout(
                className: record["className"]?.text ?? "",
                exercises: record["exercises"]?.list?.map(\.text) ?? []
            )
        }
        #expect(workouts == board.result.document_order ?? [])
        // A name that is not a class is a line as on the board, and an error.
        let isUnknown = board.file == "variant-unknown-class-name.html"
        #expect(outcome.diagnostics.isEmpty == (board.result.document_order != nil && !isUnknown))
        if isUnknown { #expect(outcome.diagnostics.map(\.help) == ["did you mean \"A20\"?"]) }
    }
}
