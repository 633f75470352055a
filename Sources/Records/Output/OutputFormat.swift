import Basics

/// A named way to write records.
///
/// Most formats are text, one record after the other. A store keeps records in its own kind of file, such as a
/// database, and merges the records of many runs.
public struct OutputFormat: Sendable {
    /// Creates an encoder for records of a schema, with the values of the format's options by name.
    public typealias MakeEncoder =
        @Sendable (Schema, _ options: [String: String]) throws(OutputError) -> any RecordEncoder
    /// Opens the store at a path for records of a schema, with the values of the format's options by name.
    ///
    /// A run that continues resumes after the records that an interrupted run has stored; any other run starts again.
    public typealias MakeStore =
        @Sendable (Schema, _ path: String, _ options: [String: String], _ continues: Bool) throws(OutputError)
        -> any RecordStore

    /// Reads the records of the store at a path, without changing it.
    public typealias ReadStore = @Sendable (_ path: String) throws(OutputError) -> [StoredRecords]

    /// The name on the command line.
    public let name: String
    /// A description, in one line.
    public let about: String
    /// The options that a user may set.
    public let options: [FormatOption]
    private let kind: Kind
    private var read: ReadStore?
    /// Whether an interrupted run can append to its output: no record depends on another.
    package private(set) var isContinuable = false

    /// Whether the output does not depend on the schema, so that records of rules unknown at the start can be written.
    package private(set) var isFreeOfSchema = false

    private enum Kind: Sendable {
        case text(MakeEncoder)
        case store(MakeStore)
    }

    /// Creates a text format without options.
    public init(
        name: String,
        about: String,
        makeEncoder: @escaping @Sendable (Schema) -> any RecordEncoder
    ) {
        self.init(name: name, about: about, options: []) { schema, _ in makeEncoder(schema) }
    }

    /// Creates a text format with options.
    ///
    /// - `makeEncoder`: receives the values of the options that the user has set. It throws if a value is invalid, or
    ///   if the format cannot represent records of the schema.
    public init(name: String, about: String, options: [FormatOption], makeEncoder: @escaping MakeEncoder) {
        self.name = name
        self.about = about
        self.options = options
        kind = .text(makeEncoder)
    }

    /// Creates a format that is a store.
    ///
    /// - `makeStore`: receives the values of the options that the user has set. It throws if a value is invalid, if the
    ///   store cannot hold records of the schema, or if it cannot be opened.
    public init(name: String, about: String, options: [FormatOption] = [], makeStore: @escaping MakeStore) {
        self.name = name
        self.about = about
        self.options = options
        kind = .store(makeStore)
    }

    /// Returns the format of a store, with a function that reads such a store.
    public func readable(_ read: @escaping ReadStore) -> OutputFormat {
        var format = self
        format.read = read
        return format
    }

    /// Returns the records of the store at a path, which is not changed.
    ///
    /// - Throws: an error if the store cannot be read, or if the format does not define how.
    public func readStore(_ path: String) throws(OutputError) -> [StoredRecords] {
        guard let read else { throw OutputError("the format \(name) cannot be read again", cause: .rules) }
        return try read(path)
    }

    /// Returns the format, marked as one whose output an interrupted run can append to.
    func continuable() -> OutputFormat {
        var format = self
        format.isContinuable = true
        return format
    }

    /// Returns the format, marked as one that does not depend on the schema.
    func freeOfSchema() -> OutputFormat {
        var format = self
        format.isFreeOfSchema = true
        return format
    }

    /// Whether the format is a store, which needs a path, instead of text.
    public var isStore: Bool {
        if case .store = kind { true } else { false }
    }

    /// Returns an encoder for records of the given schema.
    ///
    /// - Throws: an error if an option is invalid, if the format cannot represent records of the schema, or if the
    ///   format is a store.
    public func makeEncoder(
        _ schema: Schema,
        options values: [String: String] = [:]
    ) throws(OutputError) -> any RecordEncoder {
        try check(values)
        guard case .text(let make) = kind else {
            throw OutputError(
                "the format \(name) writes a file, not text",
                help: "name the file with --output",
                cause: .rules
            )
        }
        return try make(schema, values)
    }

    /// Returns the store at a path, for records of the given schema.
    ///
    /// - `continues`: whether to resume after the records that an interrupted run has stored.
    /// - Throws: an error if an option is invalid, if the store cannot hold records of the schema or cannot be opened,
    ///   or if the format is text.
    public func makeStore(
        _ schema: Schema,
        path: String,
        options values: [String: String] = [:],
        continues: Bool
    ) throws(OutputError) -> any RecordStore {
        try check(values)
        guard case .store(let make) = kind else {
            throw OutputError("the format \(name) writes text, not a store", cause: .rules)
        }
        return try make(schema, path, values, continues)
    }

    /// Refuses options that the format does not have.
    package func check(_ values: [String: String]) throws(OutputError) {
        let known = options.map(\.name)
        for name in values.keys.sorted() where !known.contains(name) {
            let help = known.isEmpty ? "it has no options" : Suggestion.help(for: name, among: known)
            throw OutputError("the format \(self.name) has no option \"\(name)\"", help: help)
        }
    }

    /// The built-in formats.
    public static let builtIn: [OutputFormat] = [.json, .jsonLines, .csv, .tsv, .calendar]
}

