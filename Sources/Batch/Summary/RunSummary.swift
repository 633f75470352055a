import Records

/// What a run over many pages came to, with the earlier parts that it has continued; the time and the slowest pages are
/// those of its last part.
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

    /// What a part of a run has done.
    package struct Before: Sendable {
        /// Pages that were read, or could not be.
        package fileprivate(set) var pages = 0
        /// The pages that were left out, too.
        package fileprivate(set) var found = 0
        /// The pages' bytes.
        package fileprivate(set) var bytes = 0
    }

    /// Pages that were read, or could not be.
    package var pages = 0
    /// Pages that did not satisfy their rules, or could not be read.
    package var failed = 0
    /// What of it earlier parts of the run have done.
    package private(set) var before = Before()
    /// Whether all of it is here; of what some journals tell nothing but the pages is known.
    package var isWhole = true
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

    /// Lets all that has been added so far be what earlier parts have done.
    mutating func beginPart() { before = Before(pages: pages, found: found, bytes: bytes) }

    /// Adds what became of some pages.
    package mutating func add(_ results: [PageResult]) {
        add(PortionTally(results))
        for result in results where result.leftOut == nil {
            addSlow(SlowPage(name: result.name, milliseconds: result.duration / .milliseconds(1)))
        }
    }

    /// Adds what a portion of pages has come to.
    mutating func add(_ portion: PortionTally) {
        // Without traps: a journal could say anything.
        pages &+= portion.pages
        failed &+= portion.failed
        warnings &+= portion.warnings
        bytes &+= portion.bytes
        for (reason, count) in portion.leftOut {
            // Servers invent content types: what is seldom is told together.
            let isNew = leftOut[reason] == nil && leftOut.count >= RunSummary.reasonCount
            leftOut[isNew ? "other reasons" : reason, default: 0] &+= count
        }
        for tally in portion.rules { add(tally) }
    }

    mutating func add(_ tally: PageTally, isFailed: Bool) {
        guard let name = tally.rules else { return }
        add(PortionTally.RulesTally(name: name, pages: 1, failed: isFailed ? 1 : 0, types: tally.types))
    }

    private mutating func add(_ tally: PortionTally.RulesTally) {
        var summary = rules[tally.name] ?? RulesSummary()
        summary.pages &+= tally.pages
        summary.failed &+= tally.failed
        for type in tally.types {
            if summary.types[type.name] == nil { summary.names.append(type.name) }
            var known = summary.types[type.name] ?? TypeSummary()
            known.count &+= type.count
            for (field, count) in type.filled {
                if known.filled[field] == nil { known.fields.append(field) }
                known.filled[field, default: 0] &+= count
            }
            summary.types[type.name] = known
        }
        rules[tally.name] = summary
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
    package var found: Int { leftOut.values.reduce(pages, &+) }
}
