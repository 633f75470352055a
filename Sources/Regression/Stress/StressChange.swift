import DOM

/// Makes a mutation in a page's tree.
struct StressChange {
    private let document: Document
    private let ground: StressGround
    private let mutation: StressMutation
    /// The elements that were not there before.
    private(set) var made: [NodeRef] = []
    /// The elements that are there no more, each with all below it.
    private(set) var removed: [NodeRef] = []

    private static let promotion = "Our weekly offer 99"

    init(_ mutation: StressMutation, in document: Document) {
        self.document = document
        self.mutation = mutation
        ground = StressGround(document)
    }

    private var isEven: Bool { mutation.variant & 1 == 0 }
    /// A second coin, for the second choice of a kind.
    private var isHigh: Bool { mutation.variant & 2 == 0 }

    /// Makes the change. Complexity: linear in the size of the page at most.
    ///
    /// - Parameter elements: all elements of the page in document order.
    mutating func apply(to elements: [NodeRef]) {
        guard elements.indices.contains(mutation.element) else { return }
        let element = elements[mutation.element]
        switch mutation.kind {
        case .wrap: wrap(element)
        case .insert: insert(beside: element)
        case .column: ground == .csv ? insertCells(in: element) : insertColumn(in: element)
        case .drop: ground == .csv ? dropColumn(of: element, elements) : remove(element)
        case .rename: rename(element, elements)
        case .attributes: shuffle(element)
        case .space: changeSpace(in: element)
        case .reorder: ground == .csv ? reorderColumns(of: element) : reorderMembers(of: element)
        }
    }

    // MARK: - Wrapping

    private mutating func wrap(_ element: NodeRef) {
        let name = element.name.string
        switch ground {
        case .json:
            let type = StressShape.type(of: element, document)
            guard let data = self.name("data"), let key = self.name("type"),
                let wrapper = document.wrapChildren(of: element, in: data)
            else { return }
            document.setAttribute(key, of: wrapper, to: type.utf8)
            document.setAttribute(key, of: element, to: "object".utf8)
            made.append(wrapper)
        case .html:
            let isOutside = StressShape.isWrappedOutside(element)
            if isOutside, isEven || !StressShape.isWrappedInside(element) {
                keep(
                    self.name(HTMLPlace.inline.contains(name) ? "span" : "div").flatMap {
                        document.wrap(element, in: $0)
                    }
                )
            } else {
                keep(
                    self.name(HTMLPlace.isPhrasing(name) ? "span" : "div").flatMap {
                        document.wrapChildren(of: element, in: $0)
                    }
                )
            }
        case .xml: keep(self.name("group").flatMap { document.wrap(element, in: $0) })
        case .linkedData, .csv, .text: break
        }
    }

    // MARK: - Inserting

    private mutating func insert(beside element: NodeRef) {
        guard let parent = element.parentElement else { return }
        let container = parent.name.string
        let isItem = ground == .json && StressShape.type(of: parent, document) == "array"
        let name: String
        switch ground {
        case .html where ["ul", "ol"].contains(container): name = "li"
        case .html where element.name.string == "tr": name = "tr"
        case .html: name = HTMLPlace.isPhrasing(container) ? "span" : "div"
        case .xml, .linkedData: name = "promo"
        case .json: name = isItem ? "item" : "promo"
        case .csv, .text: name = "line"
        }
        guard let node = make(name, beside: element) else { return }
        switch ground {
        case .html: fillHTML(node, like: element)
        case .xml, .json, .linkedData: fillData(node, like: isItem ? element : parent)
        case .csv, .text: document.appendText(StressChange.promotion.utf8, to: node, line: node.line)
        }
    }

    private mutating func make(_ name: String, beside element: NodeRef) -> NodeRef? {
        guard let name = self.name(name), let node = document.insertElement(name, before: element) else {
            return nil
        }
        if isEven {
            // Behind the element: the two change places.
            document.move(element, before: node)
        }
        made.append(node)
        return node
    }

    /// A promotion: a text, or something that has what its neighbour has in it.
    private mutating func fillHTML(_ node: NodeRef, like neighbour: NodeRef) {
        set("class", of: node, to: "promo")
        var place = node
        if node.name.string == "tr", let cell = append("td", to: node) { place = cell }
        guard isHigh else {
            document.appendText(StressChange.promotion.utf8, to: place, line: node.line)
            return
        }
        let isInline = HTMLPlace.isPhrasing(node.name.string)
        if let link = append("a", to: place) {
            set("href", of: link, to: "/promo")
            document.appendText("Offer".utf8, to: link, line: node.line)
        }
        for child in neighbour.allChildren.filter(\.isElement).prefix(4) {
            let name = child.name.string
            let isFitting = !isInline || HTMLPlace.inline.contains(name)
            guard !HTMLPlace.fixed.contains(name), !HTMLPlace.bound.contains(name), isFitting, name != "a",
                let twin = append(name, to: place), !HTMLPlace.void.contains(name),
                !HTMLPlace.holders.contains(name)
            else { continue }
            document.appendText(StressChange.promotion.utf8, to: twin, line: node.line)
        }
    }

    /// A value, or an object whose keys are those of another.
    private mutating func fillData(_ node: NodeRef, like other: NodeRef) {
        let isObject = isHigh || node.name.string == "item"
        if ground == .json { set("type", of: node, to: isObject ? "object" : "string") }
        guard isObject else {
            document.appendText(StressChange.promotion.utf8, to: node, line: node.line)
            return
        }
        let keys = other.allChildren.filter { $0.isElement && $0 != node }.prefix(3).map(\.name.string)
        for key in ["kind"] + keys where key != "item" {
            guard let member = append(key, to: node) else { continue }
            if ground == .json { set("type", of: member, to: "string") }
            document.appendText(StressChange.promotion.utf8, to: member, line: node.line)
        }
    }

