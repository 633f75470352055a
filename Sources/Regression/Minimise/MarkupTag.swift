/// A tag, a comment or a declaration as it stands in a text.
struct MarkupTag {
    enum Kind {
        case start
        case end
        /// A comment, a section of character data or a processing instruction, with what stands in it.
        case comment(Range<Int>)
        /// The document type, or an XML declaration: never cut.
        case declaration
    }

    let kind: Kind
    let range: Range<Int>
    /// In lower case in HTML.
    private(set) var name = ""
    /// Each with the white space before it, and what stands between its quotes.
    private(set) var attributes: [(range: Range<Int>, value: Range<Int>)] = []
    /// Whether it ends with `/>` in XML.
    private(set) var isClosed = false

    /// Where the next tag may begin.
    static func start(in range: Range<Int>, of bytes: [UInt8]) -> Int? {
        bytes[range].firstIndex(of: UInt8(ascii: "<"))
    }

    /// The tag that begins at an offset; `nil` where what stands there is text.
    init?(at start: Int, in whole: Range<Int>, of bytes: [UInt8], isHTML: Bool) {
        let limit = whole.upperBound
        func holds(_ text: StaticString, at place: Int) -> Bool {
            text.withUTF8Buffer { text in
                place + text.count <= limit
                    && zip(text, bytes[place..<place + text.count]).allSatisfy { $0 == $1 | ($0 & 0x20) }
            }
        }
        func end(_ text: StaticString, from place: Int) -> Int? {
            var place = place
            while place + text.utf8CodeUnitCount <= limit {
                if holds(text, at: place) { return place }
                place += 1
            }
            return nil
        }
        func enclosed(_ opening: Int, _ closing: StaticString) -> (Kind, Range<Int>)? {
            guard let close = end(closing, from: start + opening) else { return nil }
            return (.comment(start + opening..<close), start..<close + closing.utf8CodeUnitCount)
        }
        if holds("<!--", at: start) || !isHTML && (holds("<![cdata[", at: start) || holds("<?", at: start)) {
            if holds("<?xml", at: start), start < whole.lowerBound + 4 {
                guard let close = end("?>", from: start) else { return nil }
                (kind, range) = (.declaration, start..<close + 2)
                return
            }
            let found =
                holds("<!--", at: start)
                ? enclosed(4, "-->") : holds("<?", at: start) ? enclosed(2, "?>") : enclosed(9, "]]>")
            guard let found else { return nil }
            (kind, range) = found
            return
        }
        if holds("<!", at: start) || holds("<?", at: start) {
            // A document type of XML may have declarations of its own in brackets.
            let isSubset = !isHTML && holds("<!doctype", at: start)
            let bracket = isSubset ? end("[", from: start) : nil
            let plain = end(">", from: start)
            let close =
                bracket.flatMap { $0 < plain ?? limit ? end("]>", from: $0).map { $0 + 1 } : nil } ?? plain
            guard let close else { return nil }
            let isDeclared = holds("<!doctype", at: start)
            kind = isDeclared ? .declaration : .comment(start + 2..<max(start + 2, close))
            range = start..<close + 1
            return
        }
        var reader = TagReader(bytes: bytes, limit: limit, index: start + 1)
        let isEnd = reader.skipSlash()
        guard let name = reader.name(isHTML: isHTML) else { return nil }
        guard let end = reader.readAttributes() else { return nil }
        self.name = name
        attributes = isEnd ? [] : reader.attributes
        isClosed = !isHTML && reader.isClosed
        kind = isEnd ? .end : .start
        range = start..<end
    }

    /// Where the end tag of an element begins whose content is text.
    static func end(of name: String, in range: Range<Int>, of bytes: [UInt8]) -> Int? {
        let name = Array(name.utf8)
        var index = range.lowerBound
        while let start = self.start(in: index..<range.upperBound, of: bytes) {
            index = start + 1
            let end = start + 2 + name.count
            guard end <= range.upperBound, bytes[start + 1] == UInt8(ascii: "/") else { continue }
            if zip(name, bytes[start + 2..<end]).allSatisfy({ $0 == $1 | 0x20 }) { return start }
        }
        return nil
    }
}

/// Reads the name and the attributes of a tag, in HTML that stands in a string of JSON as well, where quotes and slashes
/// have a backslash before them.
private struct TagReader {
    let bytes: [UInt8]
    let limit: Int
    var index: Int
    var attributes: [(range: Range<Int>, value: Range<Int>)] = []
    var isClosed = false

    private var byte: UInt8? { index < limit ? bytes[index] : nil }

    private static let backslash = UInt8(ascii: "\\")
    private static let slash = UInt8(ascii: "/")
    private static let close = UInt8(ascii: ">")
    private static let equals = UInt8(ascii: "=")

    mutating func skipSlash() -> Bool {
        if byte == TagReader.backslash { index += 1 }
        guard byte == TagReader.slash else { return false }
        index += 1
        return true
    }

    mutating func name(isHTML: Bool) -> String? {
        let start = index
        guard let first = byte, (0x61...0x7A).contains(first | 0x20) || first >= 0x80 || first == 0x5F else {
            return nil
        }
        while let byte, !isEndOfName(byte) { index += 1 }
        return String(
            decoding: bytes[start..<index].map { isHTML && (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 },
            as: UTF8.self
        )
    }

    private func isEndOfName(_ byte: UInt8) -> Bool {
        StressShape.isSpace(byte) || byte == TagReader.close || byte == TagReader.slash
            || byte == TagReader.backslash
    }

    /// Reads up to the end of the tag; `nil` where it has none.
    mutating func readAttributes() -> Int? {
        while true {
            let start = index
            while let byte,
                StressShape.isSpace(byte) || byte == TagReader.slash || byte == TagReader.backslash
            {
                isClosed = byte == TagReader.slash
                index += 1
            }
            guard let byte else { return nil }
            if byte == TagReader.close {
                index += 1
                return index
            }
            isClosed = false
            readAttribute(from: start)
        }
    }

    private mutating func readAttribute(from start: Int) {
        index += 1
        while let byte, byte != TagReader.equals, !isEndOfName(byte) { index += 1 }
        let name = index
        skipSpace()
        guard byte == TagReader.equals else {
            index = name
            attributes.append((start..<name, name..<name))
            return
        }
        index += 1
        skipSpace()
        if byte == TagReader.backslash { index += 1 }
        var value = index..<index
        if let quote = byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            index += 1
            let first = index
            while let byte, byte != quote { index += 1 }
            let isEscaped = first >= 2 && bytes[first - 2] == TagReader.backslash
            value = first..<max(first, isEscaped && index < limit ? index - 1 : index)
            index = min(index + 1, limit)
        } else {
            let first = index
            while let byte, !StressShape.isSpace(byte), byte != TagReader.close { index += 1 }
            value = first..<index
        }
        attributes.append((start..<index, value))
    }

    private mutating func skipSpace() {
        while let byte, StressShape.isSpace(byte) { index += 1 }
    }
}
