/// The record types that rules files yield, with their fields.
public struct Schema: Hashable, Sendable {
    /// A record type.
    public struct RecordType: Hashable, Sendable {
        /// The type's name: a record's `@type`.
        public var name: String
        /// The fields in the rules file's order.
        public var fields: [Field]
        /// Other names of fields, by which records of the type can be chosen.
        public var aliases: [Alias]
        /// The names of the fields whose values together identify a record; empty if records have no identity. A record
        /// without any of them equals no other record.
        public var uniqueKeys: [String]
        /// The rules file that declares the type, or `nil`.
        public var origin: String?

        /// Creates a record type.
        public init(
            name: String,
            fields: [Field],
            aliases: [Alias] = [],
            uniqueKeys: [String] = [],
            origin: String? = nil
        ) {
            self.name = name
            self.fields = fields
            self.aliases = aliases
            self.uniqueKeys = uniqueKeys
            self.origin = origin
        }
    }

    /// Another name for a field, for choosing records by it; records themselves do not have it.
    public struct Alias: Hashable, Sendable {
        /// The other name.
        public var name: String
        /// The field's own name.
        public var field: String

        /// Creates another name for a field.
        public init(name: String, field: String) {
            self.name = name
            self.field = field
        }
    }

    /// A field of a record type.
    public struct Field: Hashable, Sendable {
        /// The field's name.
        public var name: String
        /// The type of its values.
        public var type: FieldType
        /// Whether a record without this field is an error.
        public var isRequired: Bool
        /// Whether every record of a page that satisfies its rules has this field: it is required, it is a list,
        /// which may be empty, or it has a default.
        public var isAlwaysPresent: Bool
        /// Whether every time of the field has its zone's offset, since the rules give a `timezone`.
        public var hasOffset: Bool

        /// Creates a field.
        ///
        /// By default, `isAlwaysPresent` is `isRequired`.
        public init(
            name: String,
            type: FieldType,
            isRequired: Bool,
            isAlwaysPresent: Bool? = nil,
            hasOffset: Bool = false
        ) {
            self.name = name
            self.type = type
            self.isRequired = isRequired
            self.isAlwaysPresent = isAlwaysPresent ?? isRequired
            self.hasOffset = hasOffset
        }
    }

    /// The record types in the rules file's order.
    public var types: [RecordType]

    /// Creates a schema of the given record types.
    public init(types: [RecordType]) {
        self.types = types
    }

    /// The names of all fields of all types, without duplicates, in the order in which they first appear.
    public var columns: [String] {
        var seen: Set<String> = []
        return types.flatMap(\.fields).map(\.name).filter { seen.insert($0).inserted }
    }
}

// MARK: - Field types

extension Schema {
    /// The type of a field's values.
    public indirect enum FieldType: Hashable, Sendable {
        /// One value of a named type.
        case scalar(Scalar)
        /// One of several words.
        case enumeration([String])
        /// A list of values.
        case list(FieldType)
        /// An object with fields of its own.
        case object([Field])
        /// An object whose members have names from the page, with values of one type.
        case dictionary(FieldType)
        /// An object with the same fields as the enclosing object in the field with this name: replies to comments, which
        /// have the fields of comments.
        case enclosing(String)
        /// A value of one of several types.
        case alternatives([FieldType])
        /// A value that may be null: an element of a list that has null in place of missing ones.
        case nullable(FieldType)
    }
}

extension Schema.FieldType: CustomStringConvertible {
    /// The type in the rules language, such as `decimal` or `[string]`; alternatives are separated by `|`.
    public var description: String {
        switch self {
        case .scalar(let scalar): scalar.rawValue
        case .enumeration: "enum"
        case .list(let element): "[\(element)]"
        case .object, .enclosing, .dictionary: "object"
        case .alternatives(let types): types.map(\.description).joined(separator: " | ")
        case .nullable(let type): "\(type) | null"
        }
    }
}

extension Schema.FieldType {
    /// The type of a field that could not be read from the rules: nothing is said about its values. Rules that are
    /// loaded have no such field.
    package static let unknown = Schema.FieldType.alternatives([])

    /// Whether nothing is known of the values.
    package var isUnknown: Bool {
        if case .alternatives(let types) = self { types.isEmpty } else { false }
    }

    /// Returns the type of a field whose values have one of several types: that type if all are equal, and an unknown one
    /// if one of them is unknown.
    package static func union(_ types: [Schema.FieldType]) -> Schema.FieldType {
        if types.contains(where: \.isUnknown) { return .unknown }
        var distinct: [Schema.FieldType] = []
        for type in types.flatMap(\.alternatives) where !distinct.contains(type) { distinct.append(type) }
        return distinct.count == 1 ? distinct[0] : .alternatives(distinct)
    }

    private var alternatives: [Schema.FieldType] {
        if case .alternatives(let types) = self { types } else { [self] }
    }

    /// Creates the type of a constant.
    package init(of constant: Value) {
        switch constant {
        case .string: self = .scalar(.string)
        case .number(let number): self = .scalar(number.integer == nil ? .decimal : .integer)
        case .boolean: self = .scalar(.boolean)
        case .null, .list, .object: self = .scalar(.json)
        }
    }

    /// Whether a field of this type can hold a value. The format of text, such as an address or a date, is not checked.
    package func accepts(_ value: Value) -> Bool {
        switch self {
        case .scalar(let scalar): return scalar.accepts(value)
        case .enumeration(let words): return words.contains { value == .string($0) }
        case .list(let element): return value.list?.allSatisfy(element.accepts) ?? false
        case .alternatives(let types): return isUnknown || types.contains { $0.accepts(value) }
        case .nullable(let type): return value == .null || type.accepts(value)
        case .enclosing: return value.object != nil
        case .dictionary(let type): return value.object?.allSatisfy { type.accepts($0.value) } ?? false
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

// MARK: - Scalars

extension Schema {
    /// A type of single values, by its name in the rules language.
    public enum Scalar: String, CaseIterable, Hashable, Sendable {
        case string
        case text
        case html
        case integer
        case decimal
        case boolean
        case date
        case dateTime = "datetime"
        case duration
        case url
        case size
        /// Any value.
        case json
    }
}

extension Schema.Scalar {
    /// A description of the values, in one line.
    package var about: String {
        switch self {
        case .string: "Text on one line."
        case .text: "Text with its line breaks."
        case .html: "HTML, as on the page."
        case .integer: "A whole number."
        case .decimal: "A number with the digits of the page."
        case .boolean: "True or false."
        case .date: "A day in ISO 8601: 2018-05-28."
        case .dateTime:
            "A day and time in ISO 8601, with the offset if the page gives one: 2018-05-28T05:45:00-05:00."
        case .duration: "A length of time in ISO 8601: PT1H30M."
        case .url: "An absolute address."
        case .size: "A number of bytes."
        case .json: "Any value."
        }
    }

    func accepts(_ value: Value) -> Bool {
        switch self {
        case .string, .text, .html, .date, .dateTime, .duration, .url: value.string != nil
        case .integer, .size: value.number?.digits.allSatisfy { $0 == "-" || $0.isWholeNumber } ?? false
        case .decimal: value.number != nil
        case .boolean: value == .boolean(true) || value == .boolean(false)
        case .json: true
        }
    }
}
