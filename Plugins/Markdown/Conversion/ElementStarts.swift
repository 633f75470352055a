import DOM

extension Conversion {
    /// Begins an element, and returns whether its content is converted.
    mutating func start(_ element: Element) -> Bool {
        let role = Role.of(element.name)
        if Visibility.isHidden(element, role) {
            frames.append(.nothing)
            return false
        }
        if preformatted != nil {
            frames.append(startInPreformatted(role))
            return true
        }
        frames.append(frame(element, role))
        if case .media = role { return false }
        return true
    }

    private mutating func frame(_ element: Element, _ role: Role) -> Frame {
        switch role {
        case .inline, .hidden: return .nothing
        case .block, .paragraph:
            flush()
            return .block
        case .heading(let level): return startHeading(level)
        case .preformatted: return startPreformatted(element)
        case .quote: return startQuote()
        case .orderedList, .bulletList: return startList(element)
        case .item: return startItem(element)
        case .definitionList, .term, .definition: return startDefinition(element, role)
        case .table, .head, .row, .cell, .caption: return startTable(element, role)
        case .details, .summary: return startDetails(element, role)
        case .code:
            codeDepth += 1
            return .code
        case .mark(let mark): return startMark(mark, element)
        case .link: return startLink(element)
        case .quotation: return Quotation.isMarked(element) ? .nothing : startEnclosed("“", "”")
        case .rubyText: return startEnclosed("(", ")")
        case .lineBreak: addLineBreak()
        case .rule: addRule()
        case .image: addImage(element)
        case .media: addMedia(element)
        case .control: addControl(element)
        }
        return .nothing
    }

    // MARK: Blocks

    private mutating func startHeading(_ level: Int) -> Frame {
        flush()
        if isOnOneLine { return .block }
        heading = min(6, level + headings - 1)
        return .heading
    }

    private mutating func startPreformatted(_ element: Element) -> Frame {
        flush()
        if heading != nil || isInSummary { return .block }
        preformatted = []
        return .preformatted(language: CodeBlock.language(of: element))
    }

    private mutating func startInPreformatted(_ role: Role) -> Frame {
        switch role {
        case .lineBreak: preformatted?.append(0x0A)
        case .block, .paragraph, .heading, .quote, .preformatted, .item, .row, .rule:
            endLineOfPreformatted()
            return .line
        case .inline, .hidden, .orderedList, .bulletList, .definitionList, .term, .definition, .table, .head,
            .cell, .caption, .code, .mark, .link, .image, .details, .summary, .control, .quotation, .rubyText,
            .media:
            break
        }
        return .nothing
    }

    private mutating func startQuote() -> Frame {
        flush()
        if isOnOneLine { return .block }
        let depth = openPlace()
        writer.open(.quote)
        return .container(depth: depth)
    }

    private mutating func startDetails(_ element: Element, _ role: Role) -> Frame {
        flush()
        if isOnOneLine { return .block }
        if case .summary = role {
            guard pendingDetails != nil else { return .block }
            isInSummary = true
            return .summary
        }
        if let tag = pendingDetails {
            pendingDetails = nil
            write(Array(tag.utf8), as: .other)
        }
        pendingDetails = element.attribute("open") == nil ? "<details>" : "<details open>"
        return .details
    }

    private mutating func startTable(_ element: Element, _ role: Role) -> Frame {
        flush()
        switch role {
        case .table:
            if isOnOneLine || table != nil || facts.tables[element]?.isLayout ?? true { return .block }
            table = MarkdownTable()
            return .table
        case .head where table != nil:
            isInHead = true
            return .head
        case .row where table != nil:
            table?.beginRow(isHead: isInHead)
            return .row
        case .cell where table != nil:
            table?.beginCell(CellReading.cell(element))
            return .cell
        default: return .block
        }
    }

    // MARK: Parts of lines

    private mutating func startMark(_ mark: Mark, _ element: Element) -> Frame {
        if codeDepth > 0 { return .nothing }
        // Some editors wrap a whole text in a `b` with normal weight.
        if mark == .strong, let weight = element.attribute("style"), weight.contains("font-weight:normal") {
            return .nothing
        }
        defer { style = styles.adding(mark, to: style) }
        return .style(style)
    }

    private mutating func startLink(_ element: Element) -> Frame {
        guard !isInSummary, !styles.isLinked(style), let address = addresses.link(element) else {
            return .nothing
        }
        let spelling = AddressBook.trimmed(element.attribute("href") ?? "")
        let title = LinkText.line(element.attribute("title") ?? "")
        defer {
            let link = InlineStyles.Link(address: address, title: title, spelling: spelling)
            style = styles.adding(styles.addLink(link), to: style)
        }
        return .link(style: style, mark: run.mark, address: spelling)
    }

