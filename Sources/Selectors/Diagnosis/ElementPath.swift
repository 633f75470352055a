package import DOM

extension Document {
    /// A selector that matches one element: names from the root, with `:nth-child()` if a step needs it.
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
    /// - Parameter place: its position among its siblings, from 1; `nil` if it is not needed.
    func step(at place: Int?) -> String {
        let text = CSSText.identifier(name.string)
        guard let place, !isIdentifiedByName(text) else { return text }
        return "\(text):nth-child(\(place))"
    }

    /// Whether it is the only `head` or `body` of a page, which every page has.
    ///
    /// Complexity: for all children of a parent together linear in their number, as it searches up to the nearest one
    /// with the same name.
    private func isIdentifiedByName(_ text: String) -> Bool {
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

/// The paths of many elements of one tree, as ``Document/path(of:)`` returns them, with the steps cached.
///
/// A path has at most ``limit`` steps, the last ones: without a limit, the total length of the paths of nested elements
/// would be quadratic in their number.
///
/// The tree must not change: after an edit, make a new one.
package struct ElementPaths {
    /// The step to each element from its parent, for all children of the parents so far.
    private var steps: [NodeRef: String] = [:]

    /// The maximum number of steps of a path.
    package static let limit = 256

    package init() {}

    /// The path of an element.
    ///
    /// Complexity: linear in its depth up to the limit; for the first child of a parent also in the number of the
    /// parent's children.
    package mutating func path(of element: NodeRef) -> String {
        var path: [String] = []
        var next: NodeRef? = element
        while let node = next, path.count < ElementPaths.limit {
            if steps[node] == nil { cache(childrenOf: node.parentElement, or: node) }
            path.append(steps[node] ?? "")
            next = node.parentElement
        }
        return path.reversed().joined(separator: " > ")
    }

    private mutating func cache(childrenOf parent: NodeRef?, or root: NodeRef) {
        guard let parent else {
            steps[root] = root.step(at: nil)
            return
        }
        var place = 1
        var child = parent.firstElementChild
        while let node = child {
            let next = node.nextElementSibling
            let isOnly = place == 1 && next == nil
            steps[node] = node.step(at: isOnly ? nil : place)
            place += 1
            child = next
        }
    }
}
