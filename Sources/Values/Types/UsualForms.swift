import Basics
package import Records

/// The form of nearly all texts of a type, whose value is known from the bytes.
enum UsualForm: Sendable {
    /// Any text.
    case text
    /// A number without superfluous zeros.
    case integer
    case decimal
    /// `true` or `false`.
    case boolean
    /// A day as ISO 8601 writes it: `2018-05-28`.
    case day
    /// There is none.
    case none

    /// - Parameter arguments: the arguments of the type.
    init(of type: FieldType, _ arguments: Arguments) throws(StepError) {
        switch type.name {
        case FieldType.string.name, FieldType.text.name: self = .text
        case FieldType.integer.name: self = .integer
        case FieldType.decimal.name: self = .decimal
        case FieldType.boolean.name: self = .boolean
        case FieldType.date.name:
            let reader = try DateReader(arguments, needsTime: false)
            if !reader.isInText, case .iso8601? = reader.forms.first { self = .day } else { self = .none }
        default: self = .none
        }
    }
}

extension ScalarType {
    /// The kind of value that a text in the type's usual form is: the value that ``read`` returns is the same text. `nil`
    /// if the text is not in that form.
    ///
    /// - Parameter text: ASCII without control characters whose white space is collapsed.
    /// - Complexity: linear in the text's length.
    package func kind(ofPlain text: UnsafeBufferPointer<UInt8>) -> RecordRows.Kind? {
        switch usual {
        case .text: .string
        case .integer: ScalarType.isWhole(text) ? .number : nil
        case .decimal: Number.isNumber(text) ? .number : nil
        case .boolean: ScalarType.isWord(text, "true") || ScalarType.isWord(text, "false") ? .boolean : nil
        case .day: ISO8601.isPlainDay(text) ? .string : nil
        case .none: nil
        }
    }

    /// The value of a text in the type's usual form, the same as that of ``read``; `nil` if the text is not in that form.
    ///
    /// - Complexity: linear in the text's length.
    package func usualValue(of text: String) -> Value? {
        let kind: RecordRows.Kind? = text.withBytes { WhiteSpace.isPlain($0) ? self.kind(ofPlain: $0) : nil }
        switch kind {
        case .string: return .string(text)
        case .number: return .number(Number(digits: text))
        case .boolean: return .boolean(text == "true")
        case .absent, .null, nil: return nil
        }
    }

    @inline(__always)
    private static func isWord(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
        guard text.count == word.utf8CodeUnitCount else { return false }
        return text.indices.allSatisfy { text[$0] == word.utf8Start[$0] }
    }

    /// Whether a text is digits that do not begin with a zero, after a minus sign or without one.
    private static func isWhole(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = text.first == UInt8(ascii: "-") ? 1 : 0
        guard start < text.count, text[start] != 0x30 else { return false }
        return text[start...].allSatisfy { $0 &- 0x30 < 10 }
    }
}
