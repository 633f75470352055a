import Scraping

/// The manual page: what `--help` says of every command, in the macros of man(7).
struct Manual {
    let registry: Registry

    /// What the command reads of its environment.
    private static let environment: [(name: String, about: String)] = [
        ("SCRAPE_RULES_PATH", "folders in which sites' rules are looked up before ./Rules, parted by colons"),
        (
            "SCRAPE_PLUGIN_PATH",
            "folders in which programs scrape-plugin-NAME are looked for, parted by colons"
        ),
        ("NO_COLOR", "where it is set, output has no colours"),
        ("COLUMNS", "how wide the terminal is, where that cannot be asked"),
        ("CI", "where it is set, no golden file is written and no case's page is cut"),
    ]

    /// The page's text.
    var text: String {
        let sections = HelpSection.sections(of: Help.text(for: .scrape, registry: registry))
        var lines = [
            ".\\\" Made by scrape manual.",
            Roff.macro("TH", "SCRAPE", "1", "", "scrape \(Program.version)", "User Commands"),
            ".SH NAME", "scrape \\- " + Roff.text(Command.scrape.about), ".SH SYNOPSIS",
        ]
        lines += Roff.verbatim(Command.allCases.flatMap { $0.usages.map(\.line) })
        lines.append(".SH DESCRIPTION")
        lines += paragraphs(sections)
        lines.append(".SH OPTIONS")
        lines += options(.scrape)
        lines += sections.flatMap { section($0, heading: "SH") }
        lines.append(".SH COMMANDS")
        lines += Command.named.flatMap(command)
        lines.append(".SH ENVIRONMENT")
        lines += Manual.environment.flatMap { Roff.item("\\fB\(Roff.text($0.name))\\fR", $0.about) }
        lines += [".SH FILES"] + Roff.item("\\fIRules/SITE.json\\fR", "a site's rules")
        lines += Roff.item("\\fICorpus/SITE/CASE/\\fR", "a saved page with case.json and golden.json")
        return lines.joined(separator: "\n")
    }

    private func command(_ command: Command) -> [String] {
        let sections = HelpSection.sections(of: Help.text(for: command, registry: registry))
        var lines = [Roff.macro("SS", "scrape \(command.rawValue)")]
        if let usage = sections.first(where: { $0.title == "Usage" }) { lines += Roff.verbatim(usage.lines) }
        lines += paragraphs(sections)
        lines += [".PP", "Options:"] + options(command)
        return lines + sections.flatMap { section($0, heading: nil) }
    }

    private func paragraphs(_ sections: [HelpSection]) -> [String] {
        sections.filter { $0.title == nil }.flatMap { [".PP"] + $0.lines.map(Roff.text) }
    }

    private func options(_ command: Command) -> [String] {
        command.options.flatMap { option in
            let names = ((option.short.map { [$0] } ?? []) + [option.name]).map { "\\fB\(Roff.text($0))\\fR" }
            let argument = option.argument.map { " \\fI\(Roff.text($0))\\fR" } ?? ""
            return Roff.item(names.joined(separator: ", ") + argument, option.about.joined(separator: " "))
        }
    }

    /// Any other part: a table, or lines that stay as they are.
    private func section(_ section: HelpSection, heading: String?) -> [String] {
        guard let title = section.title, title != "Usage", title != "Options" else { return [] }
        // "Options of chart (--option NAME=VALUE)": how they are given is no part of a heading.
        let parts = title.split(separator: "(", maxSplits: 1).map(String.init)
        let name = parts.first.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 } ?? title
        let way = parts.count > 1 ? [Roff.text("(" + parts[1])] : []
        let head =
            heading.map { [Roff.macro($0, name.uppercased())] + way } ?? [".PP", Roff.text(title) + ":"]
        if title == "Examples" { return head + Roff.verbatim(section.lines) }
        return head + section.rows.flatMap { Roff.item("\\fB\(Roff.text($0.term))\\fR", $0.about) }
    }
}
