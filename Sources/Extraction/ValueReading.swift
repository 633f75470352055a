import Basics
import DOM
import Language
import Platform
import Records
import Selectors
import Sources
import Values

// From nodes to what a field extracts. A value that does not fit is reported and left out.
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
            if extractor.isText {
                checkIsOneText(selected, 0, alternative, path)
                return readText(of: selected.node(0), extractor, alternative, path)
            }
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
            if extractor.isText { checkIsOneText(selected, index, alternative, path) }
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

    /// Reports an object or array of JSON whose texts are joined for a field that expects one: the data has got another form.
    /// An extractor in the rules (`::text`) says that all texts are wanted.
    @inline(__always)
    private mutating func checkIsOneText(
        _ selected: Selected,
        _ index: Int,
        _ alternative: FieldAlternative,
        _ path: FieldPath
    ) {
        let node = selected.node(index)
        guard node.firstElementChild != nil, document.isData(node) else { return }
        if !selected.hasExtractor(index) { reportSeveralTexts(in: node, alternative, path) }
    }

    @inline(never)
    private mutating func reportSeveralTexts(
        in node: NodeRef,
        _ alternative: FieldAlternative,
        _ path: FieldPath
    ) {
        guard let kind = JSONValue.kind(of: node, in: document), kind == "object" || kind == "array" else {
            return
        }
        var texts = 0
        var next = node.firstChild
        while let part = next, texts < 2 {
            // Text of markup, which a preparation may have made of a string, is not a member.
            if part.isText, !WhiteSpace.trimmed(part.content).isEmpty,
                part.parent.map(document.isData) ?? false
            {
                texts += 1
            }
            next = part.next(within: node)
        }
        if texts < 2 { return }
        let what = kind == "object" ? "an object" : "an array"
        warn(
            "it selects \(what), whose texts are read as one",
            help: "select one of its parts, or write \"::text\" after the selector if all of them are wanted",
            alternative,
            at: node,
            path
        )
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
            if extractor.isText { checkIsOneText(selected, 0, alternative, path) }
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
            if extractor.isText { checkIsOneText(selected, index, alternative, path) }
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

    /// Reports a text that is the field's value unchanged.
    @inline(__always)
    private func observe(_ text: String, at node: NodeRef) {
        observer.observe(.beganReading(node, .string(text), isGathered: false))
        observer.observe(.endedReading(hasValue: true))
        observer.observe(.typed(.string(text)))
    }
}

extension FieldAlternative {
    /// Whether text of elements may be excluded.
    var excludesText: Bool { hiddenText == .skip || without != nil }
}
