import Drafting
import Records
import Scraping
import Testing

/// The records and fields found in pages of every kind.
@Suite struct DraftTests {
    private static let page = """
        <!doctype html><title>Plants</title><meta property="og:title" content="All plants"><body>
        <nav class="menu"><ul><li><a href="/">Home</a><li><a href="/a">About</a><li><a href="/c">Contact</a></ul></nav>
        <main><h1>Plants</h1><div class="grid">
        """
    private static let first = ["Bo", "Kim", "Ann", "Mary Jane"]
    private static let footer = """
        </div></main><footer><ul><li><a href="/x">Imprint</a><li><a href="/y">Terms</a><li><a href="/z">Jobs</a></ul></footer>
        """

    /// A table with a header and four rows.
    private static func wideTable(_ columns: Int) -> String {
        let header = (1...columns).map { "<th>C\($0)</th>" }.joined()
        let rows = ["oak", "elm", "ash", "fir"].map { tree in
            "<tr>" + (1...columns).map { "<td>\(tree) \($0)a</td>" }.joined() + "</tr>"
        }
        return "<table><tr>\(header)</tr>\(rows.joined())</table>"
    }

    /// A list of cards, each generated from its number.
    private static func list(_ numbers: ClosedRange<Int>, _ card: (Int) -> String) -> String {
        page + numbers.map(card).joined(separator: "\n") + footer
    }

    private static func card(_ number: Int) -> String {
        """
        <div class="product-card col-md-4 css-1x2y\(number)"><a href="/p/\(number)"><img src="/\(number).jpg"></a>
        <h3 class="product-card__title"><a href="/p/\(number)">Plant \(number)</a></h3>
        <span class="product-card__price">$\(number).50</span><p class="desc">It grows \(number) feet high.</p>
        <time datetime="2026-01-0\(number)">\(number) Jan</time><a class="btn" href="#">Add to basket</a>
        <ul class="tags"><li class="tag">tree</li><li class="tag">big\(number)</li></ul></div>
        """
    }

    /// A page about one subject, whose values have labels.
    private static func detail(_ number: Int) -> String {
        """
        <!doctype html><html lang="en"><meta charset="utf-8"><title>Tree \(number)</title><h1>Tree \(number)</h1>
        <dl><dt>Height<dd>\(number)0 m<dt>Planted:<dd>1\(number) May 2020</dl><table><tr><th>Tax<td>$0.50</table>
        <p><b>Found in:</b> Room \(number)<br><b>Tel:</b> 12345</p><p>Note: A\(number)</p><p>Note: B\(number)</p></html>
        """
    }

