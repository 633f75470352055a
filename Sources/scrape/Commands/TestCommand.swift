import Records
import Regression
import Scraping

/// `scrape test`: every case of a corpus against its golden file.
struct TestCommand {
    let options: TestOptions
    let registry: Registry
    private let catalogue = RulesCatalogue.ofProcess()

    init(options: TestOptions, registry: Registry) {
        self.options = options
        self.registry = registry
    }

    func run() throws(Diagnostic) -> ExitStatus {
        try refuseWritingInCI()
        if options.isWatch { return try TestWatch(options: options, registry: registry).run() }
        let status = try PluginCases(registry: registry, isReport: options.format != .text)
            .run(options.plugins.programs)
        // The plugins' cases alone are meant where no others are named.
        let isOfPlugins = !options.plugins.programs.isEmpty && options.accepted.isEmpty
        if isOfPlugins, options.names.isEmpty, options.filters.isEmpty { return status }
        let cases = try CaseChoice(options: options).cases()
        if let stress = options.stress {
            return max(status, StressCommand(options: stress, registry: registry).run(cases))
        }
        if !options.accepted.isEmpty { return max(status, try accept(cases)) }
        let checked = max(status, options.isUpdate ? update(cases) : try check(cases))
        guard options.coverage.isWanted else { return checked }
        let isWhole = options.names.isEmpty && options.filters.isEmpty
        let report = CoverageReport(
            options.coverage,
            catalogue,
            registry,
            isWhole: isWhole,
            jobs: options.jobs
        )
        return max(checked, report.run(cases))
    }

    private func refuseWritingInCI() throws(Diagnostic) {
        guard options.isUpdate || !options.accepted.isEmpty else { return }
        try BuildServer.refuse(
            options.isUpdate ? "--update" : "--accept",
            help: "update where you can look at it"
        )
    }

    private func testRun(_ cases: [Case]) -> TestRun {
        TestRun(
            cases,
            RulesStore(catalogue, registry: registry),
            jobs: options.jobs,
            ageLimit: options.ageLimit
        )
    }

    // MARK: - Checking

    private func check(_ cases: [Case]) throws(Diagnostic) -> ExitStatus {
        var junit: ReportFile?
        if let path = options.junit { junit = try ReportFile(path) }
        var output = TestOutput(options.format)
        var status = ExitStatus.success
        var failure: Case?
        output.begin(cases.count)
        let bar = ProgressBar(cases.count)
        testRun(cases).results(progress: bar.advance) { result in
            output.add(result)
            status = max(status, ExitStatus(result.verdict))
            guard options.isFailFast, !result.verdict.isPassed else { return true }
            failure = result.test
            return false
        }
        bar.clear()
        output.end(after: failure)
        try junit?.write(JUnitReport(output.results).text)
        return status
    }

    // MARK: - Writing golden files

    private func update(_ cases: [Case]) -> ExitStatus {
        var writing = GoldenWriting()
        let bar = ProgressBar(cases.count)
        testRun(cases).results(progress: bar.advance) { result in
            writing.update(result)
            return true
        }
        bar.clear()
        writing.end(of: cases.count)
        return writing.status
    }

    private func accept(_ cases: [Case]) throws(Diagnostic) -> ExitStatus {
        var parts: [AcceptedPart] = []
        for text in options.accepted { parts.append(try AcceptedPart(text, among: cases)) }
        let chosen = cases.filter { test in parts.contains { $0.test == test.description } }
        var writing = GoldenWriting()
        testRun(chosen).results { result in
            writing.accept(result, parts.filter { $0.test == result.test.description })
            return true
        }
        writing.end(of: chosen.count)
        return writing.status
    }
}

extension ExitStatus {
    /// What a verdict means for the run.
    init(_ verdict: Verdict) {
        switch verdict {
        case .passed: self = .success
        case .differs, .goldenMissing: self = .page
        case .broken(let diagnostics): self.init(diagnostics.all)
        }
    }
}
