import Platform

/// Finds a match and its groups by following all alternatives simultaneously, each with its own slots (Pike's method):
/// for texts that are too long for the memory of the backtracking matcher.
final class Simulation {
    private let program: Program
    private let alphabet: Alphabet
    private let slotCount: Int
    @exclusivity(unchecked) private var current: Threads
    @exclusivity(unchecked) private var next: Threads
    @exclusivity(unchecked) private var slots: [Int]
    @exclusivity(unchecked) private var jobs: [Job] = []
    #if DEBUG
        private(set) var steps = 0
    #endif

    private struct Threads {
        var states: StateSet
        /// The slots of each state's thread.
        var slots: [Int]
    }

    private struct Job {
        /// The state to continue at; for a slot to restore, its complement.
        let state: Int32
        let value: Int
    }

    init(_ program: Program, _ alphabet: Alphabet, slotCount: Int) {
        self.program = program
        self.alphabet = alphabet
        self.slotCount = slotCount
        let threads = Threads(
            states: StateSet(count: program.states.count),
            slots: [Int](repeating: -1, count: program.states.count * slotCount)
        )
        (current, next) = (threads, threads)
        slots = [Int](repeating: -1, count: slotCount)
    }

    /// Finds the first match that begins at or after a place, or only there, and its groups.
    func match(in subject: Subject, from start: Int, isAnchored: Bool, into found: inout [Int]) -> Bool {
        current.states.removeAll()
        next.states.removeAll()
        let deadline = Deadline.current
        var place = start
        var isFound = false
        var left = subject.left(start)
        while true {
            if let deadline, deadline.isProbablyPast { return isFound }
            let right = subject.right(place)
            if !isFound, place == start || !isAnchored {
                for index in slots.indices { slots[index] = -1 }
                slots[0] = place
                follow(program.start, subject, place, (left, right), &current)
            }
            if current.states.members.isEmpty, isFound || isAnchored { return isFound }
            let (characters, length) = subject.next(place)
            step(characters, subject, place + length, &isFound, &found)
            if length == 0 { return isFound }
            place += length
            left = subject.left(place)
            swap(&current, &next)
            next.states.removeAll()
        }
    }

    /// Reads a character with each thread. A match ends the less preferred threads.
    private func step(
        _ characters: Int,
        _ subject: Subject,
        _ place: Int,
        _ isFound: inout Bool,
        _ found: inout [Int]
    ) {
        var contexts: (Context, Context)?
        for state in current.states.members {
            #if DEBUG
                steps += 1
            #endif
            switch program.states[Int(state)] {
            case .set(let set, let target):
                guard alphabet.contains(set, characters) else { continue }
                let known = contexts ?? (subject.left(place), subject.right(place))
                contexts = known
                let first = Int(state) * slotCount
                for index in 0..<slotCount { slots[index] = current.slots[first + index] }
                follow(target, subject, place, known, &next)
            case .match:
                isFound = true
                let first = Int(state) * slotCount
                for index in 0..<slotCount { found[index] = current.slots[first + index] }
                return
            case .split, .save, .test, .look, .fail: continue
            }
        }
    }

    /// Adds the states that can be reached from one without reading, the most preferred first.
    private func follow(
        _ first: Int32,
        _ subject: Subject,
        _ place: Int,
        _ contexts: (Context, Context),
        _ threads: inout Threads
    ) {
        jobs.append(Job(state: first, value: 0))
        while let job = jobs.popLast() {
            if job.state < 0 {
                slots[Int(~job.state)] = job.value
                continue
            }
            guard threads.states.insert(job.state) else { continue }
            #if DEBUG
                steps += 1
            #endif
            switch program.states[Int(job.state)] {
            case .split(let first, let other):
                jobs.append(Job(state: other, value: 0))
                jobs.append(Job(state: first, value: 0))
            case .save(let slot, let next):
                jobs.append(Job(state: ~slot, value: slots[Int(slot)]))
                slots[Int(slot)] = place
                jobs.append(Job(state: next, value: 0))
            case .test(let test, let next):
                if test.holds(contexts.0, contexts.1) { jobs.append(Job(state: next, value: 0)) }
            case .look(let look, let next):
                if subject.holds(look, place) { jobs.append(Job(state: next, value: 0)) }
            case .match:
                slots[1] = place
                keep(job.state, &threads)
            case .set: keep(job.state, &threads)
            case .fail: break
            }
        }
    }

    private func keep(_ state: Int32, _ threads: inout Threads) {
        let first = Int(state) * slotCount
        for index in 0..<slotCount { threads.slots[first + index] = slots[index] }
    }

    // MARK: Tables

    /// All places at which a match ends, or begins for a reversed program.
    static func places(of program: Program, in subject: Subject, isReversed: Bool) -> PlaceSet {
        var places = PlaceSet(count: subject.text.count)
        var current = StateSet(count: program.states.count)
        var next = current
        var open: [Int32] = []
        let deadline = Deadline.current
        var place = isReversed ? subject.text.count : 0
        while true {
            if let deadline, deadline.isProbablyPast { return places }
            let (left, right) = (subject.left(place), subject.right(place))
            let (characters, length) = isReversed ? subject.previous(place) : subject.next(place)
            open = current.members + [program.start]
            current.removeAll()
            while let state = open.popLast() {
                guard current.insert(state) else { continue }
                switch program.states[Int(state)] {
                case .set(let set, let target):
                    if subject.alphabet.contains(set, characters) { _ = next.insert(target) }
                case .split(let first, let other): open += [first, other]
                case .save(_, let target): open.append(target)
                case .test(let test, let target): if test.holds(left, right) { open.append(target) }
                case .look(let look, let target): if subject.holds(look, place) { open.append(target) }
                case .match: places.insert(place)
                case .fail: break
                }
            }
            if length == 0 { return places }
            place += isReversed ? -length : length
            swap(&current, &next)
            next.removeAll()
        }
    }
}
