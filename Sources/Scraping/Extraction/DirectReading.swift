import DOM
import Records
import Selectors

// The short way from nodes to a field's value, which nearly all fields go: nothing stands between what is taken and
// what it is read as, and nobody wants to know each step.
extension Extraction {
    /// The type that what a field's selectors take is read as at once; `nil` where it goes the long way.
    func directType(of alternative: FieldAlternative) -> FieldType? {
        guard tracer == nil, alternative.steps.isEmpty, !alternative.takesJSON,
            case .scalar(let type) = alternative.type.kind
        else { return nil }
        return type
    }

    /// Reads what a selector takes at a node: of its first match, or of each for a list. What does not fit is told and
    /// left out.
    mutating func readDirectly(
        _ list: SelectorList,
        _ alternative: FieldAlternative,
        _ type: FieldType,
        at node: NodeRef,
        _ path: FieldPath
    ) -> Value? {
        let isExcluded = exclusion(alternative, at: node)
        let isList = alternative.type.isList
        let selected =
            isList ? matcher.select(list, from: node) : matcher.selectFirst(list, from: node)
        if selected.isEmpty { return nil }
        let outer = profiler?.enter(.take)
        defer { profiler?.leave(to: outer) }
        var values: [Value] = []
        if isList { values.reserveCapacity(selected.count) }
        var taking = DirectTaking(selected, document, alternative.defaultTake, isExcluded)
        for index in 0..<(isList ? selected.count : 1) {
            switch type.form {
            case .line: taking.take(index, onOneLine: true) { append(.string($0), to: &values) }
            case .text: taking.take(index, onOneLine: false) { append(.string($0), to: &values) }
            case .other:
                taking.take(index, onOneLine: false) { text in
                    read(text, as: type, alternative, at: selected.node(index), path, into: &values)
                }
            }
        }
        if isWithheld { return nil }
        if isList { return values.isEmpty ? nil : .list(values) }
        return values.first
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

/// Takes strings of what a selector has matched.
private struct DirectTaking {
    private let selected: Selected
    private let document: Document
    private let defaultTake: Take
    private let isExcluded: ((NodeRef) -> Bool)?
    /// The take of the elements that one of the selectors has matched, which is nearly always that of the next one too.
    private var number = -1
    private var kind = Kind.text

    private enum Kind {
        case text
        case ownText
        case attribute(AttributeTaking)
        case other(Take)
    }

    init(
        _ selected: Selected,
        _ document: Document,
        _ defaultTake: Take,
        _ isExcluded: ((NodeRef) -> Bool)?
    ) {
        self.selected = selected
        self.document = document
        self.defaultTake = defaultTake
        self.isExcluded = isExcluded
    }

    /// Calls `body` with each string that is not empty.
    ///
    /// - Parameter onOneLine: whether white space is collapsed.
    mutating func take(_ index: Int, onOneLine: Bool, _ body: (String) -> Void) {
        let number = selected.takeNumber(index)
        if number != self.number { learn(number) }
        let node = selected.node(index)
        switch kind {
        case .text:
            give(document.string(of: node, excluding: isExcluded, onOneLine: onOneLine), body)
        case .ownText:
            give(document.ownString(of: node, onOneLine: onOneLine), body)
        case .attribute(let taking):
            guard let value = taking.attribute(of: node)?.value else { return }
            give(onOneLine ? document.line(of: value) : String(decoding: value, as: UTF8.self), body)
        case .other(let take):
            for value in document.values(of: node, taking: take, excluding: isExcluded) {
                let text = String(decoding: value, as: UTF8.self)
                give(onOneLine ? WhiteSpace.collapse(text) : text, body)
            }
        }
    }

    private func give(_ text: String, _ body: (String) -> Void) {
        if !text.isEmpty { body(text) }
    }

    private mutating func learn(_ number: Int) {
        self.number = number
        switch selected.take(number) ?? defaultTake {
        case .text: kind = .text
        case .ownText: kind = .ownText
        case .attribute(let name): kind = .attribute(AttributeTaking(name, document))
        case .lines: kind = .other(.lines)
        case .html: kind = .other(.html)
        case .innerHTML: kind = .other(.innerHTML)
        case .name: kind = .other(.name)
        }
    }
}
