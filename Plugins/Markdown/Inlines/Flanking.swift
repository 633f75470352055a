/// Finds the marks that Markdown would not take for marks where they stand, so that HTML must say them.
///
/// CommonMark (section 6.2) reads `**` as a beginning only where the text that follows it is "left-flanked", and as an
/// end where the text before it is "right-flanked": `**Note:**text` is not strong, since punctuation stands before the
/// end and a letter behind it.
struct Flanking {
    private var content: InlineTokens
    /// Whether line breaks are written as HTML.
    private let breaksAreHTML: Bool

    /// How often it is looked again: a mark that becomes HTML is another neighbour to those beside it.
    private static let roundLimit = 4

    /// The tokens with the marks set to HTML that have to be. Complexity: linear.
    static func resolve(_ tokens: InlineTokens, breaksAreHTML: Bool) -> InlineTokens {
        if tokens.pairs.allSatisfy(\.isHTML) { return tokens }
        var flanking = Flanking(content: tokens, breaksAreHTML: breaksAreHTML)
        for _ in 0..<roundLimit where !flanking.round() { return flanking.content }
        for pair in flanking.content.pairs.indices { flanking.content.pairs[pair].isHTML = true }
        return flanking.content
    }

    /// Looks at all marks once; tells whether one has become HTML.
    private mutating func round() -> Bool {
        var changed = false
        var index = 0
        while index < content.tokens.count {
            let start = index
            while index < content.tokens.count, content.mark(of: content.tokens[index]) != nil { index += 1 }
            if start < index { changed = check(start..<index) || changed }
            index += 1
        }
        return changed
    }

    /// Looks at marks that stand side by side.
    private mutating func check(_ group: Range<Int>) -> Bool {
        let wrong = group.filter { !isFlanked($0, in: group) } + clashes(in: group)
        for index in wrong {
            switch content.tokens[index] {
            case .open(let pair), .close(let pair): content.pairs[pair].isHTML = true
            case .text, .code, .raw, .lineBreak: break
            }
        }
        return !wrong.isEmpty
    }

    private func isFlanked(_ index: Int, in group: Range<Int>) -> Bool {
        guard let delimiter = delimiter(index) else { return true }
        var before = index - 1
        while before >= group.lowerBound, self.delimiter(before)?.first == delimiter.first { before -= 1 }
        var after = index + 1
        while after < group.upperBound, self.delimiter(after)?.first == delimiter.first { after += 1 }
        let left = before >= group.lowerBound ? .punctuation : end(ofTokenAt: before)
        let right = after < group.upperBound ? .punctuation : beginning(ofTokenAt: after)
        if case .open = content.tokens[index] {
            return right != .whiteSpace && (!right.mayBePunctuation || left.isBoundary)
        }
        return left != .whiteSpace && (!left.mayBePunctuation || right.isBoundary)
    }

    /// The beginnings that directly follow an end of the same character, where the two cannot be told apart.
    private func clashes(in group: Range<Int>) -> [Int] {
        var ends: [String] = []
        var beginnings: [(index: Int, delimiter: String)] = []
        var clashes: [Int] = []
        func close() {
            let isClear =
                ends.count == 1 && beginnings.count == 1 && ends.first != beginnings.first?.delimiter
            if !ends.isEmpty, !isClear { clashes += beginnings.map(\.index) }
            ends = []
            beginnings = []
        }
        for index in group {
            guard let delimiter = delimiter(index) else {
                close()
                continue
            }
            let last = beginnings.last?.delimiter ?? ends.last
            if last?.first != delimiter.first { close() }
            if case .open = content.tokens[index] {
                beginnings.append((index, delimiter))
            } else {
                ends.append(delimiter)
            }
        }
        close()
        return clashes
    }

    private func delimiter(_ index: Int) -> String? {
        guard let pair = content.mark(of: content.tokens[index]), !pair.isHTML else { return nil }
        return pair.mark.delimiter
    }

    private func end(ofTokenAt index: Int) -> Scalars.Class {
        guard content.tokens.indices.contains(index) else { return .whiteSpace }
        switch content.tokens[index] {
        case .text(let range): return Scalars.classify(Scalars.last(of: content.bytes[range]))
        case .code, .raw, .open, .close: return .punctuation
        case .lineBreak: return breaksAreHTML ? .punctuation : .whiteSpace
        }
    }

    private func beginning(ofTokenAt index: Int) -> Scalars.Class {
        guard content.tokens.indices.contains(index) else { return .whiteSpace }
        switch content.tokens[index] {
        case .text(let range): return Scalars.classify(Scalars.first(of: content.bytes[range]))
        // A backslash, or the beginning of a tag.
        case .code, .raw, .open, .close, .lineBreak: return .punctuation
        }
    }
}
