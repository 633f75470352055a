import Platform

/// The data that a pattern needs to match, apart from a matcher's memory.
final class CompiledPattern: Sendable {
    let node: PatternNode
    let groups: [String?]
    let program: Program
    let sets: [CharacterSet]
    let contextSets: [CharacterSet]
    /// The properties of the characters before and after a place that conditions test.
    let left: Context
    let right: Context
    let looks: [CompiledLook]
    let slotCount: Int
    let literals: Literals
    private let compiler: Compiler

    /// The maximum product of the numbers of states and of slots.
    private static let slotLimit = 1 << 19

    convenience init(_ utf8: [UInt8]) throws(PatternError) {
        var parser = PatternParser(utf8)
        let node = try parser.parse()
        try self.init(node, groups: parser.groups, length: utf8.count)
    }

    init(_ node: PatternNode, groups: [String?], length: Int) throws(PatternError) {
        var compiler = Compiler(groups: groups.count, patternLength: length)
        let program = try compiler.program(node)
        if program.states.count * compiler.slotCount > CompiledPattern.slotLimit {
            throw PatternError(
                "the regular expression is too large: it has \(groups.count) groups and needs "
                    + "\(program.states.count) states; write smaller repetitions or \"(?:…)\"",
                at: 0..<length
            )
        }
        self.node = node
        self.groups = groups
        self.program = program
        sets = compiler.sets
        contextSets = compiler.contextSets
        left = compiler.left
        right = compiler.right
        looks = compiler.looks
        slotCount = compiler.slotCount
        literals = Literals(node, hasGroups: !groups.isEmpty)
        self.compiler = compiler
    }

    /// A node without groups that is known to be small.
    init(small node: PatternNode) {
        var compiler = Compiler(groups: 0, patternLength: 0)
        program = (try? compiler.program(node)) ?? Program(states: [.fail], start: 0, searchStart: 0)
        self.node = node
        groups = []
        sets = compiler.sets
        contextSets = compiler.contextSets
        left = compiler.left
        right = compiler.right
        looks = compiler.looks
        slotCount = compiler.slotCount
        literals = Literals(node, hasGroups: false)
        self.compiler = compiler
    }

    /// The automaton for the reversed text.
    func reversed() -> Program? {
        var compiler = compiler
        return try? compiler.program(node.reversed)
    }
}

/// The memory of a search with a pattern: the automata that are built while texts are read.
///
/// A matcher is used by only one thread at a time: the one that takes it out of the pool.
final class Matcher: @unchecked Sendable {
    private let shared: CompiledPattern
    private let literals: Literals
    private let hasGroups: Bool
    private let alphabet: Alphabet
    private let subject: Subject
    /// The places of the last match: its beginning and end, and those of each group, -1 for a group without a
    /// match.
    @exclusivity(unchecked) private(set) var slots: [Int]

    // Each part of a search is made when it is first needed.
    @exclusivity(unchecked) private var madeForward: LazyDFA?
    @exclusivity(unchecked) private var madeBackward: LazyDFA?
    @exclusivity(unchecked) private var madeOnePass: OnePass?
    @exclusivity(unchecked) private var madeBacktracker: Backtracker?
    @exclusivity(unchecked) private var madeSimulation: Simulation?
    @exclusivity(unchecked) private var lookTables: [LazyDFA?] = []
    @exclusivity(unchecked) private var isOnePass = true

    /// The number of bytes searched so far: above a certain number, tables are worth their cost.
    @exclusivity(unchecked) private var searched = 0
    /// Whether the text is searched with one memory for all of its matches.
    @exclusivity(unchecked) private var isRemembering = false
    @exclusivity(unchecked) private var isPrepared = false
    /// The next place of the required text.
    @exclusivity(unchecked) private var requiredPlace = -1
    /// The number of characters that the searches in this text read.
    @exclusivity(unchecked) private var work = 0
    /// The time by which the page with the text must be read; `nil` for a short text.
    @exclusivity(unchecked) private var deadline: Deadline?

    /// The method of searching, for tests: all methods find the same matches.
    @exclusivity(unchecked) var method = Method.automatic

    enum Method: CaseIterable {
        case automatic, remembering, tables, anywhere, simulation
    }

    private static let coldLimit = 4096
    /// The sizes of the backtracking matcher's memory in bits: for a short text, for a match, for a text.
    private static let shortSize = 1 << 15
    private static let matchSize = 1 << 21
    private static let textSize = 1 << 26
    /// The length of texts that are searched without asking for the time; callers with many of them ask.
    static let timedLength = 1 << 12

    init(_ shared: CompiledPattern) {
        self.shared = shared
        literals = shared.literals
        hasGroups = !shared.groups.isEmpty
        alphabet = Alphabet(
            sets: shared.sets,
            contextSets: shared.contextSets,
            needed: shared.left.union(shared.right)
        )
        subject = Subject(alphabet, findsTerminator: shared.right.contains(.final))
        slots = [Int](repeating: -1, count: shared.slotCount)
    }

