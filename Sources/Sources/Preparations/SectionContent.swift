import Basics
import DOM
import Language

// What becomes of what stands around the headings of sections.
extension Sectioning {
    /// Puts the text behind a heading, which shares its element, into the heading's section.
    func keep(
        _ rest: String,
        as name: Name,
        in section: NodeRef,
        line: Int,
        _ document: Document
    ) throws(ParseError) {
        if rest.isEmpty { return }
        guard let element = document.appendElement(name, to: section, line: line) else {
            throw ParseError.outOfMemory
        }
        document.appendText(Array(rest.utf8), to: element, line: line)
    }

    /// Keeps what stands before the first heading, or tells of it.
    func settle(
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
