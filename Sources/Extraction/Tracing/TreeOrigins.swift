import DOM
import Selectors

/// Remembers which elements of a prepared tree come from the page itself, so that what a trace tells of can be shown on
/// the page as it was.
///
/// Elements that preparations take out stay in memory as long as their tree, so that no new one has their address.
struct TreeOrigins {
    /// The elements of the page by their numbers: their order in the page, from 0.
    private var numbers: [NodeRef: Int] = [:]
    /// The children of each parent that a path has led through.
    private var children: [NodeRef: [NodeRef]] = [:]
    private let document: Document

    /// How many elements stand for one that a preparation has put around them.
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

    /// The numbers of the elements that show what stands at a path of the prepared tree: the element itself; the
    /// outermost in it, where a preparation has put it around them; else the nearest around it.
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

    /// The element at a path as ``Selectors/ElementPaths`` writes it: names, with `:nth-child()` where they do not tell.
    private mutating func element(at path: String) -> NodeRef? {
        var node = document.rootElement
        for step in path.split(separator: " > ", omittingEmptySubsequences: false).dropFirst() {
            guard let parent = node else { return nil }
            node = TreeOrigins.element(at: step, among: elements(in: parent))
        }
        return node
    }

    /// The element at the place in `:nth-child()`; without, the only one, or the one of the name.
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
    /// The elements of the page before the preparations for each path of a finished trace, while the tree is as its
    /// paths say.
    mutating func places(of trace: Trace) -> [String: [Int]] {
        var places: [String: [Int]] = [:]
        // Objects in objects: a list of what remains instead of recursion.
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
