import DOM

// What the end of an element means.
extension Conversion {
    /// Takes the end of the element that began last.
    mutating func end() {
        guard let frame = frames.popLast() else { return }
        switch frame {
        case .nothing: break
        case .block, .row: flush()
        case .heading: endHeading()
        case .code: codeDepth -= 1
        case .line: endLineOfPreformatted()
        case .preformatted(let language): endPreformatted(language)
        case .style(let previous): style = previous
        case .link(let previous, let mark, let address): endLink(previous, mark, address)
        case .container(let depth):
            flush()
            close(to: depth)
        case .definitionList(let depth):
            flush()
            definitionLists.removeLast()
            close(to: depth)
        case .cellList:
            flush()
            cellLists.removeLast()
        case .cell:
            flush()
            table?.endCell()
        case .head:
            flush()
            isInHead = false
        case .table: endTable()
        case .details: endDetails()
        case .summary: endSummary()
        case .suffix(let text): add(text)
        }
    }

    private mutating func endHeading() {
        guard let level = heading else { return }
        heading = nil
        let text = InlineRenderer.render(run, styles, in: .heading)
        run.removeAll()
        if text.isEmpty { return }
        write([UInt8](repeating: UInt8(ascii: "#"), count: level) + [0x20] + text, as: .other)
    }

    private mutating func endLink(_ previous: Int, _ mark: InlineRun.Mark, _ address: String) {
        style = previous
        // The sign that shows a heading's own address is no part of it.
        guard heading != nil, address.hasPrefix("#") else { return }
        let signs: Set<String> = ["", "#", "¶", "§", "🔗", "⚓", "∞"]
        if signs.contains(String(decoding: run.text(from: mark.count), as: UTF8.self)) { run.cut(to: mark) }
    }

    private mutating func close(to depth: Int) {
        writer.close(to: depth)
        if let implicit = implicitList, writer.depth <= implicit { implicitList = nil }
    }

    private mutating func endTable() {
        flush()
        guard let markdown = table?.markdown else { return }
        table = nil
        write(markdown, as: .other)
    }

    // MARK: Preformatted text

    mutating func endLineOfPreformatted() {
        if let last = preformatted?.last, last != 0x0A { preformatted?.append(0x0A) }
    }

    private mutating func endPreformatted(_ language: String) {
        guard let code = preformatted else { return }
        preformatted = nil
        if table?.isInCell == true {
            for line in code.split(separator: 0x0A) where line.contains(where: { !InlineRun.isSpace($0) }) {
                table?.add(Table.escapingPipes(CodeSpan.markdown(line, isInCell: true)))
            }
        } else {
            write(CodeBlock.markdown(code, language: language), as: .code)
        }
    }

    // MARK: Details

    /// The summary stands in HTML, where Markdown is not read: as text.
    private mutating func endSummary() {
        isInSummary = false
        let text = run.text()
        run.removeAll()
        guard let tag = pendingDetails else { return }
        pendingDetails = nil
        write("\(tag)\n<summary>".utf8 + TextOfHTML.escaped(text) + "</summary>".utf8, as: .other)
    }

    private mutating func endDetails() {
        flush()
        if pendingDetails == nil {
            write(Array("</details>".utf8), as: .other)
        } else {
            pendingDetails = nil
        }
    }
}
