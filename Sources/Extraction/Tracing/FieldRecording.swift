import DOM
import Language
import Records
import Selectors
import Sources
import Values

// MARK: - Elements

extension TraceRecorder {
    /// Ends an element; the outcome of a record's element is `.record(0)` until the record type ends.
    func endElement(_ outcome: Trace.Element.Outcome) {
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
    func begin(_ rule: FieldRule) {
        let field = Trace.Field(name: rule.name, place: place(rule.range), isRequired: rule.isRequired)
        fields.append(OpenField(field: field))
    }

    func end(_ rule: FieldRule, _ value: Value?) {
        guard var open = fields.popLast() else { return }
        open.field.value = value
        for alternative in rule.alternatives.dropFirst(open.field.alternatives.count) {
            open.field.alternatives.append(self.alternative(alternative))
        }
        if value == nil || value == .list([]) {
            for empty in open.empties {
                open.field.alternatives[empty.alternative].attempts[empty.attempt].unread = unread(empty)
            }
            var reported: Set<String> = []
            for miss in open.misses {
                let rules = miss.attempt == nil ? nil : rule.alternatives[miss.alternative]
                var found = self.miss(miss.list, from: miss.scope, of: rules)
                // Selectors for several layouts of a page are replaced by the same one.
                if found?.candidates.isEmpty == false {
                    found?.candidates.removeAll { !reported.insert($0.finding.selector).inserted }
                    if found?.candidates.isEmpty == true, found?.part == nil { found = nil }
                }
                guard let attempt = miss.attempt else {
                    open.field.alternatives[miss.alternative].condition?.miss = found
                    continue
                }
                open.field.alternatives[miss.alternative].attempts[attempt].selector?.miss = found
            }
        }
        if let element = elements.indices.last { elements[element].fields.append(open.field) }
    }

    /// An alternative as written in the rules file, before it is tried.
    private func alternative(_ rule: FieldAlternative) -> Trace.Alternative {
        var alternative = Trace.Alternative(
            place: place(rule.range),
            origin: rule.origin.traced,
            type: rule.type.description,
            steps: rule.steps.map { Trace.StepUse(name: $0.transform.name, place: place($0.range)) }
        )
        alternative.missingPlace = rule.scope.place.absence
        alternative.condition = rule.condition.map { selector($0, in: rule.range, matches: nil) }
        switch rule.origin {
        case .cases(let arms):
            alternative.arms = arms.map { arm in
                var selector = selector(arm.selector, in: arm.range, matches: nil)
                selector.place = place(arm.range)
                return Trace.Arm(selector: selector, value: arm.value, isTaken: false)
            }
        case .select(let lists), .nested(let lists, _), .labels(let lists):
            alternative.attempts = lists.map {
                Trace.Attempt(selector: selector($0, in: rule.range, matches: nil))
            }
        case .from, .value, .template, .request: break
        }
        return alternative
    }

    /// Adds an alternative whose condition is not met.
    func skip(_ rule: FieldAlternative, _ condition: SelectorList, at scope: NodeRef) {
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

    func begin(_ rule: FieldAlternative) {
        var alternative = alternative(rule)
        // The alternative is tried only where its condition matches.
        alternative.condition?.matches = 1
        changeField { open in
            open.field.alternatives.append(alternative)
            open.alternative = rule
        }
    }

    /// Ends an alternative.
    func endAlternative(_ value: Value?, isWithheld: Bool) {
        closeAttempt(value)
        changeAlternative { alternative in
            if value != nil {
                alternative.outcome = .taken
            } else if isWithheld {
                alternative.outcome = .withheld
            } else if alternative.outcome == .notReached {
                let outcomes = alternative.attempts.map(\.outcome)
                // A match without a value explains more than a selector that matched nothing.
                alternative.outcome =
                    outcomes.last { ![.noMatch, .empty, .notReached].contains($0) }
                    ?? outcomes.first { $0 == .empty } ?? .noMatch
            }
        }
    }

    /// Marks the arm of a case that applies.
    func choose(arm chosen: Int?) {
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
    /// Begins an attempt with the number of its selector's matches.
    func attempt(_ list: SelectorList, at scope: NodeRef, matches: Int) {
        closeAttempt(nil)
        guard let field = fields.indices.last, let index = fields[field].field.alternatives.indices.last,
            let next = fields[field].field.alternatives[index].attempts.firstIndex(where: {
                $0.selector?.matches == nil
            })
        else { return }
        fields[field].field.alternatives[index].attempts[next].selector?.matches = matches
        let search = OpenField.Search(alternative: index, attempt: next, list: list, scope: scope)
        fields[field].search = search
        if matches == 0 {
            let miss = OpenField.Miss(alternative: index, attempt: next, list: list, scope: scope)
            fields[field].misses.append(miss)
        }
    }

    /// Ends the open attempt, if any, with its result.
    private func closeAttempt(_ value: Value?) {
        changeField { open in
            guard let alternative = open.field.alternatives.indices.last,
                let index = open.field.alternatives[alternative].openAttempt
            else { return }
            var attempt = open.field.alternatives[alternative].attempts[index]
            guard attempt.outcome == .notReached else { return }
            attempt.outcome = attempt.result(value)
            if attempt.outcome == .empty, let search = open.search, search.attempt == index,
                search.alternative == alternative
            {
                open.empties.append(search)
                if let name = missingAttribute(search) { attempt.outcome = .noAttribute(name) }
            }
            open.field.alternatives[alternative].attempts[index] = attempt
        }
    }

    func add(_ step: Step, _ before: Value, _ after: Value?, _ failures: [StepError]) {
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

// MARK: - Changes to what is open

extension TraceRecorder {
    private func changeField(_ body: (inout OpenField) -> Void) {
        guard let index = fields.indices.last else { return }
        body(&fields[index])
    }

    func changeAlternative(_ body: (inout Trace.Alternative) -> Void) {
        changeField { open in
            guard let index = open.field.alternatives.indices.last else { return }
            body(&open.field.alternatives[index])
        }
    }

    /// Changes the open attempt: the last one that has been evaluated.
    func changeAttempt(_ body: (inout Trace.Attempt) -> Void) {
        changeAlternative { alternative in
            if let index = alternative.openAttempt { body(&alternative.attempts[index]) }
        }
    }

    /// Changes the last reading of the open attempt.
    func changeReading(_ body: (inout Trace.Reading) -> Void) {
        changeAttempt { attempt in
            if let index = attempt.readings.indices.last { body(&attempt.readings[index]) }
        }
    }
}

extension Trace.Alternative {
    /// The index of the last attempt that has been evaluated.
    fileprivate var openAttempt: Int? {
        attempts.lastIndex { $0.selector == nil || $0.selector?.matches != nil }
    }
}

extension Trace.Attempt {
    /// The outcome of an attempt with a value or without one.
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

extension Trace.Alternative.Outcome {
    /// The outcome of an alternative whose column is missing.
    init(_ column: MissingColumn) {
        let near = column.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        self = .noColumn(column.message + near)
    }
}

extension FieldAlternative.Origin {
    /// The key of the rules file.
    fileprivate var traced: Trace.Alternative.Origin {
        switch self {
        case .select: .select
        case .from: .from
        case .value: .value
        case .template: .template
        case .cases: .case
        case .nested: .fields
        case .labels: .labels
        case .request: .request
        }
    }
}

/// A field of a trace that is being read.
struct OpenField {
    /// A selector that matched nothing, which is diagnosed if the field has no value.
    struct Miss {
        let alternative: Int
        /// The index of its attempt; `nil` for its condition.
        let attempt: Int?
        let list: SelectorList
        let scope: NodeRef
    }

    /// A search during an attempt.
    struct Search {
        let alternative: Int
        let attempt: Int
        let list: SelectorList
        let scope: NodeRef
    }

    var field: Trace.Field
    /// The alternative that is being tried.
    var alternative: FieldAlternative?
    var misses: [Miss] = []
    /// The last search.
    var search: Search?
    /// The searches that matched elements from which nothing was extracted.
    var empties: [Search] = []
}
