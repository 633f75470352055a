import Records
import Scraping
import Testing

@testable import Reporting

/// The content of a page in its frame, without any browser.
@Suite struct InertTests {
    private func frame(_ page: String) throws -> String {
        let rules = #"{ "records": { "Item": { "each": "p", "fields": { "name": "b" } } } }"#
        let source = SourceText(name: "rules.json", bytes: Array(rules.utf8))
        let page = Page(name: "page.html", bytes: Array(page.utf8))
        let report = PageReport(page, try Rules(source, registry: Registry()))
        return String(decoding: try #require(report.frame), as: UTF8.self)
    }

    /// The text after our own head.
    private func body(_ page: String) throws -> String {
        let frame = try frame(page)
        let end = try #require(frame.firstRange(of: "</style>\n"))
        return String(frame[end.upperBound...])
    }

    @Test(arguments: [
        (#"<a href="x" onclick="y">t</a>"#, #"<a data-scrape-link="x">t</a>"#),
        ("<a href='#x'>t</a>", ##"<a href="#x">t</a>"##),
        ("<a href='\u{1}JavaScript:y'>t</a>", "<a data-scrape-link=\"\u{1}JavaScript:y\">t</a>"),
        ("<i title='java\nscript:y'>t</i>", "<i>t</i>"),
        (#"<img src="data:image/png;base64,AA" srcset="x">"#, #"<img src="data:image/png;base64,AA">"#),
        (#"<img src="data:text/html,x" alt="a">"#, #"<img alt="a">"#),
        ("<xmp>&lt;x</xmp>", "<pre>&amp;lt;x</pre>"),
        ("a<script>x</script><iframe src=y>z</iframe>b", "ab"),
        ("<i data-scrape=7 data-scrape-on>t</i>", "<i>t</i>"),
        (#"<i class='"&lt;'>&amp;lt;</i>"#, #"<i class="&quot;&lt;">&amp;lt;</i>"#),
    ])
    func elementsAreInert(_ given: String, _ written: String) throws {
        let body = try body("<div>\(given)</div>")
        #expect(body == "<html><head></head><body><div>\(written)</div></body></html>")
    }

    @Test func stylesHoldNoTags() throws {
        let body = try body("<style>a<b{}@media (w < 9px){}<!--<\\/style></style>")
        #expect(body.contains("<style>ab{}@media (w < 9px){}!--\\/style></style>"))
    }

    @Test func fieldsAndRecordsAreMarked() throws {
        let body = try body("<p><b>one</b>")
        #expect(
            body.contains(
                #"<p data-scrape="0" data-scrape-record><b data-scrape="1" data-scrape-color="0" tabindex="0">one</b>"#
            )
        )
    }

    /// Content that a preparation removes, wraps, or creates again is shown at its original place on the page.
    @Test func marksAreOnThePageAsItWas() throws {
        let rules = #"""
            {
              "prepare": [{ "sections": { "in": "body", "levels": ["h2"] } }, { "remove": "i" }],
              "records": { "Item": { "each": "section", "fields": { "text": "p" } } }
            }
            """#
        let source = SourceText(name: "rules.json", bytes: Array(rules.utf8))
        let page = Page(name: "page.html", bytes: Array("<i>ad</i><h2>a</h2><p>b</p>".utf8))
        let report = PageReport(page, try Rules(source, registry: Registry()))
        let frame = String(decoding: try #require(report.frame), as: UTF8.self)
        #expect(
            frame.contains(
                ##"<i>ad</i><h2 data-scrape="0" data-scrape-record>a</h2><p data-scrape="1 0" data-scrape-color="0""##
            )
        )
    }

    @Test func diagnosticsAndMissingFieldsAreReported() throws {
        let rules = #"""
            { "records": { "Item": { "each": "p", "fields": { "name": { "select": "b.x", "required": true } } } } }
            """#
        let source = SourceText(name: "rules.json", bytes: Array(rules.utf8))
        let page = Page(name: "page.html", bytes: Array("<p><b>1</b>".utf8))
        let report = PageReport(page, try Rules(source, registry: Registry()))
        #expect(!report.isFine)
        #expect(report.panel.contains("<b class=\"error\">error</b>"))
        #expect(report.panel.contains("page.html:1"))
        #expect(report.panel.contains("rules.json:1:"))
        #expect(report.panel.contains("no value · b.x: matches nothing"))
    }
}
