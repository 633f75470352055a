import Encoding

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
        // Most elements have no attributes, and need no look-up of the name.
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

    /// What comes next, or `nil` after the end of the element that the walk began with.
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
