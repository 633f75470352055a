package import Records

/// The type of a value between two steps, as far as it is known before any page is read.
public indirect enum ValueType: Hashable, Sendable {
    /// Nothing is known: every step may follow.
    case any
    case string
    case number
    case boolean
    case list(ValueType)
    case object

    /// Whether a value of this type may be handed to a step that takes `other`. A number and a boolean may be
    /// handed as their text.
    public func fits(_ other: ValueType) -> Bool {
        switch (self, other) {
        case (.any, _), (_, .any): true
        case (.number, .string), (.boolean, .string): true
        case (.list(let own), .list(let wanted)): own.fits(wanted)
        default: self == other
        }
    }
}

extension ValueType {
    /// The type of a list's elements; `nil` for what is not known to be a list.
    package var element: ValueType? {
        if case .list(let element) = self { element } else { nil }
    }

    /// The type of a value.
    package init(of value: Value) {
        switch value {
        case .null: self = .any
        case .string: self = .string
        case .number: self = .number
        case .boolean: self = .boolean
        case .object: self = .object
        case .list(let elements):
            let types = Set(elements.map(ValueType.init(of:)))
            self = .list(types.count == 1 ? types.first ?? .any : .any)
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
