/// Examples for the tools: small pages with the structure of real ones, and rules that use most of the language.
enum ToolExamples {
    /// Rules of a list of plants.
    static let rules = #"""
        {
          // A nursery's list.
          "match": ["https://plants.example/*"],
          "timezone": "Europe/Berlin",
          "prepare": [{ "remove": [".ad", "script"] }, { "rename": { "select": "h4", "to": "h3" } }],
          "records": {
            "Plant": {
              "each": ".plant",
              "unique": "id",
              "fields": {
                "id": { "select": ":scope::attr(data-id)", "required": true },
                "name": [{ "select": "h3" }, { "select": ".name" }],
                "price": { "select": ".price", "apply": ["number"], "type": "decimal" },
                "height": { "label": ["Height", "Size"], "apply": [{ "match": "([\\d.,]+) ?cm" }, "number"], "type": "decimal" },
                "link": { "select": "a::attr(href)", "type": "url" },
                "tags": { "select": "ul.tags > li", "type": ["text"] },
                "since": { "select": "time", "type": "date", "format": ["yyyy-MM-dd", "d MMMM yyyy"], "locale": "en" },
                "stock": { "case": { ".out": "none", ".low": "few", "*": "many" } },
                "offers": { "each": ".offer", "fields": { "seller": "b", "amount": { "select": "i", "type": "integer" } } },
                "section": { "in": { "closest": "section" }, "select": "h2" }
              },
              "expect": { "count": "1..20", "filled": { "name": 0.5 }, "min": { "price": 0 } }
            },
            "Page": { "each": ":root", "fields": { "title": "title", "next": { "select": "a[rel=next]::attr(href)", "type": "url" }, "count": { "select": ".plant", "apply": ["count"], "type": "integer" }, "labels": { "labels": "dl" } } },
            "Rows": { "each": "table tr:has(td)", "fields": { "key": { "column": "Name" }, "value": { "column": ["Sum", "Total"], "type": "integer" } } }
          }
        }
        """#

    private static func plant(_ id: Int, _ name: String, _ price: String, _ more: String) -> String {
        """
        <div class="plant card" data-id="p\(id)"><a href="/plants/\(id)"><h3>\(name)</h3></a><span class=price>\(price)</span>
        \(more)</div>
        """
    }

    private static func list(_ plants: [String], _ more: String = "") -> String {
        """
        <!DOCTYPE html><html lang=en><head><title>Plants</title><meta property="og:title" content="All plants"></head><body>
        <nav><a href="/">Home</a> <a href="/list?page=2" rel=next>Next</a></nav><main><section id=trees><h2>Trees</h2>
        \(plants.joined(separator: "\n"))
        </section>\(more)</main><footer>Since 1990</footer></body></html>
        """
    }

    private static let details = [
        "<dl><dt>Height:</dt><dd>40 cm</dd></dl><ul class=tags><li>green<li>hardy</ul><time>2024-03-27</time>",
        "<b>Height:</b> 1,250 cm<br>tall<p class=out>sold out</p><div class=offer><b>Kim</b> <i>3</i></div>",
        "<table><tr><th>Size<td>7.5 cm</table><ul class=tags><li>rare</ul><time>5 May 2023</time><p class=low>few</p>",
        "<p class=ad>Buy!</p><div class=offer><b>Lee</b><i>12</i></div><div class=offer><b>Ann</b><i>x</i></div>",
    ]
    private static let table =
        "<table><thead><tr><th>Name<th>Sum</thead><tr><td>Oak<td>4<tr><td rowspan=2>Fir<td>5<tr><td>6</table>"

    static let pages = [
        list(
            [
                plant(1, "Oak", "$12.50", details[0]), plant(2, "Silver fir", "€ 1.299,-", details[1]),
                plant(3, "Moss &amp; fern", "free", details[2]), plant(4, "Lime", "7", details[3]),
            ],
            table
        ),
        list(
            [
                plant(1, "Oak", "$12.50", details[0]).replacing("plant card", with: "item")
                    .replacing("h3", with: "h4"),
                plant(5, "Elm", "$3", details[2]).replacing("plant card", with: "item").replacing(
                    "h3",
                    with: "h4"
                ),
            ]
        ).replacing("class=price", with: "class=cost").replacing("data-id", with: "data-key"),
        list([], "<p class=plant>No plants</p>"),
        list([plant(2, "", "-", ""), plant(2, "Twice", "1", details[0])], "<section>\(table)</section>")
            .replacing("<h2>Trees</h2>", with: ""),
    ]

    /// Several pages of the same kind.
    static let pageSeries = [
        [pages[0], list([plant(7, "Yew", "$9.99", details[0])], table), pages[3]].joined(
            separator: ToolReaders.separator
        ),
        [list([plant(1, "Ash", "$1", details[0])]), list([plant(2, "Fig", "$2", details[0])])].joined(
            separator: ToolReaders.separator
        ),
        (1...3).map { page in
            let rows = (1...4).map {
                "<li><a href=/n/\(page)\($0)>News \(page)-\($0)</a> <time datetime=2024-0\(page)-0\($0)>\($0) May</time>"
            }
            return
                "<html lang=en><title>News</title><ul id=news>\(rows.joined(separator: "\n"))</ul><p>Page \(page) of 3"
        }.joined(separator: ToolReaders.separator),
    ]

    /// Pages of one plant each, before and after a redesign, for tools that read a page many times.
    static let plantPages = [
        list([plant(1, "Oak", "$12.50", details[0])]),
        list([plant(1, "Oak", "$12.50", details[0])]).replacing("plant card", with: "item")
            .replacing("h3", with: "h4").replacing("class=price", with: "class=cost").replacing(
                "data-id",
                with: "data-key"
            ),
        list([
            plant(1, "Oak", "12.50 USD", details[0]).replacing("Height", with: "Size").replacing(
                "<h3>",
                with: "<h3 class=title><small>New</small> "
            )
        ]),
    ]

    /// The values of the first of these pages.
    static let values = #"""
        [{"id": "p1", "name": "Oak", "price": 12.5, "height": 40, "tags": ["green", "hardy"], "since": "2024-03-27"}]
        """#

    /// Old and new records.
    static let records = [
        #"[{"@type":"Plant","id":"a","name":"Oak","price":12.5,"tags":["x","y","z"]},{"@type":"Plant","id":"b","name":"Fir"},{"@type":"Pot","sku":1,"o":{"p":[1,2,{"q":null}]}}]"#
            + ToolReaders.separator
            + #"[{"@type":"Plant","id":"b","name":"Silver fir"},{"@type":"Plant","id":"a","name":"Oak","price":13,"tags":["y","x","z","w"]},{"@type":"Pot","sku":1,"o":{"p":[1,{"q":true},2]}},{"@type":"Pot","sku":2}]"#,
        #"[{"text":"A longer text, in which one word differs from the other, near its end"},{"n":1},{"n":2},{"n":3}]"#
            + ToolReaders.separator
            + #"[{"n":0},{"text":"A longer text, in which one word differs from another, near its end"},{"n":1},{"n":3}]"#,
        #"[{"@type":"R","a":"1","b":"2"},{"@type":"R","a":"3","b":"4"},{"@type":"R","a":"5","b":"6"}]"#
            + ToolReaders.separator
            + #"[{"@type":"R","a":"3","b":"4"},{"@type":"R","a":"5","b":""},{"@type":"S","a":"1","b":"2"}]"#,
    ]

    static let articleRules = #"""
        { "prepare": [{ "main-content": {} }], "records": { "Article": { "each": ":root", "fields": {
            "text": { "select": ":main-content", "type": "text" },
            "links": { "select": ":main-content a::attr(href)", "type": ["url"] }, "title": "h1" } } } }
        """#
    static let markdownRules = #"""
        { "plugins": ["markdown"], "records": { "Text": { "each": "body", "fields": {
            "markdown": { "select": ":scope", "apply": ["markdown"] },
            "small": { "select": ":scope", "apply": [{ "markdown": { "headings": 2 } }] } } } } }
        """#

    private static let sentences = [
        "The oak in the yard of the old school was planted in 1902, when the town had nine hundred people.",
        "Nobody knows who planted it; <a href=/archive>the archive</a> has <em>two</em> names, and a photograph.",
        "In the storm of last winter it lost its largest branch, which had shaded the gate for a century.",
        "“We measured it again,” said the gardener, “and it has grown by eleven centimetres since then.”",
    ]

    static let articles = [
        """
        <html lang=en><head><title>The oak | Town news</title></head><body><nav><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav>
        <article><h1>The oak</h1><p class=byline>By Kim Lee, 27 March 2024</p><p>\(sentences[0])</p><p>\(sentences[1])</p>
        <h2>The storm</h2><p>\(sentences[2])</p><blockquote><p>\(sentences[3])</p></blockquote><ul><li>Height: 21 m<li>Age: 122 years</ul>
        <figure><img src=/oak.jpg alt="The oak"><figcaption>The oak in May</figcaption></figure></article>
        <aside><h3>Related</h3><ul><li><a href=/a>A tree</a><li><a href=/b>Another tree</a></ul></aside>
        <div class=comments><h3>2 comments</h3><div class=comment><p>Nice tree, I climbed it as a child.</p></div></div><footer>© Town news</footer></body></html>
        """,
        """
        <html><body><div id=page><div class=menu><a href=/1>One</a> | <a href=/2>Two</a></div><div class=text>\(sentences[0])<br><br>\(sentences[1])<br><br>
        \(sentences[2])</div><table><tr><th>Year<th>Height<tr><td>1950<td>14 m<tr><td>2000<td>19 m</table><p><a href=/more>More</a></div></body></html>
        """,
    ]

    /// Markup in which notations of Markdown need care.
    static let markup = [
        "<p>1. not a list * star _under_ `tick` [x](y) # <b>bold</b><i>it</i> a<b> b </b>c <code>`x`</code> &lt;b&gt;<p>+ plus",
        "<ol start=3><li>a<ul><li>b<p>c</ul><li><pre><code class=language-swift>let a = 1\n```\n</code></pre></ol><hr><dl><dt>t<dd>d</dl>",
        "<h1>A <a href='/x y(z)' title='t \"q\"'>l</a></h1><h3>c</h3><table><tr><td>a|b<td colspan=2>c<br>d</table><img src=i alt='a]b'><del>x</del>",
        "<blockquote>q<blockquote>r<ul><li>s</ul></blockquote></blockquote><a href='javascript:x'>j</a> www.a.example <sup>2</sup><br>  end",
    ]
}