    #if DEBUG
        /// The steps of all searches: characters read by an automaton, states visited by the others.
        var steps: Int {
            work + (madeForward?.steps ?? 0) + (madeBackward?.steps ?? 0) + (madeOnePass?.steps ?? 0)
                + (madeBacktracker?.steps ?? 0) + (madeSimulation?.steps ?? 0)
                + lookTables.reduce(0) { $0 + ($1?.steps ?? 0) }
        }
    #endif

    /// Begins with a text, which must not move until the last search in it.
    func begin(_ text: UnsafeBufferPointer<UInt8>) {
        subject.begin(text)
        isPrepared = false
        isRemembering = false
        requiredPlace = -1
        work = 0
        deadline = text.count > Matcher.timedLength ? Deadline.current : nil
    }

    /// Whether the time for the page is over. Searches then find nothing.
    private var isLate: Bool { deadline.map(\.isProbablyPast) ?? false }

    private var forward: LazyDFA {
        if let madeForward { return madeForward }
        let made = LazyDFA(shared.program, shared, alphabet, isReversed: false, keepsOrder: true)
        madeForward = made
        return made
    }

    private var backward: LazyDFA? {
        if let madeBackward { return madeBackward }
        madeBackward = shared.reversed().map {
            LazyDFA($0, shared, alphabet, isReversed: true, keepsOrder: false)
        }
        return madeBackward
    }

    private var onePass: OnePass {
        @inline(__always) get {
            if let madeOnePass { return madeOnePass }
            return makeOnePass()
        }
    }

    private func makeOnePass() -> OnePass {
        let made = OnePass(shared, alphabet)
        madeOnePass = made
        return made
    }

    private var backtracker: Backtracker {
        if let madeBacktracker { return madeBacktracker }
        let made = Backtracker(shared.program, alphabet)
        madeBacktracker = made
        return made
    }

    private var simulation: Simulation {
        if let madeSimulation { return madeSimulation }
        let made = Simulation(shared.program, alphabet, slotCount: shared.slotCount)
        madeSimulation = made
        return made
    }

    // MARK: Searching

    /// Finds the first match at or after a place; its places are in ``slots``.
    func find(from start: Int, withGroups: Bool) -> Bool {
        guard mayMatch(from: start), var place = literals.candidate(in: subject.text, from: start) else {
            return false
        }
        if literals.isWhole {
            (slots[0], slots[1]) = (place, place + (literals.prefix?.bytes.count ?? 0))
            return true
        }
        prepare(place)
        if isRemembering { return findRemembering(place) }
        let hasGroups = withGroups && self.hasGroups
        if method == .simulation { return simulate(from: place) }
        if method == .anywhere, !literals.isAnchored { return findAnywhere(place, withGroups: hasGroups) }
        var wasted = 0
        while !isLate {
            let found = hasGroups && isOnePass ? tryOnePass(place) : tryForward(place, withGroups: hasGroups)
            guard let (isMatch, read) = found else { return simulate(from: place) }
            work += read
            if isMatch { return true }
            wasted += read
            guard place < subject.text.count,
                let next = literals.candidate(in: subject.text, from: place + length(at: place)),
                !literals.isAnchored
            else { return false }
            place = next
            if wasted > 2 * (place - start) + 128 { return findAnywhere(place, withGroups: hasGroups) }
        }
        return false
    }

    /// Whether the pattern matches anywhere.
    func isMatch() -> Bool {
        guard mayMatch(from: 0), let place = literals.candidate(in: subject.text, from: 0) else {
            return false
        }
        if literals.isWhole { return true }
        prepare(place)
        if isRemembering { return findRemembering(place) }
        if method == .simulation { return simulate(from: place) }
        let first = literals.isAnchored ? shared.program.start : shared.program.searchStart
        switch forward.end(in: subject, from: place, at: first, isEarliest: true) {
        case .match: return true
        case .none: return false
        case .gaveUp: return simulate(from: place)
        }
    }

    /// Whether a match may begin at a place or after it, judged by properties of all matches.
    private func mayMatch(from start: Int) -> Bool {
        if literals.isAnchored, start > 0 { return false }
        guard let required = literals.required else { return true }
        if requiredPlace < start {
            guard let found = required.find(in: subject.text, from: start) else { return false }
            requiredPlace = found
        }
        return true
    }

    /// Makes the tables of look-arounds and chooses the method, once for each text.
    private func prepare(_ place: Int) {
        let length = subject.text.count
        if !isPrepared {
            isPrepared = true
            if !shared.looks.isEmpty { fillTables() }
            let isCold = searched < Matcher.coldLimit && method == .automatic
            if isCold && size(length - place) <= Matcher.shortSize || method == .remembering {
                remember(place)
            }
            searched += length
        } else if !isRemembering, method == .automatic, work > 16 * length + 4096,
            size(length - place) <= Matcher.textSize
        {
            // The searches read the same characters again and again.
            remember(place)
        }
    }

