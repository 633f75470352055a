import DOM
import Records
import Selectors

/// Writes down a ``Trace`` while a page is read.
///
/// Whoever reads calls it at each step, in order; what has begun is open until it ends. It is a class, and absent where
/// no trace is wanted, so that reading pays one test for each call.
final class Tracer {
    private let rules: Rules
    private let document: Document
    private var paths = ElementPaths()
    /// The elements as they are before the preparations; those that are cut out stay what they are.
    private let index: ElementIndex
    private(set) var trace: Trace
    /// Where ranges of the rules file stand, as far as has been asked for.
    private var places: [Range<Int>: Location] = [:]
    /// Finds out why selectors match nothing; `nil` where nobody wants to know.
    private var misses: MissFinder?

    // What is open, the innermost last.
    private var elements: [Trace.Element] = []
    var fields: [OpenField] = []
    private var preparationPaths: [Trace.Node] = []

    /// How many of a preparation's elements are noted.
    private static let preparationNodes = 16

    init(_ rules: Rules, _ page: Page, _ document: Document) {
        self.rules = rules
        self.document = document
        index = ElementIndex(document)
        trace = Trace(page: page.name, rules: rules.file.name)
    }

    /// Has it found out, from here on, why selectors match nothing: in the tree as it is now.
    func explainMisses() { misses = MissFinder(document) }

    func place(_ range: Range<Int>) -> Location {
        if let known = places[range] { return known }
        var place = rules.sources.location(of: range)
        place.excerpt = nil
        places[range] = place
        return place
    }

    func node(_ node: NodeRef) -> Trace.Node { self.node(node, &paths) }

    private func node(_ node: NodeRef, _ paths: inout ElementPaths) -> Trace.Node {
        let element = Element(node, in: document)
        return Trace.Node(
            line: element.line > 0 ? element.line : nil,
            column: element.column,
            offset: element.offset,
            path: paths.path(of: node),
            index: index[node]
        )
    }

    /// A selector as it stands in a part of the rules file.
    func selector(_ list: SelectorList, in range: Range<Int>, matches: Int?) -> Trace.Selector {
        let use = rules.place(of: list, in: range)
        return Trace.Selector(
            use?.text ?? list.description,
            at: use.map { place($0.range) },
            matches: matches
        )
    }
}

// MARK: - Preparations

extension Tracer {
    /// Notes a preparation before it is made; elements that it finds follow by ``found(_:)``.
    func begin(_ preparation: PreparationRule) {
        preparationPaths = []
        trace.preparations.append(
            Trace.Preparation(name: preparation.name, place: place(preparation.range))
        )
    }

    /// Notes elements that a preparation has found to work on. Each path is found out anew, since the tree changes.
    func found(_ nodes: [NodeRef]) {
        var paths = ElementPaths()
        for node in nodes.prefix(Tracer.preparationNodes - preparationPaths.count) {
            preparationPaths.append(self.node(node, &paths))
        }
    }

    func endPreparation(_ outcome: Trace.Preparation.Outcome, matches: Int = 0) {
        guard let index = trace.preparations.indices.last else { return }
        trace.preparations[index].outcome = outcome
        trace.preparations[index].matches = matches
        trace.preparations[index].nodes = preparationPaths
    }

    /// Notes the preparations and record types that the page was not read far enough for.
    func endAll() {
        for preparation in rules.preparations.dropFirst(trace.preparations.count) { begin(preparation) }
        for rule in rules.records.dropFirst(trace.records.count) {
            begin(rule)
            fillLayouts(rule)
        }
    }
}

// MARK: - Record types

extension Tracer {
    /// Forgets all records: the page is gone through anew.
    func restart() {
        trace.records = []
        elements = []
        fields = []
        misses?.restart()
    }

    func begin(_ rule: RecordRule) {
        var type = Trace.RecordType(name: rule.name, place: place(rule.range))
        if case .groups(let source, _) = rule.content { type.groupedType = source }
        trace.records.append(type)
    }

    func begin(_ layout: NodeRule) {
        change { $0.layouts.append(Trace.Layout(place: place(layout.range), isReached: true)) }
    }

    /// Notes which elements a layout's selectors have found, and in how many of them its condition is met.
    func within(_ list: SelectorList, _ layout: NodeRule, roots: [NodeRef]) {
        let selector = selector(list, in: layout.range, matches: roots.count)
        changeLayout { $0.within = selector }
    }

    func each(_ list: SelectorList, _ layout: NodeRule, matches: Int) {
        let selector = selector(list, in: layout.range, matches: matches)
        changeLayout { $0.selectors.append(selector) }
    }

