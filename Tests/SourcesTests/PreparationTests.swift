import Records
import RulesTestSupport
import Scraping
import Testing

/// Preparations, each with a page and the resulting HTML.
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

    /// The diagnostics for a page, and the number of remaining records.
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
        // Then it is not reported that nothing is left.
        #expect(!outcome.messages.contains { $0.hasSuffix("the page has no records") })
    }

    /// Lines below the section "A10", and the diagnostics for them.
    @Test(
        arguments: [
            // Lines that resemble the known headings.
            ("A 10", #""A 10" is not a known section"#, "A10"),
            ("a10", #""a10" is not a known section"#, "A10"),
            ("A-20", #""A-20" is not a known section"#, "A20"),
            ("APulse.", #""APulse." is not a known section"#, "APulse"),
            ("APulso", #""APulso" is not a known section"#, "APulse"),
            ("A20 (Team)", #""A20 (Team)" is not a known section"#, "A20"),
            ("APULSE", #""APULSE" is not a known section"#, "APulse"),
            ("AFlow", #""AFlow" is not a known section"#, nil),
            ("A30", #""A30" is not a known section"#, "A10"),
            ("A30: 5 rounds", #""A30" is not a known section"#, "A10"),
            ("a20: 5 rounds", #""a20" is not a known section"#, "A20"),
            ("<b>A30</b> 5 rounds", #""A30" is not a known section"#, "A10"),
            // Lines in bold, and headings of the page.
            ("<b>Cardio</b>", #""Cardio" is not a known section"#, nil),
            ("<h4>Cardio:</h4>", #""Cardio:" is not a known section"#, nil),
            ("<i><b>Cardio</b></i>", #""Cardio" is not a known section"#, nil),
            (
                "<b>one two three four five six</b>",
                #""one two three four five six" is not a known section"#,
                nil
            ),
            // None of these.
            ("<b>one two three four five six seven</b>", nil, nil),
            ("<b>No classes on Monday.</b>", nil, nil),
            ("Rest as in <b>A20</b>, below", nil, nil), ("<b>Cash out:</b> 60 sit-ups", nil, nil),
            ("<b>21-15-9</b>", nil, nil),
            ("A10 rounds", nil, nil), ("A20s are back: bring a friend", nil, nil),
            ("<b>A20</b>s are back: come", nil, nil),
            ("AMRAP", nil, nil), ("Rest", nil, nil), ("10", nil, nil), ("Pulses", nil, nil),
            ("A10-15-20 reps", nil, nil),
            // Invisible characters make no difference.
            ("A\u{200B}20", nil, nil), ("\u{FEFF}A20", nil, nil), ("A\u{AD}Pulse: row", nil, nil),
        ] as [(String, String?, String?)]
    )
    func linesThatLookLikeHeadings(_ line: String, _ message: String?, _ suggestion: String?) throws {
        func rules(_ unknown: String) -> String {
            """
            { "prepare": [{ "lines": { "in": "div", "lead": "b, strong, h4" } }, { "sections": { "in": "div",
                "start": ["A10", "A20", "AStrong", "APulse"], "run-in": "\\\\s*:(?!\\\\S)"\(unknown) } }],
              "records": { "R": { "each": "div > section", "fields": { "x": "::attr(title)" } } } }
            """
        }
        let page = "<!DOCTYPE html><div><p>A10<br>Row</p>\n<p>\(line)</p></div>"
        for (key, severity) in [("", "warning"), (#", "unknown": "error""#, "error")] {
            let outcome = try scrape(rules(key), page)
            let expected = message.map {
                [#"page:2: \#(severity): \#($0); what follows it is read as part of "A10""#]
            }
            #expect(outcome.messages.filter { !$0.contains("encoding") } == expected ?? [])
            if let suggestion {
                #expect(outcome.diagnostics.first?.help == "did you mean \"\(suggestion)\"?")
            }
        }
        let count = try scrape(rules(#", "unknown": "section""#), page).records.count
        let isKnown =
            message == nil && line.unicodeScalars.contains { [0x200B, 0xFEFF, 0xAD].contains($0.value) }
        #expect(count == (message != nil || isKnown ? 2 : 1))
    }

    /// Content before the first heading is reported, unless that heading may be in it.
    @Test(arguments: [
        ("<p><b>Closed</b></p><p>A<p>1<p>B", [] as [String]), ("<p><b>Closed</b></p><p>B<p>1", ["Closed"]),
        ("<p>b</p><p>A<p>1", ["b"]), ("<p><b>X</b><p>A<p><b>X</b><p>B<p><b>X</b>", ["X"]),
    ])
    func newsIsNoHeading(_ content: String, _ leads: [String]) throws {
        let rules = """
            { "prepare": [{ "sections": { "in": "div", "start": ["A", "B"], "once": true } }],
              "records": { "R": { "each": "div > section", "fields": { "x": "::name" } } } }
            """
        let outcome = try scrape(rules, "<!DOCTYPE html><div>\(content)</div>")
        #expect(
            outcome.diagnostics.compactMap { $0.message.split(separator: "\"").first.map(String.init) }
                == leads
        )
    }

    /// A selector that finds no heading anywhere.
    @Test(arguments: [
        (#""start": "h3""#, "`h3`"), (#""start": { "pattern": "^Day" }"#, "the regular expression"),
        (#""levels": ["h3", "h4"]"#, "`h3`, `h4`"),
    ])
    func headingsThatNeverCome(_ start: String, _ what: String) throws {
        let rules = """
            { "prepare": [{ "sections": { "in": "div", \(start) } }],
              "records": { "R": { "each": "div", "fields": { "x": "::text" } } } }
            """
        let outcome = try scrape(rules, "<!DOCTYPE html>\n<div><h2>A</h2></div>")
        #expect(outcome.messages == ["page:2:1: error: no section found: \(what) matches nothing in it"])
        #expect(try scrape(rules, "<!DOCTYPE html><p>none").messages.isEmpty == false)
        #expect(try scrape(rules, "<!DOCTYPE html><div>x</div><div><h3>Day</h3>y</div>").diagnostics == [])
    }

    /// Without `lead` only complete lines have one.
    @Test func boldLinesAreLeads() throws {
        let rules = """
            { "source": "html-fragment", "prepare": [{ "lines": "div" }], "records": { "R": { "each": "body", "fields": {
              "html": { "select": "::inner-html", "type": "html" } } } } }
            """
        let page = "<div><b>A</b><br><b>B</b> c<h2>D <i>e</i></h2>f</div>"
        #expect(
            try scrape(rules, page).records.first?["html"]
                == #"<div><line lead="A">A</line><line>B c</line><line lead="D e">D e</line><line>f</line></div>"#
        )
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
