import DOM
public import Encoding
public import Records

/// A page to be read by rules: its bytes and their origin.
public struct Page: Sendable {
    /// What messages call it: a file's name as the user gave it.
    public var name: String
    /// The bytes as they were received or saved.
    public var bytes: [UInt8]
    /// The address that the page came from, if it is known.
    public var url: String?
    /// The encoding that the page's supplier declares.
    public var encoding: Encoding?
    /// When the page was saved or fetched, as ISO 8601 writes it; relative dates are read against it.
    public var clock: String?
    /// How it was got; `nil` for a page that was saved.
    package var asked: AskedPage?

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
    /// The records that could be read, in the page's order within each record type.
    public var records: [Record]
    /// The diagnostics of the page.
    public var diagnostics: [Diagnostic]
    /// What records the rules can yield, if that is known: a page without records of a type is one thing, rules
    /// without the type another.
    public var schema: Schema?

    /// An outcome.
    public init(records: [Record], diagnostics: [Diagnostic], schema: Schema? = nil) {
        self.records = records
        self.diagnostics = diagnostics
        self.schema = schema
    }
}

/// A part of the way from a page's bytes to the text of its records.
package enum Phase: Int, CaseIterable, Sendable {
    /// The page's bytes are read from where they are.
    case read
    /// Bytes become text in UTF-8.
    case decode
    /// The text becomes a tree.
    case parse
    /// The rules' preparations change the tree.
    case prepare
    /// Selectors are looked for.
    case select
    /// Text, attributes and markup are extracted from the matches.
    case take
    /// Steps are applied to the extracted values.
    case apply
    /// Values are read as their fields' types.
    case type
    /// Values become records, and problems diagnostics: everything that belongs to no other phase.
    case assemble
    /// Records become text in the output's format.
    case encode

    /// What tables call it.
    package var name: String { String(describing: self) }
}

/// Observes which phase a page's reading is in: phases within phases.
package protocol PhaseObserver {
    /// A phase begins.
    func enter(_ phase: Phase)
    /// The phase that began last ends.
    func leave()
}

/// An observer of phases that does nothing.
package struct NoPhaseObserver: PhaseObserver {
    package init() {}
    package func enter(_ phase: Phase) {}
    package func leave() {}
}
