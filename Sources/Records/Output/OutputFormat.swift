/// A way to write records down, by its name.
public struct OutputFormat: Sendable {
    /// The name by which a user asks for it.
    public let name: String
    /// What it is, in one line.
    public let about: String
    /// Makes an encoder for records of the given schema.
    public let makeEncoder: @Sendable (Schema) -> any RecordEncoder

    /// An output format.
    public init(
        name: String,
        about: String,
        makeEncoder: @escaping @Sendable (Schema) -> any RecordEncoder
    ) {
        self.name = name
        self.about = about
        self.makeEncoder = makeEncoder
    }

    /// The formats that every user has.
    public static let builtIn: [OutputFormat] = [.json, .jsonLines, .csv, .tsv]
}

/// Turns records into text, one after the other.
public protocol RecordEncoder {
    /// The text that `record` adds to the output.
    mutating func encode(_ record: Record) -> String
    /// The text that ends the output; called once, after the last record.
    mutating func finish() -> String
}
