import DOM
import Records
import Selectors

// The short way from nodes to a field's value, which nearly all fields go: nothing stands between what is taken and
// what it is read as, and nobody wants to know each step.
extension Extraction {
    /// Reads what a selector takes at a node: of its first match, or of each for a list. What does not fit is told and
    /// left out.
    mutating func readDirectly(
        _ list: SelectorList,
        _ alternative: FieldAlternative,
        _ form: FieldType.Form,
        at node: NodeRef,
        _ path: FieldPath
    ) -> Value? {
        let isExcluded = exclusion(alternative, at: node)
        let isList = alternative.type.isList
        let selected = isList ? matcher.select(list, from: node) : matcher.selectFirst(list, from: node)
        if selected.isEmpty { return nil }
        let outer = profiler?.enter(.take)
        defer { profiler?.leave(to: outer) }
        if form != .other {
            return strings(selected, alternative, onOneLine: form == .line, excluding: isExcluded)
        }
        guard case .scalar(let type) = alternative.type.kind else { return nil }
        var values: [Value] = []
        for index in 0..<(isList ? selected.count : 1) {
            let taking = selected.taking(selected.takeNumber(index), otherwise: alternative.defaultTake)
            let node = selected.node(index)
            taking.take(of: node, excluding: isExcluded, onOneLine: false) { text in
                read(text, as: type, alternative, at: node, path, into: &values)
            }
        }
        if isWithheld { return nil }
        if isList { return values.isEmpty ? nil : .list(values) }
        return values.first
    }

    /// What is taken of elements, as it is.
    private func strings(
        _ selected: Selected,
        _ alternative: FieldAlternative,
        onOneLine: Bool,
        excluding isExcluded: ((NodeRef) -> Bool)?
    ) -> Value? {
        // The take of the elements that one of the selectors has matched is nearly always that of the next one too.
        var number = selected.takeNumber(0)
        var taking = selected.taking(number, otherwise: alternative.defaultTake)
        guard alternative.type.isList else {
            var first: String?
            taking.take(of: selected.node(0), excluding: isExcluded, onOneLine: onOneLine) { text in
                if first == nil { first = text }
            }
            return first.map(Value.string)
        }
        var values: [Value] = []
        values.reserveCapacity(selected.count)
        for index in 0..<selected.count {
            if selected.takeNumber(index) != number {
                number = selected.takeNumber(index)
                taking = selected.taking(number, otherwise: alternative.defaultTake)
            }
            taking.take(of: selected.node(index), excluding: isExcluded, onOneLine: onOneLine) { text in
                values.append(.string(text))
            }
        }
        return values.isEmpty ? nil : .list(values)
    }

    /// White space alone is no value, whatever it was made of.
    private func append(_ value: Value, to values: inout [Value]) {
        switch value {
        case .null: return
        case .string(let text): if text.isEmpty { return }
        case .boolean, .number, .list, .object: break
        }
        values.append(value)
    }

    private mutating func read(
        _ text: String,
        as type: FieldType,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath,
        into values: inout [Value]
    ) {
        let outer = profiler?.enter(.type)
        defer { profiler?.leave(to: outer) }
        do throws(StepError) {
            append(try type.read(.string(text), context), to: &values)
        } catch {
            report(error, alternative, at: node, path)
        }
        reportRemarks(alternative, at: node, path)
    }
}
