import Records
import Selectors

/// A record type: what makes its records.
struct RecordRule: Sendable {
    enum Content: Sendable {
        /// A record for each node that the first fitting selector matches, or one for the whole page.
        case nodes(each: [SelectorList], fields: [FieldRule])
        /// A record for each group of another type's records.
        case groups(of: String, GroupRule)
    }

    let name: String
    /// Where its name stands in the rules file.
    let range: Range<Int>
    let content: Content

    var schema: Schema.RecordType {
        switch content {
        case .nodes(_, let fields):
            Schema.RecordType(name: name, fields: fields.map(\.schema))
        case .groups(_, let group):
            Schema.RecordType(name: name, fields: group.fields.map(\.schema))
        }
    }
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
        let type: String

        var schema: Schema.Field { Schema.Field(name: name, type: type, isRequired: false) }
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
    case count
    case collect

    /// The value for a group; `nil` where no record of it has the field.
    func value(of values: [Value]) -> Value? {
        switch self {
        case .first: values.first
        case .last: values.last
        case .min: values.min(by: Aggregate.isLess)
        // The first of several equal ones, as `min` gives it.
        case .max: values.max { Aggregate.isLess($0, $1) }
        case .count: .number(Number(values.count))
        case .collect: .list(values)
        }
    }

    /// Numbers by value, everything else (dates among it) by its text.
    private static func isLess(_ left: Value, _ right: Value) -> Bool {
        if let left = left.number, let right = right.number { return left < right }
        return left.text < right.text
    }

    /// The type of a group's field, given that of the field it is made of.
    func type(of field: String) -> String {
        switch self {
        case .first, .last, .min, .max: field
        case .count: "integer"
        case .collect: "[\(field)]"
        }
    }
}
