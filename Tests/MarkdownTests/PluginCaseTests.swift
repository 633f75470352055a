import Foundation
import Markdown
import Regression
import Testing

/// The cases that the plugin brings.
@Suite struct PluginCaseTests {
    @Test func thePluginSatisfiesItsCases() throws {
        let file = URL(filePath: "\(#filePath)").deletingLastPathComponent()
            .appending(path: "../../Plugins/Markdown/cases.jsonl").standardizedFileURL
        let cases = try PluginCase.all(inFile: file.path)
        #expect(cases.count >= 10)
        #expect(cases.compactMap { $0.failure(of: plugin) } == [])
    }
}
