import Basics
package import DOM

/// Applies a mutation to a page's tree.
package struct Mutator {
    private let document: Document
    private let kind: PageKind
    private let mutation: PageMutation
    /// The inserted elements.
    package private(set) var made: [NodeRef] = []
    /// The roots of the removed subtrees.
    package private(set) var removed: [NodeRef] = []

    private static let promotion = "Our weekly offer 99"

    package init(_ mutation: PageMutation, in document: Document) {
        self.document = document
        self.mutation = mutation
        kind = PageKind(document)
    }

    private var isEven: Bool { mutation.variant & 1 == 0 }
    /// A second random bit, for operators with two choices.
    private var isHigh: Bool { mutation.variant & 2 == 0 }

    /// Applies the mutation.
    ///
    /// - Parameter elements: all elements of the page in document order.
    /// - Complexity: linear in the size of the page.
    package mutating func apply(to elements: [NodeRef]) {
        guard elements.indices.contains(mutation.element) else { return }
        let element = elements[mutation.element]
        switch mutation.kind {
        case .wrap: wrap(element)
        case .insert: insert(beside: element)
        case .column: kind == .csv ? insertCells(in: element) : insertColumn(in: element)
        case .drop: kind == .csv ? dropColumn(of: element, elements) : remove(element)
        case .rename: rename(element, elements)
        case .attributes: reorderAttributes(of: element)
        case .space: changeSpace(in: element)
        case .reorder: kind == .csv ? reorderColumns(of: element) : reorderMembers(of: element)
        }
    }

    // MARK: - Wrapping

    private mutating func wrap(_ element: NodeRef) {
        let name = element.name.string
        switch kind {
        case .json:
            let type = MutationSite.type(of: element, document)
            guard let data = self.name("data"), let key = self.name("type"),
                let wrapper = document.wrapChildren(of: element, in: data)
            else { return }
            document.setAttribute(key, of: wrapper, to: type.utf8)
            document.setAttribute(key, of: element, to: "object".utf8)
            made.append(wrapper)
        case .html:
            let isOutside = MutationSite.isWrappedOutside(element)
            if isOutside, isEven || !MutationSite.isWrappedInside(element) {
                keep(
                    self.name(HTMLContentModel.inline.contains(name) ? "span" : "div").flatMap {
                        document.wrap(element, in: $0)
                    }
                )
            } else {
                keep(
                    self.name(HTMLContentModel.isPhrasing(name) ? "span" : "div").flatMap {
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
        let isItem = kind == .json && MutationSite.type(of: parent, document) == "array"
        let name: String
        switch kind {
        case .html where ["ul", "ol"].contains(container): name = "li"
        case .html where element.name.string == "tr": name = "tr"
        case .html: name = HTMLContentModel.isPhrasing(container) ? "span" : "div"
        case .xml, .linkedData: name = "promo"
        case .json: name = isItem ? "item" : "promo"
        case .csv, .text: name = "line"
        }
        guard let node = make(name, beside: element) else { return }
        switch kind {
        case .html: fillHTML(node, like: element)
        case .xml, .json, .linkedData: fillData(node, like: isItem ? element : parent)
        case .csv, .text: document.appendText(Mutator.promotion.utf8, to: node, line: node.line)
        }
    }

    private mutating func make(_ name: String, beside element: NodeRef) -> NodeRef? {
        guard let name = self.name(name), let node = document.insertElement(name, before: element) else {
            return nil
        }
        if isEven {
            // After the element: the two swap places.
            document.move(element, before: node)
        }
        made.append(node)
        return node
    }

    /// Adds a promotion: a text, or elements similar to those of the neighbour.
    private mutating func fillHTML(_ node: NodeRef, like neighbour: NodeRef) {
        set("class", of: node, to: "promo")
        var place = node
        if node.name.string == "tr", let cell = append("td", to: node) { place = cell }
        guard isHigh else {
            document.appendText(Mutator.promotion.utf8, to: place, line: node.line)
            return
        }
        let isInline = HTMLContentModel.isPhrasing(node.name.string)
        if let link = append("a", to: place) {
            set("href", of: link, to: "/promo")
            document.appendText("Offer".utf8, to: link, line: node.line)
        }
        for child in neighbour.allChildren.filter(\.isElement).prefix(4) {
            let name = child.name.string
            let fits = !isInline || HTMLContentModel.inline.contains(name)
            guard !HTMLContentModel.fixed.contains(name), !HTMLContentModel.bound.contains(name), fits,
                name != "a",
                let twin = append(name, to: place), !HTMLContentModel.void.contains(name),
                !HTMLContentModel.holders.contains(name)
            else { continue }
            document.appendText(Mutator.promotion.utf8, to: twin, line: node.line)
        }
    }

    /// Adds a value, or an object with the keys of another.
    private mutating func fillData(_ node: NodeRef, like other: NodeRef) {
        let isObject = isHigh || node.name.string == "item"
        if kind == .json { set("type", of: node, to: isObject ? "object" : "string") }
        guard isObject else {
            document.appendText(Mutator.promotion.utf8, to: node, line: node.line)
            return
        }
        let keys = other.allChildren.filter { $0.isElement && $0 != node }.prefix(3).map(\.name.string)
        for key in ["kind"] + keys where key != "item" {
            guard let member = append(key, to: node) else { continue }
            if kind == .json { set("type", of: member, to: "string") }
            document.appendText(Mutator.promotion.utf8, to: member, line: node.line)
        }
    }

    // MARK: - Columns

    private mutating func insertColumn(in table: NodeRef) {
        for row in MutationSite.rows(of: table) {
            let cells = MutationSite.cells(of: row)
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

    /// Moves the first children to the end, the same number in each row.
    private func rotate(_ children: [NodeRef], of parent: NodeRef) {
        guard children.count > 1 else { return }
        let count = 1 + Int(truncatingIfNeeded: mutation.variant >> 8 & 0xFF) % (children.count - 1)
        for child in children.prefix(count) { document.move(child, to: parent) }
    }

    // MARK: - Classes, attributes, white space

    /// Renames a class on the whole page.
    private func rename(_ element: NodeRef, _ elements: [NodeRef]) {
        let tokens = ClassList(of: element, in: document).tokens
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

    private func reorderAttributes(of element: NodeRef) {
        var count = 0
        var next = element.firstAttribute
        while let attribute = next {
            count += 1
            next = attribute.next
        }
        var generator = SplitMix64(seed: mutation.variant)
        let order = Array(0..<count).shuffled(using: &generator)
        document.reorderAttributes(of: element, order == Array(0..<count) ? order.reversed() : order)
    }

    /// Replaces each run of white space in the element's own text, and inserts white space before its blocks.
    private func changeSpace(in element: NodeRef) {
        let gap = Array((isEven ? "\n\n      " : isHigh ? " " : "\n\t").utf8)
        for child in element.allChildren {
            if child.isText {
                document.replaceText(of: child, with: Mutator.respaced(Array(child.content), gap))
            } else if child.isElement, isBlock(child), child.previousSibling?.isText != true {
                document.insertText(gap, before: child)
            }
        }
    }

    private func isBlock(_ element: NodeRef) -> Bool {
        let name = element.name.string
        if kind == .html, !document.isHTML(element) { return false }
        return kind != .html
            || !HTMLContentModel.inline.contains(name) && !HTMLContentModel.fixed.contains(name)
    }

    private static func respaced(_ text: [UInt8], _ gap: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var isInGap = false
        for byte in text {
            let isSpace = byte.isASCIIWhiteSpace
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
