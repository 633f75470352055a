package import DOM

/// Finds what the lists of a set match below one scope after another, in memory that is used again: what it has found
/// for one scope must not be looked at any more once it has been run for the next.
package final class SetSearch {
    private let matcher: Matcher
    private let walk: Walk
    private let owner: HitsOwner

    init(_ binding: Binding, _ matcher: Matcher) {
        self.matcher = matcher
        owner = HitsOwner(binding)
        walk = Walk(binding, owner.hits)
    }

    deinit {
        walk.free()
    }

    /// Looks below a scope, and in it where it is included.
    package func run(from scope: NodeRef, includingScope: Bool) {
        owner.hits.removeAll()
        owner.binding.setScope(scope)
        walk.run(includingScope: includingScope, usesOrder: matcher.isInUse())
    }

    /// What the list at a place of the set has matched.
    package subscript(index: Int) -> Selected { Selected(owner, list: index) }
}
