import Platform

/// A deterministic automaton that is built while a text is read: it finds where a match is, not its groups.
///
/// A state is a list of the program's states, the most preferred first, together with the properties of the last
/// character that conditions need. A match is known one character later, when the conditions on the place can be
/// decided. The states are cleared when there are too many.
final class LazyDFA {
    /// The result of a search.
    enum Result {
        case match(Int)
        case none
        /// The automaton needs nearly as many states as the text has characters, or has a condition that it cannot
        /// decide, or the time for the page is over.
        case gaveUp
    }

    private let program: Program
    private let alphabet: Alphabet
    /// Whether it reads from the end to the beginning.
    private let isReversed: Bool
    /// Whether states that are less preferred than a match are left out.
    private let keepsOrder: Bool
    /// The properties of the last character to keep.
    private let memory: Context
    private let needsWord: Bool

    @exclusivity(unchecked) private var transitions: [UInt32] = []
    @exclusivity(unchecked) private var stride: Int
    /// The program's states of each state, and their offsets.
    @exclusivity(unchecked) private var members: [Int32] = []
    @exclusivity(unchecked) private var starts: [Int] = [0]
    @exclusivity(unchecked) private var contexts: [Context] = []
    @exclusivity(unchecked) private var index: [Key: UInt32] = [:]
    @exclusivity(unchecked) private var starting: [Starting] = []

    @exclusivity(unchecked) private var targets: StateSet
    @exclusivity(unchecked) private var resolved: StateSet
    @exclusivity(unchecked) private var open: [Int32] = []
    @exclusivity(unchecked) private var resets = 0
    /// The place up to which the last search read.
    @exclusivity(unchecked) private(set) var reach = 0
    #if DEBUG
        private(set) var steps = 0
    #endif

    private struct Key: Hashable {
        let members: [Int32]
        let context: Context
    }

    /// A state that a search began with, and its row.
    private struct Starting {
        let first: Int32
        let context: Context
        let row: UInt32
    }

    // A transition is the offset of the next state's row, with these bits.
    private static let matched: UInt32 = 0x4000_0000
    private static let dead: UInt32 = 0x8000_0000
    private static let unknown: UInt32 = 0xFFFF_FFFF
    private static let offsetMask: UInt32 = 0x3FFF_FFFF
    private static let sizeLimit = 1 << 18
    /// The limit for the lists of the program's states.
    private static let memberLimit = 1 << 19

    init(
        _ program: Program,
        _ shared: CompiledPattern,
        _ alphabet: Alphabet,
        isReversed: Bool,
        keepsOrder: Bool
    ) {
        self.program = program
        self.alphabet = alphabet
        self.isReversed = isReversed
        self.keepsOrder = keepsOrder
        memory = isReversed ? shared.right : shared.left
        needsWord = shared.left.contains(.word)
        stride = alphabet.count + 2
        targets = StateSet(count: program.states.count)
        resolved = StateSet(count: program.states.count)
    }

    // MARK: Searching

    /// The end of the match, or with `isEarliest` any place that shows that there is one.
    ///
    /// - Parameter first: the state of the program to begin with, its start or its search's start.
    func end(in subject: Subject, from start: Int, at first: Int32, isEarliest: Bool) -> Result {
        var state = starting(first, memory.isEmpty ? [] : subject.left(start))
        let text = subject.text
        let fastEnd = subject.tables.isEmpty ? min(subject.finalTerminator, text.count) : start
        var place = start
        var last = -1
        var round = Round(place: start, resets: resets)
        while true {
            if !isEarliest { read(text, &place, fastEnd, &state, &last) }
            reach = place
            let (characters, length) = subject.next(place)
            guard let next = transition(&state, characters, place, &round) else { return .gaveUp }
            if next & LazyDFA.matched != 0 {
                last = place
                if isEarliest { return .match(place) }
            }
            if next & LazyDFA.dead != 0 || length == 0 { return last < 0 ? .none : .match(last) }
            state = next & LazyDFA.offsetMask
            place += length
            if isEarliest { read(text, &place, fastEnd, &state) }
        }
    }

