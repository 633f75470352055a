import Foundation
import Synchronization
import TestSupport
import Testing

/// The cookbook's recipes for sites, and the worked examples: each heading has a site's answers, rules, and the records
/// of a crawl.
@Suite struct CookbookSiteTests {
    static let recipes = Recipe.all(in: "CookbookSites")
    static let examples = Recipe.all(in: "CrawlingExamples")

    /// A request of a recipe, and its answer.
    private struct Answer {
        let method: Substring
        let target: Substring
        /// A field that the request's header must have.
        var field: String?
        /// The request's body.
        var body: String?
        var fields: [String] = []
        var page = ""

        func isOf(_ target: String, _ request: String) -> Bool {
            self.target == target && request.hasPrefix(method + " ")
                && (body.map { request.hasSuffix("\r\n\r\n" + $0) } ?? true)
                && (field.map { request.contains("\r\n\($0)\r\n") } ?? true)
        }
    }

    /// Reads `GET /list (Cookie: a=b)` or `POST /list a=b (Cookie: a=b)`, fields of the answer's header, and the page.
    private static func answers(_ text: String) throws -> [Answer] {
        var answers: [Answer] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("GET ") || line.hasPrefix("POST ") {
                let parts = line.split(separator: " ", maxSplits: 2)
                var answer = Answer(method: parts[0], target: try #require(parts.dropFirst().first))
                var rest = parts.dropFirst(2).first ?? ""
                if let field = rest.firstMatch(of: #/ ?\(([A-Z][A-Za-z-]*: .*)\)$/#) {
                    answer.field = String(field.1)
                    rest = rest[..<field.range.lowerBound]
                }
                if !rest.isEmpty { answer.body = String(rest) }
                answers.append(answer)
            } else if let last = answers.indices.last {
                let isField = answers[last].page.isEmpty && line.contains(#/^[A-Z][A-Za-z-]*: /#)
                if isField, answers[last].target != "/robots.txt" {
                    answers[last].fields.append(String(line))
                } else {
                    answers[last].page += line + "\n"
                }
            }
        }
        return answers
    }

    /// The environment and arguments of a recipe's command: `NAME='a b' scrape crawl rules.json --input q=oak`.
    private static func command(
        _ text: String
    ) throws -> (arguments: [String], environment: [String: String]) {
        let words = text.matches(of: #/(?:[^\s']|'[^']*')+/#).map {
            String($0.output.filter { $0 != "'" })
        }
        let start = try #require(words.firstIndex(of: "scrape"))
        let pairs = words[..<start].map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return (Array(words[(start + 1)...]), Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) }))
    }

    @Test func thereAreRecipes() {
        #expect(CookbookSiteTests.recipes.count >= 12)
        #expect(CookbookSiteTests.examples.count >= 18)
    }

    @Test(arguments: recipes + examples) func aRecipeGivesItsRecords(_ recipe: Recipe) throws {
        let answers = try Self.answers(try #require(recipe.block("http"), "a recipe has answers"))
        let rules = try #require(recipe.block("jsonc"), "a recipe has rules")
        // Rules come after those that they refer to.
        let files = recipe.blocks.filter { $0.language == "jsonc" }.map(\.text)
        let languages = recipe.blocks.map(\.language).filter { $0 != "sh" && $0 != "jsonc" }
        #expect(languages == ["http", "jsonl"])
        let site = String(try #require(rules.firstMatch(of: #/https://[a-z0-9.]+/#)).output)
        let asked = Mutex<[Int]>([])
        try withServer { target, request in
            let found = asked.withLock { asked in
                let fitting = answers.indices.filter { answers[$0].isOf(target, request) }
                // A request that is listed several times receives the answers in turn.
                let index = fitting.first { !asked.contains($0) } ?? fitting.last
                if let index { asked.append(index) }
                return index.map { answers[$0] }
            }
            guard let found else { return [.page("", status: "404 Not Found")] }
            let host = request.firstMatch(of: #/\r\nHost: (\S+)/#)?.1 ?? ""
            let page = found.page.replacing(site, with: "http://\(host)")
            let isTyped = found.fields.contains { $0.hasPrefix("Content-Type: ") }
            let kind =
                page.hasPrefix("{")
                ? "application/json" : page.hasPrefix("<?xml") ? "application/xml" : "text/html"
            return [.page(page, (isTyped ? [] : ["Content-Type: \(kind); charset=utf-8"]) + found.fields)]
        } _: { server in
            try withTemporaryFolder { folder in
                let base = String(server.url("/").dropLast())
                for (name, text) in zip(["rules.json", "article.json"], files) {
                    // Tests do not wait.
                    try text.replacing(site, with: base).replacing("\"after\": \"5s\"", with: "\"after\": 0")
                        .write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
                }
                let usual = "SITE_PASSWORD='open sesame' scrape crawl rules.json --format jsonl"
                let command = try Self.command(recipe.block("sh") ?? usual)
                let run = try Run(
                    command.arguments + ["--allow-private", "--delay", "0", "-q"],
                    in: folder,
                    environment: command.environment
                )
                #expect(run.output.replacing(base, with: site) == recipe.output)
                #expect(run.errors == "")
                #expect(run.status == 0)
                // All requests in the recipe are made, and no others.
                for (index, answer) in answers.enumerated() {
                    #expect(asked.withLock { $0.contains(index) }, "\(answer.method) \(answer.target)")
                }
                let others = server.requests.filter { request in
                    let target = String(request.split(separator: " ").dropFirst().first ?? "")
                    return target != "/robots.txt" && !answers.contains { $0.isOf(target, request) }
                }
                #expect(others == [])
            }
        }
    }
}
