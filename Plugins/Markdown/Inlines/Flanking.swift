/// Finds the marks that Markdown would not take for marks where they stand, so that HTML must say them.
///
/// CommonMark (section 6.2) reads `**` as a beginning only where the text that follows it is "left-flanked", and as an
/// end where the text before it is "right-flanked": `**Note:**text` is not strong, since punctuation stands before the
/// end and a letter behind it. Stars that could be both are told apart by their number.
struct Flanking {
    private var content: InlineTokens
    /// Whether line breaks are written as HTML.
    private let breaksAreHTML: Bool

    /// How often it is looked again: a mark that becomes HTML is another neighbour to those beside it.
    private static let roundLimit = 8

    /// Marks of one character that stand side by side, and that a reader takes for one run.
    private struct Run {
        var indices: Range<Int>
        let left: Scalars.Class
        let right: Scalars.Class

        /// Whether some reader takes it for a beginning.
        var mayOpen: Bool { right != .whiteSpace && !(right == .punctuation && left == .other) }
        /// Whether some reader takes it for an end.
        var mayClose: Bool { left != .whiteSpace && !(left == .punctuation && right == .other) }
        /// Whether every reader takes it for a beginning.
        var opens: Bool { right != .whiteSpace && (!right.mayBePunctuation || left.isBoundary) }
        /// Whether every reader takes it for an end.
        var closes: Bool { left != .whiteSpace && (!left.mayBePunctuation || right.isBoundary) }
    }

    /// A beginning of stars whose end has not come.
    private struct Opening {
        let pair: Int
        let length: Int
        let mayClose: Bool
    }

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
                    left: end(ofTokenAt: start - 1),
                    right: beginning(ofTokenAt: index)
                )
            )
        }
        return runs
    }

    /// The marks of a run that would not be read as what they are.
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

    /// The marks of stars that would be read as belonging to others than their own.
    private func clashes(in runs: [Run]) -> [Int] {
        var open: [Opening] = []
        var clashes: [Int] = []
        for run in runs where delimiter(run.indices.lowerBound)?.first == "*" {
            let length = run.indices.reduce(0) { $0 + (delimiter($1)?.count ?? 0) }
            var ends: [Int] = []
            var beginnings: [Int] = []
            for index in run.indices {
                switch content.tokens[index] {
                case .close(let pair):
                    ends.append(pair)
                    guard let opening = open.popLast() else { continue }
                    let isAmbiguous = run.mayOpen || opening.mayClose
                    if isAmbiguous, !Flanking.canMatch(opening.length, length) { clashes.append(pair) }
                case .open(let pair): beginnings.append(pair)
                case .text, .code, .raw, .lineBreak: break
                }
            }
            if run.mayClose, !beginnings.isEmpty {
                let isMistaken = open.contains { Flanking.canMatch($0.length, length) }
                let isClear = ends.isEmpty || ends.count == 1 && beginnings.count == 1 && open.isEmpty
                let isOther =
                    ends.first.map { content.pairs[$0].mark }
                    != beginnings.first.map { content.pairs[$0].mark }
                if isMistaken || !isClear || !isOther { clashes += beginnings }
            }
            open += beginnings.map { Opening(pair: $0, length: length, mayClose: run.mayClose) }
        }
        return clashes
    }

    /// Whether runs of two lengths can be beginning and end of each other where one of them can be both: rules 9 and
    /// 10.
    private static func canMatch(_ left: Int, _ right: Int) -> Bool {
        (left + right) % 3 != 0 || left % 3 == 0 && right % 3 == 0
    }

    // MARK: Neighbours

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
