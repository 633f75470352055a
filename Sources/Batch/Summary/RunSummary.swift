import Basics
package import Records

/// The results of a run over many pages, including the earlier parts that it has resumed. The time and the slowest pages
/// are those of the last part.
package struct RunSummary: Sendable {
    /// The counts of a type's records over all pages.
    package struct TypeSummary: Sendable {
        /// The number of records.
        package var count = 0
        /// The names of the counts, in the order of the rules: see ``CountName``.
        package var fields: [String] = []
        /// The number of records, or of objects in them, that have each field.
        package var filled: [String: Int] = [:]

        /// The share of records that have a field, from 0 to 1; for a field of objects, the share of these objects; for
        /// the elements of a list, their average number.
        package func rate(of field: String) -> Double {
            let total = total(of: field)
            return total == 0 ? 0 : Double(filled[field] ?? 0) / Double(total)
        }

        /// The number of records, or of objects around it, that could have a field.
        func total(of field: String) -> Int {
            if field.hasSuffix("[]") { return total(of: String(field.dropLast(2))) }
            // A field's name may itself have a point: the longest path that is counted is that of the object.
            var end = field.endIndex
            while let point = field[..<end].lastIndex(of: ".") {
                if let known = filled[String(field[..<point])] { return known }
                end = point
            }
            return count
        }

        /// The fields at any depth, with the elements of lists.
        var paths: [String] { fields.filter { CountName.split($0).aspect == nil } }
    }

    /// The counts of one rules file's pages.
    package struct RulesSummary: Sendable {
        package var pages = 0
        /// The number of pages that do not satisfy the rules.
        package var failed = 0
        /// The names of the record types in the order of the rules.
        package var names: [String] = []
        package var types: [String: TypeSummary] = [:]
    }

    /// A page that took a long time.
    package struct SlowPage: Sendable {
        package var name: String
        package var milliseconds: Double
    }

    /// The counts of the earlier parts of a run.
    package struct Before: Sendable {
        /// The number of pages that were read or could not be read.
        package fileprivate(set) var pages = 0
        /// The number of pages that were found, including those that were left out.
        package fileprivate(set) var found = 0
        /// The size of the pages.
        package fileprivate(set) var bytes = 0
    }

    /// The number of pages that were read or could not be read.
    package var pages = 0
    /// The number of pages that do not satisfy their rules or could not be read.
    package var failed = 0
    /// The counts of the earlier parts of the run, which are included.
    package private(set) var before = Before()
    /// Whether all counts are known. Some journals contain only the pages.
    package var isWhole = true
    /// The number of pages that were left out, by the reason.
    package var leftOut: [String: Int] = [:]
    /// The number of warnings.
    package var warnings = 0
    /// The size of the pages.
    package var bytes = 0
    /// The duration of the run.
    package var seconds = 0.0
    /// The counts by the names of rules.
    package var rules: [String: RulesSummary] = [:]
    /// The slowest pages, the slowest first.
    package var slowest: [SlowPage] = []

    /// The maximum number of slowest pages in the list.
    private static let slowestCount = 5

    /// The maximum number of reasons for leaving out pages that are counted separately.
    private static let reasonCount = 50

    package init() {}

    /// Marks everything that has been added so far as finished by earlier parts.
    mutating func beginPart() { before = Before(pages: pages, found: found, bytes: bytes) }

    /// Adds the results of some pages.
    package mutating func add(_ pages: [FinishedPage]) {
        add(PortionTally(pages))
        for page in pages where page.result.leftOut == nil {
            let milliseconds = page.result.duration / .milliseconds(1)
            addSlow(SlowPage(name: page.result.name, milliseconds: milliseconds))
        }
    }

    /// Adds the counts of a portion of pages.
    mutating func add(_ portion: PortionTally) {
        // Wrapping addition, since a journal may hold any numbers.
        pages &+= portion.pages
        failed &+= portion.failed
        warnings &+= portion.warnings
        bytes &+= portion.bytes
        for (reason, count) in portion.leftOut {
            // Servers invent content types, so further reasons are counted together.
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

    /// The number of pages that were found in the input, including those that were left out.
    package var found: Int { leftOut.values.reduce(pages, &+) }
}

// MARK: - JSON

extension RunSummary {
    /// The summary as JSON: `{"pages", "failed", …, "rules": {NAME: {"pages", "failed", "records": {TYPE: {"count",
    /// "filled": {PATH: count}, "pages": {PATH: count}, "letters": {PATH: count}, "digits": {PATH: count}}}}},
    /// "slowest": […]}`.
    package var value: Value {
        var members: [Value.Member] = [
            .init("pages", .number(Number(pages))), .init("failed", .number(Number(failed))),
            .init("doneBefore", .number(Number(before.pages))),
            .init("leftOut", RunSummary.counts(leftOut.sorted { $0.key < $1.key })),
            .init("warnings", .number(Number(warnings))), .init("bytes", .number(Number(bytes))),
            .init("seconds", RunSummary.number(seconds)),
        ]
        members.append(
            .init("rules", .object(rules.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.value) }))
        )
        let pages = slowest.map { page in
            Value.object([
                .init("page", .string(page.name)),
                .init("milliseconds", RunSummary.number(page.milliseconds)),
            ])
        }
        members.append(.init("slowest", .list(pages)))
        return .object(members)
    }

    /// Reads the pages, the failures and the rules of a ``value``.
    ///
    /// - Returns: `nil` if the value is not a summary.
    package init?(_ value: Value) {
        guard let rules = value["rules"]?.object, let pages = value["pages"]?.number?.integer else {
            return nil
        }
        self.init()
        self.pages = pages
        failed = value["failed"]?.number?.integer ?? 0
        for member in rules {
            guard let summary = RulesSummary(member.value) else { return nil }
            self.rules[member.name] = summary
        }
    }

    fileprivate static func counts(_ counts: [(key: String, value: Int)]) -> Value {
        .object(counts.map { Value.Member($0.key, .number(Number($0.value))) })
    }

    /// A number with at most three decimals.
    private static func number(_ number: Double) -> Value {
        Number((number * 1000).rounded() / 1000).map(Value.number) ?? .null
    }
}

