import Chart
import Foundation
import Records
import Scraping
import Testing

/// A page with rules, and the chart that is drawn of its records, or why there is none: a folder of its own.
struct ChartCase: CustomTestStringConvertible, Sendable {
    let folder: URL
    var testDescription: String { folder.lastPathComponent }

    static let all: [ChartCase] = {
        let folder = URL(filePath: "\(#filePath)").deletingLastPathComponent().appending(path: "Cases")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { ChartCase(folder: folder.appending(path: $0)) }
    }()

    /// Those that give a picture.
    static let drawn = all.filter { !$0.testDescription.hasPrefix("error-") }

    private func file(_ name: String) -> URL { folder.appending(path: name) }

    /// The file with what must come out.
    var golden: URL { file(testDescription.hasPrefix("error-") ? "error.txt" : "chart.svg") }

    /// What comes out: the picture, or the message.
    func output() throws -> String {
        let rules = try Rules(
            SourceText(name: "rules.json", bytes: Array(try Data(contentsOf: file("rules.json")))),
            registry: Registry([plugin])
        )
        let page = Page(name: "page", bytes: Array(try Data(contentsOf: file("page"))))
        let options = try (try? Data(contentsOf: file("options.json"))).map {
            try JSONDecoder().decode([String: String].self, from: $0)
        }
        return ChartCase.output(rules.scrape(page).records, rules.schema, options: options ?? [:])
    }

    /// The chart of records, or the message.
    static func output(_ records: [Record], _ schema: Schema, options: [String: String] = [:]) -> String {
        do throws(OutputError) {
            var encoder = try OutputFormat.chart.makeEncoder(schema, options: options)
            let text = records.map { encoder.encode($0) }.joined()
            return text + (try encoder.finish())
        } catch {
            return error.message + "\n" + (error.help.map { $0 + "\n" } ?? "")
        }
    }
}
