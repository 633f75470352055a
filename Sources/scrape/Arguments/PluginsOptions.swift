import Records

/// The options of `scrape plugins`.
struct PluginsOptions {
    /// Which plugins; all without names.
    let names: [String]
    let isJSON: Bool
    let plugins: PluginOptions

    static let jsonOption = Option(
        name: "--json",
        about: ["print what each plugin declares as JSON, as the protocol writes it"]
    )
    static let all = [jsonOption] + PluginOptions.all

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        plugins = try PluginOptions(parser)
        try plugins.check()
        names = parser.operands
        isJSON = parser.has(PluginsOptions.jsonOption)
    }
}
