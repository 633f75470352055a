/// A run of text as what is written one after the other: texts, and between them the beginnings and ends of marks,
/// well nested, with all white space outside of them that stood at their edges.
struct InlineTokens {
    enum Token {
        case text(Range<Int>)
        case code(Range<Int>)
        case raw(Range<Int>)
        case lineBreak
        /// The beginning of a pair.
        case open(Int)
        /// The end of a pair.
        case close(Int)
    }

    /// A mark with its beginning and end.
    struct Pair {
        let mark: Mark
        /// Whether it is written as HTML, because Markdown cannot say it where it stands.
        var isHTML: Bool
    }

    private(set) var bytes: [UInt8] = []
    private(set) var tokens: [Token] = []
    var pairs: [Pair] = []

    private let styles: InlineStyles
    private var style = InlineStyles.plain
    private var open: [Int] = []

    init(_ run: InlineRun, _ styles: InlineStyles) {
        self.styles = styles
        var gap = Gap()
        for item in run.items {
            switch item.kind {
            case .space:
                if !tokens.isEmpty { gap.add(run.bytes[item.range], item.style, styles) }
            case .lineBreak:
                if !tokens.isEmpty { gap.addLineBreak(item.style, styles) }
            case .text, .code, .raw:
                if let shared = gap.style {
                    change(to: styles.common(styles.common(style, item.style), shared))
                    write(gap)
                    gap = Gap()
                }
                change(to: item.style)
                write(item, run.bytes[item.range])
            }
        }
        change(to: InlineStyles.plain)
    }

    /// White space and line breaks between two texts.
    private struct Gap {
        var space: [UInt8] = []
        var hasLineBreak = false
        /// The marks that all of it is in; `nil` while there is nothing.
        var style: Int?

        mutating func add(_ text: ArraySlice<UInt8>, _ itemStyle: Int, _ styles: InlineStyles) {
            style = styles.common(style ?? itemStyle, itemStyle)
            if hasLineBreak { return }
            space += space.last == 0x20 && text.first == 0x20 ? text.dropFirst() : text
        }

        mutating func addLineBreak(_ itemStyle: Int, _ styles: InlineStyles) {
            style = styles.common(style ?? itemStyle, itemStyle)
            hasLineBreak = true
        }
    }

    private mutating func write(_ gap: Gap) {
        if gap.hasLineBreak {
            tokens.append(.lineBreak)
        } else {
            writeText(gap.space[...])
        }
    }

    private mutating func write(_ item: InlineRun.Item, _ content: ArraySlice<UInt8>) {
        switch item.kind {
        case .text: writeText(content)
        case .code:
            let start = bytes.count
            bytes += content
            tokens.append(.code(start..<bytes.count))
        case .raw:
            let start = bytes.count
            bytes += content
            tokens.append(.raw(start..<bytes.count))
        case .space, .lineBreak: break
        }
    }

    private mutating func writeText(_ content: ArraySlice<UInt8>) {
        let start = bytes.count
        bytes += content
        if case .text(let range) = tokens.last {
            tokens[tokens.count - 1] = .text(range.lowerBound..<bytes.count)
        } else {
            tokens.append(.text(start..<bytes.count))
        }
    }

    /// Ends the marks that the next text is not in, and begins those that it is in.
    private mutating func change(to new: Int) {
        if new == style { return }
        let shared = styles.common(style, new)
        for _ in styles.marks(of: style, beyond: shared) {
            if let pair = open.popLast(), pair >= 0 { tokens.append(.close(pair)) }
        }
        for mark in styles.marks(of: new, beyond: shared) {
            if case .link(let index) = mark, !styles.useLink(index) {
                open.append(-1)
                continue
            }
            pairs.append(Pair(mark: mark, isHTML: mark.delimiter == nil))
            open.append(pairs.count - 1)
            tokens.append(.open(pairs.count - 1))
        }
        style = new
    }
}

extension InlineTokens {
    /// The mark that a token begins or ends.
    func mark(of token: Token) -> Pair? {
        switch token {
        case .open(let pair), .close(let pair): pairs[pair]
        case .text, .code, .raw, .lineBreak: nil
        }
    }
}
