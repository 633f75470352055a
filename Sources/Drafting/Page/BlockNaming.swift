/// Names record types by what their elements are called.
enum BlockNaming {
    /// A name such as `Product` for `.product-card`.
    static func name(of block: Block, _ outlines: [Outline]) -> String {
        for mark in block.marks {
            let words = Lexicon.words(mark.word).filter {
                !Lexicon.layout.contains($0) && !$0.allSatisfy(\.isNumber) && $0.count > 2
            }
            guard let last = words.last, words.count <= 3 else { continue }
            let name = (words.dropLast() + [Lexicon.singular(last)]).map(\.capitalizedFirst).joined()
            if name.first?.isLetter == true, name.allSatisfy(\.isASCII) { return name }
        }
        let tag = zip(outlines, block.members).lazy.compactMap { outline, members in
            members.first.map { outline.entries[$0].tag }
        }.first
        switch tag {
        case "article": return "Entry"
        case "tr": return "Row"
        default: return "Item"
        }
    }
}
