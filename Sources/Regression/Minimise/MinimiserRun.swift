public import Records

/// Cases whose pages are cut in parallel, with results in the cases' own order.
public struct MinimiserRun: Sendable {
    /// The cases.
    public let cases: [Case]
    /// Where their rules come from.
    public let store: RulesStore
    /// How pages are cut.
    public let minimiser: Minimiser
    /// How many pages are cut at once.
    public let jobs: Int

    /// What came of a case.
    public struct Result: Sendable {
        /// The case.
        public let test: Case
        /// Its page, or why it is left as it is.
        public let page: Swift.Result<MinimisedPage, Diagnostics>
    }

    /// A run of cases.
    public init(
        _ cases: [Case],
        _ store: RulesStore,
        _ minimiser: Minimiser = Minimiser(),
        jobs: Int = TestRun.processors
    ) {
        self.cases = cases
        self.store = store
        self.minimiser = minimiser
        self.jobs = jobs
    }

    /// Cuts the pages; nothing is written.
    ///
    /// - Parameters:
    ///   - progress: is told how many cases are done, in the caller's thread.
    ///   - report: is given each result as soon as it and all before it are final, in the caller's thread; false ends
    ///     the run.
    public func results(progress: (Int) -> Void = { _ in }, _ report: (Result) -> Bool) {
        let (cases, store, minimiser) = (cases, store, minimiser)
        ParallelWork.run(
            cases.count,
            threads: jobs,
            work: { number in
                let test = cases[number]
                do throws(Diagnostics) {
                    return Result(test: test, page: .success(try test.minimised(minimiser, store)))
                } catch {
                    return Result(test: test, page: .failure(error))
                }
            },
            finished: progress,
            deliver: report
        )
    }
}
