import Records
import RulesTestSupport
import Scraping
import Testing

/// The data in a page's scripts.
@Suite struct InlineDataTests {
    private static func records(_ page: String, _ each: String) throws -> Outcome {
        try scrape(
            #"{ "source": "inline-data", "records": { "R": { "each": "\#(each)", "fields": { "x": { "select": "> x", "type": "json" } } } } }"#,
            page
        )
    }

    @Test(arguments: [
        (
            #"<script id="__NEXT_DATA__" type="application/json">{"x": [1, 2.50, null]}</script>"#,
            "__NEXT_DATA__", "[1,2.50,null]"
        ),
        (#"<script type="application/json" data-target="app.main">{"x": 1}</script>"#, #"app\\.main"#, "1"),
        (#"<script type="application/json" data-page>{"x": 1}</script>"#, "page", "1"),
        (#"<script type="application/json">{"x": 1}</script>"#, "json", "1"),
        ("<script>window.state = {x: 'a\\u0062', /* c */ y: !0,};</script>", "state", #""ab""#),
        (#"<script>window["__A__"]={"x":{"y":1}}</script>"#, "__A__", #"{"y":1}"#),
        ("<script>var a = 1, state = {x: 7}</script>", "state", "7"),
        ("<script>state = {/**/x:/* a *//*/ x: 2 */7/***/}</script>", "state", "7"),
        ("<script>// state = {x: 1}\n/* state = {x: 2} */ state = {x: 7}</script>", "state", "7"),
        ("<script>a = 8 / 2; state = {x: 7}; b = 8 / 2 / 2;</script>", "state", "7"),
        ("<script>const s={x:1}\nif(a==b){c()}</script>", "s", "1"),
        ("<script>App.data.page = {x: 3};</script>", "page", "3"),
        (#"<script>self.s = JSON.parse("{\"x\": [\"\\u00e4\"]}")</script>"#, "s", #"["ä"]"#),
        ("<script>(function(){ window.s = {x: 1} })()</script>", "s", "1"),
        // A template literal has lines, a string ends with its line, and an escaped quotation mark does not end it.
        ("<script>var t = `a\nwindow.s = {x: 2}`; window.s = {x: 1}</script>", "s", "1"),
        ("<script>var t = \"a\nwindow.s = {x: 1}</script>", "s", "1"),
        ("<script>var t = 'a\\' window.s = {x: 2}'; window.s = {x: 1}</script>", "s", "1"),
        ("<script>var t = \"window.s = {x: 2}\"; // window.s = {x: 3}\nwindow.s = {x: 1}</script>", "s", "1"),
        ("<script>(window.q = window.q || []).push(1); window.q.push({x: 4})</script>", "q", "4"),
        (
            "<script>window.__NUXT__=(function(a,b){return {x:[a,{a:b}],y:\"a\"}}(1,\"v,)\"))</script>",
            "__NUXT__", #"[1,{"a":"v,)"}]"#
        ),
        ("<script>window.__NUXT__=(function(a){return {x:a}})(null);</script>", "__NUXT__", "null"),
        ("<script>window.s = (function(a){a.b = 1; return {x: a}}({}))</script>", "s", #"{"b":1}"#),
        (
            #"<script type="application/json" id="__NUXT_DATA__">[["Reactive",1],{"x":2,"y":3},[4,5,-1,5],"t",7,["Date","2018-05-28"]]</script>"#,
            "__NUXT_DATA__", #"[7,"2018-05-28",null,"2018-05-28"]"#
        ),
        (
            #"<script>self.__next_f.push([1,"0:[\"$\",\"a\",null,{\"x\":\"$$5\"}]\n"])</script>"#,
            "__next_f > item:last-child", #""$5""#
        ),
        (
            #"<script>self.__next_f=self.__next_f||[]</script><script>self.__next_f.push([0]);self.__next_f.push([1,"a:{\"x\":\"$b\"}\nb:T4,ä\n1"])</script>"#,
            "__next_f", #""ä\n1""#
        ),
    ])
    func chunks(_ page: String, _ each: String, _ value: String) throws {
        let outcome = try InlineDataTests.records(page, each)
        let x = value == "null" ? #"{"@type":"R"}"# : #"{"@type":"R","x":\#(value)}"#
        if value == "null" {
            #expect(outcome.records.isEmpty)
        } else {
            #expect(outcome.lines == [x])
            #expect(outcome.messages == [])
        }
    }

    @Test(arguments: [
        "<script>function f() { var s = {x: 1} }</script>", "<script>window.s = {x: f()}</script>",
        "<script>window.s = {}</script>", "<script>a == {x: 1}; b => {x: 1}; c += {x: 1}</script>",
        #"<script type="application/ld+json">{"x": 1}</script>"#,
        #"<script type="text/template">window.s = {x: 1}</script>"#,
        "<script>window.s = 'unfinished {x: 1}", "<script>window.s = {x: 1",
        "<script>window.s = (function(a){return {x:",
    ])
    func whatIsNoData(_ page: String) throws {
        let outcome = try InlineDataTests.records(page, "s, x, json")
        #expect(outcome.records.isEmpty)
    }

    @Test(arguments: [
        (
            #"<p><script type="application/json" id="a">{"x": }</script>"#,
            "page:1: warning: a is not JSON and is left out: expected a value, found \"}\""
        ),
        (
            #"<script type="application/json" id="__NUXT_DATA__">[[0]]</script>"#,
            "page:1: warning: __NUXT_DATA__ refers to itself, or is nested too deep, and is left out"
        ),
        (
            "<script>window.s = (function(a){a.b(); return {x: a}}({}))</script>",
            "page:1: warning: s is computed by code, which is not run; it is left out"
        ),
        (
            "<script>\na = {\ny: 1};\n\nwindow.s = (function(a){a.b(); return {x: a}}({}))</script>",
            "page:5: warning: s is computed by code, which is not run; it is left out"
        ),
    ])
    func whatIsLeftOutIsReported(_ page: String, _ message: String) throws {
        #expect(
            try InlineDataTests.records(page + "<script>window.t = {x: 1}</script>", "t").messages.first
                == message
        )
    }

    /// References are followed 256 levels deep.
    @Test(arguments: [(256, true), (257, false)]) func deepReferences(_ depth: Int, _ isRead: Bool) throws {
        let chain = (1...depth).map { "[\($0)]" }.joined(separator: ",")
        let page = #"<script id="__NUXT_DATA__" type="application/json">[\#(chain),"x"]</script>"#
        let found = try InlineDataTests.records(page, "inline-data")
        #expect(found.messages.contains { $0.contains("refers to itself, or is nested too deep") } == !isRead)
    }

    /// As deep as JSON is read: in 511 lists, and the row's object.
    @Test func deepRows() throws {
        let (start, end) = (String(repeating: "[", count: 511), String(repeating: "]", count: 511))
        let row = #"1:T3,abc0:{\"x\":\#(start)\"$1\"\#(end)}\n"#
        let found = try InlineDataTests.records(
            "<script>self.__next_f.push([1,\"\(row)\"])</script>",
            "__next_f"
        )
        let text = found.records.first?["x"].map { JSONWriter.compact($0) } ?? ""
        #expect(text.contains("\"abc\""), "\(found.messages)")
    }

    /// Rows that refer to each other are put in their places up to a depth, to which lists and references count.
    @Test(arguments: [(256, true), (257, false)]) func chainsOfRows(_ count: Int, _ isRead: Bool) throws {
        let rows =
            #"0:{\"x\":\"$1\"}\n"#
            + (1..<count).map { #"\#(String($0, radix: 16)):[\"$\#(String($0 + 1, radix: 16))\"]\n"# }
            .joined()
            + #"\#(String(count, radix: 16)):[\"end\"]\n"#
        let page = "<script>self.__next_f.push([1,\"\(rows)\"])</script>"
        let found = try Self.records(page, "__next_f")
        let text = found.records.first?["x"].map { JSONWriter.compact($0) } ?? ""
        #expect(text.contains("end") == isRead, "\(found.messages) \(text)")
    }

    /// Values that references add are counted for the whole page; what would be more is left out, and reported.
    @Test(
        arguments: [
            // Three rows with a reference to a list of ten values, and one without.
            (33, 4, nil),
            (32, 3, "1 row of __next_f left out: references in the page's scripts add more than 32 values"),
            (10, 1, "3 rows of __next_f left out: references in the page's scripts add more than 10 values"),
        ] as [(Int, Int, String?)]
    )
    func referencesAreBounded(_ growth: Int, _ count: Int, _ message: String?) throws {
        let rows =
            #"1:[1,2,3,4,5,6,7,8,9,0]\n"# + (2...4).map { #"\#($0):{\"x\":\"$1\"}\n"# }.joined()
            + #"5:{\"x\":1}\n"#
        let page = "<script>self.__next_f.push([1,\"\(rows)\"])</script>"
        let rules =
            #"{ "source": "inline-data", "records": { "R": { "each": "__next_f", "fields": { "x": { "select": "> x", "type": "json" } } } } }"#
        var limits = Limits()
        limits.growth = growth
        let outcome = try load(rules).scrape(
            Page(name: "page", bytes: Array(page.utf8), encoding: .utf8),
            limits: limits
        )
        #expect(outcome.records.count == count, "\(outcome.diagnostics)")
        #expect(!outcome.records.contains { $0["x"] == "$1" })
        #expect(
            outcome.diagnostics.first.map { "\($0.message)" }?.hasPrefix(message ?? "-") ?? (message == nil)
        )
    }

    /// The scripts of a page share the bound.
    @Test(arguments: [(4, 2), (3, 1), (1, 0)]) func listsOfReferencesAreBounded(
        _ growth: Int,
        _ count: Int
    ) throws {
        // The list has three elements, and the value five parts.
        let script = #"<script type="application/json" id="__NUXT_DATA__">[{"x":1},[2,2,2],7]</script>"#
        let rules =
            #"{ "source": "inline-data", "records": { "R": { "each": "__NUXT_DATA__", "fields": { "x": { "select": "> x", "type": "json" } } } } }"#
        var limits = Limits()
        limits.growth = growth
        let page = Page(name: "page", bytes: Array((script + script).utf8), encoding: .utf8)
        let outcome = try load(rules).scrape(page, limits: limits)
        #expect(outcome.records.count == count)
        let lost = outcome.diagnostics.filter {
            $0.message.hasPrefix("__NUXT_DATA__ is left out: references in")
        }
        #expect(lost.count == 2 - count)
    }

    @Test func ofAPart() throws {
        let rules = #"""
            { "prepare": [{ "inline-data": "article" }],
              "records": { "R": { "each": "article", "fields": { "a": "h1", "b": "inline-data > s > x", "text": "::text" } } } }
            """#
        let page =
            "<script>window.s = {x: 0}</script><article><h1>A</h1><script>\n\nwindow.s = {x: 1}</script></article>"
        #expect(try scrape(rules, page).lines == [#"{"@type":"R","a":"A","b":"1","text":"A"}"#])
    }

    @Test func theBaseOfLinkedDataIsSeenFromThePagesAddress() throws {
        for (page, base) in [
            ("<p>", "https://a.example/b/c"), ("<base href='../d/'>", "https://a.example/d/"),
        ] {
            let source = try scrape(
                #"{ "source": "linked-data", "records": { "R": { "fields": { "x": "::attr(base)" } } } }"#,
                page,
                url: "https://a.example/b/c"
            )
            #expect(source.records.first?["x"]?.text == base)
            let preparation = try scrape(
                #"{ "prepare": [{ "linked-data": "html" }], "records": { "R": { "fields": { "x": "linked-data::attr(base)" } } } }"#,
                page,
                url: "https://a.example/b/c"
            )
            #expect(preparation.records.first?["x"]?.text == base)
        }
    }
}
