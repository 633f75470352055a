import Engine
import Records

/// `scrape help`: prints the help of a command.
struct HelpCommand: Subcommand {
    private var command: any Subcommand.Type = Commands.main

    static let help = CommandHelp(
        name: "help",
        about: "print the help of a command",
        usage: ["scrape help [COMMAND]"],
        description:
            "Prints the help of COMMAND, as scrape COMMAND --help does; without COMMAND, that of scrape.",
        firstOperand: .commands,
        exits: [.success: "success", .usage: "the command line is wrong"],
        examples: ["scrape help", "scrape help test"]
    )

    static var options: [Option<HelpCommand>] { [] }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        guard operands.count <= 1 else {
            throw Diagnostic(
                .rules,
                "expected one command, found \(operands.count)",
                help: "write scrape help test"
            )
        }
        guard let name = operands.first else { return }
        guard let command = Commands.named(name) else {
            throw Commands.unknown(name, nearest: Suggestion.nearest(to: name, among: Commands.names))
        }
        self.command = command
    }

    func run(_ registry: Registry) -> ExitStatus {
        Console.print(Help(command: command, registry: registry).text(.full))
        return .success
    }
}
