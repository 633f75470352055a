import Records

extension Plugin {
    /// What every rules file and every run can call without a plugin, shown as one.
    public static let builtIn = Plugin(
        name: "scrape",
        about: "what needs no plugin",
        transforms: Transform.builtIn,
        fieldTypes: FieldType.builtIn,
        outputFormats: OutputFormat.builtIn
    )
}
