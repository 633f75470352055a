import DOM
import Records
import RulesTestSupport
import Scraping
import TestSupport
import Testing

/// Truncated HTML pages.
@Suite struct TruncationTests {
    private static let rules = #"{ "records": { "Plant": { "each": "li", "fields": { "name": "b" } } } }"#

    /// A page, and the warning that it is truncated, if any.
    @Test(arguments: [
        ("<html><body><ul><li><b>Oak</b></ul></body></html>", nil),
        ("<!doctype html><ul><li><b>Oak</b></ul>", nil),
        ("<!doctype html><body><ul><li><b>Oak</b></ul></body>", nil),
        ("<html><ul><li><b>Oak</b></ul></HTML\n>\n<!-- made at noon -->\n", nil),
        ("<html><ul><li><b>Oak</b></ul></html><script>x</script>", nil),
        ("<html><ul><li><b>Oak</b></ul>", "1:30: the page has no </html>"),
        ("<base><html><ul><li><b>Oak</b></ul>", "1:36: the page has no </html>"),
        ("x<!doctype html><html><ul><li><b>Oak</b></ul></html>", nil),
        ("<html></html><html><ul><li><b>Oak</b></ul>", "1:43: the page has no </html>"),
        ("<html><html><ul><li><b>Oak</b></ul></html>", nil),
        ("<HTML lang=en>\n<ul><li><b>Oak</b>\n", "3:1: the page has no </html>"),
        ("<ul><li><b>Oak</b><i cl", "1:19: the page ends within a tag"),
        ("<ul><li><b>Oak</b></i", "1:19: the page ends within a tag"),
        ("<ul><li><b>Oak</b><", "1:19: the page ends within a tag"),
        ("<ul><li><b>Oak</b></", "1:19: the page ends within a tag"),
        ("<ul><li><b>Oak</b>\n<i class=", "2:1: the page ends within a tag"),
        ("<ul><li><b>Oak</b><i class=a", "1:19: the page ends within a tag"),
        ("<ul><li><b>Oak</b><i class='a", "1:19: the page ends within the value of an attribute"),
        ("<ul><li><b>Oak</b><!-- no", "1:19: the page ends within a comment"),
        ("<ul><li><b>Oak</b><!-- no --", "1:19: the page ends within a comment"),
        ("<ul><li><b>Oak</b><!--", "1:19: the page ends within a comment"),
        ("<ul><li><b>Oak</b><!-- no -->", nil),
        ("<ul><li><b>Oak</b><?php", "1:19: the page ends within a comment"),
        ("<ul><li><b>Oak</b><script>1 < 2", "1:19: the page ends within an element script"),
        ("<ul><li><b>Oak</b><textarea>a</texta", "1:19: the page ends within an element textarea"),
        ("<ul><li><b>Oak</b><style>", "1:19: the page ends within an element style"),
        ("<ul><li><b>Oak</b><svg><![CDATA[x]]", "1:24: the page ends within a CDATA section"),
        ("<html><ul><li><b>Oak</b><plaintext></html>", nil),
        ("a < b <ul><li><b>Oak</b>1 < 2", nil),
    ])
    func signs(_ page: String, _ sign: String?) throws {
        let messages = try scrape(TruncationTests.rules, page).messages.filter { $0.contains("cut off") }
        #expect(messages == (sign.map { [warning($0)] } ?? []))
    }

    private func warning(_ sign: String) -> String {
        let parts = sign.split(separator: " ", maxSplits: 1)
        return "page:\(parts[0]) warning: \(parts[1]): it looks cut off"
    }

    @Test(arguments: ["<!doctype html", "<!DOCTYPE", "<!doctype html public \"-//W3"])
    func doctype(_ page: String) throws {
        let messages = try scrape(TruncationTests.rules, page).messages
        #expect(messages.contains { $0.hasPrefix("page:1:1: error: the page ends within its doctype") })
    }

