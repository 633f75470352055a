import DOM
import Language
import Records
import Values

extension Preparation {
    /// Makes what elements of HTML say of themselves in JSON-LD, microdata, meta properties and links a tree within
    /// the page: a last child `linked-data` of each, as the source of that name would make it.
    static let linkedData = Preparation(
        name: Source.linkedData.name,
        about: "makes the linked data of elements, the page's own for one, a part of the page",
        arguments: .elementsList
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("")
        return { context throws(ParseError) in
            for element in context.select(lists) where context.isAttached(element) {
                let document = context.document
                guard document.isHTML(element) else {
                    context.fail("linked data is read from HTML, \(element.name.string) is none", at: element)
                    continue
                }
                let limits = context.limits
                let problems = try document.insertHiddenData(root: "linked-data", in: element) {
                    builder throws(ParseError) in
                    try LinkedDataTree.build(element, of: document, &builder, limits)
                }
                for problem in problems {
                    context.report(problem.message, line: problem.line, severity: problem.severity)
                }
            }
        }
    }
}
