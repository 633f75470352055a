public import DOM
public import Encoding
public import Records

/// A page to be read by rules: its bytes and what is known of them.
public struct Page: Sendable {
    /// What messages call it: a file's name as the user gave it.
    public var name: String
    /// The bytes as they were received or saved.
    public var bytes: [UInt8]
    /// The address that the page came from, where it is known.
    public var url: String?
    /// The encoding that whoever gave the page says it has.
    public var encoding: Encoding?
    /// When the page was saved or fetched, as ISO 8601 writes it; relative dates are read against it.
    public var clock: String?

    /// A page.
    public init(
        name: String,
        bytes: [UInt8],
        url: String? = nil,
        encoding: Encoding? = nil,
        clock: String? = nil
    ) {
        self.name = name
        self.bytes = bytes
        self.url = url
        self.encoding = encoding
        self.clock = clock
    }
}

/// What rules made of a page.
public struct Outcome: Sendable {
    /// All that could be read, in the page's order within each record type.
    public var records: [Record]
    /// What is to be told of the page.
    public var diagnostics: [Diagnostic]
    /// What records the rules can yield, where that is known: a page without records of a type is one thing, rules
    /// without the type another.
    public var schema: Schema?

    /// An outcome.
    public init(records: [Record], diagnostics: [Diagnostic], schema: Schema? = nil) {
        self.records = records
        self.diagnostics = diagnostics
        self.schema = schema
    }
}
