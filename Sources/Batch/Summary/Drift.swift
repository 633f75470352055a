package import Records

/// What has changed between what was expected of a run and what it came to: a site has changed under its rules.
package struct Drift {
    /// What is told when it has: a line each.
    package private(set) var changes: [Diagnostic] = []
    private let tolerance: Double

    /// Compares a run with what is expected.
    ///
    /// - Parameters:
    ///   - tolerance: how many of a hundred records may lack a field more than expected, and pages fail, and by what share
    ///     the number of records on a page may differ, from 0 to 1.
    package init(_ run: RunSummary, against expected: Baseline, tolerance: Double) {
        self.tolerance = tolerance
        for (name, found) in run.rules.sorted(by: { $0.key < $1.key }) {
            guard let rules = expected.rules[name] else {
                tell("\(name): nothing is known to compare its \(found.pages) pages with", severity: .warning)
                continue
            }
            compare(name, found, rules)
        }
        for name in expected.rules.keys.sorted() where expected.isOfRun && run.rules[name] == nil {
            tell("\(name): expected pages for these rules, found none")
        }
    }

    private mutating func compare(
        _ name: String,
        _ found: RunSummary.RulesSummary,
        _ expected: Baseline.RulesBaseline
    ) {
        let failed = Drift.share(found.failed, of: found.pages)
        if failed > expected.failed + tolerance {
            tell(
                "\(name): \(SummaryText.percent(failed)) of the pages failed, "
                    + "expected \(SummaryText.percent(expected.failed))"
            )
        }
        for type in expected.names {
            guard let wanted = expected.types[type] else { continue }
            let summary = found.types[type] ?? RunSummary.TypeSummary()
            compare("\(name): \(type)", summary, pages: found.pages, wanted)
        }
    }

    private mutating func compare(
        _ name: String,
        _ found: RunSummary.TypeSummary,
        pages: Int,
        _ expected: Baseline.TypeBaseline
    ) {
        let average = Double(found.count) / Double(max(pages, 1))
        if found.count == 0, expected.hasRecords {
            tell(
                "\(name): no records on \(SummaryText.count(pages)) \(pages == 1 ? "page" : "pages"), expected some"
            )
            return
        }
        if average < expected.perPage.lowerBound * (1 - tolerance)
            || average > expected.perPage.upperBound * (1 + tolerance)
        {
            tell(
                "\(name): \(Drift.text(average)) records on a page, expected \(Drift.text(expected.perPage))"
            )
        }
        for (field, rate) in expected.rates where found.rate(of: field) < rate - tolerance {
            tell(
                "\(name).\(field) is in \(SummaryText.percent(found.rate(of: field))) of the records, "
                    + "expected \(SummaryText.percent(rate))"
            )
        }
    }

    private mutating func tell(_ message: String, severity: Diagnostic.Severity = .error) {
        changes.append(Diagnostic(.page, message, severity: severity))
    }

    static func share(_ part: Int, of whole: Int) -> Double { whole == 0 ? 0 : Double(part) / Double(whole) }

    private static func text(_ range: ClosedRange<Double>) -> String {
        let low = text(range.lowerBound)
        if range.upperBound == .infinity { return "at least \(low)" }
        let high = text(range.upperBound)
        return low == high ? low : "\(low) to \(high)"
    }

    /// A number as it matters: more digits the smaller it is.
    private static func text(_ number: Double) -> String {
        let scale = number < 10 ? 100.0 : 10.0
        let rounded = (number * scale).rounded() / scale
        // The file of an earlier summary may hold any number.
        let isWhole = rounded == rounded.rounded() && rounded.magnitude < 1e15
        return isWhole ? "\(Int(rounded))" : "\(rounded)"
    }
}
