import Scraping
import Testing

/// Changes to a tree from outside the package.
@Suite struct ChangingTests {
    private func body(_ html: String, _ change: (Document) throws -> Void) rethrows -> String {
        let page = Document(html: html)
        try change(page)
        return page.body?.innerHTML ?? ""
    }

    @Test func whatIsSelectedSeesTheChange() {
        let page = Document(html: "<ul><li>a<li class=x>b<li>c</ul>")
        #expect(page.select("li").count == 3)
        let removed = page.first(".x")
        for element in page.select(".x") { element.remove() }
        #expect(page.select("li").texts == ["a", "c"] && page.select("li:nth-child(2)").text == "c")
        #expect(removed?.text == "b" && removed?.parent == nil)
        page.select("li")[0]["class"] = "x"
        #expect(page.select(".x").text == "a")
        page.first("li")?["class"] = nil
        #expect(page.select(".x").isEmpty && page.first("li")?.attributes == [])
        page.select("li").remove()
        #expect(page.select("li").isEmpty && page.body?.innerHTML == "<ul></ul>")
    }

    @Test func contents() throws {
        #expect(body("<p>a<b>b</b>") { $0.first("p")?.setText("1 < 2") } == "<p>1 &lt; 2</p>")
        #expect(body("<p>a<b>b</b>") { $0.first("b")?.unwrap() } == "<p>ab</p>")
        #expect(body("<p>a") { $0.first("p")?.wrap(in: "div") } == "<div><p>a</p></div>")
        #expect(body("<p>a") { $0.first("p")?.rename(to: "h1") } == "<h1>a</h1>")
        #expect(body("<p>a") { $0.first("p")?.removeContents() } == "<p></p>")
        #expect(try body("<p>a") { try $0.first("p")?.setHTML("<i>x</i>") } == "<p><i>x</i></p>")
        // Parsed as the content of a table row.
        #expect(
            try body("<table><tr><td>a</table>") { try $0.first("tr")?.setHTML("<td>1<td>2") }
                == "<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>"
        )
        #expect(try body("<p>a") { try $0.first("p")?.replace(withHTML: "x<b>y</b>") } == "x<b>y</b>")
    }

    @Test(arguments: [
        (Element.Place.before, "<i>1</i><i>2</i><p>a</p>"), (.start, "<p><i>1</i><i>2</i>a</p>"),
        (.end, "<p>a<i>1</i><i>2</i></p>"), (.after, "<p>a</p><i>1</i><i>2</i>"),
    ])
    func places(_ place: Element.Place, _ expected: String) throws {
        let found = try body("<p>a") { try $0.first("p")?.insert(html: "<i>1</i><i>2</i>", at: place) }
        #expect(found == expected)
        let text = body("<p>a") { $0.first("p")?.insert(text: "&", at: place) }
        #expect(text.filter { $0 == "&" }.count == 1 && text.contains("&amp;"))
    }

    @Test func elementsMoveAndAreCopied() throws {
        let page = Document(html: "<p id=a>1<b>2</b></p><div></div>")
        let paragraph = try #require(page.first("p"))
        let box = try #require(page.first("div"))
        let copy = paragraph.copy()
        #expect(copy.html == paragraph.html && copy != paragraph && copy.parent == nil)
        box.insert(copy, at: .end)
        box.insert(paragraph, at: .start)
        #expect(page.body?.innerHTML == "<div><p id=\"a\">1<b>2</b></p><p id=\"a\">1<b>2</b></p></div>")
        // An element cannot be moved into itself.
        paragraph.insert(box, at: .end)
        paragraph.insert(paragraph, at: .end)
        #expect(page.select("p").count == 2 && box.parent == page.body)
        let other = Document(html: "<main></main>")
        other.first("main")?.insert(box, at: .end)
        #expect(other.select("main > div p b").texts == ["2", "2"] && page.select("div").count == 1)
        #expect(other.first("main")?.html == "<main>\(box.html)</main>")
        let drawing = Document(html: "<svg xlink:href='#a'><!--c--><a/></svg>")
        other.root?.insert(try #require(drawing.first("svg")), at: .end)
        #expect(other.first("svg")?.html == drawing.first("svg")?.html)
        #expect(other.first("svg")?.namespace == "http://www.w3.org/2000/svg")
    }

    @Test func classes() {
        let found = body("<p class='a b'>") { page in
            let paragraph = page.first("p")
            paragraph?.addClass("b")
            paragraph?.addClass("c")
            paragraph?.removeClass("a")
            paragraph?.removeClass("none")
        }
        #expect(found == "<p class=\"b c\"></p>")
    }
}
