/// Finds the groups of a match that begins at a given place if there is only one way to continue with each character:
/// then one row of a table is sufficient for each place. The table is built while texts are read.
final class OnePass {
    enum Result {
        case match
        case none
        /// There are two ways to continue with a character.
        case ambiguous
        /// There are more classes of characters than the table has columns for.
        case outgrown
    }

    private let program: Program
    private let alphabet: Alphabet
    private let memory: Context

    @exclusivity(unchecked) private var transitions: [UInt32] = []
    /// The records of the transitions that save places or match.
    @exclusivity(unchecked) private var recordOf: [UInt32] = []
    @exclusivity(unchecked) private var records: [Record] = []
    @exclusivity(unchecked) private var savedSlots: [Int32] = []
    private let stride: Int
    @exclusivity(unchecked) private var states: [State] = []
    @exclusivity(unchecked) private var index: [State: UInt32] = [:]
    /// The rows that matches begin with.
    @exclusivity(unchecked) private var starting: [(context: Context, row: UInt32)] = []
    @exclusivity(unchecked) private var visited: StateSet
    @exclusivity(unchecked) private var slots: [Int]
    #if DEBUG
        private(set) var steps = 0
    #endif

    private struct State: Hashable {
        let state: Int32
        let context: Context
    }

    private struct Record {
        /// The range in ``savedSlots`` of the slots to save if the character is read.
        var saves: Range<Int>
        /// The same for the slots to save if the match ends before the character; `nil` if it does not.
        var matchSaves: Range<Int>?
    }

    // A transition is the offset of the next state's row, with these bits.
    private static let matches: UInt32 = 0x2000_0000
    private static let saves: UInt32 = 0x8000_0000
    private static let dead: UInt32 = 0xA000_0000
    private static let ambiguous: UInt32 = 0xC000_0000
    private static let unknown: UInt32 = 0xFFFF_FFFF
    private static let kindMask: UInt32 = 0xE000_0000
    private static let offsetMask: UInt32 = 0x1FFF_FFFF
    private static let sizeLimit = 1 << 16

    init(_ shared: CompiledPattern, _ alphabet: Alphabet) {
        program = shared.program
        self.alphabet = alphabet
        memory = shared.left
        stride = alphabet.count + 12
        visited = StateSet(count: program.states.count)
        slots = [Int](repeating: -1, count: shared.slotCount)
    }

    /// Finds the match that begins at a place, and its groups.
    ///
    /// - Parameter read: set to the place up to which the text was read.
    func match(in subject: Subject, from start: Int, read: inout Int, into found: inout [Int]) -> Result {
        for index in slots.indices { slots[index] = -1 }
        slots[0] = start
        let text = subject.text
        let fastEnd = min(subject.finalTerminator, text.count)
        guard var state = startRow(memory.isEmpty ? [] : subject.left(start).intersection(memory)) else {
            return .ambiguous
        }
        var place = start
        // The last place where the match may end, and the transition that says so; its slots are saved when
        // they change.
        var (matchPlace, matchTransition) = (-1, 0)
        var isSaved = true
        while true {
            self.read(text, &place, fastEnd, &state, &matchPlace, &matchTransition, &isSaved)
            let (characters, length) = subject.next(place)
            guard characters < stride else { return .outgrown }
            guard let next = transition(state, characters) else { return .ambiguous }
            let number = Int(state) + characters
            if next & OnePass.kindMask == OnePass.matches {
                (matchPlace, matchTransition, isSaved) = (place, number, false)
            } else if next >= OnePass.saves {
                if next == OnePass.ambiguous { return .ambiguous }
                let record = records[Int(recordOf[number])]
                if record.matchSaves != nil {
                    (matchPlace, matchTransition, isSaved) = (place, number, false)
                }
                if next & OnePass.kindMask == OnePass.dead { break }
                if !isSaved {
                    save(matchPlace, matchTransition, into: &found)
                    isSaved = true
                }
                for index in record.saves { slots[Int(savedSlots[index])] = place }
            }
            if length == 0 { break }
            state = next & OnePass.offsetMask
            place += length
        }
        read = place
        if matchPlace < 0 { return .none }
        if !isSaved { save(matchPlace, matchTransition, into: &found) }
        return .match
    }

    private func save(_ place: Int, _ transition: Int, into found: inout [Int]) {
        for index in slots.indices { found[index] = slots[index] }
        found[1] = place
        guard let saves = records[Int(recordOf[transition])].matchSaves else { return }
        for index in saves { found[Int(savedSlots[index])] = place }
    }

