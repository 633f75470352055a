import CompiledInPlugins
import Chart
import Markdown
import OneRepMax
import Records
import Scraping
import Testing

@testable import Cases

/// The repository's corpus, with a test for each case.
@Suite struct CorpusTests {
    static let catalogue = RulesCatalogue(folders: [Checkout.path("Rules")])
    static let cases = ((try? Corpus(folder: Checkout.path("Corpus")).cases()) ?? []).filter { !$0.isCrawl }

    @Test func thereAreCases() { #expect(!CorpusTests.cases.isEmpty) }

    @Test(arguments: cases) func pageYieldsItsGoldenRecords(_ test: Case) throws {
        switch test.verdict(CorpusTests.catalogue, registry: try Registry(CompiledInPlugins.all)) {
        case .passed: break
        case .differs(let differences):
            Issue.record("\(differences.map(\.description).joined(separator: "\n"))")
        case .goldenMissing: Issue.record("there is no golden.json")
        case .broken(let diagnostics): Issue.record("\(diagnostics)")
        }
    }
}

/// The patterns that choose cases.
@Suite struct CasePatternTests {
    @Test(arguments: [
        ("plants", true), ("list", true), ("plant", false), ("pl*", true), ("*st", true), ("l?st", true),
        ("l*t*", true), ("p*n*ts", true), ("*a*ts", true), ("*x*", false), ("", false), ("plants/list", true),
        ("plants/l*t", true), ("*/list", true), ("*s/l*s", false), ("?lants/????", true),
        ("plants/list*", true),
        ("plants/list?", false),
    ])
    func patterns(_ pattern: String, _ matches: Bool) {
        #expect(CasePattern(pattern).matches(Case(site: "plants", name: "list", folder: "")) == matches)
    }
}

/// The cases of the repository's plugins, with a test for each.
@Suite struct PluginCaseTests {
    static let plugins = CompiledInPlugins.all.filter { plugin in
        // Contributions that only work in this process cannot be called by a case.
        DefinitionKind.allCases.contains { plugin.definitions($0).contains(where: \.canBeServed) }
    }

    /// A plugin with one of its cases.
    struct Example: Sendable, CustomTestStringConvertible {
        let plugin: Plugin
        let test: PluginCase

        var testDescription: String { "\(test.location)" }
    }

    static let examples = plugins.flatMap { plugin -> [Example] in
        let file = PluginCaseFolder.file(ofPlugin: plugin.name, in: Checkout.path("Plugins"))
        let cases = file.flatMap { try? PluginCase.all(inFile: $0) } ?? []
        return cases.map { Example(plugin: plugin, test: $0) }
    }

    @Test(arguments: plugins.indices) func everyPluginHasCases(_ index: Int) throws {
        let plugin = PluginCaseTests.plugins[index]
        let file = try #require(PluginCaseFolder.file(ofPlugin: plugin.name, in: Checkout.path("Plugins")))
        let cases = try PluginCase.all(inFile: file)
        #expect(cases.count >= 5)
    }

    @Test(arguments: examples) func caseHolds(_ example: Example) {
        #expect(example.test.failure(of: example.plugin) == nil)
    }
}

/// The folder that contains the package.
enum Checkout {
    static func path(_ name: String) -> String {
        let components = "\(#filePath)".split(separator: "/").dropLast(3)
        return "/" + (components + [Substring(name)]).joined(separator: "/")
    }
}
