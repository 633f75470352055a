import DOM
import Records
import RulesTestSupport
import Scraping
import Testing

@testable import Sources

/// The source `linked-data`: a page's data about itself in JSON-LD, microdata and meta properties.
@Suite struct LinkedDataTests {
    /// The values that a selector extracts from a page's linked data, and the diagnostics.
    private func read(
        _ select: String,
        _ page: String,
        url: String? = nil,
        growth: Int = Limits().growth
    ) throws -> [String] {
        let rules = #"""
            { "source": "linked-data",
              "records": { "R": { "fields": { "x": { "select": "\#(select)", "type": ["text"] } } } } }
            """#
        var limits = Limits()
        limits.growth = growth
        let outcome = try scrape(rules, page, url: url, limits: limits)
        return (outcome.records.first?["x"]?.list?.map(\.text) ?? [])
            + outcome.messages.filter { $0 != "page: error: the page has no records" }
    }

    private func script(_ json: String) -> String { "<script type=\"application/ld+json\">\(json)</script>" }

    // MARK: - JSON-LD

    @Test(arguments: [
        ("Recipe > name", #"{"@type":"Recipe","name":"N"}"#, ["N"]),
        (
            "Recipe > recipeIngredient",
            #"{"@type":"Recipe","recipeIngredient":["a",["b"],{"@list":["c"]}]}"#, ["a", "b", "c"]
        ),
        ("Recipe > name", #"[{"@type":"Thing","name":"T"},{"@type":"Recipe","name":"N"}]"#, ["N"]),
        ("Recipe > name", #"{"@context":"x","@graph":[{"@type":"Recipe","name":"N"}]}"#, ["N"]),
        (
            "Recipe > name, WebPage > name",
            #"{"@type":"WebPage","name":"W","@graph":{"@type":"Recipe","name":"N"}}"#, ["W", "N"]
        ),
        (
            "linked-data > Recipe > name", #"{"@type":"WebPage","mainEntity":{"@type":"Recipe","name":"N"}}"#,
            ["N"]
        ),
        (
            "WebPage > mainEntity > name", #"{"@type":"WebPage","mainEntity":{"@type":"Recipe","name":"N"}}"#,
            ["N"]
        ),
        (
            "Recipe::attr(types)",
            #"{"@type":["https://schema.org/Recipe","schema:NewsArticle","Thing/"],"a":1}"#,
            ["Recipe NewsArticle Thing"]
        ),
        ("linked-data > [types~=Recipe] > a", #"{"@type":["NewsArticle","Recipe"],"a":1}"#, ["1"]),
        ("Recipe::attr(id)", ##"{"@type":"Recipe","@id":"#r","a":1}"##, ["#r"]),
        ("Recipe::attr(syntax)", #"{"@type":"Recipe","a":1}"#, ["json-ld"]),
        (
            "Recipe > *::attr(type)", #"{"@type":"Recipe","a":1,"b":true,"c":"x","d":{"e":1},"f":null}"#,
            ["number", "boolean", "string", "object"]
        ),
        (
            "Recipe > name[lang=de]",
            #"{"@type":"Recipe","name":[{"@value":"A","@language":"en"},{"@value":"B","@language":"de"}]}"#,
            ["B"]
        ),
        (
            "Recipe > name",
            #"{"http://schema.org/name":"x","schema:name":"y","@type":"Recipe","dc:name":"z"}"#, ["x", "y"]
        ),
        (#"Recipe > dc\\:name"#, #"{"@type":"Recipe","dc:name":"z"}"#, ["z"]),
        ("Thing > name", #"{"name":"N","author":{"name":"A"}}"#, ["N"]),
        ("author > name", #"{"@type":"Recipe","author":{"name":"A"}}"#, ["A"]),
        ("Recipe > a", #"{"@type":"Recipe","a":1.50}"#, ["1.50"]),
        ("Recipe > a", #"{"@type":"Recipe","a":"x\ny  z"}"#, ["x\ny  z"]),
        ("Recipe > *::name", #"{"@type":"Recipe","@reverse":{"x":1},"@context":{"y":1},"z":1}"#, ["z"]),
    ])
    func nodesBecomeElements(_ select: String, _ json: String, _ values: [String]) throws {
        #expect(try read(select, script(json)) == values)
    }

    @Test(arguments: [
        // A reference is replaced by its target, even if that is in another block.
        (
            "Recipe > author > name",
            ##"{"@graph":[{"@type":"Recipe","author":{"@id":"#a"}},{"@type":"Person","@id":"#a","name":"A"}]}"##,
            ["A"]
        ),
        (
            "Recipe > author > name",
            ##"{"@type":"Recipe","author":{"@type":"Person","@id":"#a"}}</script><script type=application/ld+json>{"@id":"#a","name":"A"}"##,
            ["A"]
        ),
        // Two levels deep, without cycles.
        (
            "A > b > c > d > n",
            ##"[{"@type":"A","b":{"@id":"b"}},{"@id":"b","c":{"@id":"c"}},{"@id":"c","n":1,"d":{"@id":"d"}},{"@id":"d","n":2}]"##,
            []
        ),
        (
            "A > b > c > n",
            ##"[{"@type":"A","b":{"@id":"b"}},{"@id":"b","c":{"@id":"c"}},{"@id":"c","n":1}]"##, ["1"]
        ),
        ("A a::attr(id)", ##"{"@type":"A","@id":"x","a":{"@id":"x"}}"##, ["x"]),
        ("A > b::attr(id)", ##"{"@type":"A","b":{"@id":"nowhere"}}"##, ["nowhere"]),
        ("linked-data > Person", ##"{"@type":"Recipe","author":{"@type":"Person","@id":"nowhere"}}"##, []),
    ])
    func referencesAreFollowed(_ select: String, _ json: String, _ values: [String]) throws {
        #expect(try read(select, script(json)) == values)
    }

    @Test(arguments: [
        (
            "{\"@type\":\"R\",\"a\":\"x\ny\"}",
            ["x\ny", "1: warning: JSON-LD: unescaped line end in a string: repaired"]
        ),
        (
            "{\"@type\":\"R\",\"a\":\"x\ty\"}",
            ["x\ty", "1: warning: JSON-LD: unescaped control character in a string: repaired"]
        ),
        (
            "{\"@type\":\"R\",\"a\":\"x\n\ny\",\n\"b\":\"\n\"}",
            ["x\ny", "1: warning: JSON-LD: unescaped line end in a string (3 times): repaired"]
        ),
        (
            "{\"@type\":\"R\",\"a\":[\"x\",],}",
            [
                "x",
                "1: warning: JSON-LD: expected a value after the comma, found \"]\": repaired",
                "1: warning: JSON-LD: expected a value after the comma, found \"}\": repaired",
            ]
        ),
        (
            "{\"@type\":\"R\",,\"a\":[,1]}",
            [
                "1",
                "1: warning: JSON-LD: expected a value after the comma, found another comma (2 times): repaired",
            ]
        ),
        (
            "{\"@type\":\"R\",\"a\":\"x\"};",
            ["x", "1: warning: JSON-LD: stray punctuation after the JSON: ignored"]
        ),
        (
            "{\"@type\":\"R\",\"a\":\"x\"}}]",
            ["x", "1: warning: JSON-LD: stray punctuation after the JSON: ignored"]
        ),
        (
            "{\"@type\":\"R\",\"a\":[\"x\"",
            [
                "x", "1: warning: JSON-LD: the text ends within an array: repaired",
                "1: warning: JSON-LD: the text ends within an object: repaired",
            ]
        ),
        (
            "{\"@type\":\"R\",\"a\":1}{\"@type\":\"R\",\"a\":2}",
            ["1", "2", "1: warning: JSON-LD: a second value follows the first"]
        ),
        (
            "<!--\n{\"@type\":\"R\",\"a\":1}\n-->",
            ["1", "1: warning: JSON-LD: the script is wrapped in a comment or CDATA section"]
        ),
        (
            "\n//<![CDATA[\n{\"@type\":\"R\",\"a\":1}\n//]]>",
            [
                "1", "2: warning: JSON-LD: comments are not allowed in JSON data: repaired",
                "4: warning: JSON-LD: the script is wrapped in a comment or CDATA section",
            ]
        ),
        (
            "/* x */{\"@type\":\"R\",\"a\":1}",
            ["1", "1: warning: JSON-LD: comments are not allowed in JSON data: repaired"]
        ),
        (
            "{&quot;@type&quot;:&quot;R&quot;,&quot;a&quot;:&quot;x &amp;amp; y&quot;}",
            ["x &amp; y", "1: warning: JSON-LD: the script is escaped as if it were HTML"]
        ),
        (
            "{\"@type\":\"R\",\"a\":,\"b\":}",
            ["1: warning: JSON-LD: a key has no value (2 times): repaired"]
        ),
        (
            "{\"@type\":\"R\",\"a\":\"it\\'s\"}",
            ["it's", "1: warning: JSON-LD: invalid escape sequence \\': repaired"]
        ),
        (
            "{\"@type\":\"R\",\"a\":007}",
            ["007", "1: warning: JSON-LD: invalid number 007: repaired"]
        ),
        (
            "{'@type':'R',a:'x'}",
            [
                "x",
                "1: warning: JSON-LD: expected double quotes, found single quotes (3 times): repaired",
                "1: warning: JSON-LD: expected a key in double quotes, found a: repaired",
            ]
        ),
        (
            "{\"@type\":\"R\" \"a\":1}",
            ["1", "1: warning: JSON-LD: expected a comma or \"}\", found a quote: repaired"]
        ),
        ("\u{FEFF}{\"@type\":\"R\",\"a\":1}", ["1"]),
        ("", []),
        (" \n ", []),
    ])
    func brokenJSONIsReadWhereItIsPlain(_ json: String, _ values: [String]) throws {
        let expected = values.map { $0.contains(": warning: ") ? "page:" + $0 : $0 }
        #expect(try read("R > a", script(json)) == expected)
    }

    @Test(arguments: [
        (
            "\n{\"@type\":\"R\",\"a\":\"he said \"yes\" to it\"}",
            "2: warning: JSON-LD: expected a comma or \"}\", found \"y\": left out"
        ),
        ("{\"@type\":\"R\",\"a\":yes}", "1: warning: JSON-LD: expected a value, found yes: left out"),
        ("{\"@type\":\"R\",\"a\":\"x", "1: warning: JSON-LD: unterminated string: left out"),
        ("{{ template }}", "1: warning: JSON-LD: expected a key in double quotes, found \"{\": left out"),
        ("undefined", "1: warning: JSON-LD: expected a value, found undefined: repaired"),
    ])
    func whatIsNotPlainIsLeftOutAndAllElseIsRead(_ json: String, _ message: String) throws {
        let page = script(json) + script(#"{"@type":"R","a":"good"}"#)
        #expect(try read("R > a", page) == ["good", "page:" + message])
    }

    @Test(arguments: [
        ("application/ld+json", true), ("APPLICATION/LD+JSON; charset=utf-8", true),
        (" application/ld+json ", true),
        ("application/json", false), ("text/javascript", false),
    ])
    func scriptsAreKnownByTheirType(_ type: String, _ isRead: Bool) throws {
        let page = "<script type=\"\(type)\">{\"@type\":\"R\",\"a\":1}</script>"
        #expect(try read("R > a", page) == (isRead ? ["1"] : []))
    }

    @Test func linesAreThePages() throws {
        let page =
            "<!DOCTYPE html>\n<p>\n<script type='application/ld+json'>\n{ \"@type\": \"R\",\n\n \"d\": \"x\" }</script>"
        let rules = """
            { "source": "linked-data", "records": { "R": { "each": "R", "fields": {
              "d": { "select": "> d", "type": "date" }, "e": { "value": 1 } } } } }
            """
        #expect(
            try scrape(rules, page).messages == [
                #"page:6: error: R.d (`> d`): "x" is not a date in ISO 8601"#
            ]
        )
    }

    // MARK: - Microdata

    @Test(arguments: [
        (
            "R > n", "<div itemscope itemtype='https://schema.org/R'><b itemprop=n>a <i>b</i><br>c</b></div>",
            ["a b\nc"]
        ),
        (
            "R > n",
            "<div itemscope itemtype='https://schema.org/R'><meta itemprop=n content=m><link itemprop=n href=l></div>",
            ["m", "l"]
        ),
        (
            "R > n",
            "<div itemscope itemtype='R'><a itemprop=n href=u>t</a><img itemprop=n src=i><object itemprop=n data=o></object></div>",
            ["u", "i", "o"]
        ),
        (
            "R > n",
            "<div itemscope itemtype='R'><time itemprop=n datetime=PT1H>x</time><time itemprop=n>y</time><data itemprop=n value=1>z</data><meter itemprop=n value=2></meter></div>",
            ["PT1H", "y", "1", "2"]
        ),
        (
            "R > n",
            "<div itemscope itemtype='R'><span itemprop=n content=c>x</span><a itemprop=n>y</a></div>",
            ["c", "y"]
        ),
        ("R > n, R > m", "<div itemscope itemtype='R'><b itemprop='n m'>x</b></div>", ["x", "x"]),
        (
            "R > a > n",
            "<div itemscope itemtype='R'><p itemprop=a itemscope itemtype='P'><b itemprop=n>x</b></p></div>",
            ["x"]
        ),
        (
            "P > n",
            "<div itemscope itemtype='R'><p itemprop=a itemscope itemtype='P'><b itemprop=n>x</b></p></div>",
            ["x"]
        ),
        (
            "R > n",
            "<div itemscope itemtype='R'><p itemscope itemtype='P'><b itemprop=n>x</b></p><b itemprop=n>y</b></div>",
            ["y"]
        ),
        (
            "R > *::name", "<div itemscope itemtype='R'><b itemprop=a><i itemprop=b>x</i></b></div>",
            ["a", "b"]
        ),
        (
            "R::attr(id)",
            "<div itemscope itemtype='http://x/R http://x/S' itemid='urn:1'><b itemprop=a>x</b></div>",
            ["urn:1"]
        ),
        (
            "R::attr(types)", "<div itemscope itemtype='http://x/R http://x/S'><b itemprop=a>x</b></div>",
            ["R S"]
        ),
        ("R::attr(syntax)", "<div itemscope itemtype='R'><b itemprop=a>x</b></div>", ["microdata"]),
        ("Thing > n", "<div itemscope><b itemprop=n>x</b></div>", ["x"]),
        ("n", "<b itemprop=n>x</b>", []),
        (
            "R > n",
            "<div itemscope itemtype='R' itemref='a b nowhere'></div><p id=a itemprop=n>x</p><div id=b><i itemprop=n>y</i></div>",
            ["x", "y"]
        ),
        ("R > n", "<div id=s itemscope itemtype='R' itemref='s i'><b itemprop=n id=i>x</b></div>", ["x"]),
        (
            "R > a::attr(types)",
            "<div id=s itemscope itemtype='R' itemref=t></div><p id=t itemprop=a itemscope itemtype='P' itemref=s><b itemprop=n>x</b></p>",
            ["P"]
        ),
    ])
    func itemsBecomeElements(_ select: String, _ page: String, _ values: [String]) throws {
        #expect(try read(select, page) == values)
    }

    /// The elements that are visited for `itemref` are at most four times those of the page: here each item visits 8 of
    /// 11 and the number of items.
    @Test(arguments: [(11, false), (12, true)])
    func referencesAreBounded(_ count: Int, _ isTooMuch: Bool) throws {
        let page =
            "<div id=x>" + String(repeating: "<p itemprop=a>x</p>", count: 7) + "</div>"
            + String(repeating: "<div itemscope itemtype=R itemref=x></div>", count: count)
        let values = try read("R > a", page)
        let message =
            "page:1:1: warning: items refer to so much of the page (itemref) that not all of it is read"
        #expect(
            values.contains { $0.hasSuffix("not all of it is read") } == isTooMuch,
            "\(values.last ?? message)"
        )
        #expect(values.count { $0 == "x" } == (isTooMuch ? 11 * 7 + 3 : 11 * 7))
    }

    // MARK: - RDFa

    @Test(arguments: [
        (
            "R > n", "<div vocab='https://schema.org/' typeof=R><b property=n>a <i>b</i><br>c</b></div>",
            ["a b\nc"]
        ),
        (
            "R > n",
            "<div vocab='https://schema.org/' typeof=R><meta property=n content=m><a property=n href=u>t</a><img property=n src=i><time property=n datetime=PT1H>x</time><time property=n>y</time></div>",
            ["m", "u", "i", "PT1H", "y"]
        ),
        ("R > n, R > m", "<div vocab=v typeof=R><b property='n m'>x</b></div>", ["x", "x"]),
        ("R::attr(types)", "<div vocab=v typeof='R http://x/S'><b property=a>x</b></div>", ["R S"]),
        ("R::attr(syntax)", "<div vocab=v typeof=R><b property=a>x</b></div>", ["rdfa"]),
        ("R::attr(id)", "<div vocab=v typeof=R resource='#r'><b property=a>x</b></div>", ["#r"]),
        ("R::attr(id)", "<div vocab=v typeof=R about=' #r '><b property=a>x</b></div>", ["#r"]),
        ("R > a > n", "<div vocab=v typeof=R><p property=a typeof=P><b property=n>x</b></p></div>", ["x"]),
        ("P > n", "<div vocab=v typeof=R><p property=a typeof=P><b property=n>x</b></p></div>", ["x"]),
        (
            "R > n", "<div vocab=v typeof=R><p typeof=P><b property=n>x</b></p><b property=n>y</b></div>",
            ["y"]
        ),
        // The value of a property with content is that, whatever is described within it.
        (
            "R > a, P > n",
            "<div vocab=v typeof=R><p property=a content=c typeof=P><b property=n>x</b></p></div>",
            ["c", "x"]
        ),
        // What is described elsewhere, and what is not described at all.
        (
            "R > a > n",
            "<div vocab=v typeof=R><p property=a resource='#p'></p></div><div vocab=v typeof=P resource='#p'><b property=n>x</b></div>",
            ["x"]
        ),
        (
            "R > a", "<div vocab=v typeof=R><p property=a resource='https://x.example/'></p></div>",
            ["https://x.example/"]
        ),
        (
            "R > a > n", "<div vocab=v typeof=R><p property=a resource='#p'><b property=n>x</b></p></div>",
            ["x"]
        ),
        ("R > n", "<div vocab=v typeof=R><p about='#p'><b property=n>x</b></p></div>", []),
        ("Thing > n", "<div vocab=v about='#p' property=n>x</div>", ["x"]),
        // Prefixes.
        ("R > n", "<div typeof='schema:R'><b property='schema:n'>x</b></div>", ["x"]),
        ("R > n", "<div prefix='s: http://schema.org/' typeof='s:R'><b property='s:n'>x</b></div>", ["x"]),
        (
            #"R > s\\:n"#, "<div prefix='s: http://x.example/' typeof='s:R'><b property='s:n'>x</b></div>",
            ["x"]
        ),
        (
            "R > n",
            "<div prefix='schema: http://x.example/ s: https://schema.org/'><p typeof='s:R'><b property='s:n'>x</b></p></div>",
            ["x"]
        ),
        ("R > n", "<div typeof='https://schema.org/R'><b property='https://schema.org/n'>x</b></div>", ["x"]),
        // Names without a prefix need a vocabulary.
        ("R > *, R", "<div typeof=R><b property=n>x</b></div>", []),
        (
            "R > n", "<div vocab=v><div vocab=''><p vocab=v typeof=R><b property=n>x</b></p></div></div>",
            ["x"]
        ),
        ("R > n", "<div vocab=v typeof=R><p vocab=''><b property=n>x</b></p></div>", []),
        ("R > n", "<div vocab=v typeof=R></div><b property=n>x</b>", []),
        // Open Graph outside of a thing is for the head.
        (
            "meta > *::name, Thing > *::name",
            "<html prefix='og: https://ogp.me/ns#'><meta property='og:title' content=x resource=r></html>",
            ["og:title"]
        ),
    ])
    func thingsBecomeElements(_ select: String, _ page: String, _ values: [String]) throws {
        #expect(try read(select, page) == values)
    }

    /// A page may say the same in several formats, on the same elements.
    @Test func allFormatsAreReadInThePagesOrder() throws {
        let page =
            "<div itemscope itemtype=M vocab=v typeof=D><b itemprop=n property=n>x</b></div>"
            + script(#"{"@type":"J","n":"y"}"#)
        #expect(try read("linked-data > * > n", page) == ["x", "x", "y"])
        #expect(try read("linked-data > *::attr(syntax)", page) == ["microdata", "rdfa", "json-ld"])
    }

    /// Adjacent elements in a value, which pages show apart without white space between them.
    @Test(arguments: [
        ("<span>2</span><span>cups</span> <i>m</i><i>ilk</i>", "2 cups milk"),
        ("<span>2</span>cups <b>m</b>ilk", "2 cups milk"),
        (
            "<span>2</span><span>%</span>, <span>(</span><span>8</span><span>oz</span><span>)</span>",
            "2%, (8 oz)"
        ),
        ("<span>2</span><span>(8 oz)</span><a href=x>tins</a>", "2 (8 oz) tins"),
        ("1<sup>1</sup>/<sub>2</sub> cups", "1 1/2 cups"), ("10<sup>2</sup> x<sup>1</sup>/2", "102 x1/2"),
        ("<span>Salt</span><span>, fine</span>", "Salt, fine"),
        ("<span><b>2</b></span><span>eggs</span>", "2 eggs"),
        ("a<span>b</span>c", "abc"), ("<span>½</span><span>cup</span>", "½ cup"),
        ("<span>a</span><!-- --><span>b</span>", "ab"), ("<span>a</span><img><span>b</span>", "ab"),
        ("<span></span><span>a</span>", "a"), ("<span>a</span><span> </span><span>b</span>", "a b"),
    ])
    func partsOfAValueAreApart(_ value: String, _ text: String) throws {
        #expect(try read("R > n", "<div itemscope itemtype=R><p itemprop=n>\(value)</p></div>") == [text])
        #expect(try read("R > n", "<div vocab=v typeof=R><p property=n>\(value)</p></div>") == [text])
    }

    // MARK: - The head

    private static let head = """
        <html lang=" pt-BR "><head><title>T &amp; U</title><base href="https://x.example/a/">
        <meta property="og:title" content="OG"><meta property="og:image" content="1"><meta property="og:image" content="2">
        <meta name="Description" content="D"><meta name="twitter:card" content=""><meta http-equiv=x content=y>
        <link rel="canonical" href="c"><link rel="alternate" hreflang=de href=de><link rel="Alternate" type="application/rss+xml" href=rss>
        <link rel="shortcut icon" href=i></head><svg><title>S</title></svg></html>
        """

    @Test(arguments: [
        ("::attr(lang)", ["pt-BR"]), ("linked-data > title", ["T & U"]), (#"meta > og\\:title"#, ["OG"]),
        (#"meta > og\\:image"#, ["1", "2"]), ("meta > description", ["D"]),
        ("meta > *::name", ["og:title", "og:image", "og:image", "description", "twitter:card"]),
        ("link > canonical", ["c"]), ("link > alternate[type$=rss\\\\+xml]", ["rss"]),
        ("link > alternate[hreflang=de]", ["de"]),
        ("link > icon, link > shortcut", ["i", "i"]),
    ])
    func theHeadIsRead(_ select: String, _ values: [String]) throws {
        #expect(try read(select, LinkedDataTests.head) == values)
    }

    @Test func addressesAreResolvedAsOnThePage() throws {
        let rules = """
            { "source": "linked-data", "records": { "R": { "fields": { "c": { "select": "link > canonical", "type": "url" } } } } }
            """
        #expect(try scrape(rules, LinkedDataTests.head).records.first?["c"] == "https://x.example/a/c")
        #expect(
            try scrape(rules, "<link rel=canonical href=/c>", url: "https://y.example/b").records.first?["c"]
                == "https://y.example/c"
        )
    }

    // MARK: - What would break a program

    /// Nodes that all refer to each other.
    private func network(_ count: Int) -> String {
        let ids = (0..<count).map { "{\"@id\":\"n\($0)\"}" }.joined(separator: ",")
        let nodes = (0..<count).map { "{\"@type\":\"A\",\"@id\":\"n\($0)\",\"r\":[\(ids)]}" }
        return script("[\(nodes.joined(separator: ","))]")
    }

    /// Nodes are repeated up to the limit; an error says how many repetitions are left out, and where the first is.
    @Test func repetitionsThatAreLeftOutAreReported() throws {
        #expect(try read("A[id=n1]::attr(id)", network(8)) == ["n1"])
        #expect(try read("A[id=n19]::attr(id)", network(20)) == ["n19"])
        let many = try read("A[id=n29]::attr(id)", network(30), growth: 10_000)
        let counts = many.compactMap { $0.firstMatch(of: /([0-9]+) repetitions have no properties/)?.1 }
        #expect(many.first == "n29" && counts.count == 1 && many.count == 2, "\(many)")
        #expect(many.last?.contains(#": error: the page's linked data"#) == true, "\(many)")
        #expect(many.last?.contains(#"the first of them that of "n"#) == true, "\(many)")
        #expect(many.last?.contains("more than 10000 elements (--max-growth raises the limit)") == true)
    }

    /// The limit for memory applies to the tree of linked data and to that of inline data.
    @Test(arguments: [
        #"{ "source": "linked-data", "records": { "R": { "fields": { "x": "A" } } } }"#,
        #"{ "prepare": [{ "linked-data": "html" }], "records": { "R": { "fields": { "x": "html" } } } }"#,
    ])
    func memoryIsLimited(_ rules: String) throws {
        let page = Page(name: "page", bytes: Array(network(30).utf8), encoding: .utf8)
        var limits = Limits()
        limits.memory = 2 << 20
        let outcome = try load(rules).scrape(page, limits: limits)
        let first = outcome.diagnostics.first
        #expect(first?.message.hasPrefix("the page's tree and values take more than 2 MB of memory") == true)
        #expect(first?.help == "--max-memory raises the limit")
    }

    private static func error(_ body: () throws(ParseError) -> Void) -> ParseError? {
        do throws(ParseError) { try body() } catch { return error }
        return nil
    }

    /// Scripts, free memory, and whether the script's data fits in it.
    @Test(arguments: [
        (10, 0, true), ((1 << 18) - 1, 0, true), (1 << 18, 1 << 23, true), (1 << 18, (1 << 23) - 1, false),
        (8 << 20, 255 << 20, false), (8 << 20, 256 << 20, true),
    ])
    func memoryOfScripts(_ bytes: Int, _ free: Int, _ fits: Bool) {
        let expected: ParseError? = fits ? nil : .tooLittleMemory(used: 32 * bytes, free: free)
        #expect(
            Self.error { () throws(ParseError) in
                try JSONScript.checkMemory(forBytes: bytes, free: { free })
            } == expected
        )
        #expect(throws: Never.self) { try JSONScript.checkMemory(forBytes: .max / 64, free: { nil }) }
    }

    @Test func hostilePagesGiveTreesOfBoundedSize() throws {
        let count = 500
        let ids = (0..<count).map { "{\"@id\":\"\($0)\"}" }.joined(separator: ",")
        let pages = [
            // Each node refers to all others.
            script(
                "["
                    + (0..<20).map { "{\"@type\":\"A\",\"@id\":\"\($0)\",\"n\":1,\"r\":[\(ids)]}" }.joined(
                        separator: ","
                    ) + "]"
            ),
            script(String(repeating: "[", count: 100_000)),
            script(
                String(repeating: "{\"@type\":\"A\",\"a\":", count: 500) + "1"
                    + String(repeating: "}", count: 500)
            ),
            String(repeating: script("{\"@type\":\"A\",\"a\":1}"), count: count),
            "<div itemscope>" + String(repeating: "<p><b itemprop=a>", count: count) + "x",
            "<div id=x>" + String(repeating: "<p itemprop=a>x</p>", count: 300) + "</div>"
                + String(repeating: "<div itemscope itemref=x></div>", count: 300),
            String(repeating: "<div itemscope itemprop=a itemtype=T>", count: count) + "<b itemprop=n>",
            "<div vocab=v typeof=R>" + String(repeating: "<p><b property=a>", count: count) + "x",
            "<div vocab=v>" + String(repeating: "<div property=a typeof=T>", count: count) + "<b property=n>",
            "<div vocab=v>" + String(repeating: "<p typeof=R resource=x property=a></p>", count: count),
        ]
        for page in pages {
            var limits = Limits()
            limits.growth = 10_000
            let outline = try tree("linked-data", page, limits: limits).outline
            #expect(outline.utf8.count { $0 == 0x0A } <= 3 * page.utf8.count, "\(page.prefix(60))")
        }
    }
}