    /// Reads ASCII characters whose transitions are known; records the last place of a match.
    @inline(__always)
    private func read(
        _ text: UnsafeBufferPointer<UInt8>,
        _ place: inout Int,
        _ end: Int,
        _ state: inout UInt32,
        _ last: inout Int
    ) {
        let start = place
        transitions.withUnsafeBufferPointer { transitions in
            alphabet.ofByte.withUnsafeBufferPointer { classes in
                while place < end {
                    let next = transitions[Int(state) &+ Int(classes[Int(text[place])])]
                    if next >= LazyDFA.dead { break }
                    let isLoop = next & LazyDFA.offsetMask == state
                    state = next & LazyDFA.offsetMask
                    place &+= 1
                    if isLoop {
                        // While the state stays the same, no look-up has to wait for the one before it.
                        while place < end, transitions[Int(state) &+ Int(classes[Int(text[place])])] == next {
                            place &+= 1
                        }
                    }
                    if next >= LazyDFA.matched { last = place &- 1 }
                }
            }
        }
        count(place - start)
    }

    /// Reads ASCII characters whose transitions are known and show no match.
    @inline(__always)
    private func read(
        _ text: UnsafeBufferPointer<UInt8>,
        _ place: inout Int,
        _ end: Int,
        _ state: inout UInt32
    ) {
        let start = place
        transitions.withUnsafeBufferPointer { transitions in
            alphabet.ofByte.withUnsafeBufferPointer { classes in
                while place < end {
                    let next = transitions[Int(state) &+ Int(classes[Int(text[place])])]
                    if next >= LazyDFA.matched { break }
                    let isLoop = next == state
                    state = next
                    place &+= 1
                    if isLoop {
                        while place < end, transitions[Int(state) &+ Int(classes[Int(text[place])])] == next {
                            place &+= 1
                        }
                    }
                }
            }
        }
        count(place - start)
    }

    /// The first place, at or after a limit, at which a match that ends at a given place begins.
    func start(in subject: Subject, endingAt end: Int, limit: Int) -> Result {
        var state = starting(program.start, memory.isEmpty ? [] : subject.right(end))
        var place = end
        var last = -1
        var round = Round(place: end, resets: resets)
        while true {
            // The final terminator's character has a class of its own.
            if subject.tables.isEmpty, place <= subject.finalTerminator {
                readBack(subject.text, &place, limit, &state, &last)
            }
            let (characters, length) = subject.previous(place)
            guard let next = transition(&state, characters, place, &round) else { return .gaveUp }
            if next & LazyDFA.matched != 0 { last = place }
            if next & LazyDFA.dead != 0 || length == 0 || place <= limit {
                return last < 0 ? .none : .match(last)
            }
            state = next & LazyDFA.offsetMask
            place -= length
        }
    }

    @inline(__always)
    private func readBack(
        _ text: UnsafeBufferPointer<UInt8>,
        _ place: inout Int,
        _ limit: Int,
        _ state: inout UInt32,
        _ last: inout Int
    ) {
        let start = place
        transitions.withUnsafeBufferPointer { transitions in
            alphabet.ofByte.withUnsafeBufferPointer { classes in
                while place > limit {
                    let next = transitions[Int(state) &+ Int(classes[Int(text[place &- 1])])]
                    if next >= LazyDFA.matched {
                        if next >= LazyDFA.dead { break }
                        last = place
                    }
                    state = next & LazyDFA.offsetMask
                    place &-= 1
                }
            }
        }
        count(start - place)
    }

    /// All places at which a match ends, or begins for a reversed automaton; `nil` if it gives up.
    func places(in subject: Subject) -> PlaceSet? {
        var places = PlaceSet(count: subject.text.count)
        let start = isReversed ? subject.text.count : 0
        var state = starting(program.searchStart, .edge)
        var place = start
        var round = Round(place: start, resets: resets)
        let deadline = Deadline.current
        while true {
            if let deadline, deadline.isProbablyPast { return places }
            let (characters, length) = isReversed ? subject.previous(place) : subject.next(place)
            guard let next = transition(&state, characters, place, &round) else { return nil }
            if next & LazyDFA.matched != 0 { places.insert(place) }
            if next & LazyDFA.dead != 0 || length == 0 { return places }
            state = next & LazyDFA.offsetMask
            place += isReversed ? -length : length
        }
    }

    @inline(__always)
    private func count(_ characters: Int) {
        #if DEBUG
            steps += characters
        #endif
    }

    // MARK: States

    /// The place of a search when the states were last cleared.
    private struct Round {
        var place: Int
        var resets: Int
    }

    private func starting(_ first: Int32, _ context: Context) -> UInt32 {
        let context = context.intersection(memory)
        for known in starting where known.first == first && known.context == context { return known.row }
        targets.removeAll()
        follow(first)
        let state = self.state(Key(members: listed(targets.members), context: context))
        starting.append(Starting(first: first, context: context, row: state))
        return state
    }

