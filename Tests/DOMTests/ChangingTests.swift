import Testing

@testable import DOM

/// However library users change a tree, libxml2 can still read it.
@Suite struct ChangingTests {
    static let pages = [
        "<p>a</p>", "<ul class='x y'><li>1<li hidden>2</ul>tail", "<table><tr><td>1</table>",
        "<!-- c --><pre>\n a</pre>",
        "<svg xlink:href='#a' viewBox=''><path/></svg><math><mi>x</mi></math>",
        "<title>t</title><script>a<b</script>",
    ]

    /// All changes, by name.
    static let changes: [(name: String, change: @Sendable (Element, Element) throws -> Void)] = [
        ("remove", { element, _ in element.remove() }),
        ("unwrap", { element, _ in element.unwrap() }),
        ("wrap", { element, _ in element.wrap(in: "section") }),
        ("rename", { element, _ in element.rename(to: "h1") }),
        ("remove contents", { element, _ in element.removeContents() }),
        ("set text", { element, _ in element.setText("a < b") }),
        ("set HTML", { element, _ in try element.setHTML("<td>1<td>2<p>3") }),
        ("insert before", { element, _ in try element.insert(html: "x<i>y</i>", at: .before) }),
        ("insert at start", { element, _ in try element.insert(html: "x<svg a=1><b>y", at: .start) }),
        ("insert at end", { element, _ in try element.insert(html: "<tr><td>x", at: .end) }),
        ("insert after", { element, _ in try element.insert(html: "<!-- c -->", at: .after) }),
        ("insert text", { element, _ in element.insert(text: "t", at: .start) }),
        ("move", { element, other in element.insert(other, at: .end) }),
        ("move before", { element, other in element.insert(other, at: .before) }),
        ("copy", { element, other in element.insert(other.copy(), at: .after) }),
        ("replace", { element, _ in try element.replace(withHTML: "r<b>s</b>") }),
        ("set an attribute", { element, _ in element["data-x"] = "1 & 2" }),
        ("set another", { element, _ in element["class"] = "" }),
        ("remove an attribute", { element, _ in element["class"] = nil }),
        ("remove another", { element, _ in element["viewBox"] = nil }),
        ("add a class", { element, _ in element.addClass("n") }),
        ("toggle a class", { element, _ in element.toggleClass("x") }),
    ]

    @Test(arguments: pages) func allChangesKeepTheTreeWhole(_ page: String) throws {
        for (name, change) in ChangingTests.changes {
            let count = Document(html: page).root?.descendants.count ?? 0
            for (one, two) in [(0, 1), (1, 0), (1, 2), (2, 1), (count - 1, 1), (1, count - 1)] {
                let document = Document(html: page)
                let elements = try #require(document.root).descendants
                guard elements.indices.contains(one), elements.indices.contains(two) else { continue }
                let revision = document.revision
                try change(elements[one], elements[two])
                #expect(TreeCheck.problem(in: document) == nil, "\(name) \(one) \(two) of \(page)")
                #expect(document.revision >= revision)
                // The tree can be serialized, and the result can be parsed.
                #expect(!Document(html: document.html).html.isEmpty)
            }
        }
    }

    @Test(arguments: pages) func copiesAreEqualAndIndependent(_ page: String) throws {
        let document = Document(html: page)
        let other = Document(html: "<main></main>")
        let body = try #require(document.body)
        let main = try #require(other.body?.children.first)
        main.insert(body, at: .end)
        #expect(TreeCheck.problem(in: other) == nil && TreeCheck.problem(in: document) == nil)
        #expect(main.innerHTML == body.html)
        main.children.first?.setText("changed")
        #expect(main.text == "changed" && document.body?.innerHTML == body.innerHTML)
    }

    /// HTML is parsed as the content of the element that it is for, that of an element of SVG as in a body.
    @Test(arguments: [
        ("<table><tbody id=t></table>", "<tr><td>1", "<tr><td>1</td></tr>"),
        ("<table><tr id=t></table>", "<td>1", "<td>1</td>"), ("<p id=t>", "<td>1", "1"),
        ("<style id=t></style>", "<b>1", "<b>1"), ("<textarea id=t></textarea>", "<b>1", "&lt;b&gt;1"),
        ("<svg><style id=t></style></svg>", "<b>1", "<b>1</b>"), ("<svg><g id=t></g></svg>", "<td>1", "1"),
        ("<math><mtr id=t></mtr></math>", "<td>1", "1"),
    ])
    func htmlIsParsedInItsPlace(_ page: String, _ html: String, _ content: String) throws {
        let document = Document(html: page)
        let element = try #require(document.root?.descendants.first { $0["id"] == "t" })
        try element.setHTML(html)
        #expect(element.innerHTML == content)
    }

    @Test func aDeepTreeIsCopiedWithoutRecursion() throws {
        let depth = 100_000
        let markup = String(repeating: "<a>", count: depth) + "x" + String(repeating: "</a>", count: depth)
        let document = try Document(xml: markup)
        let copy = try #require(document.root).copy()
        #expect(copy.text == "x" && copy.descendants.count == depth - 1 && copy.xml == markup)
    }

    @Test func anyBytesAreAPage() {
        for byte in UInt8.min...UInt8.max {
            let document = Document(html: [byte, 0x3C, byte, 0x3E, byte])
            #expect(document.body != nil && document.head != nil)
        }
        // libxml2's parser, for comparison, rejects some; the page is then empty, and the limit is known.
        var options = HTMLOptions()
        options.parser = .libxml2
        let attributes = (0..<5_000).map { " a\($0)" }.joined()
        let refused = Document(html: "<p\(attributes)>x", options: options)
        #expect(refused.limitReached != nil && refused.body != nil)
    }
}
