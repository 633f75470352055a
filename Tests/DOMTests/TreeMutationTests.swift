import DOM
import Testing

/// Changes as sites make them.
@Suite struct TreeMutationTests {
    /// The HTML of a page's body after a change to its first element.
    private func changed(_ html: String, _ change: (Document, NodeRef) throws -> Void) throws -> String {
        let document = try Document.htmlFragment(html.utf8)
        let body = try #require(document.rootElement?.lastElementChild)
        try change(document, try #require(body.firstElementChild))
        return String(decoding: document.innerHTML(of: body), as: UTF8.self)
    }

    @Test func elementsAreWrapped() throws {
        #expect(
            try changed("a<b>c</b>d") { document, element in
                _ = document.wrap(element, in: try #require(document.intern("div".utf8)))
            } == "a<div><b>c</b></div>d"
        )
        #expect(
            try changed("<b>c<i></i>d</b>") { document, element in
                _ = document.wrapChildren(of: element, in: try #require(document.intern("u".utf8)))
            } == "<b><u>c<i></i>d</u></b>"
        )
    }

    @Test func nodesAreInsertedAndNeverMerged() throws {
        #expect(
            try changed("a<b></b><i></i>") { document, element in
                document.insertText(" x ".utf8, before: element)
                _ = document.insertElement(try #require(document.intern("u".utf8)), before: element)
                document.move(try #require(element.nextElementSibling), before: element)
            } == "a x <u></u><i></i><b></b>"
        )
    }

    @Test(
        arguments: [
            ([2, 0, 1], #"<b c="3" a="1" b="2">x</b>"#), ([0, 1, 2], #"<b a="1" b="2" c="3">x</b>"#),
            // An order that does not contain all of them changes nothing.
            ([0, 0, 1], #"<b a="1" b="2" c="3">x</b>"#), ([0], #"<b a="1" b="2" c="3">x</b>"#),
            ([], #"<b a="1" b="2" c="3">x</b>"#),
        ]
    )
    func attributesAreReordered(order: [Int], expected: String) throws {
        #expect(
            try changed("<b a=1 b=2 c=3>x</b>") { document, element in
                document.reorderAttributes(of: element, order)
            } == expected
        )
    }

    @Test func textIsReplaced() throws {
        #expect(
            try changed("<b>x &amp; y</b>") { document, element in
                document.replaceText(of: try #require(element.firstChild), with: Array("1 < 2 &amp;".utf8))
            } == "<b>1 &lt; 2 &amp;amp;</b>"
        )
    }
}
