import Records

/// The options of `scrape completions`.
enum CompletionsOptions {
    /// A shell's script.
    case script(Shell)
    /// What there is of a kind, a line each.
    case list(CompletionList)

    static let listOption = Option(
        name: "--list",
        argument: "KIND",
        about: [
            "print what there is of a kind, a line each, as the scripts ask for it:",
            CompletionList.allCases.map(\.rawValue).joined(separator: ", "),
        ],
        choices: CompletionList.allCases.map(\.rawValue)
    )
    static let all = [listOption]

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        if let name = try parser.value(CompletionsOptions.listOption) {
            guard let list = CompletionList(rawValue: name), parser.operands.isEmpty else {
                throw Diagnostic(
                    .rules,
                    parser.operands.isEmpty ? "unknown kind \"\(name)\" (--list)" : "--list stands alone",
                    help: Suggestion.help(for: name, among: CompletionsOptions.listOption.choices)
                )
            }
            self = .list(list)
            return
        }
        let shells = Shell.allCases.map(\.rawValue)
        guard let name = parser.operands.first, parser.operands.count == 1 else {
            throw Diagnostic(
                .rules,
                "expected one shell, found \(parser.operands.count)",
                help: "write scrape completions \(shells.joined(separator: ", or "))"
            )
        }
        guard let shell = Shell(rawValue: name) else {
            throw Diagnostic(
                .rules,
                "unknown shell \"\(name)\"",
                help: Suggestion.help(for: name, among: shells)
            )
        }
        self = .script(shell)
    }
}
