import DOM
import Foundation
import OneRepMax
import Records
import Scraping
import TestSupport
import Testing

/// One rules file for the linked data of real recipe pages: the values are exactly those that other programs read.
@Suite struct RecipeTests {
    struct Recipe: Sendable, CustomTestStringConvertible {
        let site: String
        let page: String
        let url: String?
        /// The expected values of the fields that fixed rules for linked data can yield.
        let expected: [Value.Member]
        var testDescription: String { site }
    }

    private static let folder = "recipes/dev-small"

    static let recipes: [Recipe] = {
        guard let text = try? SharedCases.text("\(folder)/cases.jsonl") else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let value = JSON.read(Array(line.utf8), dialect: .strict).json?.value
            guard let value, let site = value["site"]?.string, let page = value["page"]?.string else {
                return nil
            }
            let reachable = value["ok"]?.object?.filter { $0.value == true }.map(\.name) ?? []
            let expected = value["expected"]?.object?.filter { reachable.contains($0.name) } ?? []
            return Recipe(site: site, page: page, url: value["url"]?.string, expected: expected)
        }
    }()

    private static let rules = Result {
        let path = SharedCases.checkout.appending(path: "Rules/recipe.json").path
        return try Rules.load(path, registry: Registry([OneRepMax.plugin]))
    }

    /// The fields with unexpected values.
    private func differences(_ recipe: Recipe) throws -> [String] {
        let rules = try RecipeTests.rules.get()
        let bytes = try SharedCases.bytes("\(RecipeTests.folder)/\(recipe.page)")
        let outcome = rules.scrape(Page(name: recipe.page, bytes: bytes, url: recipe.url))
        let record = outcome.records.first
        return recipe.expected.compactMap { member in
            let found = record?[member.name]
            if let found, comparable(found) == comparable(member.value) { return nil }
            let shown = found.map(JSONWriter.compact) ?? "nothing"
            return "\(member.name): \(shown) instead of \(JSONWriter.compact(member.value))"
        }
    }

    /// A value in the form that is compared: numbers by value, white space collapsed, members in any order.
    private func comparable(_ value: Value) -> Value {
        switch value {
        case .null, .boolean: value
        case .number(let number): Number(number.double).map(Value.number) ?? value
        case .string(let text): .string(WhiteSpace.collapse(text))
        case .list(let elements): .list(elements.map(comparable))
        case .object(let members):
            .object(
                members.map { Value.Member($0.name, comparable($0.value)) }.sorted { $0.name < $1.name }
            )
        }
    }

    @Test(
        .enabled(if: SharedCases.has(folder), "\(SharedCases.note(folder))"),
        arguments: recipes
    )
    func whatFixedRulesReachComesOut(_ recipe: Recipe) throws {
        #expect(try differences(recipe) == [])
    }
}
