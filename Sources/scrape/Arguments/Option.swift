/// An option of a command: the one table that parsing, `--help` and "did you mean" are made of.
struct Option: Hashable {
    /// The long name, with its dashes.
    let name: String
    /// The short name, with its dash.
    var short: String?
    /// What stands behind it, as `--help` calls it; `nil` for a switch.
    var argument: String?
    /// What it does: a line, then more where it needs more.
    let about: [String]
    /// What alone can stand behind it, where that is a few words.
    var choices: [String] = []

    /// The options that every command has.
    static let common: [Option] = [ColorChoice.option, .help, .version]

    static let help = Option(name: "--help", short: "-h", about: ["print this help and end"])
    static let version = Option(name: "--version", short: "-V", about: ["print the version and end"])
}

/// A subcommand of `scrape`.
enum Command: String, CaseIterable {
    case scrape
    case test
    case diff
    case check
    case explain
    case report
    case minimise
    case select
    case tree
    case format = "fmt"
    case schema
    case plugins
    case new
    case completions
    case manual

    /// The options that it knows.
    var options: [Option] {
        switch self {
        case .scrape: ScrapeOptions.all + Option.common
        case .test: TestOptions.all + Option.common
        case .diff: DiffOptions.all + Option.common
        case .check: CheckOptions.all + Option.common
        case .explain: ExplainOptions.all + Option.common
        case .report: ReportOptions.all + Option.common
        case .minimise: MinimiseOptions.all + Option.common
        case .select: SelectOptions.all + Option.common
        case .tree: TreeOptions.all + Option.common
        case .format: FormatOptions.all + Option.common
        case .schema: SchemaOptions.all + Option.common
        case .plugins: PluginsOptions.all + Option.common
        case .new: NewOptions.all + Option.common
        case .completions: CompletionsOptions.all + Option.common
        case .manual: Option.common
        }
    }
}
