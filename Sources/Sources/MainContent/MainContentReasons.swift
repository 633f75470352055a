import DOM
import Language

extension MainContentFinder {
    /// The number of blocks that are explained, of content and of others.
    private static let blockLimit = 5

    /// Explains why an element is the content: the blocks of text with the highest scores, those that are content and
    /// those that are not, with the features with the largest weights.
    func explain(_ content: MainContent?, to context: inout PreparationContext) {
        let blocks = blocks
        let kept = blocks.count { $0.isContent }
        if let content {
            context.explain(
                "the smallest element with all content: \(kept) of \(blocks.count) blocks of text",
                at: content.element
            )
        }
        for isContent in [true, false] {
            let judged = blocks.enumerated().filter { $0.element.isContent == isContent }
                .sorted { ($0.element.score, $1.offset) > ($1.element.score, $0.offset) }
            for (_, block) in judged.prefix(MainContentFinder.blockLimit) {
                context.explain(block.reason, at: block.element)
            }
        }
    }
}

extension MainContentFinder.Judged {
    /// Whether the block is content, its score and the features with the largest weights.
    fileprivate var reason: String {
        let weighty = features.enumerated()
            .sorted { (abs($0.element.weight), $1.offset) > (abs($1.element.weight), $0.offset) }
            .prefix(4)
            .map { "\($0.element.name) \(MainContentFinder.signed($0.element.weight))" }
        let basis = isByOption ? " by option" : isByNeighbours ? " by its neighbours" : ""
        let verdict = (isContent ? "content" : "not content") + basis
        return "\(verdict), score \(MainContentFinder.signed(score)): \(weighty.joined(separator: ", "))"
    }
}

extension MainContentFinder {
    /// A number with its sign and two digits after the point.
    fileprivate static func signed(_ number: Double) -> String {
        let hundredths = Int((min(max(number, -1e6), 1e6) * 100).rounded())
        let size = abs(hundredths)
        let fraction = size % 100
        return "\(hundredths < 0 ? "-" : "+")\(size / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
