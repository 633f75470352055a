extension OutputFormat {
    /// One array of objects, indented.
    public static let json = OutputFormat(name: "json", about: "an array of objects, indented (the default)")
    { _ in
        JSONArrayEncoder()
    }.freeOfSchema()
}

private struct JSONArrayEncoder: RecordEncoder {
    private var isEmpty = true

    mutating func encode(_ record: Record) -> String {
        var bytes: [UInt8] = []
        encode(record, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func encode(_ record: Record, into bytes: inout [UInt8]) {
        bytes.append(contentsOf: (isEmpty ? "[\n  " : ",\n  ").utf8)
        isEmpty = false
        JSONWriter.appendPretty(record, depth: 1, to: &bytes)
    }

    mutating func finish() -> String {
        isEmpty ? "[]\n" : "\n]\n"
    }
}
