import Basics
import DOM

// Finding labels: elements and texts that are labels, with the rules or without them.
extension LabelIndex {
    /// The maximum length of a label, in bytes.
    private static let limit = 120
    /// The maximum number of headers in a row.
    private static let columnLimit = 64
    /// The maximum number of nodes of a label.
    private static let nodeLimit = 32
    /// The estimate for a label in the lists of labels.
    private static let sizeOfPlace = 160

    /// Adds an element that may be a label; returns whether its content need not be searched.
    mutating func add(element: NodeRef) -> Bool {
        if LabelIndex.isUnread(element) { return true }
        guard let text = shortText(of: element) else { return false }
        let key = LabelText.key(text)
        if key.isEmpty { return false }
        add(element, key)
        size += LabelIndex.sizeOfPlace + key.utf8.count
        if LabelIndex.isTerm(element) || isRowHeader(element) || isMarked(element, text) {
            known.append(.element(element))
            knownElements.insert(element)
            return true
        }
        return false
    }

    /// Adds an element whose text is a label. If nested elements have the same text, only the innermost is the label: the
    /// value is next to it, even if that is empty, and not after the row.
    private mutating func add(_ element: NodeRef, _ key: String) {
        if case .element(let outer)? = places[key]?.last {
            var parent = element.parentElement
            // An element that contains a label alone has few nodes.
            for _ in 0..<LabelIndex.nodeLimit {
                guard let next = parent, next != root else { break }
                if next == outer {
                    places[key]?.removeLast()
                    break
                }
                parent = next.parentElement
            }
        }
        places[key, default: []].append(.element(element))
    }

    /// Adds the lines of a text that begin with a label and a colon.
    mutating func add(text node: NodeRef) -> Bool {
        guard node.isText, LabelText.mayBeginLabel(node.content), beginsLine(node), let parent = node.parent
        else { return false }
        let text = String(decoding: node.content, as: UTF8.self)
        let hasLines = parent.isElement && (parent.name.string == "pre" || document.isData(parent))
        let lines =
            hasLines ? text.split(separator: "\n") : [text[...]]
        for line in lines {
            let parts = LabelText.parts(of: line)
            for (index, part) in parts.enumerated() {
                let isWhole = index < parts.count - 1 || lines.count > 1
                add(part, of: node, isWhole: isWhole)
            }
        }
        return false
    }

    /// Adds a part of a text that begins with a label.
    ///
    /// - Parameter isWhole: whether the value ends with the part.
    private mutating func add(_ part: Substring, of node: NodeRef, isWhole: Bool) {
        func add(_ split: (label: String, rest: String), isMarked: Bool) {
            let rest = isWhole ? split.rest + "\n" : split.rest
            let place = Place.line(node, label: split.label, rest: rest, isMarked: isMarked)
            size += LabelIndex.sizeOfPlace + 2 * split.label.utf8.count + rest.utf8.count
            places[LabelText.key(split.label), default: []].append(place)
            if isMarked { known.append(place) }
        }
        if let split = LabelText.split(part) { add(split, isMarked: true) }
        // Only the rules can say that the words before a dash are a label.
        if let split = LabelText.splitAtDash(part) { add(split, isMarked: false) }
    }

    /// The text of an element, if it is short enough for a label.
    func shortText(of element: NodeRef) -> String? {
        var nodes = 0
        var bytes = 0
        var next = element.firstChild
        while let node = next {
            nodes += 1
            if node.isText { bytes += node.content.count }
            if nodes > LabelIndex.nodeLimit || bytes > 2 * LabelIndex.limit { return nil }
            next = node.next(within: element)
        }
        let text = document.string(of: element, onOneLine: true)
        return text.isEmpty || text.utf8.count > LabelIndex.limit ? nil : text
    }

    static func isTerm(_ element: NodeRef) -> Bool { element.name.string == "dt" }

    /// Whether a cell is the header of a row: a `th` before a `td`, or the first of exactly two cells. In a table with
    /// a row of headers and one row below them, the labels are the headers.
    private mutating func isRowHeader(_ element: NodeRef) -> Bool {
        switch element.name.string {
        case "th":
            if element.nextElementSibling?.name.string == "td" { return true }
            guard let row = learnHeaderRow(of: element) else { return false }
            return onlyRow(below: row) != nil && row == element.parentElement
        case "td":
            guard element.previousElementSibling == nil, let value = valueCell(after: element),
                value.nextElementSibling == nil
            else { return false }
            guard let row = learnHeaderRow(of: element), let labelled = onlyRow(below: row) else {
                return true
            }
            return labelled != element.parentElement
        default: return false
        }
    }

