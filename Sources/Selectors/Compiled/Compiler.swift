import Patterns

/// Compiles parsed selectors into the tables of a ``SelectorProgram``.
///
/// Tables only grow. Entries that belong together are collected first, so that they are consecutive. Recursion follows
/// the nesting of selectors, which the parser limits.
struct Compiler {
    var names = NameNumbers()
    var bytes: [UInt8] = []
    var tests: [Test] = []
    var attributes: [AttributeTest] = []
    var compounds: [CompiledCompound] = []
    var selectors: [CompiledSelector] = []
    var lists: [CompiledList] = []
    var nths: [NthTest] = []
    var hasSteps: [HasStep] = []
    var hasSelectors: [Int32] = []
    var hasLists: [Span32] = []
    var languages: [LanguageTest] = []
    var languageLists: [Span32] = []
    var texts: [TextTest] = []
    var textArguments: [Span32] = []
    var patterns: [Pattern] = []
    var positions: [PositionTest] = []
    var leaves: [LeafTest] = []
    var extractors: [Extractor?] = []
    var keys = KeyCompiler()
    var memberCount: Int32 = 0
    var memoCount: Int32 = 0
    var nthMemoCount: Int32 = 0
    var scopedMemos: [Int32] = []
    var isScoped = false
    var depthLimit: Int? = 0
    var looksAfterScope = false
    var hasLoneExtractors = false
    /// The number of compiled parts that depend on the scope.
    private(set) var scopeUseCount = 0
    private var textSpans: [ByteText: Span32] = [:]

    /// Compiles the lists of a set, in the caller's order.
    ///
    /// - Parameter isForFirst: for each list, whether only its first match is needed; if empty, all matches are.
    mutating func compile(_ members: [[ComplexSelector]], isForFirst: [Bool] = []) {
        memberCount = Int32(members.count)
        lists = members.map { _ in CompiledList(selectors: Span32(start: 0, count: 0), memo: -1) }
        for (index, member) in members.enumerated() {
            let compiled = member.map { topSelector($0) }
            lists[index].isForFirst = isForFirst.isEmpty ? false : isForFirst[index]
            lists[index].selectors = append(compiled, member.map(\.extractor), list: Int32(index))
        }
        isScoped = scopeUseCount > 0
        var keys = KeyCompiler()
        keys.compile(members, into: &self)
        self.keys = keys
    }

    private mutating func topSelector(_ selector: ComplexSelector) -> CompiledSelector {
        var compiled = self.selector(selector, within: nil)
        compiled.isLoneExtractor = selector.isLoneExtractor
        hasLoneExtractors = hasLoneExtractors || selector.isLoneExtractor
        compiled.isAfterScope = selector.leading == .nextSibling || selector.leading == .subsequentSibling
        looksAfterScope = looksAfterScope || compiled.isAfterScope
        if let limit = depthLimit, let depth = selector.greatestDepth {
            depthLimit = max(limit, depth)
        } else {
            depthLimit = nil
        }
        return compiled
    }

    private mutating func append(
        _ compiled: [CompiledSelector],
        _ extractors: [Extractor?],
        list: Int32
    ) -> Span32 {
        let start = Int32(selectors.count)
        for (rank, selector) in compiled.enumerated() {
            var selector = selector
            selector.list = list
            selector.rank = Int32(rank)
            selectors.append(selector)
        }
        self.extractors += extractors
        return Span32(start: start, count: Int32(compiled.count))
    }

    /// A list within a selector.
    ///
    /// - Parameter outer: the conditions before the list in its compound, for `:first` and similar pseudo-classes.
    mutating func list(_ selectors: [ComplexSelector], within outer: Prefix?) -> Int32 {
        let uses = scopeUseCount
        let compiled = selectors.map { self.selector($0, within: outer) }
        let span = append(compiled, compiled.map { _ in nil }, list: -1)
        // Compounds without combinators are matched as fast as a memo row is read.
        let memo = selectors.contains { $0.compounds.count > 1 } ? newMemo(since: uses) : -1
        lists.append(CompiledList(selectors: span, memo: memo))
        return Int32(lists.count - 1)
    }

