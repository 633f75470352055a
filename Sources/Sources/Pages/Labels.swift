import Basics
package import DOM
import Language
package import Records

/// The labels in an element and their values: `<th>Height</th><td>3 m</td>`, `<dt>Height</dt><dd>3 m</dd>`,
/// `<b>Height:</b> 3 m`, and lines `Height: 3 m`.
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

    private let root: NodeRef
    private let document: Document
    /// The elements and texts that begin with a label, by its key, in document order.
    private var places: [String: [Place]] = [:]
    /// The labels that are recognised without the rules, in document order.
    private var known: [Place] = []
    private var knownElements: Set<NodeRef> = []

    private enum Place {
        /// A cell, a term, or an element whose text is the label.
        case element(NodeRef)
        /// A text, or a line of it, that begins with the label and a colon.
        case line(NodeRef, label: String, rest: String)
    }

    /// The maximum length of a label, in bytes.
    private static let limit = 120
    /// The maximum number of nodes of a label.
    private static let nodeLimit = 32

    /// Reads an element. Complexity: linear in the size of its tree.
    package init(_ root: NodeRef, in document: Document) {
        self.root = root
        self.document = document
        var next: NodeRef? = root.firstChild
        while let node = next {
            let skips = node.isElement ? add(element: node) : add(text: node)
            next = skips ? node.nextSkippingChildren(within: root) : node.next(within: root)
        }
        if root.isElement, root.firstElementChild == nil, places.isEmpty, let text = root.firstChild {
            _ = add(text: text)
        }
    }

    /// What the first label of a text that is followed by anything is followed by: one that is recognised by itself before
    /// others, which may be words of a menu.
    package func content(of label: String) -> Content? {
        let key = LabelText.key(label)
        let found = places[key] ?? []
        for isKnown in [true, false] {
            for place in found where self.isKnown(place) == isKnown {
                if let content = content(of: place, key) { return content }
            }
        }
        return nil
    }

    private func isKnown(_ place: Place) -> Bool {
        switch place {
        case .line: true
        case .element(let element): knownElements.contains(element)
        }
    }

    /// The labels that are recognised without the rules, with their values: terms, the headers of rows, and texts
    /// before a colon.
    package var pairs: [Pair] {
        known.compactMap { place in
            let label = text(of: place)
            guard let content = content(of: place, LabelText.key(label)) else { return nil }
            let values: [String]
            switch content {
            case .elements(let elements):
                values = elements.map { document.string(of: $0, onOneLine: true) }.filter { !$0.isEmpty }
            case .run(let text, _, _): values = [WhiteSpace.collapse(text)]
            }
            return values.isEmpty ? nil : Pair(label: LabelText.withoutMark(label), values: values)
        }
    }

    private func text(of place: Place) -> String {
        switch place {
        case .element(let element): document.string(of: element, onOneLine: true)
        case .line(_, let label, _): label
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
        if LabelIndex.isTerm(element) || isRowHeader(element) || isMarked(element, text) {
            known.append(.element(element))
            knownElements.insert(element)
            return true
        }
        return false
    }

    /// Adds an element whose text is a label. Of elements in each other with the same text it is the innermost: what is beside
    /// that is the value, even if it is empty, and not what follows the row.
    private mutating func add(_ element: NodeRef, _ key: String) {
        if case .element(let outer)? = places[key]?.last {
            var parent = element.parentElement
            while let next = parent, next != root {
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
        guard node.isText, beginsLine(node), let parent = node.parent else { return false }
        let text = String(decoding: node.content, as: UTF8.self)
        let hasLines = parent.isElement && (parent.name.string == "pre" || document.isData(parent))
        let lines =
            hasLines ? text.split(separator: "\n") : [text[...]]
        for line in lines {
            guard let (label, rest) = LabelText.split(line) else { continue }
            let place = Place.line(node, label: label, rest: hasLines && lines.count > 1 ? rest + "\n" : rest)
            places[LabelText.key(label), default: []].append(place)
            known.append(place)
        }
        return false
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

    /// Whether a cell is the header of a row: a `th` before a `td`, or the first of exactly two cells.
    private func isRowHeader(_ element: NodeRef) -> Bool {
        guard let next = element.nextElementSibling, next.name.string == "td" else { return false }
        switch element.name.string {
        case "th": return true
        case "td": return element.previousElementSibling == nil && next.nextElementSibling == nil
        default: return false
        }
    }

    /// Whether a colon follows a label, in it or after it.
    private func isMarked(_ element: NodeRef, _ text: String) -> Bool {
        if LabelIndex.isCell(element) { return false }
        if LabelText.isMarked(text) { return text.contains { $0.isLetter } && LabelIndex.holdsWords(element) }
        guard let next = element.nextSibling, next.isText else { return false }
        let rest = WhiteSpace.collapse(String(decoding: next.content, as: UTF8.self))
        return LabelText.beginsWithMark(rest) && !LabelIndex.isBlock(element)
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

    private func content(of place: Place, _ key: String) -> Content? {
        switch place {
        case .line(let node, _, let rest):
            // The line of a text with several ends with it.
            if rest.hasSuffix("\n") {
                let text = WhiteSpace.collapse(rest)
                return text.isEmpty ? nil : .run(text: text, elements: [], label: node.parentElement ?? root)
            }
            return run(after: node, like: nil, startingWith: rest)
        case .element(let element): return content(after: element, key)
        }
    }

    private func content(after label: NodeRef, _ key: String) -> Content? {
        var element = label
        while element != root {
            switch element.name.string {
            case "dt": return definitions(of: element)
            case "li", "tr", "ul", "ol", "dl", "table", "tbody", "thead":
                // What follows a row or an entry is the next one.
                return nil
            case "th", "td":
                guard let next = element.nextElementSibling, next.name.string == "td" else { return nil }
                return .elements([next])
            default: break
            }
            if let found = run(after: element, like: element, startingWith: "") { return found }
            // The element around it may be the label as well.
            guard let parent = element.parentElement, parent != root,
                let text = shortText(of: parent), LabelText.key(text) == key
            else { return nil }
            element = parent
        }
        return nil
    }

    private func definitions(of term: NodeRef) -> Content? {
        var found: [NodeRef] = []
        var next = term.nextElementSibling
        while let element = next {
            if element.name.string == "dd" {
                found.append(element)
            } else if element.name.string == "dt", !found.isEmpty {
                break
            }
            next = element.nextElementSibling
        }
        return found.isEmpty ? nil : .elements(found)
    }

    /// The value next to a label, up to the end of the line or the next label; `nil` if there is none.
    ///
    /// - Parameter label: the element that is the label; a similar one is the next label.
    private func run(after node: NodeRef, like label: NodeRef?, startingWith start: String) -> Content? {
        var text = start
        var elements: [NodeRef] = []
        let isHeading = label.map { LabelIndex.headings.contains($0.name.string) } ?? false
        var next = node.nextSibling
        while let sibling = next {
            next = sibling.nextSibling
            if sibling.isText {
                text += String(decoding: sibling.content, as: UTF8.self)
                continue
            }
            guard sibling.isElement, !LabelIndex.isUnread(sibling) else { continue }
            if isHeading, let label, LabelIndex.endsSection(sibling, of: label) { break }
            let isEmpty = LabelText.withoutMark(WhiteSpace.collapse(text)).isEmpty && elements.isEmpty
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
            text += (isBlock ? "\n" : "") + document.string(of: sibling, onOneLine: false)
            if isBlock, !isHeading { break }
        }
        let value = LabelText.withoutLeadingMark(text)
        let isOnly =
            elements.count == 1
            && value
                == LabelText.withoutLeadingMark(
                    document.string(of: elements[0], onOneLine: false)
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
            if !isFirst || LabelText.isMarked(document.string(of: label, onOneLine: true)) { return true }
            // `<b>Price</b><b>Size</b> XL`: the second one labels the text after it.
            return LabelIndex.emphases.contains(element.name.string) && isBeforeText(element)
        }
        return element.attribute(name)?.string == own
    }

    /// Whether an element ends what is below a heading: another heading that is not of a lower rank, or what is beside the
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

    private static func isUnread(_ element: NodeRef) -> Bool {
        ["script", "style", "template", "noscript", "head"].contains(element.name.string)
    }

    private static func isBlock(_ element: NodeRef) -> Bool { blocks.contains(element.name.string) }

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

/// Labels and values as one object: values of labels with the same text are a list.
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

/// The texts of labels: case, white space and the mark at the end are ignored.
package enum LabelText {
    private static func isMark(_ character: Character) -> Bool { character == ":" || character == "：" }

    /// Whether a character may be around a label and before its value: white space, and characters that are not shown,
    /// such as marks of the text's direction.
    private static func isPadding(_ character: Character) -> Bool {
        character.isWhitespace
            || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
    }

    /// The form in which labels are compared.
    package static func key(_ text: String) -> String { withoutMark(WhiteSpace.collapse(text)).lowercased() }

    static func withoutMark(_ text: String) -> String {
        var rest = text[...]
        while let last = rest.last, isMark(last) || isPadding(last) { rest.removeLast() }
        while let first = rest.first, isPadding(first) { rest.removeFirst() }
        return String(rest)
    }

    /// The text after a label, without the mark before it.
    static func withoutLeadingMark(_ text: String) -> String {
        var rest = text[...]
        while let first = rest.first, isPadding(first) { rest.removeFirst() }
        if let first = rest.first, isMark(first) { rest.removeFirst() }
        while let first = rest.first, isPadding(first) { rest.removeFirst() }
        while let last = rest.last, isPadding(last) { rest.removeLast() }
        return String(rest)
    }

    /// Whether a text ends with a colon.
    package static func isMarked(_ text: String) -> Bool { text.last { !isPadding($0) }.map(isMark) ?? false }

    static func beginsWithMark(_ text: String) -> Bool { text.first.map(isMark) ?? false }

    /// A line's label and the rest after the colon; `nil` for a line without one, for a time and for an address.
    static func split(_ line: Substring) -> (label: String, rest: String)? {
        guard let mark = line.prefix(120).firstIndex(where: isMark) else { return nil }
        let label = WhiteSpace.collapse(String(line[..<mark]))
        let rest = line[line.index(after: mark)...]
        guard label.contains(where: \.isLetter), !rest.hasPrefix("//"), label.count <= 60 else { return nil }
        return (label, String(rest))
    }
}

extension FieldScope.Label {
    /// Whether it is for the language of a page: `de` is for `de-AT` too.
    func matches(_ page: String?) -> Bool {
        guard let language, let page else { return true }
        return page == language || page.hasPrefix(language + "-")
    }
}
