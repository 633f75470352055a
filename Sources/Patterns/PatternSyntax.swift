/// A mistake in a regular expression, or a construct that this dialect lacks.
package struct PatternError: Error, Hashable, Sendable {
    /// The problem, and what to write instead.
    package let message: String
    /// Where the mistake is, in bytes of the pattern.
    package let range: Range<Int>

    package init(_ message: String, at range: Range<Int>) {
        self.message = message
        self.range = range
    }
}

/// A regular expression, parsed.
indirect enum PatternNode: Hashable, Sendable {
    case empty
    /// One character.
    case character(CharacterSet)
    case assertion(Assertion)
    case sequence([PatternNode])
    case choice([PatternNode])
    case repetition(Repetition)
    /// A group that captures, by its number from 1.
    case group(Int, PatternNode)
    case look(Look)

    /// A node that is repeated: `*`, `+`, `?` or `{2,3}`.
    struct Repetition: Hashable {
        let node: PatternNode
        let minimum: Int
        /// `nil` if there is no bound.
        let maximum: Int?
        /// Whether few repetitions are preferred: `*?`.
        let isLazy: Bool
    }

    /// A condition on the text after or before a place: `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`.
    struct Look: Hashable {
        let node: PatternNode
        let isBehind: Bool
        let isNegated: Bool
        /// The groups within.
        let groups: Range<Int>
    }
}

/// A condition on a place between characters that depends on the two characters next to it.
indirect enum Assertion: Hashable, Sendable {
    case start
    case end
    /// `$`, `\Z`: the end, or a line terminator before it.
    case endOrFinalTerminator
    case lineStart
    case lineEnd
    case wordBoundary
    /// The character after the place is not a line feed: the condition after a carriage return that matches by itself,
    /// if the pair matches as one.
    case noLineFeedAhead
    /// There is a character after, or before, the place, and it is in a set.
    case ahead(CharacterSet)
    case behind(CharacterSet)
    case not(Assertion)
}

extension PatternNode {
    /// Whether it can match without reading a character.
    var isNullable: Bool {
        switch self {
        case .empty, .assertion, .look: true
        case .character: false
        case .sequence(let nodes): nodes.allSatisfy(\.isNullable)
        case .choice(let nodes): nodes.contains(where: \.isNullable)
        case .repetition(let repetition): repetition.minimum == 0 || repetition.node.isNullable
        case .group(_, let node): node.isNullable
        }
    }

    /// The node that matches the reversed texts, without groups.
    var reversed: PatternNode {
        switch self {
        case .empty, .character, .assertion, .look: self
        case .sequence(let nodes): .sequence(nodes.reversed().map(\.reversed))
        case .choice(let nodes): .choice(nodes.map(\.reversed))
        case .repetition(let repetition):
            .repetition(
                Repetition(
                    node: repetition.node.reversed,
                    minimum: repetition.minimum,
                    maximum: repetition.maximum,
                    isLazy: repetition.isLazy
                )
            )
        case .group(_, let node): node.reversed
        }
    }

    /// One line terminator; the pair of carriage return and line feed is one: `\R`.
    static let lineBreak = PatternNode.pairAsOne(.lineTerminators)

    /// Any character; the pair of carriage return and line feed is one: `(?s).`.
    static let anyOrPair = PatternNode.pairAsOne(.any)

    /// A character of a set; both characters of a carriage return and line feed.
    private static func pairAsOne(_ set: CharacterSet) -> PatternNode {
        let carriageReturn = PatternNode.character(.scalar(0x0D))
        return .choice([
            .sequence([carriageReturn, .choice([.character(.scalar(0x0A)), .assertion(.noLineFeedAhead)])]),
            .character(.difference(set, .scalar(0x0D))),
        ])
    }
}
