import Records

/// The options of `scrape schema`.
struct SchemaOptions {
    let isSwift: Bool
    /// Whose records: rules files and folders of them; none for the schema of the rules language itself.
    let rules: [String]
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
        rules = parser.operands
        if parser.has(SchemaOptions.languageOption) {
            guard rules.isEmpty, !isSwift else {
                throw Diagnostic(.rules, "--language stands alone: it is not about rules files")
            }
        } else if rules.isEmpty {
            throw Diagnostic(.rules, "no rules file is given", help: "write scrape schema rules/alchemy.json")
        }
    }
}
