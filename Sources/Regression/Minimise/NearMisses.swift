import Scraping

/// What comes near to selectors that match nothing where something is missing: the longest part of each that matches, and
/// the likeliest candidate.
///
/// A case of a page whose layout has changed is about just that; without it an empty page would do.
struct NearMisses: Equatable {
    private struct Miss: Equatable {
        let selector: String
        let part: String?
        let candidate: String?
    }

    private var misses: [Miss] = []

    /// What comes near on a page. Complexity: that of ``Scraping/Rules/trace(_:limits:)``.
    init(_ page: Page, _ rules: Rules) {
        // Objects in objects: what is still to be looked at instead of recursion.
        var elements: [Trace.Element] = []
        for layout in rules.trace(page).1.records.flatMap(\.layouts) {
            for selector in [layout.within, layout.condition] + layout.selectors { add(selector) }
            elements += layout.elements
        }
        while let element = elements.popLast() {
            for alternative in element.fields.lazy.flatMap(\.alternatives) {
                add(alternative.condition)
                for attempt in alternative.attempts {
                    add(attempt.selector)
                    elements += attempt.objects
                }
            }
        }
    }

    /// Whether nothing comes near to any.
    var isEmpty: Bool { misses.isEmpty }

    private mutating func add(_ selector: Trace.Selector?) {
        guard let selector, let miss = selector.miss, miss.part != nil || !miss.candidates.isEmpty else {
            return
        }
        misses.append(
            Miss(
                selector: selector.text,
                part: miss.part?.selector,
                candidate: miss.candidates.first?.finding.selector
            )
        )
    }
}
