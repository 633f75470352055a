import Basics
@testable import DOM
@testable import Selectors

/// Matches exactly as specified, element by element and combinator by combinator, without any optimization: the engine
/// is compared with it. The states of form controls, directions and patterns are left out.
struct ReferenceMatcher {
    let document: Document
    let scope: NodeRef
    /// All elements in document order.
    let all: [NodeRef]

    /// The place of a simple selector, on which the result of `:first` and similar pseudo-classes depends.
    private indirect enum Site {
        case none
        case at(ComplexSelector, compound: Int, simple: Int, outer: Site)
    }

    func select(_ list: [ComplexSelector], includingScope: Bool) -> [Match] {
        all.compactMap { element in
            let selector = list.first { isCandidate(element, $0, includingScope) && matches($0, element) }
            return selector.map { Match(node: element, extractor: $0.extractor) }
        }
    }

    private func isCandidate(_ element: NodeRef, _ selector: ComplexSelector, _ includingScope: Bool) -> Bool
    {
        if selector.isLoneExtractor { return element == scopeElement }
        switch selector.leading {
        case .nextSibling, .subsequentSibling:
            guard !scope.isDocument, let parent = scope.parent else { return false }
            let later = children(parent).drop { $0 != scope }.dropFirst()
            return later.contains { $0 == element || element.isDescendant(of: $0) }
        case .child, .descendant, .descendantOrSelf, nil:
            return element.isDescendant(of: scope) || includingScope && element == scope
        }
    }

    func matches(_ selector: ComplexSelector, _ element: NodeRef) -> Bool {
        if selector.isLoneExtractor { return element == scopeElement }
        return matches(selector, selector.compounds.count - 1, element, from: scope, .none)
    }

    private func matches(_ list: [ComplexSelector], _ element: NodeRef, _ site: Site) -> Bool {
        list.contains { matches($0, $0.compounds.count - 1, element, from: scope, site) }
    }

    private func matches(
        _ selector: ComplexSelector,
        _ index: Int,
        _ element: NodeRef,
        from anchor: NodeRef,
        _ outer: Site
    ) -> Bool {
        guard element.isElement else { return false }
        let compound = selector.compounds[index]
        for (simple, part) in compound.simples.enumerated() {
            guard matches(part, element, .at(selector, compound: index, simple: simple, outer: outer)) else {
                return false
            }
        }
        return leftMatches(selector, index, element, from: anchor, outer)
    }

    private func leftMatches(
        _ selector: ComplexSelector,
        _ index: Int,
        _ element: NodeRef,
        from anchor: NodeRef,
        _ outer: Site
    ) -> Bool {
        guard index > 0 else {
            return selector.leading.map { related($0, element).contains(anchor) } ?? true
        }
        return related(selector.combinators[index - 1], element).contains {
            matches(selector, index - 1, $0, from: anchor, outer)
        }
    }

    // MARK: The tree

    private func related(_ combinator: Combinator, _ element: NodeRef) -> [NodeRef] {
        switch combinator {
        case .descendant: ancestors(element)
        case .descendantOrSelf: [element] + ancestors(element)
        case .child: element.parent.map { [$0] } ?? []
        case .nextSibling: earlierSiblings(element).suffix(1)
        case .subsequentSibling: earlierSiblings(element)
        }
    }

    private func ancestors(_ element: NodeRef) -> [NodeRef] {
        guard let parent = element.parent else { return [] }
        return [parent] + ancestors(parent)
    }

    private func children(_ parent: NodeRef) -> [NodeRef] {
        var result: [NodeRef] = []
        var node = parent.firstChild
        while let child = node {
            if child.isElement { result.append(child) }
            node = child.nextSibling
        }
        return result
    }

    private func siblings(_ element: NodeRef) -> [NodeRef] { element.parent.map(children) ?? [element] }

    private func earlierSiblings(_ element: NodeRef) -> [NodeRef] {
        siblings(element).prefix { $0 != element }
    }

    private var scopeElement: NodeRef? { scope.isDocument ? document.rootElement : scope }

    // MARK: Simple selectors

    private func matches(_ simple: SimpleSelector, _ element: NodeRef, _ site: Site) -> Bool {
        switch simple {
        case .type(let namespace, let name):
            let wanted = isHTML(element) ? name.asciiLowercased : name
            return wanted.utf8 == Array(element.name.utf8) && isIn(namespace, element)
        case .universal(let namespace): return isIn(namespace, element)
        case .id(let id): return value("id", element).map { isSame($0, id) } ?? false
        case .class(let name): return words(value("class", element) ?? []).contains { isSame($0, name) }
        case .attribute(let attribute): return matches(attribute, element)
        case .pseudoClass(let pseudoClass): return matches(pseudoClass, element, site)
        case .pseudoElement, .leaf: return false
        case .nesting: return element == scopeElement
        }
    }

