/// A page's text as UTF-8, and how its encoding was found.
///
/// Encodings are tried in this order; the first one that the bytes agree with is used:
///
/// 1. the one that the caller gives, whatever the bytes are;
/// 2. that of a byte order mark, whatever the bytes are (of a given UTF-16 it also tells the byte order);
/// 3. the transport's hint, such as HTTP's `Content-Type`;
/// 4. the one that the page declares: in HTML a `meta` anywhere in the page, else an XML declaration;
/// 5. UTF-8, if the bytes are UTF-8;
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
    /// Valid UTF-8 with lines ended by LF and without byte order mark; NUL and whatever could not be decoded are
    /// U+FFFD.
    public let utf8: [UInt8]
    /// The encoding that the bytes were read by.
    public let encoding: Encoding
    /// What told the encoding.
    public let source: Source
    /// What a user should know: each a fact about this page, in the order in which they came up.
    public let notes: [DecodingNote]

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

    /// Where a page may declare its encoding.
    package enum Format: Sendable {
        /// In a `meta` element or an XML declaration.
        case html
        /// In an XML declaration.
        case xml
        /// Nowhere.
        case plain
    }

    /// Decodes a page, as the type's description says. Complexity: linear.
    ///
    /// - Parameters:
    ///   - given: the encoding that the user asks for.
    ///   - hint: the encoding that the transport tells.
    package static func decode(
        _ bytes: UnsafeRawBufferPointer,
        given: Encoding? = nil,
        hint: Encoding? = nil,
        format: Format
    ) -> DecodedText {
        let bytes = bytes.assumingMemoryBound(to: UInt8.self)
        var decoder = PageDecoder(bytes, format: format)
        return decoder.decode(given: given, hint: hint)
    }

    /// Decodes a page, as the type's description says. Complexity: linear.
    package static func decode(
        _ bytes: [UInt8],
        given: Encoding? = nil,
        hint: Encoding? = nil,
        format: Format
    ) -> DecodedText {
        bytes.withUnsafeBytes { decode($0, given: given, hint: hint, format: format) }
    }
}