extension RunSummary.RulesSummary {
    fileprivate var value: Value {
        let records = names.map { name in Value.Member(name, types[name]?.value ?? .null) }
        return .object([
            .init("pages", .number(Number(pages))), .init("failed", .number(Number(failed))),
            .init("records", .object(records)),
        ])
    }

    fileprivate init?(_ value: Value) {
        guard let pages = value["pages"]?.number?.integer, let records = value["records"]?.object else {
            return nil
        }
        self.init()
        self.pages = pages
        failed = value["failed"]?.number?.integer ?? 0
        for member in records {
            guard let type = RunSummary.TypeSummary(member.value) else { return nil }
            names.append(member.name)
            types[member.name] = type
        }
    }
}

extension RunSummary.TypeSummary {
    fileprivate var value: Value {
        var members = [Value.Member("count", .number(Number(count)))]
        for aspect in [nil] + CountName.Aspect.allCases {
            let counts = fields.compactMap { name -> (key: String, value: Int)? in
                let (path, found) = CountName.split(name)
                return found == aspect ? (path, filled[name] ?? 0) : nil
            }
            if aspect != nil, counts.isEmpty { continue }
            members.append(Value.Member(aspect?.rawValue ?? "filled", RunSummary.counts(counts)))
        }
        return .object(members)
    }

    fileprivate init?(_ value: Value) {
        guard let count = value["count"]?.number?.integer, let counts = value["filled"]?.object else {
            return nil
        }
        self.init()
        self.count = count
        for member in counts {
            guard let count = member.value.number?.integer else { return nil }
            fields.append(member.name)
            filled[member.name] = count
        }
        for aspect in CountName.Aspect.allCases {
            for member in value[aspect.rawValue]?.object ?? [] {
                guard let count = member.value.number?.integer else { return nil }
                let name = CountName.of(member.name, aspect)
                fields.append(name)
                filled[name] = count
            }
        }
    }
}

