import Records
import RulesTestSupport
import Scraping
import Testing

/// The language's own examples, complete.
@Suite struct LanguageExampleTests {
    @Test func workouts() throws {
        let rules = """
            {
              "$schema": "rules.schema.json",
              "about": "Daily workouts of the Alchemy gym",
              "match": ["https://alchemy365.com/*workout*"],
              "prepare": [
                { "lines": ".mk-single-content" },
                { "sections": { "in": ".mk-single-content", "start": ["A10", "A20", "AStrong", "APulse"] } }
              ],
              "records": {
                "Workout": {
                  "each": "section",
                  "fields": {
                    "className": "::attr(title)",
                    "exercises": { "select": "line", "type": ["string"] }
                  }
                }
              }
            }
            """
        let page = """
            <div class="mk-single-content clearfix"><p>Holiday hours</p>
            <p><strong>A10</strong><br><span data-sheets-value="{&quot;1&quot;:2}">Run<br>Row</span></p>
            <p>&nbsp;</p><hr><p><strong>A20<br></strong>Burpees 5×8</p></div>
            """
        #expect(
            try scrape(rules, page).lines == [
                #"{"@type":"Workout","exercises":["Holiday hours"]}"#,
                #"{"@type":"Workout","className":"A10","exercises":["Run","Row"]}"#,
                #"{"@type":"Workout","className":"A20","exercises":["Burpees 5×8"]}"#,
            ]
        )
    }

    @Test func plantCard() throws {
        let rules = """
            {
              "source": "json",
              "prepare": [
                { "parse": { "in": "extract", "as": "html-fragment" } },
                { "unwrap": ".mw-parser-output" },
                { "remove": ["a[href^=#cite_note]", "a[href^=/wiki/Wikipedia]", "table", ".hatnote", "ul", "ol", "div"] }
              ],
              "records": {
                "PlantCard": {
                  "each": "query > pages > *",
                  "fields": {
                    "title": { "select": "> title", "required": true },
                    "summary": { "select": "> extract", "type": "text" }
                  }
                }
              }
            }
            """
        let page = #"""
            {"query": {"pages": {"18978754": {"title": "Apple", "extract": "<div class=\"mw-parser-output\"><div>x</div>\n<p>An <b>apple</b><sup><a href=\"#cite_note-1\">[1]</a></sup> &amp; a tree.</p>\n<ul><li>x</li></ul><p>Old.</p></div>"}}}}
            """#
        #expect(
            try scrape(rules, page).lines == [
                #"{"@type":"PlantCard","title":"Apple","summary":"An apple & a tree.\nOld."}"#
            ]
        )
    }

    /// The kind of a value in JSON is kept unless the rules require text.
    @Test func untypedValuesOfJSONStayWhatTheyAre() throws {
        let rules = """
            {
              "source": "json",
              "records": {
                "Item": {
                  "each": "items > *",
                  "fields": {
                    "id": "> id",
                    "text": { "select": "> id", "type": "string" },
                    "spelled": "> id::text",
                    "step": { "select": "> id", "apply": ["trim"] },
                    "bounded": { "select": "> id", "pattern": ".+" },
                    "new": "> new",
                    "name": "> name",
                    "none": "> none",
                    "sizes": "> sizes",
                    "kind": { "select": "> kind", "default": "other" }
                  }
                }
              }
            }
            """
        let page = """
            {"items": [{"id": 1.50, "new": true, "name": " A\\n b ", "none": null, "sizes": [1, 2], "kind": 7},
              {"id": "05", "new": false, "sizes": {}}]}
            """
        #expect(
            try scrape(rules, page).lines == [
                """
                {"@type":"Item","id":1.50,"text":"1.50","spelled":"1.50","step":"1.50","bounded":"1.50","new":true,\
                "name":"A b","sizes":"1 2","kind":7}
                """,
                """
                {"@type":"Item","id":"05","text":"05","spelled":"05","step":"05","bounded":"05","new":false,\
                "kind":"other"}
                """,
            ]
        )
        // If the type can be something else, text remains text.
        let either = rules.replacing(#""source": "json""#, with: #""source": ["json", "html"]"#)
        let lines = try scrape(either, page).lines
        #expect(
            lines.count == 2
                && lines.allSatisfy { $0.contains(#""id":"1.50""#) || $0.contains(#""id":"05""#) }
        )
    }

    @Test func schedule() throws {
        let rules = """
            {
              "source": "json",
              "records": {
                "Event": {
                  "each": "event_occurrences > item",
                  "fields": {
                    "name": { "select": "> name", "required": true },
                    "start": { "select": "> start_at", "type": "datetime" },
                    "end": { "select": "> end_at", "type": "datetime" },
                    "location": {
                      "select": "> location_id",
                      "apply": [{ "map": { "10514": "North Loop", "18997": "Northeast" } }],
                      "required": true
                    },
                    "instructor": "> staff_members > item:first-child > name"
                  }
                }
              }
            }
            """
        let page = """
            {"event_occurrences": [
              {"name": "A20", "start_at": "2018-05-28T05:45:00-0500", "end_at": "2018-05-28T06:45:00-05:00",
               "location_id": 18997, "staff_members": [{"name": "Kim"}, {"name": "Lee"}]},
              {"name": "A10", "start_at": "2018-05-28T11:00:00Z", "end_at": null, "location_id": 1,
               "staff_members": []}
            ]}
            """
        let outcome = try scrape(rules, page)
        #expect(
            outcome.lines == [
                """
                {"@type":"Event","name":"A20","start":"2018-05-28T05:45:00-05:00","end":"2018-05-28T06:45:00-05:00",\
                "location":"Northeast","instructor":"Kim"}
                """,
                #"{"@type":"Event","name":"A10","start":"2018-05-28T11:00:00Z"}"#,
            ]
        )
        #expect(
            outcome.messages == [
                #"page:4: error: Event.location (`> location_id`): the table of map has no "1""#
            ]
        )
    }

    @Test func liftingLog() throws {
        let rules = """
            {
              "source": { "csv": { "header": ["date", "exercise", "sets", "reps", "weight"] } },
              "plugins": ["one-rep-max"],
              "records": {
                "Lift": {
                  "each": "row",
                  "fields": {
                    "date": { "select": "date", "type": "date", "format": "MMM d yyyy", "required": true },
                    "exercise": { "select": "exercise", "required": true },
                    "sets": { "select": "sets", "type": "integer", "required": true },
                    "reps": { "select": "reps", "type": "integer", "required": true },
                    "weight": { "select": "weight", "type": "decimal", "required": true },
                    "oneRepMax": { "from": ["weight", "reps"], "apply": ["one-rep-max"], "type": "decimal" }
                  }
                },
                "Exercise": {
                  "group": "Lift", "by": "exercise",
                  "fields": {
                    "name": "exercise",
                    "best": { "max": "oneRepMax" },
                    "days": { "by": "date", "fields": { "date": "date", "oneRepMax": { "max": "oneRepMax" } } }
                  }
                }
              }
            }
            """
        let page = """
            Oct 11 2020,Back Squat,1,10,45
            Oct 11 2020,Back Squat,1,1,135.50
            Oct 5 2020,Deadlift,1,3,100
            Okt 5 2020,Deadlift,1,x,100
            Oct 5 2020,Back Squat,1,37,100
            """
        let outcome = try scrape(rules, page)
        #expect(
            outcome.lines == [
                """
                {"@type":"Lift","date":"2020-10-11","exercise":"Back Squat","sets":1,"reps":10,"weight":45,"oneRepMax":60}
                """,
                """
                {"@type":"Lift","date":"2020-10-11","exercise":"Back Squat","sets":1,"reps":1,"weight":135.50,\
                "oneRepMax":135.5}
                """,
                """
                {"@type":"Lift","date":"2020-10-05","exercise":"Deadlift","sets":1,"reps":3,"weight":100,\
                "oneRepMax":105.88235294117646}
                """,
                #"{"@type":"Lift","exercise":"Deadlift","sets":1,"weight":100}"#,
                #"{"@type":"Lift","date":"2020-10-05","exercise":"Back Squat","sets":1,"reps":37,"weight":100}"#,
                """
                {"@type":"Exercise","name":"Back Squat","best":135.5,"days":[{"date":"2020-10-11","oneRepMax":135.5},\
                {"date":"2020-10-05"}]}
                """,
                """
                {"@type":"Exercise","name":"Deadlift","best":105.88235294117646,"days":[{"date":"2020-10-05",\
                "oneRepMax":105.88235294117646}]}
                """,
            ]
        )
        #expect(
            outcome.messages == [
                #"page:4: error: Lift.date (`date`): "Okt 5 2020" is not a date in the given format"#,
                #"page:4: error: Lift.reps (`reps`): "x" is not an integer"#,
                "page:5: error: Lift.oneRepMax: expected 1 to 36 repetitions, found 37",
            ]
        )
    }
}
