import Records
import Regression
import Scraping

/// `scrape completions`: what shells complete command lines by.
struct CompletionsCommand {
    let options: CompletionsOptions
    let registry: Registry

    func run() -> ExitStatus {
        switch options {
        case .script(.bash): Console.print(BashCompletions.script)
        case .script(.zsh): Console.print(ZshCompletions.script)
        case .script(.fish): Console.print(FishCompletions.script)
        case .list(let list):
            let names = self.names(list)
            if !names.isEmpty { Console.print(names.joined(separator: "\n")) }
        }
        return .success
    }

    /// What there is of a kind; nothing where a folder cannot be read, since nobody is there to be told.
    private func names(_ list: CompletionList) -> [String] {
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
        }
    }

    private func cases() -> [String] {
        let cases = (try? Corpus(folder: "Corpus").cases()) ?? []
        var sites: [String] = []
        for site in cases.map(\.site) where sites.last != site { sites.append(site) }
        return sites + cases.map(\.description)
    }
}
