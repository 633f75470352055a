import Cases
import Crawling
import Engine
import Platform
import Records
import Regression

/// `scrape test`: compares the records of a corpus's cases with their golden files.
struct TestCommand: RulesCommand {
    private(set) var corpus: String?
    /// The cases: a site, or `site/case`; all if no names are given.
    private var names: [String] = []
    private var filters: [String] = []
    private(set) var isFailFast = false
    private var isUpdate = false
    /// The parts to accept, as written by the user.
    private var accepted: [String] = []
    private var format: TestFormat?
    private var junit: String?
    private var maxAge: Age?
    private(set) var jobs = TestRun.processors
    private var isWatch = false
    private var coverage = CoverageSettings()
    private var stress = StressSettings()
    private(set) var reading = ReadingOptions()
    private(set) var plugins = PluginSettings(acceptsNames: true)
    private let catalogue = RulesCatalogue.ofProcess()

    static let help = CommandHelp(
        name: "test",
        about: "test rules against a corpus of saved pages",
        usage: [
            "scrape test [options] [SITE[/CASE]...]", "scrape test --watch [options] [SITE[/CASE]...]",
            "scrape test --accept SITE/CASE[.FIELD]...", "scrape test --plugin PLUGIN... [SITE[/CASE]...]",
        ],
        description: """
            Reads every case of a corpus with its rules, and compares its records and diagnostics with its golden file.

            A case is a folder SITE/CASE with the saved page (page.html, page.json, ...), case.json (its "url", when it
            was "saved", its "encoding", and its "rules" if they are not the site's) and golden.json. Without names, all
            cases are run.

            A case of a crawl has crawl.warc.gz in place of the page, the crawl's "inputs" in case.json, and requests.jsonl:
            the requests that its rules make, in order. It is repeated from its archive; scrape crawl --save records one.

            An expectation that no case supports is a warning: scrape expect updates it.

            Records are identified by the fields that their rules call "unique", others by their order, in which new and
            missing records are recognised. Results are printed in the order of the corpus, whatever the number of jobs.

            --plugin also takes a plugin's name. It runs the plugin's own cases (cases.jsonl next to the program, or in
            the plugin's folder in Plugins), and the named cases of the corpus; with --watch, only those of the corpus.
            With --format tap or json, standard output has only the results of the corpus; the results of a plugin's
            cases go to standard error.

            --watch ends with Ctrl-C. The program of a plugin is restarted when it changes.
            """,
        operands: .names(.cases),
        exits: [
            .success: "every case passes",
            .page: "a case differs from its golden file, or has none; the coverage is under its minimum",
            .usage: "the command line or a rules file is wrong", .input: "a file cannot be read",
        ],
        examples: [
            "scrape test --watch alchemy", "scrape test --filter 'alchemy/*' --fail-fast",
            "scrape test --accept alchemy/rest-day.title --accept alchemy/rest-day.Workout.date",
            "scrape test --junit results.xml --max-age 180d",
        ]
    )

    static var options: [Option<TestCommand>] {
        let age = OptionValue(
            placeholder: "AGE",
            expected: "an age",
            help: { _ in "write a whole number and d, w, m (months) or y, such as 180d" },
            parse: { Age($0) }
        )
        return [
            .corpus(\.corpus), .filter(\.filters),
            .flag("--fail-fast", "Stop after the first case that fails.") { $0.isFailFast = true },
            .flag(
                "--update",
                "Write the golden files from the current results, and print what changes.",
                details: "It says how many errors of a page each file accepts. Refused where CI is set."
            ) { $0.isUpdate = true },
            .list(
                "--accept",
                .text("SITE/CASE[.FIELD]", .names(.cases)),
                "Write a part of the current results into the golden file of SITE/CASE.",
                details: """
                    FIELD is a field (a.b for one of an object, TYPE.FIELD for one of a record type), TYPE for all
                    of its records, \"request\" for a crawl's requests, or \"diagnostics\"; without it, the whole case is
                    accepted. Can be given several times.
                    """
            ) { $0.accepted.append($1) },
            .value(
                "--format",
                short: "-f",
                OptionValue<TestFormat>.choice("FORMAT"),
                "Print results in FORMAT: text, tap or json.",
                details: "text is the default; tap is TAP 14, json one object."
            ) { $0.format = $1 },
            .value("--junit", .file(), "Also write the results to FILE as JUnit XML.") { $0.junit = $1 },
            .value(
                "--max-age",
                age,
                "Warn about pages that were saved longer than AGE ago.",
                details: "AGE is written like 180d, 26w, 6m (months) or 1y. The exit status is unaffected."
            ) { $0.maxAge = $1 },
            .jobs(\.jobs),
            .flag(
                "--watch",
                "Keep running, and run the affected cases again when a file changes.",
                details: "The files are rules, pages, golden files and the programs of plugins."
            ) { $0.isWatch = true },
        ] + CoverageSettings.options.setting(\.coverage) + StressSettings.options.setting(\.stress)
            + ReadingOptions.options.setting(\.reading) + PluginSettings.options.setting(\.plugins)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        names = operands
        try stress.check()
        // The option that is given, and what it cannot be combined with.
        let update = isUpdate ? "--update" : nil
        let accept = accepted.isEmpty ? nil : "--accept"
        let report = junit.map { _ in "--junit" }
        let watch = isWatch ? "--watch" : nil
        let format = self.format == .text ? nil : self.format.map { "--format \($0.rawValue)" }
        let coverage = self.coverage.isMeasured ? "--coverage" : nil
        let tap = self.format == .tap ? format : nil
        let conflicts: [(option: String?, reason: String, others: [String?])] = [
            (update, "accepts everything", [accept]),
            (update, "writes golden files and reports no results", [report, format]),
            (accept, "writes golden files and reports no results", [report, format]),
            (watch, "prints text and does not end", [update, accept, report, format]),
            (coverage, "prints a report of its own", [watch, update, accept, format]),
            (
                stress.isWanted ? "--stress" : nil, "reports on rules, not on cases,",
                [update, accept, report, watch, tap]
            ),
        ]
        for (option, reason, others) in conflicts {
            guard let option, let other = others.lazy.compactMap(\.self).first else { continue }
            throw Diagnostic(.rules, "\(option) \(reason) and cannot be combined with \(other)")
        }
    }

