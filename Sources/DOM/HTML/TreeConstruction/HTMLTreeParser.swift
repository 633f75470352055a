import CLibXML2

/// Builds the tree of a page from its tokens (HTML standard,
/// [13.2.6](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction)).
///
/// Each insertion mode is a method in the file of its group. Parse errors are not told: every page has a tree.
struct TreeConstructor: ~Copyable {
    var tokenizer: Tokenizer
    let tree: UnsafeMutablePointer<xmlDoc>

    // MARK: The parser's state (13.2.4)

    var mode = InsertionMode.initial
    /// The original insertion mode, to go back to from "text" and "in table text".
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

    // MARK: What goes with it

    /// Whether nodes go before a table instead of into it (13.2.6.1).
    var isFosterParenting = false
    /// Whether the next token is to lose the line feed that it begins with.
    var skipsLineFeed = false
    /// The pending table character tokens.
    var pendingTableText = Stack<TextRun>(capacity: 4)
    /// Whether the token is to be processed once more.
    var reprocesses = false
    /// Whether there is a context element: the page is a fragment.
    var hasContext = false
    /// The tag of the context element where that is HTML's.
    var contextTag: Tag?
    var isQuirky = false

    var foreignNames = ForeignNames()
    var mergedAttributes = MergedAttributes()
    var selectedContent = SelectedContent()
    let known: KnownTags
    /// The traits of HTML's elements by the raw value of their tag.
    let traits: UnsafePointer<TagTraits>

    /// The name of the element that tells what links are relative to, and whether there is one.
    let baseName: Name
    var hasBase = false

    // MARK: Notes

    /// What is noted of each element when it is made, in which order they mostly stand in the tree.
    var notes = ElementNotes()
    /// Whether an element has got another place than behind all others, or another attribute later on.
    var isRearranged = false
    let className: Name

    // MARK: Limits

    let limits: Limits
    /// How many elements there may be.
    let elementLimit: Int
    var elementCount = 0
    /// Whether elements nested too deep have become siblings.
    var isFlattened = false
    var limitReached: ParseError?
    var isStopped = false

    /// - Parameters:
    ///   - arena: the one that the page stands in; nodes are made there too.
    ///   - tree: an empty document, which is filled.
    init(
        _ page: PageBuffer,
        arena: consuming Arena,
        names: NameTable,
        tree: UnsafeMutablePointer<xmlDoc>,
        scripting: Bool,
        limits: Limits
    ) {
        self.tree = tree
        tokenizer = Tokenizer(page, arena: arena, names: names)
        open = OpenElements(nameCount: names.numberEnd)
        known = KnownTags.shared
        traits = known.traits
        className = known.class
        baseName = known.names[Int(Tag.base.rawValue)]
        self.scripting = scripting
        self.limits = limits
        elementLimit = min(limits.elements, TreeConstructor.growth &+ 2 &* page.count)
    }

    /// How many elements there may be besides two for each byte of a page, which is more than tags can make.
    ///
    /// Formatting elements that nobody closes are made anew in each block: by the standard, a page can have a tree
    /// that grows with the square of its length.
    private static let growth = 1_000_000

    /// The document as a node.
    var documentNode: UnsafeMutablePointer<xmlNode> {
        // A document begins as a node does.
        UnsafeMutableRawPointer(tree).assumingMemoryBound(to: xmlNode.self)
    }

    // MARK: - Running

    /// Builds the whole tree, or as much of it as the limits allow.
    mutating func run() {
        let deadline = limits.time.map { ContinuousClock.now.advanced(by: $0) }
        // Asked for each token: whether there is a deadline costs a call.
        let isTimed = deadline != nil
        var tokens = 0
        while !isStopped {
            tokenizer.allowsCDATA = !open[open.top].kind.isDisjoint(with: .foreign)
            tokenizer.readToken()
            if skipsLineFeed, skipLineFeed() { continue }
            repeat {
                reprocesses = false
                process()
            } while reprocesses
            if elementCount > elementLimit { stop(.tooManyElements(limit: elementLimit)) }
            tokens &+= 1
            if isTimed, tokens & 0xFFF == 0, let deadline, let time = limits.time,
                ContinuousClock.now > deadline
            {
                stop(.tooSlow(limit: time))
            }
        }
        while open.top != 0 { pop() }
    }

    /// "If the next token is a U+000A LINE FEED (LF) character token, then ignore that token."
    ///
    /// - Returns: whether nothing else is left of the token.
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

    /// The notes, where they are in the tree's order and true.
    var trueNotes: ElementNotes? {
        isRearranged || isFlattened || hasContext || open.isBroken ? nil : notes
    }

    /// Gives the arena back, in which the nodes are now.
    consuming func finish() -> Arena {
        tokenizer.arena
    }
}

extension TreeConstructor {
    /// The value of the tag token's attribute of a name; `nil` where it has none. Complexity: linear in their number.
    func value(of name: Name) -> TextRun? {
        for index in 0..<tokenizer.attributes.count where tokenizer.attributes[index].name == name {
            return tokenizer.attributes[index].value
        }
        return nil
    }
}

/// Reads HTML as the HTML standard says.
enum HTMLTreeParser {
    /// The tree of a page, or of a fragment of one: its root `html` then holds the fragment's nodes.
    ///
    /// - Parameters:
    ///   - utf8: valid UTF-8, in which NUL bytes and line ends of all kinds may stand.
    ///   - context: the element that a fragment is parsed for; `nil` for a page.
    ///   - arena: where the nodes are to be, and the page.
    ///   - names: where their names are to be.
    /// - Throws: ``ParseError`` only when memory is exhausted.
    /// - Complexity: linear in the page's length and in the size of the tree.
    static func parse(
        _ utf8: UnsafeBufferPointer<UInt8>,
        in context: FragmentContext? = nil,
        _ arena: inout Arena,
        _ names: NameTable,
        scripting: Bool,
        limits: Limits
    ) throws(ParseError) -> HTMLTree {
        guard LibXML2.isReady, let tree = htmlNewDocNoDtD(nil, nil) else { throw .outOfMemory }
        let page = PageBuffer(copying: utf8, in: &arena)
        var constructor = TreeConstructor(
            page,
            arena: arena,
            names: names,
            tree: tree,
            scripting: scripting,
            limits: limits
        )
        if let context { constructor.beginFragment(in: context) }
        constructor.run()
        let result = HTMLTree(
            tree: tree,
            page: page,
            isQuirky: constructor.isQuirky,
            limitReached: constructor.limitReached,
            isFlattened: constructor.isFlattened,
            hasBase: constructor.hasBase,
            isScripting: scripting,
            notes: constructor.trueNotes
        )
        arena = constructor.finish()
        return result
    }
}
