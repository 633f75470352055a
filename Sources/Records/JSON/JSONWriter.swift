/// Writes values as JSON text: keys in their order, numbers by their digits, text as UTF-8.
public struct JSONWriter {
    private let isPretty: Bool

    /// The value on one line without spaces.
    public static func compact(_ value: Value) -> String {
        var text = JSONText()
        JSONWriter(isPretty: false).write(value, depth: 0, to: &text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// The value indented by two spaces a level, without a final newline.
    ///
    /// - Parameter depth: the level at which the value stands in a greater text.
    public static func pretty(_ value: Value, depth: Int = 0) -> String {
        var text = JSONText()
        JSONWriter(isPretty: true).write(value, depth: depth, to: &text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// Appends the value on one line without spaces, as UTF-8.
    public static func append(_ value: Value, to bytes: inout [UInt8]) {
        var text = JSONText()
        JSONWriter(isPretty: false).write(value, depth: 0, to: &text)
        bytes.append(contentsOf: text.bytes)
    }

    /// Appends a record, which is ``Record/value``, on one line without spaces.
    static func append(_ record: Record, to bytes: inout [UInt8]) {
        var text = JSONText()
        JSONWriter(isPretty: false).write(record, depth: 0, to: &text)
        bytes.append(contentsOf: text.bytes)
    }

    /// Appends a record, which is ``Record/value``, indented.
    static func appendPretty(_ record: Record, depth: Int, to bytes: inout [UInt8]) {
        var text = JSONText()
        JSONWriter(isPretty: true).write(record, depth: depth, to: &text)
        bytes.append(contentsOf: text.bytes)
    }

    // MARK: - Values

    private func write(_ value: Value, depth: Int, to text: inout JSONText) {
        switch value {
        case .null: put("null", to: &text)
        case .boolean(let boolean): put(boolean ? "true" : "false", to: &text)
        case .number(let number): text.append(number.digits)
        case .string(let string): text.appendString(string)
        case .list(let elements):
            put("[", to: &text)
            var isFirst = true
            for element in elements {
                separate(&isFirst, depth, to: &text)
                write(element, depth: depth + 1, to: &text)
            }
            if !isFirst { newline(depth, to: &text) }
            put("]", to: &text)
        case .object(let members):
            put("{", to: &text)
            var isFirst = true
            for member in members { write(member, &isFirst, depth, to: &text) }
            if !isFirst { newline(depth, to: &text) }
            put("}", to: &text)
        }
    }

    private func write(_ record: Record, depth: Int, to text: inout JSONText) {
        put("{", to: &text)
        var isFirst = true
        write(Value.Member(Record.typeKey, .string(record.type)), &isFirst, depth, to: &text)
        for member in record.fields { write(member, &isFirst, depth, to: &text) }
        newline(depth, to: &text)
        put("}", to: &text)
    }

    private func write(
        _ member: Value.Member,
        _ isFirst: inout Bool,
        _ depth: Int,
        to text: inout JSONText
    ) {
        separate(&isFirst, depth, to: &text)
        text.appendString(member.name)
        put(isPretty ? ": " : ":", to: &text)
        write(member.value, depth: depth + 1, to: &text)
    }

    // MARK: - What stands between them

    @inline(__always)
    private func put(_ mark: StaticString, to text: inout JSONText) {
        text.append(UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount))
    }

    @inline(__always)
    private func separate(_ isFirst: inout Bool, _ depth: Int, to text: inout JSONText) {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        newline(depth + 1, to: &text)
    }

    @inline(__always)
    private func newline(_ depth: Int, to text: inout JSONText) {
        guard isPretty else { return }
        text.append(0x0A)
        for _ in 0..<2 * depth { text.append(0x20) }
    }
}
