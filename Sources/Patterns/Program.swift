/// The automaton of a pattern: states that read a character or lead to other states without one.
struct Program: Sendable {
    enum State: Hashable, Sendable {
        /// Reads a character of a set, by the set's number.
        case set(Int32, Int32)
        /// Continues at both states and prefers the first.
        case split(Int32, Int32)
        /// Records the place in a slot.
        case save(Int32, Int32)
        case test(ContextTest, Int32)
        /// Continues if the table of a look-around has the place.
        case look(Int32, Int32)
        case match
        case fail
    }

    var states: [State] = []
    /// Where a match begins.
    var start: Int32 = 0
    /// Where a search begins: text before a match is read by the least preferred state.
    var searchStart: Int32 = 0

    /// The maximum number of states.
    static let sizeLimit = 20_000
}

/// The properties of the two characters next to a place, as a set of bits.
struct Context: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    /// There is no character: the text ends, or begins, here.
    static let edge = Context(rawValue: 1)
    static let word = Context(rawValue: 2)
    /// Belongs to the previous character: there is no word boundary between the two.
    static let ignorable = Context(rawValue: 4)
    static let lineFeed = Context(rawValue: 8)
    static let carriageReturn = Context(rawValue: 16)
    static let lineTerminator = Context(rawValue: 32)
    /// The text ends after this line terminator.
    static let final = Context(rawValue: 64)

    /// The character is in a set that a condition tests.
    static func member(_ index: Int) -> Context { Context(rawValue: 1 << UInt32(8 + index)) }

    /// The maximum number of sets that conditions may test.
    static let setLimit = 24
    static let lines: Context = [.lineFeed, .carriageReturn, .lineTerminator]
}

/// A condition on the two characters next to a place.
struct ContextTest: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case start, end, endOrFinalTerminator, lineStart, lineEnd, wordBoundary, noLineFeedAhead, ahead,
            behind
    }

    let kind: Kind
    var set: Context = []
    var isNegated = false

    /// Whether the condition is satisfied between the characters `left` and `right`.
    @inline(__always)
    func holds(_ left: Context, _ right: Context) -> Bool {
        let holds =
            switch kind {
            case .start: left.contains(.edge)
            case .end: right.contains(.edge)
            case .endOrFinalTerminator: !right.isDisjoint(with: [.edge, .final])
            case .lineStart:
                left.contains(.edge)
                    || left.contains(.lineTerminator) && !right.contains(.edge)
                        && !(left.contains(.carriageReturn) && right.contains(.lineFeed))
            case .lineEnd:
                right.contains(.edge)
                    || right.contains(.lineTerminator)
                        && !(left.contains(.carriageReturn) && right.contains(.lineFeed))
            case .wordBoundary:
                !right.contains(.ignorable) && left.contains(.word) != right.contains(.word)
            case .noLineFeedAhead: !right.contains(.lineFeed)
            case .ahead: !right.isDisjoint(with: set)
            case .behind: !left.isDisjoint(with: set)
            }
        return holds != isNegated
    }

    /// The properties of the character before the place that the condition needs.
    var left: Context {
        switch kind {
        case .start: .edge
        case .lineStart: [.edge, .lineTerminator, .carriageReturn]
        case .lineEnd: .carriageReturn
        case .wordBoundary: .word
        case .behind: set
        case .end, .endOrFinalTerminator, .noLineFeedAhead, .ahead: []
        }
    }

    /// The properties of the character after the place that the condition needs.
    var right: Context {
        switch kind {
        case .end: .edge
        case .endOrFinalTerminator: [.edge, .final]
        case .lineStart: [.edge, .lineFeed]
        case .lineEnd: [.edge, .lineTerminator, .lineFeed]
        case .wordBoundary: [.word, .ignorable]
        case .noLineFeedAhead: .lineFeed
        case .ahead: set
        case .start, .behind: []
        }
    }
}