/// A summary as lines of text.
package struct SummaryText {
    private let summary: RunSummary

    package init(_ summary: RunSummary) {
        self.summary = summary
    }

    /// The lines: pages, pages that were left out, records of each type with the fill rate of each field, the slowest
    /// pages.
    package var lines: [String] {
        var lines = [pages]
        for (reason, count) in summary.leftOut.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            lines.append("left out \(SummaryText.count(count)): \(reason)")
        }
        for (name, rules) in summary.rules.sorted(by: { $0.key < $1.key }) {
            let failed = rules.failed == 0 ? "" : ", \(SummaryText.count(rules.failed)) failed"
            lines.append(
                "\(name): \(SummaryText.count(rules.pages)) \(rules.pages == 1 ? "page" : "pages")\(failed)"
            )
            for type in rules.names { lines += self.lines(type, rules.types[type]) }
        }
        if summary.pages > 1, !summary.slowest.isEmpty {
            lines.append("slowest pages")
            for page in summary.slowest {
                let name = TerminalText.withoutControls(page.name)
                lines.append("  \(SummaryText.number(page.milliseconds, digits: 1)) ms  \(name)")
            }
        }
        return lines
    }

    private var pages: String {
        var parts = ["\(SummaryText.count(summary.pages)) \(summary.pages == 1 ? "page" : "pages")"]
        if summary.before.pages > 0 {
            parts.append("\(SummaryText.count(summary.before.pages)) of them done before")
        }
        parts.append("\(SummaryText.count(summary.failed)) failed")
        if summary.warnings > 0 {
            parts.append(
                "\(SummaryText.count(summary.warnings)) \(summary.warnings == 1 ? "warning" : "warnings")"
            )
        }
        var line = parts.joined(separator: ", ")
        if summary.seconds > 0 {
            let rate = Double(summary.pages - summary.before.pages) / summary.seconds
            let speed = Double(summary.bytes &- summary.before.bytes) / summary.seconds / 1e6
            line +=
                " in \(SummaryText.number(summary.seconds, digits: 1)) s"
                + " (\(SummaryText.count(Int(rate.rounded()))) pages/s, \(SummaryText.number(speed, digits: 1)) MB/s)"
        }
        return line
    }

    private func lines(_ name: String, _ type: RunSummary.TypeSummary?) -> [String] {
        guard let type else { return [] }
        let fields = type.paths.map { path in
            let rate = type.rate(of: path)
            return
                "\(path) \(path.hasSuffix("[]") ? SummaryText.number(rate, digits: 1) : SummaryText.percent(rate))"
        }
        return ["  \(name) \(SummaryText.count(type.count))"]
            + SummaryText.wrapped(type.count == 0 ? [] : fields)
    }

    /// Words, wrapped to the usual width of a terminal.
    private static func wrapped(_ words: [String]) -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + word.count < 98 {
                lines[lines.count - 1] = last + ", " + word
            } else {
                lines.append("    " + word)
            }
        }
        return lines
    }

    /// A share in percent. Only 1 is printed as 100%, and only 0 as 0%.
    static func percent(_ share: Double) -> String {
        let percent = (share * 1000).rounded() / 10
        if percent >= 100, share < 1 { return "99.9%" }
        if percent <= 0, share > 0 { return "0.1%" }
        return "\(number(percent, digits: percent == percent.rounded() ? 0 : 1))%"
    }

    /// A number with commas between groups of three digits.
    package static func count(_ count: Int) -> String {
        var digits = Array(String(count))
        var place = digits.count - 3
        while place > (count < 0 ? 1 : 0) {
            digits.insert(",", at: place)
            place -= 3
        }
        return String(digits)
    }

    static func number(_ number: Double, digits: Int) -> String {
        let scale = digits == 0 ? 1.0 : 10.0
        let whole = (number * scale).rounded()
        guard whole.magnitude < 1e15 else { return "\(number)" }
        return digits == 0 ? "\(Int(whole))" : "\(Int(whole) / 10).\(abs(Int(whole)) % 10)"
    }
}
