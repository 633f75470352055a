import DOM

// MARK: - Lists and selectors

extension Binding {
    /// Whether a selector of the list matches.
    func matchesList(_ list: Int32, _ element: NodeRef) -> Bool {
        let compiled = program.lists[list]
        guard compiled.memo >= 0 else { return matchesAny(compiled.selectors, element) }
        let index = order.index(of: element)
        if let known = answers[compiled.memo, index] { return known }
        let result = matchesAny(compiled.selectors, element)
        answers.set(compiled.memo, index, result, capacity: order.count)
        return result
    }

    private func matchesAny(_ selectors: Span32, _ element: NodeRef) -> Bool {
        for selector in selectors.start..<selectors.end {
            if matches(program.selectors[selector], element, skippedTests: 0) { return true }
        }
        return false
    }

    @inline(__always)
    func matches(_ selector: CompiledSelector, _ element: NodeRef, skippedTests: Int32) -> Bool {
        let compound = program.compounds[selector.compound]
        guard passes(compound.tests, element, skipping: skippedTests) else { return false }
        return compound.link == .none || matchesLeft(of: selector.compound, element)
    }

    @inline(__always)
    func passes(_ tests: Span32, _ element: NodeRef, skipping skipped: Int32 = 0) -> Bool {
        var index = tests.start + skipped
        while index < tests.end {
            guard passes(index, element) else { return false }
            index += 1
        }
        return true
    }

    /// Whether a node, perhaps the document's, stands where a compound wants one.
    @inline(__always)
    private func holds(_ compound: CompiledCompound, _ node: NodeRef) -> Bool {
        if compound.isAnchor { return node == scope.pointee.node }
        return node.isElement && passes(compound.tests, node)
    }
}

// MARK: - Right to left

/// Matching goes from right to left and never needs to remember more than two places to go back to: where it
/// climbs among ancestors, and where it moves among the siblings at the level it is on. When something further
/// left cannot be found above (before) a place, it cannot be found above (before) a place that is higher
/// (earlier) either, so that older places need not be tried again.
///
/// For the same reason a climb's result is the result of the whole. It is noted for the elements passed on a long
/// climb, which keeps deep trees linear: after a number of steps each further one is taken only once.
extension Binding {
    /// A search among ancestors or previous siblings.
    private struct Search {
        /// What is looked for; -1 where nothing is.
        var compound: Int32 = -1
        var node: NodeRef
        let isAmongSiblings: Bool
        var steps = 0
        /// Where taking notes began.
        var notesStart: NodeRef?

        var isActive: Bool { compound >= 0 }
    }

    /// The notes to be written once the result is known: the nodes from `start` to `end`.
    struct Notes {
        var compound: Int32
        var start: NodeRef
        var end: NodeRef
        var isAmongSiblings: Bool
        /// Whether the result is that of the place only that a climb has come to.
        var isOfPlace: Bool
    }

