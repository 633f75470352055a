import DOM
import Records

/// A named way to make a tree of a page's text: what stands in a rules file's `source`.
struct Decoder: Sendable {
    /// A tree and what was wrong with the page that it was made from.
    struct Result {
        let document: Document
        var problems: [Problem] = []
    }

    /// Something in a page that could not become part of its tree.
    struct Problem {
        let line: Int
        let message: String
    }

    /// Makes a tree of a page's text: valid UTF-8 without NUL bytes, lines ended by LF.
    typealias Function = @Sendable ([UInt8], Limits) throws(ParseError) -> Result

    /// The name by which rules files call it.
    let name: String
    /// How a page's bytes tell their encoding.
    let format: DecodedText.Format
    /// Whether a text may be one of this source's, to choose among several; decided by its first characters.
    let accepts: @Sendable ([UInt8]) -> Bool
    /// The keys of its options in a rules file.
    let options: [String]
    /// Makes the decoder of its options; `nil` after telling the reader what is wrong with them.
    let make: @Sendable ([String: JSON], inout RulesReader) -> Function?

    /// Whether its trees can hold tables of HTML; a string of JSON can be grown into one.
    var hasTables: Bool { name != Decoder.csv.name && name != Decoder.text.name }

    /// The sources that every rules file has.
    static let builtIn: [Decoder] = [.html, .htmlFragment, .json, .csv, .text]

    /// A page of HTML.
    static let html = Decoder(name: "html", format: .html, accepts: { _ in true }, options: []) { _, _ in
        { text, limits throws(ParseError) in Result(document: try Document.html(text, limits: limits)) }
    }

    /// A part of a page, read as what a body holds.
    static let htmlFragment = Decoder(
        name: "html-fragment",
        format: .html,
        accepts: { _ in true },
        options: []
    ) {
        _,
        _ in
        { text, limits throws(ParseError) in Result(document: try Document.htmlFragment(text, limits: limits))
        }
    }

    /// Lines of text.
    static let text = Decoder(name: "text", format: .plain, accepts: { _ in true }, options: []) { _, _ in
        { text, limits throws(ParseError) in Result(document: try TextDecoder.decode(text, limits: limits)) }
    }
}
