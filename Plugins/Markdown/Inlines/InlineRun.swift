/// What stands in one line of a page until a block begins or ends: texts with their white space collapsed as CSS
/// does, code, images and line breaks, each with its style.
struct InlineRun {
    enum Kind {
        case text, code
        /// Markdown that is ready.
        case raw
        /// White space between two others; no-break spaces are kept in it.
        case space
        case lineBreak
    }

    struct Item {
        let kind: Kind
        var range: Range<Int>
        let style: Int
    }

    private(set) var bytes: [UInt8] = []
    private(set) var items: [Item] = []

    /// Whether there is something to be seen in it.
    private(set) var hasContent = false
    /// Whether the last thing but spaces is a line break.
    private(set) var endsInLineBreak = false

    /// A place in a run, to which it can be cut back.
    struct Mark {
        let count: Int
        let hasContent: Bool
        let endsInLineBreak: Bool
    }

    /// The run's end.
    var mark: Mark { Mark(count: items.count, hasContent: hasContent, endsInLineBreak: endsInLineBreak) }

    /// Takes out what was added after a place.
    mutating func cut(to mark: Mark) {
        items.removeSubrange(min(mark.count, items.count)...)
        hasContent = mark.hasContent
        endsInLineBreak = mark.endsInLineBreak
    }

    /// Adds a text of the page.
    mutating func addText(_ text: String, style: Int, isCode: Bool) {
        var text = text
        text.withUTF8 { utf8 in
            let content = InlineRun.content(of: utf8)
            addSpace(utf8[..<content.lowerBound], style)
            if content.isEmpty { return }
            let start = bytes.count
            appendCollapsed(utf8[content])
            add(isCode ? .code : .text, start..<bytes.count, style)
            addSpace(utf8[content.upperBound...], style)
        }
    }

    /// Adds Markdown that is ready.
    mutating func addRaw(_ markdown: [UInt8], style: Int) {
        let start = bytes.count
        bytes += markdown
        add(.raw, start..<bytes.count, style)
    }

    /// Adds white space.
    mutating func addSpace(style: Int) {
        bytes.append(0x20)
        add(.space, bytes.count - 1..<bytes.count, style)
    }

    mutating func addLineBreak(style: Int) {
        add(.lineBreak, bytes.count..<bytes.count, style)
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
        hasContent = false
        endsInLineBreak = false
    }

    /// The text of the items from a place on, without their marks.
    func text(from count: Int = 0) -> [UInt8] {
        var text: [UInt8] = []
        for item in items.dropFirst(count) {
            switch item.kind {
            case .text, .code: text += bytes[item.range]
            case .space, .lineBreak: if !text.isEmpty, text.last != 0x20 { text.append(0x20) }
            case .raw: break
            }
        }
        if text.last == 0x20 { text.removeLast() }
        return text
    }
}

// MARK: - White space

extension InlineRun {
    private mutating func add(_ kind: Kind, _ range: Range<Int>, _ style: Int) {
        if let last = items.indices.last, items[last].kind == kind, items[last].style == style,
            items[last].range.upperBound == range.lowerBound, kind == .text || kind == .code
        {
            items[last].range = items[last].range.lowerBound..<range.upperBound
        } else {
            items.append(Item(kind: kind, range: range, style: style))
        }
        switch kind {
        case .text, .code, .raw: (hasContent, endsInLineBreak) = (true, false)
        case .lineBreak: endsInLineBreak = true
        case .space: break
        }
    }

    private mutating func addSpace(_ space: Slice<UnsafeBufferPointer<UInt8>>, _ style: Int) {
        if space.isEmpty { return }
        let start = bytes.count
        appendCollapsed(space)
        add(.space, start..<bytes.count, style)
    }

    private mutating func appendCollapsed(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        var isAfterSpace = false
        for byte in text {
            let isSpace = InlineRun.isSpace(byte)
            if !isSpace { bytes.append(byte) } else if !isAfterSpace { bytes.append(0x20) }
            isAfterSpace = isSpace
        }
    }

    /// What CSS collapses.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B
    }

    /// The part of a text that is left without the white space at its ends, that of Unicode included: none of it
    /// may stand next to a mark.
    private static func content(of text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var start = 0
        while start < text.count {
            let width = spaceWidth(text[start...])
            if width == 0 { break }
            start += width
        }
        var end = text.count
        while end > start {
            let width = [1, 2, 3].first { $0 <= end - start && spaceWidth(text[(end - $0)..<end]) == $0 }
            guard let width else { break }
            end -= width
        }
        return start..<end
    }

    /// How many bytes the white space has that a text begins with; 0 where it begins with something else.
    private static func spaceWidth(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        guard let first = text.first else { return 0 }
        if first < 0x80 { return isSpace(first) ? 1 : 0 }
        guard first == 0xC2 || (0xE1...0xE3).contains(first),
            let scalar = Scalars.first(of: text), scalar.properties.generalCategory == .spaceSeparator
        else { return 0 }
        return UTF8.width(scalar)
    }
}
