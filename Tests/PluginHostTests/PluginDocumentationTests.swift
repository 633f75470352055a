import Cases
import Foundation
import OneRepMax
import PluginHost
import Records
import Regression
import Scraping
import Testing

/// The documentation of plugins contains complete plugins, which are run here.
@Suite struct PluginDocumentationTests {
    static let checkout = URL(filePath: "\(#filePath)").deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: checkout.appending(path: path), encoding: .utf8)
    }

    /// The listings of the article in a language, in order.
    static func listings(_ language: String) throws -> [String] {
        let article = try text("Sources/Scraping/Scraping.docc/Plugins.md")
        return article.components(separatedBy: "```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "```\n")[0]
        }
    }

    @Test func thePluginInSwiftIsTheOneThatIsBuilt() throws {
        let listings = try PluginDocumentationTests.listings("swift")
        #expect(
            listings == [
                try PluginDocumentationTests.text("Plugins/OneRepMax/OneRepMax.swift"),
                try PluginDocumentationTests.text("Plugins/OneRepMaxServer/main.swift"),
            ]
        )
    }

    @Test(.enabled(if: PythonPlugin.canRun, "\(PythonPlugin.missing)"))
    func thePluginInPythonPassesItsCases() throws {
        let program = try #require(try PluginDocumentationTests.listings("python").first)
        let cases = try #require(try PluginDocumentationTests.listings("json").first)
        let folder = FileManager.default.temporaryDirectory.appending(path: "scrape-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "scrape-plugin-tidy-title")
        try Data(program.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        try Data(cases.utf8).write(to: folder.appending(path: "cases.jsonl"))

        let programs = PluginPrograms(paths: [file.path]) { name, line in Issue.record("\(name): \(line)") }
        defer { programs.end() }
        let plugin = try programs.plugin(at: file.path)
        let found = try #require(PluginCaseFolder.file(ofProgram: file.path))
        let all = try PluginCase.all(inFile: found)
        #expect(all.count == 4)
        #expect(all.compactMap { $0.failure(of: plugin) } == [])
    }

    /// The messages of the protocol in the article are those that the two sides send.
    @Test func theProtocolIsAsDocumented() throws {
        let lines = try PluginDocumentationTests.listings("json").dropFirst().flatMap {
            $0.split(separator: "\n").map(String.init)
        }
        #expect(lines.count == 4)
        for line in lines { #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil) }
    }

    /// The plugin of the article has the same results as a program and in this process.
    @Test func theSamePluginRunsBothWays() throws {
        let server = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: "one-rep-max-server"
        )
        let programs = PluginPrograms(paths: [server.path]) { name, line in Issue.record("\(name): \(line)") }
        defer { programs.end() }
        let remote = try programs.plugin(at: server.path)
        #expect(remote.hello == OneRepMax.plugin.hello)
        let file = PluginDocumentationTests.checkout.appending(path: "Plugins/OneRepMax/cases.jsonl").path
        let cases = try PluginCase.all(inFile: file)
        #expect(cases.count > 10)
        for plugin in [OneRepMax.plugin, remote] {
            #expect(cases.compactMap { $0.failure(of: plugin) } == [])
        }
    }
}
