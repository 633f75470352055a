import Records
import Selectors

/// A record type: what makes its records.
struct RecordRule: Sendable {
    enum Content: Sendable {
        /// A record for each node; of several layouts of a page the first that yields any counts.
        case nodes([NodeRule])
        /// A record for each group of another type's records.
        case groups(of: String, GroupRule)
    }

    let name: String
    /// Where its name stands in the rules file.
    let range: Range<Int>
    let content: Content
    /// How many records there must be, and how full.
    let expectation: Expectation?
    /// The fields whose values no two records share.
    let uniqueKeys: [String]

    /// Whether a page without a record of the type satisfies its rules: where they say so, and for groups, which
    /// are as many as what they are made of allows.
    var mayBeMissing: Bool {
        if case .groups = content { return true }
        return expectation?.count?.contains(0) == true
    }

    var schema: Schema.RecordType {
        switch content {
        case .nodes(let layouts):
            return Schema.RecordType(name: name, fields: Schema.Field.union(layouts.map(\.schema)))
        case .groups(_, let group):
            return Schema.RecordType(name: name, fields: group.fields.map(\.schema))
        }
    }
}

/// One layout of the pages that a record type comes from.
struct NodeRule: Sendable {
    /// The selectors of which the first that matches anything says what the records' elements are; none means the
    /// whole page.
    let each: [SelectorList]
    /// The elements below which they are looked for; `nil` for the whole page.
    let within: SelectorList?
    /// What must match in an element for it to be a record.
    let condition: SelectorList?
    let fields: [FieldRule]
}

/// Records grouped by the value of a field, and what becomes a field of each group.
struct GroupRule: Sendable {
    /// A field of a group.
    struct Field: Sendable {
        enum Content: Sendable {
            case aggregate(Aggregate, of: String)
            case groups(GroupRule)
        }

        let name: String
        let content: Content
        let type: Schema.FieldType
        /// Whether each group has it.
        let isAlwaysPresent: Bool

        var schema: Schema.Field {
            Schema.Field(name: name, type: type, isRequired: false, isAlwaysPresent: isAlwaysPresent)
        }
    }

    let key: String
    let fields: [Field]
}

/// What a group's field makes of the values of a field of its records.
enum Aggregate: String, CaseIterable, Sendable {
    case first
    case last
    case min
    case max
    case sum
    case average
    case count
    case collect

    /// Whether it can be made of numbers only.
    var takesNumbers: Bool {
        switch self {
        case .sum, .average: true
        case .first, .last, .min, .max, .count, .collect: false
        }
    }

    /// The value for a group; `nil` where no record of it has the field.
    func value(of values: [Value]) -> Value? {
        switch self {
        case .first: values.first
        case .last: values.last
        case .min: values.min(by: Aggregate.isLess)
        // The first of several equal ones, as `min` gives it.
        case .max: values.max { Aggregate.isLess($0, $1) }
        case .sum: Aggregate.sum(values).map(Value.number)
        case .average:
            Aggregate.sum(values).flatMap { try? $0.divided(by: Number(values.count)) }.map(Value.number)
        case .count: .number(Number(values.count))
        case .collect: .list(values)
        }
    }

    /// The sum of the numbers among the values; `nil` for none, and for one of more digits than any page has.
    private static func sum(_ values: [Value]) -> Number? {
        let numbers = values.compactMap(\.number)
        return numbers.dropFirst().reduce(numbers.first) { sum, number in try? sum?.adding(number) }
    }

    /// Numbers by value, everything else (dates among it) by its text.
    private static func isLess(_ left: Value, _ right: Value) -> Bool {
        if let left = left.number, let right = right.number { return left < right }
        return left.text < right.text
    }

    /// The type of a group's field, given that of the field it is made of.
    func type(of field: Schema.FieldType) -> Schema.FieldType {
        switch self {
        case .first, .last, .min, .max, .sum: field
        case .average: .scalar(.decimal)
        case .count: .scalar(.integer)
        case .collect: .list(field)
        }
    }

    /// Whether a group has it even where none of its records has the field.
    var isAlwaysPresent: Bool {
        switch self {
        case .first, .last, .min, .max, .sum, .average: false
        case .count, .collect: true
        }
    }
}
