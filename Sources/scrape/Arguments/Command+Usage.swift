/// What `--help`, completions and the manual say of the commands in a line.
extension Command {
    /// How a command is called, with what it does.
    struct Usage {
        let line: String
        let about: String
    }

    /// The ways to call it.
    var usages: [Usage] {
        switch self {
        case .scrape:
            [Usage(line: "scrape [--rules RULES] [options] PAGE...", about: "typed records out of pages")]
        case .test:
            [
                Usage(
                    line: "scrape test [options] [SITE[/CASE]...]",
                    about: "test rules against a corpus of pages"
                )
            ]
        case .diff:
            [
                Usage(
                    line: "scrape diff [options] OLD NEW",
                    about: "what two rules files make of the same pages"
                )
            ]
        case .check:
            [
                Usage(
                    line: "scrape check [options] RULES...",
                    about: "what is wrong with rules, and what is brittle"
                )
            ]
        case .explain:
            [Usage(line: "scrape explain [options] PAGE", about: "how each record and field came about")]
        case .report:
            [
                Usage(
                    line: "scrape report [options] [CASE|PAGE...]",
                    about: "pages with what came out of them, as HTML"
                )
            ]
        case .minimise:
            [
                Usage(
                    line: "scrape minimise [options] CASE...",
                    about: "cut saved pages to what their rules consult"
                )
            ]
        case .select:
            [Usage(line: "scrape select SELECTOR [options] [PAGE...]", about: "what a selector matches")]
        case .tree: [Usage(line: "scrape tree [options] [PAGE...]", about: "a page as the engine sees it")]
        case .format: [Usage(line: "scrape fmt [--check] RULES...", about: "format rules files")]
        case .schema: [Usage(line: "scrape schema [--swift] RULES...", about: "what records rules yield")]
        case .plugins: [Usage(line: "scrape plugins [NAME...]", about: "what can be called by name")]
        case .new:
            [
                Usage(line: "scrape new SITE PAGE...", about: "rules for a site, out of saved pages"),
                Usage(line: "scrape new plugin NAME", about: "a plugin to start from"),
            ]
        case .completions:
            [
                Usage(
                    line: "scrape completions bash|zsh|fish",
                    about: "what a shell completes command lines by"
                )
            ]
        case .manual: [Usage(line: "scrape manual", about: "the manual page")]
        }
    }

    /// What it does, in a line.
    var about: String { usages.map(\.about).joined(separator: "; ") }
}
