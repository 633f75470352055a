/// Makes the automata of a pattern.
struct Compiler {
    /// The sets of characters that the automata read, by their numbers.
    private(set) var sets: [CharacterSet] = []
    /// The sets that conditions on a place test.
    private(set) var contextSets: [CharacterSet] = []
    /// The properties of the characters before and after a place that conditions need.
    private(set) var left: Context = []
    private(set) var right: Context = []
    /// The look-arounds that need a table, inner ones before those that contain them.
    private(set) var looks: [CompiledLook] = []
    private(set) var slotCount: Int

    private var asciiSets = [Int32](repeating: -1, count: 128)
    private var states: [Program.State] = []
    /// The loops whose body may be empty, which are shared if they continue in the same way.
    private var loops: [Loop: Int32] = [:]
    /// Within a loop whose body may be empty, the states; equal ones are created once, so that nested loops do not
    /// multiply them.
    private var known: [Program.State: Int32] = [:]
    private var nullableDepth = 0
    private let patternLength: Int

    private struct Loop: Hashable {
        let repetition: PatternNode.Repetition
        let next: Int32
    }

    init(groups: Int, patternLength: Int) {
        slotCount = 2 * groups + 2
        self.patternLength = patternLength
    }

    /// The automaton of a node.
    mutating func program(_ node: PatternNode) throws(PatternError) -> Program {
        let outer = (states, loops, known, nullableDepth)
        defer { (states, loops, known, nullableDepth) = outer }
        (states, loops, known, nullableDepth) = ([], [:], [:], 0)
        let match = try append(.match)
        let start = try compile(node, match, match)
        let search = try append(.fail)
        let other = try append(.set(set(.any), search))
        states[Int(search)] = .split(start, other)
        return Program(states: states, start: start, searchStart: search)
    }

    private mutating func append(_ state: Program.State) throws(PatternError) -> Int32 {
        if nullableDepth > 0, state != .fail, let index = known[state] { return index }
        guard states.count < Program.sizeLimit else {
            throw PatternError(
                "the regular expression is too large: it needs more than \(Program.sizeLimit) states; write smaller "
                    + "repetitions",
                at: 0..<patternLength
            )
        }
        states.append(state)
        let index = Int32(truncatingIfNeeded: states.count - 1)
        // A state that fails is filled in later.
        if nullableDepth > 0, state != .fail { known[state] = index }
        return index
    }

    private mutating func set(_ set: CharacterSet) -> Int32 {
        if case .scalar(let value) = set, value < 128 {
            if asciiSets[Int(value)] < 0 {
                asciiSets[Int(value)] = Int32(truncatingIfNeeded: sets.count)
                sets.append(set)
            }
            return asciiSets[Int(value)]
        }
        if let index = sets.firstIndex(of: set) { return Int32(truncatingIfNeeded: index) }
        sets.append(set)
        return Int32(truncatingIfNeeded: sets.count - 1)
    }

    // MARK: Nodes

    /// Appends the states of a node and returns the first.
    ///
    /// The node continues at `empty` if it has read nothing and at `next` if it has. The two differ within a loop whose
    /// body may match the empty text: a round that reads nothing ends the loop. The states therefore have all the
    /// information that a backtracking matcher keeps separately, and visiting a state twice at a place is never needed.
    private mutating func compile(
        _ node: PatternNode,
        _ empty: Int32,
        _ next: Int32
    ) throws(PatternError) -> Int32 {
        switch node {
        case .empty: return empty
        case .character(let set): return try append(.set(self.set(set), next))
        case .assertion(let assertion): return try compile(assertion, isNegated: false, empty)
        case .sequence(let nodes):
            var rest = (empty, next)
            for node in nodes.reversed() { rest = try prepend(node, to: rest) }
            return rest.0
        case .choice(let nodes):
            var entry: Int32?
            for node in nodes.reversed() {
                let first = try compile(node, empty, next)
                entry =
                    try entry.map { rest throws(PatternError) in try append(.split(first, rest)) } ?? first
            }
            return entry ?? empty
        case .repetition(let repetition): return try compile(repetition, empty, next)
        case .group(let number, let node):
            let slot = Int32(truncatingIfNeeded: 2 * number)
            let end = try append(.save(slot + 1, empty))
            let other = empty == next ? end : try append(.save(slot + 1, next))
            return try append(.save(slot, try compile(node, end, other)))
        case .look(let look): return try compile(look, empty)
        }
    }

    /// The states of a node before those that follow it: one if nothing was read before the node, and one if something
    /// was.
    private mutating func prepend(
        _ node: PatternNode,
        to rest: (Int32, Int32)
    ) throws(PatternError) -> (Int32, Int32) {
        let other = try compile(node, rest.1, rest.1)
        if rest.0 == rest.1 || !node.isNullable { return (other, other) }
        return (try compile(node, rest.0, rest.1), other)
    }

    private mutating func compile(
        _ assertion: Assertion,
        isNegated: Bool,
        _ next: Int32
    ) throws(PatternError) -> Int32 {
        var test: ContextTest
        switch assertion {
        case .start: test = ContextTest(kind: .start)
        case .end: test = ContextTest(kind: .end)
        case .endOrFinalTerminator: test = ContextTest(kind: .endOrFinalTerminator)
        case .lineStart: test = ContextTest(kind: .lineStart)
        case .lineEnd: test = ContextTest(kind: .lineEnd)
        case .wordBoundary: test = ContextTest(kind: .wordBoundary)
        case .noLineFeedAhead: test = ContextTest(kind: .noLineFeedAhead)
        case .ahead(let set):
            guard let member = member(set) else { return try look(at: set, isBehind: false, isNegated, next) }
            test = ContextTest(kind: .ahead, set: member)
        case .behind(let set):
            guard let member = member(set) else { return try look(at: set, isBehind: true, isNegated, next) }
            test = ContextTest(kind: .behind, set: member)
        case .not(let assertion): return try compile(assertion, isNegated: !isNegated, next)
        }
        test.isNegated = isNegated
        left.formUnion(test.left)
        right.formUnion(test.right)
        return try append(.test(test, next))
    }

