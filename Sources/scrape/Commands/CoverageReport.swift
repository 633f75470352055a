import Records
import Regression
import Scraping

/// What `scrape test --coverage` prints: how much of the rules the cases exercise.
struct CoverageReport {
    private let options: CoverageOptions
    private let catalogue: RulesCatalogue
    private let registry: Registry
    private let isWhole: Bool
    private let jobs: Int
    private let style = Console.outputStyle

    /// - Parameters:
    ///   - isWhole: whether all cases are run, so that rules without a case count too.
    ///   - jobs: how many cases are run at once.
    init(
        _ options: CoverageOptions,
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

    /// Measures and prints; fails under the minimum.
    func run(_ cases: [Case]) -> ExitStatus {
        let bar = ProgressBar(cases.count)
        let (coverage, diagnostics) = Coverage.measure(
            cases,
            catalogue,
            registry: registry,
            isWhole: isWhole,
            jobs: jobs,
            progress: bar.advance
        )
        bar.clear()
        Console.report(diagnostics)
        for line in lines(coverage) { Console.print(line) }
        let isEnough = coverage.percent >= options.minimum ?? 0
        if !isEnough, let minimum = options.minimum {
            Console.error("error: the coverage is under \(CoverageReport.text(minimum)) %")
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
        return lines + ["coverage: \(share(coverage.exercised, of: coverage.count))"]
    }

    private func share(_ part: Int, of whole: Int) -> String {
        let text = "\(CoverageReport.text(Coverage.percent(part, of: whole))) %, \(part) of \(whole)"
        return style(part == whole ? .passed : .failed, text)
    }

    /// A percentage with one decimal at most, never rounded up: what is not whole does not look so.
    private static func text(_ percent: Double) -> String {
        let tenths = Int(percent * 10)
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
