import DOM
import Records
import RulesTestSupport
import Scraping
import Testing

/// The preparation `parse`: a text of any tree parsed into a tree of any source.
@Suite struct SourceParsingTests {
    /// The values that a preparation and a selector yield for a page, and the diagnostics.
    private func read(_ source: String, _ parse: String, _ select: String, _ page: String) throws -> [String]
    {
        let rules = #"""
            { "source": "\#(source)", "prepare": [\#(parse)],
              "records": { "R": { "fields": { "x": { "select": "\#(select)", "type": ["text"], "gaps": "ignore" } } } } }
            """#
        let outcome = try scrape(rules, page)
        return (outcome.records.first?["x"]?.list?.map(\.text) ?? []) + outcome.messages
    }

    @Test(arguments: [
        // JSON in a script, in an attribute, in a JSON string, in a cell.
        (
            "html", #"{ "parse": { "in": "script#s", "as": "json" } }"#, "#s > json > Items > item > aB",
            #"<script id=s type="application/json">{"Items":[{"aB":1},{"aB":"x"}]}</script>"#, ["1", "x"]
        ),
        (
            "html", ##"{ "parse": { "in": "#a", "attribute": "data-Props", "as": "json" } }"##,
            "#a > data-Props > json > k", #"<div id=a data-props='{"k":"v&amp;w"}'>t</div>"#, ["v&w"]
        ),
        (
            "json", #"{ "parse": { "in": "inner", "as": "json" } }"#, "inner > json > item",
            #"{"inner":"[1.50,null,true]"}"#, ["1.50", "true"]
        ),
        (
            "csv", #"{ "parse": { "in": "b", "as": "json" } }"#, "row > b > json[type=array] > item",
            "a,b\n1,\"[\"\"x\"\",\"\"y\"\"]\"", ["x", "y"]
        ),
        // HTML
        (
            "json", #"{ "parse": { "in": "h", "as": "html" } }"#, "h > html > head > title, h p",
            #"{"h":"<title>T</title><p>x<br>y"}"#, ["T", "x\ny"]
        ),
        (
            "html", #"{ "parse": { "in": "output", "as": "html-fragment" } }"#, "b.C",
            #"<textarea>x</textarea><output>&lt;b class=C&gt;y&lt;/b&gt;</output>"#, ["y"]
        ),
        (
            "html", #"{ "parse": { "in": "p", "attribute": "title", "as": "html-fragment" } }"#,
            "p > title > i",
            #"<p title="a<i>b</i>">c</p>"#, ["b"]
        ),
        // XML, also in a namespace other than HTML's, CSV, text, linked data
        (
            "html", #"{ "parse": { "in": "script", "as": "xml" } }"#, "Root > subItem, m|Root > m|x",
            "<script type=x>\n<Root xmlns:m='u'><subItem>1</subItem><subitem>2</subitem></Root></script>",
            ["1"]
        ),
        (
            "json", #"{ "parse": { "in": "x", "as": "xml" } }"#, "m|a > b",
            #"{"x":"<m:a xmlns:m='u'><b>1&nbsp;2</b></m:a>"}"#, ["1 2"]
        ),
        (
            "html", #"{ "parse": { "in": "pre", "as": { "csv": { "separator": ";" } } } }"#,
            "csv > row > Big",
            "<pre>\nsmall;Big\n1;2\n3;4</pre>", ["2", "4"]
        ),
        (
            "json", #"{ "parse": { "in": "t", "as": "text" } }"#, "text > line[number='2']",
            #"{"t":"one\r\ntwo\rthree"}"#, ["two"]
        ),
        (
            "json", #"{ "parse": { "in": "page", "as": "linked-data" } }"#, "Recipe > name",
            #"{"page":"<script type='application/ld+json'>{\"@type\":\"Recipe\",\"name\":\"N\"}</script>"}"#,
            ["N"]
        ),
        // One in another
        (
            "html",
            #"{ "parse": { "in": "script", "as": "json" } }, { "parse": { "in": "json > h", "as": "html-fragment" } }"#,
            "h > P.a", #"<script>{"h":"<p class=a>x</p>"}</script>"#, ["x"]
        ),
        // No text to parse
        ("json", #"{ "parse": { "in": "a", "as": "json" } }"#, "b", #"{"a":"","b":1}"#, ["1"]),
        ("json", #"{ "parse": { "in": "c", "as": "json" } }"#, "b", #"{"a":"","b":1}"#, ["1"]),
    ])
    func textsAreParsed(
        _ source: String,
        _ parse: String,
        _ select: String,
        _ page: String,
        _ values: [String]
    ) throws {
        #expect(try read(source, parse, select, page) == values)
    }

    @Test(arguments: [
        (
            "window.S = {a: 1, 'b': [\"x\", 'it\\'s', ], /* c */ d: undefined, e: !0, f: !1}; more();",
            ["1", "x", "it's", "true", "false"]
        ),
        ("var o={};window . S={a:2}", ["2"]),
        ("if (window.S == null) {} window.S = {a: 3}", ["3"]),
        ("window.S = \"a\\x41\\u{42}\\u0043\\\n\\d\"", ["aABCd"]),
        ("window.S = [1,2] || []", ["1", "2"]),
        ("window.S = -1.50", ["-1.50"]),
        ("window.S = { a: f(1) }", ["page:1: error: not a literal of JavaScript: expected a value, found f"]),
        ("\nwindow.S = {\n a: `x` }", ["x"]),
        (
            "\nwindow.S = {\n a: `${x}` }",
            ["page:3: error: not a literal of JavaScript: expected a string, found a template with code"]
        ),
        (
            "window.S = { a: 1",
            [
                "page:1: error: not a literal of JavaScript: expected a comma or \"}\", found the end of the text"
            ]
        ),
        (
            "window.S = 'a\nb'",
            ["page:1: error: not a literal of JavaScript: unterminated string"]
        ),
        ("window.S = 0x1F", ["31"]),
        (
            "window.S = 0x1G",
            ["page:1: error: not a literal of JavaScript: invalid number 0x1G"]
        ),
        (
            "other = {}",
            ["page:1:1: warning: the element that matches does not have a value after \"window.S =\""]
        ),
    ])
    func literalsOfJavaScriptAreRead(_ script: String, _ values: [String]) throws {
        let parse = #"{ "parse": { "in": "script", "as": "json", "after": "window.S =" } }"#
        let found = try read(
            "html",
            parse,
            "json:not(:has(*)), json *:not(:has(*))",
            "<script>\(script)</script><p>x</p>"
        )
        #expect(found.filter { !$0.contains("\n") && !$0.hasPrefix("page: ") } == values)
    }

    @Test func onlyTheScriptsThatHaveTheTextAreParsed() throws {
        let page = "<script>a=1</script><script>x={k:7}</script>"
        let parse = #"{ "parse": { "in": "script", "as": "json", "after": "x=" } }"#
        #expect(try read("html", parse, "script > json > k", page) == ["7"])
    }

    @Test(arguments: [
        (
            #"{ "parse": { "in": "script", "as": "json" } }"#, "<p>\n</p><script>\n{\"a\":\n1,}</script>",
            "page:4: error: not JSON: expected a value after the comma, found \"}\""
        ),
        (
            #"{ "parse": { "in": "p", "attribute": "x", "as": "json" } }"#, "\n\n<p\nx='{\n\n'>",
            "page:3: error: not JSON: expected a key in double quotes, found the end of the text"
        ),
        (
            #"{ "parse": { "in": "script", "as": "xml" } }"#, "<script>\n<a>\n&x;</a></script>",
            "page:3: warning: xml: the entity &x; is unknown: read as text"
        ),
        (
            #"{ "parse": { "in": "script", "as": "xml" } }"#, "\n<script>\nx</script>",
            "page:2: error: not XML: there is no element"
        ),
        (
            #"{ "parse": { "in": "pre", "as": "csv" } }"#, "<pre>a\n\n\"1</pre>",
            "page:3: error: csv: a quoted cell does not end: read without its quote, up to the next separator"
        ),
        (
            #"{ "parse": { "in": "p", "attribute": "x", "as": "json" } }"#, "<p>a</p><p>",
            "page:1:1: warning: none of the 2 elements that match has the attribute \"x\""
        ),
    ])
    func whatCannotBeParsedIsReportedWithThePagesLine(
        _ parse: String,
        _ page: String,
        _ message: String
    ) throws {
        let rules = #"{ "prepare": [\#(parse)], "records": { "R": { "fields": { "x": { "value": 1 } } } } }"#
        #expect(try scrape(rules, page).messages.first == message)
    }

    /// A text that cannot be parsed into the tree stays unchanged.
    @Test func whatCannotBeParsedStays() throws {
        let parse = #"{ "parse": { "in": "p", "as": "json" } }"#
        #expect(
            try read("html", parse, "p", "<p>{</p><p>[1]</p>") == [
                "{", "1",
                "page:1: error: not JSON: expected a key in double quotes, found the end of the text",
            ]
        )
    }

    @Test func linesAreThePages() throws {
        let page =
            "<!DOCTYPE html>\n<script id=a>\nx = {\n\n  k: {\n n: 'z' } }</script><p d='{\"k\":{\"n\":1}}'>"
        let rules = """
            { "prepare": [{ "parse": { "in": "script", "as": "json", "after": "x =" } },
              { "parse": { "in": "p", "attribute": "d", "as": "json" } }],
              "records": { "R": { "each": "k", "fields": { "n": { "select": "> n", "type": "date" }, "m": { "value": 1 } } } } }
            """
        #expect(
            try scrape(rules, page).messages == [
                #"page:6: error: R.n (`> n`): "z" is not a date in ISO 8601"#,
                #"page:6: error: R.n (`> n`): "1" is not a date in ISO 8601"#,
            ]
        )
    }

    /// Content that a browser does not show is not part of the page's text, however it is read.
    @Test func parsedAttributesAndScriptsAreNoTextOfThePage() throws {
        let page = #"<body>a<script>{"k":"hidden"}</script><p d='{"k":"hidden"}'>b</p><i>c</i>"#
        let rules = """
            { "prepare": [{ "parse": { "in": "script", "as": "json" } },
              { "parse": { "in": "p", "attribute": "d", "as": "json" } }],
              "records": { "R": { "fields": { "text": { "select": "body", "type": "text" }, "k": { "select": "k", "type": ["string"] } } } } }
            """
        #expect(try scrape(rules, page).lines == [#"{"@type":"R","text":"a\nb\nc","k":["hidden","hidden"]}"#])
    }

    @Test(arguments: [
        (#"{ "in": "p" }"#, #"expected "as" in parse"#),
        (#"{ "in": "p", "as": "jsn" }"#, #"unknown source "jsn""#),
        (#"{ "in": "p", "as": { "csv": { "sep": ";" } } }"#, #"unknown key "sep" in csv"#),
        (#"{ "in": "p", "as": "html", "after": "x" }"#, #""after" is for json, not for html"#),
        (
            #"{ "in": "p", "as": "json", "attribute": "" }"#,
            "expected a text for \"attribute\" in parse, found an empty one"
        ),
        (#"{ "in": "p::text", "as": "json" }"#, "in chooses elements; ::text takes something of them"),
        (#"{ "in": "p", "as": "json", "befor": "x" }"#, #"unknown key "befor" in parse"#),
    ])
    func wrongArgumentsAreReported(_ arguments: String, _ message: String) {
        let rules =
            #"{ "prepare": [{ "parse": \#(arguments) }], "records": { "R": { "fields": { "x": "y" } } } }"#
        let first = errors(rules).split(separator: "\n").first.map(String.init) ?? "no error"
        #expect(first.hasSuffix("error: \(message)"), "\(first)")
    }

    @Test func deepDataIsParsedAndFreed() throws {
        let depth = 100_000
        let array = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        let xml = String(repeating: "<a>", count: depth) + "2" + String(repeating: "</a>", count: depth)
        let rules = """
            { "prepare": [{ "parse": { "in": "#j", "as": "json" } }, { "parse": { "in": "#x", "as": "xml" } }],
              "records": { "R": { "fields": { "j": "#j > json", "x": "#x > a" } } } }
            """
        let page = "<script id=j>\(array)</script><script id=x>\(xml)</script>"
        #expect(try scrape(rules, page).lines == [#"{"@type":"R","j":"1","x":"2"}"#])
    }
}
