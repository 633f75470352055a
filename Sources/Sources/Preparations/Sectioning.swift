import Basics
import DOM
import Language
import Patterns
import Records
import Selectors
import Values

/// How a run of elements is divided into sections.
struct Sectioning: Sendable {
    /// The form of a heading.
    enum Heading: Sendable {
        case texts(KnownHeadings)
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
    /// The separator between a heading and text in the same element; `nil` if a heading has its own element.
    let runIn: RunIn?
    let before: Before
    /// What happens to lines that look like headings but are not.
    let unknown: UnknownLead

    /// Divides a container.
    ///
    /// - Returns: whether it has a heading.
    func apply(to container: NodeRef, _ context: inout PreparationContext) throws(ParseError) -> Bool {
        let document = context.document
        guard let section = document.intern("section".utf8), let title = document.intern("title".utf8) else {
            throw ParseError.outOfMemory
        }
        let children = try self.children(of: container, &context)
        var sections: [String: NodeRef] = [:]
        /// The open sections, each within the one before it.
        var open: [(level: Int, element: NodeRef)] = []
        var preamble: [NodeRef] = []
        for (node, heading, _) in children {
            try context.checkTime()
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
        guard once, let known = levels.known else { return !sections.isEmpty }
        // Without any heading, all sections would be empty.
        if !known.texts.contains(where: { sections[$0] != nil }) {
            context.fail("no section found: none of \(known.list) begins one", at: container)
            return true
        }
        try complete(known.texts, sections, in: container, section: section, title: title, document)
        return true
    }

    /// A child of a container.
    typealias Child = (node: NodeRef, heading: Found?, lead: SectionLead?)

    /// The children of an element, each with its level and text if it is a heading. Others that look like one are
    /// reported, or are headings too.
    private func children(
        of container: NodeRef,
        _ context: inout PreparationContext
    ) throws(ParseError) -> [Child] {
        let matcher = Matcher(context.document)
        var children: [Child] = []
        var child = container.firstChild
        while let node = child {
            try context.checkTime()
            let text = node.isElement ? text(of: node, context.document) : ""
            let heading = node.isElement ? heading(node, text, matcher, context.document) : nil
            children.append((node, heading, heading == nil ? lead(node, text, context.document) : nil))
            child = node.nextSibling
        }
        try resolveLeads(&children, &context)
        return children
    }

    private func text(of node: NodeRef, _ document: Document) -> String {
        WhiteSpace.collapse(String(decoding: document.text(of: node), as: UTF8.self))
    }

    /// A heading that was found.
    struct Found {
        let level: Int
        let text: String
        /// The text after it in the same element.
        var rest: String?
    }

    /// The section whose heading an element is; `nil` if there is none.
    private func heading(
        _ node: NodeRef,
        _ text: String,
        _ matcher: Matcher,
        _ document: Document
    ) -> Found? {
        for (level, heading) in levels.enumerated() {
            switch heading {
            case .selector(let list):
                if matcher.matches(list, node, scope: nil) { return Found(level: level, text: text) }
            case .texts(let known):
                if let heading = known.heading(text) { return Found(level: level, text: heading) }
                guard let runIn, let (heading, rest) = runIn.split(text, of: node, known, document) else {
                    continue
                }
                return Found(level: level, text: heading, rest: rest)
            case .pattern(let pattern):
                let text = text.withoutInvisible
                if pattern.isMatch(in: text) { return Found(level: level, text: text) }
            }
        }
        return nil
    }
}

// MARK: - Unknown headings

extension Sectioning {
    /// The section that an element seems to be the heading of: it consists only of bold text or a heading of the page,
    /// or its text is written like the known headings.
    private func lead(_ node: NodeRef, _ text: String, _ document: Document) -> SectionLead? {
        guard !text.isEmpty, levels.count == 1 else { return nil }
        var known: KnownHeadings?
        switch levels[0] {
        case .selector: return nil
        case .pattern: break
        case .texts(let texts): known = texts
        }
        if let known, known.resembles(text) { return SectionLead(text: text, rest: nil, isLikeKnown: true) }
        let bold = document.lead(of: node)
        if let known, let runIn, let (lead, rest) = runIn.splitUnknown(text, bold: bold),
            known.resembles(beforeText: lead)
        {
            return SectionLead(text: lead, rest: rest, isLikeKnown: true)
        }
        guard bold == text || Emphasis.isWhole(node), Emphasis.canBeName(text) else { return nil }
        return SectionLead(text: text, rest: nil, isLikeKnown: false)
    }

