import Basics
import DOM
import Extraction
import Language
import Records
import RulesTestSupport
import Scraping
import Testing

/// Records of simple rules that are read without a tree are the same as those that are read from one.
@Suite struct FlatReadingTests {
    private struct Pair {
        let flat: Rules
        let tree: Rules

        init(_ text: String, window: Int = 1000) throws {
            func load(makesTrees: Bool) throws -> Rules {
                var registry = try Registry([])
                registry.reading.window = window
                registry.reading.makesTrees = makesTrees
                return try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: registry)
            }
            flat = try load(makesTrees: false)
            tree = try load(makesTrees: true)
            #expect(flat.series?.flat != nil)
            #expect(tree.series != nil && tree.series?.flat == nil)
        }

        /// Checks that both read the same from a page, as a whole and in parts.
        func check(_ page: String, limits: Limits = Limits()) {
            let page = Page(name: "page", bytes: Array(page.utf8))
            let (flat, tree) = (flat.scrape(page, limits: limits), tree.scrape(page, limits: limits))
            #expect(flat.lines == tree.lines)
            #expect(flat.diagnostics == tree.diagnostics)
            for count in [1, 7, 100_000] where page.bytes.count < 10_000 {
                let flat = Parts(self.flat, page, by: count, limits)
                let tree = Parts(self.tree, page, by: count, limits)
                #expect(flat.records == tree.records)
                #expect(flat.diagnostics == tree.diagnostics)
            }
        }
    }

    /// What is read from a stream that has a few bytes at a time.
    private struct Parts {
        var records: [[Record]] = []
        var diagnostics: [Diagnostic] = []

        init(_ rules: Rules, _ page: Page, by count: Int, _ limits: Limits) {
            var (records, diagnostics): ([[Record]], [Diagnostic]) = ([], [])
            let outcome = rules.scrape(page.stream(by: count), limits: limits) { more, reports in
                records.append(more.records)
                diagnostics += reports
                return true
            }
            self.records = records
            self.diagnostics = diagnostics + (outcome?.diagnostics ?? [])
        }
    }

    static let csvRecords = [
        #"{"each": "row", "fields": {"a": "a", "b": {"select": "> b", "type": "integer"}, "c": "> c::text"}}"#,
        #"{"each": "csv > row", "fields": {"a": {"select": "> a", "required": true}, "b": {"select": "b", "type": "decimal"}}}"#,
        #"{"each": "row", "whole": true, "fields": {"a": "> a", "b": {"select": "b", "type": "integer", "required": true}}}"#,
        #"{"each": "row", "unique": "a", "fields": {"a": "> a", "b": "b", "again": "a"}}"#,
        #"""
        {"each": "row", "fields": {"a": {"select": "a", "default": "none"},
                                   "b": {"select": "b", "type": "integer", "min": 2, "default": 7},
                                   "c": {"select": "c", "type": "text"}}}
        """#,
        #"""
        {"each": "row", "unique": ["a", "b"], "fields": {"a": "a", "b": {"select": "b", "type": "integer"}, "c": "c"},
         "expect": {"count": "90..99", "filled": {"a": 1, "c": 1}, "distinct": {"c": 1, "b": 1}}}
        """#,
        #"{"each": "row", "fields": {"line": "> row", "x": "> nothing"}}"#,
    ]

    static let csvPages = [
        "a,b,c\n1,2,3\n4,5,6\n",
        "a,b,c\r\nx,1,one\r\n\"y, z\",2,\"two\nlines\"\r\n\r\n,,\r\n\"a \"\"b\"\"\",03,  three   words \r\n",
        "a,b,c\nx,1\ny\nz,2,3,4\nx,1,again\nx,1,again\n,5,é\n\u{A0}x\u{A0},6,caf\u{E9}  noir\n",
        "a,b,a\n1,2,3\n,2,3\n",
        "row,b,c\nx,1,2\ny,x,3\n",
        "a,b,c\n1,no,3\n2,2,\"unclosed\n3,3,3\n4,4,a\"b\n",
        "a,b,c\n" + (0..<60).map { "\($0 % 7),\($0 % 5 == 0 ? "x" : "\($0)"),c\($0 % 11)\n" }.joined(),
        "a,b,c\n" + (0..<200).map { "\($0),x,\n" }.joined(),
        "a,b,c\n",
        "x,y\n1,2\n",
        "",
    ]

    @Test(arguments: csvRecords, [1, 2, 3, 1000]) func tables(_ record: String, _ window: Int) throws {
        let rules = try Pair(#"{"source": "csv", "records": {"thing": \#(record)}}"#, window: window)
        for page in Self.csvPages { rules.check(page) }
    }

    static let jsonRecords = [
        #"{"each": "json > item", "fields": {"a": "> a", "b": "> b", "c": "> c"}}"#,
        #"{"each": "json > item", "fields": {"a": {"select": "> a", "type": "integer", "required": true}, "b": {"select": "b", "type": "string"}}}"#,
        #"{"each": "data > items > item", "fields": {"a": "> a", "item": "> item"}}"#,
        #"{"each": "items > item", "unique": "a", "fields": {"a": "> a", "b": {"select": "> b", "type": "boolean"}}}"#,
        #"{"each": "json > row", "fields": {"a": "> a", "b": {"select": "> b", "type": "text"}}}"#,
    ]

    static let jsonPages = [
        #"[{"a": 1, "b": "x"}, {"a": 2.50, "b": true}, {"b": null, "c": [], "a": "1e3"}]"#,
        #"[{"b": {"a": 3}, "c": {"c": 1}}, {"c": [1, {"a": 4}]}, {}, [], null, 5, "s", {"a": "\u0000\ud800"}]"#,
        #"[{"a": 1}, {"a": 1, "a": 2}, {"a": 3}]"#,
        #"[{"a": " x \n y ", "b": "é\u00a0è"}, {"a": 12345678901234567890, "b": -0.0}, {"a": 1E400}]"#,
        #"{"n": 1, "data": {"items": [{"a": 1}, {"a": 2, "data": {"items": [{"a": 4}]}}], "more": [{"a": 5}]}, "items": [{"a": 3}, 6]}"#,
        #"{"row": {"a": "x", "b": "y\nz"}, "other": {"row": {"a": 1}}, "row2": {"a": 3}}"#,
        #"[{"a": 1}, {"a": 2}, {"a": }]"#,
        #"[{"a": 1, "b": "x"}, {"a": 2, "b": "#,
        #"[[{"a": 1}], {"item": {"item": [1, 2]}}]"#,
        #"{}"#,
        #""text""#,
    ]

    @Test(arguments: jsonRecords, [1, 2, 3, 1000]) func values(_ record: String, _ window: Int) throws {
        let rules = try Pair(#"{"source": "json", "records": {"thing": \#(record)}}"#, window: window)
        for page in Self.jsonPages { rules.check(page) }
    }

    private static let texts = [
        "0", "1", "-1", "+1", "01", "-01", "-0", "00", "0.5", "-0.5", ".5", "5.", "1.50", "1e3", "1E+03",
        "0e1", "1.2.3",
        "--1", "-", " 1 ", "1 2", "1,5", "\u{A0}1\u{A0}", "１２", "true", "false", "True", "true ", "yes", "",
        " ", "a", "é", "a\nb", " a  b\t\n c ", "a\u{200B}b", "x\u{0}y", "2024-01-31", "2024-02-29",
        "2023-02-29",
        "0000-01-01", "0001-01-01", "9999-12-31", " 2024-01-31", "2024-1-31", "20240131", "2024-01-31T05:00",
        "2024-01-31 05:00:00Z", "2024-13-01", "31 January 2024", "PT1H", "1 h 30 min", "5 MB", "1024", "red",
        "Red",
        String(repeating: "long text ", count: 30), String(repeating: "9", count: 400),
    ]

    private static let types = [
        #""type": "string""#, #""type": "text""#, #""type": "integer""#, #""type": "decimal""#,
        #""type": "boolean""#, #""type": "date""#, #""type": "datetime""#, #""type": "duration""#,
        #""type": "size""#,
        #""type": "date", "format": "dd/MM/yyyy""#, #""type": "date", "in-text": true"#,
        #""type": "string", "length": "1..3""#, #""type": "text", "pattern": "a""#,
        #""type": {"enum": ["red", "1"]}"#,
        #""type": "decimal", "max": 1"#,
    ]

    @Test(arguments: types) func textsOfTypes(_ type: String) throws {
        let page = JSONWriter.compact(.list(Self.texts.map { ["v": .string($0)] }))
        let record = #"{"each": "json > item", "fields": {"v": {"select": "> v", \#(type)}}}"#
        for window in [1, 1000] {
            try Pair(#"{"source": "json", "records": {"thing": \#(record)}}"#, window: window).check(page)
        }
    }

    @Test(arguments: 1...24) func limitsAreReachedAtTheSameElement(_ count: Int) throws {
        var limits = Limits()
        limits.elements = count
        let json = #"{"source": "json", "records": {"thing": \#(Self.jsonRecords[0])}}"#
        let csv = #"{"source": "csv", "records": {"thing": \#(Self.csvRecords[0])}}"#
        for window in [1, 2, 1000] {
            for page in Self.jsonPages { try Pair(json, window: window).check(page, limits: limits) }
            for page in Self.csvPages { try Pair(csv, window: window).check(page, limits: limits) }
        }
    }

    /// Its nodes do not fit in a window.
    @Test func aLargeEntryIsReadFromATree() throws {
        let large = (0..<6000).map { #""key\#($0)": \#($0)"# }.joined(separator: ", ")
        let page =
            #"[{"a": 1}, {"a": 2, \#(large), "b": 3}, {"b": "\#(String(repeating: "x", count: 3 << 20))"}, {"a": 4}]"#
        try Pair(#"{"source": "json", "records": {"thing": \#(Self.jsonRecords[0])}}"#).check(page)
    }

    @Test(arguments: [
        (#""csv""#, #"{"each": "row:first-child", "fields": {"a": "a"}}"#),
        (#""csv""#, #"{"each": "row", "when": "a", "fields": {"a": "a"}}"#),
        (#""csv""#, #"{"each": "row", "fields": {"a": "a, b"}}"#),
        (#""csv""#, #"{"each": "row", "fields": {"a": ["a", "b"]}}"#),
        (#""csv""#, #"{"each": "row", "fields": {"a": {"select": "a", "type": "url"}}}"#),
        (#""csv""#, #"{"each": "row", "fields": {"a": {"select": "a", "apply": ["lowercase"]}}}"#),
        (#""json""#, #"{"each": "json > item", "fields": {"a": {"select": "a", "type": "json"}}}"#),
        (#""json""#, #"{"each": "json > item", "fields": {"a": {"select": "a", "type": ["string"]}}}"#),
        (#""json""#, #"{"each": "json > item", "fields": {"a": "a::attr(type)"}}"#),
        (#""json""#, #"{"each": "json > item", "fields": {"a": "item"}}"#),
    ])
    func otherRulesNeedATree(_ source: String, _ record: String) throws {
        let text = #"{"source": \#(source), "records": {"thing": \#(record)}}"#
        let rules = try Rules(
            SourceText(name: "rules.json", bytes: Array(text.utf8)),
            registry: try Registry([])
        )
        #expect(rules.series?.flat == nil)
    }
}
