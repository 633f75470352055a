public import DOM

extension Elements {
    /// The elements below any of these that a selector matches, without duplicates: those below the first, then those
    /// below the next that are not there yet.
    public func select(
        _ selector: CSSSelector,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Elements {
        selected(CSSSelector(document.selectionState.list(of: selector, file, line)))
    }

    /// The first element below any of these that a selector matches; `nil` if none does.
    public func first(
        _ selector: CSSSelector,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> DOM.Element? {
        let selector = CSSSelector(document.selectionState.list(of: selector, file, line))
        for element in self { if let found = element.first(selector) { return found } }
        return nil
    }

    /// The strings that a selector extracts below each of the elements; see ``Document/values(_:file:line:)``.
    public func values(
        _ selector: CSSSelector,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> [String] {
        let selector = CSSSelector(document.selectionState.list(of: selector, file, line))
        return flatMap { $0.values(selector) }
    }

    /// The elements among these that a selector matches. `:not(…)` leaves out elements; `:has(…)` tests their contents.
    public func filter(
        _ selector: CSSSelector,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Elements {
        filtered(CSSSelector(document.selectionState.list(of: selector, file, line)))
    }

    /// ``select(_:file:line:)`` with a text that is known only when the program runs.
    ///
    /// - Throws: ``SelectorError``, the first mistake in the text.
    @_disfavoredOverload
    public func select(_ selector: some StringProtocol) throws(SelectorError) -> Elements {
        selected(CSSSelector(try SelectorCache.list(String(selector))))
    }

    /// ``first(_:file:line:)`` with a text that is known only when the program runs.
    ///
    /// - Throws: ``SelectorError``, the first mistake in the text.
    @_disfavoredOverload
    public func first(_ selector: some StringProtocol) throws(SelectorError) -> DOM.Element? {
        first(CSSSelector(try SelectorCache.list(String(selector))))
    }

    /// ``values(_:file:line:)`` with a text that is known only when the program runs.
    ///
    /// - Throws: ``SelectorError``, the first mistake in the text.
    @_disfavoredOverload
    public func values(_ selector: some StringProtocol) throws(SelectorError) -> [String] {
        values(CSSSelector(try SelectorCache.list(String(selector))))
    }

    /// ``filter(_:file:line:)`` with a text that is known only when the program runs.
    ///
    /// - Throws: ``SelectorError``, the first mistake in the text.
    @_disfavoredOverload
    public func filter(_ selector: some StringProtocol) throws(SelectorError) -> Elements {
        filtered(CSSSelector(try SelectorCache.list(String(selector))))
    }

    private func selected(_ parsed: CSSSelector) -> Elements {
        var seen: Set<NodeRef> = []
        let nodes = flatMap { $0.select(parsed).nodes }
        return Elements(count == 1 ? nodes : nodes.filter { seen.insert($0).inserted }, in: document)
    }

    private func filtered(_ parsed: CSSSelector) -> Elements {
        Elements(nodes.filter { Element($0, in: document).matches(parsed) }, in: document)
    }
}
