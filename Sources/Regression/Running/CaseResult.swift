public import Records
public import Scraping

/// What came of running a case.
public struct CaseResult: Sendable {
    /// The case.
    public let test: Case
    /// How it came out.
    public let verdict: Verdict
    /// What `case.json` says; `nil` where it could not be read.
    public let facts: Case.Facts?
    /// The rules; `nil` where they could not be loaded.
    public let rules: Rules?
    /// What came out of the page; `nil` where the case could not be run.
    public let outcome: Outcome?
    /// What must come out, laid over what did; `nil` where there is no golden file that could be read.
    public let comparison: GoldenComparison?
    /// What is told of the case itself, whatever came out: that its page is old.
    public let warnings: [Diagnostic]
    /// How long the case took.
    public let duration: Duration

    /// The name by which the case asks for its rules.
    public var rulesName: String { facts?.rules ?? test.site }

    /// What is told of the page, of the rules, or of the case.
    public var diagnostics: [Diagnostic] {
        if case .broken(let diagnostics) = verdict { return diagnostics.all }
        return outcome?.diagnostics ?? []
    }

    /// In what the case differs from its golden file.
    public var differences: [Difference] {
        if case .differs(let differences) = verdict { differences } else { [] }
    }

    /// Runs a case and compares what comes out with its golden file.
    ///
    /// - Parameter ageLimit: above which the age of the page is told of.
    public init(of test: Case, _ store: RulesStore, ageLimit: AgeLimit? = nil) {
        let start = ContinuousClock.now
        var run = Run(test: test)
        do throws(Diagnostics) {
            verdict = try run.verdict(store)
        } catch {
            verdict = .broken(error)
        }
        self.test = test
        facts = run.facts
        rules = run.rules
        outcome = run.outcome
        comparison = run.comparison
        warnings = run.facts.flatMap { ageLimit?.warning(for: test, $0) }.map { [$0] } ?? []
        duration = ContinuousClock.now - start
    }

    /// As far as a case came.
    private struct Run {
        let test: Case
        var facts: Case.Facts?
        var rules: Rules?
        var outcome: Outcome?
        var comparison: GoldenComparison?

        mutating func verdict(_ store: RulesStore) throws(Diagnostics) -> Verdict {
            let facts = try test.facts()
            self.facts = facts
            let rules = try store.rules(named: facts.rules ?? test.site)
            self.rules = rules
            let outcome = rules.scrape(try test.page(facts))
            self.outcome = outcome
            guard File.kind(of: test.goldenPath) == .file else { return .goldenMissing }
            let golden = try Golden(contentsOf: test.goldenPath)
            let comparison = GoldenComparison(golden, Golden(outcome), keys: rules.uniqueKeys)
            self.comparison = comparison
            let differences = comparison.differences
            return differences.isEmpty ? .passed : .differs(differences)
        }
    }
}
