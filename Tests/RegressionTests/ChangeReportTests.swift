import Cases
import Records
import Scraping
import Testing

@testable import Regression

/// The changes between two runs as text, JSON, Markdown and a feed.
@Suite struct ChangeReportTests {
    private static func record(_ id: Int?, _ fields: [Value.Member] = [], type: String = "R") -> Value {
        let key = id.map { [Value.Member("id", .number(Number($0)))] } ?? []
        return .object([Value.Member("@type", .string(type))] + key + fields)
    }

    private static func report(_ old: [Value], _ new: [Value], _ errors: [Diagnostic] = []) -> ChangeReport {
        var options = RecordChanges.Options()
        options.otherKeys = ["id"]
        options.comparesOrder = true
        var changes = RecordChanges(old, new, options)
        changes.add([], errors)
        return ChangeReport(changes, from: "a|b", to: "c", clock: "2026-01-02T03:04:05Z")
    }

    private static let one = report(
        [record(1, [.init("p", 1)]), record(2), record(nil, [.init("x", "gone")])],
        [record(1, [.init("p", 2), .init("q", [1, 2])]), record(3, [.init("url", "https://e.org/?a&b")])]
    )

    /// A mark after a character of Markdown does not make it another character.
    @Test(arguments: [
        ("a`\u{301}b", "``a`\u{301}b``", "a\\`\u{301}b"), ("|\u{301}", "`\\|\u{301}`", "\\|\u{301}"),
        ("`\u{301}", "`` `\u{301} ``", "\\`\u{301}"), ("a\r\nb", "`a  b`", "a  b"),
        ("*\u{20E3}", "`*\u{20E3}`", "\\*\u{20E3}"),
    ])
    func charactersWithMarks(_ text: String, _ code: String, _ plain: String) {
        #expect(Array(DiffMarkdown.code(text).unicodeScalars) == Array(code.unicodeScalars))
        #expect(Array(DiffMarkdown.text(text).unicodeScalars) == Array(plain.unicodeScalars))
    }

