public import Records
public import Scraping

/// The result of running a case.
public struct CaseResult: Sendable {
    /// The case.
    public let test: Case
    /// The verdict.
    public let verdict: Verdict
    /// The contents of `case.json`, or `nil` if it could not be read.
    public let facts: Case.Facts?
    /// The rules, or `nil` if they could not be loaded.
    public let rules: Rules?
    /// The outcome of the page, or `nil` if the case could not be run.
    public let outcome: Outcome?
    /// The comparison with the golden file, or `nil` if there is no readable golden file.
    public let comparison: GoldenComparison?
    /// The warnings about the case itself, independent of the verdict: that its page is old.
    public let warnings: [Diagnostic]
    /// How long the case took.
    public let duration: Duration

    /// The name of the case's rules.
    public var rulesName: String { facts?.rules ?? test.site }

    /// The diagnostics of the page, or of the rules or the case if it could not be run.
    public var diagnostics: [Diagnostic] {
        if case .broken(let diagnostics) = verdict { return diagnostics.all }
        return outcome?.diagnostics ?? []
    }

    /// The differences from the golden file.
    public var differences: [Difference] {
        if case .differs(let differences) = verdict { differences } else { [] }
    }

    /// Runs a case and compares its outcome with the golden file.
    ///
    /// - `ageLimit`: the age above which the result has a warning.
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

    /// The state of a run: the parts that exist before an error.
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
            let golden = try test.golden()
            let comparison = GoldenComparison(golden, Golden(outcome), keys: rules.uniqueKeys)
            self.comparison = comparison
            let differences = comparison.differences
            return differences.isEmpty ? .passed : .differs(differences)
        }
    }
}

/// The verdict on a case.
public enum Verdict: Sendable {
    case passed
    /// The outcome differs from the golden file.
    case differs([Difference])
    /// There is no golden file.
    case goldenMissing
    /// The case could not be run.
    case broken(Diagnostics)

    /// Whether the case passed.
    public var isPassed: Bool {
        if case .passed = self { true } else { false }
    }

    /// The verdict in a word, for machine-readable reports.
    public var name: String {
        switch self {
        case .passed: "passed"
        case .differs: "differs"
        case .goldenMissing: "golden-missing"
        case .broken: "broken"
        }
    }
}

extension Case {
    /// Runs the case and compares its outcome with the golden file.
    public func verdict(_ catalogue: RulesCatalogue, registry: Registry) -> Verdict {
        CaseResult(of: self, RulesStore(catalogue, registry: registry)).verdict
    }

    /// Runs the case and writes its outcome as the golden file.
    ///
    /// - Returns: the differences from the previous file, or `nil` if there was no readable file.
    public func update(_ catalogue: RulesCatalogue, registry: Registry) throws(Diagnostics) -> [Difference]? {
        try CaseResult(of: self, RulesStore(catalogue, registry: registry)).update()
    }
}

extension CaseResult {
    /// The verdict in a line.
    public var summary: String {
        switch verdict {
        case .passed: "passed"
        case .differs(let all): all.count == 1 ? "1 difference" : "\(all.count) differences"
        case .goldenMissing: "there is no golden.json"
        case .broken(let diagnostics): diagnostics.all.first?.message ?? "the case could not be run"
        }
    }
}
