import Engine
import Platform
import Records

/// `scrape version`: prints the version, and those of the libraries.
struct VersionCommand: Subcommand {
    private var isVerbose = false

    static let help = CommandHelp(
        name: "version",
        about: "print the version",
        usage: ["scrape version [--verbose]"],
        description: """
            Prints the version. With --verbose, also the version of each library that the program uses and the file that was
            loaded; then those that these libraries have loaded. Include it in bug reports.
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
            var known: Set<String> = []
            lines += SystemComponent.libraries.map { library in
                let found = library.found()
                if let path = found?.path { known.insert(path) }
                return
                    "\(library.name): \(found.map { "\($0.version) (\($0.path ?? "in the program"))" } ?? "none")"
            }
            lines += LoadedLibrary.files.filter { !known.contains($0) }.map(VersionCommand.line(ofLibrary:))
        }
        Console.print(lines.joined(separator: "\n"))
        return .success
    }

    /// A library that another one needs, with the version in its file's name: `libicuuc: 76.1 (/usr/lib/…)`.
    static func line(ofLibrary path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let end = name.firstRange(of: ".so") else { return "\(name): (\(path))" }
        let version = name[end.upperBound...].drop { $0 == "." }
        return "\(name[..<end.lowerBound]): \(version.isEmpty ? "" : version + " ")(\(path))"
    }

    /// The program's name and version.
    static var line: String { "scrape \(Program.version)" }
}
