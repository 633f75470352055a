import Foundation
import Records
import Cases
import Scraping
import Testing

/// Golden files: comparison, missing files, updates.
@Suite struct GoldenTests {
    private static let rules =
        #"{ "records": { "P": { "each": "p", "fields": { "x": "b", "y": { "select": "i", "type": ["string"] } } } } }"#

    /// Calls `body` with a case in a temporary corpus.
    private func withCase(
        _ files: [String: String],
        _ body: (Case, RulesCatalogue) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let home = folder.appending(path: "Corpus/site/case")
        let rules = folder.appending(path: "Rules")
        for url in [home, rules] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        try GoldenTests.rules.write(to: rules.appending(path: "site.json"), atomically: true, encoding: .utf8)
        for (name, text) in files {
            try text.write(to: home.appending(path: name), atomically: true, encoding: .utf8)
        }
        let test = try #require(try Corpus(folder: folder.appending(path: "Corpus").path).cases().first)
        #expect(test.description == "site/case")
        try body(test, RulesCatalogue(folders: [rules.path]))
    }

    private static let page = "<p><b>1</b><i>2</i><i>3</i></p>"

    /// A link out of the corpus could read and overwrite any file, and a pipe may have no end.
    @Test(arguments: ["page.html", "golden.json", "case.json"], [true, false])
    func filesAreThoseOfTheCorpus(_ name: String, isPipe: Bool) throws {
        var files = ["page.html": GoldenTests.page, "golden.json": "[]", "case.json": "{}"]
        files[name] = nil
        try withCase(files) { test, catalogue in
            let path = "\(test.folder)/\(name)"
            try "{}".write(toFile: "\(test.folder)/../../../Rules/outside", atomically: true, encoding: .utf8)
            #expect((isPipe ? mkfifo(path, 0o600) : symlink("../../../Rules/outside", path)) == 0)
            guard case .broken(let diagnostics) = test.verdict(catalogue, registry: Registry()) else {
                Issue.record("the file was read")
                return
            }
            let message = diagnostics.all.first?.message ?? ""
            #expect(message.contains(isPipe ? "a pipe or a socket, which is not read" : "is a link out of"))
        }
    }

    @Test func missingGoldenFilesFail() throws {
        try withCase(["page.html": GoldenTests.page, "case.json": "{}"]) { test, catalogue in
            guard case .goldenMissing = test.verdict(catalogue, registry: Registry()) else {
                Issue.record("passed without a golden file")
                return
            }
            let first = try test.update(catalogue, registry: Registry())
            #expect(first == nil)
            #expect(test.verdict(catalogue, registry: Registry()).isPassed)
            let second = try test.update(catalogue, registry: Registry())
            #expect(second == [])
        }
    }

