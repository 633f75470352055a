import Records
import Scraping

/// `scrape manual`: prints the manual page.
struct ManualCommand: Subcommand {
    static let help = CommandHelp(
        name: "manual",
        about: "print the manual page",
        usage: ["scrape manual"],
        description: "Prints the manual page in the macros that man reads.",
        exits: [.success: "success", .usage: "the command line is wrong"],
        examples: ["scrape manual | man -l -"]
    )

    static var options: [Option<ManualCommand>] { [] }

    func run(_ registry: Registry) -> ExitStatus {
        Console.print(Manual(commands: Commands.all, registry: registry).text)
        return .success
    }
}

/// The manual page: the help of all commands in the macros of man(7).
private struct Manual {
    let commands: [any Subcommand.Type]
    let registry: Registry

    /// The environment variables that the program reads.
    private static let environment: [(name: String, about: String)] = [
        (
            "SCRAPE_RULES_PATH",
            "folders in which sites' rules are looked up before ./Rules, separated by colons"
        ),
        (
            "SCRAPE_PLUGIN_PATH",
            "folders in which programs scrape-plugin-NAME are looked up, separated by colons"
        ),
        ("NO_COLOR", "if set, output has no colours"),
        ("COLUMNS", "the width of the terminal, where the system does not know it"),
        ("CI", "if set, no golden file is written and no case's page is reduced"),
    ]

    var text: String {
        let main = commands[0]
        var lines = [
            ".\\\" Made by scrape manual.",
            Roff.macro("TH", "SCRAPE", "1", "", "scrape \(Program.version)", "User Commands"),
            ".SH NAME", "scrape \\- " + Roff.text(main.help.about), ".SH SYNOPSIS",
        ]
        lines += Roff.verbatim(commands.flatMap { $0.help.usage })
        lines += [".SH DESCRIPTION"] + paragraphs(main).dropFirst() + [".SH OPTIONS"] + options(main)
        for section in main.sections(registry) {
            // "Options of chart (--option NAME=VALUE)": the heading is the part before the parenthesis.
            let parts = section.title.split(separator: " (", maxSplits: 1).map(String.init)
            lines.append(Roff.macro("SH", parts[0].uppercased()))
            lines += parts.dropFirst().map { Roff.text("(" + $0) } + items(section.rows)
        }
        lines += [".SH EXIT STATUS"] + items(main.help.exitRows)
        lines += [".SH EXAMPLES"] + Roff.verbatim(main.help.examples)
        lines += [".SH COMMANDS"] + commands.dropFirst().flatMap(command)
        lines += [".SH ENVIRONMENT"] + items(Manual.environment.map { (term: $0.name, about: $0.about) })
        lines += [".SH FILES"] + Roff.item("\\fIRules/SITE.json\\fR", "a site's rules")
        lines += Roff.item("\\fICorpus/SITE/CASE/\\fR", "a saved page with case.json and golden.json")
        return lines.joined(separator: "\n")
    }

    private func command(_ command: any Subcommand.Type) -> [String] {
        let help = command.help
        var lines = [Roff.macro("SS", help.call)] + Roff.verbatim(help.usage) + paragraphs(command)
        lines += [".PP", "Options:"] + options(command)
        lines += [".PP", "Exit status:"] + items(help.exitRows)
        if !help.examples.isEmpty { lines += [".PP", "Examples:"] + Roff.verbatim(help.examples) }
        return lines
    }

    private func paragraphs(_ command: any Subcommand.Type) -> [String] {
        command.help.paragraphs.flatMap { [".PP", Roff.text($0)] }
    }

    private func options(_ command: any Subcommand.Type) -> [String] {
        command.optionInfos.flatMap { option in
            let names = option.names.map { "\\fB\(Roff.text($0))\\fR" }.joined(separator: ", ")
            let value = option.placeholder.map { " \\fI\(Roff.text($0))\\fR" } ?? ""
            let about = option.details.isEmpty ? option.about : option.about + " " + option.details
            return Roff.item(names + value, about)
        }
    }

    private func items(_ rows: [(term: String, about: String)]) -> [String] {
        rows.flatMap { Roff.item("\\fB\(Roff.text($0.term))\\fR", $0.about) }
    }
}

/// Text in the macros of man(7).
private enum Roff {
    /// A text without macros and escapes, whose hyphens can be copied and searched for.
    static func text(_ text: String) -> String {
        let escaped = text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            default: result.append(character)
            }
        }
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    /// A macro with its arguments, each in quotes.
    static func macro(_ name: String, _ arguments: String...) -> String {
        ([".\(name)"]
            + arguments.map {
                "\"\(text($0).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq"))\""
            })
            .joined(separator: " ")
    }

    /// Lines that are not filled, indented.
    static func verbatim(_ lines: [String]) -> [String] {
        [".RS 4", ".nf"] + lines.map(text) + [".fi", ".RE"]
    }

    /// A term and its description.
    static func item(_ term: String, _ about: String) -> [String] { [".TP", term, text(about)] }
}
