import DOM
public import Encoding
public import Records

/// A page to be read with rules: its bytes and their origin.
public struct Page: Sendable {
    /// The content, which copies share, as those of ``Rules`` do.
    private var shared: Shared

    private struct Parts {
        var name: String
        var bytes: [UInt8]
        var url: String?
        var encoding: Encoding?
        var clock: String?
        var asked: AskedPage?
    }

    private final class Shared: Sendable {
        let parts: Parts

        init(_ parts: Parts) {
            self.parts = parts
        }
    }

    private var parts: Parts {
        get { shared.parts }
        set { shared = Shared(newValue) }
    }

    /// Its name in messages: a file's name as the user gave it.
    public var name: String {
        get { shared.parts.name }
        set { parts.name = newValue }
    }

    /// The bytes as received or saved.
    public var bytes: [UInt8] {
        get { shared.parts.bytes }
        set { parts.bytes = newValue }
    }

    /// The address that the page was fetched from, if it is known.
    public var url: String? {
        get { shared.parts.url }
        set { parts.url = newValue }
    }

    /// The encoding that the page's supplier declares.
    public var encoding: Encoding? {
        get { shared.parts.encoding }
        set { parts.encoding = newValue }
    }

    /// When the page was saved or fetched, in ISO 8601; relative dates are resolved against it.
    public var clock: String? {
        get { shared.parts.clock }
        set { parts.clock = newValue }
    }

    /// How it was fetched; `nil` for a page that was saved.
    package var asked: AskedPage? {
        get { shared.parts.asked }
        set { parts.asked = newValue }
    }

    /// A page.
    public init(
        name: String,
        bytes: [UInt8],
        url: String? = nil,
        encoding: Encoding? = nil,
        clock: String? = nil
    ) {
        shared = Shared(Parts(name: name, bytes: bytes, url: url, encoding: encoding, clock: clock))
    }
}

/// The result of reading a page with rules.
public struct Outcome: Sendable {
    /// The records that could be read, in the page's order within each record type.
    public var records: [Record]
    /// The diagnostics of the page.
    public var diagnostics: [Diagnostic]
    /// The types of records that the rules can yield, if they are known: this distinguishes a page without records of a
    /// type from rules without the type.
    public var schema: Schema?

    /// An outcome.
    public init(records: [Record], diagnostics: [Diagnostic], schema: Schema? = nil) {
        self.records = records
        self.diagnostics = diagnostics
        self.schema = schema
    }

    /// The reasons why a part of the page is not read, as errors of the input.
    package var unread: [Diagnostic] { diagnostics.unread }
}

/// A phase of the way from a page's bytes to the text of its records.
package enum Phase: Int, CaseIterable, Sendable {
    /// The page's bytes are read from where they are.
    case read
    /// Bytes become text in UTF-8.
    case decode
    /// The text becomes a tree.
    case parse
    /// The rules' preparations change the tree.
    case prepare
    /// Selectors are matched.
    case select
    /// Text, attributes and markup are extracted from the matches.
    case take
    /// Steps are applied to the extracted values.
    case apply
    /// Values are read as their fields' types.
    case type
    /// Values become records, and problems become diagnostics: everything that belongs to no other phase.
    case assemble
    /// Records become text in the output's format.
    case encode

    /// Its name in tables.
    package var name: String { String(describing: self) }
}

/// Observes which phase a page's reading is in; phases are nested.
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
