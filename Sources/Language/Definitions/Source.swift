package import Basics
package import DOM
package import Encoding
public import Records
public import Values

/// A named way to make a tree from a page: a rules file's `source`, and the `as` of `parse`.
///
/// Built-in sources fill trees. A plugin's source either fills a tree too, or converts the bytes to the text of a
/// built-in source. If there are several sources (`"source": ["yaml", "html"]`) and one refuses a page, the next one is
/// tried.
public struct Source: Definition {
    /// The kind of the definition.
    public static var kind: DefinitionKind { .source }

    /// The name by which rules files call it.
    public let name: String
    /// What it reads, in one line.
    public let about: String
    /// The shape of its options.
    public let arguments: ArgumentShape
    /// Makes the function that reads pages.
    public let make: @Sendable (Arguments) throws(StepError) -> SourceFunction
    /// The kind of text that it makes; `nil` for a source that fills a tree.
    public let gives: TextFormat?

    /// Whether its trees are of JSON, whose numbers and booleans have their types.
    package var isOfJSON: Bool { name == "json" || name == "inline-data" }

    /// How a page's bytes declare their encoding.
    package let format: DecodedText.Format
    /// Whether a page's bytes look like this source, judged by their beginning.
    package let accepts: @Sendable ([UInt8]) -> Bool
    /// Whether a part of it is parsed as HTML.
    package let readsHTML: Bool
    /// Whether its trees can contain HTML tables; a JSON string can be parsed into one.
    package let hasTables: Bool
    /// Where its records are, if its trees can be read in parts.
    package let container: RecordContainer?

    /// The result for bytes.
    public var signature: String { gives.map { "bytes to \($0.rawValue)" } ?? "" }

    /// A source that converts a page's bytes to the text of a built-in source, in UTF-8, or throws why the page is not
    /// of its kind.
    public init(
        name: String,
        about: String,
        gives: TextFormat,
        arguments: ArgumentShape = .none,
        make: @escaping @Sendable (Arguments) throws(StepError) -> SourceFunction.Conversion
    ) {
        self.name = name
        self.about = about
        self.gives = gives
        self.arguments = arguments
        self.make = { arguments throws(StepError) in
            SourceFunction(.converted(try make(arguments), to: gives))
        }
        format = .plain
        accepts = { _ in true }
        readsHTML = gives.isHTML
        hasTables = true
        container = nil
    }

    /// A source without options that converts a page's bytes to the text of a built-in one.
    public init(name: String, about: String, gives: TextFormat, decode: @escaping SourceFunction.Conversion) {
        self.init(name: name, about: about, gives: gives) { _ throws(StepError) in decode }
    }

    /// A source that fills the root element of a tree from a page's text in UTF-8, or throws why the page is not of its
    /// kind.
    ///
    /// - Parameters:
    ///   - name: the name that rules give in `source`.
    ///   - about: what it reads, in a phrase for help and completions.
    ///   - root: the name of the root element.
    ///   - arguments: the options that rules may give it.
    ///   - make: makes the function that fills a tree from the options, or throws what is wrong with them.
    public init(
        name: String,
        about: String,
        root: StaticString,
        arguments: ArgumentShape = .none,
        make: @escaping @Sendable (Arguments) throws(StepError) -> SourceFunction.Filling
    ) {
        self.init(name: name, about: about, arguments: arguments, format: .plain) {
            arguments throws(StepError) in
            let fill = try make(arguments)
            return .data(root: root) { feed, builder, _ throws(ParseError) in
                var writer = TreeWriter(builder)
                feed.refillAll()
                do throws(StepError) { try fill(Array(feed.bytes), &writer) } catch {
                    if let failure = writer.failure { throw failure }
                    throw .malformed(line: writer.line, column: 1, reason: error.description)
                }
                return []
            }
        }
    }

    /// A built-in source.
    package init(
        name: String,
        about: String,
        arguments: ArgumentShape = .none,
        format: DecodedText.Format,
        readsHTML: Bool = false,
        hasTables: Bool = true,
        container: RecordContainer? = nil,
        accepts: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
        make: @escaping @Sendable (Arguments) throws(StepError) -> SourceFunction.Kind
    ) {
        self.name = name
        self.about = about
        self.arguments = arguments
        self.format = format
        self.readsHTML = readsHTML
        self.hasTables = hasTables
        self.container = container
        self.accepts = accepts
        self.make = { arguments throws(StepError) in SourceFunction(try make(arguments)) }
        gives = nil
    }
}

