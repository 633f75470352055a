import Glibc

/// The search for a `meta` element that declares a page's encoding.
///
/// Specification: [HTML, § 13.2.3.2](https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding).
struct MetaPrescan {
    /// How many bytes the standard looks at before parsing.
    static let window = 1024

    let bytes: UnsafeBufferPointer<UInt8>
    /// Whether the text of `script` and the like is no markup.
    let skipsRawText: Bool
    var position = 0
    /// The first declaration whose label is unknown.
    private(set) var unknown: EncodingDeclaration?

    init(_ bytes: UnsafeBufferPointer<UInt8>, skipsRawText: Bool) {
        self.bytes = bytes
        self.skipsRawText = skipsRawText
    }

    /// The first declaration whose label is known. Complexity: linear.
    ///
    /// - Parameter last: behind which no element with a declaration begins.
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

    /// Reads the attributes of a `meta` element, and returns what it declares.
    private mutating func readMeta(at start: Int) -> EncodingDeclaration? {
        var meta = MetaElement()
        while let attribute = nextAttribute() { meta.add(attribute, in: self) }
        // A tag that is not at its end yet says nothing.
        guard position < bytes.count, let label = meta.label else { return nil }
        let declaration = EncodingDeclaration(label: bytes[label], offset: start)
        if declaration.encoding != nil { return declaration }
        unknown = unknown ?? declaration
        return nil
    }

    private mutating func skipAttributes() {
        while nextAttribute() != nil {}
    }

    /// Moves behind a comment. The two hyphens of its start may be those of its end.
    private mutating func skipComment() {
        let start = position + 2
        position = start + 2
        while find(UInt8(ascii: ">")) {
            let isEnd = position - 2 >= start && bytes[position - 1] == UInt8(ascii: "-")
            if isEnd, bytes[position - 2] == UInt8(ascii: "-") { return }
            position += 1
        }
    }

    /// Moves behind the text of an element that holds no markup.
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
    /// Moves to the next such byte; to the end where there is none.
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

    /// Whether a range of the page is a text of lower-case letters and signs, whatever case it has in the page.
    func matches(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in
            zip(bytes[range], text).allSatisfy { byte, letter in
                byte == letter || ((0x41...0x5A).contains(byte) && byte | 0x20 == letter)
            }
        }
    }

    /// Moves behind the name of the tag that starts here; `nil` where none does.
    private mutating func tagName() -> (range: Range<Int>, isEndTag: Bool)? {
        let isEndTag = position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "/")
        let start = position + (isEndTag ? 2 : 1)
        guard start < bytes.count, (0x61...0x7A).contains(bytes[start] | 0x20) else { return nil }
        var end = start
        while end < bytes.count, !isTagNameEnd(bytes[end]) { end += 1 }
        position = end
        // The prescan reads attributes only behind white space, but for a "meta" that a slash may follow.
        if !skipsRawText, isEndTag || !matches(start..<end, "meta") {
            while position < bytes.count, !Self.isSpace(bytes[position]), bytes[position] != UInt8(ascii: ">")
            {
                position += 1
            }
        }
        return (start..<end, isEndTag)
    }

    private func isTagNameEnd(_ byte: UInt8) -> Bool {
        Self.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
    }
}
