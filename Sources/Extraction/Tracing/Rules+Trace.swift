public import DOM
public import Language
public import Records
public import Sources

extension Rules {
    /// Reads a page as ``scrape(_:limits:)`` does, and records how each record and field came about.
    ///
    /// - Returns: the outcome, the same as without a trace, and the trace.
    /// - Complexity: that of reading the page. The trace holds each value as often as it has changed, and a limited
    ///   number of selectors that matched nothing where something is missing is examined.
    public func trace(_ page: Page, limits: Limits? = nil) -> (Outcome, Trace) {
        let recorder = TraceRecorder(self, page: page.name)
        let outcome = scrape(page, limits: limits, observer: recorder)
        return (outcome, recorder.trace)
    }
}
