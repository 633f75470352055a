import DOM
import Encoding
import Language
package import Records
import Selectors
package import Values

extension Transform {
    /// The transforms that read a text as a page, or as a part of one.
    package static let markup: [Transform] = [.decodeEntities, .stripTags, .parse]

    /// A text without tags, as a person reads it.
    static let stripTags = Transform(
        name: "strip-tags",
        about: "parses a text as HTML and returns the text that a person reads",
        input: .string,
        output: .string
    ) { value, context throws(StepError) in
        let document = try fragment(value.text)
        let body = document.rootElement?.lastElementChild
        if let body { context.digits.add(DigitWalk.joints(in: [body], of: document)) }
        return .string(body.map { String(decoding: document.text(of: $0), as: UTF8.self) } ?? "")
    }

    /// A text with its character references replaced.
    static let decodeEntities = Transform(
        name: "decode-entities",
        about:
            "replaces \"&amp;\" and other character references with their characters; tags stay unchanged",
        input: .string,
        output: .string
    ) { value, _ throws(StepError) in
        guard value.text.utf8.contains(UInt8(ascii: "&")) else { return value }
        return .string(try decoded(value.text))
    }

    /// A text with its character references replaced; tags stay unchanged.
    package static func decoded(_ text: String) throws(StepError) -> String {
        // The parser leaves what is not a tag unchanged. A letter at either end keeps the spaces there.
        let shielded = text.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
        let document = try fragment("x\(shielded)x")
        let body = document.rootElement?.lastElementChild
        let decoded = body.map { document.rawText(of: $0) } ?? []
        return String(decoding: decoded.dropFirst().dropLast(), as: UTF8.self)
    }

    private static func fragment(_ text: String) throws(StepError) -> Document {
        do throws(ParseError) {
            return try Document.htmlFragment(text.utf8)
        } catch {
            throw StepError(error.description)
        }
    }

    /// Parses a text as a page and extracts values from it.
    static let parse = Transform(
        name: "parse",
        about:
            "parses a text as a source and extracts what a selector matches; without a selector, returns the JSON value",
        input: .string,
        output: .any,
        arguments: .object([
            Argument("as", "what the text is", .word(PageReader.names), isRequired: true),
            Argument("select", "a selector for the value, as in a field", .selector),
            Argument(
                "all",
                "whether the result is a list of the values of all matches, not only the first one",
                .boolean
            ),
        ]),
        typing: { _, arguments in
            if arguments["select"] == nil { return .any }
            return arguments["all"] == true ? .list(.string) : .string
        }
    ) { arguments throws(StepError) in
        let source = arguments["as"]?.text ?? ""
        guard let selector = arguments["select"]?.string else {
            if source != "json" {
                throw StepError(
                    "expected \"select\" in parse: a selector for what is taken from the \(source)"
                )
            }
            if arguments["all"] != nil { throw StepError("\"all\" in parse needs \"select\"") }
            return { value, context throws(StepError) in try JSONValue.read(value.text, context) }
        }
        let parser = try TextParser(source, selector, takesAll: arguments["all"] == true)
        return { value, context throws(StepError) in try parser.taken(of: value.text, context) }
    }
}

/// The arguments of a `parse` with a selector.
private struct TextParser: Sendable {
    let reader: PageReader
    let selector: SelectorList
    let takesAll: Bool

    init(_ source: String, _ selector: String, takesAll: Bool) throws(StepError) {
        guard let reader = PageReader(source: source) else {
            throw StepError("unknown source \(source.quoted)")
        }
        do throws(SelectorError) {
            self.selector = try SelectorList(selector)
        } catch {
            throw StepError(error.messageInContext)
        }
        self.reader = reader
        self.takesAll = takesAll
    }

    func taken(of text: String, _ context: PageContext) throws(StepError) -> Value {
        let page = Page(name: "the text", bytes: Array(text.utf8), encoding: .utf8)
        let parsed = reader.parse(page)
        if let problem = parsed.diagnostics.first(where: { $0.severity == .error }) {
            throw StepError("\(problem.message): \(text.quoted)")
        }
        for problem in parsed.diagnostics { context.remarks.add("\(problem.message): \(text.quoted)") }
        guard let document = parsed.document, let root = document.rootElement else { return .null }
        let matches = Matcher(document).select(selector, from: root, includingScope: true)
        for match in matches where [nil, .text, .lines, .html, .innerHTML].contains(match.extractor) {
            context.digits.add(DigitWalk.joints(in: [match.node], of: document))
        }
        let values = matches.flatMap { document.values(of: $0.node, extracting: $0.extractor ?? .text) }
            .filter { !$0.isEmpty }
            .map { Value.string(String(decoding: $0, as: UTF8.self)) }
        return takesAll ? .list(values) : values.first ?? .null
    }
}
