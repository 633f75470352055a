@testable import DOM
@testable import Selectors

/// Matches as the specification reads, without any thought of speed: what the engine is compared with.
struct ReferenceMatcher {
    let document: Document
    let scope: NodeRef

    func matches(_ selector: ComplexSelector, _ element: NodeRef) -> Bool {
        matches(selector, element, anchor: scope)
    }

    private func matches(_ selector: ComplexSelector, _ element: NodeRef, anchor: NodeRef) -> Bool {
        matches(selector, selector.compounds.count - 1, element, anchor: anchor)
    }

    private func matches(
        _ selector: ComplexSelector,
        _ index: Int,
        _ element: NodeRef,
        anchor: NodeRef
    ) -> Bool {
        guard element.isElement else { return false }
        let compound = selector.compounds[index]
        if selector.isLoneTake { return element == scopeElement }
        guard compound.simples.allSatisfy({ matches($0, element, compound) }) else { return false }
        if index == 0 {
            guard let leading = selector.leading else { return true }
            return related(leading, element).contains(anchor)
        }
        return related(selector.combinators[index - 1], element).contains {
            matches(selector, index - 1, $0, anchor: anchor)
        }
    }

    private func related(_ combinator: Combinator, _ element: NodeRef) -> [NodeRef] {
        switch combinator {
        case .descendant: ancestors(element)
        case .descendantOrSelf: [element] + ancestors(element)
        case .child: element.parent.map { [$0] } ?? []
        case .nextSibling: element.previousElementSibling.map { [$0] } ?? []
        case .subsequentSibling: siblings(element).prefix { $0 != element }.map { $0 }
        }
    }

    private func ancestors(_ element: NodeRef) -> [NodeRef] {
        var result: [NodeRef] = []
        var node = element.parent
        while let ancestor = node {
            result.append(ancestor)
            node = ancestor.parent
        }
        return result
    }

    private func siblings(_ element: NodeRef) -> [NodeRef] {
        var result: [NodeRef] = []
        var node = element.parent?.firstElementChild
        while let sibling = node {
            result.append(sibling)
            node = sibling.nextElementSibling
        }
        return result
    }

    private var scopeElement: NodeRef? { scope.isDocument ? document.rootElement : scope }

    private func matches(_ simple: SimpleSelector, _ element: NodeRef, _ compound: CompoundSelector) -> Bool {
        switch simple {
        case .type(let namespace, let name):
            let actual = element.name.string
            return (document.kind == .html && element.namespaceURI == nil ? name.asciiLowercased : name)
                .utf8 == Array(actual.utf8)
                && matches(namespace, uri: element.namespaceURI, prefix: element.prefix, ofElement: true)
        case .universal(let namespace):
            return matches(namespace, uri: element.namespaceURI, prefix: element.prefix, ofElement: true)
        case .id(let id):
            return equal(attribute("id", element), id)
        case .class(let name):
            return attribute("class", element)?.utf8.split(whereSeparator: \.isCSSWhitespace).contains {
                equal(String(decoding: $0, as: UTF8.self), name)
            } == true
        case .attribute(let attribute):
            return matches(attribute, element)
        case .pseudoClass(let pseudoClass): return matches(pseudoClass, element, compound)
        case .pseudoElement: return false
        case .nesting: return element == scopeElement
        }
    }

    private func equal(_ actual: String?, _ wanted: ByteText) -> Bool {
        guard let actual else { return false }
        return document.isQuirky && document.kind == .html
            ? Array(actual.asciiLowercased.utf8) == wanted.asciiLowercased.utf8
            : Array(actual.utf8) == wanted.utf8
    }

    private func attribute(_ name: String, _ element: NodeRef) -> String? {
        document.existingName(name.utf8).flatMap(element.attribute)?.string
    }

    private func matches(
        _ namespace: NamespaceConstraint,
        uri: UnsafeBufferPointer<UInt8>?,
        prefix: UnsafeBufferPointer<UInt8>?,
        ofElement: Bool
    ) -> Bool {
        switch namespace {
        case .unspecified: ofElement || uri == nil
        case .any: true
        case .none: uri == nil && !(ofElement && document.kind == .html)
        case .prefix(let wanted): prefix.map { Array($0) == wanted.utf8 } ?? false
        }
    }

    private func matches(_ selector: AttributeSelector, _ element: NodeRef) -> Bool {
        var attribute = element.firstAttribute
        let isHTML = document.kind == .html && element.namespaceURI == nil
        while let current = attribute {
            attribute = current.next
            let name = current.name.string
            let applies =
                switch selector.subject {
                case .any: true
                case .prefixed(let prefix):
                    name.utf8.starts(with: (isHTML ? prefix.asciiLowercased : prefix).utf8)
                case .named(let namespace, let wanted):
                    Array(name.utf8) == (isHTML ? wanted.asciiLowercased : wanted).utf8
                        && matches(
                            namespace,
                            uri: current.namespaceURI,
                            prefix: current.prefix,
                            ofElement: false
                        )
                }
            guard applies else { continue }
            guard let condition = selector.condition else { return true }
            if matches(condition, current.string, name, isHTML) { return condition.operator != .notEquals }
        }
        return selector.condition?.operator == .notEquals
    }

