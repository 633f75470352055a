public import Records

/// What the fields of a rules file survived of the mutations of its cases' pages.
public struct StressReport: Sendable {
    /// The rules file, as messages call it.
    public let rules: String
    /// How many pages were tried.
    public let pages: Int
    /// How many mutations were tried.
    public let mutations: Int
    /// The record types and fields that had a value on one of the pages, those that survived the least first.
    public let fields: [Field]

    /// A record type, or one of its fields.
    public struct Field: Sendable {
        /// `Type` or `Type.field`.
        public let name: String
        /// Where the selector, or else the field, stands in the rules file.
        public let location: Location
        /// The selector that the field was most often lost by, as written; `nil` for a field without one.
        public let selector: String?
        /// What it survived.
        public let all: StressTally
        /// The same by kind; kinds that were not tried are missing.
        public let kinds: [StressKind: StressTally]
        /// The first mutation that it did not survive.
        public let example: StressExample?
        /// A selector that matches the same elements on all pages and survives more.
        public let sturdier: Sturdier?
    }

    /// A selector to take instead of another.
    public struct Sturdier: Hashable, Sendable {
        /// Its text.
        public let selector: String
        /// In how many mutations the selector matched what it should, of those in which it was asked.
        public let before: StressTally
        /// In how many this one does.
        public let after: StressTally
    }
}

// MARK: - JSON

extension StressReport {
    /// The report as a value, for `--format json`.
    public var value: Value {
        [
            "rules": .string(rules), "pages": .number(Number(pages)), "mutations": .number(Number(mutations)),
            "fields": .list(fields.map(\.value)),
        ]
    }
}

extension StressReport.Field {
    /// The field as a value.
    var value: Value {
        var members: [Value.Member] = [
            Value.Member("field", .string(name)), Value.Member("file", .string(location.file)),
        ]
        if let line = location.line { members.append(Value.Member("line", .number(Number(line)))) }
        if let selector { members.append(Value.Member("selector", .string(selector))) }
        members += all.members
        let kinds = StressKind.allCases.compactMap { kind in
            self.kinds[kind].map { Value.Member(kind.rawValue, .object($0.members)) }
        }
        members.append(Value.Member("kinds", .object(kinds)))
        if let example {
            let value: Value = [
                "page": .string(example.page), "line": .number(Number(example.mutation.line)),
                "kind": .string(example.mutation.kind.rawValue), "subject": .string(example.mutation.subject),
            ]
            members.append(Value.Member("example", value))
        }
        if let sturdier {
            let value: Value = [
                "selector": .string(sturdier.selector), "before": .object(sturdier.before.members),
                "after": .object(sturdier.after.members),
            ]
            members.append(Value.Member("sturdier", value))
        }
        return .object(members)
    }
}

extension StressTally {
    fileprivate var members: [Value.Member] {
        let share = Number((share * 10000).rounded() / 10000)
        return [
            Value.Member("tried", .number(Number(tried))),
            Value.Member("survived", .number(Number(survived))),
            Value.Member("share", share.map(Value.number) ?? .null),
        ]
    }
}
