/// The value of a field: one of JSON's values, with numbers that keep their digits and objects that keep their order.
public enum Value: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Number)
    case string(String)
    case list([Value])
    case object([Member])

    /// A named value of an object.
    public struct Member: Hashable, Sendable {
        /// The member's name.
        public var name: String
        /// The member's value.
        public var value: Value

        /// Creates a member of an object.
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }
}

extension Value {
    /// Whether two values are the same byte by byte: unlike with `==` of strings, an accent written as one character
    /// differs from one written as two.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.list(let left), .list(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.null, _), (.boolean, _), (.number, _), (.string, _), (.list, _), (.object, _): false
        }
    }

    /// The text of a string, otherwise `nil`.
    public var string: String? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    /// The number, otherwise `nil`.
    public var number: Number? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The elements of a list, otherwise `nil`.
    public var list: [Value]? {
        guard case .list(let list) = self else { return nil }
        return list
    }

    /// The members of an object, otherwise `nil`.
    public var object: [Member]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// The member with the given name, or `nil`. Complexity: linear in the number of members.
    public subscript(name: String) -> Value? {
        object?.first { $0.name == name }?.value
    }

    /// The kind of the value for messages: `null`, `a boolean`, `a number`, `a string`, `a list` or `an object`.
    public var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .list: "a list"
        case .object: "an object"
        }
    }
}

extension String {
    /// Whether two texts are the same text wherever values are compared: byte by byte, unlike with `==`.
    package func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}

extension Value: ExpressibleByStringLiteral {
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension Value: ExpressibleByIntegerLiteral {
    /// Creates a whole number.
    public init(integerLiteral value: Int) { self = .number(Number(value)) }
}

extension Value: ExpressibleByBooleanLiteral {
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension Value: ExpressibleByArrayLiteral {
    /// Creates a list.
    public init(arrayLiteral elements: Value...) { self = .list(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
    /// Creates an object whose members have the literal's order.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

// MARK: - Records

/// A typed record extracted from a page.
public struct Record: Sendable {
    /// The record type's name in the rules file.
    public var type: String
    /// The fields that have a value, in the rules file's order.
    public var fields: [Value.Member]
    /// The record types of the rules that read it, if they are known: decoding needs them to distinguish a type without
    /// records from one that does not exist.
    package var schema: Schema?

    /// Creates a record of the given type.
    public init(type: String, fields: [Value.Member]) {
        self.type = type
        self.fields = fields
    }

    /// The value of a field, or `nil` if the record does not have it.
    public subscript(name: String) -> Value? {
        fields.first { $0.name == name }?.value
    }

    /// The record as an object: `"@type"` first, then its fields.
    public var value: Value {
        .object([Value.Member(Record.typeKey, .string(type))] + fields)
    }

    /// The key of the record type in an object.
    public static let typeKey = "@type"

    /// Creates a record from an object, or `nil` if ``typeKey`` is not its first member.
    public init?(_ value: Value) {
        guard let members = value.object, let first = members.first, first.name == Record.typeKey,
            let type = first.value.string
        else { return nil }
        self.init(type: type, fields: Array(members.dropFirst()))
    }
}

extension Record: Hashable {
    /// Whether both have the same type and the same fields in the same order.
    public static func == (left: Record, right: Record) -> Bool {
        left.type == right.type && left.fields == right.fields
    }

    /// Hashes type and fields.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(fields)
    }
}
