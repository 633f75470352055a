/// Elements of one document: the matches of a selector, or the children of an element.
///
/// ```swift
/// let plants = page.select("ul.plants > li")
/// for plant in plants { print(plant.text) }
/// plants.texts                            // the text of each
/// plants.select("a").values(of: "href")   // the links in all of them
/// ```
///
/// It is a collection with the same methods as an ``Element``. It contains what was found when it was created; a later
/// change to the tree neither adds nor removes elements.
public struct Elements {
    /// The document that the elements belong to.
    public let document: Document
    package let nodes: [NodeRef]

    package init(_ nodes: [NodeRef], in document: Document) {
        self.nodes = nodes
        self.document = document
    }
}

extension Elements: RandomAccessCollection {
    /// An element of the document.
    public typealias Element = DOM.Element

    /// The index of the first element: 0.
    public var startIndex: Int { 0 }

    /// The number of elements.
    public var endIndex: Int { nodes.count }

    /// The element at an index.
    public subscript(index: Int) -> DOM.Element { DOM.Element(nodes[index], in: document) }
}

extension Elements: Hashable {
    /// Whether both contain the same elements in the same order.
    public static func == (left: Elements, right: Elements) -> Bool { left.nodes == right.nodes }

    /// Hashes the elements' identities.
    public func hash(into hasher: inout Hasher) { hasher.combine(nodes) }
}

extension Elements: CustomStringConvertible {
    /// The elements as ``html``.
    public var description: String { html }
}

extension Elements {
    /// The text of each element.
    public var texts: [String] { map(\.text) }

    /// The texts of all elements, each on its own lines.
    public var text: String { texts.joined(separator: "\n") }

    /// The elements with their tags, one after the other.
    public var html: String { map(\.html).joined() }

    /// The value of an attribute of the first element that has it; `nil` if none has.
    public subscript(name: String) -> String? {
        for element in self { if let value = element[name] { return value } }
        return nil
    }

    /// The values of an attribute, for the elements that have it.
    public func values(of name: String) -> [String] { compactMap { $0[name] } }

    /// The parents of the elements, without duplicates, in the order of the elements.
    public var parents: Elements { unique(nodes.compactMap(\.parentElement)) }

    /// The children of all elements, without duplicates.
    public var children: Elements { unique(flatMap { $0.children.nodes }) }

    /// The elements of both, without duplicates: those of the first, then the others.
    public static func + (left: Elements, right: Elements) -> Elements {
        left.unique(left.nodes + right.nodes)
    }

    private func unique(_ nodes: [NodeRef]) -> Elements {
        var seen: Set<NodeRef> = []
        return Elements(nodes.filter { seen.insert($0).inserted }, in: document)
    }

    /// Removes all elements from the tree.
    public func remove() {
        for element in self { element.remove() }
    }
}
