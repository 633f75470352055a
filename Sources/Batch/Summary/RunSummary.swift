import Records

/// What a run over many pages came to.
package struct RunSummary: Sendable {
    /// The records of a type over all pages.
    package struct TypeSummary: Sendable {
        /// How many records there are.
        package var count = 0
        /// The names of the fields in the rules' order.
        package var fields: [String] = []
        /// How many records have each field.
        package var filled: [String: Int] = [:]

        /// The share of records that have a field, from 0 to 1.
        package func rate(of field: String) -> Double {
            count == 0 ? 0 : Double(filled[field] ?? 0) / Double(count)
        }
    }

    /// The pages that one rules file has read.
    package struct RulesSummary: Sendable {
        package var pages = 0
        /// Pages that did not satisfy the rules.
        package var failed = 0
        /// The names of the record types in the rules' order.
        package var names: [String] = []
        package var types: [String: TypeSummary] = [:]
    }

    /// A page that took long.
    package struct SlowPage: Sendable {
        package var name: String
        package var milliseconds: Double
    }

    /// Pages that were read, or could not be.
    package var pages = 0
    /// Pages that did not satisfy their rules, or could not be read.
    package var failed = 0
    /// Pages that earlier parts of the run have done.
    package var doneBefore = 0
    /// Pages that are none that rules are for, by the reason.
    package var leftOut: [String: Int] = [:]
    /// What is told of pages that have been read all the same.
    package var warnings = 0
    /// The pages' bytes.
    package var bytes = 0
    /// How long the run took.
    package var seconds = 0.0
    /// By the rules' names.
    package var rules: [String: RulesSummary] = [:]
    /// The slowest pages, the slowest first.
    package var slowest: [SlowPage] = []

    /// How many of the slowest pages are kept.
    private static let slowestCount = 5

    /// How many reasons to leave out pages are told apart.
    private static let reasonCount = 50

    package init() {}

    /// Adds what became of a page.
    package mutating func add(_ result: PageResult) {
        if let reason = result.leftOut {
            // Servers invent content types: what is seldom is told together.
            let isNew = leftOut[reason] == nil && leftOut.count >= RunSummary.reasonCount
            leftOut[isNew ? "other reasons" : reason, default: 0] += 1
            return
        }
        pages += 1
        bytes += result.bytes
        warnings += result.warnings
        if result.isFailed { failed += 1 }
        add(result.tally, isFailed: result.isFailed)
        addSlow(SlowPage(name: result.name, milliseconds: result.duration / .milliseconds(1)))
    }

    mutating func add(_ tally: PageTally, isFailed: Bool) {
        guard let name = tally.rules else { return }
        var summary = rules[name] ?? RulesSummary()
        summary.pages += 1
        if isFailed { summary.failed += 1 }
        for type in tally.types {
            if summary.types[type.name] == nil { summary.names.append(type.name) }
            var known = summary.types[type.name] ?? TypeSummary()
            known.count += type.count
            for (field, count) in type.filled {
                if known.filled[field] == nil { known.fields.append(field) }
                known.filled[field, default: 0] += count
            }
            summary.types[type.name] = known
        }
        rules[name] = summary
    }

    private mutating func addSlow(_ page: SlowPage) {
        if slowest.count == RunSummary.slowestCount, let last = slowest.last,
            page.milliseconds <= last.milliseconds
        {
            return
        }
        let place = slowest.firstIndex { $0.milliseconds < page.milliseconds } ?? slowest.count
        slowest.insert(page, at: place)
        if slowest.count > RunSummary.slowestCount { slowest.removeLast() }
    }

    /// How many pages the input has given, those that were left out among them.
    package var found: Int { pages + leftOut.values.reduce(0, +) }
}
