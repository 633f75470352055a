package import DOM

extension Document {
    /// A selector that leads to one element: names from the root, with `:nth-child()` where a step needs it.
    ///
    /// Complexity: linear in the element's depth and the number of its ancestors' siblings.
    package func path(of element: NodeRef) -> String {
        var steps: [String] = []
        var next: NodeRef? = element
        while let node = next {
            steps.append(step(node))
            next = node.parentElement
        }
        return steps.reversed().joined(separator: " > ")
    }

    private func step(_ element: NodeRef) -> String {
        var place = 1
        var sibling = element.previousElementSibling
        while let node = sibling {
            place += 1
            sibling = node.previousElementSibling
        }
        let isOnly = place == 1 && element.nextElementSibling == nil
        return CSSText.identifier(element.name.string)
            + (isOnly || element.parentElement == nil ? "" : ":nth-child(\(place))")
    }
}
