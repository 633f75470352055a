import DOM

/// Looks for what a selector wants on the left of a compound selector, from right to left.
///
/// It never needs to remember more than two places to go back to: where it climbs among ancestors, and where it
/// moves among the siblings at the level that it is on. When something further left cannot be found above (before)
/// a place, it cannot be found above (before) a place that is higher (earlier) either, so that older places need
/// not be tried again.
///
/// For the same reason a climb's result is the result of the whole. It is noted for the elements passed on a long
/// climb, which keeps deep trees linear: after a number of steps each further one is taken only once.
struct LeftSearch {
    /// A search among ancestors or previous siblings.
    private struct Search {
        /// What is looked for; -1 where nothing is.
        var compound: Int32 = -1
        var node: NodeRef?
        var steps = 0
        /// Where taking notes began.
        var notesStart: NodeRef?

        var isActive: Bool { compound >= 0 }
    }

    /// Notes to be written once the result is known: that of the nodes from `start` to `end`.
    struct Notes {
        var compound: Int32
        var start: NodeRef
        var end: NodeRef
        var isAmongSiblings: Bool
        /// Whether the result is that of the place only that a climb has come to.
        var isOfPlace: Bool
    }

    private enum Outcome {
        case settled(Bool)
        /// The compound in question may be found here, if anywhere at all.
        case candidate(NodeRef?)
    }

    private let binding: Binding
    /// The compound that is looked for.
    private var index: Int32 = 0
    private var climb = Search()
    private var slide = Search()
    /// The first climb's compound and start.
    private var firstClimb: (compound: Int32, start: NodeRef)?
    /// Notes are rare; those of this search follow those of the searches that it is part of.
    private let firstNote: Int

    init(_ binding: Binding) {
        self.binding = binding
        firstNote = binding.notes.pointee.count
    }

    /// Whether what a selector wants on the left of a compound is there, the compound itself being `element`.
    mutating func run(from element: NodeRef, _ compound: Int32) -> Bool {
        index = compound
        let result = search(from: element)
        finish(&slide, isAmongSiblings: true)
        finish(&climb, isAmongSiblings: false)
        if hasNotes { write(ofPlaceOnly: false, result) }
        if let first = firstClimb {
            binding.lastClimbs[Int(first.compound)] = Binding.LastClimb(start: first.start, isFound: result)
        }
        return result
    }

    private mutating func search(from element: NodeRef) -> Bool {
        var node = element
        while true {
            // `node` is what `index` wants: on to the left.
            var outcome = follow(binding.program.compounds[index].link, from: node)
            index += 1
            var isFound = false
            while !isFound {
                switch outcome {
                case .settled(let result): return result
                case .candidate(let candidate):
                    if let candidate, binding.holds(binding.program.compounds[index], candidate) {
                        node = candidate
                        isFound = true
                    } else {
                        outcome = goBack()
                    }
                }
            }
        }
    }

    // MARK: To the left

    /// Where the compound on the left may be found.
    @inline(__always)
    private mutating func follow(_ link: CompiledCompound.Link, from node: NodeRef) -> Outcome {
        switch link {
        case .none:
            return .settled(true)
        case .child:
            // All siblings have the same parent: no other will do better.
            finish(&slide, isAmongSiblings: true)
            return .candidate(node.parent)
        case .nextSibling:
            return .candidate(node.previousElementSibling)
        case .subsequentSibling:
            finish(&slide, isAmongSiblings: true)
            return beginSlide(at: node.previousElementSibling)
        case .descendant:
            return beginClimb(at: node.parent)
        case .descendantOrSelf:
            return beginClimb(at: node)
        }
    }

    @inline(__always)
    private mutating func beginSlide(at start: NodeRef?) -> Outcome {
        guard let start else { return .candidate(nil) }
        slide = newSearch(from: start)
        switch known(slide) {
        case true: return .settled(true)
        case false:
            finish(&slide, isAmongSiblings: true)
            return .candidate(nil)
        default: return .candidate(start)
        }
    }

