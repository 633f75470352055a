public import DOM
import Records

extension Rules {
    /// Reads a page as ``scrape(_:limits:)`` does, and writes down how each record and field came about.
    ///
    /// - Returns: what comes out of the page, the same as without a trace, and the trace.
    /// - Complexity: that of reading the page. The trace holds each value as often as it has changed, and selectors that
    ///   matched nothing where something is missing are looked into, up to a number.
    public func trace(_ page: Page, limits: Limits? = nil) -> (Outcome, Trace) {
        var trace: Trace? = Trace(page: page.name, rules: file.name)
        var outcome = scrape(page, limits: limits, log: nil, &trace)
        outcome.schema = schema
        return (outcome, trace ?? Trace(page: page.name, rules: file.name))
    }

    /// Reads a page with a trace that does not look into why selectors match nothing.
    ///
    /// - Parameter log: notes what is looked for.
    /// - Returns: also the tree, as the preparations have left it.
    package func loggedReading(
        _ page: Page,
        limits: Limits = Limits(),
        log: SelectorLog
    ) -> (outcome: Outcome, trace: Trace, document: Document?) {
        var document: Document?
        var trace: Trace? = Trace(page: page.name, rules: file.name)
        let outcome = scrape(
            page,
            limits: limits,
            log: log,
            changing: { document = $0 },
            &trace,
            explainsMisses: false
        )
        return (outcome, trace ?? Trace(page: page.name, rules: file.name), document)
    }
}
