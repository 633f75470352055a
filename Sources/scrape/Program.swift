import Records
import Scraping

/// The command: arguments to calls, calls to output and exit status.
struct Program {
    static let version = "0.1.0"

    let registry: Registry

    func run(_ arguments: [String]) -> ExitStatus {
        var color = ColorChoice.auto
        do throws(Diagnostic) {
            let invocation = try Invocation(arguments, color: &color)
            Console.use(color)
            switch invocation {
            case .help(let command):
                Console.print(Help.text(for: command, registry: registry))
                return .success
            case .version:
                Console.print("scrape \(Program.version)")
                return .success
            case .scrape(let options):
                return try with(options.plugins, options.reading) { registry throws(Diagnostic) in
                    try ScrapeCommand(options: options, registry: registry).run()
                }
            case .test(let options):
                return try with(options.plugins, options.reading) { registry throws(Diagnostic) in
                    try TestCommand(options: options, registry: registry).run()
                }
            case .diff(let options):
                return try with(options.plugins, options.reading) { registry throws(Diagnostic) in
                    try DiffCommand(options: options, registry: registry).run()
                }
            case .check(let options):
                return try with(options.plugins, options.reading) { registry throws(Diagnostic) in
                    CheckCommand(options: options, registry: registry).run()
                }
            case .explain(let options):
                return try with(options.plugins, options.reading) { registry throws(Diagnostic) in
                    try ExplainCommand(options: options, registry: registry).run()
                }
            case .report(let options):
                return try with(options.plugins, options.reading) { registry throws(Diagnostic) in
                    try ReportCommand(options: options, registry: registry).run()
                }
            case .minimise(let options):
                return try with(options.plugins) { registry throws(Diagnostic) in
                    try MinimiseCommand(options: options, registry: registry).run()
                }
            case .select(let options):
                return try SelectCommand(options: options).run()
            case .tree(let options):
                return TreeCommand(options: options).run()
            case .format(let options):
                return FormatCommand(options: options).run()
            case .schema(let options):
                return try with(options.plugins) { registry throws(Diagnostic) in
                    SchemaCommand(options: options, registry: registry).run()
                }
            case .plugins(let options):
                return try with(options.plugins) { registry throws(Diagnostic) in
                    try PluginsCommand(options: options, registry: registry).run()
                }
            case .new(.plugin(let options)):
                return try NewPluginCommand(options: options).run()
            case .new(.site(let options)):
                return try NewSiteCommand(options: options).run()
            case .completions(let options):
                return CompletionsCommand(options: options, registry: registry).run()
            case .manual:
                Console.print(Manual(registry: registry).text)
                return .success
            }
        } catch {
            Console.use(color)
            Console.report([error])
            return ExitStatus(error)
        }
    }

    /// Runs a command that may start programs as plugins, and ends those with it.
    private func with(
        _ options: PluginOptions,
        _ reading: ReadingOptions = ReadingOptions(),
        _ body: (Registry) throws(Diagnostic) -> ExitStatus
    ) throws(Diagnostic) -> ExitStatus {
        var registry = registry
        let programs = options.pluginPrograms
        registry.programs = programs
        registry.reading = reading
        defer { Console.report(programs.end()) }
        return try body(registry)
    }
}
