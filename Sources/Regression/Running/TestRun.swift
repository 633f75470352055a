import Foundation

/// Cases that are run in parallel, with results in the cases' own order.
///
/// ```swift
/// let run = TestRun(try Corpus(folder: "Corpus").cases(), RulesStore(catalogue, registry: registry))
/// run.results { result in
///     print(result.test, result.verdict.isPassed)
///     return true
/// }
/// ```
public struct TestRun: Sendable {
    /// The cases.
    public let cases: [Case]
    /// Where their rules come from.
    public let store: RulesStore
    /// How many cases are run at once.
    public let jobs: Int
    /// The age above which pages are told of.
    public let ageLimit: AgeLimit?

    /// As many threads as the machine has processors.
    public static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

    /// A run of cases.
    public init(
        _ cases: [Case],
        _ store: RulesStore,
        jobs: Int = TestRun.processors,
        ageLimit: AgeLimit? = nil
    ) {
        self.cases = cases
        self.store = store
        self.jobs = jobs
        self.ageLimit = ageLimit
    }

    /// Runs the cases.
    ///
    /// - Parameters:
    ///   - progress: is told how many cases are done, in the caller's thread.
    ///   - report: is given each result as soon as it and all before it are final, in the caller's thread; false ends
    ///     the run.
    public func results(progress: (Int) -> Void = { _ in }, _ report: (CaseResult) -> Bool) {
        let (cases, store, ageLimit) = (cases, store, ageLimit)
        ParallelWork.run(
            cases.count,
            threads: jobs,
            work: { CaseResult(of: cases[$0], store, ageLimit: ageLimit) },
            finished: progress,
            deliver: report
        )
    }

    /// Runs the cases; all results at once.
    public func results() -> [CaseResult] {
        var results: [CaseResult] = []
        self.results { result in
            results.append(result)
            return true
        }
        return results
    }
}
