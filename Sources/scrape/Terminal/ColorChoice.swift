import Records

/// Whether output has colours: what `--color` says.
enum ColorChoice: String, CaseIterable {
    /// On a terminal, unless `NO_COLOR` is set or the terminal knows none.
    case auto
    case always
    case never

    static let option = Option(
        name: "--color",
        argument: "WHEN",
        about: ["colours: auto (on a terminal, unless NO_COLOR is set), always or never"],
        choices: allCases.map(\.rawValue)
    )

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        guard let text = try parser.value(ColorChoice.option) else {
            self = .auto
            return
        }
        guard let choice = ColorChoice(rawValue: text) else {
            throw Diagnostic(
                .rules,
                "--color takes auto, always or never, found \"\(text)\"",
                help: Suggestion.nearest(to: text, among: ColorChoice.allCases.map(\.rawValue))
                    .map { "did you mean \($0)?" }
            )
        }
        self = choice
    }
}
