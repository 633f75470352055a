import Language
import Records
import Scraping
import Testing

@testable import Crawling

/// The requests of a `for`: their values at the limits, and what is reported.
struct CrawlLoopTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let values: String
        /// The last part of each address.
        let paths: [String]
        var message: String?
        var pages: Int?
        /// The value of the input `end`.
        var end = "0"
        var testDescription: String { values }

        init(
            _ values: String,
            end: String = "0",
            _ paths: [String],
            message: String? = nil,
            pages: Int? = nil
        ) {
            (self.values, self.end, self.paths) = (values, end, paths)
            (self.message, self.pages) = (message, pages)
        }
    }

    private static let nothing = #"no request of "p" is made: there is no value to make it for"#

    static let cases = [
        // Numbers.
        Case(#"{ "first": 3, "last": 5 }"#, ["3", "4", "5"]),
        Case(#"{ "first": 3, "last": 3 }"#, ["3"]),
        Case(#"{ "first": 3, "last": "{end}" }"#, end: "2", [], message: nothing),
        Case(#"{ "first": 3, "last": 8, "step": 2 }"#, ["3", "5", "7"]),
        Case(#"{ "first": 3, "last": "{end}", "step": 2 }"#, end: "2", [], message: nothing),
        Case(#"{ "first": 3, "last": 0, "step": -2 }"#, ["3", "1"]),
        Case(#"{ "first": -1, "times": 3, "step": -1 }"#, ["-1", "-2", "-3"]),
        Case(#"{ "first": 3, "times": 0 }"#, [], message: nothing),
        Case(#"{ "first": 3, "times": -1 }"#, [], message: nothing),
        Case(#"{ "first": 3, "times": 1 }"#, ["3"]),
        Case(
            #"{ "first": 9223372036854775806, "times": 2 }"#,
            ["9223372036854775806", "9223372036854775807"]
        ),
        Case(
            #"{ "first": 9223372036854775806, "times": 3 }"#,
            [],
            message: #""p": the numbers of "n" are too large"#
        ),
        Case(
            #"{ "first": 1, "step": 9223372036854775807, "times": 3 }"#,
            [],
            message: #""p": the numbers of "n" are too large"#
        ),
        Case(
            #"{ "first": 1, "times": 1000000 }"#,
            ["1", "2"],
            message: "a limit has ended the run: 999998 requests are left",
            pages: 2
        ),
        Case(#"{ "first": 1, "times": 1000001 }"#, [], message: #""p": "n" has more than 1000000 values"#),
        Case(
            #"{ "first": 1, "last": 1000000 }"#,
            ["1"],
            message: "a limit has ended the run: 999999 requests are left",
            pages: 1
        ),
        Case(#"{ "first": 0, "last": 1000000 }"#, [], message: #""p": "n" has more than 1000000 values"#),
        // Days.
        Case(
            #"{ "first": "2026-12-30", "last": "2027-01-01" }"#,
            ["2026-12-30", "2026-12-31", "2027-01-01"]
        ),
        Case(#"{ "first": "2026-12-30", "last": "2026-12-30" }"#, ["2026-12-30"]),
        Case(#"{ "first": "2026-12-30", "last": "{end}" }"#, end: "2026-12-29", [], message: nothing),
        Case(
            #"{ "first": "2026-12-30", "last": "{end}", "step": 7 }"#,
            end: "2026-12-29",
            [],
            message: nothing
        ),
        Case(
            #"{ "first": "2026-12-30", "last": "{end}", "step": -7 }"#,
            end: "2026-12-31",
            [],
            message: nothing
        ),
        Case(#"{ "first": "2026-12-30", "last": "2027-01-12", "step": 7 }"#, ["2026-12-30", "2027-01-06"]),
        Case(
            #"{ "first": "2026-12-30", "last": "2026-12-28", "step": -1 }"#,
            ["2026-12-30", "2026-12-29", "2026-12-28"]
        ),
        Case(#"{ "first": "yesterday", "times": 2 }"#, ["2027-01-14", "2027-01-15"]),
        Case(#"{ "first": "2026-12-30", "times": 1, "step": 1000000 }"#, ["2026-12-30"]),
        Case(
            #"{ "first": "2026-12-30", "times": 1, "step": 1000001 }"#,
            [],
            message: #""p": the step "1000001" is too large"#
        ),
        Case(
            #"{ "first": "2026-12-30", "last": "{end}" }"#,
            end: "soon",
            [],
            message: #""p": "soon" is not a day"#
        ),
        // Lists.
        Case(#"["a", "b"]"#, ["a", "b"]), Case(#""{one}""#, ["x"]), Case(#""{all}""#, ["y", "z"]),
    ]

    @Test(arguments: cases) func values(_ example: Case) throws {
        let rules = """
            { "match": "https://a.example/*", "inputs": { "one": { "default": "x" }, "all": { "type": ["string"], "default": ["y", "z"] }, "end": { "default": "\(example.end)" } },
              "requests": { "p": { "for": { "n": \(example.values) }, "get": "https://a.example/{n}", "headers": { "X-Names": "{one}{all}{end}" } } },
              "records": { "T": { "fields": { "t": "h1" } } } }
            """
        let crawl = try PlayedCrawl(rules) {
            $0.pages = example.pages
        } _: { url, _ in
            url.hasSuffix("robots.txt") ? nil : .page("<h1>x</h1>", "Content-Type: text/html")
        }
        #expect(crawl.requests == example.paths.map { "GET https://a.example/\($0)" })
        #expect(crawl.messages == [example.message].compactMap(\.self))
    }

    /// How many combinations there will be, while they are generated.
    @Test func remainingCombinations() throws {
        let rules = try PlayedCrawl.rules(
            #"{ "match": "*", "requests": { "p": { "for": { "a": ["1", "2"], "b": ["1", "2", "3"] }, "get": "https://a.example/{a}/{b}" } }, "records": { "T": { "fields": { "t": "h1" } } } }"#
        )
        let kind = try #require(rules.crawl?.kinds.first)
        let run = LoopRun(kind, RequestNames(), depth: 2, base: nil, logins: 3)
        #expect(run.remaining == 0)
        #expect((run.depth, run.logins) == (2, 3))
        var seen: [String] = []
        func next() throws -> RequestNames? {
            try run.next { loop, _ throws(RequestProblem) in
                .numbers(first: 0, step: 1, count: loop.name == "a" ? 2 : 3)
            }
        }
        while let names = try next() {
            seen.append("\(names["a"]?.text ?? "")\(names["b"]?.text ?? "") \(run.remaining)")
            #expect(run.count == seen.count)
            #expect(!run.isOver)
        }
        #expect(seen == ["00 5", "01 4", "02 3", "10 2", "11 1", "12 0"])
        #expect(run.isOver)
        let other = LoopRun(kind, RequestNames(), depth: 0, base: nil, logins: 0)
        _ = try other.next { _, _ throws(RequestProblem) in .numbers(first: 0, step: 1, count: 9) }
        #expect(other.remaining == 80)
        other.end()
        #expect(other.remaining == 0)
        #expect(other.isOver)
        #expect(try other.next { _, _ throws(RequestProblem) in .list([]) } == nil)
    }

    /// Values that depend on those before them: some have none.
    @Test func valuesOfValues() throws {
        let rules = """
            { "match": "https://a.example/*", "requests": { "p": { "for": { "n": { "first": 1, "last": 3 }, "k": { "first": 2, "last": "{n}" } }, "get": "https://a.example/{n}/{k}" } },
              "records": { "T": { "fields": { "t": "h1" } } } }
            """
        let crawl = try PlayedCrawl(rules) { url, _ in
            url.hasSuffix("robots.txt") ? nil : .page("<h1>x</h1>", "Content-Type: text/html")
        }
        #expect(crawl.requests == ["2/2", "3/2", "3/3"].map { "GET https://a.example/\($0)" })
        #expect(crawl.messages == [])
    }
}
