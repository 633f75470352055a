extension OutputFormat {
    /// One array of objects, indented.
    public static let json = OutputFormat(name: "json", about: "an array of objects, indented (the default)")
    { _ in
        JSONArrayEncoder()
    }
}

private struct JSONArrayEncoder: RecordEncoder {
    private var isEmpty = true

    mutating func encode(_ record: Record) -> String {
        defer { isEmpty = false }
        return (isEmpty ? "[\n  " : ",\n  ") + JSONWriter.pretty(record.value, depth: 1)
    }

    mutating func finish() -> String {
        isEmpty ? "[]\n" : "\n]\n"
    }
}
