import DOM

/// A place of a page as saved: an element, or a text between tags.
package enum PagePlace: Hashable, Sendable {
    /// The element with this number: its order on the page, from 0.
    case element(Int)
    /// The text with this number: its order among the texts of the page, from 0.
    case text(Int)
}

/// Maps elements of a prepared tree to places of the page before the preparations, so that a trace can be shown on the
/// original page.
///
/// Nodes that preparations remove stay in memory as long as their tree, so that no new node has their address.
struct TreeOrigins {
    /// The elements and texts of the page.
    private var places: [NodeRef: PagePlace] = [:]
    /// The nodes from which preparations have created elements.
    private var origins: [NodeRef: [NodeRef]] = [:]
    /// The elements of the trace.
    private var nodes: [Trace.Node: NodeRef] = [:]
    private let document: Document

    /// The number of places of one element.
    private static let limit = 1000

    /// Numbers the nodes of a tree that has not been prepared. Complexity: linear.
    init(_ document: Document) {
        self.document = document
        var (elements, texts) = (0, 0)
        var next = document.rootElement
        while let node = next {
            if node.isElement {
                places[node] = .element(elements)
                elements += 1
            } else if node.isText {
                places[node] = .text(texts)
                texts += 1
            }
            next = node.next(within: document.node)
        }
    }

    /// Records an element that a preparation has created from other nodes.
    mutating func add(_ element: NodeRef, of nodes: [NodeRef]) { origins[element, default: []] += nodes }

    /// Records an element of the trace.
    mutating func add(_ node: Trace.Node, _ element: NodeRef) { nodes[node] = element }

    /// The places for each element of the trace; the tree must not have changed since the preparations.
    var allPlaces: [Trace.Node: [PagePlace]] { nodes.mapValues(places(of:)) }

    /// The places after which elements that preparations have created are named, such as the heading of a section.
    var headings: [Trace.Node: [PagePlace]] {
        nodes.filter { origins[$0.value] != nil }.mapValues { node in
            (origins[node] ?? []).flatMap(places(of:))
        }
    }

    /// The places of an element: its own; if a preparation has created it, those that it is created from and those in
    /// it; else that of its nearest ancestor.
    private func places(of node: NodeRef) -> [PagePlace] {
        if let place = places[node] { return [place] }
        let found = contents(of: node)
        if !found.isEmpty { return found }
        var parent = node.parentElement
        while let node = parent {
            if let place = places[node] { return [place] }
            parent = node.parentElement
        }
        return []
    }

    /// The places of the nodes from which a preparation has created an element.
    private func contents(of root: NodeRef) -> [PagePlace] {
        var found: [PagePlace] = []
        var seen: Set<NodeRef> = []
        // Origins may have origins, so a list replaces recursion.
        var pending = [root]
        while let node = pending.popLast(), found.count < TreeOrigins.limit {
            guard seen.insert(node).inserted else { continue }
            if let place = places[node] {
                if node.isElement || !node.content.allSatisfy({ $0 <= 0x20 }) { found.append(place) }
                continue
            }
            var inner = origins[node] ?? []
            var child = node.firstChild
            while let current = child {
                if current.isElement || places[current] != nil { inner.append(current) }
                child = current.nextSibling
            }
            pending += inner.reversed()
        }
        return found
    }
}
