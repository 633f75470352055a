/// Indexes the selectors of a set by the features that their rightmost compounds need, so that a walk over a page tries
/// at each element only those that its id, classes, name and attributes allow.
struct KeyCompiler {
    private(set) var keys: [Key] = []
    private(set) var candidates: [Candidate] = []
    private(set) var universal = Span32(start: 0, count: 0)
    private(set) var usesAncestorFilter = false
    /// The features of the keys.
    private var features: [Feature] = []
    /// The indexes of features, if they are too many to be searched one by one.
    private var indexes: [Feature: Int] = [:]
    private var lists: [[Candidate]] = []
    private var followers: [[Candidate]] = []

    /// A property of an element that a walk recognises.
    enum Feature: Hashable {
        case id(ByteText)
        case `class`(ByteText)
        case tag(Int32)
        case attribute(Int32)
    }

    /// The features, at least one of which is present where a selector matches, and whether the feature is the same as
    /// a test of its rightmost compound.
    private struct Entry {
        var features: [Feature]
        var isWholeTest: Bool
    }

    mutating func compile(_ members: [[ComplexSelector]], into compiler: inout Compiler) {
        let walksClasses = worthWalkingClasses(members.joined())
        var everywhere: [Candidate] = []
        for (member, list) in members.enumerated() {
            let first = compiler.lists[member].selectors.start
            for (rank, selector) in list.enumerated() where !selector.isLoneExtractor {
                let index = first + Int32(rank)
                guard let last = selector.compounds.last,
                    let entry = entry(last, walksClasses, &compiler)
                else {
                    let candidate = Candidate(selector: index, skippedTests: 0)
                    if let entry = entryBefore(selector, walksClasses, &compiler) {
                        for feature in entry.features { followers[key(feature, &compiler)].append(candidate) }
                    } else {
                        everywhere.append(candidate)
                    }
                    continue
                }
                let isFirst = entry.isWholeTest && bringForward(entry.features[0], of: index, &compiler)
                let candidate = Candidate(selector: index, skippedTests: isFirst ? 1 : 0)
                for feature in entry.features { lists[key(feature, &compiler)].append(candidate) }
            }
        }
        setAncestorBits(members, walksClasses, &compiler)
        for index in keys.indices {
            keys[index].candidates = append(lists[index])
            keys[index].followers = append(followers[index])
        }
        universal = append(everywhere)
    }

    private mutating func append(_ list: [Candidate]) -> Span32 {
        candidates += list
        return Span32(start: Int32(candidates.count - list.count), count: Int32(list.count))
    }

    private mutating func key(_ feature: Feature, _ compiler: inout Compiler) -> Int {
        if let index = index(of: feature) { return index }
        switch feature {
        case .id(let id): keys.append(Key(kind: .id, text: compiler.span(id)))
        case .class(let name): keys.append(Key(kind: .class, text: compiler.span(name)))
        case .tag(let name): keys.append(Key(kind: .tag, name: name))
        case .attribute(let name): keys.append(Key(kind: .attribute, name: name))
        }
        lists.append([])
        followers.append([])
        features.append(feature)
        if features.count == KeyCompiler.listLimit {
            for (index, feature) in features.enumerated() { indexes[feature] = index }
        } else if features.count > KeyCompiler.listLimit {
            indexes[feature] = features.count - 1
        }
        return keys.count - 1
    }

    /// The number of features from which they are looked up in a dictionary. The first use of a dictionary with a new
    /// key type takes as long as compiling some selectors, since the runtime searches all conformances of the program.
    private static let listLimit = 16

    private func index(of feature: Feature) -> Int? {
        features.count < KeyCompiler.listLimit ? features.firstIndex(of: feature) : indexes[feature]
    }
}

// MARK: - Choice of keys

extension KeyCompiler {
    /// Whether it pays off to read the classes and ids of every element: some selector has no other feature, or several
    /// would each read them.
    private func worthWalkingClasses(_ selectors: some Sequence<ComplexSelector>) -> Bool {
        var count = 0
        for selector in selectors {
            guard let compound = selector.compounds.last else { continue }
            let features = compound.ownFeatures
            guard features.hasClassOrID else { continue }
            if !features.hasType { return true }
            count += 1
        }
        return count > 2
    }

