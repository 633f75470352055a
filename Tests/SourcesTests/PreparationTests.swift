import Records
import RulesTestSupport
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
            #"{ "lines": { "in": "div", "lead": "b, i" } }"#,
            "<div><p><b>A:</b> 1<br>2 <b>3</b><br><b>all</b></p><i><b> x</b> y</i> z<p></p><b>p<br></b>q</div>",
            #"""
            <div><line lead="A:">A: 1</line><line>2 3</line><line lead="all">all</line><line lead="x">x y z</line>\#
            <line lead="p">p</line><line>q</line></div>
            """#
        ),
        (
            #"{ "lines": { "in": ["p", "ul"] } }"#, "<p>a<br>b</p><ul><li>c</ul>",
            "<p><line>a</line><line>b</line></p><ul><line>c</line></ul>"
        ),
        (
            #"{ "sections": { "in": "div", "start": ["A", "A B"], "once": true, "run-in": "\\s*:(?!\\S)" } }"#,
            "<div><p>A B: 1</p><p>A : 2</p><p>A:3</p><p>A C</p><p>AB: 4</p><p>A B:</p><p>5</p></div>",
            #"""
            <div><section title="A B"><p>1</p><p>5</p></section><section title="A"><p>2</p><p>A:3</p><p>A C</p>\#
            <p>AB: 4</p></section></div>
            """#
        ),
        (
            #"{ "sections": { "in": "div", "start": ["A"], "run-in": ":" } }"#,
            #"<div><p lead="A">A 1</p><p lead="A">A's 2</p><p lead="B">A 3</p><p lead="A">A: 4</p></div>"#,
            #"""
            <div><section title="A"><p>1</p><p lead="A">A's 2</p><p lead="B">A 3</p></section>\#
            <section title="A"><p>4</p></section></div>
            """#
        ),
        (
            #"{ "refuse": { "select": ["b", "i"], "because": "x" } }"#, "<b><i>1</i></b><p>2</p><i>3</i>",
            "<p>2</p>"
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

    @Test func whatIsBeforeTheFirstSectionIsReported() throws {
        let rules = """
            { "prepare": [{ "lines": "div" }, { "sections": { "in": "div", "start": ["A"], "before": "warn" } }],
              "records": { "R": { "each": "div > section", "fields": { "x": "::attr(title)" } } } }
            """
        let outcome = try scrape(rules, "<!DOCTYPE html>\n<div>\n<p>one</p>\n<p>two</p><p>A</p></div>")
        #expect(outcome.lines == [#"{"@type":"R","x":"A"}"#])
        #expect(outcome.messages == [#"page:3: warning: text before the first section: "one", "two""#])
    }

    /// What is reported of a page, and how many records are left.
    @Test(arguments: [
        (#""select": "li:has(u)""#, ["page:3:1: error: gone", "page:4:1: error: gone"], 1),
        (
            #""select": "li:has(u)", "show": "u""#,
            [#"page:3:1: error: gone: "x""#, #"page:4:1: error: gone: "y""#], 1
        ),
        (#""select": ["li", "u"], "show": "::attr(id)""#, [#"page:2:1: error: gone: "1""#], 0),
        (#""select": ["html", "body", ":root"]"#, ["page:1:16: error: gone"], 0),
        (#""select": "h1""#, [], 3),
    ])
    func whatTheRulesAreNotForIsReported(_ arguments: String, _ messages: [String], _ count: Int) throws {
        let rules = """
            { "prepare": [{ "refuse": { \(arguments), "because": "gone" } }, { "unwrap": "u" }],
              "records": { "R": { "each": "li", "fields": { "x": "::text" } } } }
            """
        let page = "<!DOCTYPE html><ul>\n<li id=1>a\n<li><u>x</u>\n<li><u> y </u></ul>"
        let outcome = try scrape(rules, page)
        #expect(outcome.records.count == count)
        #expect(Array(outcome.messages.prefix(messages.count)) == messages)
        // That nothing is left is no news then.
        #expect(!outcome.messages.contains { $0.hasSuffix("the page has no records") })
    }

    @Test func sectionsThatNeverComeAreNotMadeOfNothing() throws {
        let rules = """
            { "prepare": [{ "lines": "div" }, { "sections": { "in": "div", "start": ["A", "B"], "once": true } }],
              "records": { "R": { "each": "div > section[title]", "fields": { "x": "::attr(title)" } } } }
            """
        let outcome = try scrape(rules, "<!DOCTYPE html>\n<div><p>closed</p></div>")
        #expect(outcome.records == [])
        #expect(
            outcome.messages == [
                #"page:2:1: error: no section found: none of "A", "B" begins one"#,
                "page: error: the page has no records",
            ]
        )
    }
}
