import DOM
import Records
import Selectors

extension Tracer {
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
            for miss in open.misses {
                let found = self.miss(miss.list, from: miss.scope)
                guard let attempt = miss.attempt else {
                    open.field.alternatives[miss.alternative].condition?.miss = found
                    continue
                }
                open.field.alternatives[miss.alternative].attempts[attempt].selector?.miss = found
            }
        }
        append(open.field)
    }

    /// An alternative as it stands in the rules file, nothing of it tried.
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

    /// Notes an alternative whose condition is not met.
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
        // What is asked for has been found, or the alternative would not be tried.
        alternative.condition?.matches = 1
        changeField { $0.field.alternatives.append(alternative) }
    }

    /// Ends an alternative.
    func end(_ rule: FieldAlternative, _ value: Value?, isWithheld: Bool) {
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

    /// Notes why an alternative gave nothing, where its attempts do not tell.
    func note(_ outcome: Trace.Alternative.Outcome) {
        changeAlternative { $0.outcome = outcome }
    }

    func note(start node: NodeRef) {
        let start = self.node(node)
        changeAlternative { $0.start = start }
    }

    /// Notes which arm of a case was chosen.
    func note(arm chosen: Int?) {
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

extension Tracer {
    /// Notes what a selector has matched.
    func attempt(_ list: SelectorList, at scope: NodeRef, matches: Int) {
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

    /// Begins the one attempt of an alternative that looks for no selector.
    func beginAttempt() {
        changeAlternative { $0.attempts.append(Trace.Attempt()) }
    }

    /// Ends the attempt that is open, if any, with what came of it.
    private func closeAttempt(_ value: Value?) {
        changeAttempt { attempt in
            guard attempt.outcome == .notReached else { return }
            attempt.outcome = attempt.result(value)
        }
        changeField { $0.pending = [] }
    }

    func begin(readingAt node: NodeRef, _ value: Value, isGathered: Bool = false) {
        let node = self.node(node)
        changeAttempt { attempt in
            attempt.readings.append(Trace.Reading(node: node, taken: value, isGathered: isGathered))
        }
        if isGathered { changeField { $0.pending = [] } }
    }

    func step(_ step: Step, _ before: Value, _ after: Value?, _ failures: ArraySlice<ChainRun.Failure>) {
        let traced = Trace.Step(
            name: step.transform.name,
            place: place(step.range),
            before: before,
            after: after,
            failures: failures.map(\.error.description)
        )
        changeAttempt { attempt in
            guard let index = attempt.readings.indices.last else { return }
            attempt.readings[index].steps.append(traced)
        }
    }

    /// Ends a reading's way through the steps; where it came to a value, that is read as the field's type next.
    func endReading(hasValue: Bool) {
        guard hasValue, let field = fields.indices.last else { return }
        var index: Int?
        changeAttempt { index = $0.readings.indices.last }
        if let index { fields[field].pending.append(index) }
    }

    /// Notes what the type made of a value.
    ///
    /// - Parameter index: the value's place among those that the steps came to.
    func typed(_ index: Int, _ value: Value) {
        changeReading(index) { $0.typed.append(value) }
    }

    func failed(_ index: Int, _ error: StepError) {
        changeReading(index) { $0.failures.append(error.description) }
    }
}

// MARK: - What is open

extension Tracer {
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
    func changeAttempt(_ body: (inout Trace.Attempt) -> Void) {
        changeAlternative { alternative in
            let index = alternative.attempts.lastIndex { $0.selector == nil || $0.selector?.matches != nil }
            if let index { body(&alternative.attempts[index]) }
        }
    }

    private func changeReading(_ index: Int, _ body: (inout Trace.Reading) -> Void) {
        guard let pending = fields.last?.pending, pending.indices.contains(index) else { return }
        changeAttempt { attempt in
            if attempt.readings.indices.contains(pending[index]) { body(&attempt.readings[pending[index]]) }
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
