import Glibc
import Records
import Regression
import Scraping

/// `scrape test --watch`: runs again what a change touches, until the user ends it.
final class TestWatch {
    private let options: TestOptions
    private var registry: Registry
    private let text = TestText()

    init(options: TestOptions, registry: Registry) {
        self.options = options
        self.registry = registry
    }

    /// Never ends by itself; the signal that ends it ends the plugins' programs too.
    func run() throws(Diagnostic) -> ExitStatus {
        TestWatch.listen()
        let choice = CaseChoice(options: options)
        let watch = try CorpusWatch(
            corpus: options.corpus,
            RulesCatalogue.ofProcess(),
            registry: registry,
            jobs: options.jobs,
            ageLimit: options.ageLimit
        ) { () throws(Diagnostic) in try choice.cases() }
        defer { registry.programs?.end() }
        try report(watch.firstRound, watch)
        while let round = try watch.nextRound(restarted: restarted) {
            Console.print("\n" + header(round))
            try report(round, watch)
        }
        return .success
    }

    /// Lets the signals through that end a command: whoever starts it may keep them from it, which no one notices of
    /// one that ends by itself.
    private static func listen() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGHUP, SIGINT, SIGTERM] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private func restarted() -> Registry {
        registry.programs?.end()
        registry.programs = options.plugins.pluginPrograms
        return registry
    }

    private func report(_ round: CorpusWatch.Round, _ watch: CorpusWatch) throws(Diagnostic) {
        let bar = ProgressBar(round.run.cases.count)
        var results: [CaseResult] = []
        round.run.results(progress: bar.advance) { result in
            if let failure = text.failure(result) { Console.print(failure) }
            Console.report(result.warnings)
            results.append(result)
            return !options.isFailFast || result.verdict.isPassed
        }
        bar.clear()
        for result in results { try watch.note(result) }
        let all = watch.allResults
        let summary = text.summary(TestReport(results))
        let isPart = all.count > results.count
        Console.print(isPart ? "\(summary); of all cases \(text.summary(TestReport(all)))" : summary)
    }

    /// What has changed and how much it touches; no time, so that the same change always reads the same.
    private func header(_ round: CorpusWatch.Round) -> String {
        var names = round.changed.prefix(3).joined(separator: ", ")
        if round.changed.count > 3 { names += " and \(round.changed.count - 3) more" }
        if names.isEmpty { names = "something" }
        let count = round.run.cases.count
        return Console.outputStyle(.strong, "\(names) changed: \(count) case\(count == 1 ? "" : "s")")
    }
}