    private func matches(
        _ condition: AttributeSelector.Condition,
        _ actual: String,
        _ name: String,
        _ isHTML: Bool
    ) -> Bool {
        let ignoresCase =
            switch condition.caseRule {
            case .insensitive: true
            case .sensitive: false
            case .byAttribute: condition.isBare || isHTML && AttributeSelector.caseInsensitive.contains(name)
            }
        let actual = Array((ignoresCase ? actual.asciiLowercased : actual).utf8)
        let value = (ignoresCase ? condition.value.asciiLowercased : condition.value).utf8
        switch condition.operator {
        case .equals, .notEquals: return actual == value
        case .includes:
            return !value.isEmpty
                && actual.split(whereSeparator: \.isCSSWhitespace).contains { Array($0) == value }
        case .dashMatch: return actual == value || actual.starts(with: value + [0x2D])
        case .prefix: return !value.isEmpty && actual.starts(with: value)
        case .suffix: return !value.isEmpty && actual.reversed().starts(with: value.reversed())
        case .substring: return !value.isEmpty && contains(actual, value)
        }
    }

    private func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        part.isEmpty || text.indices.contains { text[$0...].starts(with: part) }
    }

    private func matches(_ pseudoClass: PseudoClass, _ element: NodeRef, _ compound: CompoundSelector) -> Bool
    {
        switch pseudoClass {
        case .keyword(let keyword): return matches(keyword, element)
        case .dynamic, .shadowHost, .script: return false
        case .nth(let nth): return matches(nth, element)
        case .is(let list), .where(let list):
            return list.contains { matches($0, element, anchor: scope) }
        case .not(let list): return !list.contains { matches($0, element, anchor: scope) }
        case .has(let list): return list.contains { has($0, element) }
        case .text(let condition): return matches(condition, element)
        case .lang, .dir, .position: return false
        }
    }

    private func has(_ selector: ComplexSelector, _ element: NodeRef) -> Bool {
        let root: NodeRef =
            switch selector.leading {
            case .nextSibling, .subsequentSibling: element.parent ?? element
            case .child, .descendant, .descendantOrSelf, nil: element
            }
        var node = root.next(within: root)
        while let candidate = node {
            if matches(selector, candidate, anchor: element) { return true }
            node = candidate.next(within: root)
        }
        return false
    }

    private func matches(_ keyword: PseudoClass.Keyword, _ element: NodeRef) -> Bool {
        func nth(_ kind: Nth.Kind) -> Bool {
            matches(Nth(kind: kind, formula: .init(step: 0, offset: 1)), element)
        }
        switch keyword {
        case .root: return element == document.rootElement
        case .scope: return element == scopeElement
        case .empty:
            var child = element.firstChild
            while let node = child {
                if node.isElement || node.isText && !node.content.isEmpty { return false }
                child = node.nextSibling
            }
            return true
        case .firstChild: return nth(.child)
        case .lastChild: return nth(.lastChild)
        case .onlyChild: return nth(.child) && nth(.lastChild)
        case .firstOfType: return nth(.ofType)
        case .lastOfType: return nth(.lastOfType)
        case .onlyOfType: return nth(.ofType) && nth(.lastOfType)
        default: return false
        }
    }

    private func matches(_ nth: Nth, _ element: NodeRef) -> Bool {
        if let of = nth.of, !of.contains(where: { matches($0, element, anchor: scope) }) {
            return false
        }
        guard element.parent != nil else { return nth.formula.contains(1) }
        var siblings = siblings(element).filter { sibling in
            switch nth.kind {
            case .child, .lastChild:
                nth.of?.contains { matches($0, sibling, anchor: scope) } ?? true
            case .ofType, .lastOfType: sibling.name == element.name
            }
        }
        if nth.kind == .lastChild || nth.kind == .lastOfType { siblings.reverse() }
        guard let index = siblings.firstIndex(of: element) else { return false }
        return nth.formula.contains(Int32(index + 1))
    }

    private func matches(_ condition: TextCondition, _ element: NodeRef) -> Bool {
        var text: [UInt8] = []
        var node = element.next(within: element)
        while let candidate = node {
            if candidate.isText { text += candidate.content }
            node = candidate.next(within: element)
        }
        return condition.kind == .contains
            && condition.arguments.contains { contains(text, $0.utf8) }
    }
}
