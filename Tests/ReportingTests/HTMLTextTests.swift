import Testing

@testable import Reporting

@Suite struct HTMLTextTests {
    @Test(arguments: [
        ("oak", 3, "oak"), ("oaks", 3, "oa…"), ("", 1, ""), ("o", 1, "o"), ("oak", 1, "…"),
        // By characters, whatever their length in bytes is.
        ("äöü", 3, "äöü"), ("äöüß", 3, "äö…"), ("👩‍👩‍👧", 1, "👩‍👩‍👧"), ("👩‍👩‍👧a", 1, "…"),
    ])
    func shortened(_ text: String, _ length: Int, _ result: String) {
        #expect(HTMLText.shortened(text, to: length) == result)
    }

    @Test(arguments: [
        ("<b class=\"x\">'&'</b>", "&lt;b class=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/b&gt;"), ("ä€", "ä€"),
        ("", ""),
        ("&amp;", "&amp;amp;"),
    ])
    func escaped(_ text: String, _ result: String) {
        #expect(HTMLText.escaped(text) == result)
    }

    @Test(arguments: [("a b\tc%d", "a_b_c_d"), ("oak", "oak"), ("a\u{A0}b", "a_b")])
    func identifiers(_ text: String, _ result: String) {
        #expect(HTMLText.identifier(text) == result)
    }
}
