import Cases
import Engine
import Language
import PluginHost
import Records
import Regression

/// `scrape completions`: prints the script with which a shell completes command lines.
struct CompletionsCommand: Subcommand {
    /// The shells that can complete command lines.
    private enum Shell: String, CaseIterable {
        case bash
        case zsh
        case fish
    }

    private var shell: Shell?
    private var list: NameList?
    /// The words of the current command line: inputs are those of its site.
    private var words: [String] = []

    static let help = CommandHelp(
        name: "completions",
        about: "print a shell script that completes command lines",
        usage: ["scrape completions bash|zsh|fish", "scrape completions --list KIND"],
        description: """
            Prints a shell script that completes command lines: commands, options and their values, the sites in the
            folders of rules, cases, formats and plugins.
            """,
        operands: .words(Shell.allCases.map(\.rawValue)),
        exits: [.success: "success", .usage: "the command line is wrong"],
        examples: [
            "source <(scrape completions bash)", #"scrape completions zsh > "${fpath[1]}/_scrape""#,
            "scrape completions fish > ~/.config/fish/completions/scrape.fish",
        ]
    )

    static var options: [Option<CompletionsCommand>] {
        [
            .value(
                "--list",
                OptionValue<NameList>.choice("KIND"),
                "Print the names of KIND, one on each line: \(NameList.allCases.map(\.rawValue).joined(separator: ", ")).",
                details: "The scripts run this."
            ) { $0.list = $1 }
        ]
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        if list != nil {
            words = operands
            if operands.isEmpty || list == .inputs { return }
            throw Diagnostic(.rules, "--list takes no operand, found \"\(operands[0])\"")
        }
        let shells = Shell.allCases.map(\.rawValue)
        guard let name = operands.first, operands.count == 1 else {
            throw Diagnostic(
                .rules,
                "expected one shell, found \(operands.count)",
                help: "write scrape completions \(shells.joined(separator: ", or "))"
            )
        }
        shell = Shell(rawValue: name)
        if shell == nil {
            let help = Suggestion.help(for: name, among: shells)
            throw Diagnostic(.rules, "unknown shell \"\(name)\"", help: help)
        }
    }

    func run(_ registry: Registry) -> ExitStatus {
        switch shell {
        case .bash: Console.print(BashCompletions(commands: Commands.all).script)
        case .zsh: Console.print(ZshCompletions(commands: Commands.all).script)
        case .fish: Console.print(FishCompletions(commands: Commands.all).script)
        case nil:
            let names = names(registry)
            if !names.isEmpty { Console.print(names.joined(separator: "\n")) }
        }
        return .success
    }

    /// The names of the chosen kind; empty if a folder cannot be read, since a shell cannot show an error.
    private func names(_ registry: Registry) -> [String] {
        switch list {
        case .sites:
            RulesCatalogue.ofProcess().all().compactMap { $0.split(separator: "/").last?.dropLast(5) }.map(
                String.init
            )
        case .cases:
            cases()
        case .formats:
            registry.outputFormats.map(\.name)
        case .plugins:
            registry.plugins.map(\.name)
                + PluginPrograms(folders: PluginPrograms.foldersOfProcess()) { _, _ in }.names
        case .inputs: words.lazy.compactMap { inputs(of: $0, registry) }.first ?? []
        case nil: []
        }
    }

    /// The inputs of a site, `name=value` for each value if they are known; `nil` if it is not a site that can be
    /// crawled.
    private func inputs(of site: String, _ registry: Registry) -> [String]? {
        guard !site.hasPrefix("-"), let path = try? RulesCatalogue.ofProcess().path(of: site),
            let plan = try? Rules.load(path, registry: registry).crawl
        else { return nil }
        return plan.inputs.filter { $0.secret == nil }.flatMap { input -> [String] in
            var values = input.choices ?? []
            switch input.type {
            case .boolean: values = ["true", "false"]
            case .date: values = ["today", "tomorrow"]
            case .string, .integer, .decimal, .url: break
            }
            return values.isEmpty ? ["\(input.name)="] : values.map { "\(input.name)=\($0)" }
        }
    }

    private func cases() -> [String] {
        let cases = (try? Corpus(folder: "Corpus").cases()) ?? []
        var sites: [String] = []
        for site in cases.map(\.site) where sites.last != site { sites.append(site) }
        return sites + cases.map(\.description)
    }
}
