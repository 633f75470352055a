import Foundation
import TestSupport
import Testing

/// The cookbook's recipes for sites: each heading has a site's answers, rules, and the records of a crawl.
@Suite struct CookbookSiteTests {
    static let recipes = Recipe.all(in: "CookbookSites")

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
    }

    /// Reads `GET /list (Cookie: a=b)` or `POST /list a=b`, fields of the answer's header, and the page.
    private static func answers(_ text: String) throws -> [Answer] {
        var answers: [Answer] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("GET ") || line.hasPrefix("POST ") {
                let parts = line.split(separator: " ", maxSplits: 2)
                var answer = Answer(method: parts[0], target: try #require(parts.dropFirst().first))
                let rest = parts.dropFirst(2).first.map(String.init)
                if let rest, rest.hasPrefix("(") {
                    answer.field = String(rest.dropFirst().dropLast())
                } else {
                    answer.body = rest
                }
                answers.append(answer)
            } else if let last = answers.indices.last {
                let isField = answers[last].page.isEmpty && line.contains(#/^[A-Z][A-Za-z-]*: /#)
                if isField {
                    answers[last].fields.append(String(line))
                } else {
                    answers[last].page += line + "\n"
                }
            }
        }
        return answers
    }

    @Test func thereAreRecipes() { #expect(CookbookSiteTests.recipes.count >= 12) }

    @Test(arguments: recipes) func aRecipeGivesItsRecords(_ recipe: Recipe) throws {
        let answers = try Self.answers(try #require(recipe.block("http"), "a recipe has answers"))
        let rules = try #require(recipe.block("jsonc"), "a recipe has rules")
        #expect(recipe.blocks.map(\.language) == ["http", "jsonc", "jsonl"])
        let site = "https://site.example"
        try withServer { target, request in
            let found = answers.first { answer in
                answer.target == target && request.hasPrefix(answer.method + " ")
                    && answer.body.map { request.hasSuffix("\r\n\r\n" + $0) } ?? true
                    && answer.field.map { request.contains("\r\n\($0)\r\n") } ?? true
            }
            guard let found else { return [.page("", status: "404 Not Found")] }
            let host = request.firstMatch(of: #/\r\nHost: (\S+)/#)?.1 ?? ""
            let page = found.page.replacing(site, with: "http://\(host)")
            let kind =
                page.hasPrefix("{")
                ? "application/json" : page.hasPrefix("<?xml") ? "application/xml" : "text/html"
            return [.page(page, ["Content-Type: \(kind); charset=utf-8"] + found.fields)]
        } _: { server in
            try withTemporaryFolder { folder in
                let base = String(server.url("/").dropLast())
                try rules.replacing(site, with: base).write(
                    toFile: "\(folder)/rules.json",
                    atomically: true,
                    encoding: .utf8
                )
                let run = try Run(
                    ["crawl", "rules.json", "--format", "jsonl", "--allow-private", "--delay", "0", "-q"],
                    in: folder,
                    environment: ["SITE_PASSWORD": "open sesame"]
                )
                #expect(run.output.replacing(base, with: site) == recipe.output)
                #expect(run.errors == "")
                #expect(run.status == 0)
                // Every request that the recipe shows is made.
                let made = server.targets
                for answer in answers { #expect(made.contains(String(answer.target)), "\(answer.target)") }
            }
        }
    }
}
