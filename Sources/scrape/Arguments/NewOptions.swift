import Records

/// The options of `scrape new`, which makes one of two things.
enum NewOptions {
    /// A plugin to start from.
    case plugin(NewPluginOptions)
    /// A site's rules with their cases, out of saved pages.
    case site(NewSiteOptions)

    static let all = NewSiteOptions.all + NewPluginOptions.all

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        guard let what = parser.operands.first else {
            throw Diagnostic(
                .rules,
                "nothing to make is given",
                help: "write scrape new plants list.html, or scrape new plugin tidy-title"
            )
        }
        let isPlugin = what == "plugin"
        let foreign = isPlugin ? NewSiteOptions.all : NewPluginOptions.all
        if let option = foreign.first(where: parser.has) {
            throw Diagnostic(
                .rules,
                "\(option.name) is an option of scrape new \(isPlugin ? "SITE PAGE..." : "plugin NAME")"
            )
        }
        self = isPlugin ? .plugin(try NewPluginOptions(parser)) : .site(try NewSiteOptions(parser))
    }
}
