import Foundation
import TestSupport
import Testing

/// The programs of the guide to plugins by language: each with a page, rules and the resulting records.
@Suite struct PluginLanguageTests {
    static let recipes = Recipe.all(in: "PluginsByLanguage")

    /// The programs that run each language.
    private static let needed = ["python": "python3", "javascript": "node", "bash": "jq"]
    private static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

    private static func isInstalled(_ program: String) -> Bool {
        path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    /// The recipes whose language is installed.
    static let runnable = recipes.filter { recipe in
        recipe.blocks.first.flatMap { needed[$0.language] }.map(isInstalled) ?? true
    }

    @Test func thereAreThreeLanguages() {
        #expect(PluginLanguageTests.recipes.map(\.title) == ["Python", "JavaScript", "Shell"])
        for recipe in PluginLanguageTests.recipes
        where !Self.runnable.contains(where: { $0.title == recipe.title }) {
            print("skipped: the plugin in \(recipe.title), which is not installed")
        }
    }

    @Test(arguments: runnable) func aProgramIsAPlugin(_ recipe: Recipe) throws {
        let program = try #require(recipe.blocks.first)
        let name = try #require(program.text.firstMatch(of: #/plugin"?: ?"(\w+)"/#)?.1)
        let page = try #require(recipe.block("html"))
        let rules = try #require(recipe.block("jsonc"))
        let file = "scrape-plugin-\(name)"
        try withFolder([file: program.text, "page.html": page, "rules.json": rules]) { folder in
            let path = folder.appending(path: file).path
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            let command = try Command(
                ["--plugin", "./\(file)", "--rules", "rules.json", "--format", "jsonl", "page.html"],
                in: folder,
                environment: ["PATH": PluginLanguageTests.path]
            )
            #expect(command.output == recipe.output)
            #expect(command.errors == "" && command.status == 0)
        }
    }
}
