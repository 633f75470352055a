import Records
import Scraping
import Testing

/// The source `csv`: RFC 4180, and what people make of it.
@Suite struct SourceCSVTests {
    /// Each row of a table as `name=cell` pairs, behind its line; then what is told.
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
        ("a,b\n 1 ,x \"y\"", ["2: a=1 b=x \"y\""]),
        ("a,b\n\"x\"y,2", ["2: a=xy b=2"]),
        ("a,b\n1", ["2: a=1"]),
        ("a,b\n1,2,", ["2: a=1 b=2"]),
        ("\n\na,b\n\n1,2\n\n\n3,4\n\n", ["5: a=1 b=2", "8: a=3 b=4"]),
        ("A b,,é\n1,2,3", ["2: A b=1 column-2=2 é=3"]),
        ("a,a\n1,2", ["2: a=1 a=2"]),
        (
            "a,b\n1,2,3\n4,5",
            ["3: a=4 b=5", "page:2: error: the row has 3 cells, the header names 2: left out"]
        ),
        ("a,b\n1,\"2\n3", ["2: a=1 b=2\n3", "page:2: error: a quoted cell does not end"]),
        ("\u{FEFF}a,b\n1,2", ["2: a=1 b=2"]),
    ])
    func tables(_ page: String, _ rows: [String]) throws {
        #expect(try self.rows(page) == rows)
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
