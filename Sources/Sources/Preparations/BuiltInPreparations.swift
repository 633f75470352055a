import Basics
import DOM
package import Language
import Records
import Selectors
import Values

extension Preparation {
    /// The preparations that every rules file can use.
    package static let builtIn: [Preparation] = [
        .remove, .unwrap, .rename, .lines, .sections, .parse, .set, .refuse, .linkedData, .inlineData,
        .mainContent,
    ]

    /// Removes elements with all their contents.
    static let remove = Preparation(
        name: "remove",
        about: "removes elements and everything in them",
        arguments: .elementsList
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("")
        return { context in
            for node in context.select(lists) { context.document.remove(node) }
        }
    }

    /// Replaces an element with its contents.
    static let unwrap = Preparation(
        name: "unwrap",
        about: "replaces an element with its contents",
        arguments: .elementsList
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("")
        return { context throws(ParseError) in
            // Two selectors may match one element; by then it is out of the tree.
            try context.forEach(lists) { context, node throws(ParseError) in
                if node != context.document.rootElement { context.document.unwrap(node) }
            }
        }
    }

    /// Renames elements.
    ///
    /// - `select`: the elements.
    /// - `to`: the new name.
    static let rename = Preparation(
        name: "rename",
        about: "renames elements",
        arguments: .object([
            Argument("select", "which elements", .elementsList, isRequired: true),
            Argument("to", "their new name", .text, isRequired: true),
        ])
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("select")
        let name = arguments["to"]?.string ?? ""
        if !canBeName(name) {
            throw StepError("\"\(name)\" cannot be an element's name", argument: "to")
        }
        return { context throws(ParseError) in
            for node in context.select(lists) {
                guard context.document.rename(node, to: name.utf8) else { throw ParseError.outOfMemory }
            }
        }
    }

    /// Whether a text can be the name of an element or an attribute, in the form in which the HTML parser reads names.
    static func canBeName(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 <= 0x20 || "\"'/<=>".utf8.contains($0) }
    }

    /// Replaces the content of an element with its text as a person reads it: an element `line` for each line.
    ///
    /// Either a selector or a list of them, or an object:
    ///
    /// - `in`: the elements whose content is replaced.
    /// - `lead`: elements whose text becomes the attribute `lead` of a line that begins with one of them. Without it, a
    ///   line that consists only of a heading or bold text has that attribute.
    static let lines = Preparation(
        name: "lines",
        about: "replaces the content of an element with an element for each line of its text",
        arguments: .either([
            .elementsList,
            .object([
                Argument("in", "the elements whose content is replaced", .elementsList, isRequired: true),
                Argument(
                    "lead",
                    "elements whose text becomes the attribute lead of a line that begins with one of them",
                    .elementsList
                ),
            ]),
        ])
    ) { arguments throws(StepError) in
        let lists = try arguments.elements(arguments["in"] == nil ? "" : "in")
        let leads = try arguments.elements("lead")
        return { context throws(ParseError) in
            guard let line = context.document.intern("line".utf8),
                let lead = context.document.intern("lead".utf8)
            else { throw ParseError.outOfMemory }
            let leading = Set(context.select(leads, isTarget: false))
            try context.forEach(lists) { context, element throws(ParseError) in
                let document = context.document
                if context.hiddenText == .keep, context.keepsReasons,
                    let hidden = document.hiddenText(below: element, where: { _ in true })
                {
                    context.explain("has the hidden text \(hidden.quoted): \(HiddenText.advice)", at: element)
                }
                var lines = document.numberedLines(
                    of: element,
                    leads: leads.isEmpty ? Emphasis.elements(below: element) : leading,
                    keepsNodes: context.keepsOrigins,
                    excluding: context.hiddenText == .skip ? { document.isMarkedHidden($0) } : nil
                )
                if leads.isEmpty { lines = lines.map(\.withoutPartialLead) }
                context.document.removeChildren(of: element)
                for text in lines {
                    try context.checkTime()
                    guard let node = context.document.appendElement(line, to: element, line: text.line)
                    else {
                        throw ParseError.outOfMemory
                    }
                    context.made(node, of: text.nodes)
                    context.document.appendText(text.text, to: node, line: text.line)
                    if let text = text.lead, !context.document.setAttribute(lead, of: node, to: text) {
                        throw ParseError.outOfMemory
                    }
                }
            }
        }
    }

    /// Reports content that the rules do not apply to as an error and removes it: a missing page, a notice in place of
    /// the content.
    ///
    /// - `select`: the elements. If the page's root is one of them, the page has no records.
    /// - `because`: the message for each.
    /// - `show`: a selector, searched for in the element itself and below, whose text or extracted value the message
    ///   shows.
    static let refuse = Preparation(
        name: "refuse",
        about: "reports content that the rules do not apply to, and removes it",
        arguments: .object([
            Argument(
                "select",
                "the elements; if the page's root is one of them, the page has no records",
                .elementsList,
                isRequired: true
            ),
            Argument("because", "the message for each", .text, isRequired: true),
            Argument("show", "a selector for the text that the message shows", .selector),
        ])
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("select")
        let message = arguments["because"]?.string ?? ""
        let shown = try arguments.selector("show")
        return { context throws(ParseError) in
            var refused: Set<NodeRef> = []
            try context.forEach(lists) { context, element throws(ParseError) in
                guard refused.insert(element).inserted else { return }
                context.refuse(element, because: message, showing: shown)
            }
        }
    }

    /// Adds the JSON-LD, microdata, meta properties and links of HTML elements to the page as a tree: a last child
    /// `linked-data` of each, as the source with that name would make it.
    static let linkedData = Preparation(
        name: Source.linkedData.name,
        about: "adds the linked data of elements, such as the page's own, to the page",
        arguments: .elementsList
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("")
        return { context throws(ParseError) in
            let base = context.calls.page.baseURL
            try context.forEach(lists) { context, element throws(ParseError) in
                let document = context.document
                guard document.isHTML(element) else {
                    context.fail(
                        "linked data is read from HTML, and \(element.name.string) is not HTML",
                        at: element
                    )
                    return
                }
                let limits = context.limits
                let problems = try document.insertHiddenData(root: "linked-data", in: element, limits: limits)
                {
                    builder throws(ParseError) in
                    try LinkedDataTree.build(element, of: document, &builder, limits)
                }
                if let tree = element.lastElementChild { document.setBase(base, of: tree) }
                for problem in problems { context.report(problem) }
            }
        }
    }
}