    @inline(__always)
    private mutating func beginClimb(at start: NodeRef?) -> Outcome {
        finish(&slide, isAmongSiblings: true)
        // From here on the siblings' result is the climb's.
        if hasNotes { settlePlace() }
        finish(&climb, isAmongSiblings: false)
        guard let start else { return .settled(false) }
        let last = binding.lastClimbs[Int(index + 1)]
        if last.start == start { return .settled(last.isFound) }
        climb = newSearch(from: start)
        if let known = known(climb) { return .settled(known) }
        if firstClimb == nil { firstClimb = (index + 1, start) }
        return .candidate(start)
    }

    /// Begins a search for the compound on the left. Where one like it has been long before, notes are taken and
    /// read from the start.
    @inline(__always)
    private func newSearch(from start: NodeRef) -> Search {
        var search = Search(compound: index + 1, node: start)
        if binding.climbs.hasAnswers(index + 1) { search.notesStart = start }
        return search
    }

    // MARK: Back

    /// The next place to try when a compound has not been found.
    @inline(__always)
    private mutating func goBack() -> Outcome {
        if slide.isActive {
            if let next = step(&slide, to: slide.node?.previousElementSibling) {
                switch known(slide) {
                case true: return .settled(true)
                case false: break
                default:
                    index = slide.compound
                    return .candidate(next)
                }
            }
            finish(&slide, isAmongSiblings: true)
        }
        if hasNotes { write(ofPlaceOnly: true, false) }
        guard climb.isActive, let next = step(&climb, to: climb.node?.parent) else { return .settled(false) }
        if let known = known(climb) { return .settled(known) }
        index = climb.compound
        return .candidate(next)
    }

    /// Takes a search one step further; `nil` where there is nothing more to search.
    @inline(__always)
    private func step(_ search: inout Search, to next: NodeRef?) -> NodeRef? {
        guard let next else { return nil }
        binding.steps.add()
        search.node = next
        search.steps += 1
        if search.steps == binding.page.patience.climb, search.notesStart == nil { search.notesStart = next }
        return next
    }
}

// MARK: - Notes

extension LeftSearch {
    private var hasNotes: Bool { binding.notes.pointee.count > firstNote }

    /// What an earlier search has noted about the place that this one has come to.
    @inline(__always)
    private func known(_ search: Search) -> Bool? {
        guard search.notesStart != nil, let node = search.node, node.isElement else { return nil }
        return binding.climbs[search.compound, binding.order.index(of: node)]
    }

    /// Ends a search, keeping in mind what must be noted.
    @inline(__always)
    private func finish(_ search: inout Search, isAmongSiblings: Bool) {
        if search.notesStart != nil { keepInMind(search, isAmongSiblings) }
        search.compound = -1
        search.notesStart = nil
    }

    @inline(never)
    private func keepInMind(_ search: Search, _ isAmongSiblings: Bool) {
        guard search.isActive, let start = search.notesStart, let end = search.node else { return }
        binding.notes.pointee.append(
            Notes(
                compound: search.compound,
                start: start,
                end: end,
                isAmongSiblings: isAmongSiblings,
                isOfPlace: isAmongSiblings
            )
        )
    }

    @inline(never)
    private func settlePlace() {
        for index in firstNote..<binding.notes.pointee.count {
            binding.notes.pointee[index].isOfPlace = false
        }
    }

    /// Writes the notes of this search and forgets them.
    @inline(never)
    private func write(ofPlaceOnly: Bool, _ result: Bool) {
        var kept: [Notes] = []
        for note in binding.notes.pointee[firstNote...] {
            if ofPlaceOnly, !note.isOfPlace { kept.append(note) } else { write(note, result) }
        }
        binding.notes.pointee.removeSubrange(firstNote...)
        binding.notes.pointee += kept
    }

    private func write(_ note: Notes, _ result: Bool) {
        let order = binding.order
        var node: NodeRef? = note.start
        while let current = node, current.isElement {
            binding.steps.add()
            binding.climbs.set(note.compound, order.index(of: current), result, capacity: order.count)
            if current == note.end { return }
            node = note.isAmongSiblings ? current.previousElementSibling : current.parent
        }
    }
}
