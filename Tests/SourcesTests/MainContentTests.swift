import DOM
import Records
import RulesTestSupport
import Scraping
import Testing

/// The preparation `main-content`: the elements that it marks, and that nothing else sees the mark.
@Suite struct MainContentTests {
    private static let paragraph =
        "The ferry left the harbour at noon, and nobody on the pier could say when, or whether, it would be back."

    private static let page = """
        <!DOCTYPE html><html><head><title>The last ferry</title></head><body>
        <nav><ul><li><a href=/a>News</a><li><a href=/b>Weather</a><li><a href=/c>Sport</a></ul></nav>
        <main><article><h1>The last ferry</h1>
        <div class="article-body"><p>\(paragraph) One.</p>
        <div class="share-buttons"><a href=/f>Facebook</a> <a href=/t>Twitter</a></div>
        <script>var advert = "SCRIPT"</script>
        <p>\(paragraph) Two.</p><figure><img src=/i.png><figcaption class=caption>The pier</figcaption></figure>
        <p>\(paragraph) Three.</p></div></article></main>
        <section class="comments"><h3>Comments</h3><p>FIRST, I say, and \(paragraph)</p></section>
        <footer><p>Copyright 2020 The Company. All rights reserved.</p></footer></body></html>
        """

    private func read(
        _ select: String,
        options: String = "{}",
        _ page: String = page
    ) throws -> [String] {
        let rules = #"""
            { "prepare": [{ "main-content": \#(options) }],
              "records": { "R": { "fields": { "x": { "select": "\#(select)", "type": ["text"] } } } } }
            """#
        return try scrape(rules, page).records.first?["x"]?.list?.map(\.text) ?? []
    }

    @Test func theTextIsThatOfTheContent() throws {
        let text = try #require(try read(":main-content").first)
        for word in ["One.", "Two.", "Three."] { #expect(text.contains(word)) }
        for word in ["News", "Facebook", "SCRIPT", "Copyright", "FIRST"] { #expect(!text.contains(word)) }
    }

    @Test func theHTMLIsThatOfTheContentWithItsImages() throws {
        let html = try #require(try read(":main-content::html").first)
        #expect(html.contains("Two.") && html.contains("<img src="))
        #expect(!html.contains("Facebook") && !html.contains("SCRIPT") && !html.contains("FIRST"))
    }

    @Test func oneElementMatchesAndWhatIsLeftOutMatchesItsOwn() throws {
        #expect(try read(":main-content").count == 1)
        #expect(try read(":main-content :left-out").contains { $0.contains("Facebook") })
        #expect(try read("nav:left-out").isEmpty)
    }

    @Test func noOtherSelectorSeesADifference() throws {
        for select in ["body", "article", ".share-buttons", "article::html", "*::name", "::attr(class)"] {
            let rules = #"""
                { "records": { "R": { "fields": { "x": { "select": "\#(select)", "type": ["text"] } } } } }
                """#
            let plain = try scrape(rules, Self.page).records.first?["x"]?.list?.map(\.text) ?? []
            let main = try read(":main-content::name")
            // Among elements with the content, the one with the shorter text is chosen.
            if main == ["article"], select.hasPrefix("article") { continue }
            #expect(try read(select) == plain)
        }
    }

    @Test(arguments: [("comments", "FIRST"), ("captions", "The pier"), ("navigation", "Weather")])
    func partsAreInOrOutByOption(_ part: String, _ word: String) throws {
        let with = try read(":main-content", options: #"{ "\#(part)": true }"#)
        let without = try read(":main-content", options: #"{ "\#(part)": false }"#)
        #expect(with.first?.contains(word) == true)
        #expect(without.first?.contains(word) == false)
    }

    @Test func withoutThePreparationNothingMatches() throws {
        let rules = #"""
            { "records": { "R": { "fields": { "x": { "select": ":main-content, :left-out", "type": ["text"] } } } } }
            """#
        #expect(try scrape(rules, Self.page).records.first?["x"]?.list?.isEmpty != false)
    }

    @Test(arguments: [
        "", "<p>", "<body>", "<svg><text>x</text></svg>", "<!-- -->", "<nav><a href=x>a</a></nav>",
    ])
    func aPageWithoutContentHasNone(_ page: String) throws {
        #expect(try read(":main-content", page).isEmpty)
    }

    @Test func theSameTwice() throws {
        #expect(try read(":main-content") == read(":main-content"))
        let document = Document(html: Array(Self.page.utf8))
        let finder = MainContentFinder(document)
        #expect(finder.blocks.map(\.score) == MainContentFinder(document).blocks.map(\.score))
        #expect(finder.content?.element == MainContentFinder(document).content?.element)
    }

    @Test func scoresAreSumsOfWeights() {
        for block in MainContentFinder(Document(html: Array(Self.page.utf8))).blocks {
            #expect(block.isContent == (block.score > 0 || block.isByNeighbours))
            #expect(!block.features.isEmpty)
        }
    }

    @Test(arguments: [
        ("Frost came twice this week.", true),
        ("Frost came twice this week", false),
    ])
    func aSentenceIsContentWhereNothingElseIs(_ text: String, _ isContent: Bool) throws {
        let page = """
            <h1>Frost, twice</h1>
            <div class=entry><p>\(text)</p><p><small>Share: <a href=#>+1</a></small></p></div>
            """
        #expect(try read(":main-content", page) == (isContent ? [text] : []))
    }

    @Test func anOptionThatDecidesIsNamed() {
        let finder = MainContentFinder(Document(html: Array(Self.page.utf8)), parts: [.comments: true])
        let byOption = finder.blocks.filter(\.isByOption).map(\.text)
        #expect(byOption.contains { $0.hasPrefix("FIRST") })
        #expect(!byOption.contains { $0.hasSuffix("One.") })
        #expect(MainContentFinder(Document(html: Array(Self.page.utf8))).blocks.allSatisfy { !$0.isByOption })
    }

    /// Items and headings without enough features of their own are content with the text around them.
    @Test func itemsAndHeadingsAreContentByTheirNeighbours() throws {
        let page = """
            <nav><ul><li><a href=a>Home</a></li><li><a href=b>News</a></li><li><a href=c>Beans</a></li></ul></nav>
            <article class=post><h1>Beans</h1><p>\(Self.paragraph)</p><p>\(Self.paragraph) Two.</p>
            <h3>Winners</h3><ul><li>2023: Ann Lee</li><li>2022: Bo Ray</li><li>2021: Cy Orr</li><li>2020: Di Poe</li></ul>
            <h3>Odds</h3><p>\(Self.paragraph) Three.</p>
            <h3><a href=d>More beans here</a></h3></article>
            <footer><ul><li>About</li><li>Press</li><li>Contact</li></ul></footer>
            """
        let blocks = MainContentFinder(Document(html: Array(page.utf8))).blocks
        let content = blocks.filter(\.isContent).map(\.text)
        #expect(content.filter { $0.hasPrefix("20") }.count == 4)
        #expect(content.contains("Winners") && content.contains("Odds"))
        #expect(!content.contains { ["Home", "About", "More beans here"].contains($0) })
        #expect(blocks.contains { $0.isByNeighbours })
        for block in blocks where block.isByNeighbours { #expect(block.isContent && block.score <= 0) }
    }

    /// A list of links is content if a sentence of the content introduces it, and otherwise not.
    @Test(arguments: [
        ("<p>The reports of the inspectors can be downloaded here:</p>", true),
        ("The reports of the inspectors can be downloaded here:", true),
        ("<p>The reports of the inspectors can be downloaded here.</p>", false),
        ("<p>Read more:</p>", false), ("<h3>The reports of the inspectors on the ferry:</h3>", false),
        ("<p><a href=m>The reports of the inspectors can be downloaded here:</a></p>", false),
        ("<div><p>The reports of the inspectors can be downloaded here:</p></div>", false),
    ])
    func listsOfLinksAreContentIfIntroduced(_ lead: String, _ isContent: Bool) throws {
        let links = ["Hull", "Engine", "Crew"].map { "<li><a href=/\($0)>\($0)</a></li>" }.joined()
        let page = """
            <article class=post><h1>Ferry</h1><p>\(Self.paragraph)</p><p>\(Self.paragraph) Two.</p>\(lead)<ul>\(links)</ul>
            <p>\(Self.paragraph) Three.</p><p>\(Self.paragraph) Four.</p></article>
            """
        let text = try read(":main-content", page).joined()
        for word in ["Hull", "Engine", "Crew"] { #expect(text.contains(word) == isContent) }
        #expect(text.contains("Four."))
    }

    /// An article with a table of data, a list of terms and a quotation, and a table for the footer's layout.
    private static let tables = """
        <article class=post><h1>Beans</h1><p>\(paragraph)</p><p>\(paragraph) Two.</p>
        <table><tr><th>Bean<th>Days<tr><td>Runner<td>70<tr><td>Broad<td>90</table>
        <p>\(paragraph) Three.</p><dl><dt>Pod<dd>What holds the seeds.<dt>Haulm<dd>The stem.</dl>
        <blockquote><p>Sow early.</p><cite>A gardener</cite></blockquote><p>\(paragraph) Four.</p></article>
        <footer><table><tr><td>Imprint<td>Press<tr><td>Privacy<td>Terms</table></footer>
        """

    @Test(arguments: [("{}", []), (#"{ "tables": true }"#, ["Runner", "90", "Pod", "The stem."])])
    func tablesOfDataAreContentByOption(_ options: String, _ cells: [String]) throws {
        let text = try read(":main-content", options: options, Self.tables).joined()
        for cell in cells { #expect(text.contains(cell)) }
        #expect(text.contains("Runner") == !cells.isEmpty)
        #expect(!text.contains("Imprint"))
        let without = try read(":main-content", options: #"{ "tables": false }"#, Self.tables).joined()
        #expect(!without.contains("Runner") && without.contains("Three."))
    }

    /// A table after content is one of data if it has several rows and at least four cells, most of them not links.
    @Test(
        arguments: [
            ("<tr><td>Runner<td>70<tr><td>Broad<td>90", true), ("<tr><td>Runner<td>70<td>Broad<td>90", false),
            ("<tr><td>Runner<td>70<tr><td>Broad", false),
            ("<tr><td><a href=/r>Runner</a><td>70<tr><td>Broad<td>90", true),
            ("<tr><td><a href=/r>Runner</a><td><a href=/s>70</a><tr><td>Broad<td>90", false),
        ],
        ["article", "body"]
    )
    func tablesOfData(_ table: (rows: String, isData: Bool), _ place: String) throws {
        let page =
            "<\(place)><h1>Beans</h1><p>\(Self.paragraph)</p><p>\(Self.paragraph) Two.</p><table>\(table.rows)</table>"
            + "<p>\(Self.paragraph) Three.</p></\(place)>"
        let text = try read(":main-content", options: #"{ "tables": true }"#, page).joined()
        #expect(text.contains("Runner") == table.isData, "\(text)")
    }

    @Test func quotationsBetweenContentAreContent() throws {
        let text = try read(":main-content", options: #"{ "tables": true }"#, Self.tables).joined()
        #expect(text.contains("Sow early.") && text.contains("A gardener"))
    }

    @Test(arguments: [
        ("Sign up today.", ["phrase.signup", "begin.signup"]),
        ("SIGN&nbsp;UP", ["phrase.signup", "begin.signup"]),
        ("Every week you can sign up", ["phrase.signup"]),
        ("Designs upper sign, up", ["phrase.signup"]),
        ("Designs upper", []),
        ("sign", []),
        ("Editor’s note: read more", ["phrase.more", "phrase.note", "begin.note"]),
        ("You may also like", ["phrase.more", "begin.more"]),
        ("You may also", []),
    ])
    func phrasesAreFoundByTheirWords(_ text: String, _ expected: [String]) {
        let blocks = MainContentFinder(Document(html: Array("<p>\(text)</p>".utf8))).blocks
        let names = blocks.flatMap { $0.features.map(\.name) }
        #expect(names.filter { $0.hasPrefix("phrase.") || $0.hasPrefix("begin.") } == expected)
    }

    @Test func deepAndWidePagesAreRead() throws {
        let deep = String(repeating: "<div>", count: 20_000) + "<p>\(Self.paragraph)</p>"
        _ = try read(":main-content", deep)
        let wide = String(repeating: "<p>\(Self.paragraph)</p>", count: 3000)
        #expect(try read(":main-content", "<h1>x</h1><article>\(wide)</article>").first?.isEmpty == false)
    }

    @Test func onlyHTMLHasMainContent() throws {
        let rules = #"""
            { "source": "json", "prepare": [{ "main-content": {} }], "records": { "R": { "fields": { "a": "> a" } } } }
            """#
        let messages = try scrape(rules, #"{ "a": "x" }"#).messages
        #expect(messages.contains { $0.contains("main content is found in HTML") })
    }
}
