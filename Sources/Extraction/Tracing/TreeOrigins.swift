import DOM
import Selectors

/// Maps elements of a prepared tree to those of the page before the preparations, so that a trace can be shown on the
/// original page.
///
/// Elements that preparations remove stay in memory as long as their tree, so that no new one has their address.
struct TreeOrigins {
    /// The elements of the page by their numbers: their order in the page, from 0.
    private var numbers: [NodeRef: Int] = [:]
    /// A cache of the children of each parent on a path.
    private var children: [NodeRef: [NodeRef]] = [:]
    private let document: Document

    /// The number of elements that represent one which a preparation has wrapped around them.
    private static let limit = 64

    /// Numbers the elements of a tree that has not been prepared. Complexity: linear.
    init(_ document: Document) {
        self.document = document
        var next = document.rootElement
        while let node = next {
            numbers[node] = numbers.count
            next = node.nextElement(within: document.node)
        }
    }

    /// The numbers of the original elements for a path of the prepared tree: the element itself; the outermost ones in
    /// it, if a preparation has inserted it; else its nearest ancestor.
    mutating func numbers(at path: String) -> [Int] {
        guard let node = element(at: path) else { return [] }
        if let number = numbers[node] { return [number] }
        let inner = outermost(in: node)
        if !inner.isEmpty { return inner }
        var parent = node.parentElement
        while let node = parent {
            if let number = numbers[node] { return [number] }
            parent = node.parentElement
        }
        return []
    }

    private func outermost(in root: NodeRef) -> [Int] {
        var found: [Int] = []
        var next = root.next(within: root)
        while let node = next, found.count < TreeOrigins.limit {
            if let number = numbers[node] {
                found.append(number)
                next = node.nextSkippingChildren(within: root)
            } else {
                next = node.next(within: root)
            }
        }
        return found
    }

    /// The element at a path as ``Selectors/ElementPaths`` writes it: names, with `:nth-child()` where they are ambiguous.
    private mutating func element(at path: String) -> NodeRef? {
        var node = document.rootElement
        for step in path.split(separator: " > ", omittingEmptySubsequences: false).dropFirst() {
            guard let parent = node else { return nil }
            node = TreeOrigins.element(at: step, among: elements(in: parent))
        }
        return node
    }

    /// The element at the index of `:nth-child()`; without that, the only one, or the one with the name.
    private static func element(at step: Substring, among siblings: [NodeRef]) -> NodeRef? {
        guard step.last == ")", let start = step.lastIndex(of: "(") else {
            // An only child's name may be escaped in the path.
            return siblings.count == 1
                ? siblings[0] : siblings.first { $0.name.utf8.elementsEqual(step.utf8) }
        }
        guard let place = Int(step[step.index(after: start)...].dropLast()),
            siblings.indices.contains(place - 1)
        else { return nil }
        return siblings[place - 1]
    }

    private mutating func elements(in parent: NodeRef) -> [NodeRef] {
        if let known = children[parent] { return known }
        var elements: [NodeRef] = []
        var child = parent.firstElementChild
        while let node = child {
            elements.append(node)
            child = node.nextElementSibling
        }
        children[parent] = elements
        return elements
    }
}

extension TreeOrigins {
    /// The original elements for each path of a finished trace; the tree must not have changed since.
    mutating func places(of trace: Trace) -> [String: [Int]] {
        var places: [String: [Int]] = [:]
        // Objects may be nested deeply, so a list replaces recursion.
        var pending = trace.records.flatMap(\.layouts).flatMap(\.elements)
        while let element = pending.popLast() {
            var nodes = [element.node]
            for attempt in element.fields.lazy.flatMap(\.alternatives).flatMap(\.attempts) {
                nodes += attempt.readings.map(\.node)
                pending += attempt.objects
            }
            for node in nodes where places[node.path] == nil { places[node.path] = numbers(at: node.path) }
        }
        return places
    }
}
