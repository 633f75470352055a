import DOM
import Records
import Mutation
import Scraping
import Testing

/// Pages reduced to the parts that their rules use.
@Suite struct ReductionTests {
    private static func rules(_ text: String) throws -> Rules {
        try Rules(SourceText(name: "r.json", bytes: Array(text.utf8)), registry: Registry())
    }

    private static func records(_ body: String, source: String = "html") -> String {
        #"{ "source": "\#(source)", "records": { "R": \#(body) } }"#
    }

    private static let list = records(#"{ "each": "li", "fields": { "a": "b", "c": "i::attr(title)" } }"#)

    private static let reductions: [(String, String, String)] = [
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

    /// Rules, a page, and the reduced page.
    @Test(arguments: reductions)
    func unusedPartsAreDeleted(_ text: String, _ page: String, _ expected: String) throws {
        let rules = try ReductionTests.rules(text)
        let page = Page(name: "page", bytes: Array(page.utf8))
        let reduced = try PageReducer().reduce(page, rules)
        #expect(String(decoding: reduced.page.bytes, as: UTF8.self) == expected)
        #expect(reduced.after.bytes == expected.utf8.count)
        #expect(!reduced.isEnded)
        try expectSame(rules, page, reduced.page)
        // A reduced page cannot be reduced further.
        #expect(try !PageReducer().reduce(reduced.page, rules).isSmaller)
    }

    private func expectSame(_ rules: Rules, _ page: Page, _ rest: Page) throws {
        let (before, after) = (rules.trace(page), rules.trace(rest))
        #expect(before.0.records == after.0.records)
        #expect(before.0.diagnostics.map(text) == after.0.diagnostics.map(text))
        #expect(before.1.shape == after.1.shape)
    }

    /// A diagnostic without file names and locations in the rules.
    private func text(_ diagnostic: Diagnostic) -> String {
        "\(diagnostic.location?.line ?? 0): \(diagnostic.severity): \(diagnostic.message)"
    }

    private static let contrasts: [(String, String, String)] = [
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

    /// A reduced page keeps elements that a selector rejects, and near misses.
    @Test(arguments: contrasts)
    func contrastsAndNearMissesRemain(_ record: String, _ page: String, _ expected: String) throws {
        let rules = try ReductionTests.rules(ReductionTests.records(record))
        let page = Page(name: "page", bytes: Array(page.utf8))
        let reduced = try PageReducer().reduce(page, rules)
        #expect(String(decoding: reduced.page.bytes, as: UTF8.self) == expected)
    }

    /// Diagnostics keep their lines: the line ends before them remain.
    @Test func linesOfDiagnosticsRemain() throws {
        let rules = try ReductionTests.rules(
            ReductionTests.records(
                #"{ "each": "li", "fields": { "a": { "select": "b", "required": true } } }"#
            )
        )
        let page = Page(name: "page", bytes: Array("<p>x\ny</p>\n<div>\n<li>z</div>\n<p>\n".utf8))
        let reduced = try PageReducer().reduce(page, rules)
        #expect(String(decoding: reduced.page.bytes, as: UTF8.self) == "\n\n<div>\n<li></div>\n")
        try expectSame(rules, page, reduced.page)
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

    /// A page keeps its encoding.
    @Test(arguments: encoded)
    func encodingsRemain(_ bytes: [UInt8], _ expected: [UInt8]) throws {
        let rules = try ReductionTests.rules(ReductionTests.list)
        let page = Page(name: "page", bytes: bytes)
        let reduced = try PageReducer().reduce(page, rules)
        #expect(
            reduced.page.bytes == expected,
            "\(String(decoding: reduced.page.bytes, as: UTF8.self))"
        )
        try expectSame(rules, page, reduced.page)
    }

    /// UTF-16 with a byte order mark.
    private static func marked(_ text: String) -> [UInt8] {
        "\u{FEFF}\(text)".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }

    private static func bytes(_ text: String, _ others: UInt8...) -> [UInt8] { Array(text.utf8) + others }

    private static let refused: [([UInt8], String)] = [
        ([], "the page has no tree and cannot be reduced"),
        (
            Array("<meta charset=iso-2022-jp><li><b>x".utf8),
            "a page in ISO-2022-JP cannot be reduced: its bytes depend on preceding ones"
        ),
    ]

    @Test(arguments: refused)
    func unsupportedPagesAreErrors(_ bytes: [UInt8], _ message: String) throws {
        let rules = try ReductionTests.rules(ReductionTests.list)
        let error = #expect(throws: Diagnostics.self) {
            try PageReducer().reduce(Page(name: "page", bytes: bytes), rules)
        }
        #expect(error?.all.map(\.message) == [message])
    }

    /// The limit of runs is observed, and the reduction up to it is valid.
    @Test func runsAreLimited() throws {
        let rules = try ReductionTests.rules(ReductionTests.list)
        let items = (1...300).map { "<p>x</p><li><b>\($0)</b><u>y</u>" }.joined()
        let page = Page(name: "page", bytes: Array(items.utf8))
        let reduced = try PageReducer(runs: 20).reduce(page, rules)
        #expect(reduced.isEnded)
        #expect(reduced.runs == 20)
        try expectSame(rules, page, reduced.page)
    }

    /// Deeply nested and malformed pages.
    @Test(arguments: [
        String(repeating: "<div>", count: 3000) + "<li><b>1</b>",
        String(repeating: "</p>", count: 2000) + "<li><b>1",
        "<li><b>1</b><script>" + String(repeating: "{[(", count: 5000) + "'\\",
        "<li><b>1</b><a " + String(repeating: "x='", count: 999),
        "<li><b>1</b><!--" + String(repeating: "<!", count: 999),
    ])
    func malformedPagesAreReduced(_ text: String) throws {
        let rules = try ReductionTests.rules(ReductionTests.list)
        let page = Page(name: "page", bytes: Array(text.utf8))
        let reduced = try PageReducer(runs: 60).reduce(page, rules)
        try expectSame(rules, page, reduced.page)
    }
}
