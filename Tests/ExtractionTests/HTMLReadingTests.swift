import DOM
import Records
import RulesTestSupport
import Scraping
import Testing

/// Options for parsing HTML: the keys "parser" and "scripting" of rules, the options of a run that override them, and
/// the limits of a page.
@Suite struct HTMLReadingTests {
    /// The query of a link is in the encoding of its page, as in a browser; its path is always UTF-8.
    @Test(arguments: [
        ("windows-1251", [0xE4, 0xEE, 0xEC] as [UInt8], "%E4%EE%EC"),
        ("shift_jis", [0x8E, 0xF7], "%8E%F7"),
        ("utf-8", [0xC3, 0xA9], "%C3%A9"),
    ])
    func queries(_ encoding: String, _ text: [UInt8], _ written: String) throws {
        let start = "<!doctype html><meta charset=\(encoding)><a href='/s?q="
        let page = Page(
            name: "page",
            bytes: Array(start.utf8) + text + Array("&path#x'>a</a><a href='/é'>b</a>".utf8),
            url: "https://x.example/"
        )
        for parser in ["standard", "libxml2"] {
            let rules = try load(
                """
                { "parser": "\(parser)", "records": { "R": { "fields": {
                  "u": { "select": "a::attr(href)", "type": "url" },
                  "v": { "select": "a::attr(href)", "apply": ["resolve"] } } } } }
                """
            )
            let record = try #require(rules.scrape(page).records.first)
            #expect(record["u"]?.text == "https://x.example/s?q=\(written)&path#x")
            #expect(record["v"]?.text == record["u"]?.text)
        }
    }

