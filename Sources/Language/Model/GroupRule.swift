package import Records
import Values

/// Records grouped by the value of a field, and the fields that are made from each group.
package struct GroupRule: Sendable {
    /// A field of a group.
    package struct Field: Sendable {
        package enum Content: Sendable {
            case aggregate(Aggregate, of: Schema.Field, at: Extreme?)
            case groups(GroupRule)
        }

        package let name: String
        package let content: Content
        let type: Schema.FieldType
        /// Whether each group has it.
        let isAlwaysPresent: Bool

        /// A field that could not be read. Rules with it are not loaded.
        static func unknown(named name: String) -> Field {
            let field = Schema.Field(name: name, type: .unknown, isRequired: false)
            return Field(
                name: name,
                content: .aggregate(.first, of: field, at: nil),
                type: .unknown,
                isAlwaysPresent: false
            )
        }
    }

    /// The records of a group in which a field has its minimum or its maximum value.
    package struct Extreme: Sendable {
        package let field: Schema.Field
        package let isGreatest: Bool
    }

    package let key: String
    /// The type of its values, by which they are compared.
    package let keyType: Schema.FieldType
    /// The order of the groups; if empty, the order of their first records.
    package var order = SortOrder()
    package let fields: [Field]

    /// The fields by which records are grouped, with those of the groups within them; the group's own first.
    package var keys: [String] {
        fields.reduce(into: [key]) { keys, field in
            if case .groups(let rule) = field.content { keys += rule.keys }
        }
    }
}

/// A function of the values of a field of a group's records.
package enum Aggregate: String, CaseIterable, Sendable {
    case first
    case last
    case min
    case max
    case sum
    case average
    case count
    case collect

    /// Its description, in one line.
    var about: String {
        switch self {
        case .first: "the first value of a field"
        case .last: "the last value of a field"
        case .min: "the smallest value of a field"
        case .max: "the largest value of a field"
        case .sum: "the sum of a field's numbers"
        case .average: "the mean of a field's numbers"
        case .count: "how many records have the field"
        case .collect: "the list of a field's values"
        }
    }

    /// Whether it applies only to numbers.
    var takesNumbers: Bool {
        switch self {
        case .sum, .average: true
        case .first, .last, .min, .max, .count, .collect: false
        }
    }

    /// The value for a group; `nil` if no record of it has the field. Throws if a calculation has no result.
    ///
    /// - Parameter type: the type of the values.
    package func value(of values: [Value], _ type: Schema.FieldType) throws(ArithmeticError) -> Value? {
        switch self {
        case .first: return values.first
        case .last: return values.last
        // The first of several equal ones.
        case .min: return values.min { SortKey($0, type) < SortKey($1, type) }
        case .max: return values.max { SortKey($0, type) < SortKey($1, type) }
        case .sum: return try Aggregate.sum(values).map(Value.number)
        case .average:
            guard let sum = try Aggregate.sum(values) else { return nil }
            return .number(try sum.divided(by: Number(values.count)))
        case .count: return .number(Number(values.count))
        case .collect: return .list(values)
        }
    }

    /// The sum of the numbers among the values; `nil` for none.
    private static func sum(_ values: [Value]) throws(ArithmeticError) -> Number? {
        let numbers = values.compactMap(\.number)
        guard var sum = numbers.first else { return nil }
        for number in numbers.dropFirst() { sum = try sum.adding(number) }
        return sum
    }

    /// The type of a group's field, given that of the field from which it is made.
    func type(of field: Schema.FieldType) -> Schema.FieldType {
        switch self {
        case .first, .last, .min, .max, .sum: field
        case .average: .scalar(.decimal)
        case .count: .scalar(.integer)
        case .collect: .list(field)
        }
    }

    /// Whether a group has it even if none of its records has the field.
    var isAlwaysPresent: Bool {
        switch self {
        case .first, .last, .min, .max, .sum, .average: false
        case .count, .collect: true
        }
    }
}

/// An order of records or groups: by one field, then by the next if the first is equal.
package struct SortOrder: Sendable {
    package struct Key: Sendable {
        let field: Schema.Field
        let isDescending: Bool
    }

    package var keys: [Key] = []

    /// The elements in order. An element without a value for a key follows all that have one; equal elements keep
    /// their order.
    ///
    /// Complexity: O(n log n) comparisons.
    package func sorted<Element>(
        _ elements: [Element],
        value: (Element, _ name: String) -> Value?
    ) -> [Element] {
        if keys.isEmpty { return elements }
        let sortKeys = elements.map { element in
            keys.map { key in value(element, key.field.name).map { SortKey($0, key.field.type) } }
        }
        return elements.indices.sorted { isBefore(sortKeys[$0], sortKeys[$1]) ?? ($0 < $1) }.map {
            elements[$0]
        }
    }

    /// Whether one precedes the other; `nil` if they are equal.
    private func isBefore(_ left: [SortKey?], _ right: [SortKey?]) -> Bool? {
        for (key, (left, right)) in zip(keys, zip(left, right)) {
            guard let left, let right else {
                if (left == nil) == (right == nil) { continue }
                return right == nil
            }
            if left < right { return !key.isDescending }
            if right < left { return key.isDescending }
        }
        return nil
    }
}
