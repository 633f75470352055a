import Cases
import Crawling
import Engine
import Mutation
import Records
import Regression

/// The options of `scrape test` about stress.
struct StressSettings {
    fileprivate(set) var isWanted = false
    private var seed: UInt64?
    private var mutations: Int?
    /// Whether every renaming is printed.
    private(set) var isAll = false
    /// The minimum share of renamings that a plain run must report, in percent.
    private(set) var minReported: Double?

    static var options: [Option<StressSettings>] {
        let percent = OptionValue(placeholder: "PERCENT", expected: "a number from 0 to 100") { text in
            Double(text).flatMap { (0...100).contains($0) ? $0 : nil }
        }
        let seed = OptionValue(placeholder: "N", expected: "a whole number") { UInt64($0) }
        return [
            .flag(
                "--stress",
                "Change each page as sites do, and report which fields survive.",
                details:
                    "The most fragile fields come first, with more robust selectors. Golden files are not read. In a crawl, each page that may have records is changed."
            ) { $0.isWanted = true },
            .value(
                "--seed",
                seed,
                "With --stress: choose other changes.",
                details: "The same number makes the same changes; the default is 1."
            ) { $0.seed = $1 },
            .value(
                "--mutations",
                .integer(1...1_000_000, "N"),
                "With --stress: try N changes of each page.",
                details: "The default is \(MutationTest.defaultMutations)."
            ) { $0.mutations = $1 },
            .flag(
                "--all",
                "With --stress: print every renaming that changes records.",
                details: """
                    For each it prints its class, whether a plain run reports it, its exit code, and the fields that
                    messages name. The classes are: a, it loses a path that all cases with the record type have, or
                    part of the records; b, it loses only what other cases lack as well, or changes values; c, the
                    same on all pages of a run.
                    """
            ) { $0.isAll = true },
            .value(
                "--min-reported",
                percent,
                "With --stress: fail if a plain run reports a smaller share of any class of renamings."
            ) { $0.minReported = $1 },
        ]
    }

    /// Refuses options that need `--stress`.
    func check() throws(Diagnostic) {
        let options = [
            (seed != nil, "--seed"), (mutations != nil, "--mutations"), (isAll, "--all"),
            (minReported != nil, "--min-reported"),
        ]
        guard !isWanted, let option = options.first(where: \.0)?.1 else { return }
        throw Diagnostic(.rules, "\(option) needs --stress")
    }

    /// The stress test, on a number of threads.
    func stress(jobs: Int) -> MutationTest {
        var stress = MutationTest(jobs: jobs)
        if let seed { stress.seed = seed }
        if let mutations { stress.mutations = mutations }
        return stress
    }
}

/// Runs and prints the stress test of `scrape test --stress`.
struct StressRun {
    let stress: MutationTest
    let settings: StressSettings
    let isJSON: Bool
    let registry: Registry

    func run(_ cases: [Case]) -> ExitStatus {
        let reports: [MutationReport]
        var leftOut = 0
        let bar = ProgressBar(cases.count)
        do throws(Diagnostics) {
            reports = try stress.reports(
                cases,
                RulesStore(RulesCatalogue.ofProcess(), registry: registry, crawls: .ofArchives),
                leavingOut: { leftOut = $0 },
                progress: bar.advance
            )
            bar.clear()
        } catch {
            bar.clear()
            return Console.fail(error)
        }
        if leftOut > 0 {
            let pages =
                leftOut == 1
                ? "1 page of a crawl has no records and only leads"
                : "\(leftOut) pages of crawls have no records and only lead"
            Console.log(.note, "\(pages) to others: not changed")
        }
        if isJSON {
            let value: Value = [
                "seed": Number("\(stress.seed)").map(Value.number) ?? .null,
                "rules": .list(reports.map(\.value)),
            ]
            Console.print(JSONWriter.pretty(value))
        } else {
            Console.print(reports.map { StressTable($0).text }.joined(separator: "\n\n"))
            Console.print("\n" + ReportedTable(reports, isAll: settings.isAll).text)
        }
        return status(reports.flatMap(\.changes))
    }

