package import DOM

/// What a selector has matched, in document order; as ``Match`` does, it belongs to the tree as it was.
package struct Selected {
    private let owner: HitsOwner
    private let hits: UnsafeBufferPointer<Hits.Hit>

    init(_ owner: HitsOwner, list: Int) {
        self.owner = owner
        hits = owner.hits[list]
    }

    package var isEmpty: Bool { hits.isEmpty }

    package var count: Int { hits.count }

    /// The element at a place, which must be less than ``count``.
    @inline(__always)
    package func node(_ index: Int) -> NodeRef {
        defer { withExtendedLifetime(owner) {} }
        return hits[index].node
    }

    /// The number of the take of the element at a place: the same for all elements that one selector has matched.
    @inline(__always)
    package func takeNumber(_ index: Int) -> Int {
        defer { withExtendedLifetime(owner) {} }
        return Int(hits[index].selector)
    }

    /// The take of a number.
    package func take(_ number: Int) -> Take? { owner.program.takes[number] }

    /// The same as matches.
    package var matches: [Match] {
        hits.indices.map { Match(node: node($0), take: take(takeNumber($0))) }
    }

    /// The elements.
    package var nodes: [NodeRef] { hits.indices.map(node) }

    /// Only the first of them, or nothing.
    package var first: Match? {
        isEmpty ? nil : Match(node: node(0), take: take(takeNumber(0)))
    }
}

/// What the lists of a set have matched below one scope.
package struct SelectedSet {
    package let set: SelectorSet
    package let scope: NodeRef
    private let owner: HitsOwner

    init(_ set: SelectorSet, scope: NodeRef, _ owner: HitsOwner) {
        self.set = set
        self.scope = scope
        self.owner = owner
    }

    /// What the list at a place of the set has matched.
    package subscript(index: Int) -> Selected { Selected(owner, list: index) }
}

/// Frees hits when nobody has them any more.
final class HitsOwner {
    let hits: Hits
    let program: Program

    init(_ hits: Hits, of program: Program) {
        self.hits = hits
        self.program = program
    }

    deinit {
        hits.free()
    }
}