    private func entry(
        _ compound: CompoundSelector,
        _ walksClasses: Bool,
        _ compiler: inout Compiler
    ) -> Entry? {
        var best: (rank: Int, entry: Entry)?
        for simple in compound.simples {
            guard let (rank, entry) = entry(simple, walksClasses, &compiler) else { continue }
            if rank < best?.rank ?? .max { best = (rank, entry) }
        }
        return best?.entry
    }

    /// The features of the previous sibling of a selector's match, if the selector names that sibling.
    private func entryBefore(
        _ selector: ComplexSelector,
        _ walksClasses: Bool,
        _ compiler: inout Compiler
    ) -> Entry? {
        guard selector.combinators.last == .nextSibling, let before = selector.compounds.dropLast().last
        else {
            return nil
        }
        return entry(before, walksClasses, &compiler)
    }

    /// The features that a simple selector needs, with a rank: lower is more selective.
    private func entry(
        _ simple: SimpleSelector,
        _ walksClasses: Bool,
        _ compiler: inout Compiler
    ) -> (Int, Entry)? {
        switch simple {
        case .id(let id): return (walksClasses ? 0 : 5, Entry(features: [.id(id)], isWholeTest: true))
        case .class(let name):
            return (walksClasses ? 1 : 6, Entry(features: [.class(name)], isWholeTest: true))
        case .type(let namespace, let name):
            let exact = compiler.names.index(of: name)
            let html = compiler.names.index(of: name.asciiLowercased)
            if exact != html { return (3, Entry(features: [.tag(html), .tag(exact)], isWholeTest: false)) }
            return (
                2, Entry(features: [.tag(exact)], isWholeTest: namespace == .unspecified || namespace == .any)
            )
        case .attribute(let attribute):
            guard case .named(_, let name) = attribute.subject, attribute.condition?.operator != .notEquals
            else {
                return nil
            }
            // A walk that finds elements by their ids and classes reads no other values.
            if let feature = attribute.textFeature {
                let rank = if case .id = feature { walksClasses ? 0 : 5 } else { walksClasses ? 1 : 6 }
                return (rank, Entry(features: [feature], isWholeTest: false))
            }
            let exact = compiler.names.index(of: name)
            let html = compiler.names.index(of: name.asciiLowercased)
            let features: [Feature] =
                exact == html ? [.attribute(exact)] : [.attribute(html), .attribute(exact)]
            // Most elements have a class.
            return (name.string == "class" ? 8 : 7, Entry(features: features, isWholeTest: false))
        case .pseudoClass(.is(let list)), .pseudoClass(.where(let list)):
            return alternatives(list, walksClasses, &compiler).map { (9, $0) }
        case .universal, .pseudoClass, .pseudoElement, .leaf, .nesting: return nil
        }
    }

    /// The features of all alternatives of an `:is()`, if each has one.
    private func alternatives(
        _ list: [ComplexSelector],
        _ walksClasses: Bool,
        _ compiler: inout Compiler
    ) -> Entry? {
        var features: Set<Feature> = []
        for selector in list {
            guard let last = selector.compounds.last, let entry = entry(last, walksClasses, &compiler) else {
                return nil
            }
            features.formUnion(entry.features)
        }
        return Entry(features: Array(features), isWholeTest: false)
    }

    /// Moves the test of a feature to the front of a selector's rightmost compound; false if there is no such test.
    private func bringForward(_ feature: Feature, of selector: Int32, _ compiler: inout Compiler) -> Bool {
        let span = compiler.compounds[Int(compiler.selectors[Int(selector)].compound)].tests
        for offset in 0..<Int(span.count) {
            let index = Int(span.start) + offset
            let isSame =
                switch (compiler.tests[index], feature) {
                case (.name(let name), .tag(let wanted)): name == wanted
                case (.id(let text), .id(let wanted)): text == compiler.span(wanted)
                case (.class(let text), .class(let wanted)): text == compiler.span(wanted)
                default: false
                }
            guard isSame else { continue }
            let test = compiler.tests.remove(at: index)
            compiler.tests.insert(test, at: Int(span.start))
            return true
        }
        return false
    }
}

