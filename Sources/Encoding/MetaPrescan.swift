import Basics
import Platform

/// The search for a `meta` element that declares a page's encoding.
///
/// Specification: [HTML, § 13.2.3.2](https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding).
struct MetaPrescan {
    /// The number of bytes that the standard's prescan reads.
    static let window = 1024

    let bytes: UnsafeBufferPointer<UInt8>
    /// Whether the text of `script` and similar elements is skipped.
    let skipsRawText: Bool
    var position = 0
    /// The first declaration with an unknown label.
    private(set) var unknown: EncodingDeclaration?

    init(_ bytes: UnsafeBufferPointer<UInt8>, skipsRawText: Bool) {
        self.bytes = bytes
        self.skipsRawText = skipsRawText
    }

    /// The first declaration with a known label. Complexity: linear.
    ///
    /// - Parameter last: the offset after which no element with a declaration begins.
    mutating func run(to last: Int = .max) -> EncodingDeclaration? {
        while position <= last, find(UInt8(ascii: "<")) {
            let start = position
            if starts(with: "<!--") {
                skipComment()
            } else if let name = tagName() {
                let isMeta = !name.isEndTag && matches(name.range, "meta")
                if isMeta {
                    if let declaration = readMeta(at: start) { return declaration }
                } else {
                    skipAttributes()
                    if skipsRawText, !name.isEndTag { skipRawText(of: name.range) }
                }
            } else if starts(with: "<!") || starts(with: "</") || starts(with: "<?") {
                _ = find(UInt8(ascii: ">"))
            }
            position = max(position, start + 1)
        }
        return nil
    }

    /// Reads the attributes of a `meta` element and returns its declaration.
    private mutating func readMeta(at start: Int) -> EncodingDeclaration? {
        var meta = MetaElement()
        while let attribute = nextAttribute() { meta.add(attribute, in: self) }
        // A tag without an end declares nothing.
        guard position < bytes.count, let label = meta.label else { return nil }
        let declaration = EncodingDeclaration(label: bytes[label], offset: start)
        if declaration.encoding != nil { return declaration }
        unknown = unknown ?? declaration
        return nil
    }

    private mutating func skipAttributes() {
        while nextAttribute() != nil {}
    }

    /// Moves after a comment. The two hyphens of its start may also be those of its end.
    private mutating func skipComment() {
        let start = position + 2
        position = start + 2
        while find(UInt8(ascii: ">")) {
            let isEnd = position - 2 >= start && bytes[position - 1] == UInt8(ascii: "-")
            if isEnd, bytes[position - 2] == UInt8(ascii: "-") { return }
            position += 1
        }
    }

    /// Moves after the text of an element whose content is not markup.
    private mutating func skipRawText(of name: Range<Int>) {
        if matches(name, "plaintext") { position = bytes.count }
        guard Self.rawTextElements.contains(where: { matches(name, $0) }) else { return }
        while find(UInt8(ascii: "<")) {
            let end = position + 2 + name.count
            if starts(with: "</"), end < bytes.count, isTagNameEnd(bytes[end]),
                zip(bytes[name], bytes[(position + 2)..<end]).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
            {
                return
            }
            position += 1
        }
    }

    private static let rawTextElements: [StaticString] = [
        "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "noscript",
    ]
}

// MARK: - Reading bytes

extension MetaPrescan {
    /// Moves to the next occurrence of a byte, or to the end and returns false if there is none.
    mutating func find(_ byte: UInt8) -> Bool {
        guard position < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + position, Int32(byte), bytes.count - position)
        else {
            position = bytes.count
            return false
        }
        position = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        return true
    }

    private func starts(with text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        return end <= bytes.count && matches(position..<end, text)
    }

    /// Whether a range of the page is the given lower-case text, apart from letter case.
    func matches(_ range: Range<Int>, _ text: StaticString) -> Bool {
        bytes[range].equalsIgnoringASCIICase(text)
    }

    /// Reads the name of the tag that starts here; `nil` if none starts.
    private mutating func tagName() -> (range: Range<Int>, isEndTag: Bool)? {
        let isEndTag = position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "/")
        let start = position + (isEndTag ? 2 : 1)
        guard start < bytes.count, bytes[start].isASCIILetter else { return nil }
        var end = start
        while end < bytes.count, !isTagNameEnd(bytes[end]) { end += 1 }
        position = end
        // The prescan reads attributes only after white space, except for a "meta", which a slash may follow.
        if !skipsRawText, isEndTag || !matches(start..<end, "meta") {
            while position < bytes.count, !bytes[position].isASCIIWhiteSpace,
                bytes[position] != UInt8(ascii: ">")
            {
                position += 1
            }
        }
        return (start..<end, isEndTag)
    }

    private func isTagNameEnd(_ byte: UInt8) -> Bool {
        byte.isASCIIWhiteSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    }

}