/// The records of one type in a store.
public struct StoredRecords: Hashable, Sendable {
    /// The name of the record type.
    public let type: String
    /// The fields that identify a record; empty if the store does not declare them.
    public let uniqueKeys: [String]
    /// The records, as their fields with values, in the order of the store.
    public let records: [[Value.Member]]

    /// Creates the records of a type.
    public init(type: String, uniqueKeys: [String], records: [[Value.Member]]) {
        self.type = type
        self.uniqueKeys = uniqueKeys
        self.records = records
    }
}

/// An option of an output format, set with `name=value`.
public struct FormatOption: Hashable, Sendable {
    /// The name.
    public let name: String
    /// A description, in one line.
    public let about: String

    /// Creates an option.
    public init(_ name: String, _ about: String) {
        self.name = name
        self.about = about
    }
}

/// Why records cannot be written in a format.
public struct OutputError: Error, Hashable, Sendable {
    /// What is wrong, in one line.
    public let message: String
    /// What to do, in one line.
    public let help: String?
    /// The party at fault, by default the records of the pages.
    public let cause: Diagnostic.Cause

    /// Creates an error.
    public init(_ message: String, help: String? = nil, cause: Diagnostic.Cause = .page) {
        self.message = message
        self.help = help
        self.cause = cause
    }
}

extension OutputError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

// MARK: - Encoders and stores

/// Encodes records as text, one after the other.
public protocol RecordEncoder {
    /// Returns the text that `record` adds to the output.
    mutating func encode(_ record: Record) -> String
    /// Appends the text of ``encode(_:)`` of each record as UTF-8. There is a default implementation.
    mutating func encode(_ records: [Record], into bytes: inout [UInt8])
    /// Appends the same for a batch. There is a default implementation.
    mutating func encode(_ batch: RecordBatch, into bytes: inout [UInt8])
    /// Returns the text that ends the output; called once, after the last record.
    ///
    /// - Throws: an error if the format cannot represent the records. An encoder that throws must not have returned any
    ///   text before.
    mutating func finish() throws(OutputError) -> String
    /// Whether the text of a record depends on that record alone and the end is empty, so that several encoders may
    /// share the work. `false` by default.
    var isStateless: Bool { get }
}

extension RecordEncoder {
    /// Appends the text of ``encode(_:)`` of each record.
    public mutating func encode(_ records: [Record], into bytes: inout [UInt8]) {
        for record in records { bytes.append(contentsOf: encode(record).utf8) }
    }

    /// Appends the text of ``encode(_:)`` of each record of a batch.
    public mutating func encode(_ batch: RecordBatch, into bytes: inout [UInt8]) {
        encode(batch.records, into: &bytes)
    }

    /// `false`.
    public var isStateless: Bool { false }
}

/// A destination of records other than text at the end of a file, such as a database. It receives them in portions,
/// each with a note, and keeps both or neither even if the process crashes.
///
/// Used by one thread at a time.
public protocol RecordStore: AnyObject {
    /// Calls `body` with the notes that an interrupted run has stored, in order; not called if the store is new.
    ///
    /// Called at most once, before anything is written.
    func readNotes(_ body: (String) -> Void) throws(OutputError)

    /// Stores records and their note: after a crash the store has all of them or none.
    func write(_ records: [Record], note: String) throws(OutputError)

    /// Stores the records of a batch and their note in the same way. There is a default implementation.
    func write(_ batch: RecordBatch, note: String) throws(OutputError)

    /// Stores records that belong to the next portion: after a crash the store has them only if it also has the portion's
    /// note. A page of data that is longer than memory is stored in this way, a part at a time.
    ///
    /// - Returns: false, without storing anything, if the store takes only whole portions, as in the default
    ///   implementation. The records are then kept in memory for ``write(_:note:)-([Record],_)``.
    func add(_ batch: RecordBatch) throws(OutputError) -> Bool

    /// Closes the store after the last portion; not called if a run has failed.
    func finish() throws(OutputError)

    /// Values that the store represents differently from what a reader may expect; empty by default. Read after
    /// ``finish()``.
    var warnings: [OutputError] { get }
}

extension RecordStore {
    /// Stores the records of a batch and their note.
    public func write(_ batch: RecordBatch, note: String) throws(OutputError) {
        try write(batch.records, note: note)
    }

    /// `false`.
    public func add(_ batch: RecordBatch) throws(OutputError) -> Bool { false }

    /// No warnings.
    public var warnings: [OutputError] { [] }
}

// MARK: - Definition

extension OutputFormat: Definition {
    /// Makes an encoder for records of a schema.
    public typealias Function = @Sendable (Schema) throws(OutputError) -> any RecordEncoder

    /// The kind of the definition.
    public static var kind: DefinitionKind { .format }

    /// Empty: every format receives records.
    public var signature: String { "" }

    /// The shape of its options.
    public var arguments: ArgumentShape {
        options.isEmpty ? .none : .object(options.map { Argument($0.name, $0.about, .string) })
    }

    /// Creates the function that creates encoders.
    public var make: @Sendable (Arguments) throws(StepError) -> Function {
        { arguments in
            let members = arguments.value.object ?? []
            let values = Dictionary(members.map { ($0.name, $0.value.text) }) { first, _ in first }
            return { schema throws(OutputError) in try makeEncoder(schema, options: values) }
        }
    }
}
