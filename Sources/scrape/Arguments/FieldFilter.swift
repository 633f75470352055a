import Records

/// A condition that a record must meet to be printed, as the user gives it: `field=value`.
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
}
