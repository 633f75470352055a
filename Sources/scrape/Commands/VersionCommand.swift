import Engine
import Records

/// `scrape version`: prints the version, and those of the libraries.
struct VersionCommand: Subcommand {
    private var isVerbose = false

    static let help = CommandHelp(
        name: "version",
        about: "print the version",
        usage: ["scrape version [--verbose]"],
        description: """
            Prints the version. With --verbose, also the system, and for each library that the program uses, its version
            and the file that was loaded. Include it in bug reports.
            """,
        exits: [.success: "success", .usage: "the command line is wrong"],
        examples: ["scrape version", "scrape version --verbose"]
    )

    static var options: [Option<VersionCommand>] {
        [.flag("--verbose", "Print the versions of the libraries, and their files.") { $0.isVerbose = true }]
    }

    func run(_ registry: Registry) -> ExitStatus {
        var lines = [VersionCommand.line]
        if isVerbose {
            lines += SystemComponent.libraries.map { library in
                let found = library.found().map { "\($0.version) (\($0.path ?? "in the program"))" }
                return "\(library.name): \(found ?? "none")"
            }
        }
        Console.print(lines.joined(separator: "\n"))
        return .success
    }

    /// The program's name and version.
    static var line: String { "scrape \(Program.version)" }
}
