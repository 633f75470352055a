import DOM
import Records

/// A named way to make a tree of a text: what stands in a rules file's `source`, and behind `as` in `parse`.
struct Decoder: Sendable {
    /// A tree and what was wrong with the page that it was made from.
    struct Result {
        let document: Document
        var problems: [Problem] = []
    }

    /// Something that is wrong with a text and does not keep all else from being read.
    struct Problem {
        var line: Int
        var column: Int?
        var severity = Diagnostic.Severity.error
        let message: String
    }

    /// The name by which rules files call it.
    let name: String
    /// What it reads, in one line.
    let about: String
    /// How a page's bytes tell their encoding.
    let format: DecodedText.Format
    /// Whether a page's bytes look like this source, to choose among several; decided by how they begin.
    let accepts: @Sendable ([UInt8]) -> Bool
    /// The keys of its options in a rules file.
    let options: [LanguageKey]
    /// Makes the decoder of its options; `nil` after telling the reader what is wrong with them.
    let make: @Sendable ([String: JSON], inout RulesReader) -> Function?
    /// The plugin's decoder that makes the text, where it is one.
    private(set) var plugin: PageDecoder?

    /// Whether its trees can hold tables of HTML; a string of JSON can be grown into one.
    var hasTables: Bool { name != Decoder.csv.name && name != Decoder.text.name }

    init(
        name: String,
        about: String,
        format: DecodedText.Format,
        options: [LanguageKey] = [],
        accepts: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
        make: @escaping @Sendable ([String: JSON], inout RulesReader) -> Function?
    ) {
        self.name = name
        self.about = about
        self.format = format
        self.accepts = accepts
        self.options = options
        self.make = make
    }

    /// A plugin's decoder.
    init(_ plugin: PageDecoder) {
        self.init(name: plugin.name, about: plugin.about, format: .plain) { _, reader in
            reader.function(of: plugin.gives)
        }
        self.plugin = plugin
    }

    /// The sources that every rules file has.
    static let builtIn: [Decoder] = [.html, .htmlFragment, .xml, .json, .csv, .text, .linkedData]

    /// A page of HTML.
    static let html = Decoder(name: "html", about: "a page of HTML", format: .html) { _, reader in
        .html(reader.htmlOptions())
    }

    /// A part of a page, read as what a body holds.
    static let htmlFragment = Decoder(
        name: "html-fragment",
        about: "HTML as it stands in a body",
        format: .htmlFragment
    ) { _, reader in .htmlFragment(reader.htmlOptions()) }

    /// XML: feeds, sitemaps.
    static let xml = Decoder(
        name: "xml",
        about: "XML: feeds, sitemaps",
        format: .xml,
        accepts: XMLDetection.looksLikeXML
    ) { _, _ in .xml }

    /// Lines of text.
    static let text = Decoder(name: "text", about: "lines of text", format: .plain) { _, _ in
        .data(root: "text", TextTree.build)
    }
}

extension Decoder {
    /// What its options may be, as JSON Schema; `nil` where it has none.
    var optionsSchema: Value? {
        if let plugin { return plugin.arguments.schema }
        return options.isEmpty ? nil : LanguageObject(options).schema
    }
}