    /// The cases to run.
    var choice: CaseChoice { CaseChoice(corpus: corpus, names: names, filters: filters) }

    /// The age from which pages cause a warning, by the machine's clock.
    var ageLimit: AgeLimit? { maxAge.map { AgeLimit($0, now: Int(time(nil))) } }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        try refuseWritingInCI()
        if isWatch { return try TestWatch(options: self, registry: registry).run() }
        let pluginCases = PluginCases(registry: registry, isReport: (format ?? .text) != .text)
        let status = try pluginCases.run(plugins.arguments)
        let isWhole = names.isEmpty && filters.isEmpty
        // Without names, --plugin runs only the plugins' cases.
        if !plugins.arguments.isEmpty, accepted.isEmpty, isWhole { return status }
        let cases = try choice.cases()
        if stress.isWanted {
            let run = StressRun(
                stress: stress.stress(jobs: jobs),
                settings: stress,
                isJSON: format == .json,
                registry: registry
            )
            return max(status, run.run(cases))
        }
        if !accepted.isEmpty { return max(status, try acceptParts(cases, registry)) }
        let checked = max(
            status,
            isUpdate ? update(testRun(cases, registry)) : try check(testRun(cases, registry))
        )
        guard coverage.isMeasured else { return checked }
        let report = CoverageReport(coverage, catalogue, registry, isWhole: isWhole, jobs: jobs)
        return max(checked, report.run(cases))
    }

    private func refuseWritingInCI() throws(Diagnostic) {
        guard isUpdate || !accepted.isEmpty else { return }
        let option = isUpdate ? "--update" : "--accept"
        try BuildServer.refuse(option, help: "write golden files where you can review the changes")
    }

    /// Makes a run of some cases.
    private func testRun(_ cases: [Case], _ registry: Registry) -> TestRun {
        TestRun(
            cases,
            RulesStore(catalogue, registry: registry, crawls: .ofArchives),
            jobs: jobs,
            ageLimit: ageLimit
        )
    }

    // MARK: - Checking

    private func check(_ run: TestRun) throws(Diagnostic) -> ExitStatus {
        var junit: ReportFile?
        if let path = self.junit { junit = try ReportFile(path) }
        var output = TestOutput(format ?? .text)
        var status = ExitStatus.success
        var failure: Case?
        output.begin(run.cases.count)
        let bar = ProgressBar(run.cases.count)
        var results: [CaseResult] = []
        run.results(progress: bar.advance) { result in
            output.add(result)
            results.append(result)
            status = max(status, ExitStatus(result.verdict))
            guard isFailFast, !result.verdict.isPassed else { return true }
            failure = result.test
            return false
        }
        bar.clear()
        output.end(after: failure)
        if failure == nil, coversSites { try reportUnsupported(results, run.store) }
        try junit?.write(JUnitReport(output.results).text)
        return status
    }

    /// Whether all cases of each site are run.
    private var coversSites: Bool { filters.isEmpty && !names.contains { $0.contains("/") } }

    /// Warns about expectations of rules that no case of the corpus confirms.
    private func reportUnsupported(_ results: [CaseResult], _ store: RulesStore) throws(Diagnostic) {
        do throws(Diagnostics) {
            Console.report(try ExpectationSupport.warnings(for: results, crawls: store))
        } catch {
            if let first = error.all.first { throw first }
        }
    }

    // MARK: - Writing golden files

    private func update(_ run: TestRun) -> ExitStatus {
        var writing = GoldenWriting()
        let bar = ProgressBar(run.cases.count)
        run.results(progress: bar.advance) { result in
            writing.update(result)
            return true
        }
        bar.clear()
        writing.end(of: run.cases.count)
        return writing.status
    }

    private func acceptParts(_ cases: [Case], _ registry: Registry) throws(Diagnostic) -> ExitStatus {
        var parts: [AcceptedPart] = []
        for text in accepted { parts.append(try AcceptedPart(text, among: cases)) }
        let chosen = cases.filter { test in parts.contains { $0.test == test.description } }
        var writing = GoldenWriting()
        testRun(chosen, registry).results { result in
            writing.accept(result, parts.filter { $0.test == result.test.description })
            return true
        }
        writing.end(of: chosen.count)
        return writing.status
    }
}

extension ExitStatus {
    /// The exit status for a verdict.
    init(_ verdict: Verdict) {
        switch verdict {
        case .passed: self = .success
        case .differs, .goldenMissing: self = .page
        case .broken(let diagnostics): self.init(diagnostics.all)
        }
    }
}
