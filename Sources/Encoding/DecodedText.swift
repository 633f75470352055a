/// A page's text as UTF-8, and how its encoding was determined.
///
/// Encodings are tried in this order; the first one that the bytes do not contradict is used:
///
/// 1. the one that the caller gives, without checking the bytes;
/// 2. that of a byte order mark, also without checking (it sets the byte order of a given UTF-16 too);
/// 3. the transport's hint, such as HTTP's `Content-Type`;
/// 4. the one that the page declares: in HTML a `meta` anywhere in the page, or else an XML declaration;
/// 5. UTF-8, if the bytes are UTF-8 (reported for an HTML page: ``DecodingNote/undeclared(used:firstLine:)``);
/// 6. one of a non-Latin script, if the bytes are text in it: Shift_JIS, EUC-JP, EUC-KR, GBK, Big5, and the common ones
///    of Cyrillic, Greek, Hebrew, Arabic and Thai;
/// 7. one of Latin script, if clearly more of its letters are those of one language than in windows-1252;
/// 8. windows-1252.
///
/// A hint or a declaration is rejected (``DecodingNote/contradicted(label:line:used:)``) if the bytes contradict it:
///
/// - UTF-8, if fewer than one in ten of the non-ASCII sequences have UTF-8's form: such a page is in another encoding.
///   With a few wrong bytes it is UTF-8, and each of them becomes U+FFFD. Truncated characters are ignored.
/// - A single-byte encoding, if the bytes are UTF-8 and not only ASCII.
/// - A multi-byte encoding, if the bytes are UTF-8 and either there are four non-ASCII characters, more than another
///   encoding produces by chance, or one in ten cannot be decoded; also if nine in ten cannot be decoded.
/// - UTF-16, if the bytes are UTF-8 and none of them is NUL.
///
/// "The bytes are UTF-8" allows a truncated character at the end, and one wrong byte among fifty non-ASCII characters.
///
/// Specification: [HTML, § 13.2.3.2](https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding).
public struct DecodedText: Sendable {
    /// Valid UTF-8 without byte order mark; bytes that cannot be decoded are U+FFFD.
    ///
    /// HTML keeps line ends of all kinds and NUL, which the tokenizer handles by its state. In all other formats
    /// lines end in LF, and NUL is U+FFFD. A page that already has this form is not copied.
    public let utf8: [UInt8]
    /// The encoding with which the bytes were decoded.
    public let encoding: Encoding
    /// Where the encoding was found.
    public let source: Source
    /// Facts about this page that a user should know, in the order in which they were found.
    public let notes: [DecodingNote]
    /// The offsets of the text's bytes in the file.
    package let sourceOffsets: SourceOffsets

    /// Where a page's encoding was found.
    public enum Source: Hashable, Sendable {
        case given
        case byteOrderMark
        case transportHint
        /// A `meta` element or XML declaration on this line of the page.
        case declared(line: Int)
        /// No declaration that the bytes confirm; they are UTF-8 or ASCII.
        case validUTF8
        /// No declaration that the bytes confirm, and they are not UTF-8.
        case fallback
    }

    /// The format of a page, which determines where it declares its encoding and how its lines end.
    package enum Format: Sendable {
        /// An HTML page: the encoding is declared in a `meta` element or an XML declaration.
        case html
        /// A part of such a page, which need not declare it.
        case htmlFragment
        /// XML: the encoding is declared in an XML declaration.
        case xml
        /// Any other format, which does not declare its encoding.
        case plain

        var isHTML: Bool {
            switch self {
            case .html, .htmlFragment: true
            case .xml, .plain: false
            }
        }
    }

    /// Decodes a page by the rules in the type's description. Complexity: linear.
    ///
    /// - Parameters:
    ///   - given: the encoding that the user asks for.
    ///   - hint: the encoding that the transport declares.
    ///   - limit: the maximum number of bytes to read; a character that is truncated there is left out.
    package static func decode(
        _ bytes: [UInt8],
        given: Encoding? = nil,
        hint: Encoding? = nil,
        format: Format,
        limit: Int = .max
    ) -> DecodedText {
        if bytes.count > limit {
            let start = Array(bytes.prefix(max(0, limit)))
            return decode(start, given: given, hint: hint, format: format, cutAt: limit)
        }
        return decode(bytes, given: given, hint: hint, format: format, cutAt: nil)
    }

    private static func decode(
        _ page: [UInt8],
        given: Encoding?,
        hint: Encoding?,
        format: Format,
        cutAt limit: Int?
    ) -> DecodedText {
        page.withUnsafeBufferPointer { bytes in
            var decoder = PageDecoder(page, bytes, format: format, limit: limit)
            return decoder.decode(given: given, hint: hint)
        }
    }
}

/// A fact about how a page was decoded. Line numbers are those of the page, from 1.
public enum DecodingNote: Hashable, Sendable {
    /// The bytes are not in the encoding that the page or its transport (`line` is `nil`) declares.
    case contradicted(label: String, line: Int?, used: Encoding)
    /// The page starts with a byte order mark of the used encoding, and declares another one, which is ignored.
    case declarationIgnored(label: String, line: Int, used: Encoding)
    /// The page declares an unknown encoding (``Encoding/suggestion(for:)`` may find a similar label).
    case unknownLabel(String, line: Int, used: Encoding)
    /// The page does not declare its encoding. The first line with non-ASCII bytes is given.
    case undeclared(used: Encoding, firstLine: Int)
    /// The page starts with a byte order mark of an encoding other than the given one; the given one is used.
    case byteOrderMarkIgnored(Encoding)
    /// Bytes that cannot be decoded: `count` sequences, each replaced by U+FFFD.
    case replaced(count: Int, firstLine: Int)
    /// The HTML page has `count` NUL bytes. Browsers drop them from text and read them as U+FFFD elsewhere.
    case nul(count: Int, firstLine: Int)
    /// `count` NUL bytes, each replaced by U+FFFD.
    case replacedNUL(count: Int, firstLine: Int)
    /// The page is longer than `limit` bytes; the rest is not read.
    case cutOff(limit: Int)
    /// The system has no converter for the encoding, so its non-ASCII characters cannot be decoded.
    case converterMissing(Encoding)
}