    /// Whether what a selector wants on the left of a compound is there, the compound itself being `element`.
    private func matchesLeft(of compound: Int32, _ element: NodeRef) -> Bool {
        var climb = Search(node: element, isAmongSiblings: false)
        var slide = Search(node: element, isAmongSiblings: true)
        // Notes are rare; those of this search follow those of the searches that it is part of.
        let firstNote = notes.pointee.count
        var first: (compound: Int32, start: NodeRef)?
        var index = compound
        var node = element
        let result: Bool

        search: while true {
            // `node` is what `index` wants: on to the left.
            var next: NodeRef?
            switch program.compounds[index].link {
            case .none:
                result = true
                break search
            case .child:
                finish(&slide)
                next = node.parent
            case .nextSibling:
                next = node.previousElementSibling
            case .subsequentSibling:
                finish(&slide)
                next = node.previousElementSibling
                if let start = next {
                    slide = search(for: index + 1, from: start, isAmongSiblings: true)
                    if let known = known(slide) {
                        if known {
                            result = true
                            break search
                        }
                        next = nil
                        finish(&slide)
                    }
                }
            case .descendant, .descendantOrSelf:
                finish(&slide)
                // From here on the siblings' result is the climb's.
                if notes.pointee.count > firstNote { settlePlace(firstNote) }
                finish(&climb)
                next = program.compounds[index].link == .descendant ? node.parent : node
                guard let start = next else {
                    result = false
                    break search
                }
                if lastClimbs[Int(index + 1)].start == start {
                    result = lastClimbs[Int(index + 1)].isFound
                    break search
                }
                climb = search(for: index + 1, from: start, isAmongSiblings: false)
                if let known = known(climb) {
                    result = known
                    break search
                }
                if first == nil { first = (index + 1, start) }
            }
            index += 1

            // Find the next node that is what `index` wants.
            while true {
                if let candidate = next, holds(program.compounds[index], candidate) {
                    node = candidate
                    break
                }
                if slide.isActive {
                    next = step(&slide, to: slide.node.previousElementSibling)
                    if let known = known(slide) {
                        if known {
                            result = true
                            break search
                        }
                        next = nil
                    }
                    index = slide.compound
                    if next != nil { continue }
                    finish(&slide)
                }
                if notes.pointee.count > firstNote { write(from: firstNote, ofPlaceOnly: true, false) }
                guard climb.isActive, let above = step(&climb, to: climb.node.parent) else {
                    result = false
                    break search
                }
                if let known = known(climb) {
                    result = known
                    break search
                }
                index = climb.compound
                next = above
            }
        }

        finish(&slide)
        finish(&climb)
        if notes.pointee.count > firstNote { write(from: firstNote, ofPlaceOnly: false, result) }
        if let first { lastClimbs[Int(first.compound)] = LastClimb(start: first.start, isFound: result) }
        return result
    }

    /// Begins a search. Where one like it has been long before, notes are taken and read from the start.
    @inline(__always)
    private func search(for compound: Int32, from start: NodeRef, isAmongSiblings: Bool) -> Search {
        var search = Search(compound: compound, node: start, isAmongSiblings: isAmongSiblings)
        if climbs.hasAnswers(compound) { search.notesStart = start }
        return search
    }

    /// Takes a search one step further; `nil` where there is nothing more to search.
    @inline(__always)
    private func step(_ search: inout Search, to next: NodeRef?) -> NodeRef? {
        guard let next else { return nil }
        steps.add()
        search.node = next
        search.steps += 1
        if search.steps == page.patience.climb, search.notesStart == nil { search.notesStart = next }
        return next
    }

    /// What an earlier search has noted about the place that this one has come to.
    @inline(__always)
    private func known(_ search: Search) -> Bool? {
        guard search.notesStart != nil, search.node.isElement else { return nil }
        return climbs[search.compound, order.index(of: search.node)]
    }

    /// Ends a search, keeping in mind what must be noted.
    @inline(__always)
    private func finish(_ search: inout Search) {
        if let start = search.notesStart, search.isActive {
            notes.pointee.append(
                Notes(
                    compound: search.compound,
                    start: start,
                    end: search.node,
                    isAmongSiblings: search.isAmongSiblings,
                    isOfPlace: search.isAmongSiblings
                )
            )
        }
        search.compound = -1
        search.notesStart = nil
    }

    private func settlePlace(_ first: Int) {
        for index in first..<notes.pointee.count { notes.pointee[index].isOfPlace = false }
    }

    /// Writes the notes from one on and forgets them.
    @inline(never)
    private func write(from first: Int, ofPlaceOnly: Bool, _ result: Bool) {
        var kept: [Notes] = []
        for note in notes.pointee[first...] {
            if ofPlaceOnly, !note.isOfPlace {
                kept.append(note)
                continue
            }
            var node: NodeRef? = note.start
            while let current = node, current.isElement {
                steps.add()
                climbs.set(note.compound, order.index(of: current), result, capacity: order.count)
                if current == note.end { break }
                node = note.isAmongSiblings ? current.previousElementSibling : current.parent
            }
        }
        notes.pointee.removeSubrange(first...)
        notes.pointee += kept
    }
}