/// An attribute of a tag: the ranges of its name and its value in the page.
struct TagAttribute {
    var name: Range<Int>
    var value: Range<Int>
}

extension MetaPrescan {
    /// Reads the next attribute of a tag; `nil` at the tag's end, or the page's.
    ///
    /// Specification: [HTML, § 13.2.3.2](https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing).
    mutating func nextAttribute() -> TagAttribute? {
        while let byte = current, byte.isASCIIWhiteSpace || byte == UInt8(ascii: "/") { position += 1 }
        guard let first = current, first != UInt8(ascii: ">") else { return nil }
        let start = position
        position += 1
        while let byte = current, byte != UInt8(ascii: "="), byte != UInt8(ascii: ">"),
            byte != UInt8(ascii: "/"),
            !byte.isASCIIWhiteSpace
        {
            position += 1
        }
        let name = start..<position
        skipSpace()
        guard current == UInt8(ascii: "=") else {
            return TagAttribute(name: name, value: name.upperBound..<name.upperBound)
        }
        position += 1
        skipSpace()
        return readValue().map { TagAttribute(name: name, value: $0) }
    }

    /// Reads an attribute's value; `nil` if the page ends in it.
    private mutating func readValue() -> Range<Int>? {
        guard let first = current else { return nil }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            position += 1
            let start = position
            guard find(first) else { return nil }
            position += 1
            return start..<position - 1
        }
        let start = position
        while let byte = current, byte != UInt8(ascii: ">"), !byte.isASCIIWhiteSpace { position += 1 }
        return start..<position
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte.isASCIIWhiteSpace { position += 1 }
    }
}

/// The attributes of a `meta` element that declare an encoding. If several have the same name, the first is used.
struct MetaElement {
    private var isContentType: Bool?
    private var content: Range<Int>??
    private var charset: Range<Int>?

    mutating func add(_ attribute: TagAttribute, in page: MetaPrescan) {
        if page.matches(attribute.name, "http-equiv") {
            isContentType = isContentType ?? page.matches(attribute.value, "content-type")
        } else if page.matches(attribute.name, "content") {
            content = content ?? .some(ContentType.charset(in: attribute.value, of: page))
        } else if page.matches(attribute.name, "charset") {
            charset = charset ?? attribute.value
        }
    }

    /// The range of the encoding's label: in `charset`, or in `content` together with `http-equiv="content-type"`.
    var label: Range<Int>? {
        if let charset { return charset }
        return isContentType == true ? content ?? nil : nil
    }
}

/// The `charset` of a content type in a `meta` element.
///
/// Specification: [HTML, § 2.5.3](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#extracting-character-encodings-from-meta-elements).
enum ContentType {
    static func charset(in value: Range<Int>, of page: MetaPrescan) -> Range<Int>? {
        var index = value.lowerBound
        let bytes = page.bytes
        func skipSpace() {
            while index < value.upperBound, bytes[index].isASCIIWhiteSpace { index += 1 }
        }
        while index + 7 <= value.upperBound {
            guard page.matches(index..<index + 7, "charset") else {
                index += 1
                continue
            }
            index += 7
            skipSpace()
            guard index < value.upperBound, bytes[index] == UInt8(ascii: "=") else { continue }
            index += 1
            skipSpace()
            return label(in: index..<value.upperBound, of: bytes)
        }
        return nil
    }

    private static func label(in rest: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard let first = rest.first else { return nil }
        let quote = bytes[first]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            return rest.dropFirst().first { bytes[$0] == quote }.map { first + 1..<$0 }
        }
        let end = rest.first { bytes[$0].isASCIIWhiteSpace || bytes[$0] == UInt8(ascii: ";") }
        return first..<(end ?? rest.upperBound)
    }
}
