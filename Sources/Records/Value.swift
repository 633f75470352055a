/// What a field holds: JSON's values, with numbers that keep their digits and objects that keep their order.
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

        /// A member of an object.
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }
}

extension Value {
    /// Whether two values are the same to the byte: `==` of strings would take an accent for the same whether it is
    /// written as one character or as two.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
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

    /// The member of the given name, or `nil`. Complexity: linear in the number of members.
    public subscript(name: String) -> Value? {
        object?.first { $0.name == name }?.value
    }

    /// What kind of value this is, in the words of messages.
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

    /// The value as one piece of text: a string as it is, anything else as JSON writes it.
    public var text: String {
        string ?? JSONWriter.compact(self)
    }
}

extension Value: ExpressibleByStringLiteral {
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension Value: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(Number(value)) }
}

extension Value: ExpressibleByBooleanLiteral {
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension Value: ExpressibleByArrayLiteral {
    /// A list.
    public init(arrayLiteral elements: Value...) { self = .list(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
    /// An object whose members have the literal's order.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
