extension OutputFormat {
    /// One object a line.
    public static let jsonLines = OutputFormat(name: "jsonl", about: "an object a line") { _ in
        JSONLinesEncoder()
    }.continuable().freeOfSchema()
}

private struct JSONLinesEncoder: RecordEncoder {
    var isStateless: Bool { true }

    func encode(_ record: Record) -> String {
        var bytes: [UInt8] = []
        encode(record, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func encode(_ record: Record, into bytes: inout [UInt8]) {
        JSONWriter.append(record, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    func finish() -> String { "" }
}