    private func isHTML(_ element: NodeRef) -> Bool { document.kind == .html && !element.hasNamespace }

    private func isIn(_ namespace: NamespaceConstraint, _ element: NodeRef) -> Bool {
        switch namespace {
        case .unspecified, .any: true
        case .none: !element.hasNamespace && document.kind != .html
        case .prefix(let prefix): element.prefix.map { Array($0) == prefix.utf8 } ?? false
        }
    }

    private func isSame(_ actual: [UInt8], _ wanted: ByteText) -> Bool {
        document.isQuirky && document.kind == .html
            ? actual.map(\.asciiLowercased) == wanted.asciiLowercased.utf8 : actual == wanted.utf8
    }

    private func value(_ name: String, _ element: NodeRef) -> [UInt8]? {
        attributes(element).first { !$0.hasNamespace && $0.name.string == name }.map { Array($0.value) }
    }

    private func attributes(_ element: NodeRef) -> [AttributeRef] {
        var result: [AttributeRef] = []
        var attribute = element.firstAttribute
        while let current = attribute {
            result.append(current)
            attribute = current.next
        }
        return result
    }

    private func words(_ text: [UInt8]) -> [[UInt8]] {
        text.split(whereSeparator: \.isASCIIWhiteSpace).map(Array.init)
    }

    // MARK: Attributes

    private func matches(_ selector: AttributeSelector, _ element: NodeRef) -> Bool {
        let subjects = attributes(element).filter { attribute in
            switch selector.subject {
            case .any: true
            case .prefixed(let prefix):
                attribute.name.utf8.starts(with: (isHTML(element) ? prefix.asciiLowercased : prefix).utf8)
            case .named(let namespace, let name):
                Array(attribute.name.utf8) == (isHTML(element) ? name.asciiLowercased : name).utf8
                    && (!attribute.hasNamespace || namespace == .any)
            }
        }
        guard let condition = selector.condition else { return !subjects.isEmpty }
        let found = subjects.contains { matches(condition, $0, element) }
        return condition.operator == .notEquals ? !found : found
    }

    private func matches(
        _ condition: AttributeSelector.Condition,
        _ attribute: AttributeRef,
        _ element: NodeRef
    ) -> Bool {
        let foldsCase =
            switch condition.caseRule {
            case .insensitive: true
            case .sensitive: false
            case .byAttribute:
                condition.isBare
                    || isHTML(element) && AttributeSelector.caseInsensitive.contains(attribute.name.string)
            }
        let actual = foldsCase ? attribute.value.map(\.asciiLowercased) : Array(attribute.value)
        let wanted = (foldsCase ? condition.value.asciiLowercased : condition.value).utf8
        return switch condition.operator {
        case .equals, .notEquals: actual == wanted
        case .includes: words(actual).contains(wanted)
        case .dashMatch: actual == wanted || actual.starts(with: wanted + [UInt8(ascii: "-")])
        case .prefix: !wanted.isEmpty && actual.starts(with: wanted)
        case .suffix: !wanted.isEmpty && actual.reversed().starts(with: wanted.reversed())
        case .substring: !wanted.isEmpty && isPart(wanted, of: actual)
        }
    }

    private func isPart(_ part: [UInt8], of text: [UInt8]) -> Bool {
        part.isEmpty || text.indices.contains { text[$0...].starts(with: part) }
    }

    // MARK: Pseudo-classes

    private func matches(_ pseudoClass: PseudoClass, _ element: NodeRef, _ site: Site) -> Bool {
        switch pseudoClass {
        case .keyword(let keyword): matches(keyword, element)
        case .dynamic, .shadowHost, .script: false
        case .nth(let nth): matches(nth, element)
        case .is(let list), .where(let list): matches(list, element, site)
        case .not(let list): !matches(list, element, site)
        case .has(let list): list.contains { has($0, element) }
        case .lang(let ranges): ranges.contains { isIn($0, language(of: element)) }
        case .text(let condition): matches(condition, element)
        case .position(let position): isPicked(element, position, site)
        case .dir: false
        }
    }

    private func has(_ selector: ComplexSelector, _ element: NodeRef) -> Bool {
        all.contains {
            matches(selector, selector.compounds.count - 1, $0, from: element, .none)
        }
    }

