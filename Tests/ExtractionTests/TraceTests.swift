import Records
import RulesTestSupport
import Scraping
import Testing

/// The origin of records and fields, as shown by a trace.
@Suite struct TraceTests {
    /// A field of one record, and the lines of its explanation.
    @Test(arguments: [
        (
            #"{ "select": "b", "apply": ["uppercase"] }"#,
            [
                #"x = "ONE""#, "select, string: taken", "`b`: taken",
                #"line 1:4, b: "one""#, #"uppercase: "ONE""#,
            ]
        ),
        // A type that changes the value.
        (
            #"{ "select": "i", "type": "integer" }"#,
            [
                "x = 2", "select, integer: taken", "`i`: taken",
                #"line 1:16, i: "2""#, "read as 2",
            ]
        ),
        // The reasons why alternatives were not used.
        (
            #"["u", { "select": "s" }, { "when": "q", "value": 1 }, { "select": "b", "type": "integer" }, "i", "a"]"#,
            [
                #"x = "2""#,
                "1. select, string: matches nothing", "`u`: matches nothing",
                "2. select, string: found, but empty", "`s`: found, but empty",
                "3. value, integer: not tried, as `q` (\"when\") matches nothing",
                #"4. select, integer: failed: "one" is not an integer"#,
                #"`b`: failed: "one" is not an integer"#,
                #"line 1:4, b: "one""#,
                #"does not fit: "one" is not an integer"#,
                "5. select, string: taken", "`i`: taken",
                #"line 1:16, i: "2""#,
                "6. select, string: not reached",
            ]
        ),
        // A step that fails, and one that yields nothing.
        (
            #"[{ "select": "b", "apply": ["number"] }, { "select": "b", "apply": [{ "match": "\\d" }, "trim"] }]"#,
            [
                "x: no value",
                #"1. select, string: failed: "one" has no number"#,
                #"`b`: failed: "one" has no number"#,
                #"line 1:4, b: "one""#, "number: no value",
                #"failed: "one" has no number"#,
                "2. select, string: found, but its steps yielded no value",
                "`b`: found, but its steps yielded no value",
                #"line 1:4, b: "one""#, "match: no value",
            ]
        ),
        // Selectors; the first one that yields a value is used.
        (
            #"{ "select": ["u", "s", "i", "b"] }"#,
            [
                #"x = "2""#, "select, string: taken", "`u`: matches nothing", "`s`: found, but empty",
                "`i`: taken", #"line 1:16, i: "2""#,
                "`b`: not searched",
            ]
        ),
        // The arms of a case.
        (
            #"{ "case": { "u": "no", "b": "yes", "*": "maybe" } }"#,
            [
                #"x = "yes""#, "case, string: taken", #"`u` → "no": matches nothing"#,
                #"`b` → "yes": chosen"#,
                #"line 1:1, p: "yes""#,
            ]
        ),
        // A list whose steps receive all matches together.
        (
            #"{ "select": "b, i", "apply": ["trim", { "join": "+" }] }"#,
            [
                #"x = "one+2""#, "select, string: taken", "`b, i`: taken",
                #"line 1:4, b: "one""#, #"trim: "one""#,
                #"line 1:16, i: "2""#, #"trim: "2""#,
                #"all together: ["one","2"]"#, #"join: "one+2""#,
            ]
        ),
        // Other places in which to search, and none.
        (
            #"[{ "in": { "closest": "ul" }, "select": "b" }, { "in": "document", "select": "b" }]"#,
            [
                #"x = "one""#, "1. select, string: the element to search from is missing",
                "neither it nor an element around it matches `ul`", "`b`: not searched",
                "2. select, string: taken", "searched from line 1:1, html",
                "`b`: taken",
                #"line 1:4, b: "one""#,
            ]
        ),
        (
            #"[{ "in": { "previous": "h2" } }, { "in": { "next": "h2" } }, { "in": { "ancestor": "ul" } }, "b"]"#,
            [
                #"x = "one""#, "1. select, string: the element to search from is missing",
                "no element that begins before it matches `h2`", "`::text`: not searched",
                "2. select, string: the element to search from is missing",
                "no element after it matches `h2`", "`::text`: not searched",
                "3. select, string: the element to search from is missing",
                "no element around it matches `ul`", "`::text`: not searched", "4. select, string: taken",
                "`b`: taken", #"line 1:4, b: "one""#,
            ]
        ),
        (
            #"{ "select": "u", "default": "?" }"#,
            [
                #"x = "?""#, "select, string: no value, so the default is used", "`u`: matches nothing",
            ]
        ),
    ])
    func howAFieldCameAbout(_ field: String, _ lines: [String]) throws {
        let rules = #"{ "records": { "R": { "each": "p", "fields": { "a": "i", "x": \#(field) } } } }"#
        let page = "<p><b> one </b><i>2</i><s> </s></p>"
        let found = try explanation(rules, page, field: "x").drop { !$0.hasPrefix("x") }
        #expect(found.filter { !$0.hasPrefix("near") && !$0.contains("part") } == lines)
    }

