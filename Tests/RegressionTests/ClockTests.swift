import Foundation
import Records
import Regression
import Scraping
import Testing

/// A case's clock is the time at which it was saved, and never that of the run.
@Suite struct ClockTests {
    private static let rules = """
        { "records": { "R": { "fields": {
          "at": { "select": "p", "type": "datetime", "format": "relative", "timezone": "Europe/Berlin" },
          "one": { "value": 1 }
        } } } }
        """

    /// What a case with this `case.json` gives: its records, or what is told.
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
        do throws(Diagnostics) {
            let outcome = try test.run(RulesCatalogue(folders: [rules.path]), registry: Registry())
            return outcome.records.compactMap { $0["at"]?.text } + outcome.diagnostics.map(\.message)
        } catch {
            return error.all.map(\.message)
        }
    }

    @Test func theCaseIsReadAgainstTheTimeItWasSaved() throws {
        #expect(try run(#"{ "saved": "2018-06-20T09:14:31Z" }"#) == ["2018-06-20T08:14:31+02:00"])
    }

    @Test func withoutASavedTimeARelativeDateIsToldAndNotRead() throws {
        let reason = "the page's own time, which would tell the day, is not known (give --clock)"
        #expect(try run("{}") == ["R.at (`p`): \"3 hours ago\": \(reason)"])
    }

    @Test func aSavedTimeThatIsNoneIsTold() throws {
        #expect(try run(#"{ "saved": "20.6.2018" }"#) == [#""20.6.2018" is not a time in ISO 8601"#])
    }
}