    private func matches(_ keyword: PseudoClass.Keyword, _ element: NodeRef) -> Bool {
        let all = siblings(element)
        let ofType = all.filter { $0.name == element.name }
        switch keyword {
        case .root: return element == document.rootElement
        case .scope: return element == scopeElement
        case .empty: return isEmpty(element) { _ in false }
        case .blank: return isEmpty(element, \.isASCIIWhiteSpace)
        case .parent: return !isEmpty(element) { _ in false }
        case .firstChild: return all.first == element
        case .lastChild: return all.last == element
        case .onlyChild: return all.count == 1
        case .firstOfType: return ofType.first == element
        case .lastOfType: return ofType.last == element
        case .onlyOfType: return ofType.count == 1
        case .header: return ["h1", "h2", "h3", "h4", "h5", "h6"].contains(element.name.string)
        case .defined: return true
        default: return false
        }
    }

    private func isEmpty(_ element: NodeRef, _ ignored: (UInt8) -> Bool) -> Bool {
        var child = element.firstChild
        while let node = child {
            if node.isElement || node.isText && !node.content.allSatisfy(ignored) { return false }
            child = node.nextSibling
        }
        return true
    }

    private func matches(_ nth: Nth, _ element: NodeRef) -> Bool {
        var counted = siblings(element).filter { sibling in
            switch nth.kind {
            case .child, .lastChild: nth.of.map { matches($0, sibling, .none) } ?? true
            case .ofType, .lastOfType: sibling.name == element.name
            }
        }
        if nth.kind == .lastChild || nth.kind == .lastOfType { counted.reverse() }
        guard let index = counted.firstIndex(of: element) else { return false }
        let position = index + 1
        let (step, offset) = (Int(nth.formula.step), Int(nth.formula.offset))
        return step == 0
            ? position == offset : (position - offset) % step == 0 && (position - offset) / step >= 0
    }

    private func language(of element: NodeRef) -> [UInt8] {
        for node in [element] + ancestors(element) where node.isElement {
            if let value = value("lang", node) { return value.map(\.asciiLowercased) }
        }
        return []
    }

    private func isIn(_ range: LanguageRange, _ tag: [UInt8]) -> Bool {
        let wanted = range.text.asciiLowercased.utf8
        if wanted.isEmpty || tag.isEmpty { return wanted == tag }
        guard range.isQuoted else { return tag == wanted || tag.starts(with: wanted + [UInt8(ascii: "-")]) }
        func parts(_ text: [UInt8]) -> [[UInt8]] {
            text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(Array.init)
        }
        let star = [UInt8(ascii: "*")]
        var rest = parts(tag)[...]
        for (index, part) in parts(wanted).enumerated() {
            if index == 0 {
                guard part == star || rest.first == part else { return false }
                rest = rest.dropFirst()
            } else if part != star {
                guard let found = rest.firstIndex(of: part),
                    !rest[..<found].contains(where: { $0.count == 1 })
                else { return false }
                rest = rest[(found + 1)...]
            }
        }
        return true
    }

    private func matches(_ condition: TextCondition, _ element: NodeRef) -> Bool {
        func text(_ node: NodeRef, deep: Bool) -> [UInt8] {
            var result: [UInt8] = []
            var child = node.firstChild
            while let current = child {
                if current.isText { result += current.content }
                if current.isElement, deep { result += text(current, deep: true) }
                child = current.nextSibling
            }
            return result
        }
        return condition.arguments.contains { argument in
            switch condition.kind {
            case .contains, .containsWholeText: isPart(argument.utf8, of: text(element, deep: true))
            case .icontains:
                isPart(ByteText.lowercased(argument.utf8), of: ByteText.lowercased(text(element, deep: true)))
            case .containsWholeOwnText: isPart(argument.utf8, of: text(element, deep: false))
            default: false
            }
        }
    }

    // MARK: Positions

    private func isPicked(_ element: NodeRef, _ position: PseudoClass.Position, _ site: Site) -> Bool {
        let candidates = all.filter { $0.isDescendant(of: scope) }.filter { isBefore($0, site) }
        guard let index = candidates.firstIndex(of: element) else { return false }
        return switch position {
        case .first: index == 0
        case .last: index == candidates.count - 1
        case .even: index % 2 == 0
        case .odd: index % 2 == 1
        }
    }

    /// Whether an element matches the part of a selector before a place.
    private func isBefore(_ element: NodeRef, _ site: Site) -> Bool {
        guard case .at(let selector, let compound, let simple, let outer) = site else { return true }
        for (index, part) in selector.compounds[compound].simples.prefix(simple).enumerated() {
            guard matches(part, element, .at(selector, compound: compound, simple: index, outer: outer))
            else {
                return false
            }
        }
        if selector.compounds.count == 1, selector.leading == nil { return isBefore(element, outer) }
        return leftMatches(selector, compound, element, from: scope, outer)
    }
}
