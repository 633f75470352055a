package import DOM

/// Answers which elements of one page selectors match.
///
/// It binds selectors to the page's interned names and remembers what it has found out, so that one serves for all
/// selectors of a page. It belongs to the tree as it is: after an edit a new one must be made. Of two for the same
/// document each works, but they take each other's notes away.
///
/// - Complexity: each call is linear in the number of nodes below the scope, whatever the selector and the tree,
///   but for `:matches()` and its relatives, which read the text below every element that they are tried at.
package final class Matcher {
    package let document: Document
    private let page: Page
    private var bindings: [ObjectIdentifier: Binding] = [:]
    private var lastBinding: Binding?
    private var hasWalked = false

    package convenience init(_ document: Document) {
        self.init(document, Page.Patience())
    }

    init(_ document: Document, _ patience: Page.Patience) {
        self.document = document
        page = Page(document, patience)
    }

    /// How many steps have been taken; 0 in release builds.
    var steps: Int { page.steps.count }

    // MARK: Selecting

    /// The elements below `scope` that the list matches, in document order, each once. What the first selector
    /// of the list that matches takes is what is taken.
    ///
    /// - Parameters:
    ///   - scope: an element or the document's node; `:scope` and leading combinators start from it. Elements
    ///     outside it take part in matching, as with a browser's `querySelectorAll`. What a selector that begins
    ///     with `+` or `~` matches lies behind the scope.
    ///   - includingScope: whether `scope` itself may match. A lone take (`::attr(title)`) always means it, or the
    ///     root element for the document.
    package func select(_ list: SelectorList, from scope: NodeRef, includingScope: Bool) -> [Match] {
        selected(list, from: scope, includingScope: includingScope).matches
    }

    /// The same in the form that costs least.
    package func selected(_ list: SelectorList, from scope: NodeRef, includingScope: Bool) -> Selected {
        Selected(walk(list.program, scope, includingScope), list: 0)
    }

    /// What each list of a set matches, as ``select(_:from:includingScope:)-(SelectorList,_,_)`` would tell, in one
    /// walk; of a list of which only the first match is wanted, that one.
    package func select(_ set: SelectorSet, from scope: NodeRef, includingScope: Bool) -> [[Match]] {
        let search = search(for: set)
        search.run(from: scope, includingScope: includingScope)
        return set.lists.indices.map { search[$0].matches }
    }

    /// The same for one scope after another, in the form that costs least.
    package func search(for set: SelectorSet) -> SetSearch {
        SetSearch(binding(set.program), self)
    }

    /// The first of what ``select(_:from:includingScope:)-(SelectorList,_,_)`` yields.
    package func firstMatch(_ list: SelectorList, from scope: NodeRef, includingScope: Bool) -> Match? {
        selectedFirst(list, from: scope, includingScope: includingScope).first
    }

    /// The same in the form that costs least: at most one.
    package func selectedFirst(_ list: SelectorList, from scope: NodeRef, includingScope: Bool) -> Selected {
        Selected(walk(list.program, scope, includingScope, onlyFirst: true), list: 0)
    }

    private func walk(
        _ program: Program,
        _ scope: NodeRef,
        _ includingScope: Bool,
        onlyFirst: Bool = false
    ) -> HitsOwner {
        let binding = binding(program)
        binding.setScope(scope)
        let hits = HitsOwner(binding, onlyFirst: onlyFirst)
        let walk = Walk(binding, hits.hits, onlyFirst: onlyFirst)
        walk.run(includingScope: includingScope, usesOrder: isInUse())
        walk.free()
        return hits
    }

    /// Whether this is not the first walk: from the second one on a list of the elements pays.
    func isInUse() -> Bool {
        defer { hasWalked = true }
        return hasWalked
    }

    // MARK: One element

    /// Whether an element matches; without `scope`, `:scope` means the root element. A lone take matches the scope.
    package func matches(_ list: SelectorList, _ element: NodeRef, scope: NodeRef?) -> Bool {
        let binding = binding(list.program)
        binding.setScope(scope ?? document.node)
        return binding.matchesMember(element)
    }

    /// The nearest of the element and its ancestors that matches, `:scope` being the element.
    package func closest(_ list: SelectorList, from element: NodeRef) -> NodeRef? {
        let binding = binding(list.program)
        binding.setScope(element)
        var node: NodeRef? = element
        while let candidate = node, candidate.isElement {
            if binding.matchesMember(candidate) { return candidate }
            node = candidate.parent
        }
        return nil
    }

    /// An element's place among all elements of the document in document order, from 0.
    package func index(of element: NodeRef) -> Int { page.order.index(of: element) }

    private func binding(_ program: Program) -> Binding {
        if let lastBinding, lastBinding.program === program { return lastBinding }
        let id = ObjectIdentifier(program)
        let binding = bindings[id] ?? Binding(program, page)
        bindings[id] = binding
        lastBinding = binding
        return binding
    }
}

extension Binding {
    /// Whether the program's first list matches an element.
    fileprivate func matchesMember(_ element: NodeRef) -> Bool {
        let selectors = program.lists[0].selectors
        for index in selectors.start..<selectors.end {
            let selector = program.selectors[index]
            let isMatch =
                selector.isLoneTake
                ? element == scope.pointee.element : matches(selector, element, skippedTests: 0)
            if isMatch { return true }
        }
        return false
    }
}
