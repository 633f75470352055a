import Basics
package import DOM
import Language
import Platform
package import Records

/// The labels in an element and their values: `<th>Height</th><td>3 m</td>`, `<dt>Height</dt><dd>3 m</dd>`,
/// `<b>Height:</b> 3 m`, and lines `Height: 3 m`. A dash may be in place of the colon.
package struct LabelIndex {
    /// The value of a label.
    package enum Content {
        /// Elements: a cell, the definitions of a term, the element after the label.
        case elements([NodeRef])
        /// Text up to the line's end or the next label, the elements in it, and the element that is the label or contains
        /// it.
        case run(text: String, elements: [NodeRef], label: NodeRef)
    }

    /// A label that is recognised without the rules, with its value.
    package struct Pair {
        /// Its text without the mark at its end.
        package let label: String
        package let values: [String]
    }

    /// Returns whether an element's text is left out.
    package typealias Exclusion = (NodeRef) -> Bool

    private let root: NodeRef
    private let document: Document
    /// The elements and texts that begin with a label, by its key, in document order.
    private var places: [String: [Place]] = [:]
    /// The labels that are recognised without the rules, in document order.
    private var known: [Place] = []
    private var knownElements: Set<NodeRef> = []
    /// The definitions of the terms that are labels: terms that follow each other share theirs.
    private var definitions: [NodeRef: [NodeRef]] = [:]
    /// The first row of each table, if it consists of headers.
    private var headerRows: [NodeRef: NodeRef?] = [:]
    /// The number of bytes of memory that it takes, as an estimate.
    package private(set) var size = 0

    private enum Place {
        /// A cell, a term, or an element whose text is the label.
        case element(NodeRef)
        /// A text, or a part of it, that begins with the label and a colon, or with a dash.
        case line(NodeRef, label: String, rest: String, isMarked: Bool)

        /// The element that is the label, or contains it.
        var element: NodeRef? {
            switch self {
            case .element(let element): element
            case .line(let text, _, _, _): text.parentElement
            }
        }
    }

    /// The maximum length of a label, in bytes.
    private static let limit = 120
    /// The maximum number of headers in a row.
    private static let columnLimit = 64
    /// The maximum number of nodes of a label.
    private static let nodeLimit = 32
    /// The estimate for a label in the lists of labels.
    private static let sizeOfPlace = 160

    /// Reads an element. Complexity: linear in the size of its tree.
    package init(_ root: NodeRef, in document: Document) {
        self.root = root
        self.document = document
        let deadline = Deadline.current
        var next: NodeRef? = root.firstChild
        while let node = next {
            if let deadline, deadline.isProbablyPast { break }
            let skips = node.isElement ? add(element: node) : add(text: node)
            next = skips ? node.nextSkippingChildren(within: root) : node.next(within: root)
        }
        if root.isElement, root.firstElementChild == nil, places.isEmpty, let text = root.firstChild {
            _ = add(text: text)
        }
        // From the last one, so that each finds those of the next.
        for case .element(let term) in known.reversed() where LabelIndex.isTerm(term) {
            definitions[term] = findDefinitions(of: term)
        }
    }

    /// The value of the first label with a text that is followed by anything. Labels that are recognised without the
    /// rules precede others, which may be words of a menu.
    ///
    /// - Parameter isExcluded: returns whether an element's text is left out.
    package func content(of label: String, excluding isExcluded: Exclusion? = nil) -> Content? {
        let key = LabelText.key(label)
        let found = places[key] ?? []
        for isKnown in [true, false] {
            for place in found where self.isKnown(place) == isKnown {
                if Deadline.isProbablyPast { return nil }
                if let content = content(of: place, key, isExcluded) { return content }
            }
        }
        return nil
    }

    private func isKnown(_ place: Place) -> Bool {
        switch place {
        case .line(_, _, _, let isMarked): isMarked
        case .element(let element): knownElements.contains(element)
        }
    }

    /// The labels that are recognised without the rules, with their values: terms, the headers of rows, and texts
    /// before a colon.
    ///
    /// - Parameters:
    ///   - isExcluded: returns whether an element's text is left out; labels in such elements are left out too.
    ///   - memory: the memory of the values: nested labels have nested texts.
    package func pairs(excluding isExcluded: Exclusion? = nil, _ memory: ValueMemory? = nil) -> [Pair] {
        var pairs: [Pair] = []
        var excluded = ExcludedElements(root, isExcluded)
        for place in known {
            if Deadline.isProbablyPast || memory?.isFull == true { break }
            if excluded.contains(place.element) { continue }
            let values = values(of: place, isExcluded, memory)
            let label = LabelText.withoutMark(text(of: place, isExcluded))
            if values.isEmpty || label.isEmpty { continue }
            memory?.add(label)
            pairs.append(Pair(label: label, values: values))
        }
        return pairs
    }

    private func values(of place: Place, _ isExcluded: Exclusion?, _ memory: ValueMemory?) -> [String] {
        let key = LabelText.key(text(of: place, nil))
        switch content(of: place, key, isExcluded) {
        case nil: return []
        case .run(let text, _, _)?:
            memory?.add(text)
            return [WhiteSpace.collapse(text)]
        case .elements(let elements)?:
            var values: [String] = []
            for element in elements where isExcluded?(element) != true {
                // Terms that follow each other have the same definitions.
                if Deadline.isProbablyPast || memory?.isFull == true { break }
                let text = document.string(of: element, excluding: isExcluded, onOneLine: true)
                if text.isEmpty { continue }
                memory?.add(text)
                values.append(text)
            }
            return values
        }
    }

    private func text(of place: Place, _ isExcluded: Exclusion?) -> String {
        switch place {
        case .element(let element): document.string(of: element, excluding: isExcluded, onOneLine: true)
        case .line(_, let label, _, _): label
        }
    }

    /// The elements below the index's root that are excluded, or lie in one that is.
    ///
    /// Each element is asked for once, so that labels deep in the tree do not take its depth each.
    private struct ExcludedElements {
        private let root: NodeRef
        private let isExcluded: Exclusion?
        private var known: [NodeRef: Bool] = [:]

        init(_ root: NodeRef, _ isExcluded: Exclusion?) {
            self.root = root
            self.isExcluded = isExcluded
        }

        mutating func contains(_ element: NodeRef?) -> Bool {
            guard let isExcluded else { return false }
            var path: [NodeRef] = []
            var result = false
            var next = element
            while let element = next, element != root {
                if let known = known[element] {
                    result = known
                    break
                }
                path.append(element)
                if isExcluded(element) {
                    result = true
                    break
                }
                next = element.parentElement
            }
            for element in path { known[element] = result }
            return result
        }
    }

    // MARK: - Finding labels

    /// Adds an element that may be a label; returns whether its content need not be searched.
    private mutating func add(element: NodeRef) -> Bool {
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
    private mutating func add(text node: NodeRef) -> Bool {
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
    private func shortText(of element: NodeRef) -> String? {
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

    private static func isTerm(_ element: NodeRef) -> Bool { element.name.string == "dt" }

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
    private func valueCell(after cell: NodeRef) -> NodeRef? {
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
    private func table(of cell: NodeRef) -> NodeRef? {
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
    private func headerRow(of table: NodeRef) -> NodeRef? {
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

    /// The cells below a header in the first row of a table that has only headers; `nil` if there are none.
    private func cells(below header: NodeRef) -> Content? {
        guard let table = table(of: header), let row = headerRows[table] ?? headerRow(of: table),
            header.parentElement == row
        else { return nil }
        let text = document.string(of: header, onOneLine: true)
        let found = TableGrid(table, in: document).cells(below: text)
        return found.isEmpty ? nil : .elements(found)
    }

    /// Whether a colon follows a label, in it or after it, or a dash a label in bold type at the beginning of a line.
    private func isMarked(_ element: NodeRef, _ text: String) -> Bool {
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

    // MARK: - What follows

    private func content(of place: Place, _ key: String, _ isExcluded: Exclusion?) -> Content? {
        switch place {
        case .line(let node, _, let rest, let hasColon):
            // If the text continues after this part, only the part belongs to the label.
            if rest.hasSuffix("\n") {
                let text = LabelText.value(WhiteSpace.collapse(rest), hasColon: hasColon)
                return text.isEmpty ? nil : .run(text: text, elements: [], label: node.parentElement ?? root)
            }
            return run(after: node, like: nil, startingWith: rest, hasColon: hasColon, isExcluded)
        case .element(let element): return content(after: element, key, isExcluded)
        }
    }

    private func content(after label: NodeRef, _ key: String, _ isExcluded: Exclusion?) -> Content? {
        var element = label
        while element != root {
            switch element.name.string {
            case "dt":
                let found = definitions[element] ?? findDefinitions(of: element)
                return found.isEmpty ? nil : .elements(found)
            case "li", "tr", "ul", "ol", "dl", "table", "tbody", "thead":
                // What follows a row or an entry is the next one.
                return nil
            case "th", "td":
                if let cell = valueCell(after: element) {
                    return content(of: cell, after: element, isExcluded)
                }
                return element.name.string == "th" ? cells(below: element) : nil
            default: break
            }
            let hasColon = LabelText.isMarked(document.string(of: element, onOneLine: true))
            let found = run(after: element, like: element, startingWith: "", hasColon: hasColon, isExcluded)
            if let found { return found }
            // The element around it may be the label as well.
            guard let parent = element.parentElement, parent != root,
                let text = shortText(of: parent), LabelText.key(text) == key
            else { return nil }
            element = parent
        }
        return nil
    }

    /// The content of a cell, without a colon at its beginning.
    private func content(of cell: NodeRef, after label: NodeRef, _ isExcluded: Exclusion?) -> Content {
        let text = document.string(of: cell, excluding: isExcluded, onOneLine: false)
        guard LabelText.beginsWithMark(text) else { return .elements([cell]) }
        let value = LabelText.value(text, hasColon: false)
        return value.isEmpty ? .elements([cell]) : .run(text: value, elements: [cell], label: label)
    }

    /// The definitions after a term, up to the next term that follows one; those of the next term if there are none in
    /// between.
    private func findDefinitions(of term: NodeRef) -> [NodeRef] {
        var found: [NodeRef] = []
        var next = term.nextElementSibling
        while let element = next {
            if element.name.string == "dd" {
                found.append(element)
            } else if element.name.string == "dt" {
                if !found.isEmpty { break }
                if let shared = definitions[element] { return shared }
            }
            next = element.nextElementSibling
        }
        return found
    }

    /// The value next to a label, up to the end of the line or the next label; `nil` if there is none.
    ///
    /// - Parameter label: the element that is the label; a similar one is the next label.
    private func run(
        after node: NodeRef,
        like label: NodeRef?,
        startingWith start: String,
        hasColon: Bool,
        _ isExcluded: Exclusion?
    ) -> Content? {
        var text = RunText(start, hasColon: hasColon)
        var elements: [NodeRef] = []
        let isHeading = label.map { LabelIndex.headings.contains($0.name.string) } ?? false
        var next = node.nextSibling
        while let sibling = next {
            next = sibling.nextSibling
            if Deadline.isProbablyPast { return nil }
            if sibling.isText {
                text.append(String(decoding: sibling.content, as: UTF8.self))
                continue
            }
            guard sibling.isElement, !LabelIndex.isUnread(sibling), isExcluded?(sibling) != true else {
                continue
            }
            if isHeading, let label, LabelIndex.endsSection(sibling, of: label) { break }
            let isEmpty = text.isEmpty && elements.isEmpty
            if sibling.name.string == "br" {
                if isEmpty { continue }
                break
            }
            if let label, isNext(sibling, after: label, isFirst: isEmpty) { break }
            if let short = shortText(of: sibling), LabelText.isMarked(short) || isMarked(sibling, short) {
                break
            }
            let isBlock = LabelIndex.isBlock(sibling)
            if isBlock, !isEmpty, !isHeading { break }
            elements.append(sibling)
            let content = document.string(of: sibling, excluding: isExcluded, onOneLine: false)
            text.append(isBlock ? "\n" + content : content)
            if isBlock, !isHeading { break }
        }
        let value = LabelText.value(text.text, hasColon: hasColon)
        let isOnly =
            elements.count == 1
            && value
                == LabelText.trimmed(
                    document.string(of: elements[0], excluding: isExcluded, onOneLine: false)
                )
        if isOnly || value.isEmpty && elements.count == 1 { return .elements(elements) }
        return value.isEmpty
            ? nil
            : .run(text: value, elements: elements, label: label ?? node.parentElement ?? root)
    }

    /// Whether an element is the next label: one with the same name and class; the first one of a pair may have no
    /// class.
    private func isNext(_ element: NodeRef, after label: NodeRef, isFirst: Bool) -> Bool {
        guard element.name == label.name else { return false }
        guard let name = document.existingName("class".utf8), let own = label.attribute(name)?.string else {
            if !isFirst { return true }
            // `<b>Price</b><b>Size</b> XL`: the second one labels the text after it.
            return LabelIndex.emphases.contains(element.name.string) && isBeforeText(element)
        }
        return element.attribute(name)?.string == own
    }

    /// Whether an element ends what is below a heading: another heading that is not of a lower rank, or what is next to the
    /// content.
    private static func endsSection(_ element: NodeRef, of heading: NodeRef) -> Bool {
        let name = element.name.string
        return ["nav", "footer", "aside"].contains(name)
            || headings.contains(name) && name <= heading.name.string
    }

    /// Whether text that is not white space follows an element.
    private func isBeforeText(_ element: NodeRef) -> Bool {
        var next = element.nextSibling
        while let sibling = next, !sibling.isElement {
            if sibling.isText, !WhiteSpace.trimmed(sibling.content).isEmpty { return true }
            next = sibling.nextSibling
        }
        return false
    }

    // MARK: - Elements

    private static func isCell(_ element: NodeRef) -> Bool {
        ["td", "th", "dd", "dt"].contains(element.name.string)
    }

    static func isUnread(_ element: NodeRef) -> Bool {
        unread.contains(element.name.string)
    }

    private static func isBlock(_ element: NodeRef) -> Bool { blocks.contains(element.name.string) }

    private static let unread: Set<String> = [
        "head", "iframe", "noembed", "noframes", "noscript", "script", "style", "template",
    ]
    private static let emphases: Set<String> = ["b", "em", "i", "label", "strong", "u"]
    private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
    private static let blocks: Set<String> = headings.union([
        "address", "article", "aside", "blockquote", "body", "dd", "details", "div", "dl", "dt", "fieldset",
        "figcaption",
        "figure", "footer", "form", "header", "hr", "li", "line", "main", "nav", "ol", "p", "pre", "section",
        "summary",
        "table", "tbody", "td", "th", "tr", "ul",
    ])
}

/// Labels and values as one object: the values of labels with the same text become a list.
package struct LabelPairs {
    private let pairs: [LabelIndex.Pair]

    package init(_ pairs: [LabelIndex.Pair]) {
        self.pairs = pairs
    }

    package var isEmpty: Bool { pairs.isEmpty }

    /// The object, its members in the page's order.
    package var value: Value {
        var order: [String] = []
        var values: [String: [String]] = [:]
        for pair in pairs {
            if values[pair.label] == nil { order.append(pair.label) }
            values[pair.label, default: []] += pair.values
        }
        return .object(
            order.map { label in
                let found = values[label] ?? []
                return Value.Member(
                    label,
                    found.count == 1 ? .string(found[0]) : .list(found.map(Value.string))
                )
            }
        )
    }
}

extension FieldScope.Label {
    /// Whether it is for the language of a page: `de` is for `de-AT` too.
    func matches(_ page: String?) -> Bool {
        guard let language, let page else { return true }
        return page == language || page.hasPrefix(language + "-")
    }
}
