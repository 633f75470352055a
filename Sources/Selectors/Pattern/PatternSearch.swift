extension Pattern {
    /// Whether the pattern is found anywhere in a text.
    func isFound(in text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { isFound(in: $0) }
    }

    /// Whether the pattern is found anywhere in a text.
    ///
    /// Complexity: the text's length times the pattern's.
    func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var current = StepSet(count: steps.count)
        var next = StepSet(count: steps.count)
        var offset = 0
        var previous: Unicode.Scalar?
        while true {
            var end = offset
            let scalar = offset < text.count ? UTF8Reader.scalar(in: text, at: &end) : nil
            let place = Place(previous: previous, next: scalar)
            // The pattern may begin here.
            if follow(0, at: place, into: &current) { return true }
            guard let scalar else { return false }
            let nextPlace = Place(previous: scalar, next: peek(text, end))
            for step in current.members {
                guard case .character(let test) = steps[step], test.contains(scalar) else { continue }
                if follow(step + 1, at: nextPlace, into: &next) { return true }
            }
            swap(&current, &next)
            next.removeAll()
            previous = scalar
            offset = end
        }
    }

    private func peek(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Unicode.Scalar? {
        var offset = offset
        return offset < text.count ? UTF8Reader.scalar(in: text, at: &offset) : nil
    }

    /// A place between two characters.
    private struct Place {
        var previous: Unicode.Scalar?
        var next: Unicode.Scalar?

        func satisfies(_ assertion: PatternNode.Assertion) -> Bool {
            let isBoundary =
                (previous.map(CharacterTest.isWord) ?? false) != (next.map(CharacterTest.isWord) ?? false)
            return switch assertion {
            case .start: previous == nil
            case .end: next == nil
            case .lineStart: previous == nil || previous == "\n"
            case .lineEnd: next == nil || next == "\n"
            case .wordBoundary: isBoundary
            case .noWordBoundary: !isBoundary
            }
        }
    }

    /// Adds the steps that can be reached from one without reading a character; true where the pattern's end can.
    private func follow(_ first: Int, at place: Place, into set: inout StepSet) -> Bool {
        var open = [first]
        while let step = open.popLast() {
            guard step < steps.count, set.insert(step) else { continue }
            switch steps[step] {
            case .found: return true
            case .character: break
            case .jump(let target): open.append(target)
            case .split(let one, let other):
                open.append(other)
                open.append(one)
            case .assertion(let assertion):
                if place.satisfies(assertion) { open.append(step + 1) }
            }
        }
        return false
    }

    /// A set of steps that is emptied in constant time.
    private struct StepSet {
        private var rounds: [UInt32]
        private var round: UInt32 = 1
        private(set) var members: [Int] = []

        init(count: Int) {
            rounds = [UInt32](repeating: 0, count: count)
        }

        mutating func insert(_ step: Int) -> Bool {
            guard rounds[step] != round else { return false }
            rounds[step] = round
            members.append(step)
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
}