    /// Lost values make it an error, which names them.
    @Test func lossesAreErrors() throws {
        func first(_ fields: String, _ page: String) throws -> String? {
            try scrape(#"{ "records": { "P": { "each": "li", "fields": { \#(fields) } } } }"#, page).messages
                .first
        }
        let none = try first(#""a": "b""#, "<html><p>")
        #expect(none == "page:1:10: error: the page has no </html>: it looks cut off, and there is no P")
        let field = try first(#""a": "b", "c": "i""#, "<html><li><b>x</b>")
        #expect(
            field == "page:1:19: error: the page has no </html>: it looks cut off, and no P has a value for c"
        )
        let list = try first(#""a": "b", "c": { "select": "i", "type": ["string"] }"#, "<html><li><b>x</b>")
        #expect(list == field)
        let required = try first(
            #""a": "b", "c": { "select": "i", "required": true }"#,
            "<html><li><b>x</b><i>y</i><li><b>z</b>"
        )
        #expect(required?.hasSuffix("it looks cut off, and P.c is not as the rules expect") == true)
    }

    /// A constant that a field has because nothing is found is not a fact of a truncated page.
    @Test(arguments: [
        (#""p": { "select": "i", "type": "integer", "default": 0 }"#, "", true),
        (#""p": { "select": "i", "type": "integer", "default": 0 }"#, "<i>4</i>", false),
        (#""p": { "select": "i", "type": ["integer"], "default": [] }"#, "<i>4</i>", false),
        (#""p": { "case": { "i": "in stock", "*": "sold out" } }"#, "", true),
        (#""p": { "case": { "i": "in stock", "*": "sold out" } }"#, "<i>4</i>", false),
        (#""p": { "case": { "*": "plant" } }"#, "", false), (#""p": { "value": "plant" }"#, "", false),
        (#""p": { "case": { "i": true }, "default": false }"#, "", true),
        (#""p": [{ "select": "i", "type": "integer" }, { "value": -1 }]"#, "", true),
        (#""p": [{ "select": "i", "type": "integer" }, { "value": -1 }]"#, "<i>4</i>", false),
        (#""p": [{ "when": "u", "value": 1 }, { "value": -1 }]"#, "<u>", false),
        (#""p": [{ "when": "i", "value": 1 }, { "when": "u", "value": -1 }]"#, "<u>", false),
    ])
    func constantsAreLosses(_ field: String, _ content: String, _ isLost: Bool) throws {
        let rules = #"{ "records": { "P": { "each": "li", "fields": { "a": "b", \#(field) } } } }"#
        let page = "<html><li><b>x</b>\(content)"
        let lost = ", and P.p has a constant of the rules, since nothing is found for it"
        let message = try #require(try scrape(rules, page).messages.first)
        #expect(message.hasSuffix("it looks cut off" + (isLost ? lost : "")))
        #expect(message.contains(isLost ? ": error: " : ": warning: "))
        #expect(try scrape(rules, page + "</html>").messages == [])
    }

    /// What a site leaves out is the end tag, not a part of a tag.
    @Test func rulesMayExpectSuchPages() throws {
        let rules =
            #"{ "complete": false, "records": { "Plant": { "each": "li", "fields": { "name": "b" } } } }"#
        #expect(try scrape(rules, "<html><li><b>Oak</b>").messages == [])
        for (end, part) in [
            ("<!--", "a comment"), ("<i", "a tag"), ("<i a='", "the value of an attribute"),
            ("<script>", "an element script"),
        ] {
            let outcome = try scrape(rules, "<html><li><b>Oak</b>\(end)")
            #expect(outcome.messages == [warning("1:21: the page ends within \(part)")])
            #expect(outcome.diagnostics.first?.help == "fetch or save the page again")
        }
        #expect(
            errors(
                #"{ "complete": false, "source": "json", "records": { "R": { "fields": { "x": "a" } } } }"#
            )
            .hasPrefix(#"rules.json:1:15: error: "complete" says how HTML is read"#)
        )
    }

    @Test func everySourceOfHTMLReportsIt() throws {
        let linked = #"{ "source": "linked-data", "records": { "R": { "fields": { "x": "title" } } } }"#
        #expect(try scrape(linked, "<html><title>a</title>").messages.count == 1)
        let old = #"{ "parser": "libxml2", "records": { "R": { "fields": { "x": "title" } } } }"#
        let messages = try scrape(old, "<html><title>a</title>\n").messages
        #expect(messages == ["page:2: warning: the page has no </html>: it looks cut off"])
        #expect(try scrape(old, "<html><title>a</title></html>").messages == [])
    }

    /// If a limit ends a page, the limit is reported instead.
    @Test func limitsAreNoTruncation() throws {
        var limits = Limits()
        limits.elements = 3
        let page = Page(name: "page", bytes: Array("<html><li><b>a</b><li><b>a</b>".utf8), encoding: .utf8)
        let messages = try load(TruncationTests.rules).scrape(page, limits: limits).messages
        #expect(!messages.contains { $0.contains("cut off") })
    }

    /// A page that is truncated anywhere before its end tag is recognised.
    @Test func everyCutIsSeen() throws {
        let page = Array(
            "<!doctype html><html lang='en'><head><title>A</title></head><body><ul><li><b>Oak</b></ul><!-- x --></body></html>"
                .utf8
        )
        let rules = try load(TruncationTests.rules)
        for count in 16..<page.count - 1 where count > 30 {
            let cut = Page(name: "page", bytes: Array(page[..<count]), encoding: .utf8)
            let messages = rules.scrape(cut).messages
            #expect(messages.contains { $0.contains("cut off") }, "\(count)")
        }
    }

    private static let folder = "postlight/dev/pages"

    /// Few complete real pages look truncated, but all of their prefixes do.
    @Test(.enabled(if: SharedCases.has(folder), "\(SharedCases.note(folder))"))
    func realPages() throws {
        let rules = try load(#"{ "records": { "R": { "fields": { "x": "::name" } } } }"#)
        var cutOff = 0
        for (index, name) in SharedCases.names(TruncationTests.folder, ending: ".html").enumerated() {
            let bytes = try SharedCases.bytes("\(TruncationTests.folder)/\(name)")
            let whole = rules.scrape(Page(name: "page", bytes: bytes)).messages
            if whole.contains(where: { $0.contains("cut off") }) { cutOff += 1 }
            let part = Array(bytes[..<(bytes.count * (index % 9 + 1) / 11)])
            let messages = rules.scrape(Page(name: "page", bytes: part)).messages
            #expect(messages.contains { $0.contains("cut off") }, "\(name)")
        }
        #expect(cutOff <= 1)
    }
}
