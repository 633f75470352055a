import Engine
import PluginHost
import Records

/// `scrape plugins`: lists everything that rules and the command line can call by name.
struct PluginsCommand: RulesCommand {
    /// The plugins to list; all if no names are given.
    private var names: [String] = []
    private var isJSON = false
    private(set) var plugins = PluginSettings()

    static let help = CommandHelp(
        name: "plugins",
        about: "list what rules and the command line can call by name",
        usage: ["scrape plugins [options] [NAME...]"],
        description: """
            Lists what rules files and the command line can call by name: plugins (compiled in, or programs)
            and built-in names.
            """,
        operands: .names(.plugins),
        exits: [
            .success: "success", .usage: "the command line is wrong",
            .input: "a program cannot be used as a plugin",
        ],
        examples: ["scrape plugins", "scrape plugins --plugin ./scrape-plugin-tidy tidy"]
    )

    static var options: [Option<PluginsCommand>] {
        [
            .flag("--json", "Print the declarations of plugins as JSON, as in the plugins' protocol.") {
                $0.isJSON = true
            }
        ] + PluginSettings.options.setting(\.plugins)
    }

    mutating func accept(_ operands: [String]) { names = operands }

    /// A plugin and its origin.
    private struct Entry {
        let plugin: Plugin
        let origin: String
    }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        var status = ExitStatus.success
        var entries = registry.plugins.map { Entry(plugin: $0, origin: "compiled in") }
        for (path, result) in registry.pluginPrograms?.all() ?? [] {
            switch result {
            case .success(let plugin):
                do throws(Registry.DuplicateName) {
                    try registry.check(plugin)
                    entries.append(Entry(plugin: plugin, origin: path))
                } catch {
                    Console.log(.error, "\(path): \(error)")
                    status = max(status, .input)
                }
            case .failure(let failure):
                Console.report([failure.diagnostic])
                status = max(status, .input)
            }
        }
        entries.append(Entry(plugin: .builtIn, origin: "built in"))
        let chosen = try self.chosen(entries)
        let output = StandardOutput()
        if isJSON {
            output.write(JSONWriter.pretty(.list(chosen.map { declaration($0) })) + "\n")
        } else {
            output.write(chosen.map { text($0) }.joined(separator: "\n"))
        }
        output.flush()
        return max(status, output.status)
    }

    private func chosen(_ entries: [Entry]) throws(Diagnostic) -> [Entry] {
        let known = entries.map(\.plugin.name)
        for name in names where !known.contains(name) {
            throw Diagnostic(
                .rules,
                "no plugin \"\(name)\"",
                help: Suggestion.help(for: name, among: known)
            )
        }
        return names.isEmpty ? entries : entries.filter { names.contains($0.plugin.name) }
    }

    private func declaration(_ entry: Entry) -> Value {
        var members = [Value.Member("origin", .string(entry.origin))] + (entry.plugin.hello.object ?? [])
        // A program's hello has only what the program can serve.
        for kind in DefinitionKind.allCases {
            let others = entry.plugin.definitions(kind).filter { !$0.canBeServed }
            if others.isEmpty { continue }
            let named = others.map { definition -> Value in
                ["name": .string(definition.name), "about": .string(definition.about)]
            }
            members.append(Value.Member(kind.word + "s", .list(named)))
        }
        return .object(members)
    }

    // MARK: - Text

    private func text(_ entry: Entry) -> String {
        let plugin = entry.plugin
        var lines = ["\(plugin.name) (\(entry.origin)): \(plugin.about)"]
        for kind in DefinitionKind.allCases {
            for definition in plugin.definitions(kind) {
                let signature = definition.signature.isEmpty ? "" : ": \(definition.signature)"
                lines.append(
                    "  \(kind == .format ? kind.rawValue : kind.word) \(definition.name)" + signature
                )
                if !definition.about.isEmpty { lines.append("      \(definition.about)") }
                if let format = definition as? OutputFormat {
                    lines += format.options.map { "      --option \($0.name)=…: \($0.about)" }
                } else if definition.arguments != .none {
                    lines.append("      arguments: \(definition.arguments)")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