    /// Reports elements that look like headings, or makes them headings.
    ///
    /// Bold text before the first heading is not reported as new, unless texts are missing that precede the first
    /// heading in the rules: the text may then be one of these.
    private func resolveLeads(
        _ children: inout [Child],
        _ context: inout PreparationContext
    ) throws(ParseError) {
        let found = Set(children.compactMap(\.heading?.text))
        let first = children.firstIndex { $0.heading != nil } ?? children.endIndex
        // The absence of any heading is one cause, and is reported as one.
        if first == children.endIndex, once { return }
        let earliest = levels.known?.texts.first { found.contains($0) }
        let isFirstMissing = once && earliest != nil && earliest != levels.known?.texts.first
        var reported: [String: Int] = [:]
        var leads: [(lead: SectionLead, node: NodeRef, after: String?)] = []
        var current: String?
        for index in children.indices {
            if let heading = children[index].heading { current = heading.text }
            guard let lead = children[index].lead else { continue }
            if index < first, !lead.isLikeKnown, !isFirstMissing { continue }
            if unknown == .section {
                children[index].heading = Found(level: 0, text: lead.text.withoutInvisible, rest: lead.rest)
            } else if reported[lead.text, default: 0] == 0 {
                leads.append((lead, children[index].node, current))
            }
            reported[lead.text, default: 0] += 1
        }
        guard unknown != .section else { return }
        for (lead, node, section) in leads {
            try context.checkTime()
            let times = reported[lead.text].flatMap { $0 > 1 ? " (\($0) times)" : nil } ?? ""
            let place = section.map { "; what follows it is read as part of \"\($0)\"" } ?? ""
            context.report(
                "\"\(lead.text)\" is not a known section\(times)\(place)",
                line: node.line,
                column: node.column,
                severity: unknown == .error ? .error : .warning,
                help: help(for: lead)
            )
        }
    }

    private func help(for lead: SectionLead) -> String? {
        guard let known = levels.known else { return nil }
        return known.suggestion(for: lead.text).map { "did you mean \"\($0)\"?" }
            ?? "expected one of \(known.list)"
    }

    /// The form of a heading, in words.
    var headings: String {
        levels.map { level in
            switch level {
            case .texts(let known): known.list
            case .selector(let list): "`\(list)`"
            case .pattern: "the regular expression"
            }
        }.joined(separator: ", ")
    }
}

extension Document {
    /// The attribute `lead` of a line.
    func lead(of element: NodeRef) -> String? {
        existingName("lead".utf8).flatMap(element.attribute).map { WhiteSpace.collapse($0.string) }
    }
}

extension [Sectioning.Heading] {
    /// The headings, if they are given by their texts.
    var known: KnownHeadings? {
        guard count == 1, case .texts(let known) = self[0] else { return nil }
        return known
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

/// How a heading is separated from text in the same element (a run-in heading).
struct RunIn: Sendable {
    /// The separator, at the beginning of a text.
    private let separator: Pattern
    /// The separator, anywhere in a text.
    private let anywhere: Pattern

    /// - Parameter pattern: a regular expression for the separator, which is known to compile.
    init(_ pattern: String) throws(PatternError) {
        if try Pattern(pattern).matchesEmptyText {
            throw PatternError(
                "the regular expression matches the empty text, so that it separates nothing",
                at: 0..<pattern.utf8.count
            )
        }
        separator = try Pattern("\\A(?:\(pattern))")
        anywhere = try Pattern(pattern)
    }

    /// The heading that a text begins with, and the text after it.
    ///
    /// The heading is one of `texts`, followed by the separator, or, if the element is a line whose
    /// attribute `lead` is the heading, by white space.
    func split(
        _ text: String,
        of element: NodeRef,
        _ known: KnownHeadings,
        _ document: Document
    ) -> (heading: String, rest: String)? {
        let lead = document.lead(of: element)?.withoutInvisible
        // Where one heading begins with another, the longer one applies.
        for heading in known.byLength {
            guard let end = text.end(ofPrefix: heading) else { continue }
            let rest = String(text[end...])
            let bytes = Array(rest.utf8)
            if let range = separator.firstMatch(in: bytes) {
                return (heading, WhiteSpace.trim(String(decoding: bytes[range.upperBound...], as: UTF8.self)))
            }
            if lead == heading, rest.first?.isWhitespace == true { return (heading, WhiteSpace.trim(rest)) }
        }
        guard known.isLoose, let (text, rest) = splitUnknown(text, bold: lead),
            let heading = known.heading(text)
        else { return nil }
        return (heading, rest)
    }

    /// The text before the separator, and the text after it; the heading need not be known.
    ///
    /// - Parameter bold: the text in bold at the beginning of the line, if there is any. One that ends elsewhere is not
    ///   a heading.
    func splitUnknown(_ text: String, bold: String?) -> (lead: String, rest: String)? {
        let bytes = Array(text.utf8)
        if let bold, text.hasPrefix(bold + " "), anywhere.firstMatch(in: Array(bold.utf8)) == nil {
            return (bold, WhiteSpace.trim(String(text.dropFirst(bold.count))))
        }
        guard let range = anywhere.firstMatch(in: bytes) else { return nil }
        let lead = WhiteSpace.trim(String(decoding: bytes[..<range.lowerBound], as: UTF8.self))
        let rest = WhiteSpace.trim(String(decoding: bytes[range.upperBound...], as: UTF8.self))
        if let bold, !bold.hasPrefix(lead) { return nil }
        return rest.isEmpty || lead.isEmpty ? nil : (lead, rest)
    }
}
