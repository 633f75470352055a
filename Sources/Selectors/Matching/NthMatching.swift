import DOM

// The strategies are described at ``MatchContext``.
extension MatchContext {
    /// Whether an element's position is one of a formula's.
    func passes(_ test: NthTest, _ element: NodeRef) -> Bool {
        if test.list >= 0 { return passesAmongMatches(test, element) }
        if test.formula.step == 0, !test.kind.isOfType, test.formula.offset <= MatchContext.nearbyPositions {
            return isNearby(test.formula.offset, element, fromEnd: test.kind.isFromEnd)
        }
        return test.formula.contains(document.positions.position(of: element, test.kind))
    }

    /// The position up to which walking there is faster than counting all siblings.
    private static let nearbyPositions: Int32 = 4

    /// Whether an element has exactly `position - 1` siblings before (after) it.
    private func isNearby(_ position: Int32, _ element: NodeRef, fromEnd: Bool) -> Bool {
        guard position > 0 else { return false }
        var position = position
        var node = element
        while let sibling = fromEnd ? node.nextElementSibling : node.previousElementSibling {
            position -= 1
            if position == 0 { return false }
            node = sibling
        }
        if !fromEnd { position -= document.preceding?.count(before: element, isOfType: false) ?? 0 }
        return position == 1
    }

    // MARK: Of a list

    /// Whether an element matches the list of an `:nth-child(an+b of S)` at one of its positions.
    private func passesAmongMatches(_ test: NthTest, _ element: NodeRef) -> Bool {
        if let result = passesWithinBudget(test, element) { return result }
        let index = order.index(of: element)
        if nthMemo.value(test.memo, index) == 0 { countMatches(test, element) }
        let position = nthMemo.value(test.memo, index)
        return position > 0 && test.formula.contains(position)
    }

    /// The same without a memo row; `nil` if the budget is spent.
    private func passesWithinBudget(_ test: NthTest, _ element: NodeRef) -> Bool? {
        guard hasBudget else { return nil }
        guard matchesList(test.list, element) else { return false }
        var position: Int32 = 1
        var node = element
        while let sibling = test.kind.isFromEnd ? node.nextElementSibling : node.previousElementSibling {
            guard spendStep() else { return nil }
            if matchesList(test.list, sibling) { position += 1 }
            node = sibling
        }
        return test.formula.contains(position)
    }

    /// Numbers all siblings of an element that match the list.
    private func countMatches(_ test: NthTest, _ element: NodeRef) {
        var position: Int32 = 0
        var sibling: NodeRef? = element.outermostSibling(fromEnd: test.kind.isFromEnd)
        while let current = sibling {
            steps.add()
            let isCounted = matchesList(test.list, current)
            if isCounted { position += 1 }
            let value = isCounted ? position : -1
            nthMemo.setValue(test.memo, order.index(of: current), value, capacity: order.count)
            sibling = test.kind.isFromEnd ? current.previousElementSibling : current.nextElementSibling
        }
    }
}

/// The positions of elements among their siblings, and among those of their type.
///
/// Within the budget, siblings are counted for one element. After that all children of a parent are numbered together
/// when the position of the first of them is requested.
final class SiblingPositions {
    private let order: ElementOrder
    private let steps: StepCounter
    private let memo = MemoTable<Int32>(rows: Int32(Nth.Kind.allCases.count))
    /// The elements that preceded those of the tree, if it is a part of one.
    private let preceding: PrecedingEntries?
    @exclusivity(unchecked) private var budget: Int
    @exclusivity(unchecked) private var counter = NameCounter()

    init(_ order: ElementOrder, _ steps: StepCounter, _ preceding: PrecedingEntries?, budget: Int) {
        self.preceding = preceding
        self.order = order
        self.steps = steps
        self.budget = budget
    }

    /// The number of siblings, or of siblings of its type, that an element had before those in the tree.
    @inline(__always)
    private func preceding(_ element: NodeRef, isOfType: Bool) -> Int32 {
        preceding?.count(before: element, isOfType: isOfType) ?? 0
    }

    /// An element's position among its siblings, or among those of its type, from 1.
    func position(of element: NodeRef, _ kind: Nth.Kind) -> Int32 {
        if budget > 0, let position = countedOnce(element, kind) { return position }
        let position = memo.value(kind.row, order.index(of: element))
        return position != 0 ? position : counted(element, kind)
    }

    /// The position, counted only for this element; `nil` if the budget is spent.
    private func countedOnce(_ element: NodeRef, _ kind: Nth.Kind) -> Int32? {
        var position: Int32 = 1
        var node = element
        while let sibling = kind.isFromEnd ? node.nextElementSibling : node.previousElementSibling {
            budget -= 1
            guard budget >= 0 else { return nil }
            steps.add()
            if !kind.isOfType || sibling.name == element.name { position += 1 }
            node = sibling
        }
        if !kind.isFromEnd { position += preceding(element, isOfType: kind.isOfType) }
        return position
    }

    private func counted(_ element: NodeRef, _ kind: Nth.Kind) -> Int32 {
        counter.reset()
        var position: Int32 = 0
        var sibling: NodeRef? = element.outermostSibling(fromEnd: kind.isFromEnd)
        while let current = sibling {
            steps.add()
            position = kind.isOfType ? counter.count(current.name.address) : position + 1
            let before = kind.isFromEnd ? 0 : preceding(current, isOfType: kind.isOfType)
            memo.setValue(kind.row, order.index(of: current), position + before, capacity: order.count)
            sibling = kind.isFromEnd ? current.previousElementSibling : current.nextElementSibling
        }
        return memo.value(kind.row, order.index(of: element))
    }
}

extension NodeRef {
    /// The first or the last of an element and its siblings. A node without a parent has no siblings.
    func outermostSibling(fromEnd: Bool) -> NodeRef {
        guard let parent else { return self }
        return (fromEnd ? parent.lastElementChild : parent.firstElementChild) ?? self
    }
}

extension Nth.Kind {
    fileprivate var row: Int32 {
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

    private var slots: [Slot] = []
    private var round: UInt32 = 0
    private var used = 0

    mutating func reset() {
        round &+= 1
        used = 0
        // When the number of rounds overflows, old entries would look current.
        if round == 0 {
            slots = []
            round = 1
        }
    }

    /// Counts a name and returns its count.
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
        slots = [Slot](repeating: Slot(), count: max(16, old.count * 2))
        for slot in old where slot.round == round { slots[index(of: slot.address)] = slot }
    }
}
