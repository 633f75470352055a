public import Records

/// Everything that rules files and the command line can call by name: what is built in and what plugins add.
public struct Registry: Sendable {
    /// The registered plugins in the order of their registration.
    public private(set) var plugins: [Plugin] = []
    /// All output formats by name.
    public private(set) var outputFormats: [OutputFormat] = OutputFormat.builtIn

    /// A registry of what is built in.
    public init() {}

    /// A registry of what is built in and what the given plugins add.
    ///
    /// - Throws: ``DuplicateName`` where two things of one kind have the same name.
    public init(_ plugins: [Plugin]) throws(DuplicateName) {
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
            "plugin \"\(plugin)\" brings the \(kind) \"\(name)\", which is there already"
        }
    }

    /// Adds a plugin, or nothing of it where a name is taken.
    public mutating func register(_ plugin: Plugin) throws(DuplicateName) {
        if plugins.contains(where: { $0.name == plugin.name }) {
            throw DuplicateName(kind: "plugin", name: plugin.name, plugin: plugin.name)
        }
        let transforms = Transform.builtIn + plugins.flatMap(\.transforms)
        for transform in plugin.transforms where transforms.contains(where: { $0.name == transform.name }) {
            throw DuplicateName(kind: "transform", name: transform.name, plugin: plugin.name)
        }
        for format in plugin.outputFormats where outputFormats.contains(where: { $0.name == format.name }) {
            throw DuplicateName(kind: "output format", name: format.name, plugin: plugin.name)
        }
        plugins.append(plugin)
        outputFormats += plugin.outputFormats
    }

    /// The transforms that a rules file has which asks for the given plugins.
    func transforms(plugins names: Set<String>) -> [String: Transform] {
        let all = Transform.builtIn + plugins.filter { names.contains($0.name) }.flatMap(\.transforms)
        return Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The plugin that would bring a transform, for a message to a rules file that does not ask for it.
    func plugin(bringing transform: String) -> Plugin? {
        plugins.first { $0.transforms.contains { $0.name == transform } }
    }
}
