import Records
import Regression
import Scraping

/// `scrape test --stress`: which fields survive what sites do to their pages.
struct StressCommand {
    let options: StressOptions
    let registry: Registry

    func run(_ cases: [Case]) -> ExitStatus {
        let reports: [StressReport]
        let bar = ProgressBar(cases.count)
        do throws(Diagnostics) {
            reports = try options.stress.reports(
                cases,
                RulesStore(RulesCatalogue.ofProcess(), registry: registry),
                progress: bar.advance
            )
            bar.clear()
        } catch {
            bar.clear()
            Console.report(error.all)
            return ExitStatus(error.all)
        }
        if options.isJSON {
            let value: Value = [
                "seed": Number("\(options.stress.seed)").map(Value.number) ?? .null,
                "rules": .list(reports.map(\.value)),
            ]
            Console.print(JSONWriter.pretty(value))
        } else {
            Console.print(reports.map { StressTable($0).text }.joined(separator: "\n\n"))
        }
        return .success
    }
}

/// A report as a table, a row for each field.
struct StressTable {
    private let report: StressReport
    private let kinds: [StressKind]

    init(_ report: StressReport) {
        self.report = report
        kinds = StressKind.allCases.filter { kind in report.fields.contains { $0.kinds[kind] != nil } }
    }

    var text: String {
        let pages = report.pages == 1 ? "1 page" : "\(report.pages) pages"
        let head = "\(report.rules): \(report.mutations) mutations of \(pages)"
        if report.fields.isEmpty { return head + "\n  no field has a value" }
        let titles = ["survived %"] + kinds.map(\.rawValue) + ["field"]
        return ([head, row(titles)] + report.fields.flatMap(lines)).joined(separator: "\n")
    }

    private func lines(_ field: StressReport.Field) -> [String] {
        var cells = [StressTable.percent(field.all)]
        cells += kinds.map { kind in field.kinds[kind].map(StressTable.percent) ?? "-" }
        let selector = field.selector.map { " `\($0)`" } ?? ""
        let place = field.location.line.map { "\(field.location.file):\($0)" } ?? field.location.file
        var lines = [row(cells + ["\(field.name)  \(place)\(selector)"])]
        if let example = field.example {
            let mutation = example.mutation
            let line = mutation.line > 0 ? ":\(mutation.line)" : ""
            lines.append("    lost by \(example.page)\(line): \(mutation.kind.rawValue) \(mutation.subject)")
        }
        if let sturdier = field.sturdier {
            let counts = "\(sturdier.after.survived) of \(sturdier.after.tried)"
            lines.append(
                "    sturdier: `\(sturdier.selector)` held in \(counts), not \(sturdier.before.survived)"
            )
        }
        return lines
    }

    /// Cells in columns, the last as long as it is.
    private func row(_ cells: [String]) -> String {
        let widths = ["survived %"].map(\.count) + kinds.map { max($0.rawValue.count, 3) }
        let columns = zip(cells, widths).map { cell, width in
            String(repeating: " ", count: max(0, width - cell.count)) + cell
        }
        return (columns + cells.dropFirst(widths.count)).joined(separator: "  ")
    }

    /// A share in whole per cent; only what is survived always is 100.
    private static func percent(_ tally: StressTally) -> String {
        if tally.tried == 0 { return "-" }
        return String(tally.survived == tally.tried ? 100 : min(99, Int((tally.share * 100).rounded())))
    }
}
