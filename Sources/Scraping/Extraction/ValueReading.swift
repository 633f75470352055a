import DOM
import Records
import Selectors

// From what was taken of nodes to a field's value.
extension Extraction {
    /// Runs values through a field's steps and reads them as its type. What does not fit is told and left out.
    mutating func read(
        _ taken: [(value: Value, node: NodeRef)],
        _ alternative: FieldAlternative,
        _ path: FieldPath
    ) -> Value? {
        guard case .scalar(let type) = alternative.type.kind else { return nil }
        let steps = alternative.steps
        let gathering = alternative.gatheringStep
        var results: [(value: Value, node: NodeRef)] = []
        var hasFailed = false
        for (value, node) in taken {
            var run = ChainRun(context, tracer)
            tracer?.begin(readingAt: node, value)
            let result = apply(steps[..<(gathering ?? steps.endIndex)], to: value, &run)
            tracer?.endReading(hasValue: result != nil)
            hasFailed = hasFailed || !run.failures.isEmpty
            report(run, alternative, at: node, path)
            if let result { results.append((result, node)) }
        }
        if let gathering, let node = taken.first?.node {
            // What is made of a list some elements of which could not be read would be wrong.
            if hasFailed { return nil }
            var run = ChainRun(context, tracer)
            let all = Value.list(results.flatMap { $0.value.list ?? [$0.value] })
            tracer?.begin(readingAt: node, all, isGathered: true)
            let result = apply(steps[gathering...], to: all, &run)
            tracer?.endReading(hasValue: result != nil)
            report(run, alternative, at: node, path)
            results = result.map { [($0, node)] } ?? []
        }
        return read(results, as: type, alternative, path)
    }

    /// What steps make of a value.
    private func apply(_ steps: ArraySlice<Step>, to value: Value, _ run: inout ChainRun) -> Value? {
        guard let profiler, !steps.isEmpty else { return run.run(steps, on: value) }
        let outer = profiler.enter(.apply)
        defer { profiler.leave(to: outer) }
        return run.run(steps, on: value)
    }

    private mutating func read(
        _ results: [(value: Value, node: NodeRef)],
        as type: FieldType,
        _ alternative: FieldAlternative,
        _ path: FieldPath
    ) -> Value? {
        var values: [Value] = []
        for (index, (result, node)) in results.enumerated() {
            let isMany = alternative.type.isList && !alternative.takesJSON
            let elements = isMany ? result.list ?? [result] : [result]
            for element in elements {
                do throws(StepError) {
                    let outer = profiler?.enter(.type)
                    defer { profiler?.leave(to: outer) }
                    let value = alternative.takesJSON ? try json(element, node) : element
                    let typed = try type.read(value, context)
                    tracer?.typed(index, typed)
                    values.append(typed)
                } catch {
                    tracer?.failed(index, error)
                    report(error, alternative, at: node, path)
                }
                reportRemarks(alternative, at: node, path)
            }
        }
        // White space alone is no value, whatever it was made of.
        if isWithheld { return nil }
        values.removeAll { $0 == .string("") || $0 == .null }
        if alternative.type.isList { return values.isEmpty ? nil : .list(values) }
        return values.first
    }

    private mutating func report(
        _ run: ChainRun,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath
    ) {
        for failure in run.failures {
            report(failure.error, in: failure.step, alternative, at: node, path)
        }
        reportRemarks(alternative, at: node, path)
    }
}

// MARK: - JSON

extension Extraction {
    /// What a field of the type `json` takes where its selector does not say otherwise: of a JSON page the element
    /// itself, for which `null` stands; of any other page the text as it stands there. `nil` for other fields.
    func takeJSON(_ match: Match, _ alternative: FieldAlternative) -> [(value: Value, node: NodeRef)]? {
        guard match.take == nil, alternative.takesJSON else { return nil }
        if let kind = JSONValue.kind(of: match.node, in: document) {
            return kind == "null" ? [] : [(.null, match.node)]
        }
        let text = WhiteSpace.trim(document.rawText(of: match.node))
        return text.isEmpty ? [] : [(.string(String(decoding: text, as: UTF8.self)), match.node)]
    }

    /// What such a field reads: the element that it has taken, or the JSON in the text.
    private func json(_ value: Value, _ node: NodeRef) throws(StepError) -> Value {
        guard case .string(let text) = value else { return try JSONValue.value(of: node, in: document) }
        return try JSONValue.read(text, context)
    }
}
