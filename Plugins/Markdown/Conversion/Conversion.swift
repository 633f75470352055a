import DOM
import Engine

/// Converts HTML to Markdown.
enum HTMLToMarkdown {
    /// Returns the Markdown of HTML, without a final line end.
    ///
    /// - Parameters:
    ///   - headings: the level of an `h1`; levels deeper than 6 become 6.
    ///   - context: the page, for relative links; without its address they are left unchanged.
    /// - Throws: an error if the text exceeds the limits of a page.
    static func convert(
        _ html: String,
        headings: Int = 1,
        context: PageContext = PageContext()
    ) throws(StepError) -> String {
        let document: Document
        do throws(ParseError) {
            document = try Document.htmlFragment(html)
        } catch {
            throw StepError(error.description)
        }
        guard let root = document.root else { return "" }
        let addresses = AddressBook(context: context)
        var conversion = Conversion(facts: TreeFacts(of: root), headings: headings, addresses: addresses)
        var walk = TreeWalk(root)
        while let event = walk.next() {
            switch event {
            case .start(let element): if !conversion.start(element) { walk.skipChildren() }
            case .text(let text): conversion.add(text)
            case .end: conversion.end()
            }
        }
        return String(decoding: conversion.finish(), as: UTF8.self)
    }
}

// MARK: - Conversion

/// Converts the events of a walk through an HTML tree: texts are collected into runs; the start and end of a block
/// end the run and pass it to the writer.
struct Conversion {
    /// The effect of an element's end.
    enum Frame {
        case nothing, block, heading, code, row, cell, table, head, details, summary
        /// A block within preformatted text.
        case line
        case preformatted(language: String)
        /// Marks: the style is reset to the previous one.
        case style(Int)
        case link(style: Int, mark: InlineRun.Mark, address: String)
        /// Quotes, lists and items: the writer returns to its previous depth.
        case container(depth: Int)
        case definitionList(depth: Int)
        case cellList
        /// Text to add after the element's own.
        case suffix(String)
    }

    let facts: TreeFacts
    let headings: Int
    let addresses: AddressBook
    let styles = InlineStyles()

    var writer = BlockWriter()
    var run = InlineRun()
    var style = InlineStyles.plain
    var frames: [Frame] = []

    /// The number of open elements of code within a line.
    var codeDepth = 0
    /// The level of the open heading.
    var heading: Int?
    /// The open data table.
    var table: MarkdownTable?
    var isInHead = false
    /// The numbers of the next items of the lists in the open cell, and their increments; `nil` for bullets.
    var cellLists: [(number: Int, step: Int)?] = []
    /// The text of the open `pre`.
    var preformatted: [UInt8]?
    var isInSummary = false
    /// The tag of a `details` before its first block, with which it is written.
    var pendingDetails: String?
    /// The depth of the writer in each open definition list, and in the list that contains its last definition as an
    /// item.
    var definitionLists: [(depth: Int, definitions: Int)] = []
    /// The depth of the writer around the list that is made for items outside of any list on the page.
    var implicitList: Int?

    init(facts: TreeFacts, headings: Int, addresses: AddressBook) {
        self.facts = facts
        self.headings = headings
        self.addresses = addresses
    }

    /// Whether no block can begin here.
    var isOnOneLine: Bool { heading != nil || isInSummary || table?.isInCell == true }

    /// Adds a text.
    mutating func add(_ text: String) {
        if preformatted != nil {
            preformatted?.append(contentsOf: text.utf8.lazy.map { $0 == 0x0D ? 0x0A : $0 })
        } else {
            run.addText(text, style: style, isCode: codeDepth > 0)
        }
    }

    /// Returns the Markdown, without a final line end.
    mutating func finish() -> [UInt8] {
        flush()
        return writer.output.last == 0x0A ? writer.output.dropLast() : writer.output
    }

    /// Ends the run of text: in a heading a space replaces the block's edge.
    mutating func flush() {
        if heading != nil || isInSummary {
            if run.hasContent { run.addSpace(style: InlineStyles.plain) }
            return
        }
        defer { run.removeAll() }
        guard run.hasContent else { return }
        if table?.isInCell == true {
            table?.add(MarkdownTable.escapingPipes(InlineRenderer.render(run, styles, in: .cell)))
        } else {
            write(InlineRenderer.render(run, styles, in: .paragraph), as: .paragraph)
        }
    }

    /// Passes a block to the writer.
    mutating func write(_ block: [UInt8], as kind: BlockWriter.Kind) {
        if block.isEmpty { return }
        if let tag = pendingDetails {
            pendingDetails = nil
            write(Array(tag.utf8), as: .other)
        }
        let depth = openPlace()
        writer.write(block, as: kind)
        writer.close(to: depth)
    }

    /// Opens a place for a block if none of a list's items is open: in the last item, or after a list that the page
    /// does not declare.
    ///
    /// - Returns: the depth to which the writer must be closed after the block.
    mutating func openPlace() -> Int {
        if writer.isBetweenItems, let depth = implicitList, writer.depth == depth + 1 {
            writer.close(to: depth)
            implicitList = nil
        }
        let depth = writer.depth
        if writer.isBetweenItems { writer.reopenItem() }
        return depth
    }
}

// MARK: - Ends of elements

extension Conversion {
    /// Ends the innermost element.
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
        // The sign that links to the heading itself is not part of the heading.
        guard heading != nil, address.hasPrefix("#") else { return }
        let signs: Set<String> = ["", "#", "¶", "§", "🔗", "⚓", "∞"]
        if signs.contains(String(decoding: run.text(from: mark.count), as: UTF8.self)) {
            run.truncate(to: mark)
        }
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
                table?.add(MarkdownTable.escapingPipes(CodeSpan.markdown(line, isInCell: true)))
            }
        } else {
            write(CodeBlock.markdown(code, language: language), as: .code)
        }
    }

    // MARK: Details

    /// Writes the summary as text, since Markdown within its HTML element is not parsed.
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

/// Text in HTML.
enum TextOfHTML {
    /// Returns the text with references in place of the characters of tags and references.
    static func escaped(_ text: [UInt8]) -> [UInt8] {
        var escaped: [UInt8] = []
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            default: escaped.append(byte)
            }
        }
        return escaped
    }
}
