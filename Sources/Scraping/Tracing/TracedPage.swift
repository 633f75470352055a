package import DOM
import Records

/// A page with what its rules made of it, and where on the page that stands.
package struct TracedPage {
    /// What came out.
    package let outcome: Outcome
    /// How it came out.
    package let trace: Trace
    /// The page's own tree, before any preparation; `nil` where there is none.
    package let document: Document?
    /// The elements of ``document`` by their order in it, from 0, for each path of the trace.
    package let places: [String: [Int]]
}

extension Rules {
    /// Reads a page with a trace, and finds the elements of the trace on the page as it was before the preparations.
    ///
    /// - Complexity: that of ``trace(_:limits:)``, and reading the page into a tree once more.
    package func tracedPage(_ page: Page, limits: Limits? = nil) -> TracedPage {
        let places = TracePlaces()
        var trace: Trace? = Trace(page: page.name, rules: file.name)
        var outcome = scrape(page, limits: limits, log: nil, &trace, places: places)
        outcome.schema = schema
        return TracedPage(
            outcome: outcome,
            trace: trace ?? Trace(page: page.name, rules: file.name),
            // The tree that was read has been prepared.
            document: PageReader(sources: decoders).read(page, limits: limits ?? reading.limits).document,
            places: places.places
        )
    }
}

/// Gathers where on the page the elements of a trace stand, while the prepared tree is there.
final class TracePlaces {
    private var origins: TreeOrigins?
    private(set) var places: [String: [Int]] = [:]

    /// Is told of a tree before it is prepared.
    func begin(_ document: Document) { origins = TreeOrigins(document) }

    /// Is told of the finished trace while the tree is as its paths say.
    func end(_ trace: Trace) {
        for type in trace.records {
            for layout in type.layouts { add(layout.elements) }
        }
        origins = nil
    }

    private func add(_ elements: [Trace.Element]) {
        // Objects in objects: a list of what is to be looked at instead of recursion.
        var pending = elements
        while let element = pending.popLast() {
            add(element.node)
            for attempt in element.fields.lazy.flatMap(\.alternatives).flatMap(\.attempts) {
                for reading in attempt.readings { add(reading.node) }
                pending += attempt.objects
            }
        }
    }

    private func add(_ node: Trace.Node) {
        guard places[node.path] == nil else { return }
        places[node.path] = origins?.numbers(at: node.path) ?? []
    }
}
