import DOM
import Selectors

/// How a run of elements is cut into sections.
struct Sectioning: Sendable {
    /// What a heading is.
    enum Heading: Sendable {
        case texts([String])
        case selector(SelectorList)
        case pattern(RegularExpression)
    }

    /// What becomes of what stands before the first heading.
    enum Before: String, CaseIterable, Sendable {
        case keep
        case warn
    }

    /// The headings of each level, the outermost first.
    let levels: [Heading]
    let once: Bool
    /// What parts a heading from text in the same element; `nil` where a heading stands alone.
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
                document.setAttribute(title, of: element, to: heading.text.utf8)
                sections[heading.text] = element
                open.append((heading.level, element))
            }
            if let rest = heading.rest, let section = open.last?.element {
                try keep(rest, as: node.name, in: section, line: node.line, document)
            }
        }
        try settle(preamble, in: container, section, &context)
        guard once, let texts = levels.texts else { return }
        // Where no heading is there at all, empty sections would be made of nothing.
        if sections.isEmpty {
            let headings = texts.map { "\"\($0)\"" }.joined(separator: ", ")
            context.fail("no section is there: none of \(headings) begins one", at: container)
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

    /// A heading that is there.
    private struct Found {
        let level: Int
        let text: String
        /// The text behind it in the same element.
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
                do throws(StepError) {
                    guard let runIn, let (heading, rest) = try runIn.split(text, of: node, texts, document)
                    else { continue }
                    return Found(level: level, text: heading, rest: rest)
                } catch {
                    context.warn("the pattern of a section: \(error)", at: node)
                }
            case .pattern(let pattern):
                let text = text()
                do throws(StepError) {
                    if !(try pattern.matches(in: text, limit: 1)).isEmpty {
                        return Found(level: level, text: text)
                    }
                } catch {
                    context.warn("the pattern of a section: \(error)", at: node)
                }
            }
        }
        return nil
    }
}

extension [Sectioning.Heading] {
    /// The texts of headings that are told by their texts.
    var texts: [String]? {
        guard count == 1, case .texts(let texts) = self[0] else { return nil }
        return texts
    }
}
