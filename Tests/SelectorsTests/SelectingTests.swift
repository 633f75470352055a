import DOM
import Testing

@testable import Selectors

/// A document's cache for its selections.
@Suite struct SelectingTests {
    @Test func theSameSelectorIsNotSearchedAgain() {
        let page = Document(html: "<ul><li>1<li>2</ul>")
        #expect(page.select("li").count == 2)
        let state = page.selectionState
        let steps = state.matcher.steps
        for _ in 0..<100 { #expect(page.select("li").texts == ["1", "2"]) }
        #expect(state.matcher.steps == steps && page.selectionState === state)
    }

    @Test func aChangeIsSeen() {
        let page = Document(html: "<p>a<p>b")
        let matcher = page.matcher
        #expect(page.select("p:last-child").text == "b" && page.matcher === matcher)
        page.select("p").last?.remove()
        #expect(page.select("p:last-child").text == "a" && page.matcher !== matcher)
        page.first("p")?["class"] = "x"
        #expect(page.select(".x").count == 1)
    }

    @Test func whatIsRememberedIsBounded() throws {
        let page = Document(html: "<p>a")
        for number in 0..<3 * CSSSelector.cacheSize {
            #expect(try page.select("p:nth-child(\(number))").count == (number == 1 ? 1 : 0))
        }
        #expect(page.selectionState.matcher.programCount <= Selections.programLimit)
    }

    @Test func manyResultsAreForgotten() throws {
        let page = Document(html: String(repeating: "<b>x</b>", count: 5_000))
        for number in 0..<30 { #expect(try page.select("b, i\(number)").count == 5_000) }
        #expect(page.select("b").count == 5_000)
    }

    @Test func aDocumentIsFreedWithItsSelections() {
        weak var freed: Document?
        do {
            let page = Document(html: "<p class=a>x<b>y</b>")
            freed = page
            #expect(page.select("p:has(b)").count == 1 && page.values("b::text") == ["y"])
            #expect(page.first("b")?.closest(".a") != nil && page.select("p:lang(en)").isEmpty)
        }
        #expect(freed == nil)
    }

    @Test func literalsAndTextsAreTheSame() throws {
        let page = Document(html: "<p class=a>x<b>y</b><p>z")
        for text in ["p", ".a > b", "p:not(.a)", "b::text", "> html p", "nothing"] {
            let parsed = try CSSSelector(text)
            #expect(try page.select(text) == page.select(parsed))
            #expect(try page.first(text) == page.first(parsed) && page.values(text) == page.values(parsed))
            #expect(try page.select(text).first == page.first(parsed))
        }
        let literal: CSSSelector = ".a > b"
        #expect(page.select(literal).texts == ["y"] && literal.description == ".a > b")
        #expect(try literal.list == SelectorList(".a > b"))
        let wrong: CSSSelector = "p["
        #expect(throws: SelectorError.self) { try wrong.list }
        // A literal with one character.
        #expect(page.select("b").count == 1 && page.select("*").count == 6)
    }
}
