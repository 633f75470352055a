import DOM

/// A document's elements in document order, as the shared cases count them.
struct Elements {
    let all: [NodeRef]
    let indexes: [NodeRef: Int]

    init(_ document: Document) {
        var all: [NodeRef] = []
        var node = document.node.nextElement(within: document.node)
        while let element = node {
            all.append(element)
            node = element.nextElement(within: document.node)
        }
        self.all = all
        indexes = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
    }
}
