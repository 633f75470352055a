import Basics
public import DOM
public import Language
import Records
import Selectors
public import Sources
import Values

extension Rules {
    /// Reads a page as ``scrape(_:limits:)`` does, and records the origin of each record and field.
    ///
    /// - Returns: the same outcome as without a trace, and the trace.
    /// - Parameters:
    ///   - golden: the expected records of the page, or of other pages of its site: the trace then has the places of
    ///     the expected values of fields without a value.
    ///   - formerNames: returns the names (``names(of:)``) of pages on which everything is found: other names are new.
    /// - Complexity: that of reading the page. The trace contains a value for each step, and the diagnoses of a limited
    ///   number of selectors that matched nothing.
    public func trace(
        _ page: Page,
        limits: Limits? = nil,
        golden: [GoldenRecords] = [],
        formerNames: @escaping () -> Set<String> = { [] }
    ) -> (Outcome, Trace) {
        let recorder = TraceRecorder(self, page: page.name, limits: limits)
        recorder.golden = golden
        recorder.formerNames = formerNames
        let outcome = scrape(page, limits: limits, observer: recorder)
        return (outcome, recorder.trace)
    }
}

extension Rules {
    /// The names of a page's elements, classes and ids, and the values of its attributes that describe elements.
    public func names(of page: Page) -> Set<String> {
        guard let document = parse(page).document else { return [] }
        var names: Set<String> = []
        var next = document.rootElement
        while let element = next {
            names.insert(element.name.string)
            var attribute = element.firstAttribute
            while let current = attribute {
                attribute = current.next
                switch current.name.string {
                case "class":
                    names.formUnion(current.string.split(whereSeparator: \.isWhitespace).map(String.init))
                case "id", "itemprop", "property", "name", "rel", "role": names.insert(current.string)
                default: break
                }
            }
            next = element.nextElement(within: document.node)
        }
        return names
    }
}

