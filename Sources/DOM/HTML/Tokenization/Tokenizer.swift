/// Makes tokens of a page (HTML standard, [13.2.5](https://html.spec.whatwg.org/multipage/parsing.html#tokenization)).
///
/// Each call of ``readToken()`` leaves the next one in ``token``, and a tag's attributes in ``attributes``. Tree
/// construction switches ``state`` where the standard says so, and tells in ``allowsCDATA`` what the tokenizer has to
/// know of the tree.
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

    /// The state that the next token begins in.
    var state = TokenizerState.data
    /// The last token that was read.
    var token: Token
    /// The attributes of a tag token, in the page's order, each name once.
    var attributes = Stack<TokenAttribute>()
    /// The name of the last start tag, which alone an end tag in RCDATA, RAWTEXT or script data can be appropriate for.
    var lastStartTag: Name?
    /// Whether the adjusted current node is an element of another namespace than HTML's: `<![CDATA[` begins a section.
    var allowsCDATA = false

    init(_ page: PageBuffer, arena: consuming Arena, names: NameTable) {
        self.arena = arena
        self.names = names
        self.page = page.start
        end = page.start + page.count
        cursor = page.start
        token = Token(name: names.intern(UnsafeBufferPointer(start: page.start, count: 0)))
    }

    /// Reads the next token.
    mutating func readToken() {
        token.kind = .endOfFile
    }
}
