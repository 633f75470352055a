/// What is looked up when a command line is completed, since it depends on folders and plugins.
enum CompletionList: String, CaseIterable {
    /// The sites in the folders of rules.
    case sites
    /// The sites and cases of the corpus.
    case cases
    /// The output formats.
    case formats
    /// The plugins, compiled in and programs.
    case plugins
}
