import Basics
import DOM
import Language
import Records
import Selectors
import Values

extension Preparation {
    /// Parses a text of the tree into a tree in its place: HTML in a JSON string, JSON in a script or an attribute.
    ///
    /// - `in`: the elements whose text is parsed.
    /// - `as`: the kind of text: any source, with its options.
    /// - `attribute`: the attribute that is parsed instead of the text, into a new last child of the element, named
    ///   like the attribute.
    /// - `after`: with `json`, the text before a JavaScript literal.
    static let parse = Preparation(
        name: "parse",
        about: "parses a text of the tree into a tree of any source",
        arguments: .object([
            Argument("in", "the elements whose text is parsed", .elements, isRequired: true),
            Argument("as", "what the text is: a source", .source, isRequired: true),
            Argument("attribute", "the attribute that is parsed instead of the text", .text),
            Argument("after", "with json: the text after which a JavaScript literal begins", .text),
        ])
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("in")
        guard let source = arguments.source("as") else {
            throw StepError("expected a source for \"as\"", argument: "as")
        }
        let after = arguments["after"]?.string
        if after != nil, source.source.name != Source.json.name {
            throw StepError(
                "\"after\" is for json, not for \(source.source.name)",
                argument: "after",
                help: "parse the literal as json first, then its text as \(source.source.name)"
            )
        }
        let parsing = Parsing(
            source: source,
            attribute: arguments["attribute"]?.string,
            literal: after.map(ScriptLiteral.init)
        )
        return { context throws(ParseError) in
            try parsing.apply(to: context.select(lists), &context)
        }
    }
}

/// A rules file's description of a text to be parsed.
private struct Parsing: Sendable {
    let source: SourceRule
    let attribute: String?
    let literal: ScriptLiteral?

    /// How a plugin makes the text to be parsed; `nil` for a source that needs no plugin.
    private var conversion: SourceFunction.Conversion? {
        if case .converted(let convert, _) = source.function.kind { convert } else { nil }
    }

    /// A text and its place.
    private struct Text {
        let utf8: [UInt8]
        let origin: LineOrigin
    }

    func apply(to elements: [NodeRef], _ context: inout PreparationContext) throws(ParseError) {
        var found = 0
        let converted = conversions(of: elements, &context)
        try context.forEach(elements) { context, element throws(ParseError) in
            if isParsed(element, context.document) {
                found += 1
                return
            }
            guard var text = text(of: element, &context) else { return }
            if conversion != nil {
                found += 1
                guard let result = converted[element] else { return }
                text = Text(utf8: result, origin: .fixed(element.line))
            }
            if conversion == nil { found += 1 }
            // An empty string has nothing to parse.
            if text.utf8.allSatisfy({ $0.isWhiteSpace }) { return }
            try parse(text, at: element, &context)
        }
        if found == 0, let first = elements.first { warnMissing(at: first, elements.count, &context) }
    }

    /// Whether an element already contains the parsed HTML: `noscript` does in a page that is parsed without scripting.
    private func isParsed(_ element: NodeRef, _ document: Document) -> Bool {
        attribute == nil && source.source.name == Source.htmlFragment.name && document.isHTML(element)
            && element.name.string == "noscript" && element.firstElementChild != nil
    }

    /// The results of a plugin's decoder for the elements' texts, if the source is one.
    private func conversions(
        of elements: [NodeRef],
        _ context: inout PreparationContext
    ) -> [NodeRef: [UInt8]] {
        guard let convert = conversion else { return [:] }
        var texts: [(element: NodeRef, utf8: [UInt8])] = []
        for element in elements {
            if let text = text(of: element, &context) { texts.append((element, text.utf8)) }
        }
        let results = context.calls.results(of: texts) { text, page throws(StepError) in
            try convert(text.utf8, page)
        }
        var converted: [NodeRef: [UInt8]] = [:]
        for (text, result) in zip(texts, results) {
            switch result {
            case .success(let utf8): converted[text.element] = utf8
            case .failure(let error): context.report(error, source.source.name, at: text.element)
            }
        }
        return converted
    }

    private func warnMissing(at element: NodeRef, _ count: Int, _ context: inout PreparationContext) {
        let which =
            count == 1
            ? "the element that matches does not have" : "none of the \(count) elements that match has"
        if let literal {
            context.warn("\(which) a value after \"\(literal.lead)\"", at: element)
        } else if let attribute {
            context.warn("\(which) the attribute \"\(attribute)\"", at: element)
        }
    }

    /// The text to be parsed; `nil` if the element does not have it.
    private func text(of element: NodeRef, _ context: inout PreparationContext) -> Text? {
        let document = context.document
        let text: Text
        if let attribute {
            let name = document.isHTML(element) ? attribute.lowercased() : attribute
            guard let value = document.existingName(name.utf8).flatMap(element.attribute) else { return nil }
            text = Text(utf8: Array(value.value), origin: .fixed(element.line))
        } else {
            if document.isData(element), element.firstElementChild != nil {
                context.fail(
                    "\(source.source.name) cannot be read from \(element.name.string): it is not text",
                    at: element
                )
                return nil
            }
            let line = element.firstChild?.line ?? element.line
            text = Text(
                utf8: document.rawText(of: element),
                origin: document.isData(element) ? .fixed(element.line) : .following(line)
            )
        }
        if let literal, literal.offset(in: text.utf8) == nil { return nil }
        return text
    }

    /// Parses a text; the element keeps it if that fails.
    private func parse(
        _ text: Text,
        at element: NodeRef,
        _ context: inout PreparationContext
    ) throws(ParseError) {
        let document = context.document
        var place = element
        if attribute != nil { place = try holder(for: element, document) }
        var isParsed = false
        defer { if !isParsed, attribute != nil { document.remove(place) } }
        isParsed = try context.replaceContent(
            of: place,
            by: text.utf8,
            literal.map(\.function) ?? source.function,
            origin: text.origin,
            name: source.source.name,
            namesFailure: false
        )
    }

    private func holder(for element: NodeRef, _ document: Document) throws(ParseError) -> NodeRef {
        guard let attribute, let name = document.intern(attribute.utf8) else { throw ParseError.outOfMemory }
        return try document.appendElement(forAttribute: name, to: element)
    }
}
