/// A run of text as tokens: texts, and between them the starts and ends of marks, properly nested, with the white space
/// at their edges moved outside.
struct InlineTokens {
    enum Token {
        case text(Range<Int>)
        case code(Range<Int>)
        case raw(Range<Int>)
        case lineBreak
        /// The start of a pair.
        case open(Int)
        /// The end of a pair.
        case close(Int)
    }

    /// A mark with its start and end.
    struct Pair {
        let mark: Mark
        /// Whether it is written as HTML, because Markdown cannot express it there.
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
        /// The marks that all of it has; `nil` while it is empty.
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

    /// Ends the marks that the next text does not have, and starts those that it has.
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
    /// Returns the mark that a token starts or ends.
    func mark(of token: Token) -> Pair? {
        switch token {
        case .open(let pair), .close(let pair): pairs[pair]
        case .text, .code, .raw, .lineBreak: nil
        }
    }
}

// MARK: - Flanking

/// Finds the marks that Markdown would not read as marks in their context, so that they are written as HTML.
///
/// CommonMark (section 6.2) reads `**` as a start only if the text that follows it is "left-flanked", and as an end
/// only if the text before it is "right-flanked": `**Note:**text` is not strong, since the end follows punctuation and
/// precedes a letter. Stars that could be both are distinguished by their number.
struct Flanking {
    private var content: InlineTokens
    /// Whether line breaks are written as HTML.
    private let breaksAreHTML: Bool

    /// The number of times that the marks are checked: a mark that becomes HTML changes the context of its neighbours.
    private static let roundLimit = 8

    /// Adjacent marks of one character, which a parser reads as one run.
    private struct Run {
        var indices: Range<Int>
        let left: Scalars.Class
        let right: Scalars.Class

        /// Whether some parser reads it as a start.
        var mayOpen: Bool { right != .whiteSpace && !(right == .punctuation && left == .other) }
        /// Whether some parser reads it as an end.
        var mayClose: Bool { left != .whiteSpace && !(left == .punctuation && right == .other) }
        /// Whether every parser reads it as a start.
        var opens: Bool { right != .whiteSpace && (!right.mayBePunctuation || left.isBoundary) }
        /// Whether every parser reads it as an end.
        var closes: Bool { left != .whiteSpace && (!left.mayBePunctuation || right.isBoundary) }
    }

    /// A start of stars without its end yet.
    private struct Opening {
        let pair: Int
        let length: Int
        let mayClose: Bool
    }

    /// Returns the tokens, with HTML for the marks that need it. Complexity: linear.
    static func resolve(_ tokens: InlineTokens, breaksAreHTML: Bool) -> InlineTokens {
        if tokens.pairs.allSatisfy(\.isHTML) { return tokens }
        var flanking = Flanking(content: tokens, breaksAreHTML: breaksAreHTML)
        for _ in 0..<roundLimit where !flanking.round() { return flanking.content }
        for pair in flanking.content.pairs.indices { flanking.content.pairs[pair].isHTML = true }
        return flanking.content
    }

    /// Checks all marks once, and returns whether one has become HTML.
    private mutating func round() -> Bool {
        let runs = self.runs
        var wrong = runs.flatMap(unflanked)
        if wrong.isEmpty { wrong = clashes(in: runs) }
        for pair in wrong { content.pairs[pair].isHTML = true }
        return !wrong.isEmpty
    }

    private var runs: [Run] {
        var runs: [Run] = []
        var index = 0
        while index < content.tokens.count {
            guard let character = delimiter(index)?.first else {
                index += 1
                continue
            }
            let start = index
            while index < content.tokens.count, delimiter(index)?.first == character { index += 1 }
            runs.append(
                Run(
                    indices: start..<index,
                    left: last(ofTokenAt: start - 1),
                    right: first(ofTokenAt: index)
                )
            )
        }
        return runs
    }

    /// Returns the marks of a run that would not be read as such.
    private func unflanked(_ run: Run) -> [Int] {
        run.indices.compactMap { index in
            switch content.tokens[index] {
            case .open(let pair): run.opens ? nil : pair
            case .close(let pair): run.closes ? nil : pair
            case .text, .code, .raw, .lineBreak: nil
            }
        }
    }

    // MARK: Stars

    /// Returns the pairs whose stars would not be paired with each other.
    private func clashes(in runs: [Run]) -> [Int] {
        var open: [Opening] = []
        var clashes: [Int] = []
        for run in runs where delimiter(run.indices.lowerBound)?.first == "*" {
            let length = run.indices.reduce(0) { $0 + (delimiter($1)?.count ?? 0) }
            var ends: [Int] = []
            var starts: [Int] = []
            for index in run.indices {
                switch content.tokens[index] {
                case .close(let pair):
                    ends.append(pair)
                    guard let opening = open.popLast() else { continue }
                    let isAmbiguous = run.mayOpen || opening.mayClose
                    if isAmbiguous, !Flanking.canMatch(opening.length, length) { clashes.append(pair) }
                case .open(let pair): starts.append(pair)
                case .text, .code, .raw, .lineBreak: break
                }
            }
            if run.mayClose, !starts.isEmpty {
                let isMistaken = open.contains { Flanking.canMatch($0.length, length) }
                let isClear = ends.isEmpty || ends.count == 1 && starts.count == 1 && open.isEmpty
                let isOther =
                    ends.first.map { content.pairs[$0].mark }
                    != starts.first.map { content.pairs[$0].mark }
                if isMistaken || !isClear || !isOther { clashes += starts }
            }
            open += starts.map { Opening(pair: $0, length: length, mayClose: run.mayClose) }
        }
        return clashes
    }

    /// Whether runs of two lengths can be start and end of each other if one of them can be both: rules 9 and 10.
    private static func canMatch(_ left: Int, _ right: Int) -> Bool {
        (left + right) % 3 != 0 || left % 3 == 0 && right % 3 == 0
    }

    // MARK: Neighbours

    private func delimiter(_ index: Int) -> String? {
        guard let pair = content.mark(of: content.tokens[index]), !pair.isHTML else { return nil }
        return pair.mark.delimiter
    }

    private func last(ofTokenAt index: Int) -> Scalars.Class {
        guard content.tokens.indices.contains(index) else { return .whiteSpace }
        switch content.tokens[index] {
        case .text(let range): return Scalars.classify(Scalars.last(of: content.bytes[range]))
        case .code, .raw, .open, .close: return .punctuation
        case .lineBreak: return breaksAreHTML ? .punctuation : .whiteSpace
        }
    }

    private func first(ofTokenAt index: Int) -> Scalars.Class {
        guard content.tokens.indices.contains(index) else { return .whiteSpace }
        switch content.tokens[index] {
        case .text(let range): return Scalars.classify(Scalars.first(of: content.bytes[range]))
        // A backslash, or the start of a tag.
        case .code, .raw, .open, .close, .lineBreak: return .punctuation
        }
    }
}