// MARK: - Ancestors

extension KeyCompiler {
    /// Assigns a bit to each feature that ancestors must have, up to 64. Alternatives (`:is(h1, h2) a`) share a bit.
    private mutating func setAncestorBits(
        _ members: [[ComplexSelector]],
        _ walksClasses: Bool,
        _ compiler: inout Compiler
    ) {
        var bits: [Set<Feature>: UInt64] = [:]
        for (member, list) in members.enumerated() {
            for (rank, selector) in list.enumerated() {
                let index = Int(compiler.lists[member].selectors.start) + rank
                for (offset, combinator) in selector.combinators.enumerated() {
                    guard combinator == .child || combinator == .descendant else { continue }
                    for group in ancestorFeatures(selector.compounds[offset], walksClasses, &compiler) {
                        guard let bit = bit(of: group, in: &bits, &compiler) else { continue }
                        compiler.selectors[index].requiredAncestors |= bit
                    }
                }
            }
        }
        usesAncestorFilter = !bits.isEmpty
    }

    private mutating func bit(
        of group: Set<Feature>,
        in bits: inout [Set<Feature>: UInt64],
        _ compiler: inout Compiler
    ) -> UInt64? {
        if let known = bits[group] { return known }
        guard bits.count < 64 else { return nil }
        let bit: UInt64 = 1 << UInt64(bits.count)
        bits[group] = bit
        for feature in group { keys[key(feature, &compiler)].ancestorBits |= bit }
        return bit
    }

    /// The features that an element must have to match a compound: one of each set.
    private func ancestorFeatures(
        _ compound: CompoundSelector,
        _ walksClasses: Bool,
        _ compiler: inout Compiler
    ) -> [Set<Feature>] {
        var groups: [Set<Feature>] = []
        for simple in compound.simples {
            switch simple {
            case .id(let id): if walksClasses { groups.append([.id(id)]) }
            case .class(let name): if walksClasses { groups.append([.class(name)]) }
            case .type(_, let name):
                let exact = compiler.names.index(of: name)
                groups.append([.tag(exact), .tag(compiler.names.index(of: name.asciiLowercased))])
            case .pseudoClass(.is(let list)), .pseudoClass(.where(let list)):
                if let entry = alternatives(list, walksClasses, &compiler), canBeWalked(entry, walksClasses) {
                    groups.append(Set(entry.features))
                }
            case .universal, .attribute, .pseudoClass, .pseudoElement, .leaf, .nesting: break
            }
        }
        return groups
    }

    /// Whether a walk recognises all features of an entry.
    private func canBeWalked(_ entry: Entry, _ walksClasses: Bool) -> Bool {
        entry.features.allSatisfy { feature in
            switch feature {
            case .tag: true
            case .id, .class: walksClasses
            case .attribute: false
            }
        }
    }
}

extension AttributeSelector {
    /// The class or the id that an element needs for the condition: `[class~="a"]`, `[id="a"]`.
    ///
    /// In quirks mode, which ignores the case of classes and ids, not every element that has it satisfies the condition.
    fileprivate var textFeature: KeyCompiler.Feature? {
        guard case .named(let namespace, let name) = subject, let condition, !condition.isBare,
            namespace == .unspecified || namespace == .none, condition.caseRule != .insensitive,
            !condition.value.utf8.isEmpty
        else { return nil }
        switch (name.string, condition.operator) {
        case ("class", .includes): return .class(condition.value)
        case ("id", .equals): return .id(condition.value)
        default: return nil
        }
    }
}

extension CompoundSelector {
    /// The kinds of features that the compound has directly.
    fileprivate var ownFeatures: (hasType: Bool, hasClassOrID: Bool) {
        var result = (hasType: false, hasClassOrID: false)
        for simple in simples {
            switch simple {
            case .type: result.hasType = true
            case .id, .class: result.hasClassOrID = true
            case .attribute(let attribute) where attribute.textFeature != nil: result.hasClassOrID = true
            case .universal, .attribute, .pseudoClass, .pseudoElement, .leaf, .nesting: break
            }
        }
        return result
    }
}
