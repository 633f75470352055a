import Foundation
import Records
import RulesTestSupport
import Scraping
import Testing

/// The share of the main content of pages that is found: pages with many layouts in `MainContentPages`, on which
/// `data-truth` marks the parts that a reader regards as the article. The features ignore this attribute.
///
/// Scored as in `Tests/MainContent/score.py`: runs of four words, each page with the same weight, F1 of the mean
/// precision and the mean recall.
@Suite struct MainContentQualityTests {
    /// A page with its main content as found and as marked.
    private struct Scored {
        let name: String
        let precision: Double
        let recall: Double
    }

    private static func runs(_ text: String) -> [String: Int] {
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        var runs: [String: Int] = [:]
        for start in 0..<max(1, words.count - 3) where !words.isEmpty {
            runs[words[start..<min(start + 4, words.count)].joined(separator: " "), default: 0] += 1
        }
        return runs
    }

    private static func score(_ name: String, found: String, wanted: String) -> Scored {
        let (found, wanted) = (runs(found), runs(wanted))
        let both = found.reduce(0) { $0 + min($1.value, wanted[$1.key] ?? 0) }
        func share(_ runs: [String: Int]) -> Double {
            Double(both) / Double(max(1, runs.values.reduce(0, +)))
        }
        return Scored(name: name, precision: share(found), recall: share(wanted))
    }

    private func scores() throws -> [Scored] {
        let folder = URL(filePath: "\(#filePath)").deletingLastPathComponent()
            .appending(path: "MainContentPages")
        let rules = #"""
            { "prepare": [{ "main-content": {} }],
              "records": { "R": { "fields": {
                "found": { "select": ":main-content", "type": ["text"] },
                "wanted": { "select": "[data-truth]", "type": ["text"] } } } } }
            """#
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            let page = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let record = try #require(try scrape(rules, page).records.first)
            func text(_ field: String) -> String {
                (record[field]?.list ?? []).map(\.text).joined(separator: "\n")
            }
            return MainContentQualityTests.score(name, found: text("found"), wanted: text("wanted"))
        }
    }

    /// The bound is slightly below the current score, so that worse features or weights are noticed.
    @Test func contentIsFoundOnPagesOfManyLayouts() throws {
        let scores = try scores()
        #expect(scores.count >= 10)
        let precision = scores.map(\.precision).reduce(0, +) / Double(scores.count)
        let recall = scores.map(\.recall).reduce(0, +) / Double(scores.count)
        let f1 = 2 * precision * recall / (precision + recall)
        #expect(f1 >= 0.95, "precision \(precision), recall \(recall): \(scores)")
    }

    /// No single page has a bad score that the mean hides.
    @Test func contentIsFoundOnEachPage() throws {
        for score in try scores() {
            #expect(score.recall >= 0.88, "\(score)")
            #expect(score.precision >= 0.55, "\(score)")
        }
    }

    @Test func runsAreCountedAsTheScriptDoes() {
        let half = MainContentQualityTests.score("", found: "a b c d e", wanted: "a b c d x")
        #expect(half.precision == 0.5 && half.recall == 0.5)
        let short = MainContentQualityTests.score("", found: "a b", wanted: "a b")
        #expect(short.precision == 1 && short.recall == 1)
        #expect(MainContentQualityTests.score("", found: "", wanted: "a b c d").recall == 0)
    }
}
