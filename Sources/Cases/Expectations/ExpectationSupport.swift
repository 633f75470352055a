import Basics
import Engine
import Language
public import Records

/// The expectations of rules files that no case of a corpus confirms.
public enum ExpectationSupport {
    /// A warning for each entry of `expect` whose `when` matches in no case, and for each bound that no case meets.
    ///
    /// - Parameter results: the results of all cases of the rules files; other files are ignored.
    /// - Throws: if a page cannot be read.
    /// - Complexity: reads the pages of the rules files with expectations again.
    public static func warnings(for results: [CaseResult]) throws(Diagnostics) -> [Diagnostic] {
        try warnings(for: results, crawls: nil)
    }

    /// The same, including the pages of crawls, which the store repeats; a store that cannot repeat crawls ignores
    /// them.
    package static func warnings(
        for results: [CaseResult],
        crawls store: RulesStore?
    ) throws(Diagnostics) -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        for (_, group) in Dictionary(grouping: results, by: \.rulesName).sorted(by: { $0.key < $1.key }) {
            guard let rules = group.lazy.compactMap(\.rules).first,
                rules.hasExpectations
            else { continue }
            var samples: [ExpectationSample] = []
            for result in group where result.rules != nil {
                if !result.test.isCrawl {
                    samples.append(try ExpectationSample(of: result.test, by: rules))
                } else if let store {
                    samples += try ExpectationSample.samples(of: result.test, by: rules, store)
                }
            }
            // Without any page of a kind, nothing can be reported.
            if samples.isEmpty { continue }
            warnings += rules.unsupported(by: samples)
            for kind in rules.crawl?.kinds ?? [] {
                let own = samples.filter { $0.kind == kind.name }
                let records = kind.ownRecords(besides: rules)
                // Crawls that are not repeated show nothing about a kind.
                if !own.isEmpty { warnings += kind.page.unsupported(by: own, records) }
            }
        }
        return warnings
    }
}

extension Rules {
    /// Whether the rules, or those of their kinds of pages, expect anything.
    fileprivate var hasExpectations: Bool {
        (records + (crawl?.kinds.flatMap(\.page.records) ?? [])).contains { !$0.expectations.isEmpty }
    }
}

extension Rules {
    /// A warning for each expectation that no page confirms.
    ///
    /// - Parameter rules: the record types that are checked; by default all.
    func unsupported(by samples: [ExpectationSample], _ rules: [RecordRule]? = nil) -> [Diagnostic] {
        func warning(_ message: String, _ range: Range<Int>) -> Diagnostic {
            Diagnostic(
                .rules,
                message,
                severity: .warning,
                at: sources.location(of: range),
                help: "scrape expect updates it"
            )
        }
        var warnings: [Diagnostic] = []
        for rule in rules ?? records {
            for expectation in rule.expectations {
                let condition = expectation.condition.map { text(of: $0) }
                let fitting = samples.filter { condition.map($0.matched.contains) ?? true }
                if fitting.isEmpty {
                    let message =
                        "no case is a page of this expectation: `\(condition ?? "")` matches in none"
                    warnings.append(warning(message, expectation.range))
                    continue
                }
                let pages = fitting.filter { sample in
                    !sample.records(of: rule.name).isEmpty
                        && (expectation.layout == nil
                            || expectation.layout == sample.origins[rule.name]?.layout)
                }
                var failures: [Range<Int>: (count: Int, message: String)] = [:]
                for page in pages {
                    let empty = page.origins[rule.name]?.empty ?? 0
                    let shortfalls = expectation.shortfalls(
                        page.records(of: rule.name),
                        empty: empty,
                        of: rule.name
                    )
                    for shortfall in shortfalls {
                        let count = failures[shortfall.range]?.count ?? 0
                        failures[shortfall.range] = (count + 1, shortfall.message)
                    }
                }
                for (range, failure) in failures.sorted(by: { $0.key.lowerBound < $1.key.lowerBound })
                where failure.count == pages.count {
                    let message = "no case meets this expectation: \(failure.message)"
                    warnings.append(warning(message, range))
                }
            }
        }
        return warnings
    }
}
