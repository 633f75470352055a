/// Turns parsed selectors into the tables of a ``Program``.
///
/// Everything is appended; what belongs together is gathered first, so that it ends up side by side. Recursion
/// follows the nesting of selectors, which the parser bounds.
struct Compiler {
    var names = NameTable()
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
    var takes: [Take?] = []
    var keys = KeyCompiler()
    var memberCount: Int32 = 0
    var memoCount: Int32 = 0
    var nthCacheCount: Int32 = 0
    var scopedMemos: [Int32] = []
    var isScoped = false
    var depthLimit: Int? = 0
    var looksBehindScope = false
    var hasLoneTakes = false
    /// How often something has been compiled whose answer depends on the scope.
    private var scopeUses = 0
    private var textSpans: [ByteText: Span32] = [:]

    /// Compiles the lists of a set, in the caller's order.
    ///
    /// - Parameter first: the lists of which only the first match is wanted.
    mutating func compile(_ members: [[ComplexSelector]], forFirst first: Set<Int> = []) {
        memberCount = Int32(members.count)
        lists = members.map { _ in CompiledList(selectors: Span32(start: 0, count: 0), memo: -1) }
        for (index, member) in members.enumerated() {
            let compiled = member.map { topSelector($0) }
            lists[index].isForFirst = first.contains(index)
            lists[index].selectors = append(compiled, takes: member.map(\.take), list: Int32(index))
        }
        isScoped = scopeUses > 0
        var keys = KeyCompiler()
        keys.compile(members, into: &self)
        self.keys = keys
    }

    private mutating func topSelector(_ selector: ComplexSelector) -> CompiledSelector {
        var compiled = self.selector(selector, within: nil)
        compiled.isLoneTake = selector.isLoneTake
        hasLoneTakes = hasLoneTakes || selector.isLoneTake
        compiled.isBehindScope = selector.leading == .nextSibling || selector.leading == .subsequentSibling
        looksBehindScope = looksBehindScope || compiled.isBehindScope
        if let limit = depthLimit, let depth = selector.greatestDepth {
            depthLimit = max(limit, depth)
        } else {
            depthLimit = nil
        }
        return compiled
    }

    private mutating func append(
        _ compiled: [CompiledSelector],
        takes: [Take?],
        list: Int32
    ) -> Span32 {
        let start = Int32(selectors.count)
        for (rank, selector) in compiled.enumerated() {
            var selector = selector
            selector.list = list
            selector.rank = Int32(rank)
            selectors.append(selector)
        }
        self.takes += takes
        return Span32(start: start, count: Int32(compiled.count))
    }

    /// A list within a selector.
    ///
    /// - Parameter outer: what the element has been found to be so far, for `:first` and its like.
    mutating func list(_ selectors: [ComplexSelector], within outer: Prefix?) -> Int32 {
        let uses = scopeUses
        let compiled = selectors.map { self.selector($0, within: outer) }
        let span = append(compiled, takes: compiled.map { _ in nil }, list: -1)
        // Compounds without relatives answer as fast as a memory would.
        let memo = selectors.contains { $0.compounds.count > 1 } ? newMemo(since: uses) : -1
        lists.append(CompiledList(selectors: span, memo: memo))
        return Int32(lists.count - 1)
    }

    /// A memory for each element's answer to what has been compiled since the scope had been used `uses` times.
    mutating func newMemo(since uses: Int) -> Int32 {
        defer { memoCount += 1 }
        if scopeUses > uses { scopedMemos.append(memoCount) }
        return memoCount
    }

    var scopeUseCount: Int { scopeUses }

    mutating func noteScopeUse() { scopeUses += 1 }

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
    /// The compounds that have been compiled from the left so far, the last one perhaps not to its end.
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

    /// Lays the compounds of a prefix out from right to left.
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

    /// Appends a compound's tests, those that cost least first.
    mutating func append(_ tests: [Test]) -> Span32 {
        let start = Int32(self.tests.count)
        self.tests += tests.enumerated().sorted { ($0.1.cost, $0.0) < ($1.1.cost, $1.0) }.map(\.element)
        return Span32(start: start, count: Int32(tests.count))
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
    /// How far below the scope an element can be that matches; `nil` where there is no bound.
    var greatestDepth: Int? {
        let hops = ([leading].compactMap { $0 } + combinators).map { combinator -> Int? in
            switch combinator {
            case .child: 1
            case .nextSibling, .subsequentSibling: 0
            case .descendant, .descendantOrSelf: nil
            }
        }
        // `:scope` is the root element, a level deeper, when the scope is the document.
        let start = isLoneTake ? 0 : leading != nil ? 0 : compounds[0].isScope ? 1 : nil
        return hops.reduce(start) { depth, hop in depth.flatMap { depth in hop.map { depth + $0 } } }
    }
}

extension CompoundSelector {
    /// Whether nothing but the scope can match.
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
    /// About how long it takes, for putting what is cheap first.
    var cost: Int {
        switch self {
        case .never: 0
        case .name, .nameByKind, .scope, .anchor: 1
        case .noNamespace, .prefix, .id: 2
        case .class, .attribute: 3
        case .keyword, .direction: 4
        case .nth, .lang, .position: 5
        case .any, .none: 6
        case .text, .leaf: 7
        case .has: 8
        }
    }
}
