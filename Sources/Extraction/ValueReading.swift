import Basics
import DOM
import Language
import Records
import Selectors
import Sources
import Values

// From nodes to a field's value: what a selector extracts, step by step, to the field's type. What does not fit is
// reported and left out.
extension Extraction {
    /// Reads what a selector extracts at a node: of its first match, or of each for a list.
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
        for index in 0..<count {
            let node = selected.node(index)
            let number = selected.selectorIndex(index)
            if alternative.takesJSON, let json = elementOfJSON(selected.matches[index]) {
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

    /// Reads a value that does not come from a selector.
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

    /// The elements whose text does not count for a field; `nil` where all do.
    private func exclusion(_ alternative: FieldAlternative, at node: NodeRef) -> ((NodeRef) -> Bool)? {
        guard let without = alternative.without else { return nil }
        let excluded = Set(matcher.select(without, below: node).nodes)
        return excluded.isEmpty ? nil : { excluded.contains($0) }
    }

    /// What is extracted of elements, where the field's type changes nothing of it.
    private func strings(
        _ selected: Selected,
        _ alternative: FieldAlternative,
        onOneLine: Bool,
        excluding isExcluded: ((NodeRef) -> Bool)?
    ) -> Value? {
        // What is extracted of one match is nearly always extracted of the next one too.
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

    /// Reports a text that is a value without further reading.
    @inline(__always)
    private func observe(_ text: String, at node: NodeRef) {
        observer.observe(.beganReading(node, .string(text), isGathered: false))
        observer.observe(.endedReading(hasValue: true))
        observer.observe(.typed(.string(text)))
    }
}

// MARK: - Steps and types

/// The values of a field, as they are read.
private struct FieldValues {
    let alternative: FieldAlternative
    var values: [Value] = []
    /// What goes through the remaining steps as one list.
    var gathered: [Value] = []
    /// The first node that something was extracted of.
    var firstNode: NodeRef?
    /// Whether a step has failed.
    var hasFailed = false

    init(_ alternative: FieldAlternative) { self.alternative = alternative }

    /// Adds a value. White space alone is none, whatever it was made of.
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
    /// Reads one value: through the field's steps, up to one that takes the values of all matches, to its type.
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

    /// The field's value, after the steps that take the values of all matches.
    private mutating func result(_ values: inout FieldValues, _ path: FieldPath) -> Value? {
        let alternative = values.alternative
        if let step = alternative.gatheringStep, let node = values.firstNode {
            // What is made of a list some elements of which could not be read would be wrong.
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
            observer.observe(.typed(typed))
            values.append(typed)
        } catch {
            observer.observe(.untyped(error))
            report(error, values.alternative, at: node, path)
        }
        reportRemarks(values.alternative, at: node, path)
    }

    /// What steps make of a value; `nil` where a step has none, or has failed.
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

/// A value on its way through a field's steps.
private struct ChainRun {
    /// A step that could make nothing of a value.
    struct Failure {
        let error: StepError
        let step: Step
    }

    let context: PageContext
    private(set) var failures: [Failure] = []

    init(_ context: PageContext) { self.context = context }

    mutating func apply(_ step: Step, to value: Value) -> Value? {
        if step.takesList {
            // What is made of a list some elements of which could not be read would be wrong.
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
    /// What a field of the type `json` reads of a match whose selector extracts nothing: of a JSON page the element
    /// itself, which `null` represents; of any other page the text. The inner `nil`: there is no value; the outer: the
    /// selector extracts something.
    private func elementOfJSON(_ match: Match) -> Value?? {
        guard match.extractor == nil else { return nil }
        let node = match.node
        if let kind = JSONValue.kind(of: node, in: document) { return .some(kind == "null" ? nil : .null) }
        let text = WhiteSpace.trim(document.rawText(of: node))
        return .some(text.isEmpty ? nil : .string(String(decoding: text, as: UTF8.self)))
    }

    /// What such a field's value is: the element, or the JSON in the text.
    private func json(_ value: Value, _ node: NodeRef) throws(StepError) -> Value {
        guard case .string(let text) = value else { return try JSONValue.value(of: node, in: document) }
        return try JSONValue.read(text, context)
    }
}
