import Records

/// The options of `scrape test`.
struct TestOptions {
    let corpus: String
    let isUpdate: Bool
    /// Which cases: a site, or `site/case`; none means all.
    let names: [String]
    let plugins: PluginOptions
    let coverage: CoverageOptions

    static let corpusOption = Option(
        name: "--corpus",
        argument: "FOLDER",
        about: ["the folder of cases; ./Corpus unless given"]
    )
    static let updateOption = Option(
        name: "--update",
        about: [
            "write what comes out as the golden files and tell what has changed;",
            "refused where CI is set",
        ]
    )

    static let all = [corpusOption, updateOption] + CoverageOptions.all + PluginOptions.all

    init(_ parser: ArgumentParser) throws(Diagnostic) {
        plugins = try PluginOptions(parser)
        coverage = try CoverageOptions(parser)
        corpus = try parser.value(TestOptions.corpusOption) ?? "Corpus"
        isUpdate = parser.has(TestOptions.updateOption)
        names = parser.operands
    }
}
