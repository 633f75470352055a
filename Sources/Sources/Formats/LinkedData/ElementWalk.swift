import DOM

/// The elements of a tree in document order, each entered and left; no recursion.
struct ElementWalk {
    enum Step {
        case enter(NodeRef)
        case leave(NodeRef)
    }

    private let root: NodeRef
    private var last: Step?

    init(_ root: NodeRef) {
        self.root = root
    }

    mutating func next() -> Step? {
        last = following()
        return last
    }

    private func following() -> Step? {
        switch last {
        case nil: return .enter(root)
        case .enter(let element):
            return element.firstElementChild.map(Step.enter) ?? .leave(element)
        case .leave(let element):
            if element == root { return nil }
            return element.nextElementSibling.map(Step.enter) ?? element.parentElement.map(Step.leave)
        }
    }
}
