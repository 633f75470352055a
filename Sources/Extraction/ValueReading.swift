import Basics
import DOM
import Language
import Platform
import Records
import Selectors
import Sources
import Values

// From nodes to a field's value: extraction, steps, type. A value that does not fit is reported and left out.
extension Extraction {
    /// Reads the values that a selector extracts below a node: from its first match, or from each match for a list.
    ///
    /// - Parameter others: further nodes that it extracts from.
    mutating func read(
        _ list: SelectorList,
        _ alternative: FieldAlternative,
        at node: NodeRef,
        _ path: FieldPath,
        and others: ArraySlice<NodeRef> = []
    ) -> Value? {
        if !others.isEmpty { return read(list, alternative, at: [node] + others, path) }
        let isExcluded = alternative.excludesText ? exclusion(alternative, at: node) : nil
        let takesAll = alternative.takesAllMatches
        let selected = takesAll ? matcher.select(list, from: node) : matcher.selectFirst(list, from: node)
        let count = takesAll ? selected.count : min(1, selected.count)
        observer.observe(.attempt(list, at: node, matches: count))
        if count == 0 { return nil }
        observer.enter(.take)
        defer { observer.leave() }
        let form = alternative.directForm ?? .other
        if form != .other {
            return strings(
                selected,
                alternative,
                onOneLine: form == .line,
                excluding: isExcluded,
                at: node,
                path
            )
        }
        if !takesAll, isExcluded == nil, !alternative.takesJSON {
            let number = selected.selectorIndex(0)
            let extractor = selected.extractor(ofSelector: number, default: alternative.defaultExtractor)
            if extractor.isText { return readText(of: selected.node(0), extractor, alternative, path) }
        }
        var values = FieldValues(isList: alternative.type.isList)
        let found = read(selected, count, alternative, excluding: isExcluded, path, into: &values)
        if alternative.reportsGaps {
            reportGaps(
                found.gaps,
                of: found.examined,
                isMissing: values.count == 0,
                alternative,
                at: node,
                path
            )
        }
        return result(&values, alternative, path)
    }

    /// Reads the values that a selector extracts below several nodes.
    private mutating func read(
        _ list: SelectorList,
        _ alternative: FieldAlternative,
        at nodes: [NodeRef],
        _ path: FieldPath
    ) -> Value? {
        let found = nodes.map { matcher.select(list, from: $0) }
        let all = found.reduce(0) { $0 + $1.count }
        observer.observe(.attempt(list, at: nodes[0], matches: all))
        if all == 0 { return nil }
        observer.enter(.take)
        defer { observer.leave() }
        var values = FieldValues(isList: alternative.type.isList)
        var gaps = 0
        var examined = 0
        for (node, selected) in zip(nodes, found) {
            if !alternative.takesAllMatches, values.value != nil { break }
            let isExcluded = alternative.excludesText ? exclusion(alternative, at: node) : nil
            let count = alternative.takesAllMatches ? selected.count : min(1, selected.count)
            let read = read(selected, count, alternative, excluding: isExcluded, path, into: &values)
            gaps += read.gaps
            examined += read.examined
        }
        if alternative.reportsGaps {
            reportGaps(gaps, of: examined, isMissing: values.count == 0, alternative, at: nodes[0], path)
        }
        return result(&values, alternative, path)
    }