    /// Keys of a rules file, and the first line of the report about them.
    @Test(arguments: [
        (#""parser": "standard""#, nil), (#""parser": "libxml2", "scripting": true"#, nil),
        (#""scripting": false, "source": ["json", "html-fragment"]"#, nil),
        (#""scripting": false, "source": "linked-data""#, nil),
        (
            #""scripting": false, "source": "json", "prepare": [{ "parse": { "in": "a", "as": "html" } }]"#,
            nil
        ),
        (#""scripting": false, "source": ["html-fragment", "json"]"#, nil),
        (#""scripting": false, "source": ["html", "json"], "prepare": [{ "remove": "a" }]"#, nil),
        (
            #""scripting": false, "source": "json", "prepare": [{ "remove": "a" }]"#,
            #"1:16: error: "scripting" says how HTML is read, and these rules read json"#
        ),
        (
            #""scripting": false, "source": "json", "prepare": [{ "parse": { "in": "a", "as": "json" } }]"#,
            #"1:16: error: "scripting" says how HTML is read, and these rules read json"#
        ),
        (
            #""templates": true, "source": "csv""#,
            #"1:16: error: "templates" says how HTML is read, and these rules read csv"#
        ),
        (#""parser": "libxml""#, #"1:13: error: unknown parser "libxml""#),
        (#""parser": true"#, #"1:13: error: expected a string for "parser", found a boolean"#),
        (#""scripting": "off""#, #"1:16: error: expected true or false for "scripting", found a string"#),
        (#""skripting": false"#, #"1:3: error: unknown key "skripting" in a rules file"#),
        (
            #""scripting": false, "source": "json""#,
            #"1:16: error: "scripting" says how HTML is read, and these rules read json"#
        ),
        (
            #""parser": "libxml2", "source": ["xml", "text"]"#,
            #"1:13: error: "parser" says how HTML is read, and these rules read xml and text"#
        ),
    ])
    func keys(_ keys: String, _ problem: String?) {
        let reported = errors(#"{ \#(keys), "records": { "R": { "fields": { "x": "a" } } } }"#)
        #expect(reported.split(separator: "\n").first.map(String.init) == problem.map { "rules.json:\($0)" })
    }

    @Test func whatWasMeantIsReported() {
        let reported = errors(
            #"{ "parser": "libxml", "skripting": false, "records": { "R": { "fields": { "x": "a" } } } }"#
        )
        #expect(reported.contains(#"did you mean "libxml2"?"#))
        #expect(reported.contains(#"did you mean "scripting"?"#))
    }

    /// The matches of selectors on a page, for each way to parse it.
    private struct Reading: CustomTestStringConvertible {
        let keys: String
        let select: String
        let page: String
        let values: [String]
        var testDescription: String { "\(keys) \(select)" }
    }

    private static let head = "<head><noscript><img src=n.png></noscript><title>T</title></head><body><p>x"

    private static let readings: [Reading] = [
        Reading(keys: "", select: "noscript img::attr(src)", page: head, values: []),
        Reading(keys: "", select: "head > title", page: head, values: ["T"]),
        Reading(keys: #""scripting": true"#, select: "head > title", page: head, values: ["T"]),
        // Without scripting, an image ends the head.
        Reading(keys: #""scripting": false"#, select: "body > title", page: head, values: ["T"]),
        Reading(
            keys: #""scripting": false"#,
            select: "body noscript > img::attr(src)",
            page: "<p>x</p><noscript><img src=n.png></noscript>",
            values: ["n.png"]
        ),
        Reading(
            keys: #""parser": "libxml2""#,
            select: "noscript > img::attr(src)",
            page: "<p>x</p><noscript><img src=n.png></noscript>",
            values: ["n.png"]
        ),
        Reading(
            keys: "",
            select: "table > tbody > tr > td",
            page: "<table><tr><td>a</table>",
            values: ["a"]
        ),
        Reading(
            keys: #""parser": "libxml2""#,
            select: "table > tr > td",
            page: "<table><tr><td>a</table>",
            values: ["a"]
        ),
        // The preparation adds the elements in noscript for each parser, also in the head.
        Reading(
            keys: #""prepare": [{ "parse": { "in": "noscript", "as": "html-fragment" } }]"#,
            select: "head > noscript > img::attr(src)",
            page: head,
            values: ["n.png"]
        ),
        Reading(
            keys:
                #""scripting": false, "prepare": [{ "parse": { "in": "noscript", "as": "html-fragment" } }]"#,
            select: "noscript > img::attr(src)",
            page: "<p>x</p><noscript>a <img src=n.png></noscript>",
            values: ["n.png"]
        ),
    ]

    @Test(arguments: readings.indices) func pagesAreReadSo(_ index: Int) throws {
        let reading = HTMLReadingTests.readings[index]
        let keys = reading.keys.isEmpty ? "" : reading.keys + ", "
        let rules =
            #"{ \#(keys)"records": { "R": { "fields": { "x": { "select": "\#(reading.select)", "type": ["text"] } } } } }"#
        let outcome = try scrape(rules, reading.page)
        #expect(outcome.records.first?["x"]?.list?.map(\.text) ?? [] == reading.values, "\(reading)")
    }

    /// Text in it is not text of the page.
    @Test(arguments: ["noscript", "iframe", "noembed", "noframes", "template", "script", "style"])
    func whatIsNotShownIsNoText(_ name: String) throws {
        let rules = #"{ "records": { "R": { "fields": { "x": "body" } } } }"#
        let outcome = try scrape(rules, "<body>a<\(name)><b>no</b></\(name)> b")
        #expect(outcome.lines == [#"{"@type":"R","x":"a b"}"#])
    }

    /// The options of a run take precedence over those of rules.
    @Test func aRunSaysOtherwise() throws {
        let rules = #"{ "scripting": false, "records": { "R": { "fields": { "x": "noscript > b" } } } }"#
        let page = Page(name: "page", bytes: Array("<body><noscript><b>x</b></noscript>".utf8))
        for (scripting, count) in [(nil, 1), (false, 1), (true, 0)] {
            var registry = Registry()
            registry.reading.scripting = scripting
            let source = SourceText(name: "rules.json", bytes: Array(rules.utf8))
            #expect(try Rules(source, registry: registry).scrape(page).records.count == count)
        }
    }
}
