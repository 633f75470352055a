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
    /// The value of a text in the type's usual form, the same as that of ``read``; `nil` if the text is not in that form.
    ///
    /// - Parameter text: ASCII without control characters whose white space is collapsed.
    /// - Complexity: linear in the text's length.
    package func value(ofPlain text: UnsafeBufferPointer<UInt8>) -> Value? {
        switch usual {
        case .text: return .string(String(short: text))
        case .integer: return ScalarType.isWhole(text) ? Number(verbatim: text).map(Value.number) : nil
        case .decimal: return Number(verbatim: text).map(Value.number)
        case .boolean:
            if ScalarType.isWord(text, "true") { return .boolean(true) }
            return ScalarType.isWord(text, "false") ? .boolean(false) : nil
        case .day: return ISO8601.isPlainDay(text) ? .string(String(short: text)) : nil
        case .none: return nil
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
