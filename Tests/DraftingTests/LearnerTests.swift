import Drafting
import Records
import Scraping
import Testing

/// Rules that are learned from the values of pages.
@Suite struct LearnerTests {
    /// A page about one tree; each part can be changed.
    private static func tree(
        _ name: String,
        height: String = "40 m",
        family: String = "Fagaceae",
        planted: String = "Planted June 1, 2010",
        more: String = ""
    ) -> String {
        """
        <!doctype html><html lang="en"><head><title>\(name) | Trees</title><meta property="og:title" content="\(name)"></head>
        <body><nav><a href="/">Home</a></nav><h1 class="name">\(name)</h1><p class="planted">\(planted)</p>
        <dl><dt>Height:</dt><dd>\(height)</dd><dt>Family</dt><dd>\(family)</dd></dl>
        <p><b>ISBN:</b> 978-\(name.utf8.count)-16-148410-0</p>
        <img class="photo" src="/img/\(name.lowercased()).jpg" alt="">
        <table><tr><th>Soil</th><th>Light</th></tr><tr><td>loam of \(name)</td><td>full sun</td></tr></table>
        \(more)</body></html>
        """
    }

    /// The values of a page to learn from, and the result of the rules on another page.
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let field: String
        let value: Value
        let onOther: Value
        var first = LearnerTests.tree("Oak")
        var other = LearnerTests.tree(
            "Silver fir",
            height: "50 m",
            family: "Pinaceae",
            planted: "Planted May 12, 2011"
        )
    }

    private static func data(_ latin: String, id: Int) -> String {
        "<script>window.state = {\"tree\": {\"latin\": \"\(latin)\", \"id\": \(id)}};</script>"
    }

    /// A rating in linked data, on a page whose head has the same digit within a code.
    private static func rating(_ value: String) -> String {
        """
        <meta name="verification" content="x5eKdW"><script type="application/ld+json">{"@context": "https://schema.org",
        "@type": "Recipe", "aggregateRating": {"bestRating": 5, "ratingCount": 5, "ratingValue": \(value)}}</script>
        """
    }

    private static func list(_ tags: String...) -> String {
        "<ul class=tags>\(tags.map { "<li>\($0)</li>" }.joined())</ul>"
    }

    static let rows = [
        Row(testDescription: "a heading", field: "name", value: "Oak", onOther: "Silver fir"),
        Row(testDescription: "next to a label", field: "family", value: "Fagaceae", onOther: "Pinaceae"),
        Row(testDescription: "a number with its unit", field: "height", value: 40, onOther: 50),
        Row(
            testDescription: "a date in other words",
            field: "planted",
            value: "2010-06-01",
            onOther: "2011-05-12"
        ),
        Row(
            testDescription: "after a label on its line",
            field: "isbn",
            value: "978-3-16-148410-0",
            onOther: "978-10-16-148410-0"
        ),
        Row(
            testDescription: "an attribute",
            field: "image",
            value: "/img/oak.jpg",
            onOther: "/img/silver fir.jpg"
        ),
        Row(
            testDescription: "below a column's header",
            field: "soil",
            value: "loam of Oak",
            onOther: "loam of Silver fir"
        ),
        Row(
            testDescription: "only in a script",
            field: "latin",
            value: "Quercus robur",
            onOther: "Abies alba",
            first: tree("Oak", more: data("Quercus robur", id: 7)),
            other: tree("Fir", more: data("Abies alba", id: 8))
        ),
        Row(
            testDescription: "a list",
            field: "tags",
            value: ["big", "old"],
            onOther: ["tall"],
            first: tree("Oak", more: list("big", "old")),
            other: tree("Fir", more: list("tall"))
        ),
        Row(
            testDescription: "what a name says, and not what is said of it",
            field: "ratings",
            value: .number(Number("5.0") ?? Number(0)),
            onOther: .number(Number("4.5") ?? Number(0)),
            first: tree("Oak", more: rating("5")),
            other: tree("Fir", more: rating("4.5"))
        ),
        Row(
            testDescription: "a number that the example writes with a point",
            field: "stars",
            value: .number(Number("4.0") ?? Number(0)),
            onOther: .number(Number("3.0") ?? Number(0)),
            first: tree("Oak", more: "<p class=stars>4 of 5</p>"),
            other: tree("Fir", more: "<p class=stars>3 of 5</p>")
        ),
        Row(
            testDescription: "a list with one item",
            field: "colours",
            value: ["red"],
            onOther: ["blue", "green"],
            first: tree("Oak", more: "<ul class=swatches><li><label>red</label></li></ul>"),
            other: tree(
                "Fir",
                more: "<ul class=swatches><li><label>blue</label></li><li><label>green</label></li></ul>"
            )
        ),
        Row(
            testDescription: "after constant words in an element without a colon",
            field: "seller",
            value: "Acme",
            onOther: "Zigg",
            first: tree("Oak", more: "<h3>Offer</h3><div><span>Sold by</span> <a href=/a>Acme</a></div>"),
            other: tree(
                "Fir",
                more:
                    "<h3>Offer</h3><div>Free shipping</div><div><span>Sold by</span> <a href=/z>Zigg</a></div>"
            )
        ),
        Row(
            testDescription: "after an element of its kind, which is not a label",
            field: "category",
            value: "Oaks",
            onOther: "Firs",
            first: tree("Oak", more: "<ul><li>Home<li>Trees<li>Oaks<li>Oak</ul>"),
            other: tree("Fir", more: "<ul><li>Home<li>Plants<li>Firs<li>Fir</ul>")
        ),
        Row(
            testDescription: "a list in one text",
            field: "tags",
            value: ["big", "old"],
            onOther: ["tall", "green", "new"],
            first: tree("Oak", more: "<p class=tags>big, old</p>"),
            other: tree("Fir", more: "<p class=tags>tall, green, new</p>")
        ),
        Row(
            testDescription: "a line among others",
            field: "publisher",
            value: "Zebra",
            onOther: "Del Rey Books",
            first: tree("Oak", more: "<p class=facts>Pages: 320<br>Publisher: Zebra<br>Date: June 2010</p>"),
            other: tree(
                "Fir",
                more: "<p class=facts>Pages: 99<br>Publisher: Del Rey Books<br>Date: May 2009</p>"
            )
        ),
        Row(
            testDescription: "before a bracket",
            field: "publisher",
            value: "Zebra",
            onOther: "Del Rey Books",
            first: tree("Oak", more: "<ul><li><b>Publisher:</b> Zebra (June 2010)</li></ul>"),
            other: tree("Fir", more: "<ul><li><b>Publisher:</b> Del Rey Books (May 2009)</li></ul>")
        ),
        Row(
            testDescription: "in the last brackets",
            field: "date",
            value: "June 2010",
            onOther: "May 2009",
            first: tree("Oak", more: "<ul><li><b>Publisher:</b> Zebra (June 2010)</li></ul>"),
            other: tree("Fir", more: "<ul><li><b>Publisher:</b> Penguin (USA) (May 2009)</li></ul>")
        ),
        Row(
            testDescription: "between constant words and a number, in an element that is not the first",
            field: "publisher",
            value: "Zebra",
            onOther: "Random House, Inc.",
            first: tree("Oak", more: "<div class=bib><p>99 pages</p><p>Published by Zebra, 2010</p></div>"),
            other: tree(
                "Fir",
                more:
                    "<div class=bib><p>A set.</p><p>120 pages</p><p>Published by Random House, Inc., 2009</p></div>"
            )
        ),
        Row(
            testDescription: "after the page's title, which is not a label",
            field: "author",
            value: "Fern Michaels",
            onOther: "Kay Hooper",
            first: "<title>Oak: A Novel by Fern Michaels - Books</title><h2>Oak</h2><p>by Fern Michaels</p>",
            other: "<title>Fir: A Novel by Kay Hooper - Books</title><h2>Fir</h2><p>by Kay Hooper</p>"
        ),
        Row(
            testDescription: "after a heading, without a name of its own",
            field: "author",
            value: "Fern Michaels",
            onOther: "China Mieville",
            first:
                "<title>Game Over - Books</title><nav><a href=/>Home</a></nav><h2>Game Over</h2><p>by <a href=/f>Fern Michaels</a></p>",
            other:
                "<title>Kraken - Books</title><nav><a href=/>Home</a></nav><h2>Kraken</h2><p>by <a href=/c>China Mieville</a></p>"
        ),
        Row(
            testDescription: "a part of the page's title",
            field: "author",
            value: "Fern Michaels",
            onOther: "China Mieville",
            first: "<title>Game Over by Fern Michaels - Books</title><p>A book.</p>",
            other: "<title>Kraken by China Mieville - Books</title><p>A book.</p>"
        ),
        Row(
            testDescription: "linked data that the page does not show",
            field: "id",
            value: "t-17",
            onOther: "t-18",
            first: tree(
                "Oak",
                more: #"<script type="application/ld+json">{"@type": "Thing", "sku": "t-17"}</script>"#
            ),
            other: tree(
                "Fir",
                more: #"<script type="application/ld+json">{"@type": "Thing", "sku": "t-18"}</script>"#
            )
        ),
    ]

    private static func page(_ name: String, _ text: String) -> Page {
        Page(name: name, bytes: Array(text.utf8), encoding: .utf8)
    }

    private static func rules(_ learned: LearnedRules) throws -> Rules {
        try Rules(SourceText(name: "learned.json", bytes: learned.text), registry: Registry())
    }

    @Test(arguments: rows) func aValueIsFoundOnAnotherPage(_ row: Row) throws {
        let page = LearnerTests.page("first.html", row.first)
        let learned = Learner(mutations: 4).learn([
            LearningExample(page, values: [Value.Member(row.field, row.value)])
        ])
        let field = try #require(learned.fields.first)
        #expect(field.status == .found)
        let rules = try LearnerTests.rules(learned)
        #expect(rules.scrape(page).records.first?[row.field] == row.value)
        #expect(
            rules.scrape(LearnerTests.page("other.html", row.other)).records.first?[row.field] == row.onOther
        )
    }

    /// A page about a book, with its authors as links, and another one with two of them.
    static let books: [(name: String, field: String, first: String, other: String, isList: Bool)] = [
        (
            "links in a named element", "author", "<h3 class=author>by <a href=/f>Fern Michaels</a></h3>",
            "<h3 class=author>by <a href=/a>Kay Hooper</a> and <a href=/b>Lori Foster</a></h3>", true
        ),
        (
            "links after a label", "authors", "<p><b>Author:</b> <a href=/f>Fern Michaels</a></p>",
            "<p><b>Author:</b> <a href=/a>Kay Hooper</a>, <a href=/b>Lori Foster</a></p>", true
        ),
        (
            "items of a list", "genre", "<ul class=genres><li>Fern Michaels</li></ul>",
            "<ul class=genres><li>Kay Hooper</li><li>Lori Foster</li></ul>", true
        ),
        (
            "links without a name", "author", "<h2>Game Over</h2><p>by <a href=/f>Fern Michaels</a></p>",
            "<h2>Kraken</h2><p>by <a href=/a>Kay Hooper</a>, <a href=/b>Lori Foster</a></p>", true
        ),
        (
            "a text", "author", "<h3 class=author>Fern Michaels</h3>", "<h3 class=author>Kay Hooper</h3>",
            false
        ),
        (
            "a field of one value", "publisher", "<h3 class=publisher>by <a href=/f>Fern Michaels</a></h3>",
            "<h3 class=publisher>by <a href=/a>Kay Hooper</a></h3>", false
        ),
        (
            "the first of several", "author",
            "<div class=author>by <a href=/f>Fern Michaels</a> and <a href=/m>more</a></div>",
            "<div class=author>by <a href=/a>Kay Hooper</a> and <a href=/m>more</a></div>", false
        ),
    ]

    @Test(arguments: books.indices) func aFieldThatUsuallyHasSeveralValuesIsAList(_ index: Int) throws {
        let row = LearnerTests.books[index]
        let page = LearnerTests.page("first.html", LearnerTests.tree("Oak", more: row.first))
        let other = LearnerTests.page("other.html", LearnerTests.tree("Fir", more: row.other))
        let values = [Value.Member(row.field, "Fern Michaels"), Value.Member("title", "Game Over")]
        let examples = [LearningExample(page, values: values)]
        var learner = Learner(mutations: 0)
        func read(_ page: Page) throws -> Value? {
            try LearnerTests.rules(learner.learn(examples)).scrape(page).records.first?[row.field]
        }
        #expect(try read(page) == "Fern Michaels", "\(row.name): a single value by default")
        learner.widensLists = true
        #expect(try read(page) == (row.isList ? ["Fern Michaels"] : "Fern Michaels"), "\(row.name)")
        #expect(try read(other) == (row.isList ? ["Kay Hooper", "Lori Foster"] : "Kay Hooper"))
        #expect(learner.learn(examples).fields[0].isWidened == row.isList)
    }

    @Test func twoPlacesBecomeAlternatives() throws {
        func page(_ price: String, isOnSale: Bool) -> Page {
            let old =
                isOnSale ? "<del><b class=amount>$99</b></del> <ins><b class=amount>\(price)</b></ins>" : ""
            let more = "<p class=price>\(isOnSale ? old : "<b class=amount>\(price)</b>")</p>"
            return LearnerTests.page("\(price).html", LearnerTests.tree("Oak", more: more))
        }
        func example(_ price: String, isOnSale: Bool) -> LearningExample {
            LearningExample(page(price, isOnSale: isOnSale), values: [Value.Member("price", .string(price))])
        }
        let examples = [
            example("$12", isOnSale: false), example("$13", isOnSale: true), example("$14", isOnSale: false),
        ]
        let learned = Learner(mutations: 2).learn(examples)
        #expect(learned.fields[0].status == .found)
        #expect(learned.fields[0].selectors.count == 2)
        let rules = try LearnerTests.rules(learned)
        for (price, isOnSale) in [("$15", true), ("$16", false)] {
            #expect(rules.scrape(page(price, isOnSale: isOnSale)).records.first?["price"] == .string(price))
        }
        // Two examples are two places of any value.
        #expect(Learner(mutations: 0).learn(Array(examples.prefix(2))).fields[0].status == .notFound)
    }

    @Test func whatAPageLacksIsEvidence() throws {
        let with = LearnerTests.page("a.html", LearnerTests.tree("Oak", more: "<p class=note>rare</p>"))
        let without = LearnerTests.page("b.html", LearnerTests.tree("Fir", more: "<p class=advert>rare</p>"))
        let learned = Learner(mutations: 0).learn([
            LearningExample(with, values: [Value.Member("note", "rare")]),
            LearningExample(without, values: [Value.Member("note", .null)]),
        ])
        let rules = try LearnerTests.rules(learned)
        #expect(rules.scrape(with).records.first?["note"] == "rare")
        #expect(rules.scrape(without).records.first?["note"] == nil)
        #expect(learned.fields.first?.examples == 1)
    }

    @Test func aContradictionIsNamed() throws {
        let pages = ["Oak", "Fir"].map { LearnerTests.page("\($0).html", LearnerTests.tree($0)) }
        let learned = Learner(mutations: 0).learn([
            LearningExample(pages[0], values: [Value.Member("family", "Fagaceae")]),
            LearningExample(pages[1], values: [Value.Member("family", "Pinaceae")]),
        ])
        let field = try #require(learned.fields.first)
        #expect(field.status == .notFound)
        #expect(field.conflicts.map(\.page) == ["Fir.html"])
        #expect(field.conflicts.first?.expected == "Pinaceae")
        #expect(field.conflicts.first?.found == "Fagaceae")
    }

    @Test func theNearestTextIsShownOfWhatIsNotThere() throws {
        let page = LearnerTests.page("a.html", LearnerTests.tree("Oak", family: "Beech family Fagaceae"))
        let learned = Learner(mutations: 0).learn([
            LearningExample(
                page,
                values: [Value.Member("family", "Beech family Fagaceous"), Value.Member("colour", .null)]
            )
        ])
        #expect(learned.fields.map(\.status) == [.notFound, .noExample])
        #expect(learned.fields.first?.near.map(\.text) == ["Beech family Fagaceae"])
        #expect(!learned.hasFields)
    }

    @Test func aNumberThatIsThereByChanceIsNotTaken() throws {
        let text = String(repeating: "A soup of leeks and potatoes. ", count: 8)
        let menu = "<nav class=menu><a href=/top>Top 15</a><a href=/new>New</a></nav>"
        let page = LearnerTests.page(
            "a.html",
            "<!doctype html><title>Soup</title><body>\(menu)<p>\(text)</p></body>"
        )
        let labelled = LearnerTests.page(
            "b.html",
            "<!doctype html><title>Soup</title><body>\(menu)<p>\(text)</p><p>Prep time: 15 min</p></body>"
        )
        let browsers = LearnerTests.page(
            "c.html",
            "<!doctype html><title>Soup</title><meta name=viewport content='width=15'><body><p>\(text)</p></body>"
        )
        for (page, status) in [
            (page, LearnedField.Status.notFound), (labelled, .found), (browsers, .notFound),
        ] {
            let values = [Value.Member("minutes", 15)]
            #expect(
                Learner(mutations: 0).learn([LearningExample(page, values: values)]).fields.map(\.status) == [
                    status
                ]
            )
        }
    }

    // MARK: - Several records

    private static let shop = """
        <!doctype html><title>Shop</title><nav><ul><li><a href="/">Home</a></li><li><a href="/t">Trees</a></li></ul></nav>
        <div class="grid"><div class="card"><a class="name" href="/t/1">Oak</a><span class="price">€ 12.50</span>
        <ul class="tags"><li>big</li><li>old</li></ul></div>
        <div class="card"><a class="name" href="/t/2">Elm</a><span class="price">€ 8.00</span><ul class="tags"><li>tall</li></ul></div>
        <div class="card"><a class="name" href="/t/3">Ash</a><span class="sale">sold out</span></div></div>
        <div class="ads"><div class="ad"><a href="/x">Buy an oak now</a></div></div>
        """
    private static let table = """
        <!doctype html><title>Trees</title><table><thead><tr><th>Name</th><th>Height</th></tr></thead><tbody>
        <tr><td>Oak</td><td>40</td></tr><tr><td>Elm</td><td>30</td></tr><tr><td>Ash</td><td>35</td></tr></tbody></table>
        """

    private static func record(_ members: KeyValuePairs<String, Value>) -> [Value.Member] {
        members.map { Value.Member($0.key, $0.value) }
    }

    @Test func severalRecordsOfAPage() throws {
        let page = LearnerTests.page("shop.html", LearnerTests.shop)
        let records = [
            LearnerTests.record([
                "name": "Oak", "price": Number(12.5).map(Value.number) ?? .null, "link": "/t/1",
                "tags": ["big", "old"],
            ]),
            LearnerTests.record(["name": "Elm", "price": 8, "link": "/t/2", "tags": ["tall"]]),
            LearnerTests.record(["name": "Ash", "price": .null, "link": "/t/3", "tags": []]),
        ]
        let learned = Learner(mutations: 4).learn([LearningExample(page, records: records)], record: "Tree")
        #expect(learned.fields.map(\.status) == [.found, .found, .found, .found])
        #expect(learned.extras == 0)
        let found = try LearnerTests.rules(learned).scrape(page).records
        #expect(found.map { $0["name"] } == ["Oak", "Elm", "Ash"])
        #expect(found.map { $0["link"] } == ["/t/1", "/t/2", "/t/3"])
        #expect(found.map { $0["price"]?.number?.description } == ["12.50", "8.00", nil])
        #expect(found.map { $0["tags"] } == [["big", "old"], ["tall"], []])
    }

    @Test func someRecordsOfAPageAreEnough() throws {
        let page = LearnerTests.page("trees.html", LearnerTests.table)
        let records = [
            LearnerTests.record(["name": "Oak", "height": 40]),
            LearnerTests.record(["name": "Elm", "height": 30]),
        ]
        let learned = Learner(mutations: 0).learn([LearningExample(page, records: records)])
        let found = try LearnerTests.rules(learned).scrape(page).records
        #expect(found.map { $0["name"] }.contains("Ash"))
        #expect(found.first { $0["name"] == "Ash" }?["height"] == 35)
    }

    @Test func recordsThatAreNowhereAreReported() {
        let page = LearnerTests.page("shop.html", LearnerTests.shop)
        let records = [LearnerTests.record(["name": "Yew"]), LearnerTests.record(["name": "Box"])]
        let learned = Learner(mutations: 0).learn([LearningExample(page, records: records)])
        #expect(learned.lacksElements)
        #expect(!learned.hasFields)
    }

    // MARK: - Existing rules

    @Test func commentsOfARulesFileStay() throws {
        let text = """
            {
              // Trees of one site.
              "records": {
                "Tree": {
                  "fields": {
                    // As botanists write it.
                    "family": ".old-family",
                    "name": "h1" // the heading
                  }
                }
              }
            }

            """
        let page = LearnerTests.page("a.html", LearnerTests.tree("Oak"))
        let values = LearnerTests.record(["family": "Fagaceae", "height": 40, "image": "/img/oak.jpg"])
        let learned = Learner(mutations: 0).learn([LearningExample(page, values: values)], record: "Tree")
        let written = try #require(learned.written(into: Array(text.utf8)))
        let result = String(decoding: written, as: UTF8.self)
        for kept in ["// Trees of one site.", "// As botanists write it.", "// the heading"] {
            #expect(result.contains(kept))
        }
        let record = try Rules(SourceText(name: "rules.json", bytes: written), registry: Registry()).scrape(
            page
        ).records.first
        #expect(record?["family"] == "Fagaceae")
        #expect(record?["height"] == 40)
        #expect(record?["name"] == "Oak")
        #expect(record?["image"] == "/img/oak.jpg")
        // The second run replaces the output of the first, including comments.
        #expect(learned.written(into: written) == written)
        #expect(
            learned.written(
                into: Array("{ \"records\": { \"Other\": { \"fields\": { \"a\": \"b\" } } } }".utf8)
            ) == nil
        )
    }
}
