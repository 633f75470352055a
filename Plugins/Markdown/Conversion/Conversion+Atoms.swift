import DOM

// Elements without content of their own.
extension Conversion {
    /// A line break; two of them part paragraphs, as many pages write them.
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
        // Behind the mark of an item three dashes would be a rule with the mark.
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

    /// What is played within a page as a link to it; a frame without a title is none that a reader would miss.
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

    /// The box of a task.
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
