package import DOM

/// The paths of many elements of one tree, as ``DOM/Document/path(of:)`` writes them, with what has been found out kept.
///
/// Of what lies deeper than ``limit`` it is the last part: elements within elements would have paths that together are
/// as long as the square of their number.
///
/// It belongs to the tree as it is: after an edit a new one must be made.
package struct ElementPaths {
    /// The step that leads from its parent to an element, for all children of each parent that has been asked for.
    private var steps: [NodeRef: String] = [:]

    /// How many steps a path has at most.
    package static let limit = 256

    package init() {}

    /// The path of an element. Complexity: linear in its depth up to the limit; the first time for a parent also in the number of the
    /// parent's children.
    package mutating func path(of element: NodeRef) -> String {
        var path: [String] = []
        var next: NodeRef? = element
        while let node = next, path.count < ElementPaths.limit {
            if steps[node] == nil { note(childrenOf: node.parentElement, or: node) }
            path.append(steps[node] ?? "")
            next = node.parentElement
        }
        return path.reversed().joined(separator: " > ")
    }

    private mutating func note(childrenOf parent: NodeRef?, or root: NodeRef) {
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
