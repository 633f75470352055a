public import Cases
import Engine
public import Mutation
public import Records

/// A run that reduces the pages of cases in parallel, with results in the cases' order.
public struct ReductionRun: Sendable {
    /// The cases.
    public let cases: [Case]
    /// The source of their rules.
    public let store: RulesStore
    /// The reducer.
    public let reducer: PageReducer
    /// The number of pages that are reduced in parallel.
    public let jobs: Int

    /// The result of a case.
    public struct Result: Sendable {
        /// The case.
        public let test: Case
        /// Its reduced page, or the errors that prevented the reduction.
        public let page: Swift.Result<ReducedPage, Diagnostics>
    }

    /// Creates a run.
    public init(
        _ cases: [Case],
        _ store: RulesStore,
        _ reducer: PageReducer = PageReducer(),
        jobs: Int = TestRun.processors
    ) {
        self.cases = cases
        self.store = store
        self.reducer = reducer
        self.jobs = jobs
    }

    /// Reduces the pages, without writing files.
    ///
    /// - Parameters:
    ///   - progress: receives the number of finished cases, on the caller's thread.
    ///   - report: receives each result as soon as it and all preceding ones are final, on the caller's thread. False
    ///     ends the run.
    public func results(progress: (Int) -> Void = { _ in }, _ report: (Result) -> Bool) {
        let (cases, store, reducer) = (cases, store, reducer)
        ParallelWork.run(
            cases.count,
            threads: jobs,
            work: { number in
                let test = cases[number]
                do throws(Diagnostics) {
                    return Result(test: test, page: .success(try test.reducedPage(reducer, store)))
                } catch {
                    return Result(test: test, page: .failure(error))
                }
            },
            finished: progress,
            deliver: report
        )
    }
}

extension Case {
    /// Reduces the case's page to the parts that its rules use, without writing files.
    ///
    /// - Throws: if the case does not pass or its page cannot be reduced.
    public func reducedPage(_ reducer: PageReducer, _ store: RulesStore) throws(Diagnostics) -> ReducedPage {
        let result = CaseResult(of: self, store)
        switch result.verdict {
        case .passed: break
        case .differs:
            throw refusal(
                "the case differs from its golden file",
                "run scrape test \(self) to see the differences"
            )
        case .goldenMissing:
            throw refusal("there is no golden.json", "run scrape test --update \(self) to write it")
        case .broken(let diagnostics): throw diagnostics
        }
        let facts = try facts()
        let rules = try store.rules(named: facts.rules ?? site)
        let reduced = try reducer.reduce(try page(facts), rules)
        let golden = try golden()
        let outcome = rules.scrape(reduced.page)
        guard GoldenComparison(golden, Golden(outcome), keys: rules.uniqueKeys).differences.isEmpty else {
            throw refusal("the reduced page differs from the golden file", nil)
        }
        return reduced
    }

    private func refusal(_ message: String, _ help: String?) -> Diagnostics {
        Diagnostics([
            Diagnostic(.page, "\(message): its page is not reduced", at: Location(file: folder), help: help)
        ])
    }
}
