import Records
import RulesTestSupport
import Scraping
import Testing

/// Places outside the record in which fields search: around it, by reference, by label, and in the request for the
/// page.
@Suite struct PlaceTests {
    private static func rules(_ field: String, each: String = "li", source: String = "html") -> String {
        """
        { "source": "\(source)", "records": { "R": { "each": "\(each)", "fields": { "n": "::attr(n)", "x": \(field) } } } }
        """
    }

    @Test(arguments: [
        // An ancestor is never the element itself; the result of `closest` may be.
        (#"{ "in": { "ancestor": "li" }, "select": "::attr(n)" }"#, ["", "1", "2", ""]),
        (#"{ "in": { "closest": "li" }, "select": "::attr(n)" }"#, ["1", "2", "3", "4"]),
        // Following elements are outside the element and its descendants.
        (#"{ "in": { "next": "li" }, "select": "::attr(n)" }"#, ["4", "4", "4", ""]),
        (#"{ "in": { "next": "p" } }"#, ["end", "end", "end", "end"]),
        (#"{ "in": { "previous": "li" }, "select": "::attr(n)" }"#, ["", "1", "2", "3"]),
    ])
    func around(_ field: String, _ expected: [String]) throws {
        let page = #"<ul><li n=1>a<ul><li n=2>b<ul><li n=3>c</ul></ul><li n=4>d</ul><p>end</p>"#
        let outcome = try scrape(PlaceTests.rules(field), page)
        #expect(outcome.records.map { $0["x"]?.text ?? "" } == expected)
        #expect(outcome.messages == [])
    }

    /// Records that follow each other in one place have its values, and each reports what is wrong with them.
    @Test(arguments: [
        (#"{ "in": { "closest": "ul" }, "select": "::attr(t)" }"#, ["a", "a", "b", "", "a"], []),
        (#"{ "in": { "ancestor": "div" }, "select": "> h2" }"#, ["H", "H", "I", "I", "I"], []),
        (#"{ "in": { "previous": "h2" } }"#, ["H", "H", "I", "I", "I"], []),
        (
            #"{ "in": { "closest": "ul" }, "select": "::attr(t)", "type": "integer" }"#,
            ["", "", "", "", ""],
            [1, 1, 2, 2]
        ),
        (
            #"{ "in": { "closest": "ul" }, "select": "::attr(t)", "required": true }"#,
            ["a", "a", "b", "", "a"], [2]
        ),
        (
            """
            { "in": { "closest": "div" }, "each": "h2",
              "fields": { "y": { "select": "::text", "type": "integer" } } }
            """,
            ["[]", "[]", "[]", "[]", "[]"], [1, 1, 2, 2, 2]
        ),
    ])
    func inCommon(_ field: String, _ expected: [String], _ lines: [Int]) throws {
        let page = """
            <div><h2>H</h2><ul t=a><li n=1>x<li n=2>x</ul></div>
            <div><h2>I</h2><ul t=b><li n=3>x</ul><ul><li n=4>x</ul><ul t=a><li n=5>x</ul></div>
            """
        let outcome = try scrape(PlaceTests.rules(field), page)
        #expect(outcome.records.map { $0["x"]?.text ?? "" } == expected)
        #expect(outcome.diagnostics.map { $0.location?.line ?? 0 } == lines)
    }

    @Test(arguments: [
        ("::attr(url)", "https://plants.example:8080/trees/7?of=oak#top"),
        ("::attr(host)", "plants.example"), ("::attr(path)", "/trees/7"),
        ("::attr(time)", "2018-05-28T18:00:00Z"),
    ])
    func theRequest(_ select: String, _ expected: String) throws {
        let rules = PlaceTests.rules(#"{ "in": "request", "select": "\#(select)" }"#)
        let outcome = try scrape(
            rules,
            "<li n=1>",
            url: "https://plants.example:8080/trees/7?of=oak#top",
            clock: "2018-05-28T18:00:00Z"
        )
        #expect(outcome.records.first?["x"]?.text == expected)
    }

    @Test func theRequestWithoutAnAddress() throws {
        let rules = PlaceTests.rules(#"{ "in": "request", "select": "::attr(url)", "required": true }"#)
        let own = try scrape(rules, "<link rel=canonical href='https://a.example/b'><li n=1>")
        #expect(own.records.first?["x"]?.text == "https://a.example/b")
        let none = try scrape(rules, "<li n=1>")
        #expect(none.messages == ["page:1:1: error: R.x is required: `::attr(url)` found nothing"])
        #expect(none.diagnostics.first?.help == "the page's address is not known: give --url")
    }

    @Test(arguments: [
        (
            #"{ "in": "request" }"#,
            "the request has ::attr(url), ::attr(time), ::attr(host), ::attr(path), found no \"select\""
        ),
        (
            #"{ "in": "request", "select": "::attr(urll)" }"#,
            "the request has ::attr(url), ::attr(time), ::attr(host), ::attr(path), found \"::attr(urll)\""
        ),
        (
            #"{ "in": "request", "select": "::attr(url)", "label": "x" }"#,
            "\"label\" is for selectors of the page, and the request is not part of it"
        ),
        (#"{ "in": "reqest", "select": "::attr(url)" }"#, "unknown place \"reqest\""),
        (
            #"{ "in": { "ancestor": "li", "next": "p" } }"#,
            "expected one of closest, ancestor, previous, next in \"in\", found ancestor and next"
        ),
        (
            #"{ "in": { "join": "li" } }"#,
            "expected \"by\" next to \"join\": the selector of the reference in the record"
        ),
        (#"{ "in": { "join": "li", "by": "b", "on": "a" } }"#, "unknown key \"on\" in \"in\" with \"join\""),
        (
            #"{ "in": { "join": "li::text", "by": "b" } }"#,
            "join chooses elements; ::text takes something of them"
        ),
        (#"{ "label": "x", "column": "y" }"#, "a field has a \"column\" or a \"label\", not both"),
        (#"{ "label": ":" }"#, "a label needs a letter or a number"),
        (#"{ "label": {} }"#, "expected at least one language in \"label\""),
        (#"{ "select": "b", "nest": { "a": "b" } }"#, "\"nest\" needs \"each\" and its own \"fields\""),
        (
            #"{ "each": "b", "fields": { "d": "i" }, "nest": { "a": "d" } }"#,
            "a depth is a number, the type of \"d\" is string"
        ),
        (#"{ "each": "b", "fields": { "d": "i" }, "nest": { "a": "e" } }"#, "there is no field \"e\""),
        (
            #"{ "each": "b", "fields": { "d": { "select": "i", "type": "integer" } }, "nest": { "d": "d" } }"#,
            "\"d\" is a field already: the list of nested elements needs its own name"
        ),
        (
            #"{ "each": "b", "fields": { "d": { "select": "i", "type": "integer" } }, "nest": "d" }"#,
            "expected an object of a list's name and the field of the depth for \"nest\", found a string"
        ),
    ])
    func mistakes(_ field: String, _ message: String) {
        let reported = errors(PlaceTests.rules(field))
        #expect(reported.contains("error: \(message)"), "\(reported)")
    }

    @Test func references() throws {
        let rules = PlaceTests.rules(
            #"{ "in": { "join": "dl > dt", "key": "::attr(id)", "by": "a::attr(ref)" }, "apply": [{ "join": "+" }] }"#
        )
        let page = """
            <ul><li n=1><a ref=b></a><a ref=a></a><li n=2><a ref=z></a><a ref=a></a><li n=3>none<li n=4><a ref=c></a></ul>
            <dl><dt id=a>A<dt id=b>B<dt id=c>C<dt id=c>D<dt id=a>A</dl>
            """
        let outcome = try scrape(rules, page)
        // A result computed from all of them would be wrong without one.
        #expect(outcome.records.map { $0["x"]?.text ?? "" } == ["B+A", "A", "", "C"])
        #expect(
            outcome.messages == [
                #"page:1:39: error: R.x: no element of `dl > dt` has the key "z""#,
                #"page:1:85: warning: R.x: different elements of `dl > dt` have the key "c"; the first is used"#,
            ]
        )
    }

    /// What is searched for in the whole page is found once; each record has the value, and reports what is wrong with it.
    @Test(arguments: [
        (#"{ "in": "document", "select": "b", "apply": ["last"] }"#, ["4", "4"], 0),
        (#"{ "in": "document", "select": "b", "apply": [{ "join": "+" }] }"#, ["3+4", "3+4"], 0),
        (#"{ "in": "document", "select": "i", "type": "integer" }"#, ["", ""], 2),
        (#"{ "in": "document", "select": "u", "required": true }"#, ["", ""], 2),
        (#"{ "in": "document", "label": "L" }"#, ["7", "7"], 0),
    ])
    func thePage(_ field: String, _ expected: [String], _ messages: Int) throws {
        let page = "<ul><li n=1><li n=2></ul><b>3</b><b>4</b><i>x</i><p>L: 7"
        let outcome = try scrape(PlaceTests.rules(field), page)
        #expect(outcome.records.map { $0["x"]?.text ?? "" } == expected)
        #expect(outcome.messages.count == messages, "\(outcome.messages)")
        // A missing value is reported at the record.
        #expect(outcome.messages.allSatisfy { $0.contains("R.x") })
    }

    /// The digits of different elements are known for each record.
    @Test func numbersOfThePage() throws {
        let rules = """
            { "records": { "R": { "each": "li", "fields": {
                "n": "::attr(n)", "a": { "in": "document", "select": "p" }, "x": { "from": "a", "type": "integer" } } } } }
            """
        let outcome = try scrape(rules, "<ul><li n=1><li n=2></ul><p>1<sup>2</sup></p>")
        #expect(outcome.records.map { $0["x"]?.text ?? "" } == ["", ""])
        #expect(outcome.messages.count == 2, "\(outcome.messages)")
    }

    @Test func objectsByReference() throws {
        let rules = PlaceTests.rules(
            #"{ "in": { "join": "store > *", "key": "::name", "by": "> refs > item" }, "each": ":scope", "fields": { "t": "> t" } }"#,
            each: "list > item",
            source: "json"
        )
        let page =
            #"{"list": [{"refs": ["P:2", "P:1"]}], "store": {"P:1": {"t": "one"}, "P:2": {"t": "two"}}}"#
        #expect(try scrape(rules, page).lines == [#"{"@type":"R","x":[{"t":"two"},{"t":"one"}]}"#])
    }

    @Test(arguments: [
        ("<table><tr><th>Height</th><td>3 m</td></tr></table>", "3 m"),
        ("<table><tr><td>height:</td><td>3 m</td></tr></table>", "3 m"),
        ("<table><tr><th>Width</th><td>1</td><th>Height</th><td>3 m</td></tr></table>", "3 m"),
        ("<table><tr><th>Height</th><th>Width</th></tr><tr><td>3 m</td><td>1</td></tr></table>", "3 m"),
        ("<dl><dt>Height<dt>Size<dd>3 m</dl>", "3 m"),
        ("<dl><div><dt><b>Height</b></dt><dd>3 m</dd></div></dl>", "3 m"),
        ("<p><b>Height:</b> 3 m<br><b>Width:</b> 1</p>", "3 m"),
        ("<p><b>Height:</b> 3 m <b>Width:</b> 1</p>", "3 m"),
        ("<p><strong>Height</strong>: 3&nbsp;m</p>", "3 m"),
        ("<p><b>Height:</b><br>3 m</p>", "3 m"),
        ("<p><b>Height:</b><br><b>Width:</b> 1</p>", ""),
        (
            "<div><span class=l>Height</span><span class=v>3 m</span><span class=l>W</span><span class=v>1</span></div>",
            "3 m"
        ),
        ("<div><span>Height</span><span>3 m</span></div>", "3 m"),
        ("<div><div class=l><b>Height</b></div><div class=v>3 m</div></div>", "3 m"),
        ("<h3>Height</h3><p>3 m</p><h3>Width</h3><p>1</p>", "3 m"),
        ("<p>Height: 3 m<br>Width: 1</p>", "3 m"),
        ("<p>Width: 1<br>Height: <b>3</b> m</p>", "3 m"),
        ("<p>Its Height: 3 m</p>", ""),
        ("<pre>Width: 1\nHeight: 3 m\nDepth: 2</pre>", "3 m"),
        ("<p>The Height</p><p>3 m</p>", ""),
        ("<ul><li>Height：3 m</ul>", "3 m"),
        ("<script>Height: 3</script>", ""),
    ])
    func labels(_ html: String, _ expected: String) throws {
        let outcome = try scrape(
            #"{ "records": { "R": { "each": "body", "fields": { "n": "i", "x": { "label": "Height" } } } } }"#,
            "<i>n</i>" + html
        )
        #expect(outcome.records.first?["x"]?.text ?? "" == expected)
    }

    @Test func theFirstLabelThatAnythingFollowsCounts() throws {
        let page = "<nav><a>Height</a></nav><p><b>Height:</b> <a href=/m>3 m</a>, <a href=/n>tall</a></p>"
        let rules =
            #"{ "records": { "R": { "each": "body", "fields": { "x": { "label": "Height", "select": "a::attr(href)", "type": ["string"] } } } } }"#
        #expect(try scrape(rules, page).lines == [#"{"@type":"R","x":["/m","/n"]}"#])
    }

    @Test(arguments: [("de-AT", "zwei"), ("en", "one"), ("fr", "")]) func labelsByLanguage(
        _ language: String,
        _ expected: String
    ) throws {
        let page = "<html lang=\(language)><i>n</i><dl><dt>Size<dd>one<dt>Größe<dd>zwei</dl>"
        let rules =
            #"{ "records": { "R": { "each": "body", "fields": { "n": "i", "x": { "label": { "en": "Size", "de": "Größe" } } } } } }"#
        #expect(try scrape(rules, page).records.first?["x"]?.text ?? "" == expected)
    }

    @Test func aMissingLabelNamesThoseThatThereAre() throws {
        let rules =
            #"{ "records": { "R": { "each": "body", "fields": { "x": { "label": "Hight", "required": true } } } } }"#
        let outcome = try scrape(rules, "<dl><dt>Height<dd>3<dt>Width<dd>1</dl>")
        #expect(
            outcome.diagnostics.first?.help
                == "no label \"Hight\"; there are \"Height\", \"Width\"; did you mean \"Height\"?"
        )
    }

    @Test func allLabels() throws {
        let rules = #"{ "records": { "R": { "each": "body", "fields": { "x": { "labels": ".facts" } } } } }"#
        let page = """
            <div class=facts><dl><dt>A<dd>1<dd>2<dt>B<dd></dl></div>
            <table class=facts><tr><th>C:</th><td>3: x</td></tr><tr><td>D</td><td>4</td></tr></table>
            <p class=facts><b>E:</b> 5<br>F: 6<br>no label<br>http://x.example</p>
            """
        #expect(
            try scrape(rules, page).lines == [
                #"{"@type":"R","x":{"A":["1","2"],"C":"3: x","D":"4","E":"5","F":"6"}}"#
            ]
        )
    }
}
