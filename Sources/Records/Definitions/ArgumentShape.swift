/// The shape of arguments. Arguments are checked by it when rules are loaded, and the schema of the rules language
/// shows it to editors.
public indirect enum ArgumentShape: Hashable, Sendable {
    /// No arguments: the name alone.
    case none
    /// Any JSON.
    case anything
    /// A string, a number or a boolean.
    case scalar
    case string
    /// A string with a character other than white space.
    case text
    /// A string of one character.
    case character
    /// A string, or a list of at least one string.
    case strings
    case number
    case integer
    case boolean
    /// A regular expression.
    case pattern
    /// A selector, which may end with a pseudo-element that extracts something.
    case selector
    /// A selector of elements.
    case elements
    /// A selector of elements, or a list of them.
    case elementsList
    /// Where a selector looks, like a field's `in`.
    case place
    /// A source, with its options.
    case source
    /// The name of a locale.
    case locale
    /// One of the given words.
    case word([String])
    /// A list of at least one element of a shape.
    case list(ArgumentShape)
    /// A list of at least `required` values, each of the shape at its position.
    case tuple([ArgumentShape], required: Int)
    /// An object of any keys, at least one; or the name of one of the file's tables.
    case table(ArgumentShape)
    /// An object of known keys; if `oneOf` is given, exactly one of its keys must be present.
    case object([Argument], oneOf: [String] = [])
    /// One of several shapes; the first that fits applies.
    case either([ArgumentShape])
}

/// A key of an object of arguments.
public struct Argument: Hashable, Sendable {
    /// The key.
    public let name: String
    /// What it is for, in one line.
    public let about: String
    /// The shape of its value.
    public let shape: ArgumentShape
    /// Whether it must be present.
    public let isRequired: Bool

    /// A key.
    public init(_ name: String, _ about: String, _ shape: ArgumentShape, isRequired: Bool = false) {
        self.name = name
        self.about = about
        self.shape = shape
        self.isRequired = isRequired
    }
}

extension ArgumentShape: CustomStringConvertible {
    /// The shape in words, for messages.
    public var description: String {
        switch self {
        case .none: "no arguments"
        case .anything: "any value"
        case .scalar: "a string, a number or a boolean"
        case .string, .text: "a string"
        case .character: "one character"
        case .strings: "a string or a list of strings"
        case .number: "a number"
        case .integer: "a whole number"
        case .boolean: "true or false"
        case .pattern: "a regular expression"
        case .selector, .elements: "a selector"
        case .elementsList: "a selector or a list of selectors"
        case .place: "\"record\", \"document\", {\"closest\": …} or {\"previous\": …}"
        case .source: "a source's name, or an object of its name and its options"
        case .locale: "a locale"
        case .word(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .list: "a list"
        case .tuple(let shapes, _): "[" + shapes.map(\.description).joined(separator: ", ") + "]"
        case .table: "a table"
        case .object(let keys, _): "{" + keys.map { "\"\($0.name)\": …" }.joined(separator: ", ") + "}"
        case .either(let shapes): shapes.map(\.description).joined(separator: " or ")
        }
    }

    /// The shape in words, for messages about an entry of a table.
    public var entryDescription: String {
        switch self {
        case .none: "null"
        case .either(let shapes): shapes.map(\.entryDescription).joined(separator: ", or ")
        default: description
        }
    }

    /// Whether the name may appear alone.
    public var allowsNone: Bool {
        switch self {
        case .none: true
        case .either(let shapes): shapes.contains { $0.allowsNone }
        case .anything, .scalar, .string, .text, .character, .strings, .number, .integer, .boolean, .pattern,
            .selector,
            .elements, .elementsList, .place, .source, .locale, .word, .list, .tuple, .table, .object:
            false
        }
    }

    /// The shape as JSON Schema; `nil` for no arguments.
    ///
    /// The references are to the definitions of the rules language's schema.
    public var schema: Value? {
        func reference(_ name: String) -> Value { ["$ref": .string("#/$defs/\(name)")] }
        switch self {
        case .none: return nil
        case .anything: return [:]
        case .scalar: return ["type": ["string", "number", "boolean"]]
        case .string, .pattern, .locale: return ["type": "string"]
        case .text: return ["type": "string", "minLength": 1]
        case .character: return ["type": "string", "minLength": 1, "maxLength": 1]
        case .strings: return reference("strings")
        case .selector, .elements: return reference("selector")
        case .elementsList: return reference("selectors")
        case .place: return reference("place")
        case .source: return reference("source")
        case .number: return ["type": "number"]
        case .integer: return ["type": "integer"]
        case .boolean: return ["type": "boolean"]
        case .word(let words): return ["enum": .list(words.map(Value.string))]
        case .list(let shape): return ["type": "array", "items": shape.schema ?? [:], "minItems": 1]
        case .tuple(let shapes, let required):
            return [
                "type": "array", "prefixItems": .list(shapes.map { $0.schema ?? [:] }), "items": false,
                "minItems": .number(Number(required)),
            ]
        case .table(let shape):
            // Or the name of one of the file's own tables.
            return [
                "type": ["object", "string"], "minProperties": 1,
                "additionalProperties": shape.allowsNone
                    ? ["anyOf": [shape.schema ?? [:], ["type": "null"]]] : shape.schema ?? [:],
            ]
        case .object(let arguments, let oneOf): return ArgumentShape.schema(of: arguments, oneOf: oneOf)
        case .either(let shapes): return ["anyOf": .list(shapes.compactMap(\.schema))]
        }
    }

    private static func schema(of arguments: [Argument], oneOf: [String]) -> Value {
        let properties = arguments.map { argument in
            let schema = argument.shape.schema?.object ?? []
            let about = Value.Member("description", .string(argument.about))
            return Value.Member(argument.name, .object(schema + [about]))
        }
        var members = [
            Value.Member("type", "object"), Value.Member("properties", .object(properties)),
            Value.Member("additionalProperties", false),
        ]
        let required = arguments.filter(\.isRequired).map { Value.string($0.name) }
        if !required.isEmpty { members.append(Value.Member("required", .list(required))) }
        if !oneOf.isEmpty {
            let choices = oneOf.map { Value.object([Value.Member("required", [.string($0)])]) }
            members.append(Value.Member("oneOf", .list(choices)))
        }
        return .object(members)
    }
}
