import DOM
import Language
import Records
import Selectors
import Values

extension Preparation {
    /// Sets an attribute or the text of elements, for example to the real address of an image that a script would load.
    ///
    /// - `select`: the elements.
    /// - `attribute`: the attribute to set; without it, the element's text is set.
    /// - `from`: a selector, searched for in the element itself and below, whose text or extracted value is used; or
    /// - `in`: where `from` looks instead, like a field's `in`.
    /// - `template`: text with attributes of the element in braces: `https://x.example/{data-id}.jpg`.
    ///
    /// An element for which there is no value is unchanged.
    static let set = Preparation(
        name: "set",
        about: "sets an attribute or the text of elements",
        arguments: .object(
            [
                Argument("select", "which elements", .elementsList, isRequired: true),
                Argument("attribute", "the attribute that is set; without it the text is", .text),
                Argument("from", "a selector for the value, in the element or below it", .selector),
                Argument("in", "where the selector looks", .place),
                Argument("template", "a text with attributes of the element in braces", .text),
            ],
            oneOf: ["from", "template"]
        )
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("select")
        let source = try Setting(arguments)
        let name = arguments["attribute"]?.string
        if let name, !Preparation.canBeName(name) {
            throw StepError("an attribute's name cannot be \"\(name)\"", argument: "attribute")
        }
        return { context throws(ParseError) in
            let nodes = context.select(lists)
            func places() -> Places<Matcher> {
                Places(context.document, Matcher(context.document), context.calls.context)
            }
            // Steps of keys may call programs, whose answers are needed before the tree is changed.
            if source.hasSteps {
                repeat {
                    let places = places()
                    for node in nodes { _ = source.value(of: node, places, in: context.document) }
                } while context.calls.send()
            }
            let places = places()
            try context.forEach(nodes) { context, node throws(ParseError) in
                try context.document.checkMemory(context.limits)
                guard let value = source.value(of: node, places, in: context.document), !value.isEmpty else {
                    return
                }
                try Setting.apply(value, to: name, of: node, in: context.document)
            }
        }
    }
}

/// Where the value of a `set` comes from.
private enum Setting: Sendable {
    case selector(SelectorList, FieldScope)
    case template(Template)

    init(_ arguments: Arguments) throws(StepError) {
        if let list = try arguments.selector("from") {
            var scope = FieldScope()
            scope.place = arguments.place("in")
            self = .selector(list, scope)
            return
        }
        if arguments["in"] != nil { throw StepError("\"in\" needs \"from\"", argument: "in") }
        let template: Template
        do throws(StepError) { template = try Template(arguments["template"]?.string ?? "") } catch {
            throw StepError(error.description, argument: "template")
        }
        if template.names.contains("") {
            throw StepError("{} in the template names no attribute", argument: "template")
        }
        self = .template(template)
    }

    /// Whether there are steps on the way to its value.
    var hasSteps: Bool {
        guard case .selector(_, let scope) = self, case .join(let join) = scope.place else { return false }
        return !join.key.steps.isEmpty || !join.by.steps.isEmpty
    }

    func value(of element: NodeRef, _ places: Places<Matcher>, in document: Document) -> [UInt8]? {
        switch self {
        case .selector(let list, let scope):
            guard let start = places.start(scope, from: element),
                let match = Matcher(document).firstMatch(list, from: start, includingScope: true)
            else { return nil }
            return document.values(of: match.node, extracting: match.extractor ?? .text).first
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
