import DOM
import Selectors
import Testing

@Suite struct CombinatorTests {
    private let page = """
        <div id=a><p id=b><i id=c></i></p><p id=d></p><span id=e><i id=f></i></span><p id=g><b id=h><i id=i></i></b></p></div>
        <i id=j></i>
        """

    @Test func descendants() throws {
        try expect(
            page,
            [
                Row("div i", "c f i"), Row("p i", "c i"), Row("div p b i", "i"), Row("i i", ""),
                Row("body i", "c f i j"),
            ]
        )
    }

    @Test func children() throws {
        try expect(
            page,
            [Row("p > i", "c"), Row("div>p", "b d g"), Row("div > i", ""), Row("body > div > span > i", "f")]
        )
    }

    @Test func nextSiblings() throws {
        try expect(
            page,
            [
                Row("p + p", "d"), Row("p+span", "e"), Row("span + p", "g"), Row("p + i", ""),
                Row("div + i", "j"),
            ]
        )
    }

    @Test func laterSiblings() throws {
        try expect(
            page,
            [
                Row("p ~ p", "d g"), Row("p~span", "e"), Row("span ~ p", "g"), Row("i ~ i", ""),
                Row("#b ~ *", "d e g"),
            ]
        )
    }

    @Test func mixtures() throws {
        try expect(
            page,
            [
                Row("div > p ~ p i", "i"), Row("p + p + span i", "f"), Row("p ~ span + p > b > i", "i"),
                Row("span ~ p i", "i"), Row("#d ~ p b i", "i"), Row("#g ~ p i", ""),
                Row("div p ~ span > i", "f"),
            ]
        )
    }

    @Test func whiteSpaceAndComments() throws {
        try expect(
            page,
            [
                Row("div\n>\tp", "b d g"), Row("/**/div/* */ /**/i", "c f i"), Row(" p + /* x */ p ", "d"),
                Row("div/**/>/**/p", "b d g"),
            ]
        )
    }

    @Test func backtracking() throws {
        // The nearest candidate on the left is not always the right one.
        try expect(
            "<div id=a class=x><div id=b class=y><div id=c><div id=d class=y><p id=e></p></div></div></div></div>",
            [Row(".x > .y p", "e"), Row(".x > .y > div p", "e"), Row("#c > .y p", "e"), Row(".x > #c p", "")]
        )
        try expect(
            "<b id=a class=x></b><b id=b class=y></b><b id=c></b><b id=d class=y></b><p id=e></p>",
            [
                Row(".x + .y ~ p", "e"), Row(".x + .y ~ .y + p", "e"), Row("#c + .y ~ p", "e"),
                Row(".x ~ #c + .y + p", "e"),
            ]
        )
    }

    @Test func whatIsNoCombinatorIsRefused() {
        expectRefused([
            "p <p", "p >> p", "p ++ p", "p ~~ p", "p >", "p > > p", "p ! p", "p || p", "a, > , b", ">",
            "> > a",
        ])
    }
}

@Suite struct ListTests {
    @Test func elementsComeInDocumentOrderAndOnce() throws {
        try expect(
            "<p id=a class=x></p><i id=b></i><p id=c></p>",
            [
                Row("i, p", "a b c"), Row("p,p", "a c"), Row(".x, p, i", "a b c"), Row("#c , #a", "a c"),
                Row("b, u", ""),
            ]
        )
    }

    @Test func anInvalidSelectorSpoilsAList() {
        expectRefused(["p,", ",p", "p,,i", "p, 1", "", " ", ",", "p, :nothing"])
    }

    @Test func theFirstThatMatchesDecidesWhatIsTaken() throws {
        let document = try Document.html("<p id=a class=x></p><p id=b></p>".utf8)
        let list = try SelectorList("p.x::attr(id), p::text, #b::name")
        let matches = Matcher(document).select(list, from: document.node, includingScope: false)
        #expect(matches.map(\.extractor) == [.attribute("id"), .text])
    }
}
