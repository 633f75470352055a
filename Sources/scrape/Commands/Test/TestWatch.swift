import Cases
import Crawling
import Engine
import Platform
import PluginHost
import Records
import Regression

/// `scrape test --watch`: runs cases again when a file that affects them changes, until the user ends it.
final class TestWatch {
    private let options: TestCommand
    private var registry: Registry
    private let text = TestText()

    init(options: TestCommand, registry: Registry) {
        self.options = options
        self.registry = registry
    }

    /// Never ends by itself; the signal that ends it also ends the plugin programs.
    func run() throws(Diagnostic) -> ExitStatus {
        TestWatch.listen()
        let choice = options.choice
        let watch = try CorpusWatch(
            corpus: options.corpus ?? "Corpus",
            RulesStore(RulesCatalogue.ofProcess(), registry: registry, crawls: .ofArchives),
            jobs: options.jobs,
            ageLimit: options.ageLimit
        ) { () throws(Diagnostic) in try choice.cases() }
        defer { registry.pluginPrograms?.end() }
        try report(watch.firstRound, watch)
        while let round = try watch.nextRound(restarted: restarted) {
            Console.show("\n" + header(round))
            try report(round, watch)
        }
        return .success
    }

    /// Unblocks the signals that end a command. The parent process may have blocked them, which matters only for a
    /// command that does not end by itself.
    private static func listen() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGHUP, SIGINT, SIGTERM] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private func restarted() -> Registry {
        registry.pluginPrograms?.end()
        registry.programs = options.plugins.programs
        return registry
    }

    private func report(_ round: CorpusWatch.Round, _ watch: CorpusWatch) throws(Diagnostic) {
        let bar = ProgressBar(round.run.cases.count)
        var results: [CaseResult] = []
        round.run.results(progress: bar.advance) { result in
            if let failure = text.failure(result) { Console.show(failure) }
            Console.report(result.warnings)
            results.append(result)
            return !options.isFailFast || result.verdict.isPassed
        }
        bar.clear()
        for result in results { try watch.note(result) }
        let all = watch.allResults
        let summary = text.summary(TestReport(results))
        let isPart = all.count > results.count
        Console.show(isPart ? "\(summary); of all cases, \(text.summary(TestReport(all)))" : summary)
    }

    /// The changed files and the number of cases that they affect. There is no time in it, so that the same change has
    /// the same text.
    private func header(_ round: CorpusWatch.Round) -> String {
        var names = round.changed.prefix(3).joined(separator: ", ")
        if round.changed.count > 3 { names += " and \(round.changed.count - 3) more" }
        if names.isEmpty { names = "a file" }
        let count = round.run.cases.count
        return Console.outputStyle(.strong, "\(names) changed: \(count) case\(count == 1 ? "" : "s")")
    }
}
