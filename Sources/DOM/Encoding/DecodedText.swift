/// A page's text as UTF-8, and how its encoding was found.
///
/// Encodings are tried in this order; the first one that the bytes agree with is used:
///
/// 1. the one that the caller gives, whatever the bytes are;
/// 2. that of a byte order mark, whatever the bytes are (of a given UTF-16 it also tells the byte order);
/// 3. the transport's hint, such as HTTP's `Content-Type`;
/// 4. the one that the page declares: in HTML a `meta` anywhere in the page, else an XML declaration;
/// 5. UTF-8, if the bytes are UTF-8 (of a page of HTML that is told: ``DecodingNote/undeclared(used:firstLine:)``);
/// 6. windows-1252.
///
/// A hint or a declaration is not believed (``DecodingNote/contradicted(label:line:used:)``) where the bytes
/// cannot be read by it:
///
/// - UTF-8, if fewer than one in ten of the sequences beyond ASCII have UTF-8's form: such a page is in another
///   encoding. With a few wrong bytes it stays UTF-8, and each of them becomes U+FFFD. Characters that are cut
///   off count neither way.
/// - A single-byte encoding, if the bytes are UTF-8 and go beyond ASCII.
/// - A multi-byte encoding, if the bytes are UTF-8 and either there are four characters beyond ASCII, more than
///   chance makes of another encoding, or one in ten cannot be decoded; also if nine in ten cannot be decoded.
/// - UTF-16, if the bytes are UTF-8 and none of them is NUL.
///
/// "The bytes are UTF-8" allows for a character that the end cuts off, and for one wrong byte among fifty
/// characters beyond ASCII.
///
/// Specification: [HTML, § 13.2.3.2](https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding).
public struct DecodedText: Sendable {
    /// Valid UTF-8 without byte order mark; whatever could not be decoded is U+FFFD.
    ///
    /// Of HTML it keeps line ends of all kinds and NUL, with which the tokenizer deals by its state. Of all else
    /// lines are ended by LF, and NUL is U+FFFD. A page that is all this already is not copied.
    public let utf8: [UInt8]
    /// The encoding that the bytes were read by.
    public let encoding: Encoding
    /// What told the encoding.
    public let source: Source
    /// What a user should know: each a fact about this page, in the order in which they came up.
    public let notes: [DecodingNote]
    /// Where the text's bytes stand in the file.
    package let sourceOffsets: SourceOffsets

    /// What told a page's encoding.
    public enum Source: Hashable, Sendable {
        case given
        case byteOrderMark
        case transportHint
        /// A `meta` element or XML declaration in this line of the page.
        case declared(line: Int)
        /// Nothing that was believed; the bytes are UTF-8 or ASCII.
        case validUTF8
        /// Nothing that was believed, and the bytes are not UTF-8.
        case fallback
    }

    /// What a page is, as far as decoding depends on it: where it may declare its encoding, and what its lines end in.
    package enum Format: Sendable {
        /// A page of HTML, which declares its encoding in a `meta` element or an XML declaration.
        case html
        /// A part of one, which need not declare it.
        case htmlFragment
        /// XML: in an XML declaration.
        case xml
        /// Anything else, which declares it nowhere.
        case plain

        var isHTML: Bool {
            switch self {
            case .html, .htmlFragment: true
            case .xml, .plain: false
            }
        }
    }

    /// Decodes a page, as the type's description says. Complexity: linear.
    ///
    /// - Parameters:
    ///   - given: the encoding that the user asks for.
    ///   - hint: the encoding that the transport tells.
    ///   - limit: how many bytes are read; the text then ends with the last character that is whole.
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