    private mutating func startEnclosed(_ prefix: String, _ suffix: String) -> Frame {
        add(prefix)
        return .suffix(suffix)
    }
}

// MARK: - Lists

extension Conversion {
    mutating func startList(_ element: Element) -> Frame {
        flush()
        let isOrdered = element.name == "ol"
        let list = facts.lists[element] ?? TreeFacts.List()
        let isReversed = isOrdered && element.attribute("reversed") != nil
        let first = element.attribute("start").flatMap { Int($0) } ?? (isReversed ? list.items : 1)
        if isOnOneLine {
            cellLists.append(isOrdered ? (first, isReversed ? -1 : 1) : nil)
            return .cellList
        }
        // A list directly within a list belongs to the item before it.
        let depth = openPlace()
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
            // An item outside of a list begins one, which continues with the next item.
            let depth = writer.depth
            if writer.openList(isOrdered: false, isTight: true) { implicitList = depth }
        }
        let depth = writer.depth
        writer.openItem(number: element.attribute("value").flatMap { Int($0) })
        return .container(depth: depth)
    }

    /// Returns the marker of the next item of a list in a cell.
    private mutating func cellMarker() -> [UInt8] {
        guard let index = cellLists.indices.last, let (number, step) = cellLists[index] else {
            return Array("- ".utf8)
        }
        cellLists[index] = (number &+ step, step)
        return Array("\(number). ".utf8)
    }

    /// Begins a definition list, which becomes a list of its terms in bold, each with a list of its definitions.
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
            // The parser leaves it open if its end tag is missing.
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
        let depth = openPlace()
        let isTight = !(facts.lists[element]?.isLoose ?? false)
        let isOpen = writer.openList(isOrdered: false, isTight: isTight)
        definitionLists.append((isOpen ? writer.depth : 0, writer.depth))
        return .definitionList(depth: depth)
    }
}

// MARK: - Elements without content

extension Conversion {
    /// Adds a line break; two of them separate paragraphs, as on many pages.
    mutating func addLineBreak() {
        guard run.hasContent else { return }
        if heading != nil || isInSummary {
            run.addSpace(style: style)
        } else if !run.endsInLineBreak {
            run.addLineBreak(style: style)
        } else if table?.isInCell != true {
            flush()
        }
    }

    mutating func addRule() {
        flush()
        if isOnOneLine { return }
        // After an item's marker, three dashes would form a rule with the marker.
        write(Array((writer.isAtItemStart ? "___" : "---").utf8), as: .other)
    }

    mutating func addImage(_ element: Element) {
        let description = LinkText.line(element.attribute("alt") ?? "")
        let isSign = element.attribute("class")?.contains("emoji") ?? false
        guard let address = addresses.image(element), !isInSummary, !isSign || description.isEmpty else {
            if !description.isEmpty { add(description) }
            return
        }
        var markdown = Array("![".utf8)
        let escaping = TextEscaping(isInLink: true, next: UInt8(ascii: "]"))
        escaping.write(Array(description.utf8)[...], to: &markdown)
        markdown += "](".utf8
        LinkText.write(address: address, to: &markdown)
        let title = LinkText.line(element.attribute("title") ?? "")
        if !title.isEmpty, title != description { LinkText.write(title: title, to: &markdown) }
        run.addRaw(markdown + [UInt8(ascii: ")")], style: style)
    }

    /// Adds embedded media as a link; a frame without a title is left out.
    mutating func addMedia(_ element: Element) {
        let name = element.name
        let title = LinkText.line(element.attribute("title") ?? "")
        guard let address = addresses.media(element), name != "iframe" || !title.isEmpty else { return }
        flush()
        let link = InlineStyles.Link(address: address, title: "", spelling: address)
        let text = title.isEmpty ? name : title
        run.addText(text, style: styles.adding(styles.addLink(link), to: style), isCode: false)
        flush()
    }

    /// Adds the checkbox of a task.
    mutating func addControl(_ element: Element) {
        guard element.attribute("type")?.lowercased() == "checkbox", writer.isAtItemStart, !run.hasContent,
            !isOnOneLine
        else { return }
        run.addRaw(
            Array((element.attribute("checked") == nil ? "[ ]" : "[x]").utf8),
            style: InlineStyles.plain
        )
        run.addSpace(style: InlineStyles.plain)
    }
}
