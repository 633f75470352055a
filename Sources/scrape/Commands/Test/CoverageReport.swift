import Cases
import Crawling
import Engine
import Records
import Regression

/// The options of `scrape test` about coverage.
struct CoverageSettings {
    private var isWanted = false
    /// Whether each construct is listed with the cases that exercise it.
    fileprivate var listsCases = false
    /// The minimum share of the constructs, in percent.
    fileprivate var minimum: Double?

    /// Whether coverage is measured.
    var isMeasured: Bool { isWanted || listsCases || minimum != nil }

    static var options: [Option<CoverageSettings>] {
        [
            .flag(
                "--coverage",
                "Report how much of the rules files the cases exercise.",
                details: """
                    The constructs are record types, layouts, alternatives, selectors, case arms, steps and
                    preparations; those that are never reached are listed.
                    """
            ) { $0.isWanted = true },
            .flag(
                "--coverage-cases",
                "Report coverage, and list each construct with the cases that exercise it."
            ) { $0.listsCases = true },
            .value("--min-coverage", .percent, "Report coverage, and fail if it is under PERCENT.") {
                $0.minimum = $1
            },
        ]
    }
}

/// Measures and prints the share of the rules that the cases exercise.
struct CoverageReport {
    private let options: CoverageSettings
    private let catalogue: RulesCatalogue
    private let registry: Registry
    private let isWhole: Bool
    private let jobs: Int
    private let style = Console.outputStyle

    /// - Parameters:
    ///   - isWhole: whether all cases are run, so that rules without a case are included.
    ///   - jobs: the number of cases that are run at the same time.
    init(
        _ options: CoverageSettings,
        _ catalogue: RulesCatalogue,
        _ registry: Registry,
        isWhole: Bool,
        jobs: Int
    ) {
        self.options = options
        self.catalogue = catalogue
        self.registry = registry
        self.isWhole = isWhole
        self.jobs = jobs
    }

    /// Measures and prints the coverage; fails below the minimum.
    func run(_ cases: [Case]) -> ExitStatus {
        let bar = ProgressBar(cases.count)
        let (coverage, diagnostics) = Coverage.measure(
            cases,
            RulesStore(catalogue, registry: registry, crawls: .ofArchives),
            isWhole: isWhole,
            jobs: jobs,
            progress: bar.advance
        )
        bar.clear()
        Console.report(diagnostics)
        for line in lines(coverage) { Console.show(line) }
        // What could not be measured is not covered.
        let isEnough = options.minimum.map { coverage.percent >= $0 && coverage.unmeasured == 0 } ?? true
        if !isEnough, let minimum = options.minimum {
            Console.log(.error, "the coverage is under \(CoverageReport.text(minimum))%")
        }
        return max(ExitStatus(diagnostics), isEnough ? .success : .page)
    }

    private func lines(_ coverage: Coverage) -> [String] {
        var lines: [String] = []
        for file in coverage.files {
            for entry in file.entries where entry.cases.isEmpty || options.listsCases {
                let cases =
                    entry.cases.isEmpty
                    ? style(.failed, "never reached") : entry.cases.joined(separator: ", ")
                let construct = entry.construct
                let place = style(.strong, "\(construct.place):")
                lines.append("\(place) \(construct.kind.rawValue) \(construct.name): \(cases)")
            }
        }
        let width = coverage.files.map(\.file.count).max() ?? 0
        for file in coverage.files {
            let name = file.file + String(repeating: " ", count: width - file.file.count)
            lines.append("\(name)  \(share(file.exercised, of: file.entries.count))")
        }
        if coverage.unmeasured > 0 {
            let what = "\(coverage.unmeasured) cases or rules files could not be measured"
            let share = coverage.count == 0 ? "" : "\(share(coverage.exercised, of: coverage.count)); "
            return lines + ["coverage: \(share)\(style(.failed, what))"]
        }
        return lines + ["coverage: \(share(coverage.exercised, of: coverage.count))"]
    }

    private func share(_ part: Int, of whole: Int) -> String {
        let text = "\(CoverageReport.text(Coverage.percent(part, of: whole)))%, \(part) of \(whole)"
        return style(part == whole ? .passed : .failed, text)
    }

    /// A percentage with at most one decimal, rounded down: less than 100% is never printed as 100%.
    private static func text(_ percent: Double) -> String {
        let tenths = Int(percent * 10)
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
