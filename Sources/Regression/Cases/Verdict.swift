public import Records
public import Scraping

/// How a case came out.
public enum Verdict: Sendable {
    case passed
    /// Something else came out than must.
    case differs([Difference])
    /// There is no golden file to compare with.
    case goldenMissing
    /// The case could not be run.
    case broken(Diagnostics)

    /// Whether the case passed.
    public var isPassed: Bool {
        if case .passed = self { true } else { false }
    }

    /// The verdict in a word, as reports for machines have it.
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
    /// Runs the case and compares what comes out with its golden file.
    public func verdict(_ catalogue: RulesCatalogue, registry: Registry) -> Verdict {
        CaseResult(of: self, RulesStore(catalogue, registry: registry)).verdict
    }

    /// Runs the case and writes what comes out as its golden file.
    ///
    /// - Returns: what has changed: nothing where the file was right, `nil` where it is new or could not be read.
    public func update(_ catalogue: RulesCatalogue, registry: Registry) throws(Diagnostics) -> [Difference]? {
        try CaseResult(of: self, RulesStore(catalogue, registry: registry)).update()
    }
}
