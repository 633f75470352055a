import DOM

/// The places of elements among their siblings, counted for all children of a parent at once when one of them is
/// asked for.
final class SiblingPositions {
    /// Positions from 1 by the elements' numbers; 0 where not counted yet, -1 where an element is not counted.
    struct Row {
        private var positions: UnsafeMutablePointer<Int32>?
        private var count = 0

        @inline(__always)
        subscript(index: Int) -> Int32 {
            guard let positions, index < count else { return 0 }
            return positions[index]
        }

        mutating func set(_ index: Int, _ position: Int32, capacity: Int) {
            if count < capacity { grow(to: capacity) }
            positions?[index] = position
        }

        private mutating func grow(to capacity: Int) {
            let grown = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
            grown.initialize(repeating: 0, count: capacity)
            if let positions {
                grown.update(from: positions, count: count)
                positions.deallocate()
            }
            positions = grown
            count = capacity
        }

        func free() {
            positions?.deallocate()
        }
    }

    private let order: ElementOrder
    private let steps: StepCounter
    private let rows: UnsafeMutablePointer<Row>
    private let allowance: Allowance
    private var counter = NameCounter()

    init(_ order: ElementOrder, _ steps: StepCounter, allowance: Int) {
        self.order = order
        self.steps = steps
        self.allowance = Allowance(allowance)
        rows = .allocate(capacity: Nth.Kind.allCases.count)
        rows.initialize(repeating: Row(), count: Nth.Kind.allCases.count)
    }

    deinit {
        for index in Nth.Kind.allCases.indices { rows[index].free() }
        rows.deallocate()
        allowance.free()
    }

    /// An element's position among its siblings, or among those of its type.
    func position(of element: NodeRef, _ kind: Nth.Kind) -> Int32 {
        if allowance.isLeft, let position = countedOnce(element, kind) { return position }
        let position = rows[kind.row][order.index(of: element)]
        return position != 0 ? position : counted(element, kind)
    }

    /// The position counted for this element alone; `nil` when the steps for it are used up.
    private func countedOnce(_ element: NodeRef, _ kind: Nth.Kind) -> Int32? {
        var position: Int32 = 1
        var node = element
        while let sibling = kind.isFromEnd ? node.nextElementSibling : node.previousElementSibling {
            guard allowance.take() else { return nil }
            steps.add()
            if !kind.isOfType || sibling.name == element.name { position += 1 }
            node = sibling
        }
        return position
    }

    private func counted(_ element: NodeRef, _ kind: Nth.Kind) -> Int32 {
        counter.reset()
        var position: Int32 = 0
        var sibling: NodeRef? = element.outermostSibling(fromEnd: kind.isFromEnd)
        while let current = sibling {
            steps.add()
            position = kind.isOfType ? counter.count(current.name.address) : position + 1
            rows[kind.row].set(order.index(of: current), position, capacity: order.count)
            sibling = kind.isFromEnd ? current.previousElementSibling : current.nextElementSibling
        }
        return rows[kind.row][order.index(of: element)]
    }
}

extension NodeRef {
    /// The first or the last of an element and its siblings. A node without a parent has none but itself.
    func outermostSibling(fromEnd: Bool) -> NodeRef {
        guard let parent else { return self }
        return (fromEnd ? parent.lastElementChild : parent.firstElementChild) ?? self
    }
}

extension Nth.Kind {
    var isFromEnd: Bool { self == .lastChild || self == .lastOfType }

    var isOfType: Bool { self == .ofType || self == .lastOfType }

    fileprivate var row: Int {
        switch self {
        case .child: 0
        case .lastChild: 1
        case .ofType: 2
        case .lastOfType: 3
        }
    }
}

/// Counts names by their addresses: a hash table that is emptied in constant time.
private struct NameCounter {
    private struct Slot {
        var address: UInt = 0
        var round: UInt32 = 0
        var count: Int32 = 0
    }

    private var slots = [Slot](repeating: Slot(), count: 16)
    private var round: UInt32 = 0
    private var used = 0

    mutating func reset() {
        round &+= 1
        used = 0
        // After four thousand million rounds old entries would look new.
        if round == 0 { slots = [Slot](repeating: Slot(), count: 16) }
        if round == 0 { round = 1 }
    }

    /// Counts a name once more and tells how often it has been counted.
    mutating func count(_ address: UInt) -> Int32 {
        if used * 2 >= slots.count { grow() }
        let index = index(of: address)
        if slots[index].round != round {
            slots[index] = Slot(address: address, round: round, count: 0)
            used += 1
        }
        slots[index].count += 1
        return slots[index].count
    }

    private func index(of address: UInt) -> Int {
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while slots[index].round == round, slots[index].address != address { index = (index + 1) & mask }
        return index
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 2)
        for slot in old where slot.round == round { slots[index(of: slot.address)] = slot }
    }
}