/// Records a ``Trace`` while a page is read.
package final class TraceRecorder: ScrapeObserver {
    let rules: Rules
    private let options: Options
    private let limits: Limits?
    private(set) var document: Document?
    /// The elements before the preparations; those that are removed keep their index.
    private var index: ElementIndex?
    /// The page as saved; `nil` if preparations may change the tree and nothing is requested by ``Options``.
    private(set) var saved: SavedTree?
    /// What the preparations have changed.
    private(set) var changes: TreeChanges?
    /// The paths of the tree after the preparations.
    private var preparedPaths: ShortPaths?
    private var isPrepared = false
    package private(set) var trace: Trace
    /// The places of the page before the preparations, for each element of the trace; empty unless requested by
    /// ``Options/places``.
    package private(set) var places: [Trace.Node: [PagePlace]] = [:]
    /// The places after which elements that preparations have created are named, such as the heading of a section.
    package private(set) var headings: [Trace.Node: [PagePlace]] = [:]
    private var origins: TreeOrigins?
    /// A cache of the locations of ranges of the rules file.
    private var locations: [Range<Int>: Location] = [:]
    /// The names in selectors of the rules.
    private(set) lazy var knownNames = rules.selectors.reduce(into: formerNames()) {
        $0.formUnion($1.list.names)
    }
    /// The names of other pages of the site, which are not new.
    var formerNames: () -> Set<String> = { [] }
    /// The expected records.
    var golden: [GoldenRecords] = []
    /// The context in which the page's values are read.
    private(set) var pageContext: PageContext?
    /// Diagnoses selectors that match nothing.
    var misses: MissFinder?

    // The open elements and fields, the innermost last.
    var elements: [Trace.Element] = []
    var fields: [OpenField] = []
    private var preparationNodes: [Trace.Node] = []
    /// The index of the element that the next one replaces because it is read again.
    var rereadElement: Int?

    /// The additional data that a trace records.
    package struct Options: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The reasons why selectors match nothing if something is missing.
        package static let misses = Options(rawValue: 1)
        /// The positions of the elements on the page before the preparations.
        package static let places = Options(rawValue: 2)
    }

    /// The maximum number of a preparation's elements that are recorded.
    private static let preparationNodeLimit = 16

    /// A recorder of one page's reading.
    ///
    /// - Parameter limits: the limits with which the page is read.
    package init(
        _ rules: Rules,
        page: String,
        limits: Limits? = nil,
        _ options: Options = [.misses]
    ) {
        self.rules = rules
        self.options = options
        self.limits = limits
        trace = Trace(page: page, rules: rules.file.name)
    }

    package func observe(_ event: @autoclosure () -> ReadingEvent) {
        switch event() {
        case .parsed(let page, let document): begin(page, document)
        case .prepared(let document):
            isPrepared = true
            if options.contains(.misses) { misses = MissFinder(document) }
        case .finished: finish()
        case .beganPreparation(let rule): begin(rule)
        case .searchedToPrepare(let list, _, let nodes, let counts): if counts { found(nodes, by: list) }
        case .made(let element, let nodes): origins?.add(element, of: nodes)
        case .reason(let text, let element):
            let reason = Trace.Preparation.Reason(node: node(element), text: text)
            trace.preparations.indices.last.map { trace.preparations[$0].reasons.append(reason) }
        case .endedPreparation(let outcome, let matches): endPreparation(outcome, matches: matches)
        case .searched: break
        case .beganRecords(let rule): begin(rule)
        case .beganLayout(let layout): begin(layout)
        case .within(let list, let layout, let matches):
            let selector = selector(list, in: layout.range, matches: matches)
            changeLayout { $0.within = selector }
        case .each(let list, let layout, let matches):
            let selector = selector(list, in: layout.range, matches: matches)
            changeLayout { $0.selectors.append(selector) }
        case .condition(let list, let layout, let matches):
            let selector = selector(list, in: layout.range, matches: matches)
            changeLayout { $0.condition = selector }
        case .endedLayout(let layout): endLayout(layout)
        case .endedRecords(let rule, let kept, let nested, let start): end(rule, kept, nested, from: start)
        case .expectation(let expectation, let isForPage, let shortfalls):
            let place = place(expectation.range)
            change {
                $0.expectations.append(
                    Trace.Expectation(place: place, isForPage: isForPage, shortfalls: shortfalls)
                )
            }
        case .beganElement(let node): elements.append(Trace.Element(node: self.node(node)))
        case .endedElement(let outcome): endElement(outcome)
        case .rereads(let element): rereadElement = element
        case .beganField(let rule): begin(rule)
        case .endedField(let rule, let value): end(rule, value)
        case .skipped(let alternative, let condition, let node): skip(alternative, condition, at: node)
        case .beganAlternative(let alternative): begin(alternative)
        case .endedAlternative(_, let value, let isWithheld): endAlternative(value, isWithheld: isWithheld)
        case .became(let outcome): changeAlternative { $0.outcome = outcome }
        case .becameWithoutPlace(let column):
            changeAlternative { $0.outcome = column.map(Trace.Alternative.Outcome.init) ?? .noPlace }
        case .start(let node):
            let start = self.node(node)
            changeAlternative { $0.start = start }
        case .arm(let chosen): choose(arm: chosen)
        case .attempt(let list, let node, let matches): attempt(list, at: node, matches: matches)
        case .attemptWithoutSelector: changeAlternative { $0.attempts.append(Trace.Attempt()) }
        case .beganReading(let node, let value, let isGathered):
            var reading = Trace.Reading(node: self.node(node), taken: value, isGathered: isGathered)
            if !isGathered, isTextOfElements { noteHidden(in: &reading, of: node) }
            changeAttempt { $0.readings.append(reading) }
        case .step(let step, let before, let after, let failures): add(step, before, after, failures)
        case .endedReading: break
        case .typed(let value): changeReading { $0.typed.append(value) }
        case .untyped(let error): changeReading { $0.failures.append(error.description) }
        }
    }

    /// Whether the open field has the text of elements, which may be hidden.
    private var isTextOfElements: Bool {
        guard let open = fields.last, let rule = open.alternative, let list = open.search?.list
        else { return false }
        switch rule.origin {
        case .select, .labels:
            return list.selectors.allSatisfy {
                [.text, .lines].contains($0.extractor ?? rule.defaultExtractor)
            }
        case .from, .value, .template, .cases, .nested, .request: return false
        }
    }

    /// Notes that a text extracted from a node, or one of a label's values, is hidden, or that a part of it is.
    private func noteHidden(in reading: inout Trace.Reading, of node: NodeRef) {
        let texts: [String]
        switch reading.taken {
        case .string(let text): texts = [WhiteSpace.collapse(text)]
        case .object(let members):
            texts = members.flatMap { $0.value.list ?? [$0.value] }.compactMap(\.string)
        case .null, .boolean, .number, .list: return
        }
        guard node.isElement, let document, texts.contains(where: { !$0.isEmpty }) else { return }
        // The value of a label is next to it.
        let isLabel = fields.last?.alternative?.scope.labels.isEmpty == false
        let place = isLabel ? node.parentElement ?? node : node
        if let hidden = document.hiddenElement(around: place) {
            reading.hiddenElement = self.node(hidden)
        } else if fields.last?.alternative?.hiddenText == .keep {
            reading.hiddenText = document.hiddenText(below: place) { hidden in
                texts.contains { $0.contains(hidden) }
            }
        }
    }

    func place(_ range: Range<Int>) -> Location {
        if let known = locations[range] { return known }
        var place = rules.sources.location(of: range)
        place.excerpt = nil
        locations[range] = place
        return place
    }

    /// Begins with a tree that has not been prepared. The page is parsed a second time if preparations may change its
    /// tree.
    private func begin(_ page: Page, _ document: Document) {
        self.document = document
        let calls = PageCalls(page)
        if rules.needsAddress { calls.learnAddress(from: document, given: page.url) }
        pageContext = calls.context
        let index = ElementIndex(document)
        self.index = index
        if rules.preparations.isEmpty {
            saved = SavedTree(document, index)
        } else if !options.isEmpty {
            saved = rules.parse(page, limits: limits).document.flatMap { SavedTree($0, index) }
            changes = TreeChanges(document, index)
        }
        if options.contains(.places) { origins = TreeOrigins(document) }
    }

    func node(_ node: NodeRef) -> Trace.Node {
        let element = document.map { Element(node, in: $0) }
        let traced = Trace.Node(
            line: node.line > 0 ? node.line : nil,
            column: element?.column,
            offset: element?.offset,
            path: path(of: node),
            index: index?[node],
            madeBy: changes?.made[node].map { rules.preparations[$0].name }
        )
        origins?.add(traced, node)
        return traced
    }

    private func path(of node: NodeRef) -> String {
        if let saved, let element = saved.element(node) { return saved.path(of: element) }
        // A tree that still changes has no paths to be kept.
        guard isPrepared, let document else {
            var paths = ElementPaths()
            return paths.path(of: node)
        }
        var paths = preparedPaths ?? ShortPaths(document)
        defer { preparedPaths = paths }
        return paths.path(of: node)
    }

    /// An element of the page as saved, as a node of the trace.
    func node(saved element: NodeRef) -> Trace.Node? { saved?.read(element).map { node($0) } }

    /// A selector as written in a part of the rules file.
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

