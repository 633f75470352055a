import DOM

// What the beginning of an element means.
extension Conversion {
    /// Takes the beginning of an element; tells whether what is in it counts.
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
        let depth = settle()
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
            table = Table()
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
        // Some editors wrap all of a text in a `b` that says it is not bold.
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
