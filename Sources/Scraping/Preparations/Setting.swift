import DOM
import Records
import Selectors

extension Preparation {
    /// Sets an attribute or the text of elements: the real address of an image that a script would load.
    ///
    /// - `select`: which elements.
    /// - `attribute`: which attribute is set; without it the element's text is.
    /// - `from`: a selector, looked for in the element itself and below, whose text or take is the value; or
    /// - `in`: where `from` looks instead, as a field's `in` says it.
    /// - `template`: text with attributes of the element in braces: `https://x.example/{data-id}.jpg`.
    ///
    /// An element for which there is no value stays as it is.
    static let set = Preparation(
        name: "set",
        about: "sets an attribute or the text of elements",
        arguments: .object(.set)
    ) { json, reader in
        guard let members = reader.members(json, of: "set", .set), let select = members["select"] else {
            return nil
        }
        guard let lists = reader.plainSelectors(select, "select"), let source = reader.readSetting(members)
        else {
            return nil
        }
        let attribute = members["attribute"].map { reader.string($0, "attribute") }
        if case .some(.none) = attribute { return nil }
        let name = attribute ?? nil
        if let name, let json = members["attribute"], !Preparation.canBeName(name) {
            reader.error("an attribute's name cannot be \"\(name)\"", at: json.range)
            return nil
        }
        return { context throws(ParseError) in
            let places = Places(context.document, PageMatcher(context.document, log: nil))
            for node in context.select(lists) where context.isAttached(node) {
                guard let value = source.value(of: node, places, in: context.document), !value.isEmpty else {
                    continue
                }
                try Setting.apply(value, to: name, of: node, in: context.document)
            }
        }
    }
}

extension RulesReader {
    fileprivate mutating func readSetting(_ members: [String: JSON]) -> Setting? {
        if let json = members["from"] {
            guard let text = string(json, "from") else { return nil }
            let scope = readScope(members)
            return selector(text, at: json).map { .selector($0, scope) }
        }
        if let place = members["in"] { error("\"in\" goes with \"from\"", at: place.range) }
        guard let json = members["template"], let text = string(json, "template") else { return nil }
        do throws(StepError) {
            let template = try Template(text)
            if text.isEmpty { throw StepError("the template is empty") }
            if template.names.contains("") { throw StepError("{} in the template names no attribute") }
            return .template(template)
        } catch {
            self.error(error.description, at: json.range)
            return nil
        }
    }
}

/// Where the value of a `set` comes from.
private enum Setting: Sendable {
    case selector(SelectorList, FieldScope)
    case template(Template)

    func value(of element: NodeRef, _ places: Places, in document: Document) -> [UInt8]? {
        switch self {
        case .selector(let list, let scope):
            guard let start = places.start(scope, from: element),
                let match = Matcher(document).firstMatch(list, from: start, includingScope: true)
            else { return nil }
            return document.values(of: match.node, taking: match.take ?? .text).first
        case .template(let template):
            let text = template.text { name in
                document.existingName(name.utf8).flatMap(element.attribute)?.string
            }
            return text.map { Array($0.utf8) }
        }
    }

    static func apply(
        _ value: [UInt8],
        to attribute: String?,
        of element: NodeRef,
        in document: Document
    ) throws(ParseError) {
        guard let attribute else {
            document.removeChildren(of: element)
            document.appendText(value, to: element, line: element.line)
            return
        }
        guard let name = document.intern(attribute.utf8), document.setAttribute(name, of: element, to: value)
        else {
            throw ParseError.outOfMemory
        }
    }
}
