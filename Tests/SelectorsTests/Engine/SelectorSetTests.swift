import DOM
import Testing

@testable import Selectors

@Suite struct SelectorSetTests {
    @Test func eachMemberGetsItsOwn() throws {
        let document = try Document.html(
            "<!DOCTYPE html><div id=a class=x><p id=b></p></div><p id=c class=x title=t></p>".utf8
        )
        let texts = [
            "p", ".x", "#b, #a", "div > p::attr(id)", "[title]", "*:not(p):not(div)", "nothing", "p, .x",
            "::text", "> html", "p:last",
        ]
        let lists = try texts.map { try SelectorList($0) }
        let matcher = Matcher(document)
        let together = matcher.select(SelectorSet(lists), from: document.node, includingScope: false)
        for (list, matches) in zip(lists, together) {
            #expect(
                matches == Matcher(document).select(list, from: document.node, includingScope: false),
                "\(list)"
            )
        }
    }

    @Test func anEmptySetMatchesNothing() throws {
        let document = try Document.html("<p>".utf8)
        #expect(Matcher(document).select(SelectorSet([]), from: document.node, includingScope: true).isEmpty)
    }

    @Test(arguments: 0..<20)
    func generatedSetsMatchAsTheirMembersDo(_ seed: Int) throws {
        var pages = GeneratedPages(random: Randomness(seed: UInt64(seed) + 500))
        var selectors = GeneratedSelectors(random: Randomness(seed: UInt64(seed) + 600))
        let document = try Document.html(pages.page(size: 60).utf8)
        let lists = try (0..<20).map { _ in try SelectorList(selectors.list()) }
        let scope =
            selectors.random.chance(50) ? document.node : selectors.random.pick(Elements(document).all)
        let together = Matcher(document).select(SelectorSet(lists), from: scope, includingScope: true)
        for (list, matches) in zip(lists, together) {
            #expect(matches == Matcher(document).select(list, from: scope, includingScope: true), "\(list)")
        }
    }
}
