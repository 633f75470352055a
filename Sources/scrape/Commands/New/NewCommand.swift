import Engine
import Records

/// `scrape new`: writes rules for a site with their cases, or a plugin to start from.
struct NewCommand: Subcommand {
    private var site = NewSite()
    private var plugin = NewPlugin()
    private var isPlugin = false
    /// An option given that only sites have, and one that only plugins have.
    private var siteOption: String?
    private var pluginOption: String?

    static let help = CommandHelp(
        name: "new",
        about: "write rules for a site from saved pages, or a plugin to start from",
        usage: [
            "scrape new [options] SITE PAGE...", "scrape new --crawl [options] SITE URL",
            "scrape new plugin [options] NAME",
        ],
        description: """
            Writes rules for a site with their cases, or a plugin to start from. A PAGE is a file or an address.

            For a SITE it writes Rules/SITE.json, drafted from the contents of the pages, and a case in
            Corpus/SITE for each page, with its golden file. The rules fit all pages, and describe what their
            records are like, so that a page that changes is reported. Nothing is overwritten.

            With --crawl the page is the URL of a list, and the rules also say how to fetch the site's pages: its next page
            and the pages of its entries. The case is a crawl of the first of them, which scrape test repeats.

            A new plugin is a folder with a working program and its cases.
            """,
        operands: .files(or: nil),
        firstOperand: .words(["plugin"]),
        exits: [
            .success: "the files are written", .usage: "the command line is wrong, or a file already exists",
            .input: "a page cannot be read, or a file cannot be written",
        ],
        examples: [
            "scrape new plants list.html --url https://plants.example/list",
            "scrape new plants https://plants.example/list --crawl",
            "scrape new recipes soup.html tea.html --saved 2026-05-28", "scrape new plugin tidy-title",
        ]
    )

    static var options: [Option<NewCommand>] {
        NewSite.options.setting(\.site).noting(\.siteOption)
            + NewPlugin.options.setting(\.plugin).noting(\.pluginOption)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        guard let what = operands.first else {
            throw Diagnostic(
                .rules,
                "neither a site nor a plugin is given",
                help: "write scrape new plants list.html, or scrape new plugin tidy-title"
            )
        }
        isPlugin = what == "plugin"
        if let option = isPlugin ? siteOption : pluginOption {
            let call = isPlugin ? "scrape new SITE PAGE..." : "scrape new plugin NAME"
            throw Diagnostic(.rules, "\(option) is an option of \(call)")
        }
        if isPlugin { try plugin.accept(Array(operands.dropFirst())) } else { try site.accept(operands) }
    }

    func run(_ registry: Registry) throws(Diagnostic) -> ExitStatus {
        isPlugin ? try plugin.run() : try site.run(registry)
    }
}

extension [Option<NewCommand>] {
    /// The options, which also store their names in a property.
    fileprivate func noting(_ property: WritableKeyPath<NewCommand, String?>) -> Self {
        map { option in
            Option(info: option.info) { command, value throws(Diagnostic) in
                command[keyPath: property] = option.info.name
                try option.set(&command, value)
            }
        }
    }
}
