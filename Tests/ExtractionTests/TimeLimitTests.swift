import DOM
import Extraction
import Platform
import Records
import RulesTestSupport
import Scraping
import Testing

/// The time limit of a page bounds all work on it. Time is not measured: a deadline is over after a number of questions.
@Suite struct TimeLimitTests {
    struct Work: CustomTestStringConvertible, Sendable {
        let name: String
        let rules: String
        let page: String
        /// The minimum number of questions, which shows that the work itself asks.
        let questions: Int

        var testDescription: String { name }
    }

    private static func field(_ keys: String, prepare: String = "[]") -> String {
        #"""
        {"prepare": \#(prepare), "records": {
          "first": {"fields": {"t": "title"}},
          "page": {"fields": {"v": {\#(keys)}}}
        }}
        """#
    }

    private static func page(_ body: String) -> String {
        "<!doctype html><html><title>A title</title><body>\(body)</body></html>"
    }

    private static func paragraph(_ text: String, _ count: Int) -> String {
        page("<p>\(String(repeating: text, count: count))</p>")
    }

    private static let graph: String = {
        let nodes = (0..<200).map { node in
            let known = (0..<20).map { #"{"@id": "n\#((node + $0 * 7) % 200)"}"# }.joined(separator: ",")
            return #"{"@type": "Thing", "@id": "n\#(node)", "knows": [\#(known)]}"#
        }
        return #"<script type="application/ld+json">{"@graph": [\#(nodes.joined(separator: ","))]}</script>"#
    }()

    static let all: [Work] = [
        Work(
            name: "a pattern without a match",
            rules: field(#""select": "p", "apply": [{"match": "(?:[a-d]+ ?)+[0-9]{3}x"}]"#),
            page: paragraph("abc dab, 123 bad ", 1000),
            questions: 10
        ),
        Work(
            name: "a pattern that looks ahead",
            rules: field(#""select": "p", "apply": [{"match": "[a-d]+(?=.*zzz)"}]"#),
            page: paragraph("abc dab, 123 bad ", 1000),
            questions: 1000
        ),
        Work(
            name: "each match of a pattern",
            rules: field(#""select": "p", "apply": [{"replace": ["([a-d])([0-9]?)", "$2$1"]}]"#),
            page: paragraph("abc dab, 123 bad ", 1000),
            questions: 1000
        ),
        Work(
            name: "each text of a list",
            rules: field(#""select": "p", "type": ["string"]"#),
            page: page(String(repeating: "<p>x", count: 1000)),
            questions: 1000
        ),
        Work(
            name: "each value of a list",
            rules: field(#""select": "p", "apply": ["number"], "type": ["integer"]"#),
            page: page(String(repeating: "<p>7", count: 1000)),
            questions: 1000
        ),
        Work(
            name: "each part of a text",
            rules: field(#""select": "p", "apply": [{"split": ","}, "uppercase"], "type": ["string"]"#),
            page: paragraph("ab,", 1000),
            questions: 1000
        ),
        Work(
            name: "dates in a text",
            rules: field(#""select": "p", "type": "date", "in-text": true"#),
            page: paragraph("5 May 2020, ", 300),
            questions: 300
        ),
        Work(
            name: "the texts that a selector searches",
            rules: field(#""select": "p:matches(^zz)""#),
            page: page(String(repeating: "<p>x", count: 1000)),
            questions: 1000
        ),
        Work(
            name: "linked data",
            rules: field(#""select": "knows""#, prepare: #"[{"linked-data": "html"}]"#),
            page: page(graph),
            questions: 4000
        ),
        Work(
            name: "linked data of many elements",
            rules: field(#""select": "title""#, prepare: #"[{"linked-data": "p"}]"#),
            page: page(String(repeating: "<p>x", count: 300)),
            questions: 300
        ),
        Work(
            name: "main content",
            rules: field(#""select": "main-content""#, prepare: #"[{"main-content": {"navigation": true}}]"#),
            page: page(String(repeating: "<p>Some words, and a sentence.", count: 500)),
            questions: 500
        ),
        Work(
            name: "labels with one value",
            rules: field(#""labels": "dl""#),
            page: page("<dl>\(String(repeating: "<dt>x", count: 1000))<dd>y</dl>"),
            questions: 2000
        ),
        Work(
            name: "the text after a label",
            rules: field(#""label": "L""#),
            page: page("<p><b>L:</b>\(String(repeating: "x<i>y</i>", count: 1000))"),
            questions: 4000
        ),
        Work(
            name: "objects",
            rules: field(#""each": "p", "fields": {"t": "i"}"#),
            page: page(String(repeating: "<p><i>x</i>", count: 1000)),
            questions: 2000
        ),
        Work(
            name: "comments of XML",
            rules: #"{"source": "xml", "records": {"R": {"each": "r", "fields": {"v": "p"}}}}"#,
            page: "<r><p>x</p>\(String(repeating: "<!--c-->", count: 300))</r>",
            questions: 300
        ),
        Work(
            name: "end tags of XML without a start tag",
            rules: #"{"source": "xml", "records": {"R": {"each": "r", "fields": {"v": "p"}}}}"#,
            page: "<r><p>x</p>\(String(repeating: "</b>", count: 300))</r>",
            questions: 300
        ),
        Work(
            name: "keys of JSON",
            rules: #"{"source": "json", "records": {"R": {"each": "json", "fields": {"v": "k7"}}}}"#,
            page: "{\((0..<300).map { "\"k\($0)\": \($0)" }.joined(separator: ","))}",
            questions: 300
        ),
        Work(
            name: "keys of JSON in a script",
            rules: field(#""select": "k7""#, prepare: #"[{"linked-data": "html"}]"#),
            page: page(
                #"<script type="application/ld+json">{"@type": "Thing""#
                    + (0..<300).map { #","k\#($0)": \#($0)"# }.joined() + "}</script>"
            ),
            questions: 600
        ),
        Work(
            name: "lines of one element",
            rules: field(#""select": "line""#, prepare: #"[{"lines": "body"}]"#),
            page: page(String(repeating: "<p>x", count: 300)),
            questions: 300
        ),
        Work(
            name: "sections of one element",
            rules: field(
                #""select": "section""#,
                prepare: #"[{"sections": {"in": "body", "start": ["Day 1", "Day 2"]}}]"#
            ),
            page: page("<p>Day 1\((0..<300).map { "<p>Day \($0 + 3)" }.joined())"),
            questions: 900
        ),
        Work(
            name: "calls of scripts that do not end",
            rules: #"{"source": "inline-data", "records": {"R": {"each": "x", "fields": {"v": "v"}}}}"#,
            page: page(
                "<script>x.push({v:1});\(String(repeating: "x.push({a:new Date(a,", count: 300))</script>"
            ),
            questions: 300
        ),
        Work(
            name: "lines of many elements",
            rules: field(#""select": "line""#, prepare: #"[{"lines": "p"}]"#),
            page: page(String(repeating: "<p>x", count: 300)),
            questions: 300
        ),
    ]

    private func outcome(_ work: Work, _ deadline: Deadline) throws -> Outcome {
        let rules = try load(work.rules)
        return deadline.bound { rules.scrape(Page(name: "page", bytes: Array(work.page.utf8))) }
    }

    private static let day = Duration.seconds(86400)

    /// Whenever the time is over, the page gives one error and no record that it would not give with more time.
    @Test(arguments: all) func anyTime(_ work: Work) throws {
        let enough = Deadline(after: TimeLimitTests.day)
        let whole = try outcome(work, enough)
        #expect(enough.questions >= work.questions)
        #expect(!whole.diagnostics.contains { $0.help == "--max-time raises the limit" })
        for share in [0, 1, 4, 7] {
            let deadline = Deadline(after: TimeLimitTests.day, questions: enough.questions * share / 8)
            let part = try outcome(work, deadline)
            let late = part.diagnostics.filter { $0.help == "--max-time raises the limit" }
            #expect(late.count == 1, "share \(share)")
            #expect(late.allSatisfy { $0.severity == .error })
            #expect(Array(whole.records.prefix(part.records.count)) == part.records, "share \(share)")
            // What finds the time over stops soon.
            #expect(deadline.questions - enough.questions * share / 8 < 50, "share \(share)")
        }
    }

    /// The next page has its own time.
    @Test func nextPage() throws {
        let rules = try load(TimeLimitTests.field(#""select": "p""#))
        let page = Page(name: "page", bytes: Array(TimeLimitTests.page("<p>x").utf8))
        let late = Deadline(after: .zero, questions: 0).bound { rules.scrape(page) }
        #expect(late.records.isEmpty)
        #expect(Deadline.current == nil)
        #expect(rules.scrape(page).records.count == 2)
    }
}
