/// A regular expression that says whether it is found in a text, in time linear in the text's length whatever the
/// pattern: it follows all its possibilities at once and never goes back.
struct Pattern: Sendable {
    /// A step of the pattern; steps follow each other unless they say otherwise.
    enum Step: Sendable {
        case character(CharacterTest)
        case assertion(PatternNode.Assertion)
        case jump(Int)
        /// Goes on at both places.
        case split(Int, Int)
        case found
    }

    let steps: [Step]

    private static let greatestLength = 20_000

    /// Parses a pattern.
    init(_ utf8: [UInt8]) throws(PatternError) {
        var parser = PatternParser(utf8)
        let node = try parser.parse()
        var steps: [Step] = []
        guard Pattern.append(node, to: &steps) else {
            throw PatternError(expected: "a pattern with fewer repetitions", range: 0..<utf8.count)
        }
        self.steps = steps + [.found]
    }

    /// A pattern of our own, which is right; a wrong one would never be found.
    init(known text: String) {
        if let pattern = try? Pattern(Array(text.utf8)) { self = pattern } else { self.init(steps: []) }
    }

    private init(steps: [Step]) {
        self.steps = steps
    }

    /// Appends the steps of a node; false where they get too many.
    private static func append(_ node: PatternNode, to steps: inout [Step]) -> Bool {
        guard steps.count <= greatestLength else { return false }
        switch node {
        case .empty: return true
        case .character(let test):
            steps.append(.character(test))
            return true
        case .assertion(let assertion):
            steps.append(.assertion(assertion))
            return true
        case .sequence(let nodes): return nodes.allSatisfy { append($0, to: &steps) }
        case .choice(let nodes): return appendChoice(nodes, to: &steps)
        case .repetition(let node, let minimum, let maximum):
            return appendRepetition(node, minimum, maximum, to: &steps)
        }
    }

    private static func appendChoice(_ nodes: [PatternNode], to steps: inout [Step]) -> Bool {
        var jumps: [Int] = []
        for (index, node) in nodes.enumerated() {
            let split = steps.count
            let isLast = index == nodes.count - 1
            if !isLast { steps.append(.split(split + 1, 0)) }
            guard append(node, to: &steps) else { return false }
            guard !isLast else { break }
            jumps.append(steps.count)
            steps.append(.jump(0))
            steps[split] = .split(split + 1, steps.count)
        }
        for jump in jumps { steps[jump] = .jump(steps.count) }
        return true
    }

    private static func appendRepetition(
        _ node: PatternNode,
        _ minimum: Int,
        _ maximum: Int?,
        to steps: inout [Step]
    ) -> Bool {
        for _ in 0..<minimum {
            let count = steps.count
            guard append(node, to: &steps) else { return false }
            // Nothing, however often, is nothing.
            if steps.count == count { return true }
        }
        guard let maximum else {
            let split = steps.count
            steps.append(.split(split + 1, 0))
            guard append(node, to: &steps) else { return false }
            steps.append(.jump(split))
            steps[split] = .split(split + 1, steps.count)
            return true
        }
        var splits: [Int] = []
        for _ in minimum..<maximum {
            splits.append(steps.count)
            steps.append(.split(steps.count + 1, 0))
            guard append(node, to: &steps) else { return false }
        }
        for split in splits { steps[split] = .split(split + 1, steps.count) }
        return true
    }
}
