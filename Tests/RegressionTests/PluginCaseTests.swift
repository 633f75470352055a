import Chart
import Markdown
import OneRepMax
import Regression
import Scraping
import Testing

/// The cases that the plugins of this repository bring: each is a test of its own, found by itself.
@Suite struct PluginCaseTests {
    static let plugins: [Plugin] = [.chart, .markdown, .oneRepMax]

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

    @Test(arguments: plugins.indices) func everyPluginBringsCases(_ index: Int) throws {
        let plugin = PluginCaseTests.plugins[index]
        let file = try #require(PluginCaseFolder.file(ofPlugin: plugin.name, in: Checkout.path("Plugins")))
        let cases = try PluginCase.all(inFile: file)
        #expect(cases.count >= 5)
    }

    @Test(arguments: examples) func caseHolds(_ example: Example) {
        #expect(example.test.failure(of: example.plugin) == nil)
    }
}
