import DOM

extension Binding {
    /// Whether an element stands at one of a formula's places.
    func passes(_ test: NthTest, _ element: NodeRef) -> Bool {
        if test.list >= 0 { return passesAmongMatches(test, element) }
        if test.formula.step == 0, !test.kind.isOfType, test.formula.offset <= Binding.nearbyPositions {
            return isNearby(test.formula.offset, element, fromEnd: test.kind.isFromEnd)
        }
        return test.formula.contains(page.positions.position(of: element, test.kind))
    }

    /// Up to which position walking there is faster than counting all siblings.
    private static let nearbyPositions: Int32 = 4

    /// Whether exactly `position - 1` siblings stand before (behind) an element.
    private func isNearby(_ position: Int32, _ element: NodeRef, fromEnd: Bool) -> Bool {
        guard position > 0 else { return false }
        var position = position
        var node = element
        while let sibling = fromEnd ? node.nextElementSibling : node.previousElementSibling {
            position -= 1
            if position == 0 { return false }
            node = sibling
        }
        return position == 1
    }

    /// `:nth-child(an+b of S)`: the siblings that match S are counted, all children of a parent at once.
    private func passesAmongMatches(_ test: NthTest, _ element: NodeRef) -> Bool {
        if let result = passesWithoutNotes(test, element) { return result }
        let cache = nthCaches + Int(test.cache)
        let index = order.index(of: element)
        if cache.pointee[index] == 0 { countMatches(test, element, cache) }
        let position = cache.pointee[index]
        return position > 0 && test.formula.contains(position)
    }

    /// The same for a small number of steps; `nil` when they are used up.
    private func passesWithoutNotes(_ test: NthTest, _ element: NodeRef) -> Bool? {
        guard allowance.isLeft else { return nil }
        guard matchesList(test.list, element) else { return false }
        var position: Int32 = 1
        var node = element
        while let sibling = test.kind.isFromEnd ? node.nextElementSibling : node.previousElementSibling {
            guard allowance.take() else { return nil }
            if matchesList(test.list, sibling) { position += 1 }
            node = sibling
        }
        return test.formula.contains(position)
    }

    private func countMatches(
        _ test: NthTest,
        _ element: NodeRef,
        _ cache: UnsafeMutablePointer<SiblingPositions.Row>
    ) {
        var position: Int32 = 0
        var sibling: NodeRef? = element.outermostSibling(fromEnd: test.kind.isFromEnd)
        while let current = sibling {
            steps.add()
            let isCounted = matchesList(test.list, current)
            if isCounted { position += 1 }
            cache.pointee.set(order.index(of: current), isCounted ? position : -1, capacity: order.count)
            sibling = test.kind.isFromEnd ? current.previousElementSibling : current.nextElementSibling
        }
    }
}
