import Basics
import Chart
import Foundation
import Records
import Scraping
import Testing

/// A page with rules, and the chart of its records, or the reason why there is none: a folder for each case.
struct ChartCase: CustomTestStringConvertible, Sendable {
    let folder: URL
    var testDescription: String { folder.lastPathComponent }

    static let all: [ChartCase] = {
        let folder = URL(filePath: "\(#filePath)").deletingLastPathComponent().appending(path: "Cases")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { ChartCase(folder: folder.appending(path: $0)) }
    }()

    /// The cases that result in a picture.
    static let drawn = all.filter { !$0.testDescription.hasPrefix("error-") }

    private func file(_ name: String) -> URL { folder.appending(path: name) }

    /// The file with the expected result.
    var golden: URL { file(testDescription.hasPrefix("error-") ? "error.txt" : "chart.svg") }

    /// The result: the picture, or the message.
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

/// The elements of a chart with their positions, read with rules for XML.
struct ChartPicture {
    /// The errors in the XML.
    let problems: [String]
    let width: Double
    let height: Double
    /// The plot's edges: the positions of the lines at the bottom and of the ticks of y.
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double
    /// The starts of the ticks below the plot.
    let ticks: [Point]
    /// All corners of lines, and all marks, of the series.
    let points: [Point]
    /// The texts by their classes.
    let texts: [(kind: String, text: String, x: Double, y: Double)]

    struct Point: Hashable {
        let x: Double
        let y: Double
    }

    private static let rules = """
        { "source": "xml", "records": {
          "Picture": { "each": "svg", "fields": {
            "width": { "select": "::attr(width)", "type": "decimal" },
            "height": { "select": "::attr(height)", "type": "decimal" } } },
          "Axis": { "each": "svg > path", "fields": { "d": "::attr(d)", "kind": "::attr(class)" } },
          "Series": { "each": "g.series path", "fields": { "d": "::attr(d)" } },
          "Text": { "each": "text", "fields": {
            "kind": "::attr(class)", "text": "::own-text",
            "x": { "select": "::attr(x)", "type": "decimal" }, "y": { "select": "::attr(y)", "type": "decimal" } } }
        } }
        """

    init(_ svg: String) throws {
        let rules = try Rules(
            SourceText(name: "svg.json", bytes: Array(ChartPicture.rules.utf8)),
            registry: Registry()
        )
        let outcome = rules.scrape(Page(name: "chart.svg", bytes: Array(svg.utf8)))
        problems = outcome.diagnostics.map(\.description)
        func records(_ type: String) -> [Record] { outcome.records.filter { $0.type == type } }
        let picture = records("Picture").first
        width = picture?["width"]?.number?.double ?? 0
        height = picture?["height"]?.number?.double ?? 0
        let axes = records("Axis").map { ChartPicture.corners($0["d"]?.text ?? "") }
        let across = axes.filter { $0.count == 2 && $0[0].y == $0[1].y }
        left = across.map { $0[0].x }.min() ?? 0
        right = across.map { $0[1].x }.max() ?? 0
        top = across.map { $0[0].y }.min() ?? 0
        bottom = across.map { $0[0].y }.max() ?? 0
        ticks = axes.filter { $0.count == 2 && $0[0].x == $0[1].x }.map { $0[0] }
        points = records("Series").flatMap { ChartPicture.corners($0["d"]?.text ?? "") }
        texts = records("Text").map {
            (
                $0["kind"]?.text ?? "", $0["text"]?.text ?? "", $0["x"]?.number?.double ?? 0,
                $0["y"]?.number?.double ?? 0
            )
        }
    }

    /// The points in a path's absolute commands.
    private static func corners(_ path: String) -> [Point] {
        path.split { $0 == "M" || $0 == "L" }.compactMap { text in
            let numbers = text.prefix { !$0.isLetter }.split(separator: " ").prefix(2).map { part in
                Double(part.prefix { $0.isNumber || $0 == "." || $0 == "-" }) ?? .nan
            }
            return numbers.count == 2 ? Point(x: numbers[0], y: numbers[1]) : nil
        }
    }
}
