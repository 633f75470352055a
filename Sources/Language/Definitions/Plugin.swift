import Basics
public import Records
public import Values

/// An addition to the rules language or to the output formats.
///
/// A plugin is a plain value: a name and its definitions. A rules file requires it by name
/// (`"plugins": ["one-rep-max"]`) and then calls its definitions like built-in ones; output formats are available to
/// every run. The same value works compiled in (``Registry/register(_:)``) and as a separate program (`serve()`). The
/// built-in definitions are such a value too.
public struct Plugin: Sendable {
    /// The name by which rules files require it: lower-case words joined by hyphens.
    public let name: String
    /// Its purpose, in one line.
    public let about: String
    /// The sources that it can read.
    public let sources: [Source]
    /// The changes that it makes to pages before records are read from them.
    public let preparations: [Preparation]
    /// The transforms that it adds.
    public let transforms: [Transform]
    /// The field types that it adds.
    public let types: [FieldType]
    /// The output formats that it adds.
    public let formats: [OutputFormat]

    /// A plugin.
    public init(
        name: String,
        about: String,
        sources: [Source] = [],
        preparations: [Preparation] = [],
        transforms: [Transform] = [],
        types: [FieldType] = [],
        formats: [OutputFormat] = []
    ) {
        self.name = name
        self.about = about
        self.sources = sources
        self.preparations = preparations
        self.transforms = transforms
        self.types = types
        self.formats = formats
    }

    /// Its definitions of a kind.
    public func definitions(_ kind: DefinitionKind) -> [any Definition] {
        switch kind {
        case .source: return sources
        case .preparation: return preparations
        case .transform: return transforms
        case .type: return types
        case .format: return formats
        }
    }
}

/// The source of plugins that are not registered: programs.
public protocol PluginProvider: AnyObject, Sendable {
    /// The names of the plugins that can be found without starting a program.
    var names: [String] { get }
    /// The plugins that have been started.
    var started: [Plugin] { get }
    /// The path of the program that the user names and whose file name is that of a plugin.
    func path(namedFor plugin: String) -> String?
    /// The plugin with a name, started if necessary; `nil` if there is none.
    ///
    /// - Throws: the reason why a program cannot be used.
    func plugin(named name: String) throws(Diagnostic) -> Plugin?
    /// The plugins that the user names, started if necessary.
    ///
    /// - Throws: the reason why a program cannot be used.
    func named() throws(Diagnostic) -> [Plugin]
}

/// The definitions that a rules file may call by name: the built-in ones and those of the plugins that it requires.
struct Vocabulary: Sendable {
    /// The built-in definitions, and the plugins. Searching their lists is faster than making a dictionary for a rules
    /// file.
    private let plugins: [Plugin]
    /// Whether a plugin that the file requires is missing, so that an unknown name may be one of its definitions.
    var isIncomplete = false

    init(_ builtIn: Plugin, _ plugins: [Plugin]) {
        self.plugins = [builtIn] + plugins
    }

    var sources: [Source] { plugins.flatMap(\.sources) }

    var preparations: [Preparation] { plugins.flatMap(\.preparations) }

    var types: [FieldType] { plugins.flatMap(\.types) }

    func source(_ name: String) -> Source? { first { $0.sources.first { $0.name == name } } }

    func preparation(_ name: String) -> Preparation? { first { $0.preparations.first { $0.name == name } } }

    func transform(_ name: String) -> Transform? { first { $0.transforms.first { $0.name == name } } }

    func type(_ name: String) -> FieldType? { first { $0.types.first { $0.name == name } } }

    private func first<Element: Definition>(_ find: (Plugin) -> Element?) -> Element? {
        for plugin in plugins {
            if let found = find(plugin) { return found }
        }
        return nil
    }

    /// The names of a kind, for messages.
    func names(_ kind: DefinitionKind) -> [String] {
        switch kind {
        case .source, .preparation, .type: plugins.flatMap { $0.definitions(kind).map(\.name) }
        case .transform: Set(plugins.flatMap { $0.transforms.map(\.name) }).sorted()
        case .format: []
        }
    }

    /// The keys next to a definition's name that the language itself uses.
    static func reserved(_ kind: DefinitionKind) -> [String] {
        switch kind {
        case .preparation: ["in", "when"]
        case .source, .transform, .type, .format: []
        }
    }
}