    @Test(
        arguments: [
            (#"[{"@type": "P", "x": "1", "y": ["2", "3"]}]"#, []),
            (
                #"{"records": [{"@type": "P", "x": "one", "y": ["2"]}, {"@type": "P", "x": "4"}], "diagnostics": ["line 1: error: no"]}"#,
                [
                    "P 1 · x\n  expected \"one\"\n  found    \"1\"",
                    "P 1 · y[1]\n  expected nothing\n  found    \"3\"",
                    "P 2\n  expected {\"@type\":\"P\",\"x\":\"4\"}\n  found    nothing",
                    "diagnostic 1\n  expected \"line 1: error: no\"\n  found    nothing",
                ]
            ),
            (
                #"[{"@type": "P", "y": ["2", "3"], "x": "1"}]"#,
                ["P 1 · order\n  expected [\"@type\",\"y\",\"x\"]\n  found    [\"@type\",\"x\",\"y\"]"]
            ),
        ] as [(String, [String])]
    )
    func differencesByRecordAndField(_ golden: String, _ differences: [String]) throws {
        try withCase(["page.html": GoldenTests.page, "case.json": "{}", "golden.json": golden]) {
            test,
            catalogue in
            switch test.verdict(catalogue, registry: Registry()) {
            case .passed: #expect(differences.isEmpty)
            case .differs(let found): #expect(found.map(\.description) == differences)
            case .goldenMissing, .broken: Issue.record("could not be compared")
            }
        }
    }

    /// A golden file is only written if a difference is accepted.
    @Test func acceptedDifferencesAreWritten() throws {
        let golden = #"[{"@type": "P", "x": "one", "y": ["2", "3"]}, {"@type": "P", "x": "4"}]"#
        try withCase(["page.html": GoldenTests.page, "case.json": "{}", "golden.json": golden]) {
            test,
            catalogue in
            func result() -> CaseResult { CaseResult(of: test, RulesStore(catalogue, registry: Registry())) }
            func text() throws -> String { try String(contentsOfFile: test.goldenPath, encoding: .utf8) }
            #expect(try result().accept { _ in false } == [])
            #expect(try text() == golden)
            let accepted = try result().accept { $0.kind == .removed }
            #expect(accepted.map(\.place) == ["P 2"])
            #expect(try test.golden().records == [["@type": "P", "x": "one", "y": ["2", "3"]]])
            #expect(try text() != golden)
            #expect(try result().update()?.map(\.place) == ["P 1 · x"])
            #expect(result().verdict.isPassed)
            let written = try text()
            #expect(try result().update() == [])
            #expect(try result().accept { _ in true } == [])
            #expect(try text() == written)
        }
    }

    @Test(
        arguments: [
            ([:], "case.json: error: no such file or directory"),
            (["case.json": "{ \"ulr\": \"x\" }"], "case.json:1:3: error: unknown key \"ulr\" in a case"),
            (
                ["case.json": "{ \"encoding\": \"latin-99\" }"],
                "case.json:1:15: error: unknown encoding \"latin-99\""
            ),
            (["case.json": "{ \"rules\": \"sit\" }", "page.html": "x"], "error: no rules file \"sit\""),
            (["case.json": "{}"], "error: expected one file page.*, found none"),
            (
                ["case.json": "{}", "page.html": "x", "page.json": "{}"],
                "error: expected one file page.*, found page.html, page.json"
            ),
            (
                ["case.json": "{}", "page.html": "<p><b>x", "golden.json": "{}"],
                "golden.json:1:1: error: expected an object of \"records\" and \"diagnostics\""
            ),
            (
                ["case.json": "{}", "page.html": "<p><b>x", "golden.json": "[1,]"],
                "golden.json:1:3: error: expected a value after the comma"
            ),
        ] as [([String: String], String)]
    )
    func brokenCasesHaveDiagnostics(_ files: [String: String], _ message: String) throws {
        try withCase(files) { test, catalogue in
            guard case .broken(let diagnostics) = test.verdict(catalogue, registry: Registry()) else {
                Issue.record("was run")
                return
            }
            #expect(diagnostics.description.contains(message), "\(diagnostics)")
        }
    }
}

/// A case's clock shows the time when its page was saved, not the time of the run.
@Suite struct ClockTests {
    private static let rules = """
        { "records": { "R": { "fields": {
          "at": { "select": "p", "type": "datetime", "format": "relative", "timezone": "Europe/Berlin" },
          "one": { "value": 1 }
        } } } }
        """

    /// The values and messages of a case with this `case.json`.
    private func run(_ facts: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let home = folder.appending(path: "Corpus/site/case")
        let rules = folder.appending(path: "Rules")
        for url in [home, rules] {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        try ClockTests.rules.write(to: rules.appending(path: "site.json"), atomically: true, encoding: .utf8)
        let files = ["case.json": facts, "page.html": "<p>3 hours ago</p>"]
        for (name, text) in files {
            try text.write(to: home.appending(path: name), atomically: true, encoding: .utf8)
        }
        let test = try #require(try Corpus(folder: folder.appending(path: "Corpus").path).cases().first)
        let store = RulesStore(RulesCatalogue(folders: [rules.path]), registry: Registry())
        let result = CaseResult(of: test, store)
        return (result.outcome?.records ?? []).compactMap { $0["at"]?.text }
            + result.diagnostics.map(\.message)
    }

    @Test func relativeDatesUseTheSavedTime() throws {
        #expect(try run(#"{ "saved": "2018-06-20T09:14:31Z" }"#) == ["2018-06-20T08:14:31+02:00"])
    }

    @Test func withoutASavedTimeRelativeDatesAreErrors() throws {
        let reason = "the page's own time, which determines the day, is not known (give --clock)"
        #expect(try run("{}") == ["R.at (`p`): \"3 hours ago\": \(reason)"])
    }

    @Test func invalidSavedTimesAreErrors() throws {
        #expect(try run(#"{ "saved": "20.6.2018" }"#) == [#""20.6.2018" is not a time in ISO 8601"#])
    }
}
