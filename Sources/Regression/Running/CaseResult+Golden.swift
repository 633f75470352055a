public import Records
import Scraping

extension CaseResult {
    /// Writes what came out as the case's golden file.
    ///
    /// - Returns: what has changed: nothing where the file was right, `nil` where it is new or could not be read.
    /// - Throws: why the case could not be run, or the file not be written.
    public func update() throws(Diagnostics) -> [Difference]? {
        guard let outcome else { throw Diagnostics(diagnostics) }
        if verdict.isPassed { return [] }
        try write(Golden(outcome))
        return comparison == nil ? nil : differences
    }

    /// Writes the case's golden file with some of the differences accepted.
    ///
    /// - Returns: those that are; none, and nothing is written, where there are none to accept.
    /// - Throws: why the case could not be run, or the file not be written.
    public func accept(_ isAccepted: (Difference) -> Bool) throws(Diagnostics) -> [Difference] {
        guard let comparison else { throw Diagnostics(diagnostics) }
        var accepted: [Difference] = []
        let golden = comparison.accepting { difference in
            guard isAccepted(difference) else { return false }
            accepted.append(difference)
            return true
        }
        if !accepted.isEmpty { try write(golden) }
        return accepted
    }

    private func write(_ golden: Golden) throws(Diagnostics) {
        do throws(File.Failure) {
            let file = try ReplacementFile(test.goldenPath)
            try file.write(golden.text.utf8)
            try file.commit()
        } catch {
            throw Diagnostics([
                Diagnostic(.input, "cannot write: \(error)", at: Location(file: test.goldenPath))
            ])
        }
    }
}