    /// A memo row for what has been compiled since `scopeUseCount` was `uses`.
    mutating func newMemo(since uses: Int) -> Int32 {
        defer { memoCount += 1 }
        if scopeUseCount > uses { scopedMemos.append(memoCount) }
        return memoCount
    }

    mutating func noteScopeUse() { scopeUseCount += 1 }

    // MARK: Texts

    mutating func span(_ text: ByteText) -> Span32 {
        if let known = textSpans[text] { return known }
        let span = Span32(start: Int32(bytes.count), count: Int32(text.utf8.count))
        bytes += text.utf8
        textSpans[text] = span
        return span
    }
}

// MARK: - Complex selectors

extension Compiler {
    /// The compounds that have been compiled so far, from the left. The last one may be incomplete.
    struct Prefix {
        var leading: Combinator?
        var compounds: [[Test]] = []
        var combinators: [Combinator] = []
    }

    private mutating func selector(_ selector: ComplexSelector, within outer: Prefix?) -> CompiledSelector {
        var prefix = Prefix(leading: selector.leading, combinators: [])
        let outer = selector.compounds.count == 1 && selector.leading == nil ? outer : nil
        for (index, compound) in selector.compounds.enumerated() {
            if index > 0 { prefix.combinators.append(selector.combinators[index - 1]) }
            prefix.compounds.append([])
            for simple in compound.simples {
                let before = outer.map { $0.appending(prefix.compounds[index]) } ?? prefix
                prefix.compounds[index] += test(simple, before)
            }
        }
        return compiledSelector(prefix)
    }

    /// Appends the compounds of a prefix from right to left.
    mutating func compiledSelector(_ prefix: Prefix) -> CompiledSelector {
        let first = Int32(compounds.count)
        for index in prefix.compounds.indices.reversed() {
            let link: CompiledCompound.Link =
                index > 0
                ? .init(prefix.combinators[index - 1]) : prefix.leading.map { .init($0) } ?? .none
            compounds.append(CompiledCompound(tests: append(prefix.compounds[index]), link: link))
        }
        if prefix.leading != nil {
            noteScopeUse()
            compounds.append(CompiledCompound(tests: append([.anchor]), link: .none, isAnchor: true))
        }
        return CompiledSelector(compound: first, list: -1, rank: 0)
    }

    /// Appends a compound's tests, the cheapest first.
    mutating func append(_ tests: [Test]) -> Span32 {
        let start = Int32(self.tests.count)
        let costs = tests.map { cost(of: $0) }
        self.tests += tests.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }.map { tests[$0] }
        return Span32(start: start, count: Int32(tests.count))
    }

    /// The relative cost of a test, by which tests are ordered. `:is()` and `:not()` cost as much as their most
    /// expensive test.
    private func cost(of test: Test) -> Int {
        switch test {
        case .any(let list), .none(let list):
            let selectors = lists[Int(list)].selectors
            return (selectors.start..<selectors.end).reduce(test.cost) { cost, selector in
                let tests = compounds[Int(self.selectors[Int(selector)].compound)].tests
                return (tests.start..<tests.end).reduce(cost) { max($0, self.cost(of: self.tests[Int($1)])) }
            }
        case .has(let list):
            let steps = hasLists[Int(list)]
            let isNear = (steps.start..<steps.end).allSatisfy {
                hasSteps[Int(hasSelectors[Int($0)])].link.isNear
            }
            return isNear ? test.cost - 1 : test.cost
        case .never, .name, .nameByKind, .scope, .anchor, .noNamespace, .prefix, .id, .class, .attribute,
            .keyword,
            .direction, .nth, .lang, .position, .text, .leaf:
            return test.cost
        }
    }
}

extension Compiler.Prefix {
    func appending(_ tests: [Test]) -> Compiler.Prefix {
        var prefix = self
        if prefix.compounds.isEmpty { prefix.compounds.append([]) }
        prefix.compounds[prefix.compounds.count - 1] += tests
        return prefix
    }
}

