public import Basics
public import Mutation
public import Records
import Selectors

/// The mutations that the fields of a rules file survived.
public struct MutationReport: Sendable {
    /// The name of the rules file in messages.
    public let rules: String
    /// The number of pages.
    public let pages: Int
    /// The number of mutations.
    public let mutations: Int
    /// The record types and fields with a value on at least one page, least robust first.
    public let fields: [Field]
    /// The renamings of names that change the records, in the order of the rules.
    public let changes: [ChangeResult]

    /// A record type, or one of its fields.
    public struct Field: Sendable {
        /// `Type` or `Type.field`.
        public let name: String
        /// The location of the selector, or else of the field, in the rules file.
        public let location: Location
        /// The selector that failed most often, as written, or `nil` for a field without one.
        public let selector: String?
        /// The tally of all mutations.
        public let all: SurvivalTally
        /// The tallies by operator, without those that were not applied.
        public let kinds: [MutationKind: SurvivalTally]
        /// The first mutation that it did not survive.
        public let example: MutationExample?
        /// A selector that matches the same elements on all pages and survives more mutations.
        public let moreRobust: RobustSelector?
    }

    /// A replacement for a selector.
    public struct RobustSelector: Hashable, Sendable {
        /// Its text.
        public let selector: String
        /// The mutations after which the original selector matched the expected elements, of those in which it was
        /// evaluated.
        public let before: SurvivalTally
        /// The same, for this selector.
        public let after: SurvivalTally
    }
}

// MARK: - JSON

extension MutationReport {
    /// The report in JSON, for `--format json`.
    public var value: Value {
        [
            "rules": .string(rules), "pages": .number(Number(pages)), "mutations": .number(Number(mutations)),
            "fields": .list(fields.map(\.value)), "changes": .list(changes.map(\.value)),
        ]
    }
}

extension MutationReport.Field {
    /// The field in JSON.
    fileprivate var value: Value {
        var members: [Value.Member] = [
            Value.Member("field", .string(name)), Value.Member("file", .string(location.file)),
        ]
        if let line = location.line { members.append(Value.Member("line", .number(Number(line)))) }
        if let selector { members.append(Value.Member("selector", .string(selector))) }
        members += all.members
        let kinds = MutationKind.allCases.compactMap { kind in
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
        if let moreRobust {
            let value: Value = [
                "selector": .string(moreRobust.selector), "before": .object(moreRobust.before.members),
                "after": .object(moreRobust.after.members),
            ]
            members.append(Value.Member("moreRobust", value))
        }
        return .object(members)
    }
}

extension SurvivalTally {
    fileprivate var members: [Value.Member] {
        let share = Number((share * 10000).rounded() / 10000)
        return [
            Value.Member("tried", .number(Number(tried))),
            Value.Member("survived", .number(Number(survived))),
            Value.Member("share", tried == 0 ? .null : share.map(Value.number) ?? .null),
        ]
    }
}

/// The number of mutations that a field or a selector survived.
public struct SurvivalTally: Hashable, Sendable {
    /// The number of mutations that did not change the content of the value.
    public internal(set) var tried = 0
    /// The number of those after which the value was unchanged.
    public internal(set) var survived = 0

    /// The share of survived mutations, from 0 to 1, or 1 if there were none.
    public var share: Double { tried == 0 ? 1 : Double(survived) / Double(tried) }

    mutating func count(_ isSurvived: Bool) {
        tried += 1
        if isSurvived { survived += 1 }
    }

    static func += (left: inout SurvivalTally, right: SurvivalTally) {
        left.tried += right.tried
        left.survived += right.survived
    }
}

/// The tallies of a field in the mutations of one or several pages.
struct FieldTally: Sendable {
    var all = SurvivalTally()
    var kinds: [MutationKind: SurvivalTally] = [:]
    /// How often each selector was the first that matched different elements when the field did not survive.
    var failed: [SelectorList: Int] = [:]
    /// The first such mutation of each selector.
    var examples: [SelectorList: MutationExample] = [:]

    static func += (left: inout FieldTally, right: FieldTally) {
        left.all += right.all
        for (kind, tally) in right.kinds { left.kinds[kind, default: SurvivalTally()] += tally }
        for (list, count) in right.failed { left.failed[list, default: 0] += count }
        left.examples.merge(right.examples) { first, _ in first }
    }
}

/// A mutation that a field did not survive.
public struct MutationExample: Hashable, Sendable {
    /// The name of the page in messages.
    public let page: String
    /// The mutation.
    public let mutation: PageMutation
}