    /// The transition of a state, created if it is not known; `nil` if the automaton gives up. `state` is the state's
    /// row, which changes if states are cleared.
    @inline(__always)
    private func transition(
        _ state: inout UInt32,
        _ characters: Int,
        _ place: Int,
        _ round: inout Round
    ) -> UInt32? {
        count(1)
        if characters < stride {
            let known = transitions[Int(state) + characters]
            if known != LazyDFA.unknown { return known }
        }
        return make(&state, characters, place, &round)
    }

    @inline(never)
    private func make(_ state: inout UInt32, _ characters: Int, _ place: Int, _ round: inout Round) -> UInt32?
    {
        if Deadline.isProbablyPast { return nil }
        let isLarge = transitions.count + stride > LazyDFA.sizeLimit || members.count > LazyDFA.memberLimit
        if characters >= stride || isLarge {
            let isFull = characters < stride
            if isFull {
                // A state for nearly each character costs more than following all of the program's states.
                if resets > round.resets, abs(place - round.place) < 8 * starts.count { return nil }
                resets += 1
                round.place = place
            }
            forget(keeping: &state)
        }
        let number = Int(state) / stride
        let list = Array(members[starts[number]..<starts[number + 1]])
        let known = contexts[number]
        let read = alphabet.contexts[characters]
        if isReversed, needsWord, read.contains(.ignorable) { return nil }
        let (left, right) = isReversed ? (read, known) : (known, read)
        targets.removeAll()
        let isMatch = step(list, characters, left, right)
        count(list.count + targets.members.count)
        let entry: UInt32
        let next = listed(targets.members)
        if next.isEmpty {
            entry = LazyDFA.dead
        } else {
            entry = self.state(Key(members: next, context: remembered(known, read)))
        }
        let result = entry | (isMatch ? LazyDFA.matched : 0)
        transitions[Int(state) + characters] = result
        return result
    }

    private func remembered(_ known: Context, _ read: Context) -> Context {
        guard !isReversed, read.contains(.ignorable) else { return read.intersection(memory) }
        return read.subtracting(.word).union(known.intersection(.word)).intersection(memory)
    }

    /// Collects the states after a character of a class; returns whether a match ends before it.
    private func step(_ list: [Int32], _ characters: Int, _ left: Context, _ right: Context) -> Bool {
        let looking = alphabet.looks[characters]
        resolved.removeAll()
        var isMatch = false
        for state in list {
            open.append(state)
            while let state = open.popLast() {
                guard resolved.insert(state) else { continue }
                switch program.states[Int(state)] {
                case .set(let set, let next): if alphabet.contains(set, characters) { follow(next) }
                case .split(let first, let other):
                    open.append(other)
                    open.append(first)
                case .save(_, let next): open.append(next)
                case .test(let test, let next): if test.holds(left, right) { open.append(next) }
                case .look(let look, let next):
                    if looking >> UInt32(look) & 1 == 1 { open.append(next) }
                case .match:
                    isMatch = true
                    if keepsOrder {
                        open.removeAll(keepingCapacity: true)
                        return true
                    }
                case .fail: break
                }
            }
        }
        return isMatch
    }

    /// Adds the states that a state leads to without reading; conditions are decided with the next character.
    private func follow(_ first: Int32) {
        let base = open.count
        open.append(first)
        while open.count > base, let state = open.popLast() {
            guard targets.insert(state) else { continue }
            switch program.states[Int(state)] {
            case .split(let first, let other):
                open.append(other)
                open.append(first)
            case .save(_, let next): open.append(next)
            case .set, .test, .look, .match, .fail: break
            }
        }
    }

    /// The states that read, decide or match.
    private func listed(_ states: [Int32]) -> [Int32] {
        states.filter { state in
            switch program.states[Int(state)] {
            case .set, .test, .look, .match: true
            case .split, .save, .fail: false
            }
        }
    }

    private func state(_ key: Key) -> UInt32 {
        if let known = index[key] { return known }
        let offset = UInt32(truncatingIfNeeded: transitions.count)
        index[key] = offset
        transitions += [UInt32](repeating: LazyDFA.unknown, count: stride)
        members += key.members
        starts.append(members.count)
        contexts.append(key.context)
        return offset
    }

    /// Clears all states but one.
    private func forget(keeping state: inout UInt32) {
        let number = Int(state) / stride
        let key = Key(members: Array(members[starts[number]..<starts[number + 1]]), context: contexts[number])
        transitions.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
        starts = [0]
        contexts.removeAll(keepingCapacity: true)
        index.removeAll(keepingCapacity: true)
        starting.removeAll(keepingCapacity: true)
        while stride < alphabet.count + 2 { stride += max(4, stride / 2) }
        state = self.state(key)
    }
}
