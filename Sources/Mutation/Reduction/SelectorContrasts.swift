import Engine
import Selectors

/// The selectors of rules that a page distinguishes from looser ones: the page has elements that the selector rejects,
/// and that a selector with one condition fewer matches.
///
/// If every list item of a page has the class `plant`, `li.plant` and `li` match the same elements. A page that
/// distinguishes the two still does so after a reduction.
struct SelectorContrasts {
    /// A selector, and a looser one that matches something else on the page.
    private struct Contrast {
        let list: SelectorList
        let looser: SelectorList
    }

    private var contrasts: [Contrast] = []

    /// The maximum number of evaluations that are repeated for a page. Each may cost as much as the page's own.
    private static let questionLimit = 20_000

    /// Finds the contrasts that a page shows.
    init(_ rules: Rules, _ reading: ObservedReading) {
        var known: Set<SelectorList> = []
        for use in rules.selectors where known.insert(use.list).inserted {
            contrasts += use.list.looser.map { Contrast(list: use.list, looser: $0) }
        }
        let shown = shown(in: reading)
        contrasts = contrasts.indices.filter(shown.contains).map { contrasts[$0] }
    }

    /// Whether a page shows all contrasts.
    func hold(in reading: ObservedReading) -> Bool { shown(in: reading).count == contrasts.count }

    private func shown(in reading: ObservedReading) -> Set<Int> {
        guard !contrasts.isEmpty, let document = reading.document else { return [] }
        let matcher = Matcher(document)
        let questions = Dictionary(
            grouping: reading.log.searches.filter { $0.kind != .preparation },
            by: \.list
        )
        var shown: Set<Int> = []
        var count = 0
        for (index, contrast) in contrasts.enumerated() {
            for question in questions[contrast.list] ?? [] where count < SelectorContrasts.questionLimit {
                count += 1
                guard let found = question.matches(of: contrast.looser, matcher), found != question.matches
                else { continue }
                shown.insert(index)
                break
            }
        }
        return shown
    }
}
