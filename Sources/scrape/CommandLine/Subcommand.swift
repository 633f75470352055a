import Engine
import PluginHost
import Records

/// A command of `scrape`: its declaration, from which help, completions and the manual are made, and its work.
///
/// A value of the type stores the settings of a command line. To add a command, write a type in a file of `Commands`
/// and add it to ``Commands/all``.
protocol Subcommand {
    /// The command's name, documentation and operands.
    static var help: CommandHelp { get }
    /// The command's own options; every command has those of ``CommonOptions`` as well.
    static var options: [Option<Self>] { get }
    /// Additional contents of the help, such as output formats.
    static func sections(_ registry: Registry) -> [HelpSection]

    /// The command without any options.
    init()
    /// Accepts the operands when all options are set, and refuses meaningless combinations.
    mutating func accept(_ operands: [String]) throws(Diagnostic)
    /// Runs the command.
    ///
    /// - Parameter registry: the compiled-in plugins.
    func run(_ registry: Registry) throws(Diagnostic) -> ExitStatus
}

extension Subcommand {
    static func sections(_ registry: Registry) -> [HelpSection] { [] }

    /// Every option of the command, as help lists them.
    static var optionInfos: [OptionInfo] { options.map(\.info) + CommonOptions.options.map(\.info) }

    /// Refuses operands.
    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        guard let operand = operands.first else { return }
        throw Diagnostic(.rules, "scrape \(Self.help.name) takes no operand, found \"\(operand)\"")
    }
}

/// A command that loads rules, which may call programs as plugins.
protocol RulesCommand: Subcommand {
    var plugins: PluginSettings { get }
    var reading: ReadingOptions { get }
    /// Runs the command with a registry whose programs end with it.
    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus
}

extension RulesCommand {
    var reading: ReadingOptions { ReadingOptions() }

    func run(_ registry: Registry) throws(Diagnostic) -> ExitStatus {
        try plugins.check()
        var registry = registry
        let programs = plugins.programs
        registry.programs = programs
        registry.reading = reading
        defer { Console.report(programs.end()) }
        return try run(using: registry)
    }
}

/// The documentation of a command.
struct CommandHelp: Sendable {
    let name: String
    /// What the command does: a verb and its object, without a period.
    let about: String
    /// The ways to call the command.
    let usage: [String]
    /// Paragraphs with empty lines between them; help wraps their lines.
    let description: String
    /// The completions for operands.
    var operands = Completion.none
    /// The completions for the first operand, if they differ.
    var firstOperand: Completion?
    let exits: KeyValuePairs<ExitStatus, String>
    let examples: [String]

    /// The part of the command line before options.
    var call: String { name == "scrape" ? name : "scrape \(name)" }

    /// The paragraphs of the description, each in one line.
    var paragraphs: [String] {
        description.split(separator: "\n\n").map { $0.split(separator: "\n").joined(separator: " ") }
    }
}

/// A titled table in a command's help.
struct HelpSection {
    let title: String
    let rows: [(term: String, about: String)]
}
