public import Records

/// Everything that rules files and the command line can call by name: what is built in and what plugins add.
public struct Registry: Sendable {
    /// The registered plugins in the order of their registration.
    public private(set) var plugins: [Plugin] = []
    /// All output formats by name.
    public private(set) var outputFormats: [OutputFormat] = OutputFormat.builtIn
    /// The programs among which plugins are looked for that are not registered.
    public var programs: PluginPrograms?
    /// How the rules that are loaded with it read pages, whatever their files say.
    public var reading = ReadingOptions()

    /// A registry of what is built in.
    public init() {}

    /// A registry of what is built in and what the given plugins add.
    ///
    /// - Parameter programs: the programs among which other plugins are looked for.
    /// - Throws: ``DuplicateName`` where two things of one kind have the same name.
    public init(_ plugins: [Plugin], programs: PluginPrograms? = nil) throws(DuplicateName) {
        self.programs = programs
        for plugin in plugins { try register(plugin) }
    }

    /// Two contributions of one kind that have the same name.
    public struct DuplicateName: Error, Hashable, Sendable, CustomStringConvertible {
        /// What the two are: a plugin, a transform, an output format.
        public let kind: String
        /// The name that both have.
        public let name: String
        /// The plugin that came later.
        public let plugin: String

        /// The message.
        public var description: String {
            kind == "plugin"
                ? "there are two plugins \"\(name)\""
                : "plugin \"\(plugin)\" brings the \(kind) \"\(name)\", which is there already"
        }
    }

    /// Adds a plugin, or nothing of it where a name is taken.
    public mutating func register(_ plugin: Plugin) throws(DuplicateName) {
        try check(plugin)
        plugins.append(plugin)
        outputFormats += plugin.outputFormats
    }

    /// Tells a name of a plugin that is taken by what is built in, by a registered plugin, or twice by itself.
    public func check(_ plugin: Plugin) throws(DuplicateName) {
        try check(plugin, beside: [])
    }

    /// The same, of a plugin that is to be used beside some that are not registered.
    func check(_ plugin: Plugin, beside others: [Plugin]) throws(DuplicateName) {
        let plugins = plugins + others
        if plugins.contains(where: { $0.name == plugin.name }) {
            throw DuplicateName(kind: "plugin", name: plugin.name, plugin: plugin.name)
        }
        for kind in ContributionKind.allCases {
            let added = kind.names(of: plugin)
            if added.isEmpty { continue }
            // A plugin brings so little that looking through a list takes less than making a set of it.
            var names = kind.builtIn + plugins.flatMap(kind.names)
            for name in added {
                if names.contains(name) {
                    throw DuplicateName(kind: kind.rawValue, name: name, plugin: plugin.name)
                }
                names.append(name)
            }
        }
    }

    /// The plugin of a name: one that is registered, or else a program, which is started if need be.
    ///
    /// - Returns: `nil` where there is none.
    /// - Throws: why a program cannot be used.
    public func plugin(named name: String) throws(Diagnostic) -> Plugin? {
        if let plugin = plugins.first(where: { $0.name == name }) {
            guard let path = programs?.path(namedFor: name) else { return plugin }
            let duplicate = DuplicateName(kind: "plugin", name: name, plugin: name)
            throw Diagnostic(.input, "\(duplicate): one is there already, the other is \(path)")
        }
        let found: Plugin?
        do throws(PluginPrograms.Failure) {
            found = try programs?.plugin(named: name)
        } catch {
            throw error.diagnostic
        }
        guard let found else { return nil }
        try checkProgram(found, beside: [])
        return found
    }

    /// Tells a name of a program's contributions that is taken: by what is there, or by a program beside it.
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

    /// The output format of a name: one that is registered, or else one of a program's: of those that run, those that
    /// the user names, and that of the plugin path which is called like it.
    ///
    /// - Throws: that there is none, or why a program cannot be used.
    public func outputFormat(named name: String) throws(Diagnostic) -> OutputFormat {
        if let format = outputFormats.first(where: { $0.name == name }) { return format }
        var candidates: [Plugin] = []
        if let programs {
            do throws(PluginPrograms.Failure) {
                candidates = programs.started
                candidates += try programs.named()
                if programs.names.contains(name), let plugin = try programs.plugin(named: name) {
                    candidates.append(plugin)
                }
            } catch {
                throw error.diagnostic
            }
        }
        let bringing = candidates.filter { $0.outputFormats.contains { $0.name == name } }
        if let first = bringing.first, let other = bringing.first(where: { $0.name != first.name }) {
            let duplicate = DuplicateName(kind: "output format", name: name, plugin: other.name)
            throw Diagnostic(.input, duplicate.description)
        }
        let formats = candidates.flatMap(\.outputFormats)
        if let format = formats.first(where: { $0.name == name }) { return format }
        let known = (outputFormats + formats).map(\.name)
        throw Diagnostic(
            .rules,
            "unknown format \"\(name)\"",
            help: Suggestion.help(for: name, among: known)
        )
    }

    /// The names of all plugins that rules files can ask for, as far as they are known without starting programs.
    var pluginNames: [String] { plugins.map(\.name) + (programs?.names ?? []) }

    /// The plugin that would bring a contribution, for a message to a rules file that does not ask for it.
    func plugin(bringing kind: ContributionKind, _ name: String) -> Plugin? {
        (plugins + (programs?.started ?? [])).first { kind.names(of: $0).contains(name) }
    }
}