extension TraceRecorder {
    /// Begins a preparation; elements that it finds follow by ``found(_:)``.
    private func begin(_ preparation: PreparationRule) {
        preparationNodes = []
        changes?.begin()
        trace.preparations.append(
            Trace.Preparation(name: preparation.name, place: place(preparation.range))
        )
    }

    /// Records elements that a preparation has found.
    private func found(_ nodes: [NodeRef], by list: SelectorList) {
        for node in nodes.prefix(TraceRecorder.preparationNodeLimit - preparationNodes.count) {
            preparationNodes.append(self.node(node))
        }
        changes?.add(nodes, list)
    }

    private func endPreparation(_ outcome: Trace.Preparation.Outcome, matches: Int) {
        guard let index = trace.preparations.indices.last else { return }
        changes?.end()
        trace.preparations[index].outcome = outcome
        trace.preparations[index].matches = matches
        trace.preparations[index].nodes = preparationNodes
    }

    /// Adds the preparations and record types that were not reached.
    private func finish() {
        for preparation in rules.preparations.dropFirst(trace.preparations.count) { begin(preparation) }
        for rule in rules.records.dropFirst(trace.records.count) {
            begin(rule)
            fillLayouts(rule)
        }
        if !golden.isEmpty, let saved, let pageContext {
            var search = GoldenSearch(rules, saved, pageContext, golden) { self.node(saved: $0) }
            search.complete(&trace)
        }
        if let origins {
            places = origins.allPlaces
            headings = origins.headings
        }
        origins = nil
        misses = nil
    }
}

