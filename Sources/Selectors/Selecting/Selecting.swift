public import DOM

// Selecting in documents, for library users. A selector that is a literal needs no `try`; one that is a string does.
extension Document {
    /// The elements that a selector matches, in document order, without duplicates.
    ///
    /// ```swift
    /// for plant in page.select("ul.plants > li") { print(plant.text) }
    /// ```
    ///
    /// The extractor at the end of a selector (`::text`) is ignored here: see ``values(_:file:line:)``.
    ///
    /// - Complexity: linear in the size of the document. The same selector again takes constant time while the tree
    ///   does not change; results of up to 65,536 elements in total are cached.
    public func select(
        _ selector: CSSSelector,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Elements {
        let state = selectionState
        return Elements(state.elements(state.list(of: selector, file, line), in: self), in: self)
    }

    /// The first element that a selector matches; `nil` if none does.
    ///
    /// - Complexity: linear in the part of the document before it.
    public func first(
        _ selector: CSSSelector,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Element? {
        let state = selectionState
        return first(state.list(of: selector, file, line), from: node, state)
    }

    /// The strings that a selector extracts: `a::attr(href)`, `li::text`. A selector without an extractor yields texts.
    ///
    /// ```swift
    /// page.values("a::attr(href)")
    /// ```
    ///
    /// Each element yields one string, with `::lines` one per line, and no string for a missing attribute. Empty
    /// strings are left out.
    ///
    /// - Complexity: linear in the size of the document and of the extracted strings.
    public func values(
        _ selector: CSSSelector,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> [String] {
        let state = selectionState
        return values(state.list(of: selector, file, line), from: node, state)
    }

    /// ``select(_:file:line:)`` with a text that is known only when the program runs.
    ///
    /// - Throws: ``SelectorError``, the first mistake in the text.
    @_disfavoredOverload
    public func select(_ selector: some StringProtocol) throws(SelectorError) -> Elements {
        let list = try SelectorCache.list(String(selector))
        return Elements(selectionState.elements(list, in: self), in: self)
    }

    /// ``first(_:file:line:)`` with a text that is known only when the program runs.
    ///
    /// - Throws: ``SelectorError``, the first mistake in the text.
    @_disfavoredOverload
    public func first(_ selector: some StringProtocol) throws(SelectorError) -> Element? {
        first(try SelectorCache.list(String(selector)), from: node, selectionState)
    }

    /// ``values(_:file:line:)`` with a text that is known only when the program runs.
    ///
    /// - Throws: ``SelectorError``, the first mistake in the text.
    @_disfavoredOverload
    public func values(_ selector: some StringProtocol) throws(SelectorError) -> [String] {
        values(try SelectorCache.list(String(selector)), from: node, selectionState)
    }

    fileprivate func first(_ list: SelectorList, from scope: NodeRef, _ state: Selections) -> Element? {
        let selected = state.matcher.selectedFirst(list, from: scope, includingScope: false)
        return selected.isEmpty ? nil : Element(selected.node(0), in: self)
    }

    fileprivate func elements(_ list: SelectorList, from scope: NodeRef, _ state: Selections) -> [NodeRef] {
        state.matcher.selected(list, from: scope, includingScope: false).nodes
    }

    fileprivate func values(_ list: SelectorList, from scope: NodeRef, _ state: Selections) -> [String] {
        let selected = state.matcher.selected(list, from: scope, includingScope: false)
        var values: [String] = []
        for index in 0..<selected.count {
            let extractor = selected.extractor(ofSelector: selected.selectorIndex(index), default: .text)
            extractor.extract(from: selected.node(index), excluding: nil, onOneLine: false) {
                values.append($0)
            }
        }
        return values
    }
}

extension Element {
    /// The elements below this one that a selector matches, in document order, without duplicates.
    ///
    /// A selector may begin with a combinator: `> b` is for children. Elements outside this one take part in matching, as
    /// with a browser's `querySelectorAll`: `table td` also finds cells within a row.
    ///
    /// - Complexity: linear in the size of the element's tree.
    public func select(
        _ selector: CSSSelector,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Elements {
        let state = document.selectionState
        return Elements(
            document.elements(state.list(of: selector, file, line), from: ref, state),
            in: document
        )
    }

    /// The first element below this one that a selector matches; `nil` if none does.
    ///
    /// - Complexity: linear in the part of the element's tree before it.
    public func first(
        _ selector: CSSSelector,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Element? {
        let state = document.selectionState
        return document.first(state.list(of: selector, file, line), from: ref, state)
    }

    /// The strings that a selector extracts below this element; see ``Document/values(_:file:line:)``. `::attr(title)`
    /// alone is for the element itself.
    public func values(
        _ selector: CSSSelector,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> [String] {
        let state = document.selectionState
        return document.values(state.list(of: selector, file, line), from: ref, state)
    }

    /// Whether a selector matches the element.
    public func matches(
        _ selector: CSSSelector,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Bool {
        let state = document.selectionState
        return state.matcher.matches(state.list(of: selector, file, line), ref, scope: nil)
    }

    /// The nearest one of the element and its ancestors that a selector matches; `nil` if none does.
    ///
    /// - Complexity: linear in the element's depth.
    public func closest(
        _ selector: CSSSelector,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Element? {
        let state = document.selectionState
        let list = state.list(of: selector, file, line)
        return state.matcher.closest(list, from: ref).map { Element($0, in: document) }
    }

    /// A selector that matches only this element: names from the root, with `:nth-child()` if a step needs it.
    ///
    /// - Complexity: linear in the element's depth and the number of its ancestors' siblings.
    public var path: String { document.path(of: ref) }

    // MARK: Texts that are known only when the program runs

    /// ``select(_:file:line:)`` with a text that is known only when the program runs.
    ///
    /// - Throws: ``SelectorError``, the first mistake in the text.
    @_disfavoredOverload
    public func select(_ selector: some StringProtocol) throws(SelectorError) -> Elements {
        let list = try SelectorCache.list(String(selector))
        return Elements(document.elements(list, from: ref, document.selectionState), in: document)
    }

    /// ``first(_:file:line:)`` with a text that is known only when the program runs.
    ///
    /// - Throws: ``SelectorError``, the first mistake in the text.
    @_disfavoredOverload
    public func first(_ selector: some StringProtocol) throws(SelectorError) -> Element? {
        document.first(try SelectorCache.list(String(selector)), from: ref, document.selectionState)
    }

    /// ``values(_:file:line:)`` with a text that is known only when the program runs.
    ///
    /// - Throws: ``SelectorError``, the first mistake in the text.
    @_disfavoredOverload
    public func values(_ selector: some StringProtocol) throws(SelectorError) -> [String] {
        document.values(try SelectorCache.list(String(selector)), from: ref, document.selectionState)
    }

    /// ``matches(_:file:line:)`` with a text that is known only when the program runs.
    ///
    /// - Throws: ``SelectorError``, the first mistake in the text.
    @_disfavoredOverload
    public func matches(_ selector: some StringProtocol) throws(SelectorError) -> Bool {
        matches(CSSSelector(try SelectorCache.list(String(selector))))
    }

    /// ``closest(_:file:line:)`` with a text that is known only when the program runs.
    ///
    /// - Throws: ``SelectorError``, the first mistake in the text.
    @_disfavoredOverload
    public func closest(_ selector: some StringProtocol) throws(SelectorError) -> Element? {
        closest(CSSSelector(try SelectorCache.list(String(selector))))
    }
}
