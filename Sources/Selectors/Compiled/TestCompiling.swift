import Basics
import Patterns

extension Compiler {
    /// The tests of a simple selector.
    mutating func test(_ simple: SimpleSelector, _ prefix: Prefix) -> [Test] {
        switch simple {
        case .type(let namespace, let name): return self.namespace(namespace) + [nameTest(name)]
        case .universal(let namespace): return self.namespace(namespace)
        case .id(let id): return [.id(span(id))]
        case .class(let name): return [.class(span(name))]
        case .attribute(let selector):
            attributes.append(attributeTest(selector))
            return [.attribute(Int32(attributes.count - 1))]
        case .pseudoClass(let pseudoClass): return [test(pseudoClass, prefix)]
        case .pseudoElement: return [.never]
        case .leaf(let leaf): return [.leaf(leafTest(leaf))]
        case .nesting:
            noteScopeUse()
            return [.scope]
        }
    }

    private mutating func nameTest(_ name: ByteText) -> Test {
        let exact = names.index(of: name)
        let html = names.index(of: name.asciiLowercased)
        return exact == html ? .name(exact) : .nameByKind(html: html, exact: exact)
    }

    private mutating func namespace(_ constraint: NamespaceConstraint) -> [Test] {
        switch constraint {
        case .unspecified, .any: []
        case .none: [.noNamespace]
        case .prefix(let prefix): [.prefix(span(prefix))]
        }
    }

    private mutating func test(_ pseudoClass: PseudoClass, _ prefix: Prefix) -> Test {
        switch pseudoClass {
        case .keyword(.scope):
            noteScopeUse()
            return .scope
        case .keyword(let keyword): return .keyword(keyword)
        case .dynamic, .shadowHost, .script: return .never
        case .nth(let nth): return .nth(nthTest(nth))
        case .is(let list), .where(let list): return .any(self.list(list, within: prefix))
        case .not(let list): return .none(self.list(list, within: prefix))
        case .has(let list): return .has(has(list))
        case .lang(let ranges): return .lang(languageTest(ranges))
        case .dir(let direction):
            switch direction.string {
            case "ltr": return .direction(isRightToLeft: false)
            case "rtl": return .direction(isRightToLeft: true)
            default: return .never
            }
        case .text(let condition): return .text(textTest(condition))
        case .position(let position): return .position(positionTest(position, prefix))
        }
    }

    private mutating func nthTest(_ nth: Nth) -> Int32 {
        var test = NthTest(kind: nth.kind, formula: nth.formula, list: -1, memo: -1)
        if let of = nth.of {
            test.list = list(of, within: nil)
            test.memo = nthMemoCount
            nthMemoCount += 1
        }
        nths.append(test)
        return Int32(nths.count - 1)
    }

    private mutating func languageTest(_ ranges: [LanguageRange]) -> Int32 {
        let start = Int32(languages.count)
        languages += ranges.map {
            LanguageTest(range: span($0.text.asciiLowercased), isExtended: $0.isQuoted)
        }
        languageLists.append(Span32(start: start, count: Int32(ranges.count)))
        return Int32(languageLists.count - 1)
    }

    private mutating func positionTest(_ position: PseudoClass.Position, _ prefix: Prefix) -> Int32 {
        let uses = scopeUseCount
        // Only elements below the scope are counted, whatever the selector.
        noteScopeUse()
        let compiled = compiledSelector(prefix.appending([]))
        selectors.append(compiled)
        extractors.append(nil)
        let span = Span32(start: Int32(selectors.count - 1), count: 1)
        lists.append(CompiledList(selectors: span, memo: -1))
        positions.append(
            PositionTest(position: position, list: Int32(lists.count - 1), memo: newMemo(since: uses))
        )
        return Int32(positions.count - 1)
    }

    // MARK: Texts

    private mutating func textTest(_ condition: TextCondition) -> Int32 {
        let arguments =
            condition.kind.isPattern
            ? append(patterns: condition.arguments)
            : append(texts: condition.arguments.map { condition.kind.normalized($0) })
        texts.append(
            TextTest(
                kind: condition.kind,
                arguments: arguments,
                memo: newMemo(since: scopeUseCount)
            )
        )
        return Int32(texts.count - 1)
    }
}

extension Compiler {
    mutating func append(patterns sources: [ByteText]) -> Span32 {
        let start = Int32(patterns.count)
        patterns += sources.compactMap { try? Pattern($0.utf8) }
        return Span32(start: start, count: Int32(patterns.count) - start)
    }

    mutating func append(texts: [ByteText]) -> Span32 {
        let start = Int32(textArguments.count)
        textArguments += texts.map { span($0) }
        return Span32(start: start, count: Int32(texts.count))
    }
}

// MARK: - Attributes

extension Compiler {
    private mutating func attributeTest(_ selector: AttributeSelector) -> AttributeTest {
        var test = AttributeTest(
            subject: .any,
            namespace: .any,
            comparison: .presence,
            caseRule: .sensitive,
            value: Span32(start: 0, count: 0),
            lowercased: Span32(start: 0, count: 0)
        )
        switch selector.subject {
        case .any: break
        case .prefixed(let prefix):
            test.subject = .prefixed(html: span(prefix.asciiLowercased), exact: span(prefix))
        case .named(let namespace, let name):
            test.subject = .named(html: names.index(of: name.asciiLowercased), exact: names.index(of: name))
            test.namespace = attributeNamespace(namespace)
        }
        guard let condition = selector.condition else { return test }
        test.comparison = comparison(condition)
        test.caseRule = caseRule(condition, of: selector.subject)
        test.value = span(condition.value)
        test.lowercased = span(condition.value.asciiLowercased)
        return test
    }

    private mutating func attributeNamespace(_ constraint: NamespaceConstraint) -> AttributeTest.Namespace {
        switch constraint {
        case .unspecified, .none: .none
        case .any: .any
        case .prefix(let prefix): .prefix(span(prefix))
        }
    }

    private func comparison(_ condition: AttributeSelector.Condition) -> AttributeTest.Comparison {
        let value = condition.value.utf8
        switch condition.operator {
        case .equals: return .equals
        case .notEquals: return .notEquals
        case .dashMatch: return .dashMatch
        case .includes:
            return value.isEmpty || value.contains(where: \.isASCIIWhiteSpace) ? .never : .includes
        case .prefix: return value.isEmpty ? .never : .prefix
        case .suffix: return value.isEmpty ? .never : .suffix
        case .substring: return value.isEmpty ? .never : .substring
        }
    }

    private func caseRule(
        _ condition: AttributeSelector.Condition,
        of subject: AttributeSelector.Subject
    ) -> AttributeTest.CaseRule {
        switch condition.caseRule {
        case .insensitive: return .insensitive
        case .sensitive: return .sensitive
        case .byAttribute:
            if condition.isBare { return .insensitive }
            guard case .named(let namespace, let name) = subject else { return .sensitive }
            switch namespace {
            case .unspecified, .any, .none:
                let isListed = AttributeSelector.caseInsensitive.contains(name.asciiLowercased.string)
                return isListed ? .insensitiveInHTML : .sensitive
            case .prefix: return .sensitive
            }
        }
    }
}