    /// The size of the backtracking matcher's memory for a length of text.
    private func size(_ length: Int) -> Int { (length + 1) * shared.program.states.count }

    private func remember(_ place: Int) {
        isRemembering = true
        backtracker.begin(place, subject.text.count)
    }

    private func findRemembering(_ first: Int) -> Bool {
        var place = first
        while !isLate {
            if backtracker.match(in: subject, from: place, atEnd: false, into: &slots) {
                fillLookGroups()
                return true
            }
            guard !literals.isAnchored, place < subject.text.count,
                let next = literals.candidate(in: subject.text, from: place + length(at: place))
            else { return false }
            place = next
        }
        return false
    }

    private func length(at place: Int) -> Int {
        UTF8Reader.scalar(in: subject.text, at: place, limit: subject.text.count).length
    }

    /// Whether a match begins at a place, and how many characters were read; `nil` if the automaton gave
    /// up.
    private func tryOnePass(_ place: Int) -> (Bool, Int)? {
        var end = place
        switch onePass.match(in: subject, from: place, read: &end, into: &slots) {
        case .match:
            fillLookGroups()
            return (true, end - place + 1)
        case .none: return (false, end - place + 1)
        case .outgrown: madeOnePass = nil
        case .ambiguous: isOnePass = false
        }
        return tryForward(place, withGroups: true)
    }

    private func tryForward(_ place: Int, withGroups: Bool) -> (Bool, Int)? {
        let result = forward.end(in: subject, from: place, at: shared.program.start, isEarliest: false)
        let read = forward.reach - place + 1
        switch result {
        case .match(let end):
            findGroups(place, end, withGroups: withGroups)
            return (true, read)
        case .none: return (false, read)
        case .gaveUp: return nil
        }
    }

    /// Finds the first match at or after a place by reading once from there to its end, and back to its beginning.
    private func findAnywhere(_ place: Int, withGroups: Bool) -> Bool {
        let result = forward.end(in: subject, from: place, at: shared.program.searchStart, isEarliest: false)
        work += forward.reach - place
        switch result {
        case .match(let end):
            guard let backward,
                case .match(let start) = backward.start(in: subject, endingAt: end, limit: place)
            else { return simulate(from: place) }
            findGroups(start, end, withGroups: withGroups)
            return true
        case .none: return false
        case .gaveUp: return simulate(from: place)
        }
    }

    private func simulate(from place: Int) -> Bool {
        work += subject.text.count - place
        guard simulation.match(in: subject, from: place, isAnchored: literals.isAnchored, into: &slots) else {
            return false
        }
        fillLookGroups()
        return true
    }

    // MARK: Groups

    /// Finds the groups of a match whose start and end are known.
    private func findGroups(_ start: Int, _ end: Int, withGroups: Bool) {
        guard withGroups else {
            (slots[0], slots[1]) = (start, end)
            return
        }
        if isOnePass {
            var read = start
            if onePass.match(in: subject, from: start, read: &read, into: &slots) == .match {
                return fillLookGroups()
            }
        }
        if size(end - start) <= Matcher.matchSize {
            backtracker.begin(start, end)
            _ = backtracker.match(in: subject, from: start, atEnd: true, into: &slots)
        } else {
            _ = simulation.match(in: subject, from: start, isAnchored: true, into: &slots)
        }
        fillLookGroups()
    }

    /// Finds the groups of conditions where these held last, outer ones first.
    private func fillLookGroups() {
        if shared.looks.isEmpty { return }
        for look in shared.looks.reversed() {
            guard let slot = look.slot, let program = look.captures, slots[slot] >= 0 else { continue }
            let groups = Simulation(program, alphabet, slotCount: shared.slotCount)
            var found = slots
            guard groups.match(in: subject, from: slots[slot], isAnchored: true, into: &found) else {
                continue
            }
            for group in look.look.groups {
                (slots[2 * group], slots[2 * group + 1]) = (found[2 * group], found[2 * group + 1])
            }
            for inner in shared.looks {
                guard let slot = inner.slot, look.look.groups.contains(inner.look.groups.lowerBound),
                    inner.look != look.look
                else { continue }
                slots[slot] = found[slot]
            }
        }
    }

    // MARK: Tables

    /// Finds the places where each look-around is satisfied, inner ones first.
    private func fillTables() {
        if lookTables.isEmpty {
            lookTables = shared.looks.map {
                LazyDFA($0.table, shared, alphabet, isReversed: !$0.look.isBehind, keepsOrder: false)
            }
        }
        for (look, automaton) in zip(shared.looks, lookTables) {
            let isReversed = !look.look.isBehind
            var places =
                automaton?.places(in: subject)
                ?? Simulation.places(of: look.table, in: subject, isReversed: isReversed)
            if look.look.isNegated { places.invert() }
            subject.tables.append(places)
            work += subject.text.count
        }
    }
}
