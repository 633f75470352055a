import Basics
package import Engine
import Extraction
import Language
package import Records

/// A page that violates expectations learned from the other pages of its site.
package struct ExpectationAlarm: Sendable {
    /// The page's name.
    package let page: String
    /// The expectations that it violates.
    package let messages: [String]
}

extension LearnedExpectations {
    /// Leaves out each page in turn, learns from the others, and compares the page with the result.
    ///
    /// - Returns: the pages that would be reported, each without a reason.
    /// - Complexity: number of pages × that of learning.
    package static func alarms(
        _ rules: Rules,
        _ samples: [ExpectationSample],
        registry: Registry
    ) throws(Diagnostics) -> [ExpectationAlarm] {
        var alarms: [ExpectationAlarm] = []
        // Most samples teach nothing that the others do not.
        var last: Rules?
        for (index, sample) in samples.enumerated() where sample.isNormal {
            var others = samples
            others.remove(at: index)
            let text = LearnedExpectations(rules, others).written(into: rules.file.bytes)
            let learned: Rules
            if let last, last.file.bytes == text {
                learned = last
            } else {
                learned = try Rules.read(SourceText(name: rules.file.name, bytes: text), registry: registry)
                last = learned
            }
            let messages = sample.shortfalls(learned)
            if !messages.isEmpty { alarms.append(ExpectationAlarm(page: sample.name, messages: messages)) }
        }
        return alarms
    }
}

extension ExpectationSample {
    /// The rules' expectations that the page's records violate. The rules must find records in the same way as the
    /// page's own.
    func shortfalls(_ rules: Rules) -> [String] {
        // A page of another kind rightly has no records of a type.
        let types = kind.flatMap { kind in rules.crawl?.kinds.first { $0.name == kind }?.page.records }
        return (types ?? rules.records.filter { self.types.contains($0.name) }).flatMap { rule -> [String] in
            let records = records(of: rule.name)
            let origin = origins[rule.name]
            return rule.expectations.flatMap { expectation -> [String] in
                if let condition = expectation.condition, !matched.contains(rules.text(of: condition)) {
                    return []
                }
                if let layout = expectation.layout, layout != origin?.layout || records.isEmpty { return [] }
                return expectation.shortfalls(records, empty: origin?.empty ?? 0, of: rule.name)
                    .map(\.message)
            }
        }
    }
}
