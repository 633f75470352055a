import Basics

/// Splits a page into tokens (HTML standard, [13.2.5](https://html.spec.whatwg.org/multipage/parsing.html#tokenization)).
///
/// Each call of ``readToken()`` stores the next one in ``token``, and a tag's attributes in ``attributes``. Tree
/// construction switches ``state`` as the standard specifies, and sets ``allowsCDATA``.
///
/// The whole page is in memory, so that a run of text is not copied character by character: the tokenizer searches for
/// its end, and the run stays in the page unless something in it must be replaced (``TextDecoding``). The search
/// detects that.
///
/// Every step consumes the bytes that it reads, or reads a bounded number of bytes: the time is linear in the length of
/// any page. The page's pointers are unchecked; loops over bytes stop at the NUL bytes after its end, and loops over
/// blocks compare with ``end``.
struct Tokenizer: ~Copyable {
    /// The arena of nodes and decoded texts.
    var arena: Arena
    /// The table in which names are interned.
    let names: NameTable

    let page: UnsafeMutablePointer<UInt8>
    /// The end of the page; zeros follow.
    let end: UnsafeMutablePointer<UInt8>
    /// The position of the next byte to read.
    var cursor: UnsafeMutablePointer<UInt8>
    /// Whether markup is known to begin at the cursor. Its `<` may be overwritten with the zero that ends the text before
    /// it.
    var isAtMarkup = false

    /// The state in which the next token begins.
    var state = TokenizerState.data
    /// The current token.
    var token: Token
    /// The attributes of a tag token, in the page's order, without duplicates.
    var attributes = Stack<TokenAttribute>()
    /// The names in ``attributes``.
    var stamps = NameStamps()
    /// The name of the last start tag: the name of an appropriate end tag in RCDATA, RAWTEXT and script data.
    var lastStartTag: Name?
    /// Whether the adjusted current node is an element in a namespace other than HTML's: `<![CDATA[` begins a section.
    var allowsCDATA = false
    /// The construct that the page's end truncates.
    var unfinished: UnfinishedPart?
    /// Whether there is an end tag `</html>`.
    var hasRootEndTag = false
    /// The number of attributes of one tag that the memory limit allows.
    private let attributeLimit: Int
    /// Whether a tag has more; the page then ends before it.
    private(set) var hasTooManyAttributes = false
    /// ``TextRun/empty``, stored here to avoid the access to a global.
    let emptyText = TextRun.empty

    /// The estimate for an attribute with its text, its name and their places in lists.
    private static let sizeOfAttribute = 448

    /// - Parameter memory: the maximum number of bytes of the tree; `nil` for no limit.
    init(_ page: PageBuffer, arena: consuming Arena, names: NameTable, memory: Int? = nil) {
        self.arena = arena
        self.names = names
        self.page = page.start
        end = page.start + page.count
        cursor = page.start
        attributeLimit = memory.map { $0 / Tokenizer.sizeOfAttribute } ?? .max
        token = Token(name: names.intern(UnsafeBufferPointer(start: page.start, count: 0)))
    }

    /// Reads the next token. At the end of the page every call reads an end-of-file token.
    mutating func readToken() {
        while !(isAtMarkup ? readMarkup() : readCharacters()) {}
    }

    /// Reads a token that begins with text, in the current state.
    ///
    /// - Returns: whether there is a token; false for an empty CDATA section, for instance.
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

    /// Records that the page ends within a part that begins at the current token's offset.
    mutating func noteUnfinished(_ part: Truncation.Part) {
        if unfinished == nil { unfinished = UnfinishedPart(part: part, offset: token.offset) }
    }

    /// Emits the end of the file after an unfinished tag, which is dropped.
    @inline(never)
    mutating func readEndOfFileInTag() -> Bool {
        noteUnfinished(.tag)
        return readEndOfFile()
    }

    /// Whether the current tag may have another attribute.
    @inline(__always)
    mutating func mayHaveAttribute() -> Bool {
        if attributes.count < attributeLimit { return true }
        hasTooManyAttributes = true
        return false
    }

    /// Emits the end of the file; an unfinished token is dropped.
    @inline(never)
    mutating func readEndOfFile() -> Bool {
        cursor = end
        token.kind = .endOfFile
        token.offset = page.distance(to: end)
        return true
    }
}

/// The states of the tokenizer in which a token can begin (HTML standard, 13.2.5.1 to 13.2.5.5 and 13.2.5.69).
///
/// The states within a token are the functions that read it, since the whole page is in memory.
enum TokenizerState: String, CaseIterable, Sendable {
    case data = "Data state"
    case rcdata = "RCDATA state"
    case rawtext = "RAWTEXT state"
    case scriptData = "Script data state"
    case plaintext = "PLAINTEXT state"
    case cdataSection = "CDATA section state"
}

extension LowBytes {
    /// White space, `/` and `>`, and NUL, which may be the page's end.
    @inline(__always) static var tagNameEnd: LowBytes {
        whiteSpace.inserting(0x2F).inserting(0x3E).inserting(0)
    }

    /// The bytes of ``tagNameEnd`` and `=`.
    @inline(__always) static var attributeNameEnd: LowBytes { tagNameEnd.inserting(0x3D) }

    /// White space and `>`, and NUL, which may be the page's end.
    @inline(__always) static var unquotedValueEnd: LowBytes { whiteSpace.inserting(0x3E).inserting(0) }
}

// MARK: - Searching

extension Tokenizer {
    /// The next position of `byte`, or the page's end.
    ///
    /// - Parameters:
    ///   - other: a second byte to stop at.
    ///   - needsDecoding: set if a NUL or a carriage return occurs before it, or an `&` if references are read.
    @inline(__always)
    func find(
        _ byte: UInt8,
        or other: UInt8? = nil,
        from start: UnsafeMutablePointer<UInt8>,
        readsReferences: Bool,
        needsDecoding: inout Bool
    ) -> UnsafeMutablePointer<UInt8> {
        var position = start
        while position < end {
            let block = ByteBlock(at: position)
            let isStop = other.map { block.equals(byte) .| block.equals($0) } ?? block.equals(byte)
            let isOdd = block.equals(0) .| block.equals(0x0D)
            let odd = ByteSet(readsReferences ? isOdd .| block.equals(UInt8(ascii: "&")) : isOdd)
            let stops = ByteSet(isStop)
            if !stops.isEmpty {
                let index = stops.first
                if odd.hasAny(before: index) { needsDecoding = true }
                return position + index
            }
            let rest = position.distance(to: end)
            if rest < 16 {
                if odd.hasAny(before: rest) { needsDecoding = true }
                return end
            }
            if !odd.isEmpty { needsDecoding = true }
            position += 16
        }
        return end
    }

    /// Moves the cursor after white space.
    @inline(__always)
    mutating func skipSpace() {
        while cursor.pointee.isASCIIWhiteSpace { cursor += 1 }
    }

    /// Whether the bytes from `start` on are `text`, which is in lower case, apart from the case of ASCII letters.
    func matches(_ text: StaticString, at start: UnsafePointer<UInt8>) -> Bool {
        UnsafeBufferPointer(start: start, count: text.utf8CodeUnitCount).equalsIgnoringASCIICase(text)
    }
}
