import Platform

/// Finds a match and its groups by trying the alternatives in order. It records at which places it was in which states,
/// and never returns there: the cost is bounded by the product of the program and the text.
///
/// A state that has failed at a place fails there for every match. The memory is therefore used for all searches in a
/// text.
final class Backtracker {
    private let program: Program
    private let alphabet: Alphabet
    @exclusivity(unchecked) private var visited: [UInt64] = []
    @exclusivity(unchecked) private var jobs: [Job] = []
    /// The range of places that is searched.
    @exclusivity(unchecked) private var base = 0
    @exclusivity(unchecked) private var end = 0
    #if DEBUG
        private(set) var steps = 0
    #endif

    private struct Job {
        /// The state to continue at; for a slot to restore, its complement.
        let state: Int32
        /// The place, or the value to restore.
        let place: Int
    }

    init(_ program: Program, _ alphabet: Alphabet) {
        self.program = program
        self.alphabet = alphabet
    }

    /// Begins with a part of a text.
    func begin(_ base: Int, _ end: Int) {
        self.base = base
        self.end = end
        let count = ((end - base + 1) * program.states.count) >> 6 + 1
        // Much memory for a long text is not kept for short ones.
        if visited.count < count || visited.count > 1 << 14 && count < 1 << 12 {
            visited = [UInt64](repeating: 0, count: count)
        } else {
            visited.withUnsafeMutableBufferPointer { $0[..<count].update(repeating: 0) }
        }
    }

    /// Finds the match that begins at a place, and its groups.
    ///
    /// - Parameter atEnd: whether the match must end where the part of the text does.
    func match(in subject: Subject, from start: Int, atEnd: Bool, into slots: inout [Int]) -> Bool {
        for index in slots.indices { slots[index] = -1 }
        slots[0] = start
        jobs.removeAll(keepingCapacity: true)
        jobs.append(Job(state: program.start, place: start))
        let deadline = end - base > Matcher.timedLength ? Deadline.current : nil
        while let job = jobs.popLast() {
            if let deadline, deadline.isProbablyPast { return false }
            if job.state < 0 {
                slots[Int(~job.state)] = job.place
            } else if let place = run(job, subject, atEnd, &slots) {
                slots[1] = place
                leave(place)
                return true
            }
        }
        return false
    }

    /// Follows one path until it fails or matches; returns where the match ends.
    @inline(__always)
    private func run(_ job: Job, _ subject: Subject, _ atEnd: Bool, _ slots: inout [Int]) -> Int? {
        var (state, place) = (job.state, job.place)
        let text = subject.text
        let count = program.states.count
        while true {
            #if DEBUG
                steps += 1
            #endif
            let bit = (place &- base) &* count &+ Int(state)
            let mask: UInt64 = 1 << UInt64(bit & 63)
            if visited[bit >> 6] & mask != 0 { return nil }
            visited[bit >> 6] |= mask
            switch program.states[Int(state)] {
            case .set(let set, let next):
                guard place < end else { return nil }
                let (value, length) = UTF8Reader.scalar(in: text, at: place, limit: text.count)
                guard alphabet.contains(set, alphabet.find(value)) else { return nil }
                place &+= length
                state = next
            case .split(let first, let other):
                jobs.append(Job(state: other, place: place))
                state = first
            case .save(let slot, let next):
                jobs.append(Job(state: ~slot, place: slots[Int(slot)]))
                slots[Int(slot)] = place
                state = next
            case .test(let test, let next):
                guard test.holds(subject.left(place), subject.right(place)) else { return nil }
                state = next
            case .look(let look, let next):
                guard subject.holds(look, place) else { return nil }
                state = next
            case .match: return atEnd && place != end ? nil : place
            case .fail: return nil
            }
        }
    }

    /// Clears the states at the end of a match: that place was part of the match and has not failed, and no state is
    /// recorded after it.
    private func leave(_ place: Int) {
        let first = (place - base) * program.states.count
        for bit in first..<first + program.states.count { visited[bit >> 6] &= ~(1 << UInt64(bit & 63)) }
    }
}