    /// Reads the values of the first few matches, and returns how many of these matches have none.
    private mutating func read(
        _ selected: Selected,
        _ count: Int,
        _ alternative: FieldAlternative,
        excluding isExcluded: ((NodeRef) -> Bool)?,
        _ path: FieldPath,
        into values: inout FieldValues
    ) -> (gaps: Int, examined: Int) {
        // Made once: making it for each match would take quadratic time.
        let matches = alternative.takesJSON ? selected.matches : []
        var gaps = 0
        var examined = 0
        for index in 0..<count {
            if isProbablyLate { break }
            // Further matches do not affect the result of the first step.
            if let limit = alternative.valueLimit, values.gathered.count >= limit { break }
            examined += 1
            let node = selected.node(index)
            let number = selected.selectorIndex(index)
            let before = values.count
            if alternative.takesJSON, let json = elementOfJSON(matches[index], alternative) {
                if let json { read(json, alternative, at: node, path, into: &values) } else { gaps += 1 }
                if values.count == before { values.appendGap(alternative) }
                continue
            }
            var isEmpty = true
            let extractor = selected.extractor(ofSelector: number, default: alternative.defaultExtractor)
            if alternative.gatheringStep == nil, !isSourceOfNumber { digits.removeAll() }
            if extractor.isOfDescendants { findDigits(in: node, excluding: isExcluded, alternative) }
            extractor.extract(from: node, excluding: isExcluded, onOneLine: false) { text in
                if !isEmpty, isProbablyLate { return }
                isEmpty = false
                memory.add(text)
                read(.string(text), alternative, at: node, path, into: &values)
            }
            if isEmpty { gaps += 1 }
            if values.count == before { values.appendGap(alternative) }
        }
        return (gaps, examined)
    }

    /// Reads the text of a node for a field that is not a list.
    private mutating func readText(
        of node: NodeRef,
        _ extractor: StringExtractor,
        _ alternative: FieldAlternative,
        _ path: FieldPath
    ) -> Value? {
        let text = text(of: node, extractor)
        if text.isEmpty { return nil }
        memory.add(text)
        findDigits(in: node, alternative)
        var hasFailed = false
        guard let value = stepped(.string(text), alternative, at: node, path, &hasFailed) else { return nil }
        guard case .scalar(let type) = alternative.type.kind else { return nil }
        let typed = typed(value, as: type, alternative, at: node, path)
        return isWithheld ? nil : typed
    }

    /// Finds the digits of different elements that follow each other in the text of nodes, for the steps and the type that
    /// read a number.
    func findDigits(
        in nodes: [NodeRef],
        excluding isExcluded: ((NodeRef) -> Bool)? = nil,
        _ alternative: FieldAlternative
    ) {
        guard alternative.readsNumber || isSourceOfNumber else { return }
        digits.add(DigitWalk.joints(in: nodes, of: document, excluding: isExcluded))
    }

    /// Does the same for the text of a node. Nearly every number is in a single text node: then no list is made.
    private func findDigits(
        in node: NodeRef,
        excluding isExcluded: ((NodeRef) -> Bool)? = nil,
        _ alternative: FieldAlternative
    ) {
        guard alternative.readsNumber || isSourceOfNumber, node.firstElementChild != nil else { return }
        findDigits(in: [node], excluding: isExcluded, alternative)
    }

    /// The text of a node. The last one is kept, as several fields often read parts of the same text.
    private mutating func text(of node: NodeRef, _ extractor: StringExtractor) -> String {
        if let last = lastText, last.node == node { return last.text }
        var text = ""
        extractor.extract(from: node, excluding: nil, onOneLine: false) { text = $0 }
        lastText = (node, text)
        return text
    }

    /// Reads a value without a selector.
    mutating func read(
        _ value: Value,
        at node: NodeRef,
        _ alternative: FieldAlternative,
        _ path: FieldPath
    ) -> Value? {
        var values = FieldValues(isList: alternative.type.isList)
        read(value, alternative, at: node, path, into: &values)
        return result(&values, alternative, path)
    }

    /// A predicate for the elements whose text is excluded from a field; `nil` if none is. It is not called for a field that
    /// excludes nothing, as a call copies the extraction.
    func exclusion(_ alternative: FieldAlternative, at node: NodeRef) -> ((NodeRef) -> Bool)? {
        let isHidden: ((NodeRef) -> Bool)? =
            alternative.hiddenText == .skip ? { [document] in document.isMarkedHidden($0) } : nil
        guard let without = alternative.without else { return isHidden }
        let excluded = ElementSet(matcher.select(without, below: node).nodes)
        if excluded.isEmpty { return isHidden }
        guard let isHidden else { return { excluded.contains($0) } }
        return { excluded.contains($0) || isHidden($0) }
    }

