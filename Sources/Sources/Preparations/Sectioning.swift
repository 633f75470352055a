import Basics
import DOM
import Language
import Patterns
import Records
import Selectors
import Values

/// How a run of elements is divided into sections.
struct Sectioning: Sendable {
    /// What a heading is.
    enum Heading: Sendable {
        case texts([String])
        case selector(SelectorList)
        case pattern(Pattern)
    }

    /// What happens to content before the first heading.
    enum Before: String, CaseIterable, Sendable {
        case keep
        case warn
    }

    /// The headings of each level, the outermost first.
    let levels: [Heading]
    let once: Bool
    /// What separates a heading from text in the same element; `nil` where a heading has its own element.
    let runIn: RunIn?
    let before: Before

    func apply(to container: NodeRef, _ context: inout PreparationContext) throws(ParseError) {
        let document = context.document
        guard let section = document.intern("section".utf8), let title = document.intern("title".utf8) else {
            throw ParseError.outOfMemory
        }
        let children = self.children(of: container, &context)
        var sections: [String: NodeRef] = [:]
        /// The open sections, each within the one before it.
        var open: [(level: Int, element: NodeRef)] = []
        var preamble: [NodeRef] = []
        for (node, heading) in children {
            guard let heading else {
                if let innermost = open.last {
                    document.move(node, to: innermost.element)
                } else {
                    preamble.append(node)
                }
                continue
            }
            document.remove(node)
            if once, let known = sections[heading.text] {
                open = [(0, known)]
            } else {
                while let innermost = open.last, innermost.level >= heading.level { open.removeLast() }
                let parent = open.last?.element ?? container
                guard let element = document.appendElement(section, to: parent, line: node.line) else {
                    throw ParseError.outOfMemory
                }
                context.made(element, of: [node])
                document.setAttribute(title, of: element, to: heading.text.utf8)
                sections[heading.text] = element
                open.append((heading.level, element))
            }
            if let rest = heading.rest, let section = open.last?.element {
                try keep(rest, of: node, in: section, context)
            }
        }
        try place(preamble, in: container, section, &context)
        guard once, let texts = levels.texts else { return }
        // Without any heading, all sections would be empty.
        if sections.isEmpty {
            let headings = texts.map { "\"\($0)\"" }.joined(separator: ", ")
            context.fail("no section found: none of \(headings) begins one", at: container)
            return
        }
        try complete(texts, sections, in: container, section: section, title: title, document)
    }

    /// The children of an element, each with its level and text where it is a heading.
    private func children(
        of container: NodeRef,
        _ context: inout PreparationContext
    ) -> [(node: NodeRef, heading: Found?)] {
        let matcher = Matcher(context.document)
        var children: [(node: NodeRef, heading: Found?)] = []
        var child = container.firstChild
        while let node = child {
            children.append((node, node.isElement ? heading(node, matcher, &context) : nil))
            child = node.nextSibling
        }
        return children
    }

    /// A heading that was found.
    private struct Found {
        let level: Int
        let text: String
        /// The text after it in the same element.
        var rest: String?
    }

    /// What an element is the heading of, otherwise `nil`.
    private func heading(
        _ node: NodeRef,
        _ matcher: Matcher,
        _ context: inout PreparationContext
    ) -> Found? {
        let document = context.document
        let text = { WhiteSpace.collapse(String(decoding: document.text(of: node), as: UTF8.self)) }
        for (level, heading) in levels.enumerated() {
            switch heading {
            case .selector(let list):
                if matcher.matches(list, node, scope: nil) { return Found(level: level, text: text()) }
            case .texts(let texts):
                let text = text()
                if texts.contains(text) { return Found(level: level, text: text) }
                guard let runIn, let (heading, rest) = runIn.split(text, of: node, texts, document) else {
                    continue
                }
                return Found(level: level, text: heading, rest: rest)
            case .pattern(let pattern):
                let text = text()
                if pattern.isMatch(in: text) { return Found(level: level, text: text) }
            }
        }
        return nil
    }
}

extension [Sectioning.Heading] {
    /// The texts of headings that are given by their texts.
    var texts: [String]? {
        guard count == 1, case .texts(let texts) = self[0] else { return nil }
        return texts
    }
}

// What happens to content around the headings of sections.
extension Sectioning {
    /// Moves the text after a heading in the same element into the heading's section.
    func keep(
        _ rest: String,
        of heading: NodeRef,
        in section: NodeRef,
        _ context: PreparationContext
    ) throws(ParseError) {
        if rest.isEmpty { return }
        let document = context.document
        guard let element = document.appendElement(heading.name, to: section, line: heading.line) else {
            throw ParseError.outOfMemory
        }
        context.made(element, of: [heading])
        document.appendText(Array(rest.utf8), to: element, line: heading.line)
    }

    /// Keeps the content before the first heading, or removes it with a warning.
    func place(
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
            context.warn("text before the first section: \(text)", at: first)
            for node in preamble { context.document.remove(node) }
        }
    }

    /// Adds an empty section for each text that did not occur, after that of the previous text.
    func complete(
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

/// How a heading is separated from text in the same element: a run-in heading.
struct RunIn: Sendable {
    /// The separator, at the beginning of a text.
    private let separator: Pattern

    /// - Parameter pattern: a regular expression for the separator, which is known to compile.
    init(_ pattern: String) throws(PatternError) {
        if try Pattern(pattern).matchesEmptyText {
            throw PatternError(
                "the regular expression matches the empty text, so that it separates nothing",
                at: 0..<pattern.utf8.count
            )
        }
        separator = try Pattern("\\A(?:\(pattern))")
    }

    /// The heading that a text begins with, and the text after it.
    ///
    /// The heading is one of `texts`, followed by the separator, or, where the element is a line whose
    /// attribute `lead` is the heading, by white space.
    func split(
        _ text: String,
        of element: NodeRef,
        _ texts: [String],
        _ document: Document
    ) -> (heading: String, rest: String)? {
        let lead = document.existingName("lead".utf8).flatMap(element.attribute).map {
            WhiteSpace.collapse($0.string)
        }
        // Where one heading begins with another, the longer one applies.
        for heading in texts.sorted(by: { $0.utf8.count > $1.utf8.count }) where text.hasPrefix(heading) {
            let rest = String(text.dropFirst(heading.count))
            let bytes = Array(rest.utf8)
            if let range = separator.firstMatch(in: bytes) {
                return (heading, WhiteSpace.trim(String(decoding: bytes[range.upperBound...], as: UTF8.self)))
            }
            if lead == heading, rest.first?.isWhitespace == true { return (heading, WhiteSpace.trim(rest)) }
        }
        return nil
    }
}
