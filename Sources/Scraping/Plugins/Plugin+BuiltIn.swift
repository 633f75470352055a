import Records

extension Plugin {
    /// What every rules file and every run can call without a plugin, shown as one; see also ``builtInSources`` and
    /// ``builtInPreparations``, which work on trees as plugins do not.
    public static let builtIn = Plugin(
        name: "scrape",
        about: "what needs no plugin",
        transforms: Transform.builtIn,
        fieldTypes: FieldType.builtIn + [.date(.standard), .dateTime(.standard)],
        outputFormats: OutputFormat.builtIn
    )

    /// The names of the built-in sources, and what each reads.
    public static let builtInSources: [(name: String, about: String)] = Decoder.builtIn.map {
        ($0.name, $0.about)
    }

    /// The names of the built-in preparations, and what each does.
    public static let builtInPreparations: [(name: String, about: String)] = Preparation.builtIn.map {
        ($0.name, $0.about)
    }
}
