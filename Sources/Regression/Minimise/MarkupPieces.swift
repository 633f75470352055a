/// The pieces of HTML or XML: elements with their attributes, comments and texts, as their tags stand in the text.
///
/// Tags that the standard lets authors leave out are supplied where that is easily told; where it is not, an element ends
/// with the one around it.
struct MarkupPieces {
    private let range: Range<Int>
    private let isHTML: Bool
    /// The elements whose end tags have not come, the innermost last.
    private var open: [(piece: Int, name: String)]
    /// How many of each name are open, so that an end tag of none is told at once.
    private var openCounts: [String: Int] = [:]

    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
        "track",
        "wbr",
    ]
    /// Whose content is text up to the end tag.
    private static let raw: Set<String> = [
        "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
    ]
    /// What ends the elements of these names that stand right around it.
    private static let enders: [String: Set<String>] = [
        "li": ["li"], "dt": ["dt", "dd"], "dd": ["dt", "dd"], "option": ["option"], "p": ["p"],
        "td": ["td", "th"], "th": ["td", "th"], "tr": ["td", "th", "tr"],
        "tbody": ["td", "th", "tr", "tbody", "thead"], "tfoot": ["td", "th", "tr", "tbody", "thead"],
        "div": ["p"], "ul": ["p"], "ol": ["p"], "dl": ["p"], "table": ["p"], "section": ["p"], "h1": ["p"],
        "h2": ["p"], "h3": ["p"], "h4": ["p"], "footer": ["p"], "body": ["head"],
    ]

    init(_ range: Range<Int>, of parent: Int, isHTML: Bool) {
        self.range = range
        self.isHTML = isHTML
        open = [(parent, "")]
    }

    mutating func read(into tree: inout PieceTree) {
        var index = range.lowerBound
        var text = index
        while let start = MarkupTag.start(in: index..<range.upperBound, of: tree.bytes) {
            guard let tag = MarkupTag(at: start, in: range, of: tree.bytes, isHTML: isHTML) else {
                index = start + 1
                continue
            }
            addText(text..<start, to: &tree)
            index = add(tag, &tree)
            text = index
        }
        addText(text..<range.upperBound, to: &tree)
        while open.count > 1 { close(at: range.upperBound, &tree) }
    }

    private func addText(_ text: Range<Int>, to tree: inout PieceTree) {
        guard !text.isEmpty, let parent = open.last?.piece else { return }
        tree.append(Piece(text, .words(text)), to: parent)
    }

    /// Adds what a tag begins or ends.
    ///
    /// - Returns: where reading goes on.
    private mutating func add(_ tag: MarkupTag, _ tree: inout PieceTree) -> Int {
        let parent = open.last?.piece ?? 0
        switch tag.kind {
        case .declaration: break
        case .comment(let text): tree.append(Piece(tag.range, .words(text)), to: parent)
        case .end:
            if openCounts[tag.name, default: 0] > 0 {
                while let last = open.last, last.name != tag.name {
                    close(at: tag.range.lowerBound, &tree)
                }
                close(at: tag.range.upperBound, &tree)
            } else {
                tree.append(Piece(tag.range), to: parent)
            }
        case .start: return addElement(tag, &tree)
        }
        return tag.range.upperBound
    }

    private mutating func addElement(_ tag: MarkupTag, _ tree: inout PieceTree) -> Int {
        while isHTML, open.count > 1, let last = open.last,
            MarkupPieces.enders[tag.name]?.contains(last.name) == true
        {
            close(at: tag.range.lowerBound, &tree)
        }
        let className = tag.attributes.first { attribute in
            tree.bytes[attribute.range].drop(while: StressShape.isSpace).starts(with: "class=".utf8)
        }
        let label = Array(tag.name.utf8) + (className.map { Array(tree.bytes[$0.value]) } ?? [])
        let element = tree.append(Piece(tag.range, .pieces), to: open.last?.piece ?? 0, label: label)
        for attribute in tag.attributes {
            var piece = Piece(attribute.range, .words(attribute.value))
            piece.isAttribute = true
            tree.append(
                piece,
                to: element,
                label: tree.bytes[attribute.range.lowerBound..<attribute.value.lowerBound]
            )
        }
        if tag.isClosed || isHTML && MarkupPieces.void.contains(tag.name) { return tag.range.upperBound }
        open.append((element, tag.name))
        openCounts[tag.name, default: 0] += 1
        guard isHTML, MarkupPieces.raw.contains(tag.name) else { return tag.range.upperBound }
        let rest = tag.range.upperBound..<range.upperBound
        let end = MarkupTag.end(of: tag.name, in: rest, of: tree.bytes) ?? range.upperBound
        let content = tag.range.upperBound..<end
        if !content.isEmpty {
            let isScript = tag.name == "script"
            let inside: Piece.Inside = isScript ? .brackets(content, isScript: true) : .words(content)
            tree.append(Piece(content, inside), to: element)
        }
        return end
    }

    private mutating func close(at end: Int, _ tree: inout PieceTree) {
        guard let ended = open.popLast() else { return }
        openCounts[ended.name, default: 1] -= 1
        tree[ended.piece].range = tree[ended.piece].range.lowerBound..<end
        tree[ended.piece].separator = end
    }
}
