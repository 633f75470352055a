import Records
import Scraping

/// `scrape plugins`: lists what rules and the command line can call by name.
struct PluginsCommand: RulesCommand {
    /// The plugins to list; all without names.
    private var names: [String] = []
    private var isJSON = false
    private(set) var plugins = PluginSettings()

    static let help = CommandHelp(
        name: "plugins",
        about: "list what rules and the command line can call by name",
        usage: ["scrape plugins [options] [NAME...]"],
        description: """
            Lists what rules files and the command line can call by name: plugins, compiled in and programs, and
            built-in names.
            """,
        operands: .names(.plugins),
        exits: [
            .success: "all is well", .usage: "the command line is wrong",
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
        for (path, result) in registry.programs?.all() ?? [] {
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
        if entry.plugin.name == Plugin.builtIn.name {
            members.append(Value.Member("sources", named(Plugin.builtInSources)))
            members.append(Value.Member("preparations", named(Plugin.builtInPreparations)))
        }
        return .object(members)
    }

    private func named(_ all: [(name: String, about: String)]) -> Value {
        .list(all.map { ["name": .string($0.name), "about": .string($0.about)] })
    }

    // MARK: - Text

    private func text(_ entry: Entry) -> String {
        let plugin = entry.plugin
        var lines = ["\(plugin.name) (\(entry.origin)): \(plugin.about)"]
        func add(_ kind: String, _ name: String, _ signature: String, _ about: String) {
            lines.append("  \(kind) \(name)" + (signature.isEmpty ? "" : ": \(signature)"))
            if !about.isEmpty { lines.append("      \(about)") }
        }
        if plugin.name == Plugin.builtIn.name {
            for source in Plugin.builtInSources { add("source", source.name, "", source.about) }
            for preparation in Plugin.builtInPreparations {
                add("preparation", preparation.name, "", preparation.about)
            }
        }
        for decoder in plugin.decoders {
            add("source", decoder.name, "bytes to \(decoder.gives.rawValue)", decoder.about)
            lines += arguments(decoder.arguments)
        }
        for preparation in plugin.preparations {
            let signature = "\(preparation.takes.rawValue) to \(preparation.gives.rawValue)"
            add("preparation", preparation.name, signature, preparation.about)
            lines += arguments(preparation.arguments)
        }
        for transform in plugin.transforms {
            let signature = "\(transform.input) to \(transform.output)"
            add("transform", transform.name, signature, transform.about)
            lines += arguments(transform.arguments)
        }
        for type in plugin.fieldTypes {
            let accepted = type.accepts.map(\.description).joined(separator: " or ")
            add("type", type.name, "\(accepted) to \(type.gives)", type.about)
        }
        for format in plugin.outputFormats {
            add("format", format.name, "", format.about)
            lines += format.options.map { "      --option \($0.name)=…: \($0.about)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func arguments(_ shape: ArgumentShape) -> [String] {
        shape == .none ? [] : ["      arguments: \(shape)"]
    }
}
