import DOM
import Testing

@testable import Selectors

@Suite struct MatcherTests {
    private let page = "<!DOCTYPE html><div id=a class=x><p id=b><i id=c></i></p></div><p id=d></p>"

    private func element(_ id: String, _ document: Document) throws -> NodeRef {
        try #require(Elements(document).all.first { $0.id == id })
    }

    @Test func theFirstMatchIsTheFirstInTheDocument() throws {
        let document = try Document.html(page.utf8)
        let matcher = Matcher(document)
        for _ in 0..<2 {
            let list = try SelectorList("#d, p::text")
            let match = matcher.firstMatch(list, from: document.node, includingScope: false)
            #expect(match == Match(node: try element("b", document), extractor: .text))
            #expect(
                matcher.firstMatch(try SelectorList("u"), from: document.node, includingScope: false) == nil
            )
        }
    }

    @Test func oneElementCanBeAsked() throws {
        let document = try Document.html(page.utf8)
        let matcher = Matcher(document)
        let (a, b) = (try element("a", document), try element("b", document))
        #expect(matcher.matches(try SelectorList("div > p, u"), b, scope: nil))
        #expect(!matcher.matches(try SelectorList("div > i"), b, scope: nil))
        #expect(matcher.matches(try SelectorList("> p"), b, scope: a))
        #expect(!matcher.matches(try SelectorList("> p"), b, scope: nil))
        #expect(matcher.matches(try SelectorList(":scope p"), b, scope: a))
        #expect(matcher.matches(try SelectorList("::text"), a, scope: a))
    }

    @Test func theNearestAncestorCanBeAsked() throws {
        let document = try Document.html(page.utf8)
        let matcher = Matcher(document)
        let c = try element("c", document)
        #expect(matcher.closest(try SelectorList(".x"), from: c)?.id == "a")
        #expect(matcher.closest(try SelectorList("i, p"), from: c)?.id == "c")
        #expect(matcher.closest(try SelectorList("u"), from: c) == nil)
        #expect(matcher.closest(try SelectorList(":has(> :scope)"), from: c)?.id == "b")
    }

    @Test func elementsHavePlaces() throws {
        let document = try Document.html(page.utf8)
        let matcher = Matcher(document)
        for (index, element) in Elements(document).all.enumerated() {
            #expect(matcher.index(of: element) == index)
        }
    }

    @Test func twoMatchersOfOneDocumentDoNotDisturbEachOther() throws {
        let document = try Document.html(page.utf8)
        let list = try SelectorList("div:has(i) p:nth-of-type(odd)")
        let matchers = [Matcher(document), Matcher(document)]
        for matcher in matchers + matchers {
            #expect(matcher.select(list, from: document.node, includingScope: false).map(\.node.id) == ["b"])
        }
    }

    @Test func listsAreEqualWhenTheirSelectorsAre() throws {
        #expect(try SelectorList("a > b,c") == SelectorList("a>b , c"))
        #expect(try SelectorList("a b") != SelectorList("a > b"))
        #expect(try Set([SelectorList("a"), SelectorList(" a"), SelectorList("b")]).count == 2)
    }
}

/// What a matcher owns.
@Suite struct MatcherLifetimeTests {
    @Test func aMatcherFreesItsDocument() throws {
        weak var document: Document?
        do {
            let page = try Document.html(
                "<p lang=en dir=ltr>x<input type=radio name=a required><a href>".utf8
            )
            document = page
            let selectors =
                ":checked, :valid, :lang(en), :dir(ltr), :contains(x), :has(a):nth-of-type(odd), p::text"
            let matches = Matcher(page).select(
                try SelectorList(selectors),
                from: page.node,
                includingScope: true
            )
            #expect(!matches.isEmpty)
        }
        #expect(document == nil)
    }
}
