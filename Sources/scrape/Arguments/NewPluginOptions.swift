import Records

/// The options of `scrape new plugin`.
struct NewPluginOptions {
    /// The plugin's name.
    let name: String
    let language: PluginTemplate.Language
    /// Where the new folder goes.
    let folder: String
    /// The folder of the package `scrape` that a plugin in Swift is built with; looked for unless given.
    let package: String?

    static let languageOption = Option(
        name: "--language",
        argument: "LANGUAGE",
        about: ["of a plugin: python or swift; python unless given"],
        choices: PluginTemplate.Language.allCases.map(\.rawValue)
    )
    static let folderOption = Option(
        name: "--folder",
        argument: "FOLDER",
        about: ["where the plugin's folder is made; . unless given"]
    )
    static let packageOption = Option(
        name: "--package",
        argument: "FOLDER",
        about: [
            "the checkout of scrape that a plugin in Swift is built with; looked for from",
            "here and from the binary upwards unless given",
        ]
    )
    static let all = [languageOption, folderOption, packageOption]

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        let usage = "write scrape new plugin tidy-title"
        guard parser.operands.count == 2 else {
            throw Diagnostic(
                .rules,
                "expected one name for the plugin, found \(parser.operands.count - 1)",
                help: usage
            )
        }
        name = parser.operands[1]
        guard PluginTemplate.isName(name) else {
            throw Diagnostic(
                .rules,
                "\"\(name)\" cannot be a plugin's name",
                help: "take lower-case letters, digits and hyphens, a letter first: tidy-title"
            )
        }
        let word = try parser.value(NewPluginOptions.languageOption) ?? "python"
        guard let language = PluginTemplate.Language(rawValue: word) else {
            let languages = PluginTemplate.Language.allCases.map(\.rawValue)
            throw Diagnostic(
                .rules,
                "unknown language \"\(word)\" (--language)",
                help: Suggestion.help(for: word, among: languages)
            )
        }
        self.language = language
        folder = try parser.value(NewPluginOptions.folderOption) ?? "."
        package = try parser.value(NewPluginOptions.packageOption)
    }
}
