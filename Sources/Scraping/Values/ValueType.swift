/// The type of a value between two steps, as far as it is known before any page is read.
public indirect enum ValueType: Hashable, Sendable {
    /// Nothing is known: every step may follow.
    case any
    case string
    case number
    case boolean
    case list(ValueType)
    case object

    /// Whether a value of this type may be handed to a step that takes `other`.
    public func fits(_ other: ValueType) -> Bool {
        switch (self, other) {
        case (.any, _), (_, .any): true
        case (.list(let own), .list(let wanted)): own.fits(wanted)
        default: self == other
        }
    }
}

extension ValueType: CustomStringConvertible {
    /// The type in the words of messages.
    public var description: String {
        switch self {
        case .any: "any value"
        case .string: "a string"
        case .number: "a number"
        case .boolean: "a boolean"
        case .list(.any): "a list"
        case .list(let element): "a list of \(element.plural)"
        case .object: "an object"
        }
    }

    private var plural: String {
        switch self {
        case .any: "values"
        case .string: "strings"
        case .number: "numbers"
        case .boolean: "booleans"
        case .list: "lists"
        case .object: "objects"
        }
    }
}
