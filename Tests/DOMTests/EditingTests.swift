import Testing

@testable import DOM

/// Changes that preparations make to a tree.
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
        // The backward links are as correct as the forward links.
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

    @Test func insertedHTMLFollowsHTMLsRulesInADataTree() throws {
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

    /// Data derived from the tree are derived again after each of these.
    @Test func everyEditIsANewRevision() throws {
        let (document, body) = try fragment("<p a=1 b=2>x<i>y</i></p><u>z</u><s></s>")
        let p = try #require(body.firstElementChild)
        let text = try #require(p.firstChild)
        let name = try #require(document.intern("q".utf8))
        var revision = document.revision
        func isNew() -> Bool {
            defer { revision = document.revision }
            return document.revision > revision
        }
        document.replaceText(of: text, with: Array("new".utf8))
        #expect(isNew())
        #expect(document.parseIndex == nil)
        document.insertText("t".utf8, before: text)
        #expect(isNew())
        document.reorderAttributes(of: p, [1, 0])
        #expect(isNew())
        document.setAttribute(name, of: p, to: "v".utf8)
        #expect(isNew())
        _ = document.appendElement(name, to: p, line: 1)
        #expect(isNew())
        document.unwrap(try #require(elements("i", in: document).first))
        #expect(isNew())
        document.move(try #require(elements("u", in: document).first), to: p)
        #expect(isNew())
        document.remove(try #require(elements("s", in: document).first))
        #expect(isNew())
        // An operation without effect is not a change.
        document.reorderAttributes(of: p, [0])
        document.replaceText(of: p, with: [])
        #expect(!isNew())
        #expect(html(document, body) == "<p b=\"2\" a=\"1\" q=\"v\">tnewy<q></q><u>z</u></p>")
    }

    @Test func nulInTextBecomesAReplacementCharacter() throws {
        var builder = try TreeBuilder(root: "text")
        try builder.text([0x61, 0, 0x62], line: 1)
        #expect(
            String(decoding: builder.document.rawText(of: builder.element), as: UTF8.self) == "a\u{FFFD}b"
        )
    }
}
