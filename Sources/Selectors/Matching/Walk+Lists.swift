import DOM

// Over lists of elements, so that few nodes have to be looked at.
extension Walk {
    /// Goes to those elements only that may be what a selector asks for.
    func walk(over notes: ElementNotes, from first: Int, _ rootBits: UInt64) {
        let usesFilter = program.usesAncestorFilter
        var ancestors = rootBits
        // The elements with bits that are open: the depth of each, and the bits before it.
        var stack: [(depth: Int32, ancestors: UInt64)] = []
        var depth = Int32.min
        for index in first..<max(first, notes.count) {
            let note = notes[index]
            let concern = filter.concern(note)
            // An element that has ended behind the last one that is looked at keeps its bits until the next one is:
            // they only tell what need not be tried, and what lies deeper has ended by then.
            if concern.isEmpty { continue }
            if note.depth <= depth {
                while let last = stack.last, note.depth <= last.depth {
                    ancestors = stack.removeLast().ancestors
                }
                depth = stack.last?.depth ?? .min
            }
            let bits = visit(note.node, note.node.name.address, concern, ancestors)
            if isDone { return }
            if usesFilter, bits & ~ancestors != 0 {
                stack.append((note.depth, ancestors))
                ancestors |= bits
                depth = note.depth
            }
        }
    }

    /// - Parameter isTried: whether the element itself is tried, not only what lies below it.
    func walkInOrder(_ element: NodeRef, _ rootBits: UInt64, isTried: Bool) {
        let order = binding.order
        let first = order.index(of: element)
        let (elements, names, ends) = (order.elements, order.names, order.ends)
        // Where the parser has noted the elements, they have the same numbers there.
        var notes = binding.page.elementNotes
        if let known = notes, first >= known.count || known[first].node != element { notes = nil }
        let usesFilter = program.usesAncestorFilter
        var ancestors = rootBits
        // The elements with bits that are open: where each ends, and the bits before it.
        var stack: [(end: Int, ancestors: UInt64)] = []
        var end = Int.max
        for index in first + (isTried ? 0 : 1)..<Int(ends[first]) {
            let concern = notes.map { filter.concern($0[index]) } ?? filter.all
            if concern.isEmpty { continue }
            if index >= end {
                while let last = stack.last, index >= last.end { ancestors = stack.removeLast().ancestors }
                end = stack.last?.end ?? .max
            }
            let bits = visit(elements[index], names[index], concern, ancestors)
            if isDone { return }
            if usesFilter, bits & ~ancestors != 0 {
                stack.append((Int(ends[index]), ancestors))
                ancestors |= bits
                end = Int(ends[index])
            }
        }
    }
}
