import DOM
import Records
import Regression
import Scraping
import Testing

/// Pages cut to what their rules consult.
@Suite struct MinimiseTests {
    private static func rules(_ text: String) throws -> Rules {
        try Rules(SourceText(name: "r.json", bytes: Array(text.utf8)), registry: Registry())
    }

    private static func records(_ body: String, source: String = "html") -> String {
        #"{ "source": "\#(source)", "records": { "R": \#(body) } }"#
    }

    /// Of HTML.
    private static let list = records(#"{ "each": "li", "fields": { "a": "b", "c": "i::attr(title)" } }"#)

    private static let cut: [(String, String, String)] = [
        (
            list, "<!DOCTYPE html><nav><p>x</nav><ul class=u><li id=1><b>1</b> x<li><b>2</b></ul><p>y",
            "<!DOCTYPE html><ul><li><b>1</b><li><b>2</b></ul>"
        ),
        (
            list, "<ul>\n<li><b>1</b><i class='x' title='t u'>z</i></li>\n</ul>",
            "<ul><li><b>1</b><i title='t u'></i></li></ul>"
        ),
        (list, "<script>let x = '<li>'</script><!-- x --><li><b>1 &amp; 2</b>", "<li><b>1 &amp; 2</b>"),
        (
            list, "<table><tr><td><li><b>1</b></table><style>b{}</style>",
            "<table><tr><td><li><b>1</b></table>"
        ),
        (list, "<p", "<p"),
        (
            records(#"{ "each": "item", "fields": { "a": "> a" } }"#, source: "json"),
            #"{"x": [1, 2], "l": [{"b": 1, "a": 2, "c": 3}, {"a": 4, "b": {}}], "z": "a, b"}"#,
            #"{"x": [1, 2], "l": [{"a": 2}, {"a": 4}]}"#
        ),
        (
            #"{ "source": "json", "prepare": [{ "parse": { "in": "h", "as": "html-fragment" } }], "records": { "R": { "each": "b", "fields": { "a": "::text" } } } }"#,
            #"{"h": "<p class=\"x\">one <b title=\"y\">two<\/b><\/p>", "i": 1}"#,
            #"{"h": "<p><b>two<\/b><\/p>"}"#
        ),
        (
            records(#"{ "each": "row", "fields": { "a": "name" } }"#, source: "csv"),
            "name,size\nElm,\"30, or\nso\"\nOak,40\n",
            "name,\nElm,\nOak,\n"
        ),
        (
            records(#"{ "each": "line[number='3']", "fields": { "a": "::text" } }"#, source: "text"),
            "one two\nthree\nfour\nfive\n",
            "\n\nfour\n"
        ),
        (
            records(#"{ "each": "p", "fields": { "a": "::text" } }"#, source: "xml"),
            "<?xml version=\"1.0\"?>\n<!DOCTYPE r [<!ENTITY e \"x\">]>\n<r k=\"v\"><?pi?><q><![CDATA[z]]></q><p>1</p></r>",
            "<?xml version=\"1.0\"?><!DOCTYPE r [<!ENTITY e \"x\">]><r><p>1</p></r>"
        ),
    ]

    /// Rules, a page, and what is left of it.
    @Test(arguments: cut)
    func whatIsNotConsultedGoes(_ text: String, _ page: String, _ expected: String) throws {
        let rules = try MinimiseTests.rules(text)
        let page = Page(name: "page", bytes: Array(page.utf8))
        let minimised = try Minimiser().minimise(page, rules)
        #expect(String(decoding: minimised.page.bytes, as: UTF8.self) == expected)
        #expect(minimised.after.bytes == expected.utf8.count)
        #expect(!minimised.isEnded)
        try expectSame(rules, page, minimised.page)
        // What is cut once is cut.
        #expect(try !Minimiser().minimise(minimised.page, rules).isSmaller)
    }

    private func expectSame(_ rules: Rules, _ page: Page, _ rest: Page) throws {
        let (before, after) = (rules.trace(page), rules.trace(rest))
        #expect(before.0.records == after.0.records)
        #expect(Golden(before.0) == Golden(after.0))
        #expect(before.1.shape == after.1.shape)
    }

    private static let seen: [(String, String, String)] = [
        (
            #"{ "each": "li.plant", "fields": { "a": "b" } }"#,
            "<ul><li class=plant><b>1</b><li class=ad><b>2</b><li class=ad><b>3</b></ul>",
            "<ul><li class=plant><b>1</b><li></ul>"
        ),
        (
            #"{ "each": "li:not(.ad)", "fields": { "a": "b" } }"#,
            "<li><b>1</b><li class=ad><b>2</b><li class=ad><b>3</b>",
            "<li><b>1</b><li class=ad>"
        ),
        (
            #"{ "each": "li.plants", "fields": { "a": "b" } }"#,
            "<p>x</p><ul><li class=plant><b>1</b></ul><p>y</p>",
            "<ul><li class=plant></ul>"
        ),
    ]

    /// A page that shows what a selector rejects, or what came near to it, goes on showing that.
    @Test(arguments: seen)
    func aCaseDoesNotBecomeBlind(_ record: String, _ page: String, _ expected: String) throws {
        let rules = try MinimiseTests.rules(MinimiseTests.records(record))
        let page = Page(name: "page", bytes: Array(page.utf8))
        let minimised = try Minimiser().minimise(page, rules)
        #expect(String(decoding: minimised.page.bytes, as: UTF8.self) == expected)
    }

    /// What is told of a page is told of the same line: the line ends before it stay.
    @Test func linesThatAreToldOfStay() throws {
        let rules = try MinimiseTests.rules(
            MinimiseTests.records(
                #"{ "each": "li", "fields": { "a": { "select": "b", "required": true } } }"#
            )
        )
        let page = Page(name: "page", bytes: Array("<p>x\ny</p>\n<div>\n<li>z</div>\n<p>\n".utf8))
        let minimised = try Minimiser().minimise(page, rules)
        #expect(String(decoding: minimised.page.bytes, as: UTF8.self) == "\n\n<div>\n<li></div>\n")
        try expectSame(rules, page, minimised.page)
    }

    private static let encoded: [([UInt8], [UInt8])] = [
        (marked("<p>x</p><li><b>é</b>"), marked("<li><b>é</b>")),
        (
            bytes("<meta charset=windows-1252><p>x</p><li><b>", 0xE9),
            bytes("<meta charset=windows-1252><li><b>", 0xE9)
        ),
        (Array("\u{FEFF}<p>x</p><li><b>é".utf8), Array("\u{FEFF}<li><b>é".utf8)),
        (
            bytes("<meta charset=shift_jis><p>x</p><li><b>", 0x83, 0x5C, 0x83, 0x7B),
            bytes("<meta charset=shift_jis><li><b>", 0x83, 0x5C, 0x83, 0x7B)
        ),
    ]

    /// A page stays in its own encoding.
    @Test(arguments: encoded)
    func encodingsStay(_ bytes: [UInt8], _ expected: [UInt8]) throws {
        let rules = try MinimiseTests.rules(MinimiseTests.list)
        let page = Page(name: "page", bytes: bytes)
        let minimised = try Minimiser().minimise(page, rules)
        #expect(
            minimised.page.bytes == expected,
            "\(String(decoding: minimised.page.bytes, as: UTF8.self))"
        )
        try expectSame(rules, page, minimised.page)
    }

    /// UTF-16 with its mark.
    private static func marked(_ text: String) -> [UInt8] {
        "\u{FEFF}\(text)".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }

    private static func bytes(_ text: String, _ others: UInt8...) -> [UInt8] { Array(text.utf8) + others }

    private static let refused: [([UInt8], String)] = [
        ([], "no tree can be made of the page: there is nothing to go by"),
        (
            Array("<meta charset=iso-2022-jp><li><b>x".utf8),
            "a page in ISO-2022-JP cannot be cut: its bytes depend on those before"
        ),
    ]

    @Test(arguments: refused)
    func whatCannotBeCutIsTold(_ bytes: [UInt8], _ message: String) throws {
        let rules = try MinimiseTests.rules(MinimiseTests.list)
        let error = #expect(throws: Diagnostics.self) {
            try Minimiser().minimise(Page(name: "page", bytes: bytes), rules)
        }
        #expect(error?.all.map(\.message) == [message])
    }

    /// The bound on runs holds, and what has been cut by then is right.
    @Test func runsAreBounded() throws {
        let rules = try MinimiseTests.rules(MinimiseTests.list)
        let items = (1...300).map { "<p>x</p><li><b>\($0)</b><u>y</u>" }.joined()
        let page = Page(name: "page", bytes: Array(items.utf8))
        let minimised = try Minimiser(runs: 20).minimise(page, rules)
        #expect(minimised.isEnded)
        #expect(minimised.runs == 20)
        try expectSame(rules, page, minimised.page)
    }

    /// Pages as no one writes them: neither depth nor brokenness matters.
    @Test(arguments: [
        String(repeating: "<div>", count: 3000) + "<li><b>1</b>",
        String(repeating: "</p>", count: 2000) + "<li><b>1",
        "<li><b>1</b><script>" + String(repeating: "{[(", count: 5000) + "'\\",
        "<li><b>1</b><a " + String(repeating: "x='", count: 999),
        "<li><b>1</b><!--" + String(repeating: "<!", count: 999),
    ])
    func oddPagesAreCut(_ text: String) throws {
        let rules = try MinimiseTests.rules(MinimiseTests.list)
        let page = Page(name: "page", bytes: Array(text.utf8))
        let minimised = try Minimiser(runs: 60).minimise(page, rules)
        try expectSame(rules, page, minimised.page)
    }

    /// A case of the repository's corpus, in a few runs: it still passes.
    @Test(arguments: CorpusTests.cases.filter { $0.site == "recipe" })
    func casesStillPass(_ test: Case) throws {
        let store = RulesStore(CorpusTests.catalogue, registry: Registry())
        let minimised = try test.minimised(Minimiser(runs: 40), store)
        let facts = try test.facts()
        let outcome = try store.rules(named: facts.rules ?? test.site).scrape(minimised.page)
        #expect(try Golden(contentsOf: test.goldenPath) == Golden(outcome))
    }
}
