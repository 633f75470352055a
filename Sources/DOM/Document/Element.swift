import Encoding

/// An element of a ``Document``: a value that keeps its document alive and therefore cannot dangle.
///
/// Two values are equal if they are the same element of the same document. An element that has been removed from its
/// tree is still an element, without a parent.
public struct Element {
    /// The document that the element belongs to.
    public let document: Document
    package let ref: NodeRef

    package init(_ ref: NodeRef, in document: Document) {
        self.ref = ref
        self.document = document
    }

    /// The local name as stored in the tree: in lower case on an HTML page.
    public var name: String { ref.name.string }

    /// The address of the element's namespace; `nil` if it has none, like HTML elements on an HTML page.
    public var namespace: String? { ref.namespaceURI.map { String(decoding: $0, as: UTF8.self) } }

    /// The prefix of the element's namespace as in the page; `nil` if there is none.
    public var prefix: String? { ref.prefix.map { String(decoding: $0, as: UTF8.self) } }

    // MARK: Position

    /// The line of the page on which the element's tag starts, from 1; 0 for an element that does not come from a page.
    ///
    /// - Complexity: constant, after a first call that is linear in the page's length.
    public var line: Int { ref.line }

    /// The column of the page at which the element's tag starts, in Unicode scalars from 1; `nil` if only the line is
    /// known.
    ///
    /// - Complexity: as for ``line``.
    public var column: Int? { ref.column }

    /// The first byte of the element's tag in the page's file; `nil` if only the line is known.
    public var offset: Int? { ref.offset.map(document.source.offset) }
}

extension Element: Hashable {
    /// Whether both are the same element of the same document.
    public static func == (left: Element, right: Element) -> Bool { left.ref == right.ref }

    /// Hashes the element's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ref) }
}

extension Element: CustomStringConvertible {
    /// The element as ``html``.
    public var description: String { html }
}

// MARK: - Neighbours

extension Element {
    /// The parent element; `nil` for the root, and for an element that has been removed.
    public var parent: Element? { ref.parentElement.map { Element($0, in: document) } }

    /// The parent, its parent, and so on up to the root.
    public var ancestors: Elements { elements(from: ref.parentElement) { $0.parentElement } }

    /// The child elements in document order.
    ///
    /// - Complexity: linear in their number.
    public var children: Elements { elements(from: ref.firstElementChild) { $0.nextElementSibling } }

    /// All elements below this one in document order.
    ///
    /// - Complexity: linear in their number.
    public var descendants: Elements {
        elements(from: ref.nextElement(within: ref)) { $0.nextElement(within: ref) }
    }

    /// The next sibling that is an element.
    public var nextSibling: Element? { ref.nextElementSibling.map { Element($0, in: document) } }

    /// The previous sibling that is an element.
    public var previousSibling: Element? { ref.previousElementSibling.map { Element($0, in: document) } }

    /// The sibling elements that follow, the nearest first.
    public var nextSiblings: Elements {
        elements(from: ref.nextElementSibling) { $0.nextElementSibling }
    }

    /// The sibling elements before this one, the nearest first.
    public var previousSiblings: Elements {
        elements(from: ref.previousElementSibling) { $0.previousElementSibling }
    }

    /// The other children of the parent in document order.
    public var siblings: Elements {
        Elements(previousSiblings.nodes.reversed() + nextSiblings.nodes, in: document)
    }

    /// The element's index among the elements of its parent, from 0.
    ///
    /// - Complexity: linear in the index.
    public var index: Int { previousSiblings.count }

    private func elements(from first: NodeRef?, _ next: (NodeRef) -> NodeRef?) -> Elements {
        var nodes: [NodeRef] = []
        var node = first
        while let element = node {
            nodes.append(element)
            node = next(element)
        }
        return Elements(nodes, in: document)
    }
}

/// A child of an element or a document, in the page's own order.
public enum Node: Hashable {
    /// An element.
    case element(Element)
    /// A text or a CDATA section with its character references replaced and its white space kept.
    case text(String)
    /// A comment.
    case comment(String)
    /// A processing instruction of XML.
    case instruction(target: String, content: String)
}

extension Element {
    /// The direct contents of the element: elements, texts, comments and processing instructions. ``TreeWalk`` visits
    /// all levels.
    ///
    /// - Complexity: linear in their number.
    public var contents: [Node] {
        ref.allChildren.compactMap { node in
            if node.isElement { return .element(Element(node, in: document)) }
            let content = String(decoding: node.content, as: UTF8.self)
            if node.isText { return .text(content) }
            if node.isComment { return .comment(content) }
            guard node.isProcessingInstruction else { return nil }
            return .instruction(target: node.name.string, content: content)
        }
    }
}

/// A walk over an element and its descendants in document order, for plugins that convert trees.
///
/// ```swift
/// for event in TreeWalk(element) {
///     switch event {
///     case .start(let element): depth += 1
///     case .text(let text): words += text.split(separator: " ").count
///     case .end: depth -= 1
///     }
/// }
/// ```
///
/// Comments and processing instructions are skipped. Every start has its end, and there is no recursion, so that trees
/// may be deep. Complexity: a full walk is linear in the size of the tree.
public struct TreeWalk: Sequence, IteratorProtocol {
    /// A step of a walk.
    public enum Event {
        /// The beginning of an element.
        case start(DOM.Element)
        /// A text or a CDATA section with its character references replaced and its white space kept.
        case text(String)
        /// The end of an element.
        case end(DOM.Element)
    }

    private let root: DOM.Element
    /// The next step.
    private var state = State.atStart

    private enum State {
        case atStart
        /// Before a node and its descendants.
        case before(NodeRef)
        /// The element's end.
        case after(NodeRef)
        case done
    }

    /// A walk that begins with an element's own start and ends with its own end.
    public init(_ root: DOM.Element) {
        self.root = root
    }

    /// The next event, or `nil` after the end of the element with which the walk began.
    public mutating func next() -> Event? {
        while true {
            switch state {
            case .done: return nil
            case .atStart: return enter(root.ref)
            case .after(let node):
                state = node == root.ref ? .done : following(node)
                return .end(DOM.Element(node, in: root.document))
            case .before(let node):
                if node.isElement { return enter(node) }
                state = following(node)
                if node.isText { return .text(String(decoding: node.content, as: UTF8.self)) }
            }
        }
    }

    /// Skips the rest of the innermost open element, so that its end comes next. Has no effect before the walk's first
    /// event and after its last.
    public mutating func skipChildren() {
        switch state {
        case .atStart, .done: break
        case .before(let node): if let parent = node.parentElement { state = .after(parent) }
        case .after: break
        }
    }

    private mutating func enter(_ element: NodeRef) -> Event {
        state = element.firstChild.map(State.before) ?? .after(element)
        return .start(DOM.Element(element, in: root.document))
    }

    private func following(_ node: NodeRef) -> State {
        if let next = node.nextSibling { return .before(next) }
        return node.parentElement.map(State.after) ?? .done
    }
}
