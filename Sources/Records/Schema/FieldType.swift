extension Schema {
    /// What the values of a field are.
    public indirect enum FieldType: Hashable, Sendable {
        /// One value of a named type.
        case scalar(Scalar)
        /// One of some words.
        case enumeration([String])
        /// A list of values.
        case list(FieldType)
        /// An object with fields of its own.
        case object([Field])
        /// An object with the fields of those in the field of this name that it stands in: replies to comments, which
        /// have what comments have.
        case enclosing(String)
        /// A value of one of several types.
        case alternatives([FieldType])
    }
}

extension Schema.FieldType: CustomStringConvertible {
    /// The type as the rules language spells it, such as `decimal` or `[string]`; alternatives with `|` between them.
    public var description: String {
        switch self {
        case .scalar(let scalar): scalar.rawValue
        case .enumeration: "enum"
        case .list(let element): "[\(element)]"
        case .object, .enclosing: "object"
        case .alternatives(let types): types.map(\.description).joined(separator: " | ")
        }
    }
}

extension Schema.FieldType {
    /// The type of a field that has a value of one of several types: that type where all are one.
    package static func union(_ types: [Schema.FieldType]) -> Schema.FieldType {
        var distinct: [Schema.FieldType] = []
        for type in types.flatMap(\.alternatives) where !distinct.contains(type) { distinct.append(type) }
        return distinct.count == 1 ? distinct[0] : .alternatives(distinct)
    }

    private var alternatives: [Schema.FieldType] {
        if case .alternatives(let types) = self { types } else { [self] }
    }

    /// The type that a constant has by itself.
    package init(of constant: Value) {
        switch constant {
        case .string: self = .scalar(.string)
        case .number(let number): self = .scalar(number.integer == nil ? .decimal : .integer)
        case .boolean: self = .scalar(.boolean)
        case .null, .list, .object: self = .scalar(.json)
        }
    }

    /// Whether a field of this type can hold a value. How a text is written, an address or a date, is not looked at.
    package func accepts(_ value: Value) -> Bool {
        switch self {
        case .scalar(let scalar): return scalar.accepts(value)
        case .enumeration(let words): return value.string.map(words.contains) ?? false
        case .list(let element): return value.list?.allSatisfy(element.accepts) ?? false
        case .alternatives(let types): return types.contains { $0.accepts(value) }
        case .enclosing: return value.object != nil
        case .object(let fields):
            guard let members = value.object else { return false }
            let isKnown = members.allSatisfy { member in
                fields.contains { $0.name == member.name && $0.type.accepts(member.value) }
            }
            return isKnown
                && fields.allSatisfy { field in
                    !field.isAlwaysPresent || members.contains { $0.name == field.name }
                }
        }
    }
}
