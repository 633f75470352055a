/// The elements of a tree by their index in document order, from 0.
package struct ElementIndex {
    /// All elements in document order.
    package let elements: [NodeRef]
    private let places: [NodeRef: Int]

    /// Numbers a tree's elements. Complexity: linear in the size of the tree.
    package init(_ document: Document) {
        var elements: [NodeRef] = []
        var next = document.node.nextElement(within: document.node)
        while let element = next {
            elements.append(element)
            next = element.nextElement(within: document.node)
        }
        self.elements = elements
        places = Dictionary(uniqueKeysWithValues: elements.enumerated().map { ($0.element, $0.offset) })
    }

    /// An element's index; `nil` for a node that is not in the tree.
    package subscript(element: NodeRef) -> Int? { places[element] }
}
