import Basics
package import Records

/// The type of a value between two steps, as far as it is known before a page is read.
public indirect enum ValueType: Hashable, Sendable {
    /// Nothing is known: every step may follow.
    case any
    case string
    case number
    case boolean
    case list(ValueType)
    case object

    /// Whether a step that takes `other` may receive a value of this type. Numbers and booleans are passed as text where
    /// a string is expected.
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
    /// The type of a list's elements; `nil` for a type that is not known to be a list.
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
    /// The type's name in messages.
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

extension Value {
    /// The value converted to a step's input type: numbers and booleans become texts if strings are expected, nothing
    /// else changes.
    package func converted(to type: ValueType) throws(StepError) -> Value {
        switch (type, self) {
        case (.any, _), (.string, .string), (.number, .number), (.boolean, .boolean), (.object, .object):
            return self
        case (.string, .number), (.string, .boolean):
            return .string(text)
        case (.list(.any), .list):
            return self
        case (.list(let element), .list(let values)):
            var converted: [Value] = []
            converted.reserveCapacity(values.count)
            for value in values { converted.append(try value.converted(to: element)) }
            return .list(converted)
        case (.string, _), (.number, _), (.boolean, _), (.object, _), (.list, _):
            throw StepError("expected \(type), found \(kind): \(quoted)")
        }
    }

    /// The value's text in quotes, for messages: shortened if it is long.
    package var quoted: String { text.quoted }
}

extension String {
    /// The text in quotes, for messages: shortened if it is long, with control characters as spaces.
    package var quoted: String {
        let shown = shortened.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar
        }
        return "\"\(String(String.UnicodeScalarView(shown)))\""
    }
}

extension Arguments {
    /// The argument as a list of strings; a single string is a list of one.
    package var strings: [String] { value.string.map { [$0] } ?? (value.list ?? []).compactMap(\.string) }

    /// The value of a key as a list of strings.
    package func strings(_ key: String) -> [String]? { self[key].map { Arguments($0).strings } }
}

extension Value {
    /// The text of a string, a number or a boolean.
    package var scalarText: String {
        get throws(StepError) {
            switch self {
            case .string, .number, .boolean: text
            case .null, .list, .object: throw StepError("expected one value, found \(kind)")
            }
        }
    }

    var trimmedText: String {
        get throws(StepError) { WhiteSpace.collapse(try scalarText) }
    }
}
