import DOM
import Encoding
package import Language
import Records

extension Source {
    /// What a page declares in its linked data: JSON-LD, microdata and meta properties.
    package static let linkedData = Source(
        name: "linked-data",
        about: "what a page says of itself in JSON-LD, microdata and meta properties",
        format: .html,
        readsHTML: true
    ) { _ in .linkedData }
}

/// Makes a tree of a page's linked data: root `linked-data`, in it `title`, `meta`, `link`, and an element for each
/// node with a type, named by it.
enum LinkedDataTree {
    /// Fills a tree with the linked data of what lies at and below an element of HTML.
    static func build(
        _ root: NodeRef?,
        of page: Document,
        _ builder: inout TreeBuilder,
        _ limits: Limits
    ) throws(ParseError) -> [SourceProblem] {
        guard let root else { return [] }
        var graph = LinkedGraph()
        var scripts = JSONLinkedData()
        var microdata = Microdata(page)
        var head = PageHead(page)
        let scriptName = page.existingName("script".utf8)
        var walk = ElementWalk(root)
        var block = 0
        while let step = walk.next() {
            switch step {
            case .enter(let element):
                block += 1
                if element.name == scriptName {
                    scripts.read(element, of: page, block: block, into: &graph)
                } else {
                    head.read(element)
                }
                microdata.enter(element, block: block, &graph)
            case .leave(let element):
                microdata.leave(element)
            }
        }
        microdata.resolveReferences(&graph)
        try head.write(to: &builder)
        var writer = try LinkedDataWriter(builder, graph, limits: limits)
        try writer.write()
        let problems = scripts.problems + microdata.problems + writer.problems
        return problems.sorted { $0.line < $1.line }
    }
}
