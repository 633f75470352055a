import Records
import RulesTestSupport
import Scraping
import Testing

/// The types that read sizes, durations and JSON.
@Suite struct TransformTypeTests {
    private func read(_ text: String, as type: String) throws -> String {
        let rules =
            #"{ "records": { "R": { "fields": { "y": { "value": 1 }, "x": { "select": "p", "type": \#(type) } } } } }"#
        let outcome = try scrape(rules, "<p>\(text)</p>")
        if let message = outcome.diagnostics.first?.message {
            return message.replacing("R.x (`p`): ", with: "")
        }
        return outcome.records.first?["x"].map(JSONWriter.compact) ?? "nothing"
    }

    @Test(arguments: [
        ("1.4 GiB", "1503238554"), ("1,4 Гб", "1400000000"), ("Size: 700 MB", "700000000"),
        ("5", #""5" has no unit"#), ("huge", #""huge" has no number"#),
    ])
    func sizes(_ text: String, _ result: String) throws { #expect(try read(text, as: #""size""#) == result) }

    @Test(arguments: [
        ("PT1H30M", "PT1H30M"), ("pt90m", "PT1H30M"), ("P1DT2H", "P1DT2H"), ("P2W", "P14D"),
        ("P1Y2M", "P1Y2M"),
        ("P0Y0M0DT0H35M0.000S", "PT35M"), ("PT0S", "PT0S"), ("PT36H", "PT36H"), ("PT0.5H", "PT30M"),
        ("PT1.5S", "PT1.5S"), ("1 h 30 min", "PT1H30M"), ("90 min", "PT1H30M"), ("1h30", "PT1H30M"),
        ("1:30:00", "PT1H30M"), ("0:04:33", "PT4M33S"), ("1 hour and 5 minutes", "PT1H5M"),
        ("45 mins.", "PT45M"),
        ("1.5 hours", "PT1H30M"), ("1,25 h", "PT1H15M"), ("2 days, 3 hrs", "P2DT3H"), ("75 sec", "PT1M15S"),
        ("5'30\"", "PT5M30S"), ("1 week", "P7D"), ("0 min", "PT0S"),
        ("1,440 minutes", "PT24H"), ("10,000 hours", "PT10000H"), ("1 hour 30", "PT1H30M"),
    ])
    func durations(_ text: String, _ result: String) throws {
        #expect(try read(text, as: #""duration""#) == "\"\(result)\"")
    }

    @Test(arguments: [
        ("soon", #""soon" is not a duration"#), ("P", #""P" is not a duration"#),
        ("5", #""5" is not a duration"#),
        ("PT1M1H", #""PT1M1H" is not a duration"#), ("P1H", #""P1H" is not a duration"#),
        ("30 min 1 h", #""30 min 1 h" is not a duration"#), ("1:2:3", #""1:2:3" is not a duration"#),
        ("5 minutes 5", #""5 minutes 5" is not a duration"#), ("1:75:99", #""1:75:99" is not a duration"#),
        (
            "4:33",
            #""4:33" can be hours and minutes or minutes and seconds: make it three numbers, by {"append": ":00"} or {"prepend": "0:"}"#
        ),
    ])
    func whatIsNoDuration(_ text: String, _ message: String) throws {
        #expect(try read(text, as: #""duration""#) == message)
    }

    @Test func partsOfJSONPagesAreTakenAsTheyAre() throws {
        let rules = """
            { "source": "json", "records": { "R": { "fields": {
              "all": { "select": "> a", "type": "json" },
              "items": { "select": "> a > list > item", "type": ["json"] },
              "text": { "select": "> text", "type": "json" },
              "read": { "select": "> text::text", "type": "json" },
              "none": { "select": "> none", "type": "json", "default": 0 },
              "empty": { "select": "> empty", "type": "json" }
            } } } }
            """
        let page = """
            { "a": { "list": [1.50, "2", true, null, { "x y": [] }], "b": {} }, "text": "{\\"c\\": 1}", "none": null,
              "empty": [[]] }
            """
        #expect(
            try scrape(rules, page).lines == [
                #"""
                {"@type":"R","all":{"list":[1.50,"2",true,null,{"x y":[]}],"b":{}},"items":[1.50,"2",true,{"x y":[]}],"text":"{\"c\": 1}","read":{"c":1},"none":0,"empty":[[]]}
                """#
            ]
        )
    }

    @Test func depthIsLimited() throws {
        let rules =
            #"{ "source": "json", "records": { "R": { "fields": { "x": { "select": "> a", "type": "json" } } } } }"#
        let depth = 100_000
        let page =
            #"{"a": "# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        let reported = try scrape(rules, page).messages.first
        #expect(reported == "page:1: error: R.x (`> a`): the value is nested more than 512 deep")
    }

    @Test func textsOfJSONAreRead() throws {
        let rules = """
            { "records": { "R": { "fields": {
              "state": { "select": "script", "type": "json" },
              "data": { "select": "p::attr(data-x)", "type": "json" },
              "id": { "select": "script", "apply": [{ "parse": { "as": "json", "select": "> a > b" } }], "type": "integer" },
              "wrong": { "select": "p", "type": "json" }
            } } } }
            """
        let page = #"<p data-x='[1, "a"]'>{"a": }</p><script>{"a": {"b": 2, "c": "x  y"}}</script>"#
        let outcome = try scrape(rules, page)
        #expect(
            outcome.lines == [#"{"@type":"R","state":{"a":{"b":2,"c":"x  y"}},"data":[1,"a"],"id":2}"#]
        )
        #expect(outcome.messages.count == 1)
        #expect(outcome.messages.first?.hasPrefix("page:1:1: error: R.wrong (`p`): not JSON: ") == true)
    }
}
