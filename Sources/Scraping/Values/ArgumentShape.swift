/// What a transform takes in a rules file beside the value: what the arguments are checked by when rules are loaded,
/// and what the language's schema tells editors.
public indirect enum ArgumentShape: Hashable, Sendable {
    /// Nothing: the transform stands by its name alone.
    case none
    /// Any JSON.
    case anything
    /// A string, a number or a boolean.
    case scalar
    case string
    case number
    case integer
    case boolean
    /// A regular expression.
    case pattern
    /// A selector.
    case selector
    /// The name of a locale.
    case locale
    /// One of some words.
    case word([String])
    /// A list of `required` values or more, each of its place's shape.
    case tuple([ArgumentShape], required: Int)
    /// An object of any keys, at least one; or the name of one of the file's tables.
    case table(ArgumentShape)
    /// An object of known keys.
    case object([Argument])
    /// One of several, of which the first that fits is meant.
    case either([ArgumentShape])
}

extension ArgumentShape: CustomStringConvertible {
    /// The shape in the words of messages.
    public var description: String {
        switch self {
        case .none: "no arguments"
        case .anything: "any value"
        case .scalar: "a string, a number or a boolean"
        case .string: "a string"
        case .number: "a number"
        case .integer: "a whole number"
        case .boolean: "true or false"
        case .pattern: "a regular expression"
        case .selector: "a selector"
        case .locale: "a locale"
        case .word(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .tuple(let shapes, _): "[" + shapes.map(\.description).joined(separator: ", ") + "]"
        case .table: "a table"
        case .object(let keys): "{" + keys.map { "\"\($0.name)\": …" }.joined(separator: ", ") + "}"
        case .either(let shapes): shapes.map(\.description).joined(separator: " or ")
        }
    }
}