/// The kind of text that a plugin makes: the built-in source that reads it, with its default options.
public enum TextFormat: String, CaseIterable, Sendable {
    case html
    case htmlFragment = "html-fragment"
    case xml
    case json
    case csv
    case text

    /// Whether it is parsed as HTML.
    package var isHTML: Bool { self == .html || self == .htmlFragment }
}

/// How a page becomes a tree: a document of its own, or a part of another.
public struct SourceFunction: Sendable {
    /// Converts a page's bytes to a text in UTF-8, or throws what is wrong with the page.
    public typealias Conversion = @Sendable ([UInt8], PageContext) throws(StepError) -> [UInt8]
    /// Fills the root element of a tree from a text, or throws what is wrong with the text.
    public typealias Filling = @Sendable ([UInt8], inout TreeWriter) throws(StepError) -> Void

    /// Fills the root element of a tree; returns the problems of the text that do not prevent reading the rest.
    package typealias Filler =
        @Sendable (TextFeed, inout TreeBuilder, Limits) throws(ParseError) -> [SourceProblem]

    /// The ways to make a tree from a text. The text is valid UTF-8; except for HTML, it has no NUL bytes and its lines
    /// end with LF.
    package enum Kind: Sendable {
        case html
        case htmlFragment
        case xml
        case linkedData
        case inlineData
        case data(root: StaticString, Filler)
        case converted(Conversion, to: TextFormat)
    }

    package let kind: Kind

    package init(_ kind: Kind) { self.kind = kind }
}

/// A tree that a plugin's source fills, element by element in document order.
public struct TreeWriter {
    private var builder: TreeBuilder
    /// The line on which the open element starts, from 1.
    private(set) var line = 1
    /// The limit or failure that ended the tree.
    private(set) var failure: ParseError?

    init(_ builder: TreeBuilder) { self.builder = builder }

    /// Opens an element below the open one.
    ///
    /// - Parameters:
    ///   - name: the name of the element.
    ///   - line: the line of the page on which it starts, from 1.
    /// - Throws: an error if memory is exhausted.
    public mutating func open(_ name: String, line: Int) throws(StepError) {
        self.line = line
        try change { builder throws(ParseError) in try builder.open(name.utf8, line: line) }
    }

    /// Closes the open element; the root stays open.
    public mutating func close() { builder.close() }

    /// Adds text to the open element. A NUL becomes U+FFFD.
    public mutating func text(_ text: String) throws(StepError) {
        let line = line
        try change { builder throws(ParseError) in try builder.text(text.utf8, line: line) }
    }

    /// Adds an attribute to the open element.
    public mutating func attribute(_ name: String, _ value: String) throws(StepError) {
        try change { builder throws(ParseError) in
            guard let name = builder.document.intern(name.utf8) else { throw ParseError.outOfMemory }
            try builder.attribute(name, value.utf8)
        }
    }

    private mutating func change(
        _ body: (inout TreeBuilder) throws(ParseError) -> Void
    ) throws(StepError) {
        do throws(ParseError) { try body(&builder) } catch {
            failure = error
            throw StepError(error.description)
        }
    }
}

/// A problem of a text that does not prevent reading the rest.
package struct SourceProblem: Sendable {
    package var line: Int
    package var column: Int?
    package var severity: Diagnostic.Severity
    package let message: String
    /// Whether a limit leaves a part of the text unread.
    package var isOfLimit: Bool

    package init(
        line: Int,
        column: Int? = nil,
        severity: Diagnostic.Severity = .error,
        message: String,
        isOfLimit: Bool = false
    ) {
        self.line = line
        self.column = column
        self.severity = severity
        self.message = message
        self.isOfLimit = isOfLimit
    }
}

/// A source that a rules file names, with its options.
package final class SourceRule: Sendable {
    package let source: Source
    package let function: SourceFunction
    /// How it parses HTML, if it does.
    package let html: HTMLOptions

    package init(source: Source, function: SourceFunction, html: HTMLOptions) {
        self.source = source
        self.function = function
        self.html = html
    }
}
