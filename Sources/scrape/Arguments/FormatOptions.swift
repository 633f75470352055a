import Records

/// The options of `scrape fmt`.
struct FormatOptions {
    let isCheck: Bool
    /// The rules files; `-` is standard input.
    let files: [String]

    static let checkOption = Option(
        name: "--check",
        about: ["write nothing, list the files that are not formatted"]
    )

    static let all = [checkOption]

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        isCheck = parser.has(FormatOptions.checkOption)
        files = parser.operands
        guard !files.isEmpty else {
            throw Diagnostic(
                .rules,
                "no rules file is given",
                help: "name a file, or - for standard input; see scrape fmt --help"
            )
        }
        if files.filter({ $0 == "-" }).count > 1 {
            throw Diagnostic(.rules, "standard input (-) can be read once only")
        }
    }
}
