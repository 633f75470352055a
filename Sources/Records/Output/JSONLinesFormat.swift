extension OutputFormat {
    /// One object a line.
    public static let jsonLines = OutputFormat(name: "jsonl", about: "an object a line") { _ in
        JSONLinesEncoder()
    }.continuable()
}

private struct JSONLinesEncoder: RecordEncoder {
    mutating func encode(_ record: Record) -> String {
        JSONWriter.compact(record.value) + "\n"
    }

    mutating func finish() -> String { "" }
}
