import Basics
import DOM
import Language
import Records
import Selectors
import Sources
import Values

// From nodes to a field's value: extraction, steps, type. A value that does not fit is reported and left out.
extension Extraction {
    /// Reads what a selector extracts below a node: from its first match, or from each for a list.
    mutating func read(
        _ list: SelectorList,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath
    ) -> Value? {
        let isExcluded = exclusion(alternative, at: node)
        let takesAll = alternative.takesAllMatches
        let selected = takesAll ? matcher.select(list, from: node) : matcher.selectFirst(list, from: node)
        let count = takesAll ? selected.count : min(1, selected.count)
        observer.observe(.attempt(list, at: node, matches: count))
        if count == 0 { return nil }
        observer.enter(.take)
        defer { observer.leave() }
        let form = alternative.directForm ?? .other
        if form != .other {
            return strings(selected, alternative, onOneLine: form == .line, excluding: isExcluded)
        }
        var values = FieldValues(alternative)
        // Made once: for each match again would take quadratic time.
        let matches = alternative.takesJSON ? selected.matches : []
        for index in 0..<count {
            let node = selected.node(index)
            let number = selected.selectorIndex(index)
            if alternative.takesJSON, let json = elementOfJSON(matches[index]) {
                if let json { read(json, at: node, path, into: &values) }
                continue
            }
            let extractor = selected.extractor(ofSelector: number, default: alternative.defaultExtractor)
            extractor.extract(from: node, excluding: isExcluded, onOneLine: false) { text in
                read(.string(text), at: node, path, into: &values)
            }
        }
        return result(&values, path)
    }

    /// Reads a value without a selector.
    mutating func read(
        _ value: Value,
        at node: NodeRef,
        _ alternative: FieldAlternative,
        _ path: FieldPath
    ) -> Value? {
        var values = FieldValues(alternative)
        read(value, at: node, path, into: &values)
        return result(&values, path)
    }

    /// A predicate for the elements whose text is excluded from a field; `nil` where none is.
    private func exclusion(_ alternative: FieldAlternative, at node: NodeRef) -> ((NodeRef) -> Bool)? {
        guard let without = alternative.without else { return nil }
        let excluded = Set(matcher.select(without, below: node).nodes)
        return excluded.isEmpty ? nil : { excluded.contains($0) }
    }

    /// The extracted strings of a field whose type does not change them.
    private func strings(
        _ selected: Selected,
        _ alternative: FieldAlternative,
        onOneLine: Bool,
        excluding isExcluded: ((NodeRef) -> Bool)?
    ) -> Value? {
        // The next match nearly always has the same extractor.
        var number = selected.selectorIndex(0)
        var extractor = selected.extractor(ofSelector: number, default: alternative.defaultExtractor)
        guard alternative.type.isList else {
            var first: String?
            let node = selected.node(0)
            extractor.extract(from: node, excluding: isExcluded, onOneLine: onOneLine) { text in
                observe(text, at: node)
                if first == nil { first = text }
            }
            return first.map(Value.string)
        }
        var values: [Value] = []
        values.reserveCapacity(selected.count)
        for index in 0..<selected.count {
            if selected.selectorIndex(index) != number {
                number = selected.selectorIndex(index)
                extractor = selected.extractor(ofSelector: number, default: alternative.defaultExtractor)
            }
            let node = selected.node(index)
            extractor.extract(from: node, excluding: isExcluded, onOneLine: onOneLine) { text in
                observe(text, at: node)
                values.append(.string(text))
            }
        }
        return values.isEmpty ? nil : .list(values)
    }

    /// Reports a text that is the field's value unchanged.
    @inline(__always)
    private func observe(_ text: String, at node: NodeRef) {
        observer.observe(.beganReading(node, .string(text), isGathered: false))
        observer.observe(.endedReading(hasValue: true))
        observer.observe(.typed(.string(text)))
    }
}

// MARK: - Steps and types

/// The values of a field so far.
private struct FieldValues {
    let alternative: FieldAlternative
    var values: [Value] = []
    /// The values that the remaining steps receive as one list.
    var gathered: [Value] = []
    /// The first node from which a value was extracted.
    var firstNode: NodeRef?
    /// Whether a step has failed.
    var hasFailed = false

    init(_ alternative: FieldAlternative) { self.alternative = alternative }

    /// Adds a value, unless it is null or an empty text.
    mutating func append(_ value: Value) {
        switch value {
        case .null: return
        case .string(let text): if text.isEmpty { return }
        case .boolean, .number, .list, .object: break
        }
        values.append(value)
    }
}

extension Extraction {
    /// Reads one value: applies the field's steps, up to one that takes the values of all matches, and its type.
    private mutating func read(
        _ value: Value,
        at node: NodeRef,
        _ path: FieldPath,
        into values: inout FieldValues
    ) {
        let alternative = values.alternative
        if values.firstNode == nil { values.firstNode = node }
        observer.observe(.beganReading(node, value, isGathered: false))
        var result: Value? = value
        if !alternative.steps.isEmpty {
            let end = alternative.gatheringStep ?? alternative.steps.endIndex
            result = run(alternative.steps[..<end], on: value, at: node, path, &values)
        }
        observer.observe(.endedReading(hasValue: result != nil))
        guard let result else { return }
        if alternative.gatheringStep != nil {
            if case .list(let elements) = result {
                values.gathered += elements
            } else {
                values.gathered.append(result)
            }
        } else {
            type(result, at: node, path, into: &values)
        }
    }

