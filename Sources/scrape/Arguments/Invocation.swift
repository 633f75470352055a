import DOM
import Records

/// What a command line asks for.
enum Invocation {
    case help(Command)
    case version
    case scrape(ScrapeOptions)
    case test(TestOptions)
    case diff(DiffOptions)
    case check(CheckOptions)
    case explain(ExplainOptions)
    case report(ReportOptions)
    case minimise(MinimiseOptions)
    case select(SelectOptions)
    case tree(TreeOptions)
    case format(FormatOptions)
    case schema(SchemaOptions)
    case plugins(PluginsOptions)
    case new(NewOptions)
    case completions(CompletionsOptions)
    case manual

    /// Reads a command line.
    ///
    /// - Parameter color: becomes what the command line says of colours, as soon as that is known.
    /// - Throws: what is wrong with it, with what was probably meant.
    init(_ arguments: [String], color: inout ColorChoice) throws(Diagnostic) {
        var arguments = arguments
        var command = Command.scrape
        if let first = arguments.first, first != Command.scrape.rawValue, let known = Command(rawValue: first)
        {
            command = known
            arguments.removeFirst()
        }
        let parser = try ArgumentParser(arguments, for: command)
        color = try ColorChoice(parser)
        if parser.has(.help) {
            self = .help(command)
        } else if parser.has(.version) {
            self = .version
        } else {
            switch command {
            case .scrape: self = .scrape(try ScrapeOptions(parser))
            case .test: self = .test(try TestOptions(parser))
            case .diff: self = .diff(try DiffOptions(parser))
            case .check: self = .check(try CheckOptions(parser))
            case .explain: self = .explain(try ExplainOptions(parser))
            case .report: self = .report(try ReportOptions(parser))
            case .minimise: self = .minimise(try MinimiseOptions(parser))
            case .select: self = .select(try SelectOptions(parser))
            case .tree: self = .tree(try TreeOptions(parser))
            case .format: self = .format(try FormatOptions(parser))
            case .schema: self = .schema(try SchemaOptions(parser))
            case .plugins: self = .plugins(try PluginsOptions(parser))
            case .new: self = .new(try NewOptions(parser))
            case .completions: self = .completions(try CompletionsOptions(parser))
            case .manual: self = .manual
            }
        }
    }
}
