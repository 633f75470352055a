import CLibXML2
import Platform

/// Builds the tree of a page from its tokens (HTML standard,
/// [13.2.6](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction)).
///
/// Each insertion mode is a method in the file of its group. Parse errors are not reported: every page has a tree.
struct TreeConstructor: ~Copyable {
    var tokenizer: Tokenizer
    let tree: UnsafeMutablePointer<xmlDoc>

    // MARK: The parser's state (13.2.4)

    var mode = InsertionMode.initial
    /// The original insertion mode, to return to from "text" and "in table text".
    var originalMode = InsertionMode.initial
    /// The stack of template insertion modes.
    var templateModes = Stack<InsertionMode>(capacity: 4)
    var open: OpenElements
    var formatting = ActiveFormattingElements()
    /// The head element pointer.
    var headElement: UnsafeMutablePointer<xmlNode>?
    /// The form element pointer.
    var formElement: UnsafeMutablePointer<xmlNode>?
    /// The scripting flag.
    let scripting: Bool
    /// The frameset-ok flag.
    var isFramesetOK = true

    // MARK: Further state

    /// Whether nodes go before a table instead of into it (13.2.6.1).
    var isFosterParenting = false
    /// Whether a line feed at the start of the next token is ignored.
    var skipsLineFeed = false
    /// The pending table character tokens.
    var pendingTableText = Stack<TextRun>(capacity: 4)
    /// Whether the token must be processed once more.
    var reprocesses = false
    /// Whether there is a context element: the page is a fragment.
    var hasContext = false
    /// The tag of the context element if that is HTML's.
    var contextTag: Tag?
    var isQuirky = false

    var foreignNames = ForeignNames()
    var mergedAttributes = MergedAttributes()
    var selectedContent = SelectedContent()
    let known: KnownTags
    /// The traits of HTML's elements by the raw value of their tag.
    let traits: UnsafePointer<TagTraits>

    /// The name of the element `base`, and whether there is one.
    let baseName: Name
    var hasBase = false

    /// Whether the contents of templates are kept.
    var keepsTemplates = true
    /// The elements `template`, if their contents are not kept.
    private var templates: [Node] = []
    /// Whether the page has a start tag `<html>`, at any place.
    var hasRootTag = false
    /// The text element that the page's end truncates.
    var unfinishedText: UnfinishedPart?

    // MARK: The index

    /// The elements in the order in which they are created, which is usually their order in the tree.
    var index = ParseIndex()
    /// Whether an element was inserted before others, or was given an attribute later.
    var isRearranged = false
    let className: Name

    // MARK: Limits

    let limits: Limits
    /// The maximum number of elements.
    let elementLimit: Int
    var elementCount = 0
    /// Whether elements that were nested too deeply have become siblings.
    var isFlattened = false
    var limitReached: ParseError?
    var isStopped = false

    /// - Parameters:
    ///   - arena: the arena of the page, in which nodes are allocated too.
    ///   - tree: an empty document, to which nodes are added.
    init(
        _ page: PageBuffer,
        arena: consuming Arena,
        names: NameTable,
        tree: UnsafeMutablePointer<xmlDoc>,
        scripting: Bool,
        limits: Limits
    ) {
        self.tree = tree
        tokenizer = Tokenizer(page, arena: arena, names: names, memory: limits.memory)
        open = OpenElements(nameCount: names.numberEnd)
        known = KnownTags.shared
        traits = known.traits
        className = known.class
        baseName = known.names[Int(Tag.base.rawValue)]
        self.scripting = scripting
        self.limits = limits
        elementLimit = min(limits.elements, limits.growth &+ 2 &* page.count)
    }

    /// The document as a node.
    var documentNode: UnsafeMutablePointer<xmlNode> {
        // The first fields of a document are those of a node.
        UnsafeMutableRawPointer(tree).assumingMemoryBound(to: xmlNode.self)
    }

    // MARK: - Running

    /// Builds the whole tree, or as much of it as the limits allow.
    mutating func run() {
        let deadline = limits.deadline
        // A flag, since testing the optional for each token costs a call.
        let isTimed = deadline != nil
        var memory = MemoryWatch(limit: limits.memory)
        var tokens = 0
        while !isStopped {
            tokenizer.allowsCDATA = !open[open.top].kind.isDisjoint(with: .foreign)
            tokenizer.readToken()
            if skipsLineFeed, skipLineFeed() { continue }
            repeat {
                reprocesses = false
                process()
            } while reprocesses
            if elementCount > elementLimit {
                let isGrowth = elementLimit < limits.elements
                stop(isGrowth ? .tooMuchGrowth(limit: limits.growth) : .tooManyElements(limit: elementLimit))
            }
            tokens &+= 1
            if tokens & 0xFFF == 0 {
                if isTimed, let deadline, deadline.isPast { stop(deadline.error) }
                if let error = memory.error(tokenizer.arena.total + tokenizer.names.size) { stop(error) }
            }
        }
        if tokenizer.hasTooManyAttributes, let limit = limits.memory {
            limitReached = limitReached ?? .tooMuchMemory(limit: limit)
            tokenizer.unfinished = nil
        }
        while open.top != 0 { pop() }
        emptyTemplates()
    }

    /// Records an element `template`.
    mutating func noteTemplate(_ element: Node) {
        if !keepsTemplates { templates.append(element) }
    }

    /// Removes the contents of templates from the tree and from the index.
    private mutating func emptyTemplates() {
        if templates.isEmpty { return }
        for template in templates {
            template.pointee.children = nil
            template.pointee.last = nil
        }
        let all = index
        let names = Set(templates)
        index = ParseIndex()
        var depth: Int32?
        for place in 0..<all.count {
            let entry = all[place]
            if let template = depth {
                if entry.depth > template { continue }
                depth = nil
            }
            index.append(entry, in: &tokenizer.arena)
            if names.contains(entry.node.pointer) { depth = entry.depth }
        }
    }

