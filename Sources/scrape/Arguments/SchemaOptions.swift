import Records

/// The options of `scrape schema`.
struct SchemaOptions {
    let isSwift: Bool
    /// Whose records; `nil` for the schema of the rules language itself.
    let rules: String?
    let plugins: PluginOptions

    static let swiftOption = Option(
        name: "--swift",
        about: ["print Swift types instead, into which the records can be decoded"]
    )

    static let languageOption = Option(
        name: "--language",
        about: ["print the schema of the rules language itself, which editors complete rules by"]
    )

    static let all = [swiftOption, languageOption] + PluginOptions.all

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        plugins = try PluginOptions(parser)
        try plugins.check()
        isSwift = parser.has(SchemaOptions.swiftOption)
        if parser.has(SchemaOptions.languageOption) {
            guard parser.operands.isEmpty, !isSwift else {
                throw Diagnostic(.rules, "--language stands alone: it is not about one rules file")
            }
            rules = nil
            return
        }
        guard let first = parser.operands.first else {
            throw Diagnostic(.rules, "no rules file is given", help: "write scrape schema rules/alchemy.json")
        }
        guard parser.operands.count == 1 else {
            throw Diagnostic(
                .rules,
                "a schema is that of one rules file, \(parser.operands.count) are given"
            )
        }
        rules = first
    }
}