    /// The extracted strings of a field whose type does not change them.
    private mutating func strings(
        _ selected: Selected,
        _ alternative: FieldAlternative,
        onOneLine: Bool,
        excluding isExcluded: ((NodeRef) -> Bool)?,
        at record: NodeRef,
        _ path: FieldPath
    ) -> Value? {
        // The next match nearly always has the same extractor.
        var number = selected.selectorIndex(0)
        var extractor = selected.extractor(ofSelector: number, default: alternative.defaultExtractor)
        guard alternative.type.isList else {
            var first: String?
            let node = selected.node(0)
            if isSourceOfNumber, extractor.isOfDescendants {
                findDigits(in: node, excluding: isExcluded, alternative)
            }
            extractor.extract(from: node, excluding: isExcluded, onOneLine: onOneLine) { text in
                observe(text, at: node)
                memory.add(text)
                if first == nil { first = text }
            }
            return first.map(Value.string)
        }
        var values: [Value] = []
        values.reserveCapacity(selected.count)
        var gaps = 0
        for index in 0..<selected.count {
            if isProbablyLate { break }
            if selected.selectorIndex(index) != number {
                number = selected.selectorIndex(index)
                extractor = selected.extractor(ofSelector: number, default: alternative.defaultExtractor)
            }
            let node = selected.node(index)
            let before = values.count
            if isSourceOfNumber, extractor.isOfDescendants {
                findDigits(in: node, excluding: isExcluded, alternative)
            }
            extractor.extract(from: node, excluding: isExcluded, onOneLine: onOneLine) { text in
                if values.count > before, isProbablyLate { return }
                observe(text, at: node)
                memory.add(text)
                values.append(.string(text))
            }
            guard values.count == before else { continue }
            gaps += 1
            if alternative.gaps == .null { values.append(.null) }
        }
        reportGaps(gaps, of: selected.count, isMissing: values.isEmpty, alternative, at: record, path)
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
    private mutating func read(
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
    private mutating func stepped(
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
    private mutating func result(
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
    private mutating func typed(
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

extension Value {
    /// An estimate of the number of bytes that it takes in memory.
    var size: Int {
        switch self {
        case .string(let text): text.utf8.count &+ ValueMemory.sizeOfValue
        case .null, .boolean, .number: ValueMemory.sizeOfValue
        case .list(let elements): elements.reduce(ValueMemory.sizeOfValue) { $0 &+ $1.size }
        case .object(let members):
            members.reduce(ValueMemory.sizeOfValue) { $0 &+ $1.name.utf8.count &+ $1.value.size }
        }
    }
}

// MARK: - JSON

extension Extraction {
    /// The value that a field of the type `json` reads from a match without an extractor: on a JSON page the element
    /// itself, which `null` represents; on any other page the text. The inner `nil` means that there is no value; the
    /// outer, that the selector has an extractor. A field without a type reads only numbers and booleans this way, and
    /// everything else as text.
    private func elementOfJSON(_ match: Match, _ alternative: FieldAlternative) -> Value?? {
        guard match.extractor == nil || alternative.isOfWholePlace && !alternative.looksFromRecord else {
            return nil
        }
        let node = match.node
        let kind = JSONValue.kind(of: node, in: document)
        if alternative.keepsNumbers, kind != "number", kind != "boolean" { return nil }
        if let kind { return .some(kind == "null" ? nil : .null) }
        let text = WhiteSpace.trim(document.rawText(of: node))
        return .some(text.isEmpty ? nil : .string(String(decoding: text, as: UTF8.self)))
    }

    /// The value of such a field: the element, or the JSON in the text. Without a type, the text.
    private func json(_ value: Value, _ node: NodeRef, _ type: ScalarType) throws(StepError) -> Value {
        if type === ScalarType.scalarOfJSON, case .string = value { return value }
        guard case .string(let text) = value else { return try JSONValue.value(of: node, in: document) }
        return try JSONValue.read(text, context)
    }
}

extension FieldAlternative {
    /// Whether text of elements may be excluded.
    var excludesText: Bool { hiddenText == .skip || without != nil }
}
