import Records
import Scraping
import Testing

/// Preparations, each on a page, as the HTML that they leave.
@Suite struct PreparationTests {
    @Test(arguments: [
        (#"{ "remove": "b" }"#, "a<b>b<b>c</b></b>d", "ad"),
        (#"{ "remove": ["b", "i"] }"#, "<b><i>x</i></b><i>y</i>z", "z"),
        (#"{ "remove": "b", "in": "p" }"#, "<b>1</b><p><b>2</b>3</p>", "<b>1</b><p>3</p>"),
        (#"{ "unwrap": "i" }"#, "a<i>b<i>c</i></i>d", "abcd"),
        (#"{ "unwrap": ["p", "p"] }"#, "<p>a</p>", "a"),
        (#"{ "lines": "p" }"#, "<p>a<br>b <i>c</i></p>", "<p><line>a</line><line>b c</line></p>"),
        (#"{ "lines": "div" }"#, "<div>a<div>b</div></div>", "<div><line>a</line><line>b</line></div>"),
        (
            #"{ "sections": { "in": "div", "start": "h2" } }"#, "<div>x<h2>A</h2>b<p>c</p><h2>D</h2></div>",
            #"<div><section>x</section><section title="A">b<p>c</p></section><section title="D"></section></div>"#
        ),
        (
            #"{ "sections": { "in": "div", "start": ["A", "B"] } }"#,
            "<div><p>A</p><p>1</p><p>A</p><p>2</p></div>",
            #"<div><section title="A"><p>1</p></section><section title="A"><p>2</p></section></div>"#
        ),
        (
            #"{ "sections": { "in": "div", "start": ["A", "B", "C"], "once": true } }"#,
            "<div><p>B</p><p>1</p><p>A</p><p>2</p><p>B</p><p>3</p></div>",
            #"<div><section title="B"><p>1</p><p>3</p></section><section title="C"></section><section title="A"><p>2</p></section></div>"#
        ),
        (
            #"{ "sections": { "in": "div", "start": "h2", "before": "warn" } }"#, "<div>x<h2>A</h2></div>",
            #"<div><section title="A"></section></div>"#
        ),
        (
            #"{ "sections": { "in": "div", "start": { "pattern": "^Day \\d+$" } } }"#,
            "<div><p>Day 1</p><p>a</p><p>Day off</p><b>Day 22</b><p>b</p></div>",
            #"<div><section title="Day 1"><p>a</p><p>Day off</p></section><section title="Day 22"><p>b</p></section></div>"#
        ),
        (
            #"{ "sections": { "in": "div", "levels": ["h2", "h3"] } }"#,
            "<div><h2>A</h2>1<h3>B</h3>2<h3>C</h3>3<h2>D</h2>4<h2>E</h2><h3>F</h3></div>",
            #"""
            <div><section title="A">1<section title="B">2</section><section title="C">3</section></section>\#
            <section title="D">4</section><section title="E"><section title="F"></section></section></div>
            """#
        ),
        (
            #"{ "parse": { "in": "p", "as": "html-fragment" } }"#, "<p>&lt;b&gt;x&lt;/b&gt;</p>",
            "<p><b>x</b></p>"
        ),
    ])
    func treesAreChanged(_ preparation: String, _ page: String, _ html: String) throws {
        let rules = """
            { "source": "html-fragment", "prepare": [\(preparation)], "records": { "R": { "each": "body", "fields": {
              "html": { "select": "::inner-html", "type": "html" } } } } }
            """
        #expect(try scrape(rules, page).records.first?["html"] == .string(html))
    }

    @Test func whatStandsBeforeTheFirstSectionIsTold() throws {
        let rules = """
            { "prepare": [{ "lines": "div" }, { "sections": { "in": "div", "start": ["A"], "before": "warn" } }],
              "records": { "R": { "each": "div > section", "fields": { "x": "::attr(title)" } } } }
            """
        let outcome = try scrape(rules, "<!DOCTYPE html>\n<div>\n<p>one</p>\n<p>two</p><p>A</p></div>")
        #expect(outcome.lines == [#"{"@type":"R","x":"A"}"#])
        #expect(outcome.messages == [#"page:3: warning: before the first section stands "one", "two""#])
    }
}
