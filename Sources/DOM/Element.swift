/// An element of a ``Document``: a value that keeps its document alive and so cannot dangle.
public struct Element {
    /// The document that the element belongs to.
    public let document: Document
    package let ref: NodeRef

    package init(_ ref: NodeRef, in document: Document) {
        self.ref = ref
        self.document = document
    }

    /// The local name as the tree holds it: in lower case on an HTML page.
    public var name: String { ref.name.string }

    /// The line of the page that the element's tag starts on, from 1; 0 where a preparation made it.
    public var line: Int { ref.line }

    /// The column of the page that the element's tag starts at, in Unicode scalars from 1; `nil` where only the line
    /// is known.
    public var column: Int? { ref.column }

    /// The first byte of the element's tag in the page's file; `nil` where only the line is known.
    public var offset: Int? { ref.offset.map(document.source.offset) }

    /// The parent element; `nil` for the root.
    public var parent: Element? { ref.parentElement.map { Element($0, in: document) } }

    /// The child elements in document order.
    public var children: [Element] {
        var children: [Element] = []
        var child = ref.firstElementChild
        while let element = child {
            children.append(Element(element, in: document))
            child = element.nextElementSibling
        }
        return children
    }

    /// The value of the attribute of the given name, empty for one without a value, `nil` where there is none.
    public func attribute(_ name: String) -> String? {
        // Most elements of most pages have none: that is told without a look at the document's names.
        if ref.firstAttribute == nil { return nil }
        return document.existingName(name.utf8).flatMap(ref.attribute)?.string
    }
}

extension Element: Hashable {
    /// Whether both are the same element of the same document.
    public static func == (left: Element, right: Element) -> Bool { left.ref == right.ref }

    /// Hashes the element's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ref) }
}