    @inline(__always)
    private func read(
        _ text: UnsafeBufferPointer<UInt8>,
        _ place: inout Int,
        _ end: Int,
        _ state: inout UInt32,
        _ matchPlace: inout Int,
        _ matchTransition: inout Int,
        _ isSaved: inout Bool
    ) {
        let start = place
        transitions.withUnsafeBufferPointer { transitions in
            alphabet.ofByte.withUnsafeBufferPointer { classes in
                while place < end {
                    let number = Int(state) &+ Int(classes[Int(text[place])])
                    let next = transitions[number]
                    if next >= OnePass.saves { break }
                    let isLoop = next & OnePass.offsetMask == state
                    state = next & OnePass.offsetMask
                    var last = number
                    place &+= 1
                    if isLoop {
                        // A state that does not change: the characters do not wait for each other.
                        while place < end {
                            let number = Int(state) &+ Int(classes[Int(text[place])])
                            if transitions[number] != next { break }
                            last = number
                            place &+= 1
                        }
                    }
                    if next >= OnePass.matches {
                        (matchPlace, matchTransition, isSaved) = (place &- 1, last, false)
                    }
                }
            }
        }
        #if DEBUG
            steps += place - start + 1
        #endif
    }

    private func startRow(_ context: Context) -> UInt32? {
        for known in starting where known.context == context { return known.row }
        guard let row = row(State(state: program.start, context: context)) else { return nil }
        starting.append((context, row))
        return row
    }

    /// The row of a state; `nil` if there are too many.
    private func row(_ state: State) -> UInt32? {
        if let known = index[state] { return known }
        guard transitions.count + stride <= OnePass.sizeLimit else { return nil }
        let offset = UInt32(truncatingIfNeeded: transitions.count)
        index[state] = offset
        states.append(state)
        transitions += [UInt32](repeating: OnePass.unknown, count: stride)
        recordOf += [UInt32](repeating: 0, count: stride)
        return offset
    }

    @inline(__always)
    private func transition(_ state: UInt32, _ characters: Int) -> UInt32? {
        let known = transitions[Int(state) + characters]
        return known == OnePass.unknown ? make(state, characters) : known
    }

    @inline(never)
    private func make(_ row: UInt32, _ characters: Int) -> UInt32? {
        let state = states[Int(row) / stride]
        let read = alphabet.contexts[characters]
        visited.removeAll()
        var search = Search(characters: characters, left: state.context, right: read)
        explore(state.state, [], &search)
        #if DEBUG
            steps += visited.members.count
        #endif
        var entry: UInt32
        if search.isAmbiguous {
            entry = OnePass.ambiguous
        } else if let target = search.target {
            var memory = read
            if read.contains(.ignorable) {
                memory = read.subtracting(.word).union(state.context.intersection(.word))
            }
            guard let next = self.row(State(state: target, context: memory.intersection(self.memory))) else {
                return nil
            }
            entry =
                next
                | (!search.saves.isEmpty ? OnePass.saves : search.matchSaves != nil ? OnePass.matches : 0)
        } else {
            entry = OnePass.dead
        }
        let number = Int(row) + characters
        if search.matchSaves != nil || !search.saves.isEmpty || entry >= OnePass.saves {
            recordOf[number] = UInt32(truncatingIfNeeded: records.count)
            records.append(Record(saves: add(search.saves), matchSaves: search.matchSaves.map(add)))
        }
        transitions[number] = entry
        return entry
    }

    private func add(_ slots: [Int32]) -> Range<Int> {
        let start = savedSlots.count
        savedSlots += slots
        return start..<savedSlots.count
    }

    private struct Search {
        let characters: Int
        let left: Context
        let right: Context
        var target: Int32?
        var saves: [Int32] = []
        var matchSaves: [Int32]?
        var isAmbiguous = false
    }

    /// Follows a state's transitions in order, up to a match.
    private func explore(_ first: Int32, _ saves: [Int32], _ search: inout Search) {
        var open: [(Int32, [Int32])] = [(first, saves)]
        while let (state, saves) = open.popLast() {
            guard visited.insert(state) else { continue }
            switch program.states[Int(state)] {
            case .set(let set, let next):
                guard alphabet.contains(set, search.characters) else { break }
                if let target = search.target {
                    if target != next { return search.isAmbiguous = true }
                } else {
                    (search.target, search.saves) = (next, saves)
                }
            case .split(let first, let other):
                open.append((other, saves))
                open.append((first, saves))
            case .save(let slot, let next): open.append((next, saves + [slot]))
            case .test(let test, let next):
                if test.holds(search.left, search.right) { open.append((next, saves)) }
            case .look: return search.isAmbiguous = true
            case .match:
                search.matchSaves = saves
                return
            case .fail: break
            }
        }
    }
}
