import DOM
import Testing

@testable import Selectors

/// The engine against the slow matcher, on pages and with selectors that nobody would write.
@Suite struct FuzzTests {
    @Test(arguments: 0..<8)
    func agreesWithTheReference(_ seed: Int) throws {
        var pages = GeneratedPages(random: Randomness(seed: UInt64(seed)))
        var selectors = GeneratedSelectors(random: Randomness(seed: UInt64(seed) + 1000))
        var compared = 0
        var matched = 0
        for round in 0..<50 {
            let text = pages.page(size: round % 10 == 9 ? 70 : 3 + round % 13)
            let document = try Document.html(text.utf8)
            let elements = Elements(document)
            let matcher = Matcher(document)
            for _ in 0..<(round % 10 == 9 ? 10 : 60) {
                let selector = selectors.list()
                guard let list = try? SelectorList(selector) else {
                    Issue.record("refused: \(selector)")
                    continue
                }
                let isWhole = selectors.random.chance(60)
                let scope = isWhole ? document.node : selectors.random.pick(elements.all)
                let includesScope = selectors.random.chance(50)
                let expected = ReferenceMatcher(document: document, scope: scope, all: elements.all)
                    .select(list.selectors, includingScope: includesScope)
                let found = matcher.select(list, from: scope, includingScope: includesScope)
                let foundAtOnce = Matcher(document).select(list, from: scope, includingScope: includesScope)
                compared += 1
                if !found.isEmpty { matched += 1 }
                if found != expected || foundAtOnce != expected {
                    Issue.record(
                        """
                        \(selector)
                        scope \(elements.indexes[scope].map(String.init) ?? "document"), \(includesScope)
                        \(text)
                        found \(found.compactMap { elements.indexes[$0.node] })
                        not \(expected.compactMap { elements.indexes[$0.node] })
                        """
                    )
                    return
                }
            }
        }
        // Most of what is generated matches nothing, which would be easy.
        #expect(compared > 2000 && matched > 400)
    }
}
