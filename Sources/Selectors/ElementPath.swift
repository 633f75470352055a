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
        return element.step(at: isOnly || element.parentElement == nil ? nil : place)
    }
}

extension NodeRef {
    /// The step to an element from its parent.
    ///
    /// - Parameter place: its place among its siblings, from 1; `nil` where it has none.
    func step(at place: Int?) -> String {
        let text = CSSText.identifier(name.string)
        guard let place, !isToldByName(text) else { return text }
        return "\(text):nth-child(\(place))"
    }

    /// Whether it is the one `head` or the one `body` of a page: every page has both, and the name says all.
    ///
    /// Complexity: of all children of a parent together linear in their number, as it looks no further than the nearest
    /// of the same name.
    private func isToldByName(_ text: String) -> Bool {
        guard text == "head" || text == "body", let parent = parentElement, parent.parentElement == nil,
            parent.name.string == "html"
        else { return false }
        return !hasNamesake(\.previousElementSibling) && !hasNamesake(\.nextElementSibling)
    }

    private func hasNamesake(_ following: (NodeRef) -> NodeRef?) -> Bool {
        var sibling = following(self)
        while let node = sibling {
            if node.name.utf8.elementsEqual(name.utf8) { return true }
            sibling = following(node)
        }
        return false
    }
}
