import DOM
import Selectors

/// What selectors cost on one page.
struct PageBenchmark {
    let name: String
    let document: Document
    let elements: Int

    init(name: String, document: Document) {
        self.name = name
        self.document = document
        elements = ElementIndex(document).elements.count
    }

    func run(set texts: [String], single: [String]) {
        let lists = texts.compactMap { try? SelectorList($0) }
        let set = SelectorSet(lists)
        print("\(name): \(elements) elements")
        row("selector", "ns/element", "cold", "matches")
        var sum = 0.0
        for text in texts + single {
            guard let list = try? SelectorList(text) else { continue }
            let (warm, cold, matches) = measure(list)
            if texts.contains(text) { sum += cold }
            row(text, Report.fixed(warm / count, 2), Report.fixed(cold / count, 2), "\(matches)")
        }
        let warmMatcher = Matcher(document)
        let warm = Stopwatch.nanoseconds {
            _ = warmMatcher.select(set, from: document.node, includingScope: false)
        }
        let cold = Stopwatch.nanoseconds {
            _ = Matcher(document).select(set, from: document.node, includingScope: false)
        }
        row("set of \(lists.count)", Report.fixed(warm / count, 2), Report.fixed(cold / count, 2), "")
        print("  the set takes \(Report.fixed(cold / sum, 3)) of its selectors one by one,")
        print("  \(Report.fixed(cold / 1000, 1)) µs in all, \(Report.fixed(warm / 1000, 1)) µs warm")
    }

    private var count: Double { Double(max(elements, 1)) }

    /// The time with a matcher that has seen the selector, with a new one, and the number of matches.
    private func measure(_ list: SelectorList) -> (warm: Double, cold: Double, matches: Int) {
        let matcher = Matcher(document)
        var matches = 0
        let warm = Stopwatch.nanoseconds {
            matches = matcher.select(list, from: document.node, includingScope: false).count
        }
        let cold = Stopwatch.nanoseconds {
            _ = Matcher(document).select(list, from: document.node, includingScope: false)
        }
        return (warm, cold, matches)
    }

    private func row(_ label: String, _ warm: String, _ cold: String, _ matches: String) {
        print(
            "  " + Report.label(label, 42) + Report.column(warm, 11) + Report.column(cold, 9)
                + Report.column(matches, 9)
        )
    }
}
