import DOM
import Language
import Records
import Values

extension Preparation {
    /// Replaces what is in an element by its text as a person reads it: an element `line` for each line.
    ///
    /// Either a selector or a list of them, or an object:
    ///
    /// - `in`: the elements that are meant.
    /// - `lead`: elements whose text becomes the attribute `lead` of a line that begins with one of them.
    static let lines = Preparation(
        name: "lines",
        about: "replaces the content of an element by its text, an element for each line",
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
            let leading = Set(context.select(leads, counts: false))
            for element in context.select(lists) where context.isAttached(element) {
                let lines = context.document.numberedLines(of: element, leads: leading)
                context.document.removeChildren(of: element)
                for text in lines {
                    guard let node = context.document.appendElement(line, to: element, line: text.line)
                    else {
                        throw ParseError.outOfMemory
                    }
                    context.document.appendText(text.text, to: node, line: text.line)
                    if let text = text.lead, !context.document.setAttribute(lead, of: node, to: text) {
                        throw ParseError.outOfMemory
                    }
                }
            }
        }
    }
}
