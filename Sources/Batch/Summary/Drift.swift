package import Cases
import Engine
package import Records

/// The differences between a run and its baseline, which show that a site has changed.
package struct Drift {
    /// A diagnostic for each difference.
    package private(set) var changes: [Diagnostic] = []
    private let tolerance: Double
    /// Whether a significant decrease is reported even if it is small.
    private let findsSmallFalls: Bool
    /// The probability of a random decrease that is reported.
    private static let falseAlarm = 1.0 / 200

    /// Compares a run with a baseline.
    ///
    /// - Parameters:
    ///   - tolerance: the maximum, from 0 to 1, by which the share of records with a field may decrease, the share of
    ///     failed pages may increase, and the number of records per page may differ relatively; `nil` for a tenth, with
    ///     smaller but significant decreases reported too.
    package init(_ run: RunSummary, against expected: Baseline, tolerance: Double?) {
        self.tolerance = tolerance ?? 0.1
        findsSmallFalls = tolerance == nil
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
        var gone: Set<String> = []
        for (field, rate) in expected.rates {
            // A field that is missing together with its enclosing object is reported for that object.
            guard !expected.isGone(with: field, in: found) else { continue }
            if field.hasSuffix("[]") {
                if !gone.contains(String(field.dropLast(2))) { compareLengths(name, found, field, rate) }
            } else if found.rate(of: field) < rate - tolerance || isFall(found, pages: pages, field, expected)
            {
                report(
                    "\(name).\(field) is in \(SummaryText.percent(found.rate(of: field))) of the \(Drift.places(field)), "
                        + "expected \(SummaryText.percent(rate))"
                )
                gone.insert(field)
            }
        }
        for shape in expected.shapes where !gone.contains(shape.path) { compare(name, found, shape) }
    }

    /// Whether a field is missing on so many pages, or in so many records, that this is significant.
    private func isFall(
        _ found: RunSummary.TypeSummary,
        pages: Int,
        _ field: String,
        _ expected: Baseline.TypeBaseline
    ) -> Bool {
        guard findsSmallFalls, let known = expected.pageShares[field] else { return false }
        let count = Double(found.filled[CountName.of(field, .pages)] ?? 0)
        let all = Double(pages)
        if all < 1 || count >= known.share * all { return false }
        // Pages are independent, but the records of a page are not, so the number of pages determines how well the
        // share is known.
        let seen = Double(known.pages)
        let share = (known.share * seen + 1) / (seen + 2)
        let spread = (share * (1 - share) * (1 / all + 1 / seen)).squareRoot()
        if count == 0, all >= 5 {
            let chance = (0..<min(pages, 4096)).reduce(1.0) { result, _ in result * (1 - share) }
            if chance <= Drift.falseAlarm { return true }
        }
        return count / all < share - 4 * spread
    }

    private mutating func compareLengths(
        _ name: String,
        _ found: RunSummary.TypeSummary,
        _ field: String,
        _ expected: Double
    ) {
        let rate = found.rate(of: field)
        guard rate < expected * (1 - max(tolerance, 0.25)) else { return }
        report(
            "\(name).\(field.dropLast(2)) has \(Drift.text(rate)) elements on average, expected \(Drift.text(expected))"
        )
    }

    private mutating func compare(
        _ name: String,
        _ found: RunSummary.TypeSummary,
        _ expected: Baseline.Shape
    ) {
        let count = found.filled[expected.path] ?? 0
        guard count >= 5, expected.count >= 5 else { return }
        let share = Drift.share(found.filled[CountName.of(expected.path, expected.aspect)] ?? 0, of: count)
        // A few values show little.
        let margin = min(count, expected.count) < 20 ? 0.5 : max(2 * tolerance, 0.2)
        guard abs(share - expected.share) > margin else { return }
        report(
            "\(name).\(expected.path): \(SummaryText.percent(share)) of the values have "
                + "\(expected.aspect.rawValue), expected \(SummaryText.percent(expected.share))"
        )
    }

    /// The name of the objects that contain a field.
    private static func places(_ field: String) -> String { field.contains(".") ? "objects" : "records" }

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

/// The expected fill rates and numbers of records of a run, by the names of rules.
package struct Baseline: Sendable {
    /// The expectations for a record type.
    package struct TypeBaseline: Sendable {
        /// The average number of records per page. The pages of a corpus may be reduced to a few records, so its range
        /// starts at the page with the fewest and has no upper bound.
        var perPage: ClosedRange<Double>
        /// The share of records, or of the objects around it, that have a field; for a list, its average number of
        /// elements.
        var rates: [(field: String, rate: Double)]
        /// Whether there are records at all.
        var hasRecords: Bool
        /// The form of texts.
        var shapes: [Shape] = []
        /// The share of pages that have a field, and the number of pages.
        var pageShares: [String: (share: Double, pages: Int)] = [:]

        /// - Parameter pages: the number of pages, which is positive.
        init(_ type: RunSummary.TypeSummary, pages: Int, perPage: ClosedRange<Double>) {
            self.perPage = perPage
            rates = type.paths.map { ($0, type.rate(of: $0)) }
            hasRecords = type.count > 0
            for name in type.fields {
                let (path, aspect) = CountName.split(name)
                let count = type.filled[name] ?? 0
                switch aspect {
                case nil: break
                case .pages: pageShares[path] = (min(1, Double(count) / Double(pages)), pages)
                case .letters?, .digits?:
                    guard let aspect, let all = type.filled[path] else { continue }
                    shapes.append(
                        Shape(path: path, aspect: aspect, share: Drift.share(count, of: all), count: all)
                    )
                }
            }
        }

        /// Whether the object or list around a field is missing in a run though it is expected.
        fileprivate func isGone(with field: String, in found: RunSummary.TypeSummary) -> Bool {
            field.contains(".") && found.total(of: field) == 0
        }
    }

    /// The share of a field's texts that have an aspect: digits or letters.
    package struct Shape: Sendable {
        let path: String
        let aspect: CountName.Aspect
        let share: Double
        /// The number of texts.
        let count: Int
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
                return TypeBaseline(type, pages: rules.pages, perPage: average...average)
            }
            let failed = Drift.share(rules.failed, of: rules.pages)
            self.rules[name] = RulesBaseline(failed: failed, names: rules.names, types: types)
        }
    }

    /// The baseline of the golden files of a corpus.
    ///
    /// - Parameter store: repeats crawls; each of their pages is a page of the baseline.
    /// - Throws: why a case cannot be read.
    package init(_ corpus: Corpus, _ store: RulesStore) throws(Diagnostics) {
        isOfRun = false
        var pages: [String: [(counts: [String: Int], isFailed: Bool)]] = [:]
        var summary = RunSummary()
        for oneCase in try corpus.cases() where File.kind(of: oneCase.goldenPath) == .file {
            let facts = try oneCase.facts()
            let name = facts.rules ?? oneCase.site
            func add(_ records: [Record], isFailed: Bool) {
                summary.add(
                    PageTally(RecordBatch(records), types: Baseline.types(of: records), rules: name),
                    isFailed: isFailed
                )
                let counts = Dictionary(grouping: records, by: \.type).mapValues(\.count)
                pages[name, default: []].append((counts, isFailed))
            }
            if oneCase.isCrawl {
                try oneCase.visitPages(facts, try store.rules(named: name), store) { found in
                    guard found.hasRecords, let outcome = found.outcome else { return }
                    add(outcome.records, isFailed: outcome.diagnostics.contains { $0.severity == .error })
                }
            } else {
                let golden = try oneCase.golden()
                add(
                    golden.records.compactMap(Record.init),
                    isFailed: golden.diagnostics.contains { $0.contains("error: ") }
                )
            }
        }
        for (name, rules) in summary.rules {
            let counts = pages[name, default: []].map(\.counts)
            var types: [String: TypeBaseline] = [:]
            for (type, known) in rules.types {
                let perPage = counts.map { Double($0[type] ?? 0) }
                types[type] = TypeBaseline(
                    known,
                    pages: rules.pages,
                    perPage: (perPage.min() ?? 0)...(.infinity)
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
            types[index].fields = Baseline.fields(types[index].fields, and: record.fields)
        }
        return types
    }

    /// Some fields and those of an object, with the types of their values.
    private static func fields(_ known: [Schema.Field], and members: [Value.Member]) -> [Schema.Field] {
        var fields = known
        for member in members {
            guard let index = fields.firstIndex(where: { $0.name == member.name }) else {
                fields.append(
                    Schema.Field(name: member.name, type: type(nil, and: member.value), isRequired: false)
                )
                continue
            }
            fields[index].type = type(fields[index].type, and: member.value)
        }
        return fields
    }

    /// The type of a field after one more value, given the type of its earlier values; a text does not change
    /// it.
    private static func type(_ known: Schema.FieldType?, and value: Value) -> Schema.FieldType {
        switch value {
        case .null: return known ?? .scalar(.json)
        case .boolean, .number: return known ?? .scalar(.json)
        case .string:
            return known == nil || known == .scalar(.json) ? .scalar(.string) : known ?? .scalar(.string)
        case .object(let members):
            let fields: [Schema.Field] = if case .object(let fields)? = known { fields } else { [] }
            return .object(Baseline.fields(fields, and: members))
        case .list(let elements):
            var element: Schema.FieldType? = if case .list(let element)? = known { element } else { nil }
            for value in elements { element = type(element, and: value) }
            return .list(element ?? .scalar(.json))
        }
    }
}
