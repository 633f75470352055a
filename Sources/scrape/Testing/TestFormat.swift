import Records

/// How `scrape test` prints results.
enum TestFormat: String, CaseIterable {
    case text
    case tap
    case json

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        guard let name = try parser.value(TestOptions.formatOption) else {
            self = .text
            return
        }
        guard let format = TestFormat(rawValue: name) else {
            throw Diagnostic(
                .rules,
                "unknown format \"\(name)\"",
                help: Suggestion.help(for: name, among: TestFormat.allCases.map(\.rawValue))
            )
        }
        self = format
    }
}
