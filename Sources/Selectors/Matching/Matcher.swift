package import DOM

/// Finds the elements of one document that selectors match.
///
/// It binds selectors to the document's interned names and caches results, so that one matcher is used for all
/// selectors of a page. The tree must not change: after an edit, make a new matcher. Two matchers of one document work,
/// but each overwrites the element numbers of the other.
///
/// - Complexity: each call is linear in the number of nodes below the scope, whatever the selector and the tree, except
///   for `:matches()` and similar pseudo-classes, which read the text below every element at which they are tried.
package final class Matcher {
    /// The document, which the matcher keeps alive, unless it is the document's own.
    package unowned let document: Document
    private let retained: Document?
    private let documentContext: DocumentContext
    private let state: DerivedState
    @exclusivity(unchecked) private var contexts: [Int: MatchContext] = [:]
    @exclusivity(unchecked) private var lastContext: MatchContext?
    @exclusivity(unchecked) private var hasWalked = false

    package convenience init(_ document: Document) {
        self.init(document, SearchBudget())
    }

    init(_ document: Document, _ budget: SearchBudget, isOwned: Bool = false) {
        self.document = document
        retained = isOwned ? nil : document
        documentContext = DocumentContext(document, budget)
        state = DerivedState(documentContext)
    }

    /// The number of programs with cached results.
    var programCount: Int { contexts.count }

    /// The number of steps so far; 0 in release builds.
    var steps: Int { documentContext.steps.count }

    // MARK: Selecting

    /// The elements below `scope` that the list matches, in document order, without duplicates, with the extractor of
    /// the first selector of the list that matches.
    ///
    /// - Parameters:
    ///   - scope: an element or the document's node; `:scope` and leading combinators start from it. Elements outside
    ///     it take part in matching, as with a browser's `querySelectorAll`. The matches of a selector that begins with
    ///     `+` or `~` follow the scope.
    ///   - includingScope: whether `scope` itself may match. A lone extractor (`::attr(title)`) always selects it, or
    ///     the root element if it is the document.
    package func select(_ list: SelectorList, from scope: NodeRef, includingScope: Bool) -> [Match] {
        selected(list, from: scope, includingScope: includingScope).matches
    }

    /// The matches of ``select(_:from:includingScope:)-(SelectorList,_,_)`` in their cheapest form.
    package func selected(_ list: SelectorList, from scope: NodeRef, includingScope: Bool) -> Selected {
        Selected(walk(list.program, scope, includingScope), list: 0)
    }

    /// The matches of each list of a set, as ``select(_:from:includingScope:)-(SelectorList,_,_)`` returns them, found
    /// in one walk; for a list whose first match is sufficient, that one.
    package func select(_ set: SelectorSet, from scope: NodeRef, includingScope: Bool) -> [[Match]] {
        let search = search(for: set)
        search.run(from: scope, includingScope: includingScope)
        return set.lists.indices.map { search[$0].matches }
    }

    /// A search for the matches of a set below one scope after another.
    package func search(for set: SelectorSet) -> SetSearch {
        SetSearch(context(set.program), self)
    }

    /// The first match of ``select(_:from:includingScope:)-(SelectorList,_,_)``.
    package func firstMatch(_ list: SelectorList, from scope: NodeRef, includingScope: Bool) -> Match? {
        selectedFirst(list, from: scope, includingScope: includingScope).first
    }

    /// The first match in its cheapest form: at most one.
    package func selectedFirst(_ list: SelectorList, from scope: NodeRef, includingScope: Bool) -> Selected {
        Selected(walk(list.program, scope, includingScope, onlyFirst: true), list: 0)
    }

    private func walk(
        _ program: SelectorProgram,
        _ scope: NodeRef,
        _ includingScope: Bool,
        onlyFirst: Bool = false
    ) -> MatchBuffer {
        let context = context(program)
        context.setScope(scope)
        let buffer = MatchBuffer(context, onlyFirst: onlyFirst)
        Walk(buffer, onlyFirst: onlyFirst).run(includingScope: includingScope, usesOrder: isInUse())
        return buffer
    }

    /// Whether a walk has been made before: from the second walk on, an ``ElementOrder`` is worth its cost.
    func isInUse() -> Bool {
        defer { hasWalked = true }
        return hasWalked
    }

    // MARK: One element

    /// Whether an element matches. Without `scope`, `:scope` is the root element. A lone extractor matches the scope.
    package func matches(_ list: SelectorList, _ element: NodeRef, scope: NodeRef?) -> Bool {
        let context = context(list.program)
        context.setScope(scope ?? document.node)
        return context.matchesFirstList(element)
    }

    /// The nearest one of the element and its ancestors that matches. `:scope` is the element.
    package func closest(_ list: SelectorList, from element: NodeRef) -> NodeRef? {
        let context = context(list.program)
        context.setScope(element)
        var node: NodeRef? = element
        while let candidate = node, candidate.isElement {
            if context.matchesFirstList(candidate) { return candidate }
            node = candidate.parent
        }
        return nil
    }

    /// An element's number among all elements of the document in document order, from 0.
    package func index(of element: NodeRef) -> Int { documentContext.order.index(of: element) }

    private func context(_ program: SelectorProgram) -> MatchContext {
        if let lastContext, lastContext.program === program { return lastContext }
        // A key of the standard library's own costs no look-up of a conformance at the start of the program.
        let id = Int(bitPattern: ObjectIdentifier(program))
        let context = contexts[id] ?? MatchContext(program, documentContext, state)
        contexts[id] = context
        lastContext = context
        return context
    }
}

extension MatchContext {
    /// Whether the program's first list matches an element.
    fileprivate func matchesFirstList(_ element: NodeRef) -> Bool {
        let selectors = program.lists[0].selectors
        return (selectors.start..<selectors.end).contains { index in
            let selector = program.selectors[index]
            return selector.isLoneExtractor
                ? element == scope.element : matches(selector, element, skippedTests: 0)
        }
    }
}

/// Finds the matches of a set below one scope after another. Each run overwrites the matches of the previous one.
package final class SetSearch {
    private let matcher: Matcher
    private let walk: Walk
    private let buffer: MatchBuffer

    init(_ context: MatchContext, _ matcher: Matcher) {
        self.matcher = matcher
        buffer = MatchBuffer(context)
        walk = Walk(buffer)
    }

    /// Searches below a scope, and the scope itself if it is included.
    package func run(from scope: NodeRef, includingScope: Bool) {
        buffer.removeAll()
        buffer.context.setScope(scope)
        walk.run(includingScope: includingScope, usesOrder: matcher.isInUse())
    }

    /// The matches of the list at the given index in the set.
    package subscript(index: Int) -> Selected { Selected(buffer, list: index) }
}

/// An element that a selector matches, and the selector's extractor.
package struct Match: Hashable {
    package let node: NodeRef
    package let extractor: Extractor?

    package init(node: NodeRef, extractor: Extractor?) {
        self.node = node
        self.extractor = extractor
    }
}