extension Preparation {
    /// Adds the data in the scripts of HTML elements to the page as a tree: a last child `inline-data` of each, as the
    /// source with that name would make it.
    static let inlineData = Preparation(
        name: Source.inlineData.name,
        about: "adds the data in the scripts of elements to the page",
        arguments: .elementsList
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("")
        return { context throws(ParseError) in
            try context.forEach(lists) { context, element throws(ParseError) in
                let document = context.document
                guard document.isHTML(element) else {
                    context.fail(
                        "scripts are read from HTML, and \(element.name.string) is not HTML",
                        at: element
                    )
                    return
                }
                let limits = context.limits
                let problems = try document.insertHiddenData(root: "inline-data", in: element, limits: limits)
                {
                    builder throws(ParseError) in
                    try InlineDataTree.build(element, of: document, &builder, limits)
                }
                for problem in problems { context.report(problem) }
            }
        }
    }
}

extension Document.TextLine {
    /// The line with its lead if that is the whole line: a heading or bold text.
    fileprivate var withoutPartialLead: Document.TextLine {
        lead == text ? self : Document.TextLine(text: text, line: line, lead: nil, nodes: nodes)
    }
}

extension PreparationContext {
    fileprivate mutating func refuse(_ element: NodeRef, because message: String, showing list: SelectorList?)
    {
        let match = list.flatMap { Matcher(document).firstMatch($0, from: element, includingScope: true) }
        let text = match.flatMap { document.values(of: $0.node, extracting: $0.extractor ?? .text).first }.map
        {
            WhiteSpace.collapse(String(decoding: $0, as: UTF8.self))
        }
        fail(text.map { "\(message): \($0.quoted)" } ?? message, at: element)
        if element == document.rootElement { isWholePageRefused = true } else { document.remove(element) }
        hasRefused = true
    }
}
