import Drafting
import Foundation
import Scraping
import TestSupport
import Testing

/// The examples of the articles on learning and repairing.
@Suite struct RepairExampleTests {
    private static func page(_ name: String, _ html: String) -> Page {
        Page(name: name, bytes: Array("<!doctype html><h1>\(html)".utf8))
    }

    private static let text =
        #"{ "records": { "Plant": { "fields": { "name": "h1", "height": ".height" } } } }"#

    @Test func rulesAreRepairedAndWritten() throws {
        let rules = try Rules(
            SourceText(name: "plants", bytes: Array(RepairExampleTests.text.utf8)),
            registry: Registry()
        )
        let oldPage = RepairExampleTests.page("old", "English oak</h1><p class=height>Forty metres</p>")
        let newPage = RepairExampleTests.page("new", "English oak</h1><p class=size>Forty metres</p>")
        let golden = rules.scrape(oldPage).records
        var lines: [String] = []
        func print(_ line: String) { lines.append(line) }
        var written: [UInt8] = []
        func write(_ repair: Repair) throws { written = repair.text }

        var repairer = Repairer(registry: Registry())
        repairer.origin = "plants/list"
        let repair = repairer.repair(rules, old: oldPage, golden: golden, new: newPage)
        for field in repair.fields where field.status == .repaired {
            print("\(field.record).\(field.name): \(field.reason), \(Int(field.confidence * 100))%")
        }
        if repair.isComplete { try write(repair) }

        #expect(lines == ["Plant.height: height is now size, 98%"])
        #expect(String(decoding: written, as: UTF8.self).contains(":is(.height, .size)"))
    }

    @Test func fieldsAreLearned() {
        let page = RepairExampleTests.page("old", "Oak</h1>")
        var lines: [String] = []
        func print(_ name: String, _ status: LearnedField.Status, _ selectors: [String]) {
            lines.append("\(name) \(status.rawValue) \(selectors)")
        }

        let learned = Learner().learn(
            [LearningExample(page, values: [Value.Member("name", "Oak")])],
            record: "Tree"
        )
        for field in learned.fields { print(field.name, field.status, field.selectors) }

        #expect(lines == ["name found [\"h1\"]"])
    }

    /// Each line of the articles' examples is in these tests, except the one that writes a file.
    @Test func theArticlesHaveThem() throws {
        func bare(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }
        let own = bare(try String(contentsOfFile: "\(#filePath)", encoding: .utf8))
        for name in ["Learning", "Repairing"] {
            let path = "Sources/Drafting/Drafting.docc/\(name).md"
            let article = try String(contentsOf: SharedCases.checkout.appending(path: path), encoding: .utf8)
            let parts = article.components(separatedBy: "```swift\n")
            #expect(parts.count == 2)
            for line in parts[1].components(separatedBy: "```")[0].split(separator: "\n") {
                let isFile = line.contains("Data(repair.text)")
                #expect(isFile || own.contains(bare(line)), "\(path): \(line)")
            }
        }
    }
}
