import Basics
import CLibXML2

/// A token, which tokenization emits (HTML standard, 13.2.5).
struct Token {
    enum Kind: UInt8 {
        /// All consecutive character tokens up to the next token of another kind, or to a CDATA section, whose
        /// characters are a separate token.
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
    /// The tag of the name.
    var tag = Tag.unknown
    /// The self-closing flag.
    var isSelfClosing = false

    // MARK: Characters and comments

    /// The data of characters or of a comment, followed by a zero.
    var text = TextRun.empty
    /// Whether characters contain NUL, which only the data state and CDATA sections keep.
    var hasNUL = false

    // MARK: Doctypes

    var publicID: TextRun?
    var systemID: TextRun?
    /// Whether a doctype has a name.
    var hasName = false
    /// The force-quirks flag.
    var forcesQuirks = false
}

/// Bytes in a document's arena, in the page or elsewhere, followed by a zero that is not part of the count.
struct TextRun: BitwiseCopyable {
    var start: UnsafeMutablePointer<UInt8>
    var count: Int

    /// No bytes, with the zero that ends them. It must not be written to.
    static let empty: TextRun = {
        let zero = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
        zero.initialize(repeating: 0, count: 16)
        return TextRun(start: zero, count: 0)
    }()
}

extension TextRun: @unchecked Sendable {}

extension TextRun {
    /// The value of an attribute, whose memory is shared.
    init(valueOf attribute: UnsafeMutablePointer<xmlAttr>) {
        guard let text = attribute.pointee.children, let content = text.pointee.content else {
            self = .empty
            return
        }
        self.init(start: content, count: ContentSize(of: text).count)
    }

    /// The text's bytes.
    @inline(__always) var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start, count: count)
    }

    /// The text as a string.
    var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether the text is the given one, which is in lower case, apart from the case of ASCII letters.
    func equalsIgnoringCase(_ text: StaticString) -> Bool { bytes.equalsIgnoringASCIICase(text) }
}

/// An attribute of a tag token.
struct TokenAttribute: BitwiseCopyable {
    /// In lower case.
    var name: Name
    /// Character references replaced.
    var value: TextRun
}
