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
        let binding = binding(list.program)
        let hits = walk(binding, scope, includingScope)
        defer { hits.free() }
        return matches(hits[0], binding.program)
    }

    /// What each list of a set matches, as ``select(_:from:includingScope:)-(SelectorList,_,_)`` would tell, in one
    /// walk.
    package func select(_ set: SelectorSet, from scope: NodeRef, includingScope: Bool) -> [[Match]] {
        let binding = binding(set.program)
        let hits = walk(binding, scope, includingScope)
        defer { hits.free() }
        return set.lists.indices.map { matches(hits[$0], binding.program) }
    }

    /// The first of what ``select(_:from:includingScope:)-(SelectorList,_,_)`` yields.
    package func firstMatch(_ list: SelectorList, from scope: NodeRef, includingScope: Bool) -> Match? {
        let binding = binding(list.program)
        binding.setScope(scope)
        let hits = Walk(binding, usesOrder: isInUse(), stopsAtFirst: true).run(includingScope: includingScope)
        defer { hits.free() }
        return matches(hits[0], binding.program).first
    }

    private func walk(_ binding: Binding, _ scope: NodeRef, _ includingScope: Bool) -> Hits {
        binding.setScope(scope)
        return Walk(binding, usesOrder: isInUse()).run(includingScope: includingScope)
    }

    /// Whether this is not the first walk: from the second one on a list of the elements pays.
    private func isInUse() -> Bool {
        defer { hasWalked = true }
        return hasWalked
    }

    private func matches(_ hits: UnsafeBufferPointer<Hits.Hit>, _ program: Program) -> [Match] {
        hits.map { Match(node: $0.node, take: program.takes[Int($0.selector)]) }
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
