import Basics
public import Language
public import Records
public import Sources

extension Rules {
    /// Loads rules from a text.
    ///
    /// - Parameters:
    ///   - text: the content of a rules file.
    ///   - name: the name of the text in messages.
    ///   - registry: the definitions that the rules can call: by default the built-in ones.
    /// - Throws: all problems of the text.
    public init(
        text: String,
        name: String = "rules",
        registry: Registry = Registry()
    ) throws(Diagnostics) {
        try self.init(SourceText(name: name, bytes: Array(text.utf8)), registry: registry)
    }
}

extension Outcome {
    /// Whether a diagnostic is an error: the page does not satisfy its rules, or could not be read.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The diagnostics that are errors.
    public var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
}
