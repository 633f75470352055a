import Engine
import Records

/// The commands of `scrape`.
enum Commands {
    /// All commands, in the order of help. The first one runs if the command line names no command.
    static var all: [any Subcommand.Type] {
        [
            ScrapeCommand.self,
            FetchCommand.self,
            CrawlCommand.self,
            RobotsCommand.self,
            RefreshCommand.self,
            TestCommand.self,
            DiffCommand.self,
            ChangesCommand.self,
            CheckCommand.self,
            ExpectCommand.self,
            ExplainCommand.self,
            ReportCommand.self,
            MinimiseCommand.self,
            SelectCommand.self,
            TreeCommand.self,
            TextCommand.self,
            FormatCommand.self,
            SchemaCommand.self,
            PluginsCommand.self,
            NewCommand.self,
            LearnCommand.self,
            RepairCommand.self,
            DoctorCommand.self,
            VersionCommand.self,
            CompletionsCommand.self,
            ManualCommand.self,
            HelpCommand.self,
        ]
    }

    /// The commands that this program calls itself, which help does not list.
    private static var hidden: [any Subcommand.Type] { [TransportCommand.self] }

    /// The command without a name.
    static var main: any Subcommand.Type { ScrapeCommand.self }

    /// The names of the other commands.
    static var names: [String] { all.dropFirst().map { $0.help.name } }

    /// The command with a name, in British or American spelling.
    static func named(_ name: String) -> (any Subcommand.Type)? {
        let spelled = name == "minimize" ? MinimiseCommand.help.name : name
        return all.first { $0.help.name == spelled }
    }

    /// The command that the first argument names, and the arguments after it.
    ///
    /// - Throws: an error if the first argument is neither a command nor a page, but is spelled like a command.
    static func find(
        _ arguments: [String]
    ) throws(Diagnostic) -> (command: any Subcommand.Type, arguments: [String]) {
        // The version alone needs none of the options of the main command.
        let isVersion = { (argument: String) in argument == "--version" || argument == "-V" }
        if arguments.contains(where: isVersion), arguments.count <= 2,
            arguments.allSatisfy({ isVersion($0) || $0 == "--verbose" })
        {
            let isVerbose = arguments.contains("--verbose")
            return (VersionCommand.self, isVerbose ? ["--verbose"] : arguments)
        }
        guard let name = arguments.first, !name.hasPrefix("-") else { return (main, arguments) }
        if name != main.help.name, let command = named(name) ?? hidden.first(where: { $0.help.name == name })
        {
            return (command, Array(arguments.dropFirst()))
        }
        let isWord = !name.contains(".") && !name.contains("/")
        if isWord, let nearest = Suggestion.nearest(to: name, among: names), File.kind(of: name) == .nothing {
            throw unknown(name, nearest: nearest)
        }
        return (main, arguments)
    }

    /// The error for an unknown command.
    static func unknown(_ name: String, nearest: String?) -> Diagnostic {
        Diagnostic(
            .rules,
            "unknown command \"\(name)\"",
            help: nearest.map { "did you mean \"\($0)\"?" } ?? "scrape help lists the commands"
        )
    }
}
