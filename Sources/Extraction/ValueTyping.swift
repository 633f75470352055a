import Basics
import DOM
import Language
import Platform
import Records
import Sources
import Values

// From what is extracted to a field's value: the steps, then the type.

/// The values of a field so far.
struct FieldValues {
    let isList: Bool
    /// The values of a list.
    private var list: [Value] = []
    /// The first value, for a field that is not a list.
    private var first: Value?
    /// The values that the remaining steps receive as one list.
    var gathered: [Value] = []
    /// The first node from which a value was extracted.
    var firstNode: NodeRef?
    /// Whether a step has failed.
    var hasFailed = false

    init(isList: Bool) { self.isList = isList }

    /// The field's value.
    var value: Value? { isList ? (list.isEmpty ? nil : .list(list)) : first }

    mutating func append(_ value: Value) {
        if isList {
            list.append(value)
        } else if first == nil {
            first = value
        }
    }

    /// The number of values so far.
    var count: Int { list.count + gathered.count }

    /// Keeps the place of an element without a value, if the field requires it.
    mutating func appendGap(_ alternative: FieldAlternative) {
        if alternative.gaps == .null { list.append(.null) }
    }
}

extension Extraction {
    /// Reads one value: applies the field's steps, up to one that takes the values of all matches, and its type.
    mutating func read(
        _ value: Value,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath,
        into values: inout FieldValues
    ) {
        if values.firstNode == nil { values.firstNode = node }
        guard let result = stepped(value, alternative, at: node, path, &values.hasFailed) else { return }
        if alternative.gatheringStep != nil {
            if case .list(let elements) = result {
                values.gathered += elements
            } else {
                values.gathered.append(result)
            }
        } else {
            type(result, alternative, at: node, path, into: &values)
        }
    }

    /// A value after the field's steps, up to one that takes the values of all matches.
    mutating func stepped(
        _ value: Value,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath,
        _ hasFailed: inout Bool
    ) -> Value? {
        observer.observe(.beganReading(node, value, isGathered: false))
        var result: Value? = value
        if !alternative.steps.isEmpty {
            let steps = 0..<(alternative.gatheringStep ?? alternative.steps.endIndex)
            result = run(steps, of: alternative, on: value, at: node, path, &hasFailed)
        }
        observer.observe(.endedReading(hasValue: result != nil))
        return result
    }

    /// The field's value after the steps that take the values of all matches.
    mutating func result(
        _ values: inout FieldValues,
        _ alternative: FieldAlternative,
        _ path: FieldPath
    ) -> Value? {
        if let step = alternative.gatheringStep, let node = values.firstNode {
            // The result of a list with missing elements would be wrong.
            if values.hasFailed { return nil }
            let all = Value.list(values.gathered)
            observer.observe(.beganReading(node, all, isGathered: true))
            let steps = step..<alternative.steps.endIndex
            let result = run(steps, of: alternative, on: all, at: node, path, &values.hasFailed)
            observer.observe(.endedReading(hasValue: result != nil))
            // The texts of all matches are no longer needed.
            memory.add(bytes: min(0, (result?.size ?? 0) - all.size))
            if let result { type(result, alternative, at: node, path, into: &values) }
        }
        if isWithheld { return nil }
        return values.value
    }

    /// Reads a value, or each element of a list, as the field's type.
    private mutating func type(
        _ value: Value,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath,
        into values: inout FieldValues
    ) {
        guard case .scalar(let type) = alternative.type.kind else { return }
        if values.isList, !alternative.takesJSON, case .list(let elements) = value {
            for element in elements {
                if isTimed, Deadline.isProbablyPast { break }
                if let typed = typed(element, as: type, alternative, at: node, path) { values.append(typed) }
            }
        } else if let typed = typed(value, as: type, alternative, at: node, path) {
            values.append(typed)
        }
    }

    /// A value as a type; `nil` if it is null or an empty text, or does not fit.
    mutating func typed(
        _ value: Value,
        as type: ScalarType,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath
    ) -> Value? {
        observer.enter(.type)
        defer { observer.leave() }
        var result: Value?
        do throws(StepError) {
            let typed: Value
            switch (type.form, value) {
            case (.line, .string(let text)):
                typed = WhiteSpace.isCollapsed(text) ? value : .string(WhiteSpace.collapse(text))
            case (.text, .string): typed = value
            case (.other, .string(let text)) where !alternative.takesJSON:
                if alternative.typeReadsNumber { try digits.check(text) }
                if let usual = type.usualValue(of: text) {
                    typed = usual
                } else {
                    typed = try type.read(value, context)
                }
            case (.line, _), (.text, _), (.other, _):
                typed = try type.read(alternative.takesJSON ? try json(value, node, type) : value, context)
            }
            if let problem = alternative.constraint?.problem(with: typed) {
                throw StepError("\(typed.quoted) \(problem)")
            }
            observer.observe(.typed(typed))
            switch typed {
            case .null: break
            case .string(let text): if !text.isEmpty { result = typed }
            case .boolean, .number:
                // One that is read from a text has been counted with it.
                if alternative.takesJSON { memory.add(values: 1) }
                result = typed
            case .list, .object:
                memory.add(bytes: typed.size)
                result = typed
            }
        } catch {
            observer.observe(.untyped(error))
            hasLostElement = true
            report(error, alternative, at: node, path)
        }
        reportRemarks(alternative, at: node, path)
        return result
    }

    /// The value of a field that takes JSON: the element, or the JSON in the text. Without a type, the text.
    private func json(_ value: Value, _ node: NodeRef, _ type: ScalarType) throws(StepError) -> Value {
        if type === ScalarType.scalarOfJSON, case .string = value { return value }
        guard case .string(let text) = value else { return try JSONValue.value(of: node, in: document) }
        return try JSONValue.read(text, context)
    }

    /// The result of applying some of a field's steps to a value; `nil` if a step has none, or has failed.
    private mutating func run(
        _ steps: Range<Int>,
        of alternative: FieldAlternative,
        on value: Value,
        at node: NodeRef,
        _ path: FieldPath,
        _ hasFailed: inout Bool
    ) -> Value? {
        observer.enter(.apply)
        defer { observer.leave() }
        var run = ChainRun()
        var result: Value? = value
        // The value itself has been counted. What a step makes of it may take far more, and only the last result is kept.
        let own = value.size
        var held = own
        for index in steps {
            guard let before = result, !memory.isFull else { break }
            let step = alternative.steps[index]
            let failures = run.failures.count
            result = run.apply(step, to: before, context)
            let size = max(own, result?.size ?? 0)
            memory.add(bytes: size - held)
            held = size
            observer.observe(
                .step(step, before: before, after: result, failures: run.failures[failures...].map(\.error))
            )
        }
        for failure in run.failures {
            report(failure.error, in: failure.step, alternative, at: node, path)
            hasFailed = true
            hasLostElement = true
        }
        reportRemarks(alternative, at: node, path)
        return result
    }
}