    /// The field's value after the steps that take the values of all matches.
    private mutating func result(_ values: inout FieldValues, _ path: FieldPath) -> Value? {
        let alternative = values.alternative
        if let step = alternative.gatheringStep, let node = values.firstNode {
            // The result of a list with missing elements would be wrong.
            if values.hasFailed { return nil }
            let all = Value.list(values.gathered)
            observer.observe(.beganReading(node, all, isGathered: true))
            let result = run(alternative.steps[step...], on: all, at: node, path, &values)
            observer.observe(.endedReading(hasValue: result != nil))
            if let result { type(result, at: node, path, into: &values) }
        }
        if isWithheld { return nil }
        if alternative.type.isList { return values.values.isEmpty ? nil : .list(values.values) }
        return values.values.first
    }

    /// Reads a value, or each element of a list, as the field's type.
    private mutating func type(
        _ value: Value,
        at node: NodeRef,
        _ path: FieldPath,
        into values: inout FieldValues
    ) {
        let alternative = values.alternative
        guard case .scalar(let type) = alternative.type.kind else { return }
        if alternative.type.isList, !alternative.takesJSON, case .list(let elements) = value {
            for element in elements { self.type(element, as: type, at: node, path, into: &values) }
        } else {
            self.type(value, as: type, at: node, path, into: &values)
        }
    }

    private mutating func type(
        _ value: Value,
        as type: ScalarType,
        at node: NodeRef,
        _ path: FieldPath,
        into values: inout FieldValues
    ) {
        observer.enter(.type)
        defer { observer.leave() }
        do throws(StepError) {
            let value = values.alternative.takesJSON ? try json(value, node) : value
            let typed = try type.read(value, context)
            if let problem = values.alternative.constraint?.problem(with: typed) {
                throw StepError("\(typed.quoted) \(problem)")
            }
            observer.observe(.typed(typed))
            values.append(typed)
        } catch {
            observer.observe(.untyped(error))
            report(error, values.alternative, at: node, path)
        }
        reportRemarks(values.alternative, at: node, path)
    }

    /// The result of applying steps to a value; `nil` where a step has none, or has failed.
    private mutating func run(
        _ steps: ArraySlice<Step>,
        on value: Value,
        at node: NodeRef,
        _ path: FieldPath,
        _ values: inout FieldValues
    ) -> Value? {
        observer.enter(.apply)
        defer { observer.leave() }
        var run = ChainRun(context)
        var result: Value? = value
        for step in steps {
            guard let before = result else { break }
            let failures = run.failures.count
            result = run.apply(step, to: before)
            let new = run.failures[failures...]
            observer.observe(.step(step, before: before, after: result, failures: new.map(\.error)))
        }
        for failure in run.failures {
            report(failure.error, in: failure.step, values.alternative, at: node, path)
        }
        reportRemarks(values.alternative, at: node, path)
        values.hasFailed = values.hasFailed || !run.failures.isEmpty
        return result
    }
}

/// The application of a field's steps to a value.
private struct ChainRun {
    /// A step that failed on a value.
    struct Failure {
        let error: StepError
        let step: Step
    }

    let context: PageContext
    private(set) var failures: [Failure] = []

    init(_ context: PageContext) { self.context = context }

    mutating func apply(_ step: Step, to value: Value) -> Value? {
        if step.takesList {
            // The result of a list with missing elements would be wrong.
            return failures.isEmpty ? applyWhole(step, to: value) : nil
        }
        guard case .list(let elements) = value else { return applyWhole(step, to: value) }
        var results: [Value] = []
        for element in elements {
            switch applyWhole(step, to: element) {
            case .list(let parts)?: results += parts
            case let result?: results.append(result)
            case nil: break
            }
        }
        return .list(results)
    }

    private mutating func applyWhole(_ step: Step, to value: Value) -> Value? {
        if value == .null { return nil }
        do throws(StepError) {
            let result = try step.apply(try value.converted(to: step.transform.input), context)
            return result == .null ? nil : result
        } catch {
            failures.append(Failure(error: error, step: step))
            return nil
        }
    }
}

// MARK: - JSON

extension Extraction {
    /// The value that a field of the type `json` reads from a match without an extractor: on a JSON page the element
    /// itself, which `null` represents; on any other page the text. The inner `nil`: there is no value; the outer: the
    /// selector has an extractor.
    private func elementOfJSON(_ match: Match) -> Value?? {
        guard match.extractor == nil else { return nil }
        let node = match.node
        if let kind = JSONValue.kind(of: node, in: document) { return .some(kind == "null" ? nil : .null) }
        let text = WhiteSpace.trim(document.rawText(of: node))
        return .some(text.isEmpty ? nil : .string(String(decoding: text, as: UTF8.self)))
    }

    /// The value of such a field: the element, or the JSON in the text.
    private func json(_ value: Value, _ node: NodeRef) throws(StepError) -> Value {
        guard case .string(let text) = value else { return try JSONValue.value(of: node, in: document) }
        return try JSONValue.read(text, context)
    }
}
