import Foundation
import TestSupport
import Testing

/// The cookbook's recipes for pages and files: each heading has a page, rules, and the result.
@Suite struct CookbookTests {
    static let articles = ["CookbookValues", "CookbookRecords", "CookbookData", "ComingFrom"]
    static let recipes = articles.flatMap(Recipe.all)

    /// The names of pages by the language of their blocks.
    private static let names = [
        "html": "page.html", "json": "page.json", "xml": "page.xml", "csv": "page.csv", "text": "page.txt",
    ]

    @Test func thereAreRecipes() {
        #expect(CookbookTests.recipes.count >= 60)
        #expect(Set(CookbookTests.recipes.map(\.title)).count == CookbookTests.recipes.count)
    }

    @Test(arguments: recipes) func aRecipePrintsWhatItSays(_ recipe: Recipe) throws {
        let page = try #require(recipe.blocks.first, "a recipe has a page")
        let name = try #require(CookbookTests.names[page.language], "the first block is a page")
        let rules = try #require(recipe.block("jsonc"), "a recipe has rules")
        #expect(recipe.blocks.count >= 3, "a recipe has a page, rules and records")
        let isLatin = page.text.contains("iso-8859-1")
        let bytes = try #require(page.text.data(using: isLatin ? .isoLatin1 : .utf8))
        try withFolder(["rules.json": rules]) { folder in
            try bytes.write(to: folder.appending(path: name))
            let command: Command
            if let script = recipe.block("sh") {
                let path = Command.program.deletingLastPathComponent().path + ":/usr/bin:/bin"
                command = try Command(script: script, in: folder, path: path)
            } else {
                let facts = ["--url", "https://site.example/shop/page", "--clock", "2026-03-02T12:00:00Z"]
                command = try Command(
                    ["--rules", "rules.json", "--format", "jsonl"] + facts + [name],
                    in: folder
                )
            }
            #expect(command.output == recipe.output)
            #expect(command.errors == "")
            #expect(command.status == 0)
        }
    }
}
