package import Records
package import Cases
import Scraping

/// The differences between a run and its baseline, which show that a site has changed.
package struct Drift {
    /// A diagnostic for each difference.
    package private(set) var changes: [Diagnostic] = []
    private let tolerance: Double

    /// Compares a run with a baseline.
    ///
    /// - Parameters:
    ///   - tolerance: by how much, from 0 to 1, the share of records with a field may fall, the share of failed pages may
    ///     rise, and the number of records per page may differ relatively.
    package init(_ run: RunSummary, against expected: Baseline, tolerance: Double) {
        self.tolerance = tolerance
        for (name, found) in run.rules.sorted(by: { $0.key < $1.key }) {
            guard let rules = expected.rules[name] else {
                report("\(name): the baseline has no pages to compare with", severity: .warning)
                continue
            }
            compare(name, found, rules)
        }
        for name in expected.rules.keys.sorted() where expected.isOfRun && run.rules[name] == nil {
            report("\(name): expected pages for these rules, found none")
        }
    }

    private mutating func compare(
        _ name: String,
        _ found: RunSummary.RulesSummary,
        _ expected: Baseline.RulesBaseline
    ) {
        let failed = Drift.share(found.failed, of: found.pages)
        if failed > expected.failed + tolerance {
            report(
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
            report(
                "\(name): no records on \(SummaryText.count(pages)) \(pages == 1 ? "page" : "pages"), expected some"
            )
            return
        }
        if average < expected.perPage.lowerBound * (1 - tolerance)
            || average > expected.perPage.upperBound * (1 + tolerance)
        {
            report(
                "\(name): \(Drift.text(average)) records on a page, expected \(Drift.text(expected.perPage))"
            )
        }
        for (field, rate) in expected.rates where found.rate(of: field) < rate - tolerance {
            report(
                "\(name).\(field) is in \(SummaryText.percent(found.rate(of: field))) of the records, "
                    + "expected \(SummaryText.percent(rate))"
            )
        }
    }

    private mutating func report(_ message: String, severity: Diagnostic.Severity = .error) {
        changes.append(Diagnostic(.page, message, severity: severity))
    }

    static func share(_ part: Int, of whole: Int) -> Double { whole == 0 ? 0 : Double(part) / Double(whole) }

    private static func text(_ range: ClosedRange<Double>) -> String {
        let low = text(range.lowerBound)
        if range.upperBound == .infinity { return "at least \(low)" }
        let high = text(range.upperBound)
        return low == high ? low : "\(low) to \(high)"
    }

    /// A number with two decimals below 10, and one above.
    private static func text(_ number: Double) -> String {
        let scale = number < 10 ? 100.0 : 10.0
        let rounded = (number * scale).rounded() / scale
        // A summary file may hold any number.
        let isWhole = rounded == rounded.rounded() && rounded.magnitude < 1e15
        return isWhole ? "\(Int(rounded))" : "\(rounded)"
    }
}

/// The fill rates and numbers of records that are expected of a run, by the names of rules.
package struct Baseline: Sendable {
    /// The expectations for a record type.
    package struct TypeBaseline: Sendable {
        /// The average number of records per page. The pages of a corpus may be reduced to a few records, so its range
        /// starts at the page with the fewest and has no upper bound.
        var perPage: ClosedRange<Double>
        /// The share of records that have a field.
        var rates: [(field: String, rate: Double)]
        /// Whether there are records at all.
        var hasRecords: Bool
    }

    /// The expectations for the pages of one rules file.
    package struct RulesBaseline: Sendable {
        /// The share of pages that fail.
        var failed: Double
        var names: [String]
        var types: [String: TypeBaseline]
    }

    package private(set) var rules: [String: RulesBaseline] = [:]
    /// Whether the baseline is an earlier run, so that all of its rules must have pages again.
    let isOfRun: Bool

    /// The baseline of an earlier run.
    package init(_ summary: RunSummary) {
        isOfRun = true
        for (name, rules) in summary.rules where rules.pages > 0 {
            let types = rules.types.mapValues { type in
                let average = Double(type.count) / Double(rules.pages)
                return TypeBaseline(
                    perPage: average...average,
                    rates: type.fields.map { ($0, type.rate(of: $0)) },
                    hasRecords: type.count > 0
                )
            }
            let failed = Drift.share(rules.failed, of: rules.pages)
            self.rules[name] = RulesBaseline(failed: failed, names: rules.names, types: types)
        }
    }

    /// The baseline of the golden files of a corpus.
    ///
    /// - Throws: why a case cannot be read.
    package init(_ corpus: Corpus) throws(Diagnostics) {
        isOfRun = false
        var pages: [String: [(counts: [String: Int], isFailed: Bool)]] = [:]
        var summary = RunSummary()
        for oneCase in try corpus.cases() where File.kind(of: oneCase.goldenPath) == .file {
            let name = try oneCase.facts().rules ?? oneCase.site
            let golden = try Golden(contentsOf: oneCase.goldenPath)
            let records = golden.records.compactMap(Record.init)
            let isFailed = golden.diagnostics.contains { $0.contains("error: ") }
            summary.add(
                PageTally(records, types: Baseline.types(of: records), rules: name),
                isFailed: isFailed
            )
            let counts = Dictionary(grouping: records, by: \.type).mapValues(\.count)
            pages[name, default: []].append((counts, isFailed))
        }
        for (name, rules) in summary.rules {
            let counts = pages[name, default: []].map(\.counts)
            var types: [String: TypeBaseline] = [:]
            for (type, known) in rules.types {
                let perPage = counts.map { Double($0[type] ?? 0) }
                types[type] = TypeBaseline(
                    perPage: (perPage.min() ?? 0)...(.infinity),
                    rates: known.fields.map { ($0, known.rate(of: $0)) },
                    hasRecords: known.count > 0
                )
            }
            self.rules[name] = RulesBaseline(
                failed: Drift.share(rules.failed, of: rules.pages),
                names: rules.names,
                types: types
            )
        }
    }

    /// The types of some records, each with all fields that its records have.
    private static func types(of records: [Record]) -> [Schema.RecordType] {
        var types: [Schema.RecordType] = []
        for record in records {
            let index: Int
            if let known = types.firstIndex(where: { $0.name == record.type }) {
                index = known
            } else {
                index = types.count
                types.append(Schema.RecordType(name: record.type, fields: []))
            }
            for member in record.fields where !types[index].fields.contains(where: { $0.name == member.name })
            {
                types[index].fields.append(
                    Schema.Field(name: member.name, type: .scalar(.json), isRequired: false)
                )
            }
        }
        return types
    }
}
