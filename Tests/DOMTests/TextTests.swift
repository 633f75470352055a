import Basics
import Testing

@testable import DOM

/// Text as a person reads it.
@Suite struct TextTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let html: String
        let text: String
        var testDescription: String { html }

        init(_ html: String, _ text: String) {
            self.html = html
            self.text = text
        }
    }

    static let cases = [
        Case("", ""),
        Case("a  b\n\tc", "a b c"),
        Case("<p>one</p><p>two</p>", "one\ntwo"),
        Case("one<br>two<br/><br>three", "one\ntwo\nthree"),
        Case("<p>5 <b>Ring</b> Dips</p>", "5 Ring Dips"),
        Case("<p>a<b>b</b>c</p>", "abc"),
        Case("<p>a <b> b </b> c</p>", "a b c"),
        Case("<p>a<b> b</b>.</p>", "a b."),
        Case("<p>&nbsp;</p><p>x&nbsp;</p>", "x"),
        Case("5 &times; 8 &#215; &amp;nbsp;", "5 × 8 × &nbsp;"),
        Case("thin\u{2009}space\u{202F}and\u{3000}wide", "thin space and wide"),
        Case("zero\u{200B}width and soft\u{AD}hyphen", "zero\u{200B}width and soft\u{AD}hyphen"),
        Case("<ul><li>a<li>b</ul>c", "a\nb\nc"),
        Case("<table><tr><td>1</td><td>2</td></tr><tr><th>3</th></tr></table>", "1 2\n3"),
        Case("a<script>var x</script>b<style>p{}</style> c<noscript><img></noscript><link>.", "a b c ."),
        Case("<h2>Title</h2>text", "Title\ntext"),
        Case("text<h2>Title</h2>", "text\nTitle"),
        Case("<div><div><div>deep</div></div></div>", "deep"),
        Case("<pre>a\n  b\n\nc</pre>", "a\n  b\n\nc"),
        Case("x<pre>a\n b</pre>y", "x\na\n b\ny"),
        Case("<textarea>a\nb</textarea>", "a\nb"),
        Case("<!-- no -->yes<!-- no -->", "yes"),
        Case("<select><option>a<option>b</select>", "a\nb"),
    ]

    @Test(arguments: cases) func textIsWhatAPersonReads(_ test: Case) throws {
        let document = try Document.htmlFragment(test.html.utf8)
        let body = try #require(document.rootElement?.lastElementChild)
        #expect(String(decoding: document.text(of: body), as: UTF8.self) == test.text)
    }

    @Test func scriptsHaveTheirTextWhenAsked() throws {
        let document = try Document.htmlFragment("<script>let a = '<b>'</script>".utf8)
        let script = try #require(document.rootElement?.lastElementChild?.firstElementChild)
        #expect(String(decoding: document.text(of: script), as: UTF8.self) == "let a = '<b>'")
    }

    @Test func ownTextLeavesElementsOut() throws {
        let document = try Document.htmlFragment("<p>Price: <b>5</b> EUR<br>net".utf8)
        let paragraph = try #require(document.rootElement?.lastElementChild?.firstElementChild)
        #expect(String(decoding: document.ownText(of: paragraph), as: UTF8.self) == "Price: EUR\nnet")
    }

    @Test func excludedElementsDoNotCount() throws {
        let document = try Document.htmlFragment("<p>a<sup>1</sup>b<div>c</div>d</p>".utf8)
        let body = try #require(document.rootElement?.lastElementChild)
        let names = ["sup", "div"].compactMap { document.existingName($0.utf8) }
        let text = document.text(of: body) { names.contains($0.name) }
        #expect(String(decoding: text, as: UTF8.self) == "ab\nd")
    }

    @Test func linesKnowWhereTheyAre() throws {
        let page = "<!DOCTYPE html>\n<p>one<br>\ntwo\n  <b>three</b></p>\n\n<p>four</p>"
        let document = try Document.html(page.utf8)
        let body = try #require(document.rootElement?.lastElementChild)
        let lines = document.numberedLines(of: body)
        #expect(lines.map { String(decoding: $0.text, as: UTF8.self) } == ["one", "two three", "four"])
        #expect(lines.map(\.line) == [2, 3, 6])
    }

    @Test func dataElementsAreBlocks() throws {
        var builder = try TreeBuilder(root: "json")
        for text in ["a", "b"] {
            try builder.open("item".utf8, line: 1)
            try builder.text(text.utf8, line: 1)
            builder.close()
        }
        let root = try #require(builder.document.rootElement)
        #expect(String(decoding: builder.document.text(of: root), as: UTF8.self) == "a\nb")
    }

    @Test(arguments: cases) func onOneLineItIsTheTextCollapsed(_ test: Case) throws {
        let document = try Document.htmlFragment(test.html.utf8)
        for element in Document.elements(document) {
            let text = document.text(of: element)
            let line = document.string(of: element, onOneLine: true)
            #expect(Array(line.utf8) == WhiteSpace.collapse(text))
            let own = document.ownString(of: element, onOneLine: true)
            #expect(Array(own.utf8) == WhiteSpace.collapse(document.ownText(of: element)))
        }
    }

    /// White space of all kinds, complete and truncated, at every place in a block of bytes.
    @Test func linesOfTextAreCollapsedWhereverWhiteSpaceIs() throws {
        let document = try Document.htmlFragment("".utf8)
        let parts = [
            " ", "  ", "\n", "\t", "\u{A0}", "\u{85}", "\u{2003}", "\u{2028}", "\u{205F}", "\u{3000}",
            "\u{1680}",
            "\u{1}", "é", "’", "あ", "\u{C2}", "\u{200B}", " \u{A0}", "x", "",
        ]
        for count in 0..<20 {
            for first in parts {
                for second in parts {
                    let before = String(repeating: "a", count: count)
                    let text = before + first + "b c" + second + before + second
                    let bytes = Array(text.utf8)
                    let line = bytes.withUnsafeBufferPointer { document.line(of: $0) }
                    #expect(Array(line.utf8) == WhiteSpace.collapse(bytes))
                    #expect(WhiteSpace.collapse(text) == line)
                }
            }
        }
    }
}

extension Document {
    fileprivate static func elements(_ document: Document) -> [NodeRef] { ElementIndex(document).elements }
}
