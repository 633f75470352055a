package import Records
import Values

/// What a group's field makes of the values of a field of its records.
package enum Aggregate: String, CaseIterable, Sendable {
    case first
    case last
    case min
    case max
    case sum
    case average
    case count
    case collect

    /// What it is, in one line.
    var about: String {
        switch self {
        case .first: "the first value of a field"
        case .last: "the last value of a field"
        case .min: "the least value of a field"
        case .max: "the greatest value of a field"
        case .sum: "the sum of a field's numbers"
        case .average: "the mean of a field's numbers"
        case .count: "how many records have the field"
        case .collect: "the list of a field's values"
        }
    }

    /// Whether it can be made of numbers only.
    var takesNumbers: Bool {
        switch self {
        case .sum, .average: true
        case .first, .last, .min, .max, .count, .collect: false
        }
    }

    /// The value for a group; `nil` where no record of it has the field. Throws where a calculation has no result.
    ///
    /// - Parameter type: what the values are.
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