    @Test func changesAsText() {
        #expect(
            Self.one.text(width: 20) == """
                the data has changed:
                  changed R (id 1)
                    p: 1 → 2
                    q: nothing → [1,2]
                  new R (id 3)
                    {"@type":"R","id":3…
                  gone R (id 2)
                    {"@type":"R","id":2}
                  gone R
                    {"@type":"R","x":"g…

                1 new, 2 gone, 1 changed; R 3 → 2
                """
        )
        #expect(Self.report([], []).text(width: 20) == "nothing has changed")
        #expect(
            Self.report([Self.record(1)], [Self.record(1)]).markdown
                == "### `a\\|b` → `c`\n\nNothing has changed.\n"
        )
    }

    /// The site's changes are first; a message that names its subject is not given it again.
    @Test func changesOfTheSite() {
        let old = (1...3).map { Self.record($0, [.init("p", 1)]) }
        let errors = [
            Diagnostic(.page, "R.q is missing", record: "R", field: "q"),
            Diagnostic(.page, "the page is empty"),
        ]
        let site = Self.report(old, (1...3).map { Self.record($0) }, errors)
        let text = """
            the site has changed under its rules:
              R.q is missing
              the page is empty
              R.p: 3 of 3 old records have it, and none of 3 new ones
            """
        #expect(site.text(width: 80) == text + "\n\nthe site has changed in 3 ways")
        #expect(Self.report([], [], [errors[1]]).summary == "the site has changed in 1 way")
        let both = Self.report([], [Self.record(1)], [errors[1]])
        #expect(both.summary == "1 new; R 0 → 1; the site has changed in 1 way")
        #expect(both.text(width: 80).contains("the page is empty\n\nthe data has changed:\n  new R (id 1)\n"))
        #expect(
            site.lines == [
                #"{"change":"site","type":"R","field":"q","message":"R.q is missing"}"#,
                #"{"change":"site","message":"the page is empty"}"#,
                #"{"change":"site","type":"R","field":"p","message":"3 of 3 old records have it, and none of 3 new ones"}"#,
            ]
        )
        #expect(
            site.markdown == """
                ### `a\\|b` → `c`

                The site has changed in 3 ways.

                #### The site has changed under its rules

                - `R.q`: R.q is missing
                - the page is empty
                - `R.p`: 3 of 3 old records have it, and none of 3 new ones

                """
        )
        #expect(site.atom.contains("<title>The site has changed: R.q</title>"))
        #expect(site.atom.contains("<title>The site has changed</title>"))
    }

    @Test func changesAsJSONAndMarkdown() {
        #expect(
            Self.one.lines == [
                #"{"change":"changed","type":"R","key":{"id":1},"fields":[{"kind":"changed","field":"p","path":["p"],"old":1,"new":2},"#
                    + #"{"kind":"inserted","field":"q","path":["q"],"new":[1,2]}],"record":{"@type":"R","id":1,"p":2,"q":[1,2]}}"#,
                #"{"change":"new","type":"R","key":{"id":3},"record":{"@type":"R","id":3,"url":"https://e.org/?a&b"}}"#,
                #"{"change":"gone","type":"R","key":{"id":2},"record":{"@type":"R","id":2}}"#,
                #"{"change":"gone","type":"R","record":{"@type":"R","x":"gone"}}"#,
            ]
        )
        let rows = Self.one.markdown.split(separator: "\n").filter { $0.hasPrefix("| R") }
        #expect(
            rows == [
                "| R (id 1) | p | `1` | `2` |", "| R (id 1) | q |  | `[1,2]` |",
                #"| R (id 3) | *new* |  | `{"@type":"R","id":3,"url":"https://e.org/?a&b"}` |"#,
                #"| R (id 2) | *gone* | `{"@type":"R","id":2}` |  |"#,
                #"| R | *gone* | `{"@type":"R","x":"gone"}` |  |"#,
            ]
        )
        let order = Self.report(
            [Self.record(1, [.init("l", [1, 2])])],
            [Self.record(1, [.init("l", [2, 1])])]
        )
        #expect(order.markdown.contains("| R (id 1) | l (order) | `[1,2]` | `[2,1]` |"))
    }

    @Test func changesAsAFeed() {
        let atom = Self.one.atom
        #expect(atom.ranges(of: "<entry>").count == 4)
        #expect(atom.ranges(of: "<updated>2026-01-02T03:04:05Z</updated>").count == 5)
        let titles = atom.matches(of: #/<title>([^<]*)</#).map { String($0.1) }
        #expect(
            titles == ["Changes of c", "R (id 1): p, q", "R (id 3) is new", "R (id 2) is gone", "R is gone"]
        )
        #expect(atom.contains("<link href=\"https://e.org/?a&amp;b\"/>"))
        #expect(atom.contains("&lt;p&gt;p: 1 → 2&lt;/p&gt;&lt;p&gt;q: nothing → [1,2]&lt;/p&gt;"))
        #expect(atom.contains("&lt;p&gt;id: 3&lt;/p&gt;&lt;p&gt;url: https://e.org/?a&amp;amp;b&lt;/p&gt;"))
        let ids = atom.matches(of: #/<id>([^<]*)</#).map { String($0.1) }
        #expect(Set(ids).count == 5)
        // The same changes have the same identifiers.
        #expect(atom == Self.one.atom)
    }

    @Test(arguments: [
        ("a", "`a`"), ("`", "`` ` ``"), ("a`b", "``a`b``"), ("``a", "``` ``a ```"), ("a|b\nc", "`a\\|b c`"),
        ("", "``"),
    ])
    func codeInMarkdown(_ text: String, _ code: String) {
        #expect(DiffMarkdown.code(text) == code)
    }

    @Test(arguments: [(118, 120), (119, 121)]) func valuesInMarkdownAreShortened(_ count: Int, _ length: Int)
    {
        let text = String(repeating: "a", count: 80) + String(repeating: "b", count: count - 80)
        let shown = "\"" + String(repeating: "a", count: 79) + "…" + String(repeating: "b", count: 39) + "\""
        #expect(DiffMarkdown.value(.string(text)) == (length > 120 ? "`\(shown)`" : "`\"\(text)\"`"))
        #expect(DiffMarkdown.value(nil) == "")
        #expect(DiffMarkdown.text("a_b*\n|c.") == "a\\_b\\* \\|c.")
    }

    private static func page(_ name: String, _ count: Int) -> DiffReport.PageDifferences {
        let difference = Difference(.types, .reordered, old: [1], new: [2])
        return DiffReport.PageDifferences(name: name, differences: Array(repeating: difference, count: count))
    }

    private static func report(
        _ crawls: [DiffReport.PageDifferences],
        _ pages: [String] = []
    ) throws -> DiffReport {
        func rules(_ name: String, _ selector: String) throws -> Rules {
            let text =
                "{ \"records\": { \"R\": { \"each\": \"p\", \"fields\": { \"a\": \"\(selector)\" } } } }"
            return try Rules(SourceText(name: name, bytes: Array(text.utf8)), registry: Registry())
        }
        let compared = pages.enumerated().map { index, text in
            DiffReport.ComparedPage(name: "p\(index)", page: Page(name: "p\(index)", bytes: Array(text.utf8)))
        }
        return DiffReport(
            from: try rules("old", "b"),
            to: try rules("new", "i"),
            compared: compared,
            crawls: crawls,
            jobs: 1
        )
    }

    @Test func differencesInASentence() throws {
        let (same, other) = ("<p><b>1</b><i>1</i>", "<p><b>1</b><i>2</i>")
        func summary(_ crawls: [Int], _ pages: [String]) throws -> String {
            try Self.report(crawls.map { Self.page("c", $0) }, pages).summary
        }
        #expect(try summary([], []) == "no difference in 0 pages")
        #expect(try summary([], [same]) == "no difference in 1 page")
        #expect(try summary([0], [same, same]) == "no difference in 2 pages and the requests of 1 crawl")
        #expect(try summary([0, 0], [same]) == "no difference in 1 page and the requests of 2 crawls")
        #expect(try summary([], [other]) == "1 of 1 page differs, 1 difference")
        #expect(try summary([], [other, same, other]) == "2 of 3 pages differ, 2 differences")
        #expect(try summary([2], [same]) == "0 of 1 page differ, the requests of 1 crawl, 2 differences")
        #expect(
            try summary([1, 0, 1], [other]) == "1 of 1 page differs, the requests of 2 crawls, 3 differences"
        )
        let report = try Self.report([Self.page("c", 1)], [same, other])
        #expect(!report.isSame && report.differing.map(\.name) == ["p1", "c"])
        #expect(
            JSONWriter.compact(report.value)
                == #"{"old":"old","new":"new","same":false,"pages":[{"page":"p0","differences":[]},{"page":"p1","differences":"#
                + #"[{"kind":"changed","record":{"type":"R","old":1,"new":1},"field":"a","path":["a"],"old":"1","new":"2"}]}],"#
                + #""crawls":[{"crawl":"c","differences":[{"kind":"reordered","of":"types","old":[1],"new":[2]}]}]}"#
        )
        #expect(
            report.markdown == """
                ### `old` → `new`

                1 of 2 pages differs, the requests of 1 crawl, 2 differences.

                #### `p1`

                | record | field | old | new |
                |---|---|---|---|
                | R 1 | a | `"1"` | `"2"` |

                #### `c`

                | record | field | old | new |
                |---|---|---|---|
                |  | order of the types | `[1]` | `[2]` |

                """
        )
    }

    @Test(arguments: [
        ("a&<>\"'", "a&amp;&lt;&gt;&quot;'"), ("\t\n\r", "\t\n&#13;"),
        ("\u{0}\u{8}\u{B}\u{1F} ", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD} "),
        ("\u{FFFD}\u{FFFE}\u{FFFF}\u{10000}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{10000}"),
    ])
    func textInXML(_ text: String, _ escaped: String) {
        #expect(XMLText.escaped(text) == escaped)
    }

    @Test func headersOfTAP() {
        #expect(TAPReport.header(0) == "TAP version 14\n1..0 # SKIP no cases\n")
        #expect(TAPReport.header(1) == "TAP version 14\n1..1\n")
        #expect(TAPReport.bail("a#b\\\nc") == "Bail out! a\\#b\\\\ c\n")
    }
}
