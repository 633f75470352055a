import Testing

@testable import DOM

/// What preparations do to a tree.
@Suite struct EditingTests {
    private func fragment(_ html: String) throws -> (document: Document, body: NodeRef) {
        let document = try Document.htmlFragment(html.utf8)
        return (document, try #require(document.rootElement?.lastElementChild))
    }

    private func elements(_ name: String, in document: Document) -> [NodeRef] {
        guard let root = document.rootElement else { return [] }
        var found: [NodeRef] = []
        var node: NodeRef? = root
        while let element = node {
            if element.name.string == name { found.append(element) }
            node = element.nextElement(within: root)
        }
        return found
    }

    private func html(_ document: Document, _ body: NodeRef) -> String {
        String(decoding: document.innerHTML(of: body), as: UTF8.self)
    }

    @Test func removingNestedElementsOuterFirst() throws {
        let (document, body) = try fragment("a<div>b<div>c</div>d</div>e")
        for node in elements("div", in: document) { document.remove(node) }
        #expect(html(document, body) == "ae")
    }

    @Test(arguments: [
        ("<i>a</i>", "a"), ("x<i>a<b>b</b>c</i>y", "xa<b>b</b>cy"), ("<i></i>x", "x"), ("x<i></i>", "x"),
        ("<i><i>deep</i></i>", "deep"), ("<b>1</b><i><u>2</u></i><b>3</b>", "<b>1</b><u>2</u><b>3</b>"),
    ])
    func unwrappingKeepsChildrenInPlace(_ before: String, _ after: String) throws {
        let (document, body) = try fragment(before)
        for node in elements("i", in: document) { document.unwrap(node) }
        #expect(html(document, body) == after)
        // The links backwards are as right as those forwards.
        var node = body.lastChild
        var count = 0
        while let current = node {
            count += 1
            #expect(current.parent == body)
            node = current.previousSibling
        }
        var forwards = 0
        var child = body.firstChild
        while let current = child {
            forwards += 1
            child = current.nextSibling
        }
        #expect(count == forwards)
    }

    @Test func grownHTMLFollowsHTMLsRulesInADataTree() throws {
        var builder = try TreeBuilder(root: "json")
        try builder.open("extract".utf8, line: 7)
        let document = builder.document
        try document.insertHTML("<P>The <i>apple</i> tree.</P><p>Fruit".utf8, in: builder.element)
        let extract = try #require(document.rootElement?.firstElementChild)
        #expect(String(decoding: document.text(of: extract), as: UTF8.self) == "The apple tree.\nFruit")
        #expect(html(document, extract) == "<p>The <i>apple</i> tree.</p><p>Fruit</p>")
        #expect(extract.firstElementChild?.line == 7)
        #expect(extract.firstElementChild?.name == document.existingName("p".utf8))
    }

    @Test func attributesAndElementsAreAdded() throws {
        let (document, body) = try fragment("<p>x")
        let name = try #require(document.intern("section".utf8))
        let title = try #require(document.intern("title".utf8))
        let section = try #require(document.appendElement(name, to: body, line: 3))
        document.setAttribute(title, of: section, to: "A & \"B\"".utf8)
        document.move(try #require(body.firstElementChild), to: section)
        #expect(html(document, body) == "<section title=\"A &amp; &quot;B&quot;\"><p>x</p></section>")
    }

    @Test func nulInTextBecomesAReplacementCharacter() throws {
        let builder = try TreeBuilder(root: "text")
        try builder.text([0x61, 0, 0x62], line: 1)
        #expect(
            String(decoding: builder.document.rawText(of: builder.element), as: UTF8.self) == "a\u{FFFD}b"
        )
    }
}