    /// The cell after a cell, without cells that have only a colon; `nil` if there is none, or it is a header.
    func valueCell(after cell: NodeRef) -> NodeRef? {
        var next = cell.nextElementSibling
        while let cell = next, let following = cell.nextElementSibling,
            LabelText.isMark(document.string(of: cell, onOneLine: true))
        {
            next = following
        }
        return next.flatMap { $0.name.string == "td" ? $0 : nil }
    }

    /// The row below a row of headers, if it is the only one.
    private func onlyRow(below header: NodeRef) -> NodeRef? {
        let group = header.parentElement.flatMap { $0.name.string == "table" ? nil : $0 }
        let next = header.nextElementSibling ?? group?.nextElementSibling?.firstElementChild
        guard let row = next, row.name.string == "tr", row.nextElementSibling == nil else { return nil }
        return row.parentElement?.nextElementSibling == nil ? row : nil
    }

    /// The table of a cell.
    func table(of cell: NodeRef) -> NodeRef? {
        var next: NodeRef? = cell
        while let element = next, element != root, element.name.string != "table" {
            next = element.parentElement
        }
        return next.flatMap { $0.name.string == "table" ? $0 : nil }
    }

    /// The first row of a cell's table, if it consists of several headers and nothing else; found once for each table.
    private mutating func learnHeaderRow(of cell: NodeRef) -> NodeRef? {
        guard let table = table(of: cell) else { return nil }
        if let known = headerRows[table] { return known }
        let row = headerRow(of: table)
        headerRows[table] = .some(row)
        return row
    }

    /// The first row of a table, if it consists of several headers and nothing else.
    func headerRow(of table: NodeRef) -> NodeRef? {
        var first = table.firstElementChild
        while let element = first, element.name.string != "tr" {
            first = element.nextElement(within: table)
        }
        guard let row = first, var header = row.firstElementChild, header.nextElementSibling != nil
        else { return nil }
        for _ in 0..<LabelIndex.columnLimit where header.name.string == "th" {
            guard let following = header.nextElementSibling else { return row }
            header = following
        }
        return nil
    }

    /// Whether a colon follows a label, in it or after it, or a dash a label in bold type at the beginning of a line.
    func isMarked(_ element: NodeRef, _ text: String) -> Bool {
        if LabelIndex.isCell(element) { return false }
        if LabelText.isMarked(text) { return text.contains { $0.isLetter } && LabelIndex.holdsWords(element) }
        guard let next = element.nextSibling, next.isText else { return false }
        let rest = WhiteSpace.collapse(String(decoding: next.content, as: UTF8.self))
        if LabelText.beginsWithMark(rest) { return !LabelIndex.isBlock(element) }
        return LabelText.beginsWithDash(rest) && LabelIndex.emphases.contains(element.name.string)
            && beginsLine(element)
    }

    /// Whether an element contains only a label, in which case its descendants are not labels.
    private static func holdsWords(_ element: NodeRef) -> Bool {
        guard let only = element.firstElementChild else { return true }
        return only.nextElementSibling == nil || !isBlock(element)
    }

    /// Whether a text is at the beginning of a line.
    private func beginsLine(_ node: NodeRef) -> Bool {
        var previous = node.previousSibling
        while let sibling = previous {
            if sibling.isElement { return LabelIndex.isBlock(sibling) || sibling.name.string == "br" }
            if sibling.isText, !WhiteSpace.collapse(String(decoding: sibling.content, as: UTF8.self)).isEmpty
            {
                return false
            }
            previous = sibling.previousSibling
        }
        guard let parent = node.parent, parent != root, parent.isElement else { return true }
        return LabelIndex.isBlock(parent) || LabelIndex.isCell(parent) || document.isData(parent)
    }
}

// MARK: - Elements

extension LabelIndex {
    static func isCell(_ element: NodeRef) -> Bool {
        ["td", "th", "dd", "dt"].contains(element.name.string)
    }

    static func isUnread(_ element: NodeRef) -> Bool {
        unread.contains(element.name.string)
    }

    static func isBlock(_ element: NodeRef) -> Bool { blocks.contains(element.name.string) }

    private static let unread: Set<String> = [
        "head", "iframe", "noembed", "noframes", "noscript", "script", "style", "template",
    ]
    static let emphases: Set<String> = ["b", "em", "i", "label", "strong", "u"]
    static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
    private static let blocks: Set<String> = headings.union([
        "address", "article", "aside", "blockquote", "body", "dd", "details", "div", "dl", "dt", "fieldset",
        "figcaption",
        "figure", "footer", "form", "header", "hr", "li", "line", "main", "nav", "ol", "p", "pre", "section",
        "summary",
        "table", "tbody", "td", "th", "tr", "ul",
    ])
}
