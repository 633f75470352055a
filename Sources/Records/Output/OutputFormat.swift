/// A way to write records down, by its name.
///
/// Most are text, one record after the other. A format that is a store keeps records in a file of its own kind, a
/// database for one; it takes them from many runs and puts those of one thing together.
public struct OutputFormat: Sendable {
    /// Makes an encoder for records of a schema, given the values of the format's options by their names.
    public typealias MakeEncoder =
        @Sendable (Schema, _ options: [String: String]) throws(OutputError) -> any RecordEncoder
    /// Opens the store at a path for records of a schema, given the values of the format's options by their names.
    ///
    /// A run that continues goes on behind what an interrupted one has kept; any other begins anew.
    public typealias MakeStore =
        @Sendable (Schema, _ path: String, _ options: [String: String], _ continues: Bool) throws(OutputError)
        -> any RecordStore

    /// The name by which a user asks for it.
    public let name: String
    /// What it is, in one line.
    public let about: String
    /// What a user may set.
    public let options: [FormatOption]
    private let kind: Kind
    /// Whether a run that was interrupted can go on with what it has written: every record stands by itself.
    package private(set) var isContinuable = false

    /// Whether records are written as they are, whatever the schema says: records of no rules that are known beforehand, too.
    package private(set) var isFreeOfSchema = false

    private enum Kind: Sendable {
        case text(MakeEncoder)
        case store(MakeStore)
    }

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
        kind = .text(makeEncoder)
    }

    /// An output format that is a store.
    ///
    /// - Parameter makeStore: is given values of these options only, each where the user has set it. It throws where a
    ///   value means nothing, where records of the schema cannot be kept so, or where the store cannot be opened.
    public init(name: String, about: String, options: [FormatOption] = [], makeStore: @escaping MakeStore) {
        self.name = name
        self.about = about
        self.options = options
        kind = .store(makeStore)
    }

    /// The same format, of text that can be gone on with.
    func continuable() -> OutputFormat {
        var format = self
        format.isContinuable = true
        return format
    }

    /// The same format, of text that has nothing of the schema.
    func freeOfSchema() -> OutputFormat {
        var format = self
        format.isFreeOfSchema = true
        return format
    }

    /// Whether it is a store, which needs a path, and not text.
    public var isStore: Bool {
        if case .store = kind { true } else { false }
    }

    /// An encoder for records of the given schema.
    ///
    /// - Throws: what is wrong with the options, or why records of the schema cannot be written so; that the format is
    ///   a store.
    public func makeEncoder(
        _ schema: Schema,
        options values: [String: String] = [:]
    ) throws(OutputError) -> any RecordEncoder {
        try check(values)
        guard case .text(let make) = kind else {
            throw OutputError(
                "the format \(name) is not text",
                help: "name the file that it keeps records in with --output",
                cause: .rules
            )
        }
        return try make(schema, values)
    }

    /// The store at a path, for records of the given schema.
    ///
    /// - Parameter continues: whether it goes on behind what an interrupted run has kept.
    /// - Throws: what is wrong with the options, why records of the schema cannot be kept so, or why the store cannot
    ///   be opened; that the format is text.
    public func makeStore(
        _ schema: Schema,
        path: String,
        options values: [String: String] = [:],
        continues: Bool
    ) throws(OutputError) -> any RecordStore {
        try check(values)
        guard case .store(let make) = kind else {
            throw OutputError("the format \(name) is text and no store", cause: .rules)
        }
        return try make(schema, path, values, continues)
    }

    private func check(_ values: [String: String]) throws(OutputError) {
        let known = options.map(\.name)
        for name in values.keys.sorted() where !known.contains(name) {
            let help =
                known.isEmpty
                ? "it has no options" : Suggestion.help(for: name, among: known)
            throw OutputError("the format \(self.name) has no option \"\(name)\"", help: help)
        }
    }

    /// The formats that every user has.
    public static let builtIn: [OutputFormat] = [.json, .jsonLines, .csv, .tsv]
}
