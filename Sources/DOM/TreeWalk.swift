/// A walk over an element and all that is below it, in document order: what a plugin makes something of a tree with.
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
/// Comments and processing instructions are passed over. Every start has its end, however deep the tree is, and
/// there is no recursion. Complexity: a full walk is linear in the size of the tree.
public struct TreeWalk: Sequence, IteratorProtocol {
    /// What a walk meets.
    public enum Event {
        /// The beginning of an element.
        case start(DOM.Element)
        /// A text or a CDATA section with its character references replaced and its white space as it is.
        case text(String)
        /// The end of an element.
        case end(DOM.Element)
    }

    private let root: DOM.Element
    /// What comes next.
    private var state = State.atStart

    private enum State {
        case atStart
        /// The node and all below it that is to be met.
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

    /// Passes over what is left of the innermost open element: its end comes next. Nothing happens before the walk's
    /// first event and after its last.
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
