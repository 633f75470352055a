import Records
import RulesTestSupport
import Scraping
import Testing

/// Elements of lists without a value, and calculations with lists that have lost an element.
@Suite struct ListGapTests {
    /// The elements of a list in JSON, the resulting values, and the report.
    @Test(arguments: [
        ("[1, 2, 3]", "", "[1,2,3]", []), ("[]", "", "[]", []),
        ("[1, null, 3]", "", "[1,3]", ["warning: 1 of 3 elements yielded no value: left out"]),
        (#"[1, "", " "]"#, "", "[1]", ["warning: 2 of 3 elements yielded no value: left out"]),
        ("[null]", "", "[]", []),
        (#"[1, "x", 3]"#, "", "[1,3]", [#"error: "x" is not an integer"#]),
        ("[1, null, 3]", "null", "[1,null,3]", []), (#"[null, 2, ""]"#, "null", "[null,2,null]", []),
        (#"[1, "x", null]"#, "null", "[1,null,null]", [#"error: "x" is not an integer"#]),
        ("[null]", "null", "[null]", []), ("[1, null]", "ignore", "[1]", []),
        (#"["x", null, 2]"#, "ignore", "[2]", [#"error: "x" is not an integer"#]),
    ])
    func elementsWithoutAValue(_ list: String, _ gaps: String, _ result: String, _ reported: [String]) throws
    {
        let key = gaps.isEmpty ? "" : #", "gaps": "\#(gaps)""#
        let rules = """
            { "source": "json", "records": { "R": { "fields": { "a": "> a",
              "x": { "select": "> x > item", "type": ["integer"]\(key) } } } } }
            """
        let outcome = try scrape(rules, #"{ "a": 1, "x": \#(list) }"#)
        #expect(outcome.records.first?["x"].map(JSONWriter.compact) == result)
        #expect(
            outcome.messages.map { $0.replacing(#/^page:1(:\d+)?: (\w+): .*`\): /#, with: { "\($0.2): " }) }
                == reported
        )
        #expect(
            outcome.schema?.types.first?.fields.last?.type.accepts(outcome.records.first?["x"] ?? .null)
                == true
        )
    }

    /// Objects and arrays of JSON in place of a text: what is read, and whether it is reported.
    @Test(arguments: [
        (#""Kim""#, #""> x""#, #""Kim""#, false),
        (#"{"n": "Kim", "u": "/kim"}"#, #""> x""#, #""Kim /kim""#, true),
        (#"["a", "b"]"#, #""> x""#, #""a b""#, true),
        (#"["a"]"#, #""> x""#, #""a""#, false),
        (#"{"n": {"m": "Kim"}, "u": "", "v": null}"#, #""> x""#, #""Kim""#, false),
        (#"{"n": "Kim", "u": 1}"#, #""> x::text""#, #""Kim 1""#, false),
        (#"{"n": "Kim", "u": 1}"#, #"{"select": "> x::lines", "type": ["string"]}"#, #"["Kim","1"]"#, false),
        (#"{"n": "Kim", "u": 1}"#, #"{"select": "> x", "type": "json"}"#, #"{"n":"Kim","u":1}"#, false),
        (#"{"n": "Kim", "u": 1}"#, #"{"select": "> x", "type": "string"}"#, #""Kim 1""#, true),
        (#"{"n": "Kim", "u": 1}"#, #"{"select": "> x", "type": "text"}"#, #""Kim\n1""#, true),
        (#"{"n": "Kim", "u": 1}"#, #"{"select": "> x", "apply": ["uppercase"]}"#, #""KIM 1""#, true),
        (#"[["a", "b"], "c"]"#, #"{"select": "> x > item", "type": ["string"]}"#, #"["a b","c"]"#, true),
        (
            #"[["a", "b"], "c"]"#, #"{"select": "> x > item", "type": ["string"], "apply": ["uppercase"]}"#,
            #"["A B","C"]"#, true
        ),
    ])
    func textsOfObjects(_ json: String, _ field: String, _ result: String, _ isReported: Bool) throws {
        let rules = #"{ "source": "json", "records": { "R": { "fields": { "a": "> a", "x": \#(field) } } } }"#
        let outcome = try scrape(rules, #"{ "a": 1, "x": \#(json) }"#)
        #expect(outcome.records.first?["x"].map(JSONWriter.compact) == result)
        #expect(outcome.diagnostics.count == (isReported ? 1 : 0), "\(outcome.messages)")
        #expect(outcome.messages.allSatisfy { $0.contains("whose texts are read as one") })
    }

    /// The same for texts, which are processed separately, for attributes, and after steps.
    @Test(arguments: [
        (#""select": "i", "type": ["string"]"#, #"["a","c"]"#, 1),
        (#""select": "i", "type": ["string"], "gaps": "null""#, #"["a",null,"c"]"#, 0),
        (#""select": "i", "type": ["string"], "gaps": "ignore""#, #"["a","c"]"#, 0),
        (#""select": "i::attr(id)", "type": ["string"], "gaps": "null""#, #"["1","2",null]"#, 0),
        (#""select": "i::attr(id)", "type": ["string"]"#, #"["1","2"]"#, 1),
        (
            #""select": "i", "type": ["string"], "apply": ["uppercase"], "gaps": "null""#, #"["A",null,"C"]"#,
            0
        ),
        // A step that finds nothing filters; its place is kept only with null.
        (#""select": "i::attr(id)", "type": ["string"], "apply": [{ "match": "1" }]"#, #"["1"]"#, 1),
        (#""select": "i[id]::attr(id)", "type": ["string"], "apply": [{ "match": "1" }]"#, #"["1"]"#, 0),
        (
            #""select": "i[id]::attr(id)", "type": ["string"], "apply": [{ "match": "1" }], "gaps": "null""#,
            #"["1",null]"#, 0
        ),
    ])
    func texts(_ field: String, _ result: String, _ count: Int) throws {
        let rules = #"{ "records": { "R": { "fields": { "x": { \#(field) } } } } }"#
        let outcome = try scrape(rules, "<i id=1>a</i><i id=2> </i><i>c</i>")
        #expect(outcome.records.first?["x"].map(JSONWriter.compact) == result)
        #expect(
            outcome.diagnostics.count == count && outcome.diagnostics.allSatisfy { $0.severity == .warning }
        )
    }

    /// The elements of a list, and the total of it in a later field.
    @Test(arguments: [
        ("[1, 2, 3]", "6", "3"), ("[]", "0", "0"), ("[1, null, 3]", "nil", "nil"), (#"["x"]"#, "nil", "nil"),
        (#"[1, "x"]"#, "nil", "nil"), ("[null]", "nil", "nil"),
    ])
    func totalsOfListsThatHaveLostAnElement(_ list: String, _ sum: String, _ count: String) throws {
        let rules = """
            { "source": "json", "records": { "R": { "each": "item > r", "fields": { "a": "> a",
              "x": { "select": "> x > item", "type": ["integer"] },
              "copy": { "from": "x", "type": ["integer"] },
              "sum": { "from": "x", "apply": ["sum"], "type": "integer" },
              "count": { "from": "copy", "apply": ["count"], "type": "integer" },
              "doubled": { "from": "x", "apply": [{ "multiply": 2 }], "type": ["integer"] } } } } }
            """
        // The following record has lost nothing.
        let page = #"[{ "r": { "a": 1, "x": \#(list) } }, { "r": { "a": 2, "x": [4, 5] } }]"#
        let records = try scrape(rules, page).records
        #expect(records[0]["sum"]?.text ?? "nil" == sum)
        #expect(records[0]["count"]?.text ?? "nil" == count)
        #expect(records[0]["doubled"]?.list?.count == records[0]["x"]?.list?.count)
        #expect(records[1]["sum"]?.text == "9" && records[1]["count"]?.text == "2")
    }

    /// An alternative that has read everything makes up for one that has not.
    @Test func alternativesMakeUpForLosses() throws {
        let rules = """
            { "records": { "R": { "fields": {
              "x": [{ "select": "b", "type": ["integer"] }, { "select": "i", "type": ["integer"] }],
              "sum": { "from": "x", "apply": ["sum"], "type": "integer" } } } } }
            """
        #expect(try scrape(rules, "<b>x</b><i>1</i><i>2</i>").records.first?["sum"] == 3)
    }

    /// A step that takes elements from the front reads no more of them, and has the same result as if it had read all.
    @Test(arguments: [
        (#"{ "slice": [0, 2] }"#, #"["a","c"]"#, 1), (#"{ "slice": [1, 2] }"#, #"["c"]"#, 1),
        (#"{ "slice": [0, 1] }"#, #"["a"]"#, 0), (#"{ "slice": [0, 9] }"#, #"["a","c","e"]"#, 2),
        (#"{ "slice": [1] }"#, #"["c","e"]"#, 2), (#"{ "slice": [-1] }"#, #"["e"]"#, 2),
        (#"{ "slice": [0, -1] }"#, #"["a","c"]"#, 2), (#"{ "slice": [2, 3] }"#, #"["e"]"#, 1),
        (#"{ "slice": [0, 2] }, "reverse""#, #"["c","a"]"#, 1),
        (#""reverse", { "slice": [0, 1] }"#, #"["e"]"#, 2),
        (#"{ "item": 0 }"#, #"["a"]"#, 0), (#"{ "item": 1 }"#, #"["c"]"#, 1),
        (#"{ "item": -1 }"#, #"["e"]"#, 2),
        (#""first""#, #"["a"]"#, 0), (#""last""#, #"["e"]"#, 2),
        (#"{ "match": "[ce]" }, "first""#, #"["c"]"#, 2),
    ])
    func limitsOfTheFirstStep(_ steps: String, _ result: String, _ gaps: Int) throws {
        let rules =
            #"{ "records": { "R": { "fields": { "x": { "select": "i", "type": ["string"], "apply": [\#(steps)] } } } } }"#
        let outcome = try scrape(rules, "<i>a</i><i> </i><i>c</i><i></i><i>e</i>")
        #expect(outcome.records.first?["x"].map(JSONWriter.compact) == result)
        #expect(outcome.messages.count == (gaps == 0 ? 0 : 1))
    }
}
