/// Writes values as JSON text: keys in their order, numbers by their digits, text as UTF-8.
public struct JSONWriter {
    private var bytes: [UInt8] = []
    private let isPretty: Bool

    private init(isPretty: Bool) {
        self.isPretty = isPretty
    }

    /// The value on one line without spaces.
    public static func compact(_ value: Value) -> String {
        var writer = JSONWriter(isPretty: false)
        writer.write(value, depth: 0)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The value indented by two spaces a level, without a final newline.
    ///
    /// - Parameter depth: the level at which the value stands in a greater text.
    public static func pretty(_ value: Value, depth: Int = 0) -> String {
        var writer = JSONWriter(isPretty: true)
        writer.write(value, depth: depth)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private mutating func write(_ value: Value, depth: Int) {
        switch value {
        case .null: put("null")
        case .boolean(let boolean): put(boolean ? "true" : "false")
        case .number(let number): put(number.digits)
        case .string(let string): write(string)
        case .list(let elements):
            writeAll(elements, "[", "]", depth) { writer, element in writer.write(element, depth: depth + 1) }
        case .object(let members):
            writeAll(members, "{", "}", depth) { writer, member in
                writer.write(member.name)
                writer.put(writer.isPretty ? ": " : ":")
                writer.write(member.value, depth: depth + 1)
            }
        }
    }

    private mutating func writeAll<Item>(
        _ items: [Item],
        _ open: String,
        _ close: String,
        _ depth: Int,
        _ write: (inout JSONWriter, Item) -> Void
    ) {
        put(open)
        for (index, item) in items.enumerated() {
            if index > 0 { put(",") }
            newline(depth + 1)
            write(&self, item)
        }
        if !items.isEmpty { newline(depth) }
        put(close)
    }

    private mutating func newline(_ depth: Int) {
        if isPretty { put("\n" + String(repeating: "  ", count: depth)) }
    }

    private mutating func put(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a string with the escapes that JSON demands, and DEL escaped since terminals act on it.
    private mutating func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""): put("\\\"")
            case UInt8(ascii: "\\"): put("\\\\")
            case 0x0A: put("\\n")
            case 0x0D: put("\\r")
            case 0x09: put("\\t")
            case ..<0x20, 0x7F: put("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
