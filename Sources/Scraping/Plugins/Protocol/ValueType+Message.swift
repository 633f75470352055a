import Records

extension ValueType {
    /// The type as the protocol writes it: a word, and the element's type in brackets for a list.
    var message: Value {
        switch self {
        case .any: "any"
        case .string: "string"
        case .number: "number"
        case .boolean: "boolean"
        case .object: "object"
        case .list(let element): [element.message]
        }
    }

    /// Reads a type; `nil` for what is none.
    init?(_ message: Value) {
        switch message {
        case "any": self = .any
        case "string": self = .string
        case "number": self = .number
        case "boolean": self = .boolean
        case "object": self = .object
        case .list(let elements):
            // A type in brackets in brackets is rare; what is deeper than a few is nonsense.
            guard elements.count == 1, let element = ValueType(elements[0]) else { return nil }
            self = .list(element)
        case .null, .boolean, .number, .string, .object: return nil
        }
    }

    /// Whether a value is of this type.
    func holds(_ value: Value) -> Bool {
        switch (self, value) {
        case (.any, _), (_, .null), (.string, .string), (.number, .number), (.boolean, .boolean),
            (.object, .object):
            true
        case (.list(.any), .list): true
        case (.list(let element), .list(let values)): values.allSatisfy { $0 != .null && element.holds($0) }
        case (.string, _), (.number, _), (.boolean, _), (.object, _), (.list, _): false
        }
    }
}
