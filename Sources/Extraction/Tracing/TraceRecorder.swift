import Basics
package import DOM
package import Language
import Records
import Selectors
import Sources
import Values

/// Records a ``Trace`` while a page is read.
package final class TraceRecorder: ScrapeObserver {
    private let rules: Rules
    private let options: Options
    private var document: Document?
    private var paths = ElementPaths()
    /// The elements before the preparations; those that are removed keep their index.
    private var index: ElementIndex?
    package private(set) var trace: Trace
    /// The elements of the trace by their order on the page before the preparations, from 0, for each path of the
    /// trace; empty unless asked for.
    package private(set) var places: [String: [Int]] = [:]
    private var origins: TreeOrigins?
    /// The locations of ranges of the rules file, as far as they have been needed.
    private var locations: [Range<Int>: Location] = [:]
    /// Finds out why selectors match nothing.
    private var misses: MissFinder?

    // What is open, the innermost last.
    private var elements: [Trace.Element] = []
    private var fields: [OpenField] = []
    private var preparationNodes: [Trace.Node] = []
    /// Where the next element of the layout goes, where it replaces one that is read again.
    private var rereadElement: Int?

    /// What a trace has beyond the reading itself.
    package struct Options: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Why selectors match nothing where something is missing.
        package static let misses = Options(rawValue: 1)
        /// Where the elements are on the page before the preparations.
        package static let places = Options(rawValue: 2)
    }

    /// How many of a preparation's elements are recorded.
    private static let preparationNodeLimit = 16

    /// A recorder of one page's reading.
    package init(_ rules: Rules, page: String, _ options: Options = [.misses]) {
        self.rules = rules
        self.options = options
        trace = Trace(page: page, rules: rules.file.name)
    }

    package func observe(_ event: @autoclosure () -> ReadingEvent) {
        switch event() {
        case .parsed(_, let document):
            self.document = document
            index = ElementIndex(document)
            if options.contains(.places) { origins = TreeOrigins(document) }
        case .prepared(let document): if options.contains(.misses) { misses = MissFinder(document) }
        case .finished: finish()
        case .beganPreparation(let rule): begin(rule)
        case .searchedToPrepare(_, _, let nodes, let counts): if counts { found(nodes) }
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
        case .endedRecords(let rule, let kept, let start): end(rule, kept: kept, from: start)
        case .expectation(let expectation, let isForPage, let shortfalls):
            let place = place(expectation.range)
            change {
                $0.expectation = Trace.Expectation(place: place, isForPage: isForPage, shortfalls: shortfalls)
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
        case .start(let node):
            let start = self.node(node)
            changeAlternative { $0.start = start }
        case .arm(let chosen): choose(arm: chosen)
        case .attempt(let list, let node, let matches): attempt(list, at: node, matches: matches)
        case .attemptWithoutSelector: changeAlternative { $0.attempts.append(Trace.Attempt()) }
        case .beganReading(let node, let value, let isGathered):
            let node = self.node(node)
            changeAttempt { attempt in
                attempt.readings.append(Trace.Reading(node: node, taken: value, isGathered: isGathered))
            }
        case .step(let step, let before, let after, let failures): add(step, before, after, failures)
        case .endedReading: break
        case .typed(let value): changeReading { $0.typed.append(value) }
        case .untyped(let error): changeReading { $0.failures.append(error.description) }
        }
    }

    private func place(_ range: Range<Int>) -> Location {
        if let known = locations[range] { return known }
        var place = rules.sources.location(of: range)
        place.excerpt = nil
        locations[range] = place
        return place
    }

    private func node(_ node: NodeRef) -> Trace.Node { self.node(node, &paths) }

    private func node(_ node: NodeRef, _ paths: inout ElementPaths) -> Trace.Node {
        let element = document.map { Element(node, in: $0) }
        return Trace.Node(
            line: node.line > 0 ? node.line : nil,
            column: element?.column,
            offset: element?.offset,
            path: paths.path(of: node),
            index: index?[node]
        )
    }

    /// A selector as it is written in a part of the rules file.
    private func selector(_ list: SelectorList, in range: Range<Int>, matches: Int?) -> Trace.Selector {
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
        trace.preparations.append(
            Trace.Preparation(name: preparation.name, place: place(preparation.range))
        )
    }

    /// Records elements that a preparation has found to work on. Each path is determined again, since the tree changes.
    private func found(_ nodes: [NodeRef]) {
        var paths = ElementPaths()
        for node in nodes.prefix(TraceRecorder.preparationNodeLimit - preparationNodes.count) {
            preparationNodes.append(self.node(node, &paths))
        }
    }

    private func endPreparation(_ outcome: Trace.Preparation.Outcome, matches: Int) {
        guard let index = trace.preparations.indices.last else { return }
        trace.preparations[index].outcome = outcome
        trace.preparations[index].matches = matches
        trace.preparations[index].nodes = preparationNodes
    }

    /// Adds the preparations and record types that the page was not read far enough for.
    private func finish() {
        for preparation in rules.preparations.dropFirst(trace.preparations.count) { begin(preparation) }
        for rule in rules.records.dropFirst(trace.records.count) {
            begin(rule)
            fillLayouts(rule)
        }
        if var origins { places = origins.places(of: trace) }
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

    /// Adds the selectors that were not looked for.
    private func endLayout(_ layout: NodeRule) {
        let known = trace.records.last?.layouts.last?.selectors.count ?? 0
        for list in layout.each.dropFirst(known) {
            let selector = selector(list, in: layout.range, matches: nil)
            changeLayout { $0.selectors.append(selector) }
        }
    }

    /// Ends a record type, with the records that have been kept, in their order.
    ///
    /// - Parameter start: the index of the first of them among all records.
    private func end(_ rule: RecordRule, kept: [Int], from start: Int) {
        change { $0.count = kept.count }
        number(kept, from: start)
        fillLayouts(rule)
        if kept.isEmpty, case .nodes(let layouts) = rule.content { explainMisses(layouts) }
    }

    /// Gives each element that became a record the record's index; it was counted among those found before.
    private func number(_ kept: [Int], from start: Int) {
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

    private func changeLayout(_ body: (inout Trace.Layout) -> Void) {
        change { type in
            // The last one reached, as those after it are noted at the end.
            guard let index = type.layouts.indices.last else { return }
            body(&type.layouts[index])
        }
    }

    private func miss(_ list: SelectorList, from scope: NodeRef) -> Trace.Miss? {
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

extension TraceRecorder {
    /// Ends an element; an element of a record is known as `.record(0)` until all are.
    private func endElement(_ outcome: Trace.Element.Outcome) {
        guard var element = elements.popLast() else { return }
        element.outcome = outcome
        guard fields.isEmpty else {
            changeAttempt { $0.objects.append(element) }
            return
        }
        let reread = rereadElement
        rereadElement = nil
        changeLayout { layout in
            if let reread, layout.elements.indices.contains(reread) {
                layout.elements[reread] = element
            } else {
                layout.elements.append(element)
            }
        }
    }
}

extension TraceRecorder {
    private func begin(_ rule: FieldRule) {
        let field = Trace.Field(name: rule.name, place: place(rule.range), isRequired: rule.isRequired)
        fields.append(OpenField(field: field))
    }

    private func end(_ rule: FieldRule, _ value: Value?) {
        guard var open = fields.popLast() else { return }
        open.field.value = value
        for alternative in rule.alternatives.dropFirst(open.field.alternatives.count) {
            open.field.alternatives.append(self.alternative(alternative))
        }
        if value == nil || value == .list([]) {
            for miss in open.misses {
                let found = self.miss(miss.list, from: miss.scope)
                guard let attempt = miss.attempt else {
                    open.field.alternatives[miss.alternative].condition?.miss = found
                    continue
                }
                open.field.alternatives[miss.alternative].attempts[attempt].selector?.miss = found
            }
        }
        if let element = elements.indices.last { elements[element].fields.append(open.field) }
    }

    /// An alternative as it is written in the rules file, nothing of it tried.
    private func alternative(_ rule: FieldAlternative) -> Trace.Alternative {
        var alternative = Trace.Alternative(
            place: place(rule.range),
            origin: rule.origin.traced,
            type: rule.type.description,
            steps: rule.steps.map { Trace.StepUse(name: $0.transform.name, place: place($0.range)) }
        )
        alternative.condition = rule.condition.map { selector($0, in: rule.range, matches: nil) }
        switch rule.origin {
        case .cases(let arms):
            alternative.arms = arms.map { arm in
                var selector = selector(arm.selector, in: arm.range, matches: nil)
                selector.place = place(arm.range)
                return Trace.Arm(selector: selector, value: arm.value, isTaken: false)
            }
        case .select(let lists), .nested(let lists, _):
            alternative.attempts = lists.map {
                Trace.Attempt(selector: selector($0, in: rule.range, matches: nil))
            }
        case .from, .value, .template: break
        }
        return alternative
    }

    /// Adds an alternative whose condition is not met.
    private func skip(_ rule: FieldAlternative, _ condition: SelectorList, at scope: NodeRef) {
        var alternative = alternative(rule)
        let selector = selector(condition, in: rule.range, matches: 0)
        alternative.condition = selector
        alternative.outcome = .conditionNotMet(selector.text)
        changeField { open in
            let index = open.field.alternatives.count
            open.field.alternatives.append(alternative)
            open.misses.append(
                OpenField.Miss(alternative: index, attempt: nil, list: condition, scope: scope)
            )
        }
    }

    private func begin(_ rule: FieldAlternative) {
        var alternative = alternative(rule)
        // What is asked for has been found, or the alternative would not be tried.
        alternative.condition?.matches = 1
        changeField { $0.field.alternatives.append(alternative) }
    }

    /// Ends an alternative.
    private func endAlternative(_ value: Value?, isWithheld: Bool) {
        closeAttempt(value)
        changeAlternative { alternative in
            if value != nil {
                alternative.outcome = .taken
            } else if isWithheld {
                alternative.outcome = .withheld
            } else if alternative.outcome == .notReached {
                let outcomes = alternative.attempts.map(\.outcome)
                // What was found and came to nothing tells more than what was not found.
                alternative.outcome =
                    outcomes.last { ![.noMatch, .empty, .notReached].contains($0) }
                    ?? outcomes.first { $0 == .empty } ?? .noMatch
            }
        }
    }

    /// Marks the arm of a case that applies.
    private func choose(arm chosen: Int?) {
        changeAlternative { alternative in
            for index in alternative.arms.indices where index <= chosen ?? .max {
                alternative.arms[index].isTaken = index == chosen
                alternative.arms[index].selector.matches = index == chosen ? 1 : 0
            }
            if chosen == nil { alternative.outcome = .noArm }
        }
    }
}

// MARK: - Attempts

extension TraceRecorder {
    /// Begins an attempt with what its selector has matched.
    private func attempt(_ list: SelectorList, at scope: NodeRef, matches: Int) {
        closeAttempt(nil)
        guard let field = fields.indices.last, let index = fields[field].field.alternatives.indices.last,
            let next = fields[field].field.alternatives[index].attempts.firstIndex(where: {
                $0.selector?.matches == nil
            })
        else { return }
        fields[field].field.alternatives[index].attempts[next].selector?.matches = matches
        if matches == 0 {
            let miss = OpenField.Miss(alternative: index, attempt: next, list: list, scope: scope)
            fields[field].misses.append(miss)
        }
    }

    /// Ends the attempt that is open, if any, with what came of it.
    private func closeAttempt(_ value: Value?) {
        changeAttempt { attempt in
            guard attempt.outcome == .notReached else { return }
            attempt.outcome = attempt.result(value)
        }
    }

    private func add(_ step: Step, _ before: Value, _ after: Value?, _ failures: [StepError]) {
        let traced = Trace.Step(
            name: step.transform.name,
            place: place(step.range),
            before: before,
            after: after,
            failures: failures.map(\.description)
        )
        changeAttempt { attempt in
            guard let index = attempt.readings.indices.last else { return }
            attempt.readings[index].steps.append(traced)
        }
    }
}

// MARK: - What is open

extension TraceRecorder {
    private func changeField(_ body: (inout OpenField) -> Void) {
        guard let index = fields.indices.last else { return }
        body(&fields[index])
    }

    private func changeAlternative(_ body: (inout Trace.Alternative) -> Void) {
        changeField { open in
            guard let index = open.field.alternatives.indices.last else { return }
            body(&open.field.alternatives[index])
        }
    }

    /// Changes the attempt that is open: the last that has been looked for.
    private func changeAttempt(_ body: (inout Trace.Attempt) -> Void) {
        changeAlternative { alternative in
            let index = alternative.attempts.lastIndex { $0.selector == nil || $0.selector?.matches != nil }
            if let index { body(&alternative.attempts[index]) }
        }
    }

    /// Changes the last reading of the open attempt.
    private func changeReading(_ body: (inout Trace.Reading) -> Void) {
        changeAttempt { attempt in
            if let index = attempt.readings.indices.last { body(&attempt.readings[index]) }
        }
    }
}

extension Trace.Attempt {
    /// What became of an attempt that came to a value or to none.
    fileprivate func result(_ value: Value?) -> Trace.Alternative.Outcome {
        if value != nil { return .taken }
        if selector?.matches == 0 { return .noMatch }
        if !objects.isEmpty { return .noField }
        if readings.isEmpty { return .empty }
        for reading in readings {
            if let message = reading.steps.lazy.compactMap({ $0.failures.first }).first {
                return .failed(message)
            }
            if let message = reading.failures.first { return .failed(message) }
        }
        return readings.contains { !$0.typed.isEmpty } ? .empty : .noValue
    }
}

extension FieldAlternative.Origin {
    /// What the rules file calls it.
    fileprivate var traced: Trace.Alternative.Origin {
        switch self {
        case .select: .select
        case .from: .from
        case .value: .value
        case .template: .template
        case .cases: .case
        case .nested: .fields
        }
    }
}

/// A field of a trace that is being read.
private struct OpenField {
    /// A selector that matched nothing, which counts where the field comes out without a value.
    struct Miss {
        let alternative: Int
        /// Which of its attempts; `nil` for its condition.
        let attempt: Int?
        let list: SelectorList
        let scope: NodeRef
    }

    var field: Trace.Field
    var misses: [Miss] = []
}

/// Finds out why selectors of a page match nothing: each selector once, and so many only that the time is bounded.
private struct MissFinder {
    private let document: Document
    private var asked: Set<SelectorList> = []
    private var diagnosis: SelectorDiagnosis?

    /// Of how many selectors it is found out: each takes a few walks over the page.
    private static let limit = 64

    init(_ document: Document) {
        self.document = document
    }

    /// Why a selector matches nothing below an element; `nil` where that has been told or too much has been asked.
    mutating func miss(_ list: SelectorList, from scope: NodeRef) -> SelectorMiss? {
        guard asked.count < MissFinder.limit, asked.insert(list).inserted else { return nil }
        let diagnosis = diagnosis ?? SelectorDiagnosis(document)
        self.diagnosis = diagnosis
        return diagnosis.miss(of: list, from: scope)
    }
}