// MARK: - Record types

extension TraceRecorder {
    private func begin(_ rule: RecordRule) {
        var type = Trace.RecordType(name: rule.name, place: place(rule.range))
        if case .groups(let source, _) = rule.content { type.groupedType = source }
        trace.records.append(type)
    }

    private func begin(_ layout: NodeRule) {
        change { $0.layouts.append(Trace.Layout(place: place(layout.range), isReached: true)) }
    }

    /// Adds the selectors that were not evaluated.
    private func endLayout(_ layout: NodeRule) {
        let known = trace.records.last?.layouts.last?.selectors.count ?? 0
        for list in layout.each.dropFirst(known) {
            let selector = selector(list, in: layout.range, matches: nil)
            changeLayout { $0.selectors.append(selector) }
        }
    }

    /// Ends a record type, with the records that have been kept, in order.
    ///
    /// - Parameter start: the index of its first record among all records.
    private func end(_ rule: RecordRule, _ kept: [Int], _ nested: Set<Int>, from start: Int) {
        change { $0.count = kept.count }
        number(kept, nested, from: start)
        fillLayouts(rule)
        if kept.isEmpty, case .nodes(let layouts) = rule.content { explainMisses(layouts) }
    }

    /// Sets the record's index in the outcome of each element of a kept record.
    ///
    /// - Parameter nested: the indices of records that are objects in others.
    private func number(_ kept: [Int], _ nested: Set<Int>, from start: Int) {
        var places: [Int: Int] = [:]
        for (place, index) in kept.enumerated() { places[index] = start + place }
        changeLayout { layout in
            var index = 0
            for element in layout.elements.indices {
                guard case .record = layout.elements[element].outcome else { continue }
                layout.elements[element].outcome =
                    places[index].map { .record($0) } ?? (nested.contains(index) ? .object : .duplicate)
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

    private func explainMisses(_ layouts: [NodeRule]) {
        guard let type = trace.records.indices.last else { return }
        for (index, layout) in layouts.enumerated() where trace.records[type].layouts[index].isReached {
            guard trace.records[type].layouts[index].elements.isEmpty else { continue }
            if let within = layout.within, trace.records[type].layouts[index].within?.matches == 0 {
                trace.records[type].layouts[index].within?.miss = document.flatMap {
                    miss(within, from: $0.node)
                }
                continue
            }
            for (place, list) in layout.each.enumerated()
            where trace.records[type].layouts[index].selectors[place].matches == 0 {
                trace.records[type].layouts[index].selectors[place].miss = document.flatMap {
                    miss(list, from: $0.node)
                }
            }
        }
    }

    private func change(_ body: (inout Trace.RecordType) -> Void) {
        guard let index = trace.records.indices.last else { return }
        body(&trace.records[index])
    }

    func changeLayout(_ body: (inout Trace.Layout) -> Void) {
        change { type in
            // The last one is the current one: those that are not reached are added at the end.
            guard let index = type.layouts.indices.last else { return }
            body(&type.layouts[index])
        }
    }
}
