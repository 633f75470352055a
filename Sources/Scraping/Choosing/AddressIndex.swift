import Language

/// Finds the address patterns that may fit an address, in time that grows with the address and not with the number of
/// patterns.
///
/// Every pattern is looked up by the longest piece of it that stands for itself: one walk over the address finds all
/// pieces in it, as Aho and Corasick describe ("Efficient string matching", 1975).
struct AddressIndex: Sendable {
    /// A state of the automaton: what has been read ends in the piece that leads here, and in no longer one.
    private struct State {
        var next: [UInt8: Int] = [:]
        /// The state of the longest proper end of the piece that is the beginning of another.
        var shorter = 0
        /// The patterns whose pieces end here, with those of all shorter ends.
        var patterns: [Int] = []
    }

    private var states = [State()]
    /// The patterns without such a piece, `*`: they may fit anything.
    private var general: [Int] = []

    /// An index of patterns, which are told by their numbers.
    ///
    /// - Complexity: linear in the length of the patterns.
    init(_ patterns: [String]) {
        for (number, pattern) in patterns.enumerated() {
            let piece = AddressIndex.piece(of: AddressPattern.normalized(pattern))
            if piece.isEmpty { general.append(number) } else { insert(piece, number) }
        }
        linkShorter()
    }

    /// The numbers of the patterns that may fit an address, each once and in their order.
    func candidates(for address: String) -> [Int] {
        var found = Set(general)
        var state = 0
        // Whatever stands in the address stands in that with its path as well.
        for byte in AddressPattern.withPath(AddressPattern.normalized(address)).utf8 {
            state = following(state, byte)
            found.formUnion(states[state].patterns)
        }
        return found.sorted()
    }

    /// The longest run of bytes that stand for themselves.
    private static func piece(of pattern: String) -> [UInt8] {
        let pieces = pattern.utf8.split(separator: UInt8(ascii: "*"))
        return pieces.max { $0.count < $1.count }.map(Array.init) ?? []
    }

    private mutating func insert(_ piece: [UInt8], _ number: Int) {
        var state = 0
        for byte in piece {
            if let next = states[state].next[byte] {
                state = next
                continue
            }
            states[state].next[byte] = states.count
            state = states.count
            states.append(State())
        }
        states[state].patterns.append(number)
    }

    /// Links every state to that of its longest shorter end, the shorter ones first.
    private mutating func linkShorter() {
        var queue = Array(states[0].next.values)
        var read = 0
        while read < queue.count {
            let state = queue[read]
            read += 1
            for (byte, next) in states[state].next {
                let shorter = following(states[state].shorter, byte)
                states[next].shorter = shorter
                states[next].patterns += states[shorter].patterns
                queue.append(next)
            }
        }
    }

    private func following(_ start: Int, _ byte: UInt8) -> Int {
        var state = start
        while true {
            if let next = states[state].next[byte] { return next }
            if state == 0 { return 0 }
            state = states[state].shorter
        }
    }
}
