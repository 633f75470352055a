import Cases
import CompiledInPlugins
import Drafting
import Engine
import Regression

/// `scrape-benchmark renamings`: repairs rules after each renaming of a name that they use.
struct RenamingsCommand {
    static let usage = """
        usage: scrape-benchmark renamings [--corpus FOLDER] [--rules FOLDER] [--every N] [--show] [SITE[/CASE] …]

        Changes each name that the rules ask for on each page of the corpus, one at a time, and repairs the rules by the old page, its
        records and the changed page. Prints how often the old records come back, how often the answer is that they are
        unknown, and how often it is wrong; with --show each repair that is not right. Ends with 1 where one is wrong.
        """

    private var corpus = "Corpus"
    private var rules = "Rules"
    private var step = 1
    private var shows = false
    private var sites: [String] = []

    /// - Parameter arguments: the arguments after the command's name.
    init(_ arguments: ArraySlice<String>) throws(CommandError) {
        var arguments = arguments
        while let argument = arguments.popFirst() {
            switch argument {
            case "--corpus": corpus = try CommandError.value(of: argument, &arguments)
            case "--rules": rules = try CommandError.value(of: argument, &arguments)
            case "--every": step = max(1, try CommandError.number(of: argument, &arguments))
            case "--show": shows = true
            default:
                if argument.hasPrefix("-") {
                    throw CommandError(text: "unknown option \(argument) of renamings")
                }
                sites.append(argument)
            }
        }
    }

    /// - Returns: the exit status: 1 if a repair is wrong.
    func run() throws(CommandError) -> Int32 {
        let registry: Registry
        let trials: [RenamingTrial]
        do {
            registry = try Registry(CompiledInPlugins.all)
            trials = try RenamingTrial.all(
                Corpus(folder: corpus),
                RulesCatalogue(folders: [rules]),
                registry,
                sites: sites,
                every: step
            )
        } catch {
            throw CommandError(text: "\(error)")
        }
        var counts: [RenamingTrial.Verdict: Int] = [:]
        var seconds = 0.0
        var slowest = 0.0
        ParallelWork.run(
            trials.count,
            threads: TestRun.processors,
            work: { index in
                var result: (verdict: RenamingTrial.Verdict, repair: Repair)?
                let time = Stopwatch.processorTime { result = trials[index].run(registry) }
                return (index: index, result: result, seconds: time / 1e9)
            },
            finished: { _ in },
            deliver: { done in
                guard let result = done.result else { return true }
                counts[result.verdict, default: 0] += 1
                seconds += done.seconds
                slowest = max(slowest, done.seconds)
                if shows, result.verdict != .right {
                    show(trials[done.index], result.verdict, result.repair)
                }
                return true
            }
        )
        let right = counts[.right, default: 0]
        let wrong = counts[.wrong, default: 0] + counts[.harmful, default: 0]
        let share = Report.fixed(100 * Double(right) / Double(max(1, trials.count)), 2)
        print(
            "renamings \(trials.count) right \(right) (\(share)%) unknown \(counts[.unknown, default: 0]) wrong \(wrong)"
                + " processor seconds \(Report.fixed(seconds, 1)) slowest \(Report.fixed(slowest, 2))"
        )
        return wrong == 0 ? 0 : 1
    }

    private func show(_ trial: RenamingTrial, _ verdict: RenamingTrial.Verdict, _ repair: Repair) {
        print("\(verdict.rawValue) \(trial.test) \(trial.renaming)")
        if !repair.renamed.isEmpty {
            print("    " + repair.renamed.map { "\($0.old) is now \($0.new)" }.joined(separator: ", "))
        }
        var reasons: [String] = []
        for field in repair.fields where field.status != .kept && field.status != .repaired {
            let reason = "\(field.record).\(field.name) \(field.status.rawValue): \(field.reason)"
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        for reason in reasons.prefix(4) { print("    " + reason) }
    }
}