extension ComplexSelector {
    /// The maximum depth of a match below the scope; `nil` if there is no bound.
    var greatestDepth: Int? {
        let hops = ([leading].compactMap { $0 } + combinators).map { combinator -> Int? in
            switch combinator {
            case .child: 1
            case .nextSibling, .subsequentSibling: 0
            case .descendant, .descendantOrSelf: nil
            }
        }
        // `:scope` is the root element, a level deeper, when the scope is the document.
        let start = isLoneExtractor ? 0 : leading != nil ? 0 : compounds[0].isScope ? 1 : nil
        return hops.reduce(start) { depth, hop in depth.flatMap { depth in hop.map { depth + $0 } } }
    }
}

extension CompoundSelector {
    /// Whether only the scope can match.
    fileprivate var isScope: Bool {
        simples.contains {
            switch $0 {
            case .nesting, .pseudoClass(.keyword(.scope)): true
            case .type, .universal, .id, .class, .attribute, .pseudoClass, .pseudoElement, .leaf: false
            }
        }
    }
}

extension Test {
    /// The relative cost of a kind of test.
    fileprivate var cost: Int {
        switch self {
        case .never: 0
        case .name, .nameByKind, .scope, .anchor: 1
        case .noNamespace, .prefix, .id: 2
        case .class, .attribute: 3
        case .keyword, .direction: 4
        case .nth, .lang, .position: 5
        case .any, .none: 6
        case .text, .leaf: 7
        case .has: 9
        }
    }
}

extension Compiler {
    /// Compiles the relative selectors of a `:has()`.
    mutating func has(_ list: [ComplexSelector]) -> Int32 {
        let firstSteps = list.map { hasSelector($0) }
        hasLists.append(Span32(start: Int32(hasSelectors.count), count: Int32(firstSteps.count)))
        hasSelectors += firstSteps
        return Int32(hasLists.count - 1)
    }

    /// The steps from the element that is matched to the right end, each with the tests of one compound.
    private mutating func hasSelector(_ selector: ComplexSelector) -> Int32 {
        let uses = scopeUseCount
        let combinators = [selector.leading ?? .descendant] + selector.combinators
        let spans = selector.compounds.map { compound in
            append(compound.simples.flatMap { test($0, Prefix()) })
        }
        let first = Int32(hasSteps.count)
        for (index, span) in spans.enumerated() {
            hasSteps.append(
                HasStep(
                    link: link(combinators[index], isToLeaf: selector.compounds[index].leaf != nil),
                    tests: span,
                    memo: newMemo(since: uses),
                    isLast: index == spans.count - 1
                )
            )
        }
        return first
    }

    /// The direction of a step. A leaf node is matched from its parent, so that `> ::comment` is a step to the element
    /// itself.
    private func link(_ combinator: Combinator, isToLeaf: Bool) -> HasStep.Link {
        switch combinator {
        case .descendant: isToLeaf ? .descendantOrSelf : .descendant
        case .child: isToLeaf ? .itself : .child
        case .descendantOrSelf: .descendantOrSelf
        case .nextSibling: .nextSibling
        case .subsequentSibling: .subsequentSibling
        }
    }

    mutating func leafTest(_ leaf: LeafNode) -> Int32 {
        let texts = leaf.conditions.filter { !$0.kind.isPattern }.flatMap(\.arguments)
        let patterns = leaf.conditions.filter(\.kind.isPattern).flatMap(\.arguments)
        let test = LeafTest(
            kind: leaf.kind,
            texts: append(texts: texts.map { $0.lowercased }),
            patterns: append(patterns: patterns)
        )
        leaves.append(test)
        return Int32(leaves.count - 1)
    }
}

/// Assigns numbers to names, the same number to equal names.
struct NameNumbers {
    private(set) var all: [[UInt8]] = []
    private var indexes: [[UInt8]: Int32] = [:]

    mutating func index(of name: ByteText) -> Int32 {
        if let index = indexes[name.utf8] { return index }
        let index = Int32(all.count)
        all.append(name.utf8)
        indexes[name.utf8] = index
        return index
    }
}