    private func status(_ changes: [ChangeResult]) -> ExitStatus {
        guard let minimum = settings.minReported else { return .success }
        let low = ChangeResult.Loss.allCases.filter { loss in
            ReportedTally(changes, loss).percent.map { $0 < minimum } == true
        }
        for loss in low {
            let percent = ReportedTally(changes, loss).percent ?? 0
            let share = "\(percent)% of the renamings (\(loss.rawValue))"
            Console.error("error: a plain run reports \(share), less than \(minimum)%")
        }
        return low.isEmpty ? .success : .page
    }
}

/// The renamings that a plain run reports.
private struct ReportedTable {
    private let reports: [MutationReport]
    private let isAll: Bool

    init(_ reports: [MutationReport], isAll: Bool) {
        self.reports = reports
        self.isAll = isAll
    }

    var text: String {
        var lines: [String] = []
        if isAll {
            for report in reports { lines += report.changes.map(line) }
        }
        lines.append("Renamings that change records, and how many of them a plain run reports")
        for report in reports { lines.append("  \(report.rules): \(rates(report.changes))") }
        if reports.count > 1 { lines.append("  all: \(rates(reports.flatMap(\.changes)))") }
        return lines.joined(separator: "\n")
    }

    private func line(_ change: ChangeResult) -> String {
        let lost = change.lost.isEmpty ? "other values" : "lost \(change.lost.joined(separator: ", "))"
        let named = change.named.isEmpty ? "" : "; named \(change.named.joined(separator: ", "))"
        let word = change.isReported ? "reported" : "SILENT  "
        return "\(word) (\(change.loss.rawValue)) exit \(change.exitCode)  "
            + "\(change.page): \(change.change): \(lost)\(named)"
    }

    private func rates(_ changes: [ChangeResult]) -> String {
        ChangeResult.Loss.allCases.map { loss in
            let tally = ReportedTally(changes, loss)
            func text(_ percent: Double?) -> String { percent.map { "\($0)%" } ?? "–" }
            return "(\(loss.rawValue)) \(text(tally.percent)) of \(tally.count), "
                + "\(text(tally.percentWithout)) without expectations"
        }.joined(separator: "; ")
    }
}

/// A report as a table, a row for each field.
private struct StressTable {
    private let report: MutationReport
    private let kinds: [MutationKind]

    init(_ report: MutationReport) {
        self.report = report
        kinds = MutationKind.allCases.filter { kind in report.fields.contains { $0.kinds[kind] != nil } }
    }

    var text: String {
        let pages = report.pages == 1 ? "1 page" : "\(report.pages) pages"
        let head = "\(report.rules): \(report.mutations) mutations of \(pages)"
        if report.fields.isEmpty { return head + "\n  no field has a value" }
        let titles = ["survived %"] + kinds.map(\.rawValue) + ["field"]
        return ([head, row(titles)] + report.fields.flatMap(lines)).joined(separator: "\n")
    }

    private func lines(_ field: MutationReport.Field) -> [String] {
        var cells = [StressTable.percent(field.all)]
        cells += kinds.map { kind in field.kinds[kind].map(StressTable.percent) ?? "–" }
        let selector = field.selector.map { " `\($0)`" } ?? ""
        let place = field.location.line.map { "\(field.location.file):\($0)" } ?? field.location.file
        var lines = [row(cells + ["\(field.name)  \(place)\(selector)"])]
        if let example = field.example {
            let mutation = example.mutation
            let line = mutation.line > 0 ? ":\(mutation.line)" : ""
            lines.append("    lost by \(example.page)\(line): \(mutation.kind.rawValue) \(mutation.subject)")
        }
        if let other = field.moreRobust {
            let counts = "\(other.after.survived) of \(other.after.tried)"
            lines.append(
                "    more robust: `\(other.selector)` held in \(counts), not \(other.before.survived)"
            )
        }
        return lines
    }

    /// Cells in columns; the last column has no width.
    private func row(_ cells: [String]) -> String {
        let widths = ["survived %"].map(\.count) + kinds.map { max($0.rawValue.count, 3) }
        let columns = zip(cells, widths).map { cell, width in
            String(repeating: " ", count: max(0, width - cell.count)) + cell
        }
        return (columns + cells.dropFirst(widths.count)).joined(separator: "  ")
    }

    /// A share in whole percent, rounded down to 99 unless everything survived.
    private static func percent(_ tally: SurvivalTally) -> String {
        if tally.tried == 0 { return "–" }
        return String(tally.survived == tally.tried ? 100 : min(99, Int((tally.share * 100).rounded())))
    }
}
