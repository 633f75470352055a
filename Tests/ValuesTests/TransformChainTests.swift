import Foundation
import Records
import RulesTestSupport
import Scraping
import Testing

/// Chains of steps applied to the matches of a selector, and their static types.
@Suite struct TransformChainTests {
    static let page = "<ul><li>b, 2<li>a, 1<li>B, x</ul><p>p</p>"

    private func read(_ field: String) throws -> (value: String, reported: [String]) {
        let rules = #"{ "records": { "R": { "fields": { "y": { "value": 1 }, "x": \#(field) } } } }"#
        let outcome = try scrape(rules, TransformChainTests.page)
        return (outcome.records.first?["x"].map(JSONWriter.compact) ?? "nothing", outcome.messages)
    }

    @Test(arguments: [
        (#"{ "select": "li", "apply": [{ "join": " / " }] }"#, #""b, 2 / a, 1 / B, x""#),
        (#"{ "select": "li", "apply": ["lowercase", { "split": ", " }, "first"] }"#, #""b""#),
        (#"{ "select": "li", "apply": ["last"] }"#, #""B, x""#),
        (#"{ "select": "li", "apply": ["count"], "type": "integer" }"#, "3"),
        (#"{ "select": "i", "apply": ["count"], "type": "integer", "default": 0 }"#, "0"),
        (
            #"{ "select": "li", "apply": [{ "split": ", " }], "type": ["string"] }"#,
            #"["b","2","a","1","B","x"]"#
        ),
        (
            #"{ "select": "li", "apply": [{ "split": ", " }, "first"], "type": ["string"] }"#,
            #"["b","a","B"]"#
        ),
        (
            #"{ "select": "li", "apply": ["lowercase", { "match": "^\\w" }, "unique"], "type": ["string"] }"#,
            #"["b","a"]"#
        ),
        (#"{ "select": "li", "apply": ["sort", { "split": ", " }, { "item": 1 }] }"#, #""x""#),
        (#"{ "select": "li", "apply": [{ "filter": "^a" }, "first"] }"#, #""a, 1""#),
        (#"{ "select": "ul::lines", "apply": [{ "join": "|" }] }"#, #""b, 2|a, 1|B, x""#),
        (#"{ "select": "li", "apply": [{ "match": "\\d" }, "number", "sum"], "type": "integer" }"#, "3"),
        (#"[{ "select": "li", "apply": [{ "match": "z" }] }, { "value": "none" }]"#, #""none""#),
        (#"{ "select": ["p", "li"], "apply": [{ "match": "^\\w, (.)" }] }"#, #""2""#),
        (#"{ "select": "li", "apply": [{ "match": "z" }], "default": "-" }"#, #""-""#),
        (#"{ "value": [1, 2], "apply": ["sum"], "type": "integer" }"#, "3"),
        (#"{ "from": "y", "apply": [{ "append": " km" }] }"#, #""1 km""#),
        (#"{ "from": ["y", "y"], "apply": ["sum"], "type": "decimal" }"#, "2"),
    ])
    func chainsRun(_ field: String, _ value: String) throws {
        let (result, reported) = try read(field)
        #expect(result == value)
        #expect(reported == [])
    }

    @Test func whatAStepCannotReadIsReportedWithTheStep() throws {
        let rules = """
            { "records": { "R": { "fields": {
              "y": { "value": 1 },
              "list": { "select": "li", "apply": [{ "match": ", (.)" }, "number"], "type": ["integer"] },
              "sum": { "select": "li", "apply": [{ "match": ", (.)" }, "number", "sum"], "type": "integer" }
            } } } }
            """
        let outcome = try scrape(rules, TransformChainTests.page)
        // A list contains the elements that could be read; a sum without one of its numbers would be wrong.
        #expect(outcome.lines == [#"{"@type":"R","y":1,"list":[2,1]}"#])
        #expect(
            outcome.messages == [
                #"page:1:21: error: R.list (`li`): "x" has no number"#,
                #"page:1:21: error: R.sum (`li`): "x" has no number"#,
            ]
        )
        #expect(outcome.diagnostics.first?.notes.first?.location.column == 61)
    }

    @Test func requiredFieldsSayWhatDoesNotMatch() throws {
        let (_, reported) = try read(#"{ "select": "li", "apply": [{ "match": "z" }], "required": true }"#)
        #expect(reported == ["page:1:1: error: R.x is required: `li` yielded no value"])
    }

    /// A field's chain that cannot work, and the report about it.
    @Test(arguments: [
        (
            #"{ "select": "a", "apply": [{ "split": "," }, "lowercase"] }"#,
            "lowercase takes a string, but receives a list of strings", #""lowercase""#
        ),
        (
            #"{ "select": "a", "apply": [{ "split": "," }] }"#,
            "split returns a list of strings, and the field's type is string", #""split""#
        ),
        (
            #"{ "select": "a", "apply": ["unique"], "type": "date" }"#,
            "unique returns a list of strings, and the field's type is date", #""unique""#
        ),
        (
            #"{ "select": "a", "apply": [{ "add": 1 }], "type": "decimal" }"#,
            "add takes a number, but receives a string", #""add""#
        ),
        (
            #"{ "select": "a", "apply": ["number"], "type": "date" }"#,
            "number returns a number, and the field's type is date", #""number""#
        ),
        (
            #"{ "select": "a", "apply": ["money"], "type": "decimal" }"#,
            "money returns an object, and the field's type is decimal", #""money""#
        ),
        (
            #"{ "select": "a", "apply": ["money", "trim"] }"#, "trim takes a string, but receives an object",
            #""trim""#
        ),
        (
            #"{ "select": "a", "apply": ["sum"], "type": "decimal" }"#,
            "sum takes a list of numbers, but receives a list of strings", #""sum""#
        ),
        (
            #"{ "select": "a", "apply": ["number", "count", "first"] }"#,
            "first takes a list, but receives a number", #""first""#
        ),
        (
            #"{ "select": "a", "apply": [{ "match": "(?<a>b)" }], "type": ["string"] }"#,
            "match returns an object, and the field's type is [string]", #""match""#
        ),
        (
            #"{ "select": "a", "apply": [{ "map": { "a": 1, "b": 2 } }], "type": "url" }"#,
            "map returns a number, and the field's type is url", #""map""#
        ),
        (
            #"{ "from": "n", "type": "date" }"#, "the field receives a number, and its type is date",
            #""date""#
        ),
        (
            #"{ "from": ["n", "n"], "type": "integer" }"#,
            "the field receives a list of numbers, and its type is integer", #""integer""#
        ),
        (
            #"{ "each": "a", "fields": { "z": "b" }, "apply": ["trim"] }"#,
            #""apply" cannot be combined with "fields": each of these has its own steps"#, #""trim""#
        ),
        (
            #"{ "select": "a", "apply": [{ "trim": 1 }] }"#,
            "trim takes no arguments or a string, found a number", #"1 }]"#
        ),
        (
            #"{ "select": "a", "apply": [{ "lowercase": 1 }] }"#,
            "lowercase takes no arguments, found a number", #"1 }]"#
        ),
        (#"{ "select": "a", "apply": ["join"] }"#, "join takes a string, found no arguments", #""join""#),
        (
            #"{ "select": "a", "apply": [{ "item": 1.5 }] }"#, "item takes a whole number, found a number",
            #"1.5"#
        ),
        (
            #"{ "select": "a", "apply": [{ "slice": [1, 2, 3] }] }"#,
            "slice takes [a whole number, a whole number], found a list of 3", #"[1,"#
        ),
        (
            #"{ "select": "a", "apply": [{ "number": { "decmal": "," } }] }"#,
            #"unknown key "decmal" in number"#, #""decmal""#
        ),
        (
            #"{ "select": "a", "apply": [{ "number": "klingon" }] }"#, #"unknown locale "klingon""#,
            #""klingon""#
        ),
        (
            #"{ "select": "a", "apply": [{ "money": { "currency": "EURO" } }] }"#,
            #""EURO" is not a currency: write its code, such as "EUR""#, #""money""#
        ),
        (
            #"{ "select": "a", "apply": [{ "parse": { "as": "jsn" } }] }"#,
            #"unknown value "jsn" for "as" in parse"#, #""jsn""#
        ),
        (
            #"{ "select": "a", "apply": [{ "parse": { "as": "json", "select": "a >> b" } }] }"#,
            #"expected a selector, found ">" in the selector"#, #"> b""#
        ),
        (
            #"{ "select": "a", "apply": [{ "parse": { "as": "html" } }] }"#,
            #"expected "select" in parse: a selector for what is taken from the html"#, #""parse""#
        ),
        (
            #"{ "select": "a", "apply": [{ "map": { "table": { "a": 1 }, "defalt": 1 } }] }"#,
            #"unknown key "defalt" in map"#, #""defalt""#
        ),
        (
            #"{ "select": "a", "apply": [{ "map": { "a": { "b": 1 } } }] }"#,
            #""a" in map takes a string, a number or a boolean, or a list, or null, found an object"#,
            #"{ "b""#
        ),
        (
            #"{ "select": "a", "apply": [{ "divide": 0 }], "type": "decimal" }"#,
            "a number cannot be divided by zero", #""divide""#
        ),
        (#"{ "select": "a", "apply": ["strip-tag"] }"#, #"unknown transform "strip-tag""#, #""strip-tag""#),
    ])
    func chainsThatCannotWorkAreReported(_ field: String, _ message: String, _ mark: String) throws {
        let rules = #"{ "records": { "R": { "fields": { "n": { "value": 1 }, "x": \#(field) } } } }"#
        let place = try #require(rules.range(of: mark, options: .backwards))
        let column = rules.distance(from: rules.startIndex, to: place.lowerBound) + 1
        let reported = errors(rules).split(separator: "\n").first.map(String.init)
        #expect(reported == "rules.json:1:\(column): error: \(message)")
    }

    /// The reference names every existing transform and type.
    @Test func everyTransformIsDocumented() throws {
        let path = URL(filePath: "\(#filePath)").deletingLastPathComponent()
            .appending(path: "../../Sources/Scraping/Scraping.docc/RulesLanguage.md")
        let reference = try String(contentsOf: path, encoding: .utf8)
        for field in [#""select": "a", "apply": ["?"]"#, #""select": "a", "type": "?""#] {
            let reported = errors(#"{ "records": { "R": { "fields": { "x": { \#(field) } } } } }"#)
            let names = try #require(reported.split(separator: "help: expected one of ").last)
                .split(separator: ", ").map { $0.trimmingCharacters(in: ["\"", "\n"]) }
            #expect(names.count > 10)
            for name in names { #expect(reference.contains("`\(name)`") || name == "enum", "\(name)") }
        }
    }
}