    // MARK: - Columns

    private mutating func insertColumn(in table: NodeRef) {
        for row in StressShape.rows(of: table) {
            let cells = StressShape.cells(of: row)
            let isHead = cells.first?.name.string == "th" && cells.allSatisfy { $0.name.string == "th" }
            let name = isHead ? "th" : "td"
            let cell: NodeRef?
            if cells.indices.contains(mutation.part) {
                cell = self.name(name).flatMap { document.insertElement($0, before: cells[mutation.part]) }
            } else {
                cell = self.name(name).flatMap { document.appendSameElement($0, to: row) }
            }
            guard let cell else { continue }
            made.append(cell)
            document.appendText((isHead ? "Offer" : "99").utf8, to: cell, line: row.line)
        }
    }

    private mutating func insertCells(in root: NodeRef) {
        for row in root.allChildren where row.isElement {
            let cells = row.allChildren.filter(\.isElement)
            guard let promo = name("promo") else { return }
            let cell =
                cells.indices.contains(mutation.part)
                ? document.insertElement(promo, before: cells[mutation.part])
                : document.appendSameElement(promo, to: row)
            guard let cell else { continue }
            made.append(cell)
            document.appendText("99".utf8, to: cell, line: row.line)
        }
    }

    private mutating func dropColumn(of cell: NodeRef, _ elements: [NodeRef]) {
        for element in elements where element.name == cell.name && element.parentElement?.parentElement != nil
        {
            remove(element)
        }
    }

    private mutating func remove(_ element: NodeRef) {
        document.remove(element)
        removed.append(element)
    }

    private func reorderColumns(of root: NodeRef) {
        for row in root.allChildren where row.isElement {
            rotate(row.allChildren.filter(\.isElement), of: row)
        }
    }

    private func reorderMembers(of object: NodeRef) {
        rotate(object.allChildren.filter(\.isElement), of: object)
    }

    /// Moves the first children to the end: as many in every row.
    private func rotate(_ children: [NodeRef], of parent: NodeRef) {
        guard children.count > 1 else { return }
        let count = 1 + Int(truncatingIfNeeded: mutation.variant >> 8 & 0xFF) % (children.count - 1)
        for child in children.prefix(count) { document.move(child, to: parent) }
    }

    // MARK: - Classes, attributes, white space

    /// Gives the class another name wherever it stands.
    private func rename(_ element: NodeRef, _ elements: [NodeRef]) {
        let tokens = StressClasses(of: element, in: document).tokens
        guard tokens.indices.contains(mutation.part), let name = name("class") else { return }
        let old = tokens[mutation.part]
        let digits = String(mutation.variant >> 16 & 0xFFFFF, radix: 36)
        let new = isEven ? "\(old)-v2" : isHigh ? "\(old)__\(digits)" : "css-\(digits)"
        for element in elements {
            guard let value = element.attribute(name)?.string, value.contains(old) else { continue }
            let words = value.split(whereSeparator: \.isWhitespace)
            guard words.contains(where: { $0 == old }) else { continue }
            let changed = words.map { $0 == old ? new[...] : $0 }.joined(separator: " ")
            document.setAttribute(name, of: element, to: changed.utf8)
        }
    }

    private func shuffle(_ element: NodeRef) {
        var count = 0
        var next = element.firstAttribute
        while let attribute = next {
            count += 1
            next = attribute.next
        }
        var generator = StressGenerator(seed: mutation.variant)
        let order = Array(0..<count).shuffled(using: &generator)
        document.reorderAttributes(of: element, order == Array(0..<count) ? order.reversed() : order)
    }

    /// Gives each run of white space in the element's own text another form, and sets its blocks apart.
    private func changeSpace(in element: NodeRef) {
        let gap = Array((isEven ? "\n\n      " : isHigh ? " " : "\n\t").utf8)
        for child in element.allChildren {
            if child.isText {
                document.replaceText(of: child, with: StressChange.respaced(Array(child.content), gap))
            } else if child.isElement, isBlock(child), child.previousSibling?.isText != true {
                document.insertText(gap, before: child)
            }
        }
    }

    private func isBlock(_ element: NodeRef) -> Bool {
        let name = element.name.string
        if ground == .html, !document.isHTML(element) { return false }
        return ground != .html || !HTMLPlace.inline.contains(name) && !HTMLPlace.fixed.contains(name)
    }

    private static func respaced(_ text: [UInt8], _ gap: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var isInGap = false
        for byte in text {
            let isSpace = StressShape.isSpace(byte)
            if !isSpace { result.append(byte) } else if !isInGap { result += gap }
            isInGap = isSpace
        }
        return result
    }

    // MARK: - Building

    private func name(_ text: String) -> Name? { document.intern(text.utf8) }

    private mutating func keep(_ node: NodeRef?) { if let node { made.append(node) } }

    private mutating func append(_ name: String, to parent: NodeRef) -> NodeRef? {
        guard let name = self.name(name), let node = document.appendSameElement(name, to: parent) else {
            return nil
        }
        made.append(node)
        return node
    }

    private func set(_ name: String, of element: NodeRef, to value: String) {
        if let name = self.name(name) { document.setAttribute(name, of: element, to: value.utf8) }
    }
}
