import DOM

/// Finds the shortest sturdy selector that matches the elements of a group on every page, and nothing else.
struct BlockSelector {
    private let outlines: [Outline]

    init(_ outlines: [Outline]) {
        self.outlines = outlines
    }

    /// The selector with where it comes from; `nil` where none is exact.
    func selector(of block: Block) -> (selector: String, origin: String)? {
        for mark in block.marks.prefix(6) {
            if isExact(mark.selector, block) { return (mark.selector, mark.origin) }
        }
        for mark in block.marks.prefix(3) where mark.rank < 5 {
            for (prefix, origin) in refinements(of: block) {
                // A name can only stand in front of what is no name.
                let isName = mark.selector.first?.isLetter == true
                if isName, !prefix.hasSuffix(" ") { continue }
                if isExact(prefix + mark.selector, block) {
                    return (prefix + mark.selector, "\(mark.origin) \(origin)")
                }
            }
        }
        return nil
    }

    private func isExact(_ selector: String, _ block: Block) -> Bool {
        zip(outlines, block.members).allSatisfy { outline, members in
            ExactMatch.holds(selector, for: members.map { outline.entries[$0].node }, in: [outline.document])
        }
    }

    /// What can stand before a selector that matches too much: the element's name, or something that all members
    /// lie in.
    private func refinements(of block: Block) -> [(prefix: String, origin: String)] {
        guard let outline = outlines.first, let first = block.members.first?.first,
            let last = block.members.first?.last
        else { return [] }
        let tag = outline.entries[first].tag
        var refinements = [(prefix: tag, origin: "of \(tag)")]
        var ancestor = outline.entries[first].parent
        while true {
            if outline.contains(ancestor, last) {
                let entry = outline.entries[ancestor]
                let marks =
                    (SiteNames.id(of: ancestor, in: outline).map { [$0] } ?? [])
                    + SiteNames.marks(of: ancestor, in: outline).filter { $0.rank < 5 }
                refinements += marks.map { ("\($0.selector) ", "below \($0.origin)") }
                if entry.tag == "main" || entry.tag == "article" {
                    refinements.append(("\(entry.tag) ", "in \(entry.tag)"))
                }
            }
            let parent = outline.entries[ancestor].parent
            if parent == ancestor || refinements.count > 12 { break }
            ancestor = parent
        }
        return refinements
    }
}