    /// "If the next token is a U+000A LINE FEED (LF) character token, then ignore that token."
    ///
    /// - Returns: whether nothing is left of the token.
    private mutating func skipLineFeed() -> Bool {
        skipsLineFeed = false
        guard kind == .characters, tokenizer.token.text.start[0] == 0x0A else { return false }
        dropFirst(1)
        return tokenizer.token.text.count == 0
    }

    private mutating func stop(_ limit: ParseError) {
        limitReached = limit
        isStopped = true
    }

    /// The index; `nil` if it does not match the tree.
    var validIndex: ParseIndex? {
        isRearranged || isFlattened || hasContext || open.isBroken ? nil : index
    }

    /// Returns the arena, which contains the nodes.
    consuming func finish() -> Arena {
        tokenizer.arena
    }
}

extension TreeConstructor {
    /// The value of the tag token's attribute with a name; `nil` if it has none. Complexity: linear in the number of
    /// attributes.
    func value(of name: Name) -> TextRun? {
        for index in 0..<tokenizer.attributes.count where tokenizer.attributes[index].name == name {
            return tokenizer.attributes[index].value
        }
        return nil
    }
}

/// Parses HTML by the HTML standard's algorithm.
enum HTMLTreeParser {
    /// The tree of a page, or of a fragment: its root `html` then contains the fragment's nodes.
    ///
    /// - Parameters:
    ///   - utf8: valid UTF-8, with NUL bytes and line ends of all kinds.
    ///   - context: the element that a fragment is parsed for; `nil` for a page.
    ///   - arena: the arena in which the nodes and the page are allocated.
    ///   - names: the table in which names are interned.
    /// - Throws: ``ParseError`` only if memory is exhausted.
    /// - Complexity: linear in the page's length and in the size of the tree.
    static func parse(
        _ utf8: UnsafeBufferPointer<UInt8>,
        in context: FragmentContext? = nil,
        _ arena: inout Arena,
        _ names: NameTable,
        options: HTMLOptions,
        limits: Limits
    ) throws(ParseError) -> HTMLTree {
        try MemoryWatch.checkCopy(of: utf8.count, limits)
        guard let tree = LibXML2.newTree(html: true) else { throw .outOfMemory }
        let page = PageBuffer(copying: utf8, in: &arena)
        var constructor = TreeConstructor(
            page,
            arena: arena,
            names: names,
            tree: tree,
            scripting: options.scripting,
            limits: limits
        )
        constructor.keepsTemplates = options.templates
        if let context { constructor.beginFragment(in: context) }
        constructor.run()
        let result = HTMLTree(
            tree: tree,
            page: page,
            isQuirky: constructor.isQuirky,
            limitReached: constructor.limitReached,
            isFlattened: constructor.isFlattened,
            hasBase: constructor.hasBase,
            isScripting: options.scripting,
            index: constructor.validIndex,
            unfinished: constructor.unfinished
        )
        arena = constructor.finish()
        return result
    }
}

// The tree construction dispatcher (HTML standard, 13.2.6).
extension TreeConstructor {
    /// Processes the token: by the insertion mode, or by the rules of foreign content.
    @inline(__always)
    mutating func process() {
        if open[open.top].kind.isDisjoint(with: .foreign) || isForHTML() {
            processByInsertionMode()
        } else {
            processInForeignContent()
        }
    }

    /// Whether the token is processed as HTML although the adjusted current node is foreign.
    private func isForHTML() -> Bool {
        let kind = open[open.top].kind
        switch tokenizer.token.kind {
        case .startTag:
            let tag = tokenizer.token.tag
            if kind.contains(.htmlIntegrationPoint) { return true }
            if kind.contains(.textIntegrationPoint) { return tag != .mglyph && tag != .malignmark }
            return kind.contains(.annotation) && tag == .svg
        case .characters:
            return !kind.isDisjoint(with: [.htmlIntegrationPoint, .textIntegrationPoint])
        case .endOfFile:
            return true
        case .endTag, .comment, .doctype:
            return false
        }
    }

    /// Processes the token "using the rules given in the section corresponding to the current insertion mode in HTML
    /// content".
    mutating func processByInsertionMode() {
        switch mode {
        case .initial: processInitial()
        case .beforeHTML: processBeforeHTML()
        case .beforeHead: processBeforeHead()
        case .inHead: processInHead()
        case .inHeadNoscript: processInHeadNoscript()
        case .afterHead: processAfterHead()
        case .inBody: processInBody()
        case .text: processText()
        case .inTable: processInTable()
        case .inTableText: processInTableText()
        case .inCaption: processInCaption()
        case .inColumnGroup: processInColumnGroup()
        case .inTableBody: processInTableBody()
        case .inRow: processInRow()
        case .inCell: processInCell()
        case .inTemplate: processInTemplate()
        case .afterBody: processAfterBody()
        case .inFrameset: processInFrameset()
        case .afterFrameset: processAfterFrameset()
        case .afterAfterBody: processAfterAfterBody()
        case .afterAfterFrameset: processAfterAfterFrameset()
        }
    }

    /// "Switch the insertion mode to …" and "reprocess the token".
    @inline(__always)
    mutating func reprocess(_ mode: InsertionMode) {
        self.mode = mode
        reprocesses = true
    }

    /// "Stop parsing" (13.2.7).
    mutating func stopParsing() {
        isStopped = true
    }

    /// The token's kind.
    @inline(__always) var kind: Token.Kind { tokenizer.token.kind }

    /// The token's tag, for start and end tags.
    @inline(__always) var tag: Tag { tokenizer.token.tag }
}
