import DOM

// Lists and their items.
extension Conversion {
    mutating func startList(_ element: Element) -> Frame {
        flush()
        let isOrdered = element.name == "ol"
        let list = facts.lists[element] ?? TreeFacts.List()
        let isReversed = isOrdered && element.attribute("reversed") != nil
        let first = element.attribute("start").flatMap { Int($0) } ?? (isReversed ? list.items : 1)
        if isOnOneLine {
            cellLists.append(isOrdered ? first : nil)
            return .cellList
        }
        // A list within a list belongs to the item before it.
        let depth = settle()
        writer.openList(
            isOrdered: isOrdered,
            isTight: !list.isLoose,
            number: min(max(first, 0), 999_999_999),
            step: isReversed ? -1 : 1
        )
        return .container(depth: depth)
    }

    mutating func startItem(_ element: Element) -> Frame {
        flush()
        if isOnOneLine {
            let marker = cellMarker()
            table?.beginItem(marker)
            return .block
        }
        if !writer.isBetweenItems {
            // An item that the page has put into no list begins one, which goes on with the next item.
            let depth = writer.depth
            if writer.openList(isOrdered: false, isTight: true) { implicitList = depth }
        }
        let depth = writer.depth
        writer.openItem(number: element.attribute("value").flatMap { Int($0) })
        return .container(depth: depth)
    }

    /// What the next item of a list in a cell begins with.
    private mutating func cellMarker() -> [UInt8] {
        guard let index = cellLists.indices.last, let number = cellLists[index] else {
            return Array("- ".utf8)
        }
        cellLists[index] = number.addingReportingOverflow(1).partialValue
        return Array("\(number). ".utf8)
    }

    /// A definition list as a list of its terms, strong, in each of which its definitions are a list.
    mutating func startDefinition(_ element: Element, _ role: Role) -> Frame {
        flush()
        if isOnOneLine { return .block }
        if case .definitionList = role { return startDefinitionList(element) }
        guard let (depth, definitions) = definitionLists.last, depth > 0, writer.depth >= depth else {
            return .block
        }
        if case .term = role {
            writer.close(to: depth)
            writer.openItem()
            defer { style = styles.adding(.strong, to: style) }
            return .style(style)
        }
        if element.parent?.name == "dd" {
            // The parser leaves one whose end tag is missing open.
            writer.close(to: definitions)
        } else if writer.depth == depth + 1 {
            writer.openList(isOrdered: false, isTight: true)
        }
        let inner = writer.depth
        definitionLists[definitionLists.count - 1].definitions = inner
        writer.openItem()
        return .container(depth: inner)
    }

    private mutating func startDefinitionList(_ element: Element) -> Frame {
        let depth = settle()
        let isTight = !(facts.lists[element]?.isLoose ?? false)
        let isOpen = writer.openList(isOrdered: false, isTight: isTight)
        definitionLists.append((isOpen ? writer.depth : 0, writer.depth))
        return .definitionList(depth: depth)
    }
}
