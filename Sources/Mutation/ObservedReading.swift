package import DOM
package import Engine
package import Selectors

/// A reading of a page with the selectors that it evaluated.
///
/// This file has all calls in the modules Mutation and Regression that observe a reading.
package struct ObservedReading {
    package let outcome: Outcome
    /// The tree after the preparations, or `nil` if the page has none.
    package let document: Document?
    /// The evaluations of selectors, in order.
    package let log: SelectorLog

    /// Reads a page.
    ///
    /// - Parameter change: changes the page's tree before the preparations.
    package init(_ page: Page, _ rules: Rules, changing change: @escaping (Document) -> Void = { _ in }) {
        let log = SelectorLog(keepsSearches: true)
        let parsed = rules.parse(page)
        if let document = parsed.document { change(document) }
        outcome = rules.scrape(page, known: parsed, observer: log)
        document = parsed.document
        self.log = log
    }

    private init(_ outcome: Outcome, _ document: Document?, _ log: SelectorLog) {
        self.outcome = outcome
        self.document = document
        self.log = log
    }

    /// Reads a page with a trace, which does not explain selectors without a match.
    static func traced(_ page: Page, _ rules: Rules) -> (reading: ObservedReading, trace: Trace) {
        let log = SelectorLog(keepsSearches: true)
        let recorder = TraceRecorder(rules, page: page.name, [])
        let parsed = rules.parse(page)
        let outcome = rules.scrape(page, known: parsed, observer: ObserverGroup([log, recorder]))
        return (ObservedReading(outcome, parsed.document, log), recorder.trace)
    }

    /// Reads a page and returns the trace, with explanations of selectors without a match.
    static func trace(_ page: Page, _ rules: Rules) -> Trace { rules.trace(page).1 }

    /// Reads a page and returns the constructs of the rules that the page exercises.
    package static func constructs(exercisedBy page: Page, _ rules: Rules) -> Set<Trace.Use> {
        trace(page, rules).exercised
    }
}

extension SelectorSearch {
    /// Evaluates another selector in place of this one. Returns `nil` for a selector of a preparation.
    package func matches(of list: SelectorList, _ matcher: Matcher) -> [NodeRef]? {
        switch kind {
        case .preparation: nil
        case .below: matcher.select(list, from: scope, includingScope: false).map(\.node)
        case .all: matcher.select(list, from: scope, includingScope: true).map(\.node)
        case .first: matcher.firstMatch(list, from: scope, includingScope: true).map { [$0.node] } ?? []
        case .closest: matcher.closest(list, from: scope).map { [$0] } ?? []
        }
    }
}
