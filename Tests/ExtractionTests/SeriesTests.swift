import Basics
import Extraction
import Language
import Records
import RulesTestSupport
import Scraping
import Testing

/// Records of data that are read one after the other are the same as those of the whole tree.
@Suite struct SeriesTests {
    struct Sample: CustomTestStringConvertible, Sendable {
        let name: String
        let rules: String
        let page: String

        var testDescription: String { name }
    }

    private static func rules(_ source: String, _ record: String) -> String {
        #"{"source": \#(source), "records": {"thing": \#(record)}}"#
    }

    private static let csvPage = """
        name,amount,note
        Ann,1,first
        Bob,x,"two
        lines"

        Ann,3,"a ""quoted"" word"
        Cy,4
        Dee,5,a"b,too long
        ,,
        Eve,6,"unclosed
        Flo,7,end
        """

    static let samples: [Sample] = [
        Sample(
            name: "table",
            rules: rules(
                #""csv""#,
                #"{"each": "row", "fields": {"name!": "name", "amount!": {"select": "amount", "type": "integer"}, "note": "note"}}"#
            ),
            page: csvPage
        ),
        Sample(
            name: "unique and expectations",
            rules: rules(
                #""csv""#,
                #"""
                {"each": "row", "unique": "name", "fields": {"name": "name", "note": "note"},
                 "expect": {"count": "90..99", "filled": {"name": 1, "note": 1}, "distinct": {"note": 1}}}
                """#
            ),
            page: csvPage
        ),
        Sample(
            name: "number of filled fields",
            rules: rules(
                #""csv""#,
                #"{"each": "row", "fields": {"name": "name"}, "expect": {"filled": {"name": "70.."}}}"#
            ),
            page: "name\na\nb\n"
        ),
        Sample(
            name: "share of filled fields, some unreadable",
            rules: rules(
                #""csv""#,
                #"""
                {"each": "row", "fields": {"n": {"select": "n", "type": "integer"}, "v": "v"},
                 "expect": {"filled": {"n": 0.5}}}
                """#
            ),
            page: "n,v\n,v\n,v\nv,v\nv,v\nv,v\n"
        ),
        Sample(
            name: "positions",
            rules: rules(
                #""csv""#,
                #"""
                {"each": "row:nth-child(2n+1):not(:first-child)", "when": "name",
                 "fields": {"name": "name", "third": {"case": {":nth-child(3)": true, "*": false}},
                            "nth": {"case": {":nth-of-type(3n)": "yes", ":first-of-type": "no", "*": "other"}}}}
                """#
            ),
            page: csvPage
        ),
        Sample(
            name: "no records",
            rules: rules(#""csv""#, #"{"each": "row", "when": "nothing", "fields": {"name": "name"}}"#),
            page: csvPage
        ),
        Sample(
            name: "lines",
            rules: rules(
                #""text""#,
                #"{"each": "line:matches(^[a-z])", "fields": {"text": "::text", "n": {"select": "::attr(number)", "type": "integer"}}}"#
            ),
            page: "one 1\n\ntwo\nThree\nfour\n"
        ),
        Sample(
            name: "array",
            rules: rules(
                #""json""#,
                #"{"each": "json > item", "fields": {"a!": {"select": "> a", "type": "integer"}, "b": "> b > item"}}"#
            ),
            page: #"[{"a": 1, "b": ["x", "y"]}, {"a": "two"}, {}, null, {"b": ["\ud800"], "a": 3}]"#
        ),
        Sample(
            name: "objects in place of texts",
            rules: rules(
                #""json""#,
                #"{"each": "json > item", "fields": {"a": "> a", "b": {"select": "> b", "type": "string"}}}"#
            ),
            page:
                #"[{"a": "Kim", "b": 1}, {"a": {"n": "Kim", "u": "/kim"}, "b": ["x", "y"]}, {"a": {"n": "Kim"}}]"#
        ),
        Sample(
            name: "members around an array",
            rules: rules(
                #""json""#,
                #"{"each": "data > items > item", "fields": {"a": {"select": "> a", "type": "integer"}}}"#
            ),
            page: #"""
                {"before": {"items": [{"a": 9}]}, "data": {"n": 3, "items": [{"a": 1}, {"a": 2, "data": {"items": [{"a": 4}]}}],
                 "more": [1, 2]}, "other": {"data": {"items": [{"a": 3}, 5]}}, "end": [{}]}
                """#
        ),
        Sample(
            name: "entries of XML",
            rules: rules(
                #""xml""#,
                #"{"each": "feed > entry", "fields": {"title!": "title", "link": "link::attr(href)", "by": "x|by"}}"#
            ),
            page: """
                <?xml version="1.0"?>
                <feed xmlns="urn:a" xmlns:x="urn:x"> text <title>all</title>
                <entry><title>1</title><link href="a"/><x:by>me</x:by></entry>
                <entry><title>2<b></title></entry>
                <!-- c --><entry xmlns:y="urn:y" y:z="1"><title>3 &amp; 4</title><entry><title>5</title></entry></entry>
                <entry/>
                <entry><title>6
                """
        ),
        Sample(
            name: "text of XML with elements in it",
            rules: rules(#""xml""#, #"{"each": "r > i", "fields": {"t": "> t", "all": "::text"}}"#),
            page: """
                <r><i><t>H<sub>2</sub>O</t><u>1</u></i>
                <i><t> <a>1</a><b>2</b></t></i>x<i>a<t>b</t></i></r>
                """
        ),
    ]

    private func load(_ text: String, window: Int) throws -> Rules {
        var registry = try Registry([])
        registry.reading.window = window
        return try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: registry)
    }

    @Test(arguments: samples) func areThoseOfTheWholeTree(_ sample: Sample) throws {
        let page = Page(name: "page", bytes: Array(sample.page.utf8))
        for window in [1, 2, 3, 1000] {
            let rules = try load(sample.rules, window: window)
            #expect(rules.series != nil, "\(rules.wholeTreeNote?.message ?? "")")
            // An observed reading uses the whole tree.
            let whole = rules.scrape(page, observer: SelectorLog())
            let series = rules.scrape(page)
            #expect(series.lines == whole.lines)
            #expect(series.diagnostics.map(\.description) == whole.diagnostics.map(\.description))
            for count in [1, 2, 5, 100_000] {
                var records: [Record] = []
                var diagnostics: [Diagnostic] = []
                let rest = rules.scrape(page.stream(by: count)) { more, reports in
                    records += more.records
                    diagnostics += reports
                    return true
                }
                let all = Outcome(records: records, diagnostics: diagnostics + (rest?.diagnostics ?? []))
                #expect(all.lines == whole.lines)
                let reported = Set(all.diagnostics.map(\.description))
                #expect(reported == Set(whole.diagnostics.map(\.description)))
                #expect(all.diagnostics.count == whole.diagnostics.count)
            }
        }
    }

    @Test(arguments: [
        (
            #""json""#, #"[{"a": 1}, {"a": 2}, {"a": }]"#,
            "page:1:28: error: not JSON: expected a value, found \"}\""
        ),
        (
            #""json""#, #"[{"a": 1}, {"a": 2}"#,
            "page:1:20: error: not JSON: expected a comma or \"]\", found the end of the text"
        ),
        // Mistakes after which other readers go on.
        (
            #""json""#, ##"[{"a": 1}, {"a": 2}, {"b": "\u12", "a": 3}, {"a": 4}]"##,
            "page:1:29: error: not JSON: expected four hexadecimal digits after \\u"
        ),
        (
            #""json""#, ##"[{"a": 1}, {"a": 2}, {"a": "\q"}, {"a": 4}]"##,
            "page:1:29: error: not JSON: invalid escape sequence"
        ),
        (
            #""json""#, #"[{"a": 1}, {"a": 2}, {"a": 3, "a": 4}, {"a": 5}]"#,
            "page:1:31: error: not JSON: duplicate key \"a\""
        ),
        (
            #""json""#, #"[{"a": 1}, {"a": 2} {"a": 3}, {"a": 4}]"#,
            "page:1:21: error: not JSON: expected a comma or \"]\", found \"{\""
        ),
    ])
    func recordsBeforeAMistakeAreKept(_ source: String, _ text: String, _ message: String) throws {
        let rules = try load(
            Self.rules(source, #"{"each": "json > item", "fields": {"a": "> a"}}"#),
            window: 1
        )
        let outcome = rules.scrape(Page(name: "page", bytes: Array(text.utf8)))
        #expect(outcome.records.map { $0["a"]?.text } == ["1", "2"])
        #expect(outcome.messages == [message])
    }

    /// What is kept for conditions on all records is limited, too: the records before the limit are whole.
    @Test(arguments: [
        (#", "unique": "a""#, true), (#", "expect": {"distinct": {"a": 1}}"#, true), ("", false),
    ])
    func whatIsKeptIsLimited(_ key: String, _ isLimited: Bool) throws {
        let rules = try load(
            Self.rules(#""csv""#, #"{"each": "row", "fields": {"a": "a"}\#(key)}"#),
            window: ReadingOptions().window
        )
        let rows = (0..<40_000).map { "value number \($0)\n" }.joined()
        let page = Page(name: "page", bytes: Array("a\n\(rows)".utf8))
        var limits = Limits()
        limits.memory = 1 << 20
        var count = 0
        let rest = rules.scrape(page.stream(by: 10_000), limits: limits) { more, _ in
            count += more.records.count
            return true
        }
        let reports = rest?.diagnostics.filter { $0.help == "--max-memory raises the limit" } ?? []
        #expect(isLimited ? (1000..<30_000).contains(count) : count == 40_000)
        #expect(reports.count == (isLimited ? 1 : 0))
    }

    /// One value may take more memory than a page may: the records before it are whole.
    @Test(arguments: [
        (#""json""#, "json > item", #"[{"a":"1"},{"a":"2"},{"a":"@"},{"a":"4"}]"#),
        (#""json""#, "json > item", #"[{"a":1},{"a":2},{"a":@},{"a":4}]"#),
        (#""csv""#, "row", "a\n1\n2\n@\n4\n"), (#""text""#, "line", "1\n2\n@\n4\n"),
        (#""xml""#, "x > a", "<x><a>1</a><a>2</a><a>@</a><a>4</a></x>"),
    ])
    func aLongValueIsLimited(_ source: String, _ each: String, _ text: String) throws {
        let field = source == #""json""# || source == #""csv""# ? "> a" : "::text"
        let record = #"{"each": "\#(each)", "fields": {"a": "\#(field)"}}"#
        // Of entries that get a tree, as these of text and XML do, those of a window share one.
        for window in field == "> a" ? [1, 3] : [1] {
            let rules = try load(Self.rules(source, record), window: window)
            try expectLimit(text, rules)
        }
    }

    private func expectLimit(_ text: String, _ rules: Rules) throws {
        var limits = Limits()
        limits.memory = 1 << 20
        for (length, isLimited) in [(400_000, false), (4_000_000, true)] {
            let long = text.replacing("@", with: String(repeating: "7", count: length))
            let page = Page(name: "page", bytes: Array(long.utf8))
            for part in [nil, 10_000] {
                var records: [Record] = []
                let rest =
                    if let part {
                        rules.scrape(page.stream(by: part), limits: limits) { more, _ in
                            records += more.records
                            return true
                        } ?? Outcome(records: [], diagnostics: [])
                    } else {
                        rules.scrape(page, limits: limits)
                    }
                records += rest.records
                let found = records.prefix(2).map { $0["a"]?.text }
                #expect(found == ["1", "2"] && records.count == (isLimited ? 2 : 4), "\(part ?? 0)")
                let reports = rest.diagnostics.filter { $0.help == "--max-memory raises the limit" }
                #expect(reports.count == (isLimited ? 1 : 0), "\(part ?? 0)")
            }
        }
    }

    /// A document that is read as a whole may be longer than the memory of a tree of some of its entries.
    @Test func aLongDocumentIsNotLimited() throws {
        let rules = try load(
            Self.rules(#""xml""#, #"{"each": "x > a", "fields": {"a": "::text"}}"#),
            window: 50
        )
        var limits = Limits()
        limits.memory = 2 << 20
        let text = "<x>" + String(repeating: "<a>some text in an entry</a>", count: 200_000) + "</x>"
        var count = 0
        let page = Page(name: "page", bytes: Array(text.utf8))
        let rest = rules.scrape(page.stream(by: 65_536), limits: limits) { more, _ in
            count += more.records.count
            return true
        }
        #expect(count == 200_000)
        #expect(rest?.messages == [])
    }

    /// A number or a word may be longer than what is in memory while a token is read.
    @Test(arguments: [65_000, 70_000, 300_000])
    func longNumbersAreRead(_ count: Int) throws {
        let record = #"{"each": "json > item", "fields": {"a": "> a"}}"#
        let rules = try load(Self.rules(#""json""#, record), window: 1)
        for space in [0, 65_530 - 10, 131_000] {
            let digits = String(repeating: "1", count: count)
            let text = #"[{"a":1},\#(String(repeating: " ", count: space)){"a":\#(digits)},{"a":2}]"#
            for part in [1000, 65_536, 100_000] {
                var values: [String?] = []
                let page = Page(name: "page", bytes: Array(text.utf8))
                let rest = rules.scrape(page.stream(by: part)) { more, _ in
                    values += more.records.map { $0["a"]?.text }
                    return true
                }
                #expect(values == ["1", digits, "2"])
                #expect(rest?.messages == [])
            }
            let word = #"[{"a":\#(String(repeating: "x", count: count))}]"#
            let page = Page(name: "page", bytes: Array(word.utf8))
            let rest = rules.scrape(page.stream(by: 1000)) { _, _ in true }
            #expect(rest?.messages == rules.scrape(page).messages)
        }
    }

    /// A line, a cell, a string or an XML text that does not fit ends the page.
    @Test(arguments: [
        (#""text""#, "line", "::text", "1\n2\n", "\n3\n"), (#""csv""#, "row", "a", "a\n1\n2\n\"", "\"\n3\n"),
        (#""json""#, "json > item", "> a", #"[{"a": 1}, {"a": 2}, {"a": ""#, #""}, {"a": 3}]"#),
        (#""xml""#, "r > i", "a", "<r><i><a>1</a></i><i><a>2</a></i><i><a>", "</a></i></r>"),
    ])
    func whatMustBeInMemoryIsLimited(
        _ source: String,
        _ each: String,
        _ field: String,
        _ start: String,
        _ end: String
    ) throws {
        let rules = try load(
            Self.rules(source, #"{"each": "\#(each)", "fields": {"a": "\#(field)"}}"#),
            window: 1
        )
        let text = start + String(repeating: "y", count: 400_000) + end
        let page = Page(name: "page", bytes: Array(text.utf8))
        var limits = Limits()
        for limit in [1000, 200_000, 500_000] {
            limits.bytes = limit
            var records: [String?] = []
            let rest = rules.scrape(page.stream(by: 1000), limits: limits) { more, _ in
                records += more.records.map { $0["a"]?.text }
                return true
            }
            let isRead = limit > 400_000
            #expect(records.starts(with: source.contains("xml") && !isRead ? [] : ["1", "2"]))
            #expect(records.contains("3") == (isRead && !source.contains("xml")))
            let message =
                "more than \(max(limit, 131_072)) bytes of the page would have to be in memory together"
            #expect(rest?.messages.contains { $0.contains(message) } == !isRead, "\(rest?.messages ?? [])")
        }
    }

    @Test(arguments: [
        (#"{"each": "row:last-child", "fields": {"a": "a"}}"#, "`:last-child` looks beyond a record"),
        (#"{"each": "row + row", "fields": {"a": "a"}}"#, "`row + row` looks beyond a record"),
        (#"{"each": "row", "order": "a", "fields": {"a": "a"}}"#, "\"order\" needs all records"),
        (
            #"{"each": "row", "fields": {"a": {"case": {":has(+ row)": "x"}}}}"#,
            "`:has(+ row)` looks beyond a record"
        ),
        (
            #"{"each": "row, csv", "fields": {"a": "a"}}"#,
            "`row, csv` may select more than the children of csv"
        ),
        (#"{"fields": {"a": "a"}}"#, "without \"each\" the whole page is a record"),
    ])
    func rulesThatLookFurtherNeedTheWholeTree(_ record: String, _ message: String) throws {
        let rules = try load(Self.rules(#""csv""#, record), window: 1000)
        #expect(rules.wholeTreeNote?.message == "the whole tree of a page is in memory: \(message)")
    }

    @Test func aReaderMayStop() throws {
        let rules = try load(
            Self.rules(#""text""#, #"{"each": "line", "fields": {"t": "::text"}}"#),
            window: 1
        )
        var count = 0
        let page = Page(name: "page", bytes: Array("a\nb\nc\nd\n".utf8))
        let rest = rules.scrape(page) { records, _ in
            count += records.count
            return count < 2
        }
        #expect(count == 2)
        #expect(rest.records.isEmpty)
        #expect(rest.diagnostics.isEmpty)
    }
}

extension Page {
    /// A stream of the page, with a few bytes at a time.
    func stream(by count: Int) -> PageStream {
        var rest = bytes[...]
        return PageStream(
            name: name,
            read: {
                if rest.isEmpty { return nil }
                defer { rest = rest.dropFirst(count) }
                return Array(rest.prefix(count))
            },
            failure: { nil }
        )
    }
}