    static let cases: [DraftCase] = [
        DraftCase(
            "cards by class, whatever surrounds them",
            "list.html",
            list(1...5, card),
            gives: [
                "Product .product-card | image:url title! url:url price:decimal summary date:date tags:[string]",
                "Page | title!",
            ]
        ),
        DraftCase(
            "what has no name, by its place; the text of the only link is the title",
            "list.html",
            list(1...4) { number in
                """
                <div class="offer"><a class="offer-link" href="/p/\(number)">Plant \(number)</a><p class="mb-0">$\(number).50</p>
                <p class="mb-0">\(number % 2 == 0 ? "In stock" : "Sold out")</p><ul><li>\(number)0 m<li>tree</ul></div>
                """
            },
            gives: ["Offer .offer | url:url title! price:decimal text text2", "Page | title!"]
        ),
        DraftCase(
            "two entries of a list, with a link and a number each",
            "forum.html",
            page + "<ul><li><a href=/t/1>Oak trees in autumn</a> <span>12</span>"
                + "<li><a href=/t/2>Sowing ash seeds</a> <span>7</span></ul>" + footer,
            gives: ["Item body > main > div > ul > li | url:url title! number:integer", "Page | title!"]
        ),
        DraftCase(
            "dates in longer texts",
            "list.html",
            list(1...3) { number in
                "<article><h2>Oak \(number)</h2><p class=date>Posted on \(number) May 2024 by Kim</p></article>"
            },
            gives: ["Entry article | title! date:date", "Page | title!"]
        ),
        DraftCase(
            "dates in longer texts of the page's language",
            "list.html",
            "<!doctype html><html lang=fr><title>Plantes</title><main>"
                + ["1 janvier", "2 février", "3 mars"].map {
                    "<article><h2>Bois de \($0)</h2><p class=date>Publié le \($0) 2024</p></article>"
                }.joined() + "</main>",
            gives: ["Entry article | title! date:date", "Page | title!"]
        ),
        DraftCase(
            "data that SvelteKit puts into scripts, with what it wraps around it",
            "trees.html",
            page + footer + """
                <script>kit.start(app, element, { node_ids: [0, 2], data: [null,{type:"data",data:{plants:[
                {name:"Oak",height:40.5},{name:"Ash",height:35}]},uses:{}}], form: null });</script>
                """,
            gives: ["Plant inline-data plants > item | name! height:decimal", "Page | title!"]
        ),
        DraftCase(
            "two links are not records",
            "forum.html",
            page + "<ul><li><a href=/t/1>Oak trees in autumn</a><li><a href=/t/2>Sowing ash</a></ul>"
                + footer,
            gives: ["Page | title!"]
        ),
        DraftCase(
            "names in two elements with names",
            "team.html",
            list(1...3) { number in
                "<div class=trainer><span class=first-name>\(first[number])</span> "
                    + "<span class=last-name>Lee</span><p class=role>Coach \(number)</p></div>"
            },
            gives: ["Trainer .trainer | name! role", "Page | title!"]
        ),
        DraftCase(
            "names in two elements of a heading",
            "team.html",
            list(1...3) { number in
                "<div class=trainer><h3><span>\(first[number])</span> <b>Lee</b></h3><p class=role>Coach \(number)</p></div>"
            },
            gives: ["Trainer .trainer | name! role", "Page | title!"]
        ),
        DraftCase(
            "names in two headings",
            "team.html",
            list(1...3) { number in
                "<div class=trainer><h3>\(first[number])</h3><h3>Lee</h3><p class=role>Coach \(number)</p></div>"
            },
            gives: ["Trainer .trainer | name! role", "Page | title!"]
        ),
        DraftCase(
            "a heading with other parts is not a name",
            "team.html",
            list(1...3) { number in
                "<div class=trainer><h3><span>\(first[number])</span> <b>\(number)</b></h3><p class=role>Coach \(number)</p></div>"
            },
            gives: ["Trainer .trainer | text! number:integer role", "Page | title!"]
        ),
        DraftCase(
            "cells of a table without headers",
            "list.html",
            "<!doctype html><title>R</title><h1>R</h1><table class=results>"
                + (1...4).map { "<tr><td>1\($0) May 2024<td>Team \($0)<td>\($0)<td>Side \($0)" }.joined()
                + "</table>",
            gives: [
                "Row .results > tbody > tr:has(td) | date:date! text number:integer text2", "Page | title!",
            ]
        ),
        DraftCase(
            "no places where members have several numbers of parts",
            "list.html",
            list(1...4) { number in
                let parts = (1...number).map { "<li>part \($0) of \(number)" }.joined()
                return
                    "<div class=\"offer\"><h3><a href=\"/p/\(number)\">Plant \(number)</a></h3><ul>\(parts)</ul></div>"
            },
            gives: ["Offer .offer | title! url:url", "Page | title!"]
        ),
        DraftCase(
            "labels of a page: in definition lists and tables only",
            "oak.html",
            detail(1),
            gives: ["Page | title! height planted:date tax:decimal"]
        ),
        DraftCase(
            "labels of several pages: what most have once and differs",
            "oak.html",
            detail(1),
            detail(2),
            detail(3).replacing("<b>Found in:</b> Room 3", with: ""),
            url: nil,
            gives: ["Page | title! height planted:date foundIn"]
        ),
        DraftCase(
            "what two pages have in common",
            "list.html",
            list(1...5, card),
            list(3...6) { number in
                card(number).replacing("<p class=\"desc\">It grows \(number) feet high.</p>", with: "")
            },
            gives: [
                "Product .product-card | image:url title! url:url price:decimal date:date tags:[string]",
                "Page | title!",
            ]
        ),
        DraftCase(
            "names that a tool has made are passed over",
            "list.html",
            list(1...4) { number in
                """
                <div class="sc-bdVaJa" data-testid="listing"><h2 class="css-9f8a7"><a href="/\(number)">Oak \(number)</a></h2>
                <span class="sc-aXZVg" data-testid="listing-price">\(number)00 €</span><p class="jss42">Root \(number)</p></div>
                """
            },
            gives: ["Listing [data-testid=listing] | title! url:url price:decimal text", "Page | title!"]
        ),
        DraftCase(
            "microdata",
            "list.html",
            list(1...3) { number in
                """
                <div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Oak \(number)</b>
                <span itemprop="sku">A\(number)</span><i itemprop="color">green \(number)</i></div>
                """
            },
            gives: [
                "Product linked-data > [types~=Product] | name! sku color",
                "Product2 [itemtype$='/Product'] | name! sku color", "Page | title!",
            ]
        ),
        DraftCase(
            "a table by its headers",
            "table.html",
            page
                + """
                <table class="results"><thead><tr><th>Home team</th><th>Score</th><th>Played on</th></tr></thead><tbody>
                <tr><td><a href="/1">Owls</a></td><td>2:1</td><td>2026-05-01</td></tr>
                <tr><td><a href="/2">Bats</a></td><td>1:0</td><td>2026-05-02</td></tr>
                <tr><td><a href="/3">Cats</a></td><td>3:0</td><td>2026-05-03</td></tr></tbody></table>
                """ + footer,
            gives: [
                "Row .results > tbody > tr:has(td) | homeTeam! score playedOn:date url:url", "Page | title!",
            ]
        ),
        DraftCase(
            "comments that someone has dated in words",
            "page.html",
            list(1...4) { number in
                """
                <article class="comment"><img class="avatar" src="/u\(number).png"><b class="username">Kim\(number)</b>
                <span class="posted-at">\(number) hours ago</span><div class="comment-body">I like oak no. \(number).</div>
                <span class="likes">\(number) likes</span></article>
                """
            },
            gives: ["Comment .comment | image:url author! date:datetime text likes:integer", "Page | title!"]
        ),
        DraftCase(
            "days and months that could be each other stay text",
            "page.html",
            list(1...3) {
                "<article><h2>Oak \($0)</h2><span class=date>0\($0)/05/2026</span><p>About \($0).</p></article>"
            },
            gives: ["Entry article | title! date text", "Page | title!"]
        ),
        DraftCase(
            "linked data",
            "recipe.html",
            """
            <title>Soup</title><script type="application/ld+json">{ "@type": "Recipe", "name": "Soup", "image": "/soup.jpg",
            "author": { "@type": "Person", "name": "Kim" }, "datePublished": "2026-01-02", "totalTime": "PT30M",
            "recipeIngredient": ["water", "salt"], "recipeYield": "4",
            "recipeInstructions": [{ "@type": "HowToStep", "text": "Boil." }, { "@type": "HowToStep", "text": "Eat." }],
            "aggregateRating": { "@type": "AggregateRating", "ratingValue": 4.5, "ratingCount": 7 } }</script>
            """,
            gives: [
                "Recipe linked-data > [types~=Recipe] | name! image:url author datePublished:date totalTime:duration "
                    + "recipeIngredient:[string] recipeYield:integer recipeInstructions:[string] rating:decimal "
                    + "ratingCount:integer",
                "Page | title!",
            ]
        ),
        DraftCase(
            "an article",
            "article.html",
            """
            <title>Oaks - Plants</title><meta property="og:type" content="article"><meta name="author" content="Kim Lee">
            <meta property="article:published_time" content="2026-01-02T10:00:00Z"><h1>Oaks</h1><div class="entry-content">
            <p>\(String(repeating: "An oak is a tree. ", count: 20))</p><p>\(String(repeating: "So is an ash. ", count: 20))</p></div>
            """,
            gives: ["Article | title! author published:datetime text:text"]
        ),
        DraftCase(
            "JSON: objects of an array, what is in them flattened",
            "answer.json",
            """
            {"total": 2, "events": [{"id": 7, "name": "Yoga", "start_at": "2026-05-28T05:45:00-0500", "zip": "01234", "n": "12",
            "staff": {"name": "Kim", "id": 3}, "tags": ["a"], "rooms": [{"name": "A"}, {"name": "B"}]},
            {"id": 8, "name": "Row", "start_at": "2026-05-29T05:45:00-0500", "open": true, "price": 1.50, "n": "8"}]}
            """,
            gives: [
                "Event events > item | id:integer name! startAt:datetime zip n staff staffId:integer tags:[string] "
                    + "rooms:[string] open:boolean price:decimal"
            ]
        ),
        DraftCase(
            "JSON: objects by their numbers",
            "answer.json",
            #"{"query": {"pages": {"12": {"title": "Oak", "extract": "A tree"}, "13": {"title": "Ash", "extract": "Another"}}}}"#,
            gives: ["Page pages > * | title! extract"]
        ),
        DraftCase(
            "JSON: one object",
            "answer.json",
            #"{"title": "Oak", "height": 40}"#,
            gives: ["Answer | title! height:integer"]
        ),
        DraftCase(
            "RSS with names of two vocabularies",
            "feed.xml",
            """
            <?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title>
            <item><media:title>V</media:title><title>Pruning</title><link>https://g.example/7</link>
            <pubDate>Mon, 28 May 2018 05:45:00 -0500</pubDate><media:thumbnail url="https://g.example/7.jpg"/></item>
            <item><media:title>W</media:title><title>Grafting</title><link>https://g.example/8</link>
            <pubDate>Tue, 29 May 2018 05:45:00 -0500</pubDate><media:thumbnail url="https://g.example/8.jpg"/></item></channel></rss>
            """,
            gives: ["Item channel > item | mediaTitle title! link:url pubDate:datetime thumbnail:url"]
        ),
        DraftCase(
            "Atom",
            "feed.xml",
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>1</id><title>Oak</title><link href="/1"/>
            <updated>2026-01-02T10:00:00Z</updated><author><name>Kim</name></author></entry></feed>
            """,
            gives: ["Entry feed > entry | id:integer title! link:url updated:datetime author"]
        ),
        DraftCase(
            "a sitemap",
            "sitemap.xml",
            """
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://g.example/1</loc><lastmod>2026-01-02</lastmod></url>
            <url><loc>https://g.example/2</loc></url></urlset>
            """,
            gives: ["Url urlset > url | loc:url! lastmod:date"]
        ),
        DraftCase(
            "CSV with a header",
            "table.csv",
            "Name;Height (cm);Planted on\n\"Oak; old\";40.50;2018-01-02\nAsh;35;2019-02-03\n",
            gives: ["Row row | name! heightCm:decimal plantedOn:date"]
        ),
        DraftCase(
            "CSV without one",
            "table.csv",
            "Oak,40,2018-01-02\nAsh,35,2019-02-03\n",
            gives: ["Row row | column1! column2:integer column3:date"]
        ),
        DraftCase(
            "a table of thirty columns",
            "wide.html",
            wideTable(30),
            gives: [
                "Row body > table > tbody > tr:has(td) | c1! "
                    + (2...30).map { "c\($0)" }.joined(separator: " ")
            ]
        ),
        DraftCase("plain text", "log.txt", "Squat 100 kg\nRow 2000 m\n", gives: ["Line line | text!"]),
        DraftCase(
            "a part of a page with nothing in it",
            "part.html",
            "<p>Only a word.",
            gives: ["Page | text!"]
        ),
        DraftCase(
            "addresses without a page's own stay unchanged",
            "list.html",
            list(1...5, card),
            url: nil,
            gives: [
                "Product .product-card | image title! url price:decimal summary date:date tags:[string]",
                "Page | title!",
            ]
        ),
    ]

    @Test(arguments: cases) func findsWhatThePagesOffer(_ test: DraftCase) throws {
        let draft = try Draft.rules(for: test.inputs)
        #expect(try DraftCase.summary(of: draft.text) == test.expected)
        try DraftCheck.check(draft, test.inputs)
    }

    @Test func reportsWhereASelectorCameFrom() throws {
        let page = Page(
            name: "list.html",
            bytes: Array(DraftTests.list(1...4, DraftTests.card).utf8),
            url: "https://plants.example/list"
        )
        let text = try Draft.rules(for: [page]).text
        #expect(text.contains("// 4 elements by the class \"product-card\"\n    \"Product\""))
        #expect(
            text.contains(
                "// the class \"product-card__price\": in 4 of 4, such as \"$1.50\"\n        \"price\""
            )
        )
        #expect(text.contains("\"match\": [\"https://plants.example/*\"]"))
    }

    @Test func addressesOfOneSiteMakeOnePattern() throws {
        let pages = ["list/1?p=2", "list/2", "list/15"].map {
            Page(name: "list.html", bytes: Array("<h1>Oak</h1>".utf8), url: "https://plants.example/\($0)")
        }
        #expect(try Draft.rules(for: pages).text.contains("\"match\": [\"https://plants.example/list/*\"]"))
    }

    @Test func refusesWhatRulesCannotBeFor() throws {
        #expect(throws: Diagnostics.self) { try Draft.rules(for: []) }
        let pages = [("a.html", "<p>Oak"), ("b.json", "{}")].map { Page(name: $0.0, bytes: Array($0.1.utf8)) }
        let error = #expect(throws: Diagnostics.self) { try Draft.rules(for: pages) }
        #expect(error?.all.first?.message == "b.json is json, a.html is html")
    }
}
