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
    private func take(_ number: Int) -> Take? { owner.binding.program.takes[number] }

    /// What takes strings of the elements that have a number's take; `other` is what is taken where their selector
    /// does not say.
    package func taking(_ number: Int, otherwise other: Take) -> NodeTaking {
        owner.binding.taking(number, otherwise: other)
    }

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

/// Frees hits when nobody has them any more.
final class HitsOwner {
    let hits: Hits
    let binding: Binding

    init(_ binding: Binding, onlyFirst: Bool = false) {
        hits = Hits(of: binding.program, onlyFirst: onlyFirst)
        self.binding = binding
    }

    deinit {
        hits.free()
    }
}
