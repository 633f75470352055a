/// A way to write records down, by its name.
public struct OutputFormat: Sendable {
    /// Makes an encoder for records of a schema, given the values of the format's options by their names.
    public typealias MakeEncoder =
        @Sendable (Schema, _ options: [String: String]) throws(OutputError) -> any RecordEncoder

    /// The name by which a user asks for it.
    public let name: String
    /// What it is, in one line.
    public let about: String
    /// What a user may set.
    public let options: [FormatOption]
    private let make: MakeEncoder

    /// An output format that has nothing to set.
    public init(
        name: String,
        about: String,
        makeEncoder: @escaping @Sendable (Schema) -> any RecordEncoder
    ) {
        self.init(name: name, about: about, options: []) { schema, _ in makeEncoder(schema) }
    }

    /// An output format with options.
    ///
    /// - Parameter makeEncoder: is given values of these options only, each where the user has set it. It throws where
    ///   a value means nothing, or where records of the schema cannot be written so.
    public init(name: String, about: String, options: [FormatOption], makeEncoder: @escaping MakeEncoder) {
        self.name = name
        self.about = about
        self.options = options
        make = makeEncoder
    }

    /// An encoder for records of the given schema.
    ///
    /// - Throws: what is wrong with the options, or why records of the schema cannot be written so.
    public func makeEncoder(
        _ schema: Schema,
        options values: [String: String] = [:]
    ) throws(OutputError) -> any RecordEncoder {
        let known = options.map(\.name)
        for name in values.keys.sorted() where !known.contains(name) {
            let help =
                known.isEmpty
                ? "it has no options" : Suggestion.help(for: name, among: known)
            throw OutputError("the format \(self.name) has no option \"\(name)\"", help: help)
        }
        return try make(schema, values)
    }

    /// The formats that every user has.
    public static let builtIn: [OutputFormat] = [.json, .jsonLines, .csv, .tsv]
}
