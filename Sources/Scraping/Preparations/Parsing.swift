import DOM
import Records
import Selectors

extension Preparation {
    /// Grows a text of the tree into a tree in its place: HTML in a string of JSON, JSON in a script or an attribute.
    ///
    /// - `in`: the elements whose text is meant.
    /// - `as`: what the text is: any source, with its options.
    /// - `attribute`: the attribute that is meant instead of the text. What it grows into stands in a new last child
    ///   of the element, named like the attribute.
    /// - `after`: with `json`, the text behind which a literal of JavaScript stands.
    static let parse = Preparation(
        name: "parse",
        about: "grows a text of the tree into a tree of any source",
        arguments: .object(.parse)
    ) { json, reader in
        guard let members = reader.members(json, of: "parse", .parse), let target = members["in"],
            let source = members["as"]
        else { return nil }
        let errors = reader.diagnostics.count
        let list = reader.plainSelector(target, "in")
        let rule = reader.readSource(source)
        let attribute = members["attribute"].flatMap { reader.name($0, "attribute") }
        let after = members["after"].flatMap { reader.name($0, "after") }
        if let after = members["after"], let rule, rule.decoder.name != Decoder.json.name {
            reader.error(
                "\"after\" goes with json, not with \(rule.decoder.name)",
                at: after.range,
                help: "parse the literal as json first, then its text as \(rule.decoder.name)"
            )
        }
        guard let list, let rule, reader.diagnostics.count == errors else { return nil }
        let parsing = Parsing(source: rule, attribute: attribute, literal: after.map(ScriptLiteral.init))
        return { context throws(ParseError) in
            try parsing.apply(to: context.select(list), &context)
        }
    }
}

extension RulesReader {
    /// A string that must hold something.
    fileprivate mutating func name(_ json: JSON, _ what: String) -> String? {
        guard let text = string(json, what) else { return nil }
        if text.allSatisfy(\.isWhitespace) {
            error("expected a text for \(what), found an empty one", at: json.range)
            return nil
        }
        return text
    }
}

/// What a rules file says of a text that is to be grown.
private struct Parsing: Sendable {
    let source: SourceRule
    let attribute: String?
    let literal: ScriptLiteral?

    /// A text and where it stands.
    private struct Text {
        let utf8: [UInt8]
        let origin: LineOrigin
    }

    func apply(to elements: [NodeRef], _ context: inout PreparationContext) throws(ParseError) {
        var found = 0
        let converted = conversions(of: elements, &context)
        for element in elements where context.isAttached(element) {
            if isGrown(element, context.document) {
                found += 1
                continue
            }
            guard var text = text(of: element, &context) else { continue }
            if source.convert != nil {
                found += 1
                guard let result = converted[element] else { continue }
                text = Text(utf8: result, origin: .fixed(element.line))
            }
            if source.convert == nil { found += 1 }
            // A string without anything in it has nothing to grow.
            if text.utf8.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { continue }
            try grow(text, at: element, &context)
        }
        if found == 0, let first = elements.first { tellNothing(at: first, elements.count, &context) }
    }

    /// Whether an element holds already what HTML would grow into: `noscript` does in a page that is read without
    /// scripting.
    private func isGrown(_ element: NodeRef, _ document: Document) -> Bool {
        attribute == nil && source.decoder.name == Decoder.htmlFragment.name && document.isHTML(element)
            && element.name.string == "noscript" && element.firstElementChild != nil
    }

    /// What a plugin's decoder makes of the elements' texts, where the source is one.
    private func conversions(
        of elements: [NodeRef],
        _ context: inout PreparationContext
    ) -> [NodeRef: [UInt8]] {
        guard let convert = source.convert else { return [:] }
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
            case .failure(let error): context.tell(error, source.decoder.name, at: text.element)
            }
        }
        return converted
    }

    private func tellNothing(at element: NodeRef, _ count: Int, _ context: inout PreparationContext) {
        let which =
            count == 1
            ? "the element that matches does not have" : "none of the \(count) elements that match has"
        if let literal {
            context.warn("\(which) a value behind \"\(literal.lead)\"", at: element)
        } else if let attribute {
            context.warn("\(which) the attribute \"\(attribute)\"", at: element)
        }
    }

    /// What is to be grown, `nil` where the element does not have it.
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
                    "\(source.decoder.name) cannot be read from \(element.name.string): it is no text",
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

    /// Grows a text; the element keeps it where that fails.
    private func grow(
        _ text: Text,
        at element: NodeRef,
        _ context: inout PreparationContext
    ) throws(ParseError) {
        let document = context.document
        var place = element
        if attribute != nil { place = try holder(for: element, document) }
        var isGrown = false
        defer { if !isGrown, attribute != nil { document.remove(place) } }
        isGrown = try context.replaceContent(
            of: place,
            by: text.utf8,
            literal.map(\.function) ?? source.decode,
            origin: text.origin,
            name: source.decoder.name,
            namesFailure: false
        )
    }

    private func holder(for element: NodeRef, _ document: Document) throws(ParseError) -> NodeRef {
        guard let attribute, let name = document.intern(attribute.utf8) else { throw ParseError.outOfMemory }
        return try document.appendElement(forAttribute: name, to: element)
    }
}