    func condition(_ list: SelectorList, _ layout: NodeRule, matches: Int) {
        let selector = selector(list, in: layout.range, matches: matches)
        changeLayout { $0.condition = selector }
    }

    /// Notes the selectors that were not looked for, and tells why the others match nothing where none does.
    func endLayout(_ layout: NodeRule) {
        let known = trace.records.last?.layouts.last?.selectors.count ?? 0
        for list in layout.each.dropFirst(known) {
            let selector = selector(list, in: layout.range, matches: nil)
            changeLayout { $0.selectors.append(selector) }
        }
    }

    /// Ends a record type: tells which of the records found have been kept, in the order in which they are.
    ///
    /// - Parameter start: the index of the first of them among all records.
    func end(_ rule: RecordRule, kept: [Int], from start: Int) {
        change { $0.count = kept.count }
        settle(kept, from: start)
        fillLayouts(rule)
        if kept.isEmpty, case .nodes(let layouts) = rule.content { tellMisses(layouts) }
    }

    /// Gives each element that became a record the record's index; it was counted among those found before.
    private func settle(_ kept: [Int], from start: Int) {
        var places: [Int: Int] = [:]
        for (place, index) in kept.enumerated() { places[index] = start + place }
        changeLayout { layout in
            var index = 0
            for element in layout.elements.indices {
                guard case .record = layout.elements[element].outcome else { continue }
                layout.elements[element].outcome = places[index].map { .record($0) } ?? .duplicate
                index += 1
            }
        }
    }

    private func fillLayouts(_ rule: RecordRule) {
        guard case .nodes(let layouts) = rule.content else { return }
        for layout in layouts.dropFirst(trace.records.last?.layouts.count ?? 0) {
            change { $0.layouts.append(Trace.Layout(place: place(layout.range))) }
            endLayout(layout)
        }
    }

    private func tellMisses(_ layouts: [NodeRule]) {
        guard let type = trace.records.indices.last else { return }
        for (index, layout) in layouts.enumerated() where trace.records[type].layouts[index].isReached {
            guard trace.records[type].layouts[index].elements.isEmpty else { continue }
            if let within = layout.within, trace.records[type].layouts[index].within?.matches == 0 {
                trace.records[type].layouts[index].within?.miss = miss(within, from: document.node)
                continue
            }
            for (place, list) in layout.each.enumerated()
            where trace.records[type].layouts[index].selectors[place].matches == 0 {
                trace.records[type].layouts[index].selectors[place].miss = miss(list, from: document.node)
            }
        }
    }

    func expectation(_ expectation: Expectation, isForPage: Bool, shortfalls: [String]) {
        let place = place(expectation.range)
        change {
            $0.expectation = Trace.Expectation(place: place, isForPage: isForPage, shortfalls: shortfalls)
        }
    }

    private func change(_ body: (inout Trace.RecordType) -> Void) {
        guard let index = trace.records.indices.last else { return }
        body(&trace.records[index])
    }

    private func changeLayout(_ body: (inout Trace.Layout) -> Void) {
        change { type in
            // The last one reached, as those after it are noted at the end.
            guard let index = type.layouts.indices.last else { return }
            body(&type.layouts[index])
        }
    }

    func miss(_ list: SelectorList, from scope: NodeRef) -> Trace.Miss? {
        guard let found = misses?.miss(list, from: scope) else { return nil }
        return Trace.Miss(
            part: found.part.map(finding),
            candidates: found.candidates.map {
                Trace.Miss.Candidate(reason: $0.reason, finding: finding($0.finding))
            }
        )
    }

    private func finding(_ finding: SelectorMiss.Finding) -> Trace.Miss.Finding {
        Trace.Miss.Finding(
            selector: finding.selector,
            matches: finding.matches,
            first: node(finding.first),
            isInScope: finding.isInScope
        )
    }
}

// MARK: - Elements

extension Tracer {
    func begin(elementAt node: NodeRef) {
        elements.append(Trace.Element(node: self.node(node)))
    }

    /// Ends an element; an element of a record is known as `.record(0)` until all are.
    func endElement(_ outcome: Trace.Element.Outcome) {
        guard var element = elements.popLast() else { return }
        element.outcome = outcome
        if fields.isEmpty {
            changeLayout { $0.elements.append(element) }
        } else {
            changeAttempt { $0.objects.append(element) }
        }
    }

    func append(_ field: Trace.Field) {
        guard let index = elements.indices.last else { return }
        elements[index].fields.append(field)
    }
}
