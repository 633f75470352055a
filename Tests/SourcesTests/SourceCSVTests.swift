import Records
import RulesTestSupport
import Scraping
import Testing

/// The source `csv`: RFC 4180, and common deviations from it.
@Suite struct SourceCSVTests {
    /// Each row of a table as `name=cell` pairs, after its line; then the diagnostics.
    private func rows(_ page: String, _ options: String = "{}") throws -> [String] {
        let rules = #"""
            { "source": { "csv": \#(options) }, "records": { "Row": { "each": "row", "fields": {
              "line": "::attr(line)",
              "cells": { "each": "> *", "fields": { "name": "::name", "text": { "select": "::text", "type": "text" } } } } } } }
            """#
        let outcome = try scrape(rules, page)
        let rows = outcome.records.map { record in
            let cells =
                record["cells"]?.list?.map { "\($0["name"]?.text ?? "")=\($0["text"]?.text ?? "")" } ?? []
            return "\(record["line"]?.text ?? ""): \(cells.joined(separator: " "))"
        }
        return rows + outcome.messages
    }

    @Test(arguments: [
        ("a,b\n1,2\n", ["2: a=1 b=2"]),
        ("a,b\r\n1,2\r\n3,4", ["2: a=1 b=2", "3: a=3 b=4"]),
        ("a,b\n\"1,x\",\"2\"\"y\"\"\"", ["2: a=1,x b=2\"y\""]),
        ("a,b\n\"1\nx\",2\n3,4", ["2: a=1\nx b=2", "4: a=3 b=4"]),
        ("a,b\n\"\",2", ["2: a= b=2"]),
        ("a,b\n1,2,", ["2: a=1 b=2"]),
        ("a,b\n\"1\" ,\"2\"", ["2: a=1 b=2"]),
        ("\n\na,b\n\n1,2\n\n\n3,4\n\n", ["5: a=1 b=2", "8: a=3 b=4"]),
        ("A b,,é\n1,2,3", ["2: A b=1 column-2=2 é=3"]),
        ("a,b,,\n1,2", ["2: a=1 b=2"]),
        ("\u{FEFF}a,b\n1,2", ["2: a=1 b=2"]),
    ])
    func tables(_ page: String, _ rows: [String]) throws {
        #expect(try self.rows(page) == rows)
    }

    /// A malformed table, the rows that are read, and the diagnostics.
    @Test(arguments: [
        // Rows that are too long or too short.
        (
            "a,b\n1,2,3\n4,5", ["3: a=4 b=5"],
            ["2:5: error: the row has 3 cells, the header names 2: left out"]
        ),
        (
            "a,b\n1,2,,é,5\n4,5", ["3: a=4 b=5"],
            ["2:6: error: the row has 5 cells, the header names 2: left out"]
        ),
        (
            "a,b,c\n1\n2,3\n4,5,6", ["2: a=1", "3: a=2 b=3", "4: a=4 b=5 c=6"],
            [
                "2:2: warning: the row has 1 cell, the header names 3: the last are missing",
                "3:4: warning: the row has 2 cells, the header names 3: the last are missing",
            ]
        ),
        (
            "a,b,\n1", ["2: a=1"],
            ["2:2: warning: the row has 1 cell, the header names 2: the last are missing"]
        ),
        // A header that names a column twice.
        (
            "a,b,\"a\"\n1,2,3", ["2: a=1 b=2 a=3"],
            ["1:5: warning: two columns of the header are named \"a\": a selector matches both"]
        ),
        (
            "é, é\n1,2", ["2: é=1 é=2"],
            ["1:3: warning: two columns of the header are named \"é\": a selector matches both"]
        ),
        (
            "é,b,é,\"b\n\",b\n1,2,3,4,5", ["3: é=1 b=2 é=3 b=4 b=5"],
            [
                "1:5: warning: two columns of the header are named \"é\": a selector matches both",
                "1:7: warning: two columns of the header are named \"b\": a selector matches both",
                "2:3: warning: two columns of the header are named \"b\": a selector matches both",
            ]
        ),
        // Quotation marks in unexpected places.
        (
            "a,b\n 1 ,x \"y\"", ["2: a=1 b=x \"y\""],
            ["2:7: warning: a quote within an unquoted cell: read unchanged"]
        ),
        (
            "a,b\n5\",6\"\n7,8", ["2: a=5\" b=6\"", "3: a=7 b=8"],
            ["2:2: warning: a quote within an unquoted cell: read unchanged"]
        ),
        (
            "a,b\n\"x\"y,2", ["2: a=xy b=2"],
            ["2:4: error: text follows a cell's closing quote: read as part of the cell"]
        ),
        (
            "a,b\n1,\"2\n3,4\n\"x\"y,5\n6,7", ["2: a=1 b=2", "3: a=3 b=4", "4: a=xy b=5", "5: a=6 b=7"],
            [
                "2:3: error: a quoted cell does not end: read without its quote, up to the next separator",
                "4:4: error: text follows a cell's closing quote: read as part of the cell",
            ]
        ),
        // An unclosed quotation mark does not affect other rows.
        (
            "a,b\n1,\"2\n3,4", ["2: a=1 b=2", "3: a=3 b=4"],
            ["2:3: error: a quoted cell does not end: read without its quote, up to the next separator"]
        ),
        (
            "a,b\n\"1,2\n3,4\n\"\",5\n\"\"\"\",6", ["2: a=1 b=2", "3: a=3 b=4", "4: a= b=5", "5: a=\" b=6"],
            ["2:1: error: a quoted cell does not end: read without its quote, up to the next separator"]
        ),
        (
            "a,\"b\n1,2", ["2: a=1 b=2"],
            ["1:3: error: a quoted cell does not end: read without its quote, up to the next separator"]
        ),
        // One problem is reported for each row: the most serious one.
        (
            "a,b\n\"1\"x\"y\"\n2\"", ["2: a=1x\"y\"", "3: a=2\""],
            [
                "2:4: error: text follows a cell's closing quote: read as part of the cell",
                "3:3: warning: the row has 1 cell, the header names 2: the last are missing",
            ]
        ),
        ("a\n\"1\"x,2", [], ["2:6: error: the row has 2 cells, the header names 1: left out"]),
        // If rows are only unusual, the first of them are reported one by one.
        (
            "a,b\n" + String(repeating: "1\n", count: 22), (2...23).map { "\($0): a=1" },
            (2...21).map { "\($0):2: warning: the row has 1 cell, the header names 2: the last are missing" }
                + ["23: warning: 2 more rows up to line 23 have too few cells"]
        ),
        (
            "a\n" + String(repeating: "1,2\n", count: 21), [],
            (2...21).map { "\($0):3: error: the row has 2 cells, the header names 1: left out" }
                + ["22: error: 1 more row up to line 22 has too many cells: left out"]
        ),
    ])
    func faults(_ page: String, _ rows: [String], _ reported: [String]) throws {
        #expect(
            try self.rows(page) == rows + reported.map { "page:" + $0 }
                + (rows.isEmpty ? ["page: error: the page has no records"] : [])
        )
    }

    /// A carriage return ends a line like a line feed, in a page and in a JSON string, which has not been decoded;
    /// within quotation marks it is a line end of the cell.
    @Test(arguments: [
        "a,b\r1,2\r3,4", "a,b\r\n1,2\r\n3,4\r\n", "a,b\n1,2\r3,4\r", "a,b\r\r1,2\n\r3,4",
    ])
    func carriageReturnsEndLines(_ table: String) throws {
        let fields = #""each": "row", "fields": { "a": "a", "b": "b" }"#
        let page = #"{ "source": "csv", "records": { "R": { \#(fields) } } }"#
        let string =
            #"{ "source": "json", "prepare": [{ "parse": { "in": "t", "as": "csv" } }], "records": { "R": { \#(fields) } } }"#
        let expected = [#"{"@type":"R","a":"1","b":"2"}"#, #"{"@type":"R","a":"3","b":"4"}"#]
        let json = JSONWriter.compact(["t": .string(table)])
        #expect(try scrape(page, table).lines == expected)
        #expect(try scrape(string, json).lines == expected)
        let quoted = "a,b\r\"1\rx\",2\r\"3\r\ny\",4\r"
        let cells = [#"{"@type":"R","a":"1 x","b":"2"}"#, #"{"@type":"R","a":"3 y","b":"4"}"#]
        #expect(try scrape(page, quoted).lines == cells)
        #expect(try scrape(string, JSONWriter.compact(["t": .string(quoted)])).lines == cells)
    }

    /// Names in the rules are names for existing columns.
    @Test func rowsMayBeShorterThanTheRulesHeader() throws {
        #expect(
            try rows("1\n2,3\n4,5,6", #"{ "header": ["p", "q"] }"#) == [
                "1: p=1", "2: p=2 q=3", "page:3:5: error: the row has 3 cells, the header names 2: left out",
            ]
        )
    }

    @Test func quotesThatDoNotEndGiveATreeOfBoundedSize() throws {
        for part in ["\"x,1\n\"\"\"\",\"2\n", "\"x\n", "\"x\ny\"z\n", "\"\"\"\n", "\"\n\"\"x\n"] {
            let page = "a,b\n" + String(repeating: part, count: 30_000)
            let outline = try tree("csv", page).outline
            #expect(outline.utf8.count { $0 == 0x0A } <= 2 * page.utf8.count, "\(part)")
        }
    }

    @Test(arguments: [
        (#"{ "separator": ";" }"#, "a;b\n1,5;\"2;3\"", ["2: a=1,5 b=2;3"]),
        (#"{ "separator": "\t" }"#, "a\tb\n1 x\t2", ["2: a=1 x b=2"]),
        (#"{ "header": ["p", "q"] }"#, "1,2\n3,4", ["1: p=1 q=2", "2: p=3 q=4"]),
        (#"{ "header": ["p", "q"], "separator": "|" }"#, "1|2", ["1: p=1 q=2"]),
    ])
    func options(_ options: String, _ page: String, _ rows: [String]) throws {
        #expect(try self.rows(page, options) == rows)
    }
}
