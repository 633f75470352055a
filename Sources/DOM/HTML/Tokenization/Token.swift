/// What tokenization emits (HTML standard, 13.2.5).
struct Token {
    enum Kind: UInt8 {
        /// Consecutive character tokens at once: as many as stand before the next token of another kind, or before a
        /// CDATA section, whose characters are a token of their own.
        case characters
        case startTag
        case endTag
        case comment
        case doctype
        case endOfFile
    }

    var kind = Kind.endOfFile

    /// The offset in the page of the token's first byte: the `<` of a tag.
    var offset = 0

    // MARK: Tags; their attributes are the tokenizer's

    /// A tag's name in lower case, or a doctype's.
    var name: Name
    /// What the name is known as.
    var tag = Tag.unknown
    /// The self-closing flag.
    var isSelfClosing = false

    // MARK: Characters and comments

    /// The data of characters or of a comment. A zero stands behind it.
    var text = TextRun.empty
    /// Whether characters hold NUL, which only the data state and CDATA sections let pass.
    var hasNUL = false

    // MARK: Doctypes

    var publicID: TextRun?
    var systemID: TextRun?
    /// Whether a doctype has a name.
    var hasName = false
    /// The force-quirks flag.
    var forcesQuirks = false
}

/// Bytes that stand in a document's arena, in the page or beside it, ended by a zero that is not counted.
struct TextRun: BitwiseCopyable {
    var start: UnsafeMutablePointer<UInt8>
    var count: Int

    /// No bytes at all, but the zero that ends them. Nobody writes there.
    static let empty: TextRun = {
        let zero = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
        zero.initialize(repeating: 0, count: 16)
        return TextRun(start: zero, count: 0)
    }()
}

extension TextRun: @unchecked Sendable {}

/// An attribute of a tag token.
struct TokenAttribute: BitwiseCopyable {
    /// In lower case.
    var name: Name
    /// Character references replaced.
    var value: TextRun
}
