/// A regular expression over UTF-8, matched in time linear in the text's length whatever the pattern.
///
/// The matcher simulates the pattern's automaton and follows all alternatives together (Thompson's algorithm); it never
/// backtracks. The syntax is what Java, Go, JavaScript and Python have in common: classes, groups, alternatives,
/// repetitions, anchors, `(?i)`, `\b`, `\d`, `\p{L}`. Back-references and look-around are errors.
package struct Pattern: Sendable {
    /// A state of the automaton. States follow each other unless they say otherwise.
    enum State: Sendable {
        case character(CharacterTest)
        case assertion(PatternNode.Assertion)
        case jump(Int)
        /// Continues at both states and prefers the first.
        case split(Int, Int)
        case match
    }

    let states: [State]

    /// The largest number of states.
    private static let sizeLimit = 20_000

    /// Compiles a pattern.
    ///
    /// - Throws: ``PatternError``, the first mistake in the pattern, or that it needs too many states.
    /// - Complexity: linear in the pattern's length and in its counted repetitions.
    package init(_ utf8: [UInt8]) throws(PatternError) {
        var parser = PatternParser(utf8)
        let node = try parser.parse()
        var states: [State] = []
        guard Pattern.append(node, to: &states) else {
            throw PatternError(expected: "a pattern with fewer repetitions", range: 0..<utf8.count)
        }
        self.states = states + [.match]
    }

    /// Compiles a pattern that is part of the program and known to be valid. An invalid one matches nothing.
    package init(constant text: String) {
        if let pattern = try? Pattern(Array(text.utf8)) { self = pattern } else { self.init(states: []) }
    }

    private init(states: [State]) {
        self.states = states
    }
}

/// A mistake in a regular expression.
package struct PatternError: Error, Hashable {
    /// What the parser expected in place of what is written.
    package let expected: String
    /// Where the mistake is, in bytes of the pattern.
    package let range: Range<Int>
}

// MARK: - Compiling

extension Pattern {
    /// Appends the states of a node; false where there are too many.
    private static func append(_ node: PatternNode, to states: inout [State]) -> Bool {
        guard states.count <= sizeLimit else { return false }
        switch node {
        case .empty: return true
        case .character(let test):
            states.append(.character(test))
            return true
        case .assertion(let assertion):
            states.append(.assertion(assertion))
            return true
        case .sequence(let nodes): return nodes.allSatisfy { append($0, to: &states) }
        case .choice(let nodes): return appendChoice(nodes, to: &states)
        case .repetition(let repetition): return append(repetition, to: &states)
        }
    }

    private static func appendChoice(_ nodes: [PatternNode], to states: inout [State]) -> Bool {
        var jumps: [Int] = []
        for (index, node) in nodes.enumerated() {
            let split = states.count
            let isLast = index == nodes.count - 1
            if !isLast { states.append(.split(split + 1, 0)) }
            guard append(node, to: &states) else { return false }
            guard !isLast else { break }
            jumps.append(states.count)
            states.append(.jump(0))
            states[split] = .split(split + 1, states.count)
        }
        for jump in jumps { states[jump] = .jump(states.count) }
        return true
    }

    private static func append(_ repetition: PatternNode.Repetition, to states: inout [State]) -> Bool {
        for _ in 0..<repetition.minimum {
            let count = states.count
            guard append(repetition.node, to: &states) else { return false }
            // The empty node has no states, however often it is repeated.
            if states.count == count { return true }
        }
        func split(entering: Int, leaving: Int) -> State {
            repetition.isLazy ? .split(leaving, entering) : .split(entering, leaving)
        }
        guard let maximum = repetition.maximum else {
            let start = states.count
            states.append(.jump(0))
            guard append(repetition.node, to: &states) else { return false }
            states.append(.jump(start))
            states[start] = split(entering: start + 1, leaving: states.count)
            return true
        }
        var splits: [Int] = []
        for _ in repetition.minimum..<maximum {
            splits.append(states.count)
            states.append(.jump(0))
            guard append(repetition.node, to: &states) else { return false }
        }
        for index in splits { states[index] = split(entering: index + 1, leaving: states.count) }
        return true
    }
}
