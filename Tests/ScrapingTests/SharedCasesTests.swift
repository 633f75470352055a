import Foundation
import OneRepMax
import Records
import Scraping
import Testing

/// Real pages with what must come out of them.
@Suite struct SharedCasesTests {
    // MARK: - Wikipedia

    struct Article: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let file: String
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
        let path = SharedCases.checkout.appending(path: "Rules/alchemy.json").path
        let rules = try Rules.load(path, registry: Registry([.oneRepMax]))
        let page = Page(name: board.file, bytes: try SharedCases.bytes("workouts/alchemy/\(board.file)"))
        let outcome = rules.scrape(page)
        let workouts = outcome.records.map { record in
            Board.Workout(
                className: record["className"]?.text ?? "",
                exercises: record["exercises"]?.list?.map(\.text) ?? []
            )
        }
        #expect(workouts == board.result.document_order ?? [])
        #expect(outcome.diagnostics.isEmpty == (board.result.document_order != nil))
    }
}
