import DOM
import Testing

/// A walk over a tree, as plugins see it.
@Suite struct TreeWalkTests {
    private func outline(_ html: String, skipping name: String? = nil) throws -> String {
        let root = try #require(try Document.htmlFragment(html).root)
        var walk = TreeWalk(root)
        var outline = ""
        while let event = walk.next() {
            switch event {
            case .start(let element):
                outline += "<\(element.name)>"
                if element.name == name { walk.skipChildren() }
            case .text(let text): outline += text
            case .end(let element): outline += "</\(element.name)>"
            }
        }
        return outline
    }

    @Test(arguments: [
        ("", ""), ("a", "a"), ("a<!-- b -->c", "ac"), ("<p>a <b>b</b></p>", "<p>a <b>b</b></p>"),
        ("<i></i><br>x", "<i></i><br></br>x"), ("&amp;&nbsp;\n", "&\u{A0}\n"),
    ])
    func everyStartHasItsEnd(_ html: String, _ expected: String) throws {
        #expect(try outline(html) == "<html><head></head><body>\(expected)</body></html>")
    }

    @Test func childrenAreSkipped() throws {
        #expect(
            try outline("<p>a<b>c</b></p>d", skipping: "p")
                == "<html><head></head><body><p></p>d</body></html>"
        )
        #expect(try outline("<p>a</p>", skipping: "html") == "<html></html>")
        #expect(try outline("<br>a", skipping: "br") == "<html><head></head><body><br></br>a</body></html>")
    }
}
