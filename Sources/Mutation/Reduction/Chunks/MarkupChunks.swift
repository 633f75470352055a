import Basics
/// The chunks of HTML or XML: elements with their attributes, comments and texts.
///
/// Optional end tags are supplied in the common cases. In the others, an element ends with its parent.
struct MarkupChunks {
    private let range: Range<Int>
    private let isHTML: Bool
    /// The open elements, innermost last.
    private var open: [(chunk: Int, name: String)]
    /// The number of open elements by name, to recognise an end tag without a start tag in constant time.
    private var openCounts: [String: Int] = [:]

    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
        "track",
        "wbr",
    ]
    /// The elements whose content is text up to the end tag.
    private static let raw: Set<String> = [
        "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
    ]
    /// The names of parents that a start tag closes, by the tag's name.
    private static let closedParents: [String: Set<String>] = [
        "li": ["li"], "dt": ["dt", "dd"], "dd": ["dt", "dd"], "option": ["option"], "p": ["p"],
        "td": ["td", "th"], "th": ["td", "th"], "tr": ["td", "th", "tr"],
        "tbody": ["td", "th", "tr", "tbody", "thead"], "tfoot": ["td", "th", "tr", "tbody", "thead"],
        "div": ["p"], "ul": ["p"], "ol": ["p"], "dl": ["p"], "table": ["p"], "section": ["p"], "h1": ["p"],
        "h2": ["p"], "h3": ["p"], "h4": ["p"], "footer": ["p"], "body": ["head"],
    ]

    init(_ range: Range<Int>, of parent: Int, isHTML: Bool) {
        self.range = range
        self.isHTML = isHTML
        open = [(parent, "")]
    }

    mutating func read(into tree: inout ChunkTree) {
        var index = range.lowerBound
        var text = index
        while let start = MarkupTag.start(in: index..<range.upperBound, of: tree.bytes) {
            guard let tag = MarkupTag(at: start, in: range, of: tree.bytes, isHTML: isHTML) else {
                index = start + 1
                continue
            }
            addText(text..<start, to: &tree)
            index = add(tag, &tree)
            text = index
        }
        addText(text..<range.upperBound, to: &tree)
        while open.count > 1 { close(at: range.upperBound, &tree) }
    }

    private func addText(_ text: Range<Int>, to tree: inout ChunkTree) {
        guard !text.isEmpty, let parent = open.last?.chunk else { return }
        tree.append(Chunk(text, .words(text)), to: parent)
    }

    /// Adds the chunk that a tag starts or ends.
    ///
    /// - Returns: the offset after it.
    private mutating func add(_ tag: MarkupTag, _ tree: inout ChunkTree) -> Int {
        let parent = open.last?.chunk ?? 0
        switch tag.kind {
        case .declaration: break
        case .comment(let text): tree.append(Chunk(tag.range, .words(text)), to: parent)
        case .end:
            if openCounts[tag.name, default: 0] > 0 {
                while let last = open.last, last.name != tag.name {
                    close(at: tag.range.lowerBound, &tree)
                }
                close(at: tag.range.upperBound, &tree)
            } else {
                tree.append(Chunk(tag.range), to: parent)
            }
        case .start: return addElement(tag, &tree)
        }
        return tag.range.upperBound
    }

    private mutating func addElement(_ tag: MarkupTag, _ tree: inout ChunkTree) -> Int {
        while isHTML, open.count > 1, let last = open.last,
            MarkupChunks.closedParents[tag.name]?.contains(last.name) == true
        {
            close(at: tag.range.lowerBound, &tree)
        }
        let className = tag.attributes.first { attribute in
            tree.bytes[attribute.range].drop(while: \.isASCIIWhiteSpace).starts(with: "class=".utf8)
        }
        let label = Array(tag.name.utf8) + (className.map { Array(tree.bytes[$0.value]) } ?? [])
        let element = tree.append(Chunk(tag.range, .chunks), to: open.last?.chunk ?? 0, label: label)
        for attribute in tag.attributes {
            var chunk = Chunk(attribute.range, .words(attribute.value))
            chunk.isAttribute = true
            tree.append(
                chunk,
                to: element,
                label: tree.bytes[attribute.range.lowerBound..<attribute.value.lowerBound]
            )
        }
        if tag.isClosed || isHTML && MarkupChunks.void.contains(tag.name) { return tag.range.upperBound }
        open.append((element, tag.name))
        openCounts[tag.name, default: 0] += 1
        guard isHTML, MarkupChunks.raw.contains(tag.name) else { return tag.range.upperBound }
        let rest = tag.range.upperBound..<range.upperBound
        let end = MarkupTag.end(of: tag.name, in: rest, of: tree.bytes) ?? range.upperBound
        let content = tag.range.upperBound..<end
        if !content.isEmpty {
            let isScript = tag.name == "script"
            let inner: Chunk.Content = isScript ? .brackets(content, isScript: true) : .words(content)
            tree.append(Chunk(content, inner), to: element)
        }
        return end
    }

    private mutating func close(at end: Int, _ tree: inout ChunkTree) {
        guard let ended = open.popLast() else { return }
        openCounts[ended.name, default: 1] -= 1
        tree[ended.chunk].range = tree[ended.chunk].range.lowerBound..<end
        tree[ended.chunk].separator = end
    }
}

/// A tag, a comment or a declaration in a text, with its byte range.
struct MarkupTag {
    enum Kind {
        case start
        case end
        /// A comment, a CDATA section or a processing instruction, with the range of its content.
        case comment(Range<Int>)
        /// A document type or an XML declaration, which is never deleted.
        case declaration
    }

    let kind: Kind
    let range: Range<Int>
    /// The name, in lower case in HTML.
    private(set) var name = ""
    /// The range of each attribute, with the white space before it, and of its value without quotes.
    private(set) var attributes: [(range: Range<Int>, value: Range<Int>)] = []
    /// Whether it ends with `/>` in XML.
    private(set) var isClosed = false

    /// The offset of the next possible tag.
    static func start(in range: Range<Int>, of bytes: [UInt8]) -> Int? {
        bytes[range].firstIndex(of: UInt8(ascii: "<"))
    }

    /// Parses the tag at an offset. Returns `nil` if there is text.
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
            // A document type in XML may have an internal subset in brackets.
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

    /// The offset of the end tag of an element whose content is text.
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

/// Parses the name and the attributes of a tag, also in HTML within a JSON string, where a backslash precedes quotes
/// and slashes.
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
            decoding: isHTML ? bytes[start..<index].map(\.asciiLowercased) : Array(bytes[start..<index]),
            as: UTF8.self
        )
    }

    private func isEndOfName(_ byte: UInt8) -> Bool {
        byte.isASCIIWhiteSpace || byte == TagReader.close || byte == TagReader.slash
            || byte == TagReader.backslash
    }

    /// Parses up to the end of the tag. Returns `nil` if the tag has no end.
    mutating func readAttributes() -> Int? {
        while true {
            let start = index
            while let byte,
                byte.isASCIIWhiteSpace || byte == TagReader.slash || byte == TagReader.backslash
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
            while let byte, !byte.isASCIIWhiteSpace, byte != TagReader.close { index += 1 }
            value = first..<index
        }
        attributes.append((start..<index, value))
    }

    private mutating func skipSpace() {
        while let byte, byte.isASCIIWhiteSpace { index += 1 }
    }
}
