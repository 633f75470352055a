public import Language
import Records
import Sources
import Values

extension Plugin {
    /// The definitions that every rules file and every run can use without a plugin.
    public static let builtIn = Plugin(
        name: "scrape",
        about: "the built-in definitions",
        sources: Source.builtIn,
        preparations: Preparation.builtIn,
        transforms: Transform.builtIn + Transform.markup,
        types: FieldType.builtIn,
        formats: OutputFormat.builtIn
    )
}

extension Registry {
    /// A registry of the built-in definitions.
    public init() { self.init(builtIn: .builtIn) }

    /// A registry of the built-in definitions and those of plugins.
    ///
    /// - Parameters:
    ///   - plugins: the plugins. No two definitions of a kind may have the same name.
    ///   - programs: provides other plugins.
    /// - Throws: ``DuplicateName`` if two definitions of one kind have the same name.
    public init(_ plugins: [Plugin], programs: (any PluginProvider)? = nil) throws(DuplicateName) {
        self.init(builtIn: .builtIn)
        self.programs = programs
        for plugin in plugins { try register(plugin) }
    }
}
