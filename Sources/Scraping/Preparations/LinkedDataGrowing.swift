import DOM
import Records

extension Preparation {
    /// Makes what elements of HTML say of themselves in JSON-LD, microdata, meta properties and links a tree within
    /// the page: a last child `linked-data` of each, as the source of that name would make it.
    static let linkedData = Preparation(
        name: Decoder.linkedData.name,
        about: "makes the linked data of elements, the page's own for one, a part of the page",
        arguments: .selectors
    ) { json, reader in
        guard let lists = reader.plainSelectors(json, Decoder.linkedData.name) else { return nil }
        return { context throws(ParseError) in
            for element in context.select(lists) where context.isAttached(element) {
                let document = context.document
                guard document.isHTML(element) else {
                    context.fail("linked data is read from HTML, \(element.name.string) is none", at: element)
                    continue
                }
                let limits = context.limits
                let problems = try document.growHiddenData(root: "linked-data", in: element) {
                    builder throws(ParseError) in
                    try LinkedDataTree.build(element, of: document, &builder, limits)
                }
                for problem in problems {
                    context.note(problem.message, line: problem.line, severity: problem.severity)
                }
            }
        }
    }
}
