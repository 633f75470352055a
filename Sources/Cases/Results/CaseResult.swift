public import Engine
import Platform
public import Records

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
    /// The comparison of a crawl's requests with those of its file; `nil` for a page, and if there is no readable file.
    public let requests: GoldenComparison?
    /// The contents that the golden file should have.
    let found: Golden?
    /// The contents that the file of a crawl's requests should have.
    let foundRequests: RequestList?
    /// The warnings about the case itself, independent of the verdict: that its page is old.
    public let warnings: [Diagnostic]
    /// The duration of the run.
    public let duration: Duration

    /// The name of the case's rules.
    public var rulesName: String { facts?.rules ?? test.site }

    /// The number of requests of a crawl.
    package var requestCount: Int { foundRequests?.requests.count ?? 0 }

    /// The files of the expected output that are missing.
    public var missingFiles: [String] {
        guard outcome != nil else { return [] }
        let paths = [test.goldenPath] + (test.isCrawl ? [test.requestsPath] : [])
        return paths.filter { File.kind(of: $0) != .file }
            .map { String($0.dropFirst(test.folder.count + 1)) }
    }

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
        let start = MonotonicTime.now
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
        requests = run.requests
        found = run.found
        foundRequests = run.foundRequests
        warnings = run.facts.flatMap { ageLimit?.warning(for: test, $0) }.map { [$0] } ?? []
        duration = MonotonicTime.now - start
    }

    /// The state of a run: the parts that exist before an error.
    private struct Run {
        let test: Case
        var facts: Case.Facts?
        var rules: Rules?
        var outcome: Outcome?
        var comparison: GoldenComparison?
        var requests: GoldenComparison?
        var found: Golden?
        var foundRequests: RequestList?

        mutating func verdict(_ store: RulesStore) throws(Diagnostics) -> Verdict {
            let facts = try test.facts()
            self.facts = facts
            let rules = try store.rules(named: facts.rules ?? test.site)
            self.rules = rules
            let found: Golden
            if test.isCrawl {
                let crawl = try test.replay(facts, rules, store)
                outcome = Outcome(records: crawl.records, diagnostics: crawl.diagnostics)
                foundRequests = RequestList(requests: crawl.requests)
                found = crawl.golden
            } else {
                let read = rules.scrape(try test.page(facts))
                outcome = read
                found = Golden(read)
            }
            self.found = found
            var differences: [Difference] = []
            let hasGolden = File.kind(of: test.goldenPath) == .file
            if hasGolden {
                let comparison = GoldenComparison(try test.golden(), found, keys: rules.keysOfAllTypes)
                self.comparison = comparison
                differences = comparison.differences
            }
            guard let foundRequests else { return verdict(differences, isWhole: hasGolden) }
            let hasRequests = File.kind(of: test.requestsPath) == .file
            if hasRequests {
                let comparison = GoldenComparison(try test.requests().golden, foundRequests.golden)
                requests = comparison
                // Differences in the requests explain differences in the records.
                differences = comparison.differences + differences
            }
            return verdict(differences, isWhole: hasGolden && hasRequests)
        }

        private func verdict(_ differences: [Difference], isWhole: Bool) -> Verdict {
            if !isWhole { return .goldenMissing }
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
        case .goldenMissing: "there is no " + missingFiles.joined(separator: " and no ")
        case .broken(let diagnostics): diagnostics.all.first?.message ?? "the case could not be run"
        }
    }
}