    /// Hidden text is noted where the rules can leave it out, and have not.
    @Test(arguments: [
        (#""b""#, "1", false), (#""p""#, "1<i hidden>2</i>", true),
        (#"{ "select": "p", "hidden-text": "skip" }"#, "2<i hidden>2</i>", false),
        (#"{ "select": "p::html", "type": "html" }"#, "1<i hidden>2</i>", false),
        (#""p::own-text""#, "2<i hidden>2</i>", false), (#""p::attr(title)""#, "1<i hidden>t</i>", false),
        (#"{ "select": "p::lines", "type": ["string"] }"#, "1<br><i hidden>2</i>", true),
        (#"{ "labels": "dl" }"#, "<dl><dt>A<dd>1<i hidden>2</i></dl>", true),
        (#"{ "labels": "dl", "hidden-text": "skip" }"#, "<dl><dt>A<dd>2<i hidden>2</i></dl>", false),
        (#"{ "label": "B" }"#, "<b>B:</b> 1<i hidden>2</i>", true),
        (#"{ "value": "2" }"#, "<i hidden>2</i>", false),
    ])
    func hiddenTextIsNoted(_ field: String, _ content: String, _ isNoted: Bool) throws {
        let rules = #"{ "records": { "R": { "fields": { "x": \#(field), "y": { "value": 1 } } } } }"#
        let text = try explained(rules, "<p title=t>\(content)</p><section>\(content)</section>")
        let note = #"the hidden text "2": "hidden-text": "skip" leaves it out"#
        #expect(text.contains(note) == isNoted, "\(text)")
    }

    /// A value that is hidden as a whole is noted with the element that is hidden.
    @Test(arguments: [
        (#""b""#, "<b hidden>1</b>", "is hidden"),
        (#""b""#, "<b hidden=until-found>1</b>", nil),
        (#""b""#, "<p style='display:none'><b>1</b></p>", "is in the hidden element line 1:1, p"),
        (#""b""#, "<dialog><p><b>1</b></p></dialog>", "is in the hidden element line 1:1, dialog"),
        (#"{ "select": "b", "hidden-text": "skip" }"#, "<b hidden>1</b>", "is hidden"),
        (#""b::attr(x)""#, "<b hidden x=1>1</b>", nil), (#""b""#, "<i hidden>2</i><b>1</b>", nil),
        (#"{ "label": "B" }"#, "<div hidden><b>B:</b> 1</div>", "is in the hidden element line 1:1, div"),
    ])
    func hiddenElementsAreNoted(_ field: String, _ content: String, _ note: String?) throws {
        let rules = #"{ "records": { "R": { "fields": { "x": \#(field), "y": { "value": 1 } } } } }"#
        let text = try explained(rules, content)
        let end = #": "hidden-text" leaves out only what is hidden within the element"#
        #expect(note.map { text.contains($0 + end) } ?? !text.contains("hidden"), "\(text)")
    }

    @Test func hiddenTextOfLinesIsNoted() throws {
        let rules =
            #"{ %@ "prepare": [{ "lines": "p" }], "records": { "R": { "fields": { "x": "line" } } } }"#
        let note = #"has the hidden text "2": "hidden-text": "skip" leaves it out"#
        for (keys, isNoted) in [("", true), (#""hidden-text": "skip","#, false)] {
            let text = try explained(rules.replacing("%@", with: keys), "<p>1<i hidden>2</i></p>")
            #expect(text.contains(note) == isNoted, "\(text)")
        }
    }

    @Test func theWholeTextHasItsPlaces() throws {
        let rules = """
            { "prepare": [{ "remove": "nav" }, { "remove": "aside" }],
              "records": { "R": {
                "each": "li", "unique": "n", "expect": { "count": "2" },
                "fields": { "n": "b", "parts": { "each": "i", "fields": { "t": "::text" } } } },
                "G": { "group": "R", "by": "n", "fields": { "n": "n" } } } }
            """
        let page = "<nav>x</nav>\n<ul><li><b>1</b><i>a</i>\n<li><b>1</b>\n<li></ul>"
        #expect(
            try explained(rules, page) == """
                page, read by rules.json

                Preparations
                  remove: 1 element (rules.json:1:17)
                    line 1:1, nav
                  remove: found nothing (rules.json:1:38)

                R: 2 records (rules.json:2:16)
                  each `li`: 3 elements (rules.json:3:13)
                  R 1: line 2:5, ul > li:nth-child(1)
                    n = "1" (rules.json:4:17)
                      select, string: taken (rules.json:4:22)
                        `b`: taken (rules.json:4:22)
                          line 2:9, ul > li:nth-child(1) > b: "1"
                    parts = [{"t":"a"}] (rules.json:4:27)
                      fields, [object]: taken (rules.json:4:36)
                        `i`: taken (rules.json:4:46)
                          line 2:17, i
                            t = "a" (rules.json:4:63)
                              select, string: taken (rules.json:4:68)
                                `::text`: taken (rules.json:4:68)
                                  line 2:17, i: "a"
                  R 2: line 3:1, ul > li:nth-child(2): left out, as an earlier one has its unique fields
                    n = "1" (rules.json:4:17)
                      select, string: taken (rules.json:4:22)
                        `b`: taken (rules.json:4:22)
                          line 3:5, ul > li:nth-child(2) > b: "1"
                    parts = [] (rules.json:4:27)
                      fields, [object]: matches nothing (rules.json:4:36)
                        `i`: matches nothing (rules.json:4:46)
                          near: `i` (1 element, line 2:17, elsewhere in the page): outside the searched element
                  R 3: line 4:1, ul > li:nth-child(3)
                    n: no value (rules.json:4:17)
                      select, string: matches nothing (rules.json:4:22)
                        `b`: matches nothing (rules.json:4:22)
                          near: `b` (2 elements, the first in line 2:9, elsewhere in the page): outside the searched element
                    parts = [] (rules.json:4:27)
                      fields, [object]: matches nothing (rules.json:4:36)
                        `i`: matches nothing (rules.json:4:46)
                  expect: met (rules.json:3:44)

                G: 1 record (rules.json:5:5)
                  groups of R
                """
        )
    }

    /// The index of each element's record among all those of the page, in any order.
    @Test func elementsKnowTheirRecords() throws {
        let rules = """
            { "records": { "A": { "each": "i", "fields": { "v": "::text" } },
              "B": { "each": "b", "order": "v", "unique": "v", "fields": { "v": "::text" } } } }
            """
        let page = "<i>9</i><b>3</b><b>1</b><b>3</b><b></b><b>2</b>"
        let (outcome, trace) = try load(rules).trace(Page(name: "page", bytes: Array(page.utf8)))
        let elements = trace.records.last?.layouts.first?.elements ?? []
        #expect(elements.map(\.outcome) == [.record(3), .record(1), .duplicate, .noField, .record(2)])
        for element in elements {
            guard case .record(let index) = element.outcome else { continue }
            #expect(outcome.records[index]["v"] == element.fields.first?.value)
        }
    }

    /// If a page cannot be read, or is refused, the trace still contains all parts of the rules.
    @Test func whatIsNotReached() throws {
        let rules = """
            { "prepare": [{ "refuse": { "select": "html", "because": "no" } }, { "remove": "p" }],
              "records": { "R": { "each": "p", "fields": { "x": "b" } } } }
            """
        let trace = try load(rules).trace(Page(name: "page", bytes: Array("<p>".utf8))).1
        #expect(trace.preparations.map(\.outcome) == [.made, .notReached])
        #expect(trace.records.map(\.count) == [0])
        #expect(trace.records.first?.layouts.map(\.isReached) == [false])
    }

    /// If pages differ only in parts that their rules do not use, their traces have the same structure.
    @Test(arguments: [
        ("<p><b>1</b>", "<nav></nav>\n<div><p>x<b>1</b><i></i></div>", true),
        ("<p><b>1</b>", "<p><b>2</b>", false),
        ("<p><b>1</b>", "<p><s>1</s>", false),
        ("<p><b>1</b>", "<p><b>1</b><p><b>1</b>", false),
    ])
    func theShapeOfATrace(_ page: String, _ other: String, _ isSame: Bool) throws {
        let rules = try load(
            #"{ "records": { "R": { "each": "p", "fields": { "x": ["b", "s"], "y": "u" } } } }"#
        )
        let traces = [page, other].map { rules.trace(Page(name: $0, bytes: Array($0.utf8))).1 }
        #expect(traces[0] != traces[1])
        #expect((traces[0].shape == traces[1].shape) == isSame)
    }

    /// An element's place among those of the page identifies it whatever preparations do.
    @Test func elementsAreKnownByTheirPlaceInThePage() throws {
        let rules = """
            { "prepare": [{ "remove": "nav" }, { "lines": { "in": "p" } }],
              "records": { "R": { "each": "p, line", "fields": { "x": "::text" } } } }
            """
        let page = "<html><head></head><body><nav><a></a></nav><p>1</p>"
        let trace = try load(rules).trace(Page(name: "page", bytes: Array(page.utf8))).1
        let elements = trace.records.flatMap(\.layouts).flatMap(\.elements)
        #expect(elements.map(\.node.index) == [5, nil])
        #expect(trace.preparations.map { $0.nodes.map(\.index) } == [[3], [5]])
    }

    /// Everything that a trace reports is found on the original page: by places, and the parts of a page by name.
    @Test func pathsLeadToThePage() throws {
        let rules = """
            { "prepare": [{ "remove": "nav" }],
              "records": { "R": { "each": "html", "fields": { "a": "body > p", "t": "title" } } } }
            """
        let page = "<title>x</title><nav></nav><p>1<p>2"
        let loaded = try load(rules)
        let recorder = TraceRecorder(loaded, page: "page", [.places])
        _ = loaded.scrape(Page(name: "page", bytes: Array(page.utf8)), observer: recorder)
        let places = Dictionary(recorder.places.map { ($0.key.path, $0.value) }) { first, _ in first }
        #expect(
            places == [
                "html": [.element(0)], "title": [.element(2)], "nav": [.element(4)],
                "body > p:nth-child(2)": [.element(5)],
            ]
        )
    }

    /// A condition that is not met is also a selector that matches nothing.
    @Test func aConditionThatIsNotMetIsLookedInto() throws {
        let rules =
            #"{ "records": { "R": { "each": "p", "fields": { "a": "b", "x": { "select": "b", "when": ".onn" } } } } }"#
        let lines = try explanation(rules, "<!doctype html><p class=on><b>1</b>", field: "x")
        #expect(lines.last == #"near: `.on` (1 element, line 1:16): class "on" for "onn""#)
    }

    /// The trace as data has the same content.
    @Test func theTraceAsData() throws {
        let rules =
            #"{ "records": { "R": { "each": "p", "fields": { "x": { "select": "b", "type": "integer" } } } } }"#
        let trace = try load(rules).trace(Page(name: "page", bytes: Array("<p><b>1</b>".utf8))).1
        let value = trace.value
        #expect(value["records"]?.list?.first?["layouts"]?.list?.first?["elements"]?.list?.count == 1)
        let element = value["records"]?.list?.first?["layouts"]?.list?.first?["elements"]?.list?.first
        let field = element?["fields"]?.list?.first
        #expect(
            field.map(JSONWriter.compact) == """
                {"name":"x","at":"rules.json:1:48","value":1,"alternatives":[{"at":"rules.json:1:53","origin":"select",\
                "type":"integer","outcome":"taken","attempts":[{"select":{"selector":"b","at":"rules.json:1:65",\
                "matches":1},"outcome":"taken","readings":[{"node":{"line":1,"column":4,"offset":3,"path":"b",\
                "index":4},"taken":"1",\
                "typed":[1]}]}]}]}
                """
        )
    }
}
