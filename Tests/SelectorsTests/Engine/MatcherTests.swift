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

    /// One matcher with one scope after another has the same results as a new matcher for each.
    @Test(arguments: [
        "> p i b", ":scope > p b", "p:has(> :scope) b, :scope b", ":scope", ":not(:scope *) b",
        "> p:first-child i",
        ":is(:scope > p) + p b", "b:not(:scope > p > i > b)", "p:has(~ p):is(:scope p)", "~ div b",
        "+ div > p",
        "p:nth-child(1 of :scope > p)", "div:has(:scope > p > i) b", "b",
    ])
    func whatDependsOnAScopeIsForgottenWithIt(_ text: String) throws {
        let record = "<div><p><i><b></b></i></p><p><b></b><i><b></b></i></p></div>"
        let document = try Document.html("<!DOCTYPE html>\(record)<div>\(record)</div>\(record)".utf8)
        let list = try SelectorList(text)
        let elements = Elements(document).all
        let used = Matcher(document)
        let search = used.search(for: SelectorSet([list]))
        for scope in elements + elements.reversed() + [document.node] + elements {
            let new = Matcher(document)
            let matches = new.select(list, from: scope, includingScope: false)
            #expect(used.select(list, from: scope, includingScope: false) == matches)
            search.run(from: scope, includingScope: false)
            #expect(search[0].matches == matches)
            #expect(
                used.firstMatch(list, from: scope, includingScope: false)
                    == Matcher(document).firstMatch(list, from: scope, includingScope: false)
            )
            guard scope.isElement else { continue }
            #expect(used.closest(list, from: scope) == Matcher(document).closest(list, from: scope))
            for element in elements.prefix(6) {
                #expect(
                    used.matches(list, element, scope: scope)
                        == Matcher(document).matches(list, element, scope: scope)
                )
            }
        }
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

/// The memory that a matcher owns.
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
