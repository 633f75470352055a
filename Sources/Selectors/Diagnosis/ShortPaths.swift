import Basics
package import DOM

/// Short selectors, each of which matches one element of a tree: `p.article__intro`, `#main > ul > li:nth-child(3)`.
///
/// A path begins at the nearest element that an id, a name, a class or a descriptive attribute identifies in the whole
/// tree. It has at most ``limit`` steps, the last ones: without a limit, the total length of the paths of nested
/// elements would be quadratic in their number.
///
/// The tree must not change: after an edit, make a new one.
package struct ShortPaths {
    private let document: Document
    /// The number of elements of the tree that each selector of one condition matches.
    private var counts: [String: Int] = [:]
    /// The step to an element.
    private struct Step {
        let text: String
        /// Whether it matches only the element in the whole tree, and not only below its parent.
        let isUnique: Bool
    }

    /// The steps to the children of the parents so far.
    private var steps: [NodeRef: Step] = [:]

    /// The maximum number of steps of a path.
    package static let limit = 256
    /// A longer name or value identifies no element.
    private static let length = 60
    /// The classes of an element that are considered.
    private static let classes = 8

    /// Counts the properties that may identify elements. Complexity: linear in the size of the tree.
    package init(_ document: Document) {
        self.document = document
        var next = document.rootElement
        while let element = next {
            for key in keys(of: element) { counts[key.lowercased(), default: 0] += 1 }
            next = element.nextElement(within: document.node)
        }
    }

    /// The path of an element of the tree.
    ///
    /// Complexity: linear in its depth; for the first child of a parent also in the number of the parent's children.
    package mutating func path(of element: NodeRef) -> String {
        var path: [String] = []
        var next: NodeRef? = element
        while let node = next, path.count < ShortPaths.limit {
            if steps[node] == nil { cache(siblingsOf: node) }
            guard let step = steps[node] else { break }
            path.append(step.text)
            next = step.isUnique ? nil : node.parentElement
        }
        return path.reversed().joined(separator: " > ")
    }

    /// Selectors for an element, the clearest first: by its id, by its name with a class or an attribute, by its name.
    private func keys(of element: NodeRef) -> [String] {
        let name = CSSText.identifier(element.name.string)
        // Attributes of data are the types of values.
        if document.isData(element) { return [name] }
        var keys: [String] = []
        var attributes: [String] = []
        var attribute = element.firstAttribute
        while let current = attribute {
            attribute = current.next
            let key = current.name.utf8
            guard !current.value.isEmpty, current.namespaceURI == nil else { continue }
            if key.elementsEqual("id".utf8) {
                // An id with white space is one that a class name could contain.
                let value = current.string
                if value.utf8.count <= ShortPaths.length { keys.append("#\(CSSText.identifier(value))") }
            } else if key.elementsEqual("class".utf8) {
                attributes += ShortPaths.words(current.string).map { "\(name).\(CSSText.identifier($0))" }
            } else if ShortPaths.descriptive.contains(where: { key.elementsEqual($0.utf8) }),
                current.value.count <= ShortPaths.length
            {
                attributes.append("\(name)[\(current.name.string)=\(CSSText.string(current.string))]")
            }
        }
        // The parts that every page has are known by their names.
        return ShortPaths.parts.contains(name) ? keys + [name] : keys + attributes + [name]
    }

    private static let parts: Set<String> = ["html", "head", "body", "main", "title"]

    /// Attributes whose values identify an element.
    private static let descriptive = ["itemprop", "property", "name"]

    private static func words(_ text: String) -> some Sequence<String> {
        text.utf8.split { $0.isASCIIWhiteSpace }.prefix(classes).lazy
            .filter { $0.count <= length }.map { String($0) ?? "" }
    }

    /// Finds the step to each child of an element's parent: a selector that matches only it in the tree or among its
    /// siblings, or its position.
    private mutating func cache(siblingsOf element: NodeRef) {
        guard let parent = element.parentElement else {
            steps[element] = Step(text: CSSText.identifier(element.name.string), isUnique: true)
            return
        }
        var children: [(node: NodeRef, keys: [String])] = []
        var among: [String: Int] = [:]
        var child = parent.firstElementChild
        while let node = child {
            let keys = keys(of: node)
            for key in keys { among[key.lowercased(), default: 0] += 1 }
            children.append((node, keys))
            child = node.nextElementSibling
        }
        for (index, (node, keys)) in children.enumerated() {
            if let key = keys.first(where: { counts[$0.lowercased()] == 1 }) {
                steps[node] = Step(text: key, isUnique: true)
                continue
            }
            let key = keys.first { among[$0.lowercased()] == 1 }
            let name = CSSText.identifier(node.name.string)
            steps[node] = Step(text: key ?? "\(name):nth-child(\(index + 1))", isUnique: false)
        }
    }
}