    /// The bit of a set that a condition tests; `nil` if there are too many.
    private mutating func member(_ set: CharacterSet) -> Context? {
        if let index = contextSets.firstIndex(of: set) { return .member(index) }
        guard contextSets.count < Context.setLimit else { return nil }
        contextSets.append(set)
        return .member(contextSets.count - 1)
    }

    private mutating func look(
        at set: CharacterSet,
        isBehind: Bool,
        _ isNegated: Bool,
        _ next: Int32
    ) throws(PatternError) -> Int32 {
        let look = PatternNode.Look(
            node: .character(set),
            isBehind: isBehind,
            isNegated: isNegated,
            groups: 0..<0
        )
        return try compile(look, next)
    }

    private mutating func compile(_ look: PatternNode.Look, _ next: Int32) throws(PatternError) -> Int32 {
        let known = looks.firstIndex { $0.look == look }
        let index = if let known { known } else { try add(look) }
        let isFound = Int32(truncatingIfNeeded: index)
        guard let slot = looks[index].slot else { return try append(.look(isFound, next)) }
        return try append(.look(isFound, try append(.save(Int32(truncatingIfNeeded: slot), next))))
    }

    private mutating func add(_ look: PatternNode.Look) throws(PatternError) -> Int {
        let table = try program(look.isBehind ? look.node : look.node.reversed)
        var captures: Program?
        var slot: Int?
        if !look.groups.isEmpty, !look.isNegated {
            captures = try program(look.node)
            slot = slotCount
            slotCount += 1
        }
        guard looks.count < CompiledLook.limit else {
            throw PatternError(
                "the regular expression has more than \(CompiledLook.limit) conditions such as \"(?=…)\"",
                at: 0..<patternLength
            )
        }
        looks.append(CompiledLook(look: look, table: table, captures: captures, slot: slot))
        return looks.count - 1
    }

    // MARK: Repetitions

    private mutating func compile(
        _ repetition: PatternNode.Repetition,
        _ empty: Int32,
        _ next: Int32
    ) throws(PatternError) -> Int32 {
        let node = repetition.node
        if case .empty = node { return empty }
        let isNullable = node.isNullable
        if isNullable { nullableDepth += 1 }
        defer { if isNullable { nullableDepth -= 1 } }
        if repetition.maximum == 0 { return empty }
        var rest = (empty, next)
        var copies = repetition.minimum
        if let maximum = repetition.maximum {
            for _ in repetition.minimum..<maximum {
                let (first, other) = try prepend(node, to: rest)
                let isShared = empty == next
                let entry = try split(repetition, first, empty)
                rest = (entry, isShared && first == other ? entry : try split(repetition, other, next))
            }
        } else if copies > 0 {
            rest = try oneOrMore(repetition, rest)
            copies -= 1
        } else {
            rest = try noneOrMore(repetition, rest)
        }
        for _ in 0..<copies { rest = try prepend(node, to: rest) }
        return rest.0
    }

    private mutating func split(
        _ repetition: PatternNode.Repetition,
        _ body: Int32,
        _ exit: Int32
    ) throws(PatternError) -> Int32 {
        try append(repetition.isLazy ? .split(exit, body) : .split(body, exit))
    }

    /// The loop after a round that has read something: its first state, and that of its body.
    private mutating func loop(
        _ repetition: PatternNode.Repetition,
        _ next: Int32
    ) throws(PatternError) -> Int32 {
        let key = Loop(repetition: repetition, next: next)
        let isNullable = repetition.node.isNullable
        if isNullable, let head = loops[key] { return head }
        let head = try append(.fail)
        if isNullable { loops[key] = head }
        let body = try compile(repetition.node, isNullable ? next : head, head)
        states[Int(head)] = repetition.isLazy ? .split(next, body) : .split(body, next)
        return head
    }

    private mutating func noneOrMore(
        _ repetition: PatternNode.Repetition,
        _ rest: (Int32, Int32)
    ) throws(PatternError) -> (Int32, Int32) {
        let head = try loop(repetition, rest.1)
        if rest.0 == rest.1 { return (head, head) }
        let first = try compile(repetition.node, repetition.node.isNullable ? rest.0 : head, head)
        return (try split(repetition, first, rest.0), head)
    }

    private mutating func oneOrMore(
        _ repetition: PatternNode.Repetition,
        _ rest: (Int32, Int32)
    ) throws(PatternError) -> (Int32, Int32) {
        let head = try loop(repetition, rest.1)
        let body: Int32
        switch states[Int(head)] {
        case .split(let first, let other): body = repetition.isLazy ? other : first
        case .set, .save, .test, .look, .match, .fail:
            body = try compile(repetition.node, repetition.node.isNullable ? rest.1 : head, head)
        }
        if rest.0 == rest.1 || !repetition.node.isNullable { return (body, body) }
        let first = try compile(repetition.node, rest.0, head)
        return (first, body)
    }
}
