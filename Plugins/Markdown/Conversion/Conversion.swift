import DOM

/// Makes Markdown of what a walk over a tree of HTML meets: texts are gathered into runs, and each beginning and end
/// of a block ends the run and hands it to the writer.
struct Conversion {
    /// What the end of an element means.
    enum Frame {
        case nothing, block, heading, code, row, cell, table, head, details, summary
        /// A block within preformatted text.
        case line
        case preformatted(language: String)
        /// Marks: the style goes back to what it was.
        case style(Int)
        case link(style: Int, mark: InlineRun.Mark, address: String)
        /// Quotes, lists and items: the writer goes back to its depth.
        case container(depth: Int)
        case definitionList(depth: Int)
        case cellList
        /// What is added behind a text.
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

    /// How many elements of code are open within a line.
    var codeDepth = 0
    /// The level of the open heading.
    var heading: Int?
    /// The open table of data.
    var table: Table?
    var isInHead = false
    /// The numbers of the next items of the lists in the open cell; `nil` for bullets.
    var cellLists: [Int?] = []
    /// The text of the open `pre`.
    var preformatted: [UInt8]?
    var isInSummary = false
    /// The tag of a `details` before its first block, with which it is written.
    var pendingDetails: String?
    /// How deep the writer is in each open definition list, and in the list that its last definition is an item of.
    var definitionLists: [(depth: Int, definitions: Int)] = []
    /// How deep the writer is around the list of items that the page has put into none.
    var implicitList: Int?

    init(facts: TreeFacts, headings: Int, addresses: AddressBook) {
        self.facts = facts
        self.headings = headings
        self.addresses = addresses
    }

    /// Whether blocks cannot begin where the text stands.
    var isOnOneLine: Bool { heading != nil || isInSummary || table?.isInCell == true }

    /// Takes a text.
    mutating func add(_ text: String) {
        if preformatted != nil {
            preformatted?.append(contentsOf: text.utf8.lazy.map { $0 == 0x0D ? 0x0A : $0 })
        } else {
            run.addText(text, style: style, isCode: codeDepth > 0)
        }
    }

    /// The Markdown, without a line end at its end.
    mutating func finish() -> [UInt8] {
        flush()
        return writer.output.last == 0x0A ? writer.output.dropLast() : writer.output
    }

    /// Ends the run of text: in a heading a space takes the place of the block's edge.
    mutating func flush() {
        if heading != nil || isInSummary {
            if run.hasContent { run.addSpace(style: InlineStyles.plain) }
            return
        }
        defer { run.removeAll() }
        guard run.hasContent else { return }
        if table?.isInCell == true {
            table?.add(Table.escapingPipes(InlineRenderer.render(run, styles, in: .cell)))
        } else {
            write(InlineRenderer.render(run, styles, in: .paragraph), as: .paragraph)
        }
    }

    /// Hands a block to the writer.
    mutating func write(_ block: [UInt8], as kind: BlockWriter.Kind) {
        if block.isEmpty { return }
        if let tag = pendingDetails {
            pendingDetails = nil
            write(Array(tag.utf8), as: .other)
        }
        let depth = settle()
        writer.write(block, as: kind)
        writer.close(to: depth)
    }

    /// Makes a place for a block where none of a list's items is open: in the last item, or behind a list that the
    /// page has not made one.
    ///
    /// - Returns: the depth that the writer has to go back to behind the block.
    mutating func settle() -> Int {
        if writer.isBetweenItems, let depth = implicitList, writer.depth == depth + 1 {
            writer.close(to: depth)
            implicitList = nil
        }
        let depth = writer.depth
        if writer.isBetweenItems { writer.reopenItem() }
        return depth
    }
}
