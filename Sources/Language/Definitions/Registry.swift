import Basics
public import DOM
public import Records
import Values

/// Everything that rules files and the command line can call by name: the built-in definitions and those of plugins.
public struct Registry: Sendable {
    /// The built-in definitions.
    public let builtIn: Plugin
    /// The registered plugins in the order of their registration.
    public private(set) var plugins: [Plugin] = []
    /// Where plugins that are not registered are searched for.
    public var programs: (any PluginProvider)?
    /// How the loaded rules read pages; this overrides their files.
    public var reading = ReadingOptions()

    /// A registry of the built-in definitions.
    package init(builtIn: Plugin) { self.builtIn = builtIn }

    /// All output formats by name.
    public var outputFormats: [OutputFormat] { builtIn.formats + plugins.flatMap(\.formats) }

    /// Two definitions of one kind that have the same name, or two plugins.
    public struct DuplicateName: Error, Hashable, Sendable, CustomStringConvertible {
        /// The kind of the two: a plugin, a transform, an output format.
        public let kind: String
        /// The name that both have.
        public let name: String
        /// The plugin that came later.
        public let plugin: String

        /// The message.
        public var description: String {
            kind == "plugin"
                ? "there are two plugins \"\(name)\""
                : "plugin \"\(plugin)\" adds the \(kind) \"\(name)\", which exists already"
        }
    }

    /// Adds a plugin; nothing is added if a name is in use.
    public mutating func register(_ plugin: Plugin) throws(DuplicateName) {
        try check(plugin)
        plugins.append(plugin)
    }

    /// Checks that no name of a plugin is in use: by a built-in definition, a registered plugin, or twice in the
    /// plugin.
    public func check(_ plugin: Plugin) throws(DuplicateName) {
        try check(plugin, beside: [])
    }

    /// The same check for a plugin that is used together with others that are not registered.
    private func check(_ plugin: Plugin, beside others: [Plugin]) throws(DuplicateName) {
        let plugins = plugins + others
        if plugins.contains(where: { $0.name == plugin.name }) {
            throw DuplicateName(kind: "plugin", name: plugin.name, plugin: plugin.name)
        }
        for kind in DefinitionKind.allCases {
            let added = plugin.definitions(kind)
            if added.isEmpty { continue }
            // A plugin adds few names: searching a list is faster than making a set.
            var names = Vocabulary.reserved(kind)
            for other in [builtIn] + plugins { names += other.definitions(kind).map(\.name) }
            for name in added.map(\.name) {
                if names.contains(name) {
                    throw DuplicateName(kind: kind.word, name: name, plugin: plugin.name)
                }
                names.append(name)
            }
        }
    }

    /// The plugin with a name: a registered one, or else a program, which is started if necessary.
    ///
    /// - Returns: `nil` if there is none.
    /// - Throws: the reason why a program cannot be used.
    public func plugin(named name: String) throws(Diagnostic) -> Plugin? {
        if let plugin = plugins.first(where: { $0.name == name }) {
            guard let path = programs?.path(namedFor: name) else { return plugin }
            let duplicate = DuplicateName(kind: "plugin", name: name, plugin: name)
            throw Diagnostic(.input, "\(duplicate): one is compiled in, the other is \(path)")
        }
        guard let found = try programs?.plugin(named: name) else { return nil }
        try checkProgram(found, beside: [])
        return found
    }

    /// Checks that no name of a program's definitions is in use by a registered plugin or another program.
    func checkProgram(_ plugin: Plugin, beside others: [Plugin]) throws(Diagnostic) {
        // Registered ones have been checked.
        let others = others.filter { other in !plugins.contains { $0.name == other.name } }
        guard !plugins.contains(where: { $0.name == plugin.name }) else { return }
        do throws(DuplicateName) {
            try check(plugin, beside: others)
        } catch {
            throw Diagnostic(.input, error.description)
        }
    }

    /// The output format with a name: a registered one, or else one of a program: a running program, a program that the
    /// user names, or the program on the plugin path with this name.
    ///
    /// - Throws: an error if there is none, or the reason why a program cannot be used.
    public func outputFormat(named name: String) throws(Diagnostic) -> OutputFormat {
        if let format = outputFormats.first(where: { $0.name == name }) { return format }
        var candidates: [Plugin] = []
        if let programs {
            candidates = programs.started
            candidates += try programs.named()
            if programs.names.contains(name), let plugin = try programs.plugin(named: name) {
                candidates.append(plugin)
            }
        }
        let bringing = candidates.filter { $0.formats.contains { $0.name == name } }
        if let first = bringing.first, let other = bringing.first(where: { $0.name != first.name }) {
            let duplicate = DuplicateName(kind: DefinitionKind.format.word, name: name, plugin: other.name)
            throw Diagnostic(.input, duplicate.description)
        }
        let formats = candidates.flatMap(\.formats)
        if let format = formats.first(where: { $0.name == name }) { return format }
        let known = (outputFormats + formats).map(\.name)
        throw Diagnostic(
            .rules,
            "unknown format \"\(name)\"",
            help: Suggestion.help(for: name, among: known)
        )
    }

    /// The names of all plugins that rules files can require, as far as they are known without starting programs.
    var pluginNames: [String] { plugins.map(\.name) + (programs?.names ?? []) }

    /// The plugin that adds a definition, for a message about a rules file that does not require it.
    func plugin(adding kind: DefinitionKind, _ name: String) -> Plugin? {
        (plugins + (programs?.started ?? [])).first { plugin in
            plugin.definitions(kind).contains { $0.name == name }
        }
    }
}

/// How a run reads pages: limits, and options that override those of rules files.
public struct ReadingOptions: Sendable {
    /// The limits on a page.
    public var limits = Limits()
    /// The HTML parser; `nil` for that of the rules file.
    public var parser: HTMLOptions.Parser?
    /// Whether HTML is parsed as in a browser that runs scripts; `nil` for the rules file's choice.
    public var scripting: Bool?

    /// Whether the contents of templates are read; `nil` for the rules file's choice.
    package var templates: Bool?

    /// The number of records after which programs are called for all of them together.
    public var window = 1_000

    /// Whether all records are read from a tree, as tests do to compare.
    package var makesTrees = false

    /// Limits that no real page reaches, and no options.
    public init() {}

    /// How HTML is parsed with these options of a rules file.
    package func html(_ own: HTMLOptions = .withoutTemplates) -> HTMLOptions {
        var options = own
        if let templates { options.templates = templates }
        if let parser { options.parser = parser }
        if let scripting { options.scripting = scripting }
        return options
    }
}
