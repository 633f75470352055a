/// Writes values as JSON text: keys in their order, numbers by their digits, text as UTF-8.
public struct JSONWriter {
    private let isPretty: Bool

    /// The value on one line without spaces.
    public static func compact(_ value: Value) -> String {
        var bytes: [UInt8] = []
        append(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The value indented by two spaces a level, without a final newline.
    ///
    /// - Parameter depth: the level at which the value stands in a greater text.
    public static func pretty(_ value: Value, depth: Int = 0) -> String {
        var bytes: [UInt8] = []
        JSONWriter(isPretty: true).write(value, depth: depth, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the value on one line without spaces, as UTF-8.
    public static func append(_ value: Value, to bytes: inout [UInt8]) {
        JSONWriter(isPretty: false).write(value, depth: 0, to: &bytes)
    }

    /// Appends a record, which is ``Record/value``, on one line without spaces.
    static func append(_ record: Record, to bytes: inout [UInt8]) {
        JSONWriter(isPretty: false).write(record, depth: 0, to: &bytes)
    }

    /// Appends a record, which is ``Record/value``, indented.
    static func appendPretty(_ record: Record, depth: Int, to bytes: inout [UInt8]) {
        JSONWriter(isPretty: true).write(record, depth: depth, to: &bytes)
    }

    // MARK: - Values

    private func write(_ value: Value, depth: Int, to bytes: inout [UInt8]) {
        switch value {
        case .null: put("null", to: &bytes)
        case .boolean(let boolean): put(boolean ? "true" : "false", to: &bytes)
        case .number(let number): bytes.append(contentsOf: number.digits.utf8)
        case .string(let string): JSONString.append(string, to: &bytes)
        case .list(let elements):
            put("[", to: &bytes)
            var isFirst = true
            for element in elements {
                separate(&isFirst, depth, to: &bytes)
                write(element, depth: depth + 1, to: &bytes)
            }
            if !isFirst { newline(depth, to: &bytes) }
            put("]", to: &bytes)
        case .object(let members):
            put("{", to: &bytes)
            var isFirst = true
            for member in members { write(member, &isFirst, depth, to: &bytes) }
            if !isFirst { newline(depth, to: &bytes) }
            put("}", to: &bytes)
        }
    }

    private func write(_ record: Record, depth: Int, to bytes: inout [UInt8]) {
        put("{", to: &bytes)
        var isFirst = true
        write(Value.Member(Record.typeKey, .string(record.type)), &isFirst, depth, to: &bytes)
        for member in record.fields { write(member, &isFirst, depth, to: &bytes) }
        newline(depth, to: &bytes)
        put("}", to: &bytes)
    }

    private func write(
        _ member: Value.Member,
        _ isFirst: inout Bool,
        _ depth: Int,
        to bytes: inout [UInt8]
    ) {
        separate(&isFirst, depth, to: &bytes)
        JSONString.append(member.name, to: &bytes)
        put(isPretty ? ": " : ":", to: &bytes)
        write(member.value, depth: depth + 1, to: &bytes)
    }

    // MARK: - What stands between them

    @inline(__always)
    private func put(_ text: StaticString, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    private func separate(_ isFirst: inout Bool, _ depth: Int, to bytes: inout [UInt8]) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        newline(depth + 1, to: &bytes)
    }

    @inline(__always)
    private func newline(_ depth: Int, to bytes: inout [UInt8]) {
        guard isPretty else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    }
}
