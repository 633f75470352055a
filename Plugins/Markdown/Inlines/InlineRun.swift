/// The inline content between two block boundaries: texts with their white space collapsed as in CSS, code, images and
/// line breaks, each with its style.
struct InlineRun {
    enum Kind {
        case text, code
        /// Finished Markdown.
        case raw
        /// White space between two other items; no-break spaces are kept in it.
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

    /// Whether it has visible content.
    private(set) var hasContent = false
    /// Whether the last item other than spaces is a line break.
    private(set) var endsInLineBreak = false

    /// A place in a run, to which it can be truncated.
    struct Mark {
        let count: Int
        let hasContent: Bool
        let endsInLineBreak: Bool
    }

    /// The run's end.
    var mark: Mark { Mark(count: items.count, hasContent: hasContent, endsInLineBreak: endsInLineBreak) }

    /// Removes the items added after a place.
    mutating func truncate(to mark: Mark) {
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

    /// Adds finished Markdown.
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

    /// The text of the items starting at a place, without their marks.
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

    /// Whether CSS collapses a byte as white space.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B
    }

    /// The part of a text without the white space at its ends, including Unicode's white space: none of it may be next
    /// to a mark.
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

    /// The number of bytes of the white-space character at the beginning of a text; 0 if it begins with something else.
    private static func spaceWidth(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        guard let first = text.first else { return 0 }
        if first < 0x80 { return isSpace(first) ? 1 : 0 }
        guard first == 0xC2 || (0xE1...0xE3).contains(first),
            let scalar = Scalars.first(of: text), scalar.properties.generalCategory == .spaceSeparator
        else { return 0 }
        return UTF8.width(scalar)
    }
}

// MARK: - Styles

/// The marks that the parts of a text have, each combination once, as a tree: a style is its parent's marks and one
/// more.
///
/// ```
/// 0 ── plain
/// ├─ 1 ── strong
/// │  └─ 2 ── strong, emphasis
/// └─ 3 ── link 0
/// ```
///
/// No style has a mark twice, so that however deeply a page nests its elements, the tree is at most nine levels deep.
final class InlineStyles {
    private struct Style {
        let parent: Int
        let mark: Mark?
        let depth: Int
        let marks: UInt16
    }

    private struct Step: Hashable {
        let parent: Int
        let mark: Mark
    }

    /// The target of a link.
    struct Link {
        let address: String
        let title: String
        /// The address as spelled on the page.
        let spelling: String
        /// The number of times that it has been written: once for each block within it.
        var uses = 0
    }

    /// The maximum number of blocks within one link that become links: an address can be longer than the link's
    /// content.
    private static let useLimit = 16

    /// The style of plain text.
    static let plain = 0

    private var styles = [Style(parent: 0, mark: nil, depth: 0, marks: 0)]
    private var known: [Step: Int] = [:]
    private(set) var links: [Link] = []

    /// A new link.
    func addLink(_ link: Link) -> Mark {
        links.append(link)
        return .link(links.count - 1)
    }

    /// Counts a use of a link, and returns whether it is within the limit.
    func useLink(_ index: Int) -> Bool {
        links[index].uses += 1
        return links[index].uses <= InlineStyles.useLimit
    }

    /// Returns the style with a mark added.
    func adding(_ mark: Mark, to style: Int) -> Int {
        let parent = styles[style]
        if parent.marks & mark.bit != 0 { return style }
        let step = Step(parent: style, mark: mark)
        if let style = known[step] { return style }
        styles.append(
            Style(parent: style, mark: mark, depth: parent.depth + 1, marks: parent.marks | mark.bit)
        )
        known[step] = styles.count - 1
        return styles.count - 1
    }

    /// The marks that two styles have in common, from the outermost inwards.
    func common(_ left: Int, _ right: Int) -> Int {
        var (left, right) = (left, right)
        while left != right {
            if styles[left].depth >= styles[right].depth {
                left = styles[left].parent
            } else {
                right = styles[right].parent
            }
        }
        return left
    }

    /// The marks of a style that an ancestor of it does not have, from the outermost inwards.
    func marks(of style: Int, beyond ancestor: Int) -> [Mark] {
        var marks: [Mark] = []
        var style = style
        while style != ancestor, let mark = styles[style].mark {
            marks.append(mark)
            style = styles[style].parent
        }
        return marks.reversed()
    }

    /// Whether a style is within a link.
    func isLinked(_ style: Int) -> Bool { styles[style].marks & Mark.link(0).bit != 0 }
}

/// A mark on a part of a line; nested in itself, it has no further effect.
enum Mark: Hashable {
    case strong, emphasis, deletion
    case lowered, raised, key, highlight, insertion
    /// A link, by its number in the ``InlineStyles``.
    case link(Int)

    /// The mark's bit in a set of marks; all links have the same bit.
    var bit: UInt16 {
        switch self {
        case .strong: 1
        case .emphasis: 2
        case .deletion: 4
        case .lowered: 8
        case .raised: 16
        case .key: 32
        case .highlight: 64
        case .insertion: 128
        case .link: 256
        }
    }

    /// The delimiter around the text in Markdown; `nil` for marks that only HTML has, and for links.
    var delimiter: String? {
        switch self {
        case .strong: "**"
        case .emphasis: "*"
        case .deletion: "~~"
        case .lowered, .raised, .key, .highlight, .insertion, .link: nil
        }
    }

    /// The HTML element of the mark.
    var element: String {
        switch self {
        case .strong: "strong"
        case .emphasis: "em"
        case .deletion: "del"
        case .lowered: "sub"
        case .raised: "sup"
        case .key: "kbd"
        case .highlight: "mark"
        case .insertion: "ins"
        case .link: "a"
        }
    }
}
