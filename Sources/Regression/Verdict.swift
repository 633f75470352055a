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
}

extension Case {
    /// Runs the case and compares what comes out with its golden file.
    public func verdict(_ catalogue: RulesCatalogue, registry: Registry) -> Verdict {
        do throws(Diagnostics) {
            let found = Golden(try run(catalogue, registry: registry))
            guard File.kind(of: goldenPath) == .file else { return .goldenMissing }
            let differences = try Golden(contentsOf: goldenPath).differences(to: found)
            return differences.isEmpty ? .passed : .differs(differences)
        } catch {
            return .broken(error)
        }
    }

    /// Runs the case and writes what comes out as its golden file.
    ///
    /// - Returns: what has changed: nothing where the file was right, `nil` where it is new or could not be read.
    public func update(_ catalogue: RulesCatalogue, registry: Registry) throws(Diagnostics) -> [Difference]? {
        let found = Golden(try run(catalogue, registry: registry))
        let old: Golden? = (try? Golden(contentsOf: goldenPath)) ?? nil
        let differences = old?.differences(to: found)
        if let differences, differences.isEmpty { return [] }
        do throws(File.Failure) {
            let file = try ReplacementFile(goldenPath)
            try file.write(found.text.utf8)
            try file.commit()
        } catch {
            throw Diagnostics([Diagnostic(.input, "cannot write: \(error)", at: Location(file: goldenPath))])
        }
        return differences
    }
}
