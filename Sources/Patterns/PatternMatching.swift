extension Pattern {
    /// Whether the pattern matches anywhere in a text.
    ///
    /// Bytes that are not valid UTF-8 are read as U+FFFD, one at a time.
    package func isMatch(in text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { isMatch(in: $0) }
    }

    /// Whether the pattern matches anywhere in a text.
    ///
    /// Complexity: the text's length times the pattern's.
    package func isMatch(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var current = StateSet(count: states.count)
        var next = StateSet(count: states.count)
        var cursor = Cursor(text)
        while true {
            // The pattern may begin here.
            if follow(0, at: cursor, into: &current) { return true }
            guard let scalar = cursor.next else { return false }
            cursor.advance()
            for state in current.members {
                guard case .character(let test) = states[state], test.contains(scalar) else { continue }
                if follow(state + 1, at: cursor, into: &next) { return true }
            }
            swap(&current, &next)
            next.removeAll()
        }
    }

    /// The range of the first match in bytes; `nil` where there is none.
    ///
    /// Of the matches that begin first it is the one that a backtracking engine prefers: earlier alternatives, and as
    /// many repetitions as possible, or as few for lazy ones.
    ///
    /// Complexity: the text's length times the pattern's.
    package func firstMatch(in text: [UInt8]) -> Range<Int>? {
        text.withUnsafeBufferPointer { firstMatch(in: $0) }
    }

    /// The range of the first match in bytes; `nil` where there is none.
    package func firstMatch(in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var current = StateSet(count: states.count)
        var next = StateSet(count: states.count)
        // Where the match begins that each state is part of.
        var starts = [Int](repeating: 0, count: states.count)
        var nextStarts = starts
        var cursor = Cursor(text)
        var match: Range<Int>?
        /// Adds what is reached from a state; true where that is a match, which outranks all states added later.
        func add(_ state: Int, _ start: Int, to set: inout StateSet, _ starts: inout [Int]) -> Bool {
            let known = set.members.count
            let isMatch = follow(state, at: cursor, into: &set)
            for member in set.members[known...] { starts[member] = start }
            if isMatch { match = start..<cursor.offset }
            return isMatch
        }
        while true {
            if match == nil { _ = add(0, cursor.offset, to: &current, &starts) }
            guard let scalar = cursor.next, !current.members.isEmpty || match == nil else { return match }
            cursor.advance()
            for state in current.members {
                guard case .character(let test) = states[state], test.contains(scalar) else { continue }
                if add(state + 1, starts[state], to: &next, &nextStarts) { break }
            }
            swap(&current, &next)
            swap(&starts, &nextStarts)
            next.removeAll()
        }
    }

    /// Adds the states that can be reached from one without reading a character, the preferred ones first. Stops and
    /// returns true at a match.
    private func follow(_ first: Int, at cursor: Cursor, into set: inout StateSet) -> Bool {
        var open = [first]
        while let state = open.popLast() {
            guard state < states.count, set.insert(state) else { continue }
            switch states[state] {
            case .match: return true
            case .character: break
            case .jump(let target): open.append(target)
            case .split(let preferred, let other):
                open.append(other)
                open.append(preferred)
            case .assertion(let assertion):
                if cursor.satisfies(assertion) { open.append(state + 1) }
            }
        }
        return false
    }
}

/// A set of states that is emptied in constant time.
private struct StateSet {
    private var rounds: [UInt32]
    private var round: UInt32 = 1
    private(set) var members: [Int] = []

    init(count: Int) {
        rounds = [UInt32](repeating: 0, count: count)
    }

    mutating func insert(_ state: Int) -> Bool {
        guard rounds[state] != round else { return false }
        rounds[state] = round
        members.append(state)
        return true
    }

    mutating func removeAll() {
        members.removeAll(keepingCapacity: true)
        round &+= 1
        if round == 0 {
            rounds = [UInt32](repeating: 0, count: rounds.count)
            round = 1
        }
    }
}

/// A place in a text, between two characters.
private struct Cursor {
    private let text: UnsafeBufferPointer<UInt8>
    private(set) var offset = 0
    private var previous: Unicode.Scalar?
    /// The character after this place; `nil` at the end.
    private(set) var next: Unicode.Scalar?
    /// Where that character ends.
    private var end = 0

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        if !text.isEmpty { next = UTF8Reader.scalar(in: text, at: &end) }
    }

    /// Moves past the next character.
    mutating func advance() {
        offset = end
        previous = next
        next = end < text.count ? UTF8Reader.scalar(in: text, at: &end) : nil
    }

    func satisfies(_ assertion: PatternNode.Assertion) -> Bool {
        switch assertion {
        case .start: previous == nil
        case .end: next == nil
        case .lineStart: previous == nil || previous == "\n"
        case .lineEnd: next == nil || next == "\n"
        case .wordBoundary: isWordBoundary
        case .noWordBoundary: !isWordBoundary
        }
    }

    private var isWordBoundary: Bool {
        (previous.map(CharacterTest.isWord) ?? false) != (next.map(CharacterTest.isWord) ?? false)
    }
}

/// Reads a text character by character.
enum UTF8Reader {
    /// The character at an offset within the text, which moves past it. Invalid UTF-8 is read as U+FFFD, a byte at a
    /// time.
    @inline(__always)
    static func scalar(in text: UnsafeBufferPointer<UInt8>, at offset: inout Int) -> Unicode.Scalar {
        let first = text[offset]
        offset += 1
        if first < 0x80 { return Unicode.Scalar(first) }
        return multiByteScalar(first, in: text, at: &offset)
    }

    private static func multiByteScalar(
        _ first: UInt8,
        in text: UnsafeBufferPointer<UInt8>,
        at offset: inout Int
    ) -> Unicode.Scalar {
        let length = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0
        var value = UInt32(first) & (length == 3 ? 0x07 : length == 2 ? 0x0F : 0x1F)
        guard length > 0, offset + length <= text.count else { return "\u{FFFD}" }
        for index in offset..<offset + length {
            guard text[index] & 0xC0 == 0x80 else { return "\u{FFFD}" }
            value = value << 6 | UInt32(text[index] & 0x3F)
        }
        guard let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
        offset += length
        return scalar
    }
}
