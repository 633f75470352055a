import DOM
import Records
import Selectors

extension Preparation {
    /// Gives a flat run of elements the structure that its headings mean: an element `section` for each heading,
    /// its text the attribute `title`, with all that follows up to the next one inside.
    ///
    /// - `in`: whose children are meant.
    /// - `start`: what a heading is: a list of texts, or a selector.
    /// - `once`: each text of the list has exactly one section: one that comes again goes on with its section, one
    ///   that never comes has an empty one.
    /// - `before`: what becomes of what stands before the first heading: `keep` makes it a section without a
    ///   title, `warn` cuts it out and tells of it.
    static let sections = Preparation(name: "sections") { json, reader in
        guard let members = reader.members(json, of: "sections", allowed: ["in", "start", "once", "before"])
        else {
            return nil
        }
        guard let container = members["in"], let start = members["start"] else {
            reader.error("expected \"in\" and \"start\" in sections", at: json.range)
            return nil
        }
        guard let list = reader.plainSelector(container, "in"), let start = reader.readSectionStart(start)
        else {
            return nil
        }
        let once = members["once"].flatMap { reader.boolean($0, "once") } ?? false
        if once, case .selector = start {
            reader.error("\"once\" goes with a list of texts for \"start\"", at: json.range)
            return nil
        }
        var before = Sectioning.Before.keep
        if let json = members["before"], let word = reader.string(json, "before") {
            guard let known = Sectioning.Before(rawValue: word) else {
                let words = Sectioning.Before.allCases.map(\.rawValue)
                reader.error(
                    "unknown word \"\(word)\"",
                    at: json.range,
                    help: Suggestion.help(for: word, among: words)
                )
                return nil
            }
            before = known
        }
        let sectioning = Sectioning(start: start, once: once, before: before)
        return { context throws(ParseError) in
            for element in context.select(list) where context.isAttached(element) {
                try sectioning.apply(to: element, &context)
            }
        }
    }
}

extension RulesReader {
    fileprivate mutating func readSectionStart(_ json: JSON) -> Sectioning.Start? {
        if case .string = json.content { return plainSelector(json, "start").map(Sectioning.Start.selector) }
        guard let texts = strings(json, "start")?.map({ WhiteSpace.collapse($0.text) }) else { return nil }
        if Set(texts).count < texts.count {
            error("a text stands twice in \"start\"", at: json.range)
            return nil
        }
        return .texts(texts)
    }
}

/// How a run of elements is cut into sections.
private struct Sectioning: Sendable {
    /// What a heading is.
    enum Start: Sendable {
        case texts([String])
        case selector(SelectorList)
    }

    /// What becomes of what stands before the first heading.
    enum Before: String, CaseIterable, Sendable {
        case keep
        case warn
    }

    let start: Start
    let once: Bool
    let before: Before

    func apply(to container: NodeRef, _ context: inout PreparationContext) throws(ParseError) {
        let document = context.document
        guard let section = document.intern("section".utf8), let title = document.intern("title".utf8) else {
            throw ParseError.outOfMemory
        }
        let matcher = Matcher(document)
        var children: [(node: NodeRef, heading: String?)] = []
        var child = container.firstChild
        while let node = child {
            children.append((node, node.isElement ? heading(node, matcher, document) : nil))
            child = node.nextSibling
        }

        var sections: [String: NodeRef] = [:]
        var open: NodeRef?
        var preamble: [NodeRef] = []
        for (node, heading) in children {
            if let heading {
                document.remove(node)
                if once, let known = sections[heading] {
                    open = known
                    continue
                }
                guard let element = document.appendElement(section, to: container, line: node.line) else {
                    throw ParseError.outOfMemory
                }
                document.setAttribute(title, of: element, to: heading.utf8)
                sections[heading] = element
                open = element
            } else if let open {
                document.move(node, to: open)
            } else {
                preamble.append(node)
            }
        }
        try settle(preamble, in: container, section, &context)
        if once, case .texts(let texts) = start {
            try complete(texts, sections, in: container, section: section, title: title, document)
        }
    }

    /// The text of an element that is a heading, otherwise `nil`.
    private func heading(_ node: NodeRef, _ matcher: Matcher, _ document: Document) -> String? {
        let text = { WhiteSpace.collapse(String(decoding: document.text(of: node), as: UTF8.self)) }
        switch start {
        case .selector(let list):
            return matcher.matches(list, node, scope: nil) ? text() : nil
        case .texts(let texts):
            let text = text()
            return texts.contains(text) ? text : nil
        }
    }

    /// Keeps what stands before the first heading, or tells of it.
    private func settle(
        _ preamble: [NodeRef],
        in container: NodeRef,
        _ section: Name,
        _ context: inout PreparationContext
    ) throws(ParseError) {
        let texts = preamble.map {
            WhiteSpace.collapse(String(decoding: context.document.text(of: $0), as: UTF8.self))
        }
        guard texts.contains(where: { !$0.isEmpty }), let first = preamble.first else { return }
        switch before {
        case .keep:
            guard let element = context.document.prependElement(section, to: container, line: first.line)
            else {
                throw ParseError.outOfMemory
            }
            for node in preamble { context.document.move(node, to: element) }
        case .warn:
            let text = texts.filter { !$0.isEmpty }.map { "\"\($0)\"" }.joined(separator: ", ")
            context.warn("before the first section stands \(text)", at: first)
            for node in preamble { context.document.remove(node) }
        }
    }

    /// Adds an empty section for each text that never came, behind that of the text before it.
    private func complete(
        _ texts: [String],
        _ sections: [String: NodeRef],
        in container: NodeRef,
        section: Name,
        title: Name,
        _ document: Document
    ) throws(ParseError) {
        var previous: NodeRef?
        for text in texts {
            if let known = sections[text] {
                previous = known
                continue
            }
            let added =
                previous.map { document.insertElement(section, after: $0, line: container.line) }
                ?? document.prependElement(section, to: container, line: container.line)
            guard let element = added else { throw ParseError.outOfMemory }
            document.setAttribute(title, of: element, to: text.utf8)
            previous = element
        }
    }
}
