/// Makes tokens of a page (HTML standard, [13.2.5](https://html.spec.whatwg.org/multipage/parsing.html#tokenization)).
///
/// Each call of ``readToken()`` leaves the next one in ``token``, and a tag's attributes in ``attributes``. Tree
/// construction switches ``state`` where the standard says so, and tells in ``allowsCDATA`` what the tokenizer has to
/// know of the tree.
///
/// The page stands in memory as a whole. So a run of text is not put together character by character: its end is
/// searched, and the run is left where it stands unless something in it must be replaced (``TextDecoding``).
/// Searching notes on its way whether that is so.
///
/// Every step consumes what it has looked at, or looks at a bounded number of bytes: reading is linear in the page's
/// length, whatever the page. The page's pointers are unchecked; NUL bytes behind its end stop whatever reads on byte
/// by byte, and what reads by blocks compares with ``end``.
struct Tokenizer: ~Copyable {
    /// Where nodes and decoded texts are made.
    var arena: Arena
    /// Where names are interned.
    let names: NameTable

    let page: UnsafeMutablePointer<UInt8>
    /// The end of the page; zeros follow.
    let end: UnsafeMutablePointer<UInt8>
    /// What is read next.
    var cursor: UnsafeMutablePointer<UInt8>
    /// Whether a tag, a comment or the like is known to begin at the cursor: its `<` may be the zero that ends the text
    /// before it.
    var isAtMarkup = false

    /// The state that the next token begins in.
    var state = TokenizerState.data
    /// The last token that was read.
    var token: Token
    /// The attributes of a tag token, in the page's order, each name once.
    var attributes = Stack<TokenAttribute>()
    /// The names in ``attributes``.
    var stamps = NameStamps()
    /// The name of the last start tag, which alone an end tag in RCDATA, RAWTEXT or script data can be appropriate for.
    var lastStartTag: Name?
    /// Whether the adjusted current node is an element of another namespace than HTML's: `<![CDATA[` begins a section.
    var allowsCDATA = false
    /// No text: ``TextRun/empty`` at hand.
    let emptyText = TextRun.empty

    init(_ page: PageBuffer, arena: consuming Arena, names: NameTable) {
        self.arena = arena
        self.names = names
        self.page = page.start
        end = page.start + page.count
        cursor = page.start
        token = Token(name: names.intern(UnsafeBufferPointer(start: page.start, count: 0)))
    }

    /// Reads the next token; behind the last there is the end of the file, as often as one asks.
    mutating func readToken() {
        while !(isAtMarkup ? readMarkup() : readCharacters()) {}
    }

    /// Reads what begins with the text at the cursor in the current state.
    ///
    /// - Returns: whether that is a token. It can be nothing at all, as an empty CDATA section.
    @inline(__always)
    private mutating func readCharacters() -> Bool {
        switch state {
        case .data: readData()
        case .rcdata: readRCDATA()
        case .rawtext: readRAWTEXT()
        case .scriptData: readScriptData()
        case .plaintext: readPLAINTEXT()
        case .cdataSection: readCDATASection()
        }
    }

    /// Reads the markup that begins at the cursor (13.2.5.6, Tag open state, and 13.2.5.7, End tag open state).
    @inline(__always)
    mutating func readMarkup() -> Bool {
        isAtMarkup = false
        token.offset = page.distance(to: cursor)
        let next = cursor[1]
        if next.isASCIILetter { return readStartTag() }
        if next == UInt8(ascii: "/") {
            return cursor[2].isASCIILetter ? readEndTag() : readBogusComment(from: cursor + 2)
        }
        return next == UInt8(ascii: "!") ? readMarkupDeclaration() : readBogusComment(from: cursor + 1)
    }

    /// The page ends here; what had begun and is no token yet is dropped.
    @inline(never)
    mutating func readEndOfFile() -> Bool {
        cursor = end
        token.kind = .endOfFile
        token.offset = page.distance(to: end)
        return true
    }
}
