import Records

/// A condition that a record must meet to be printed: `field=value`.
struct FieldFilter {
    /// The field's name, and those of fields within it.
    let path: [String]
    let value: String

    init(_ text: String) throws(Diagnostic) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init
        )
        guard parts.count == 2, !parts[0].isEmpty else {
            throw Diagnostic(
                .rules,
                "--where takes FIELD=VALUE, found \"\(text)\"",
                help: "write --where name=value"
            )
        }
        path = parts[0].split(separator: ".").map(String.init)
        value = parts[1]
    }

    /// Tells a field that no record can have.
    func check(_ schema: Schema) throws(Diagnostic) {
        guard let name = path.first, !schema.columns.contains(name) else { return }
        throw Diagnostic(
            .rules,
            "no record has a field \"\(name)\" (--where)",
            help: Suggestion.help(for: name, among: schema.columns)
        )
    }

    func matches(_ record: Record) -> Bool { matches(record.value, path[...]) }

    private func matches(_ found: Value, _ path: ArraySlice<String>) -> Bool {
        if case .list(let elements) = found { return elements.contains { matches($0, path) } }
        if let name = path.first { return found[name].map { matches($0, path.dropFirst()) } ?? false }
        if case .number(let number) = found, let wanted = Number(value) {
            return number.double == wanted.double
        }
        return found.text == value
    }
}
