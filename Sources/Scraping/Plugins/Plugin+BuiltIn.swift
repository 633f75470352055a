public import Language
import Records
import Sources
import Values

extension Plugin {
    /// What every rules file and every run can call without a plugin.
    public static let builtIn = Plugin(
        name: "scrape",
        about: "what needs no plugin",
        sources: Source.builtIn,
        preparations: Preparation.builtIn,
        transforms: Transform.builtIn + Transform.markup,
        types: FieldType.builtIn,
        formats: OutputFormat.builtIn
    )
}

extension Registry {
    /// A registry of what is built in.
    public init() { self.init(builtIn: .builtIn) }

    /// A registry of what is built in and what the given plugins add.
    ///
    /// - Parameter programs: where other plugins are looked for.
    /// - Throws: ``DuplicateName`` where two definitions of one kind have the same name.
    public init(_ plugins: [Plugin], programs: (any PluginProvider)? = nil) throws(DuplicateName) {
        self.init(builtIn: .builtIn)
        self.programs = programs
        for plugin in plugins { try register(plugin) }
    }
}
