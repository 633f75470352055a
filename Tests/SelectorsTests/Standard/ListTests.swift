import DOM
import Selectors
import Testing

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
        #expect(matches.map(\.take) == [.attribute("id"), .text])
    }
}
