package import Records
package import Regression
import Scraping

/// What is expected of a run: how full fields are and how many records a page has, by the rules' names.
package struct Baseline: Sendable {
    /// What is expected of a record type.
    package struct TypeBaseline: Sendable {
        /// How many records a page has on average; by a corpus, whose pages may be cut to a few records each, as many as the
        /// page with the fewest and any number more.
        var perPage: ClosedRange<Double>
        /// The share of records that have a field.
        var rates: [(field: String, rate: Double)]
        /// Whether there are records at all.
        var hasRecords: Bool
    }

    /// What is expected of the pages of one rules file.
    package struct RulesBaseline: Sendable {
        /// The share of pages that fail.
        var failed: Double
        var names: [String]
        var types: [String: TypeBaseline]
    }

    package private(set) var rules: [String: RulesBaseline] = [:]
    /// Whether it is that of an earlier run, in which rules had pages that should be there again.
    let isOfRun: Bool

    /// What an earlier run came to.
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

    /// What the golden files of a corpus hold.
    ///
    /// - Throws: what is wrong with a case.
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

    /// The types of records with the fields that any of them has.
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
