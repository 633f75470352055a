import Engine
import Platform
import PluginHost
import Records

/// `scrape doctor`: lists the components of the system that were found, and what is missing for which purpose.
struct DoctorCommand: Subcommand {
    private var isJSON = false

    static let help = CommandHelp(
        name: "doctor",
        about: "list the libraries and programs that were found, and what each is for",
        usage: ["scrape doctor [--json]"],
        description: """
            Looks for everything that the program can use: libraries, programs, folders of rules and of
            plugins. For each, it prints what was found and what it is for; for a missing one, also the Debian
            package that has it.

            Libraries are loaded when they are needed, and programs are started only where rules or the command line name
            them; this command starts none.
            """,
        exits: [.success: "the list is complete", .usage: "the command line is wrong"],
        examples: ["scrape doctor", "scrape doctor --json"]
    )

    static var options: [Option<DoctorCommand>] {
        [.flag("--json", "Print JSON.") { $0.isJSON = true }]
    }

    /// The component.
    private struct Finding {
        let group: String
        let name: String
        /// The version or the path; `nil` if there is none.
        let found: String?
        let use: String
        /// What to do if there is none.
        var help = ""
    }

    func run(_ registry: Registry) -> ExitStatus {
        let findings =
            DoctorCommand.libraries + DoctorCommand.programs + DoctorCommand.rules
            + DoctorCommand.plugins(registry) + [DoctorCommand.contact]
        if isJSON {
            Console.print(DoctorCommand.json(findings))
        } else {
            Console.show(DoctorCommand.text(findings))
        }
        return .success
    }

    // MARK: - Findings

    private static var libraries: [Finding] {
        SystemComponent.libraries.map { library in
            Finding(
                group: "libraries",
                name: library.name,
                found: library.found()?.version,
                use: library.use,
                help: "install \(library.package)"
            )
        }
    }

    private static var programs: [Finding] {
        let folders = SystemProgram.searchPath
        return SystemProgram.all.map { program in
            Finding(
                group: "programs",
                name: program.names[0],
                found: program.path(searching: folders),
                use: program.use,
                help: "install \(program.package)"
            )
        }
    }

    private static var rules: [Finding] {
        RulesCatalogue.ofProcess().folders.map { folder in
            let count = RulesCatalogue(folders: [folder]).all().count
            return Finding(
                group: "rules",
                name: folder,
                found: count == 0 ? nil : "\(count) file\(count == 1 ? "" : "s")",
                use: "rules by the names of sites"
            )
        }
    }

    private static func plugins(_ registry: Registry) -> [Finding] {
        let compiledIn = registry.plugins.map {
            Finding(group: "plugins", name: $0.name, found: "compiled in", use: $0.about)
        }
        let programs = PluginSettings().programs
        return compiledIn
            + programs.names.map {
                Finding(
                    group: "plugins",
                    name: $0,
                    found: "program",
                    use: "scrape plugins \($0) asks it what it does"
                )
            }
    }

    private static var contact: Finding {
        Finding(
            group: "environment",
            name: "SCRAPE_CONTACT",
            found: getenv("SCRAPE_CONTACT").map { String(cString: $0) },
            use: "the address that every request contains, so that a site can reach you",
            help: "set it to your web or email address before you crawl"
        )
    }

    // MARK: - Output

    private static func text(_ findings: [Finding]) -> String {
        var lines = [VersionCommand.line]
        var group = ""
        for finding in findings {
            if finding.group != group {
                group = finding.group
                lines += ["", Console.outputStyle(.strong, group)]
            }
            let help = finding.found == nil && !finding.help.isEmpty ? "; \(finding.help)" : ""
            lines += ["  \(finding.name): \(finding.found ?? "none")\(help)", "      \(finding.use)"]
        }
        return lines.joined(separator: "\n")
    }

    private static func json(_ findings: [Finding]) -> String {
        let list = findings.map { finding -> Value in
            .object([
                Value.Member("group", .string(finding.group)), Value.Member("name", .string(finding.name)),
                Value.Member("found", finding.found.map(Value.string) ?? .null),
                Value.Member("use", .string(finding.use)), Value.Member("help", .string(finding.help)),
            ])
        }
        return JSONWriter.pretty(.list(list))
    }
}
