import Language
import Records
import Scraping
import Testing

@testable import Crawling

/// The inputs of a crawl: what the caller gives, defaults, secrets, and what is refused.
struct CrawlInputTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let inputs: String
        /// `name=text`, as on the command line.
        var given: [String] = []
        var environment: [String: String] = [:]
        var isReplay = false
        /// The values as JSON, or the messages of the errors.
        let result: String
        var testDescription: String { "\(inputs) \(given)" }

        init(
            _ inputs: String,
            given: [String] = [],
            environment: [String: String] = [:],
            isReplay: Bool = false,
            _ result: String
        ) {
            (self.inputs, self.given, self.environment) = (inputs, given, environment)
            (self.isReplay, self.result) = (isReplay, result)
        }
    }

    private static func letters(_ count: Int) -> String {
        "[" + (0..<count).map { "\"k\($0)\"" }.joined(separator: ", ") + "]"
    }

    static let cases = [
        Case(#""a": {}"#, "{}"), Case(#""a": { "required": true }"#, #"the input "a" is missing"#),
        Case(#""a": { "about": "the town", "required": true }"#, #"the input "a" is missing: the town"#),
        Case(#""a": { "default": "x" }"#, #"{"a":"x"}"#),
        Case(#""a": { "default": "x" }"#, given: ["a=y"], #"{"a":"y"}"#),
        Case(#""a": {}"#, given: ["a=x", "a=y"], #"the input "a" is given more than once (--input)"#),
        Case(#""a": {}"#, given: ["a=x,y"], #"{"a":"x,y"}"#),
        Case(#""a": {}"#, given: ["a=x", "b=y"], #"the rules have no input "b" (--input)"#),
        // Lists.
        Case(#""a": { "type": ["string"] }"#, given: ["a=x,y"], #"{"a":["x","y"]}"#),
        Case(#""a": { "type": ["string"] }"#, given: ["a=x,y", "a=z"], #"{"a":["x,y","z"]}"#),
        Case(#""a": { "type": ["integer"], "default": [1, 2] }"#, #"{"a":[1,2]}"#),
        // Types.
        Case(#""a": { "type": "integer" }"#, given: ["a=12"], #"{"a":12}"#),
        Case(
            #""a": { "type": "integer" }"#,
            given: ["a=1.5"],
            #"the input "a" is a whole number, found "1.5" (--input)"#
        ),
        Case(#""a": { "type": "decimal" }"#, given: ["a=1.50"], #"{"a":1.50}"#),
        Case(
            #""a": { "type": "decimal" }"#,
            given: ["a=x"],
            #"the input "a" is a number, found "x" (--input)"#
        ),
        Case(#""a": { "type": "boolean" }"#, given: ["a=true"], #"{"a":true}"#),
        Case(#""a": { "type": "boolean" }"#, given: ["a=yes"], #"{"a":true}"#),
        Case(#""a": { "type": "boolean" }"#, given: ["a=false"], #"{"a":false}"#),
        Case(#""a": { "type": "boolean" }"#, given: ["a=no"], #"{"a":false}"#),
        Case(
            #""a": { "type": "boolean" }"#,
            given: ["a=1"],
            #"the input "a" is true or false, found "1" (--input)"#
        ),
        Case(#""a": { "type": "date" }"#, given: ["a=tomorrow"], #"{"a":"2027-01-16"}"#),
        Case(
            #""a": { "type": "date" }"#,
            given: ["a=soon"],
            #"the input "a" is a day, found "soon" (--input)"#
        ),
        Case(#""a": { "type": "url" }"#, given: ["a=http://x"], #"{"a":"http://x"}"#),
        Case(#""a": { "type": "url" }"#, given: ["a=https://x"], #"{"a":"https://x"}"#),
        Case(
            #""a": { "type": "url" }"#,
            given: ["a=ftp://x"],
            #"the input "a" is an address, found "ftp://x" (--input)"#
        ),
        // Choices.
        Case(#""a": { "type": { "enum": ["Oak", "oak"] } }"#, given: ["a=oak"], #"{"a":"oak"}"#),
        Case(#""a": { "type": { "enum": ["Oak", "Elm"] } }"#, given: ["a=ELM"], #"{"a":"Elm"}"#),
        Case(
            #""a": { "type": { "enum": \#(letters(12)) } }"#,
            given: ["a=x"],
            #"the input "a" is one of k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, found "x" (--input)"#
        ),
        Case(
            #""a": { "type": { "enum": \#(letters(13)) } }"#,
            given: ["a=x"],
            #"the input "a" is one of k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11 …, found "x" (--input)"#
        ),
        // Secrets.
        Case(#""a": { "secret": "PIN" }"#, environment: ["PIN": "7"], #"{"a":"7"} a"#),
        Case(
            #""a": { "secret": "PIN", "required": true }"#,
            #"the environment variable PIN is not set, and the input "a" is required"#
        ),
        Case(
            #""a": { "secret": "PIN", "required": true }"#,
            environment: ["PIN": ""],
            #"the environment variable PIN is not set, and the input "a" is required"#
        ),
        Case(#""a": { "secret": "PIN", "required": false }"#, "{}"),
        Case(
            #""a": { "secret": "PIN" }"#,
            environment: ["PIN": "7"],
            isReplay: true,
            #"{"a":"SECRET-A"} a"#
        ),
        Case(
            #""a": { "secret": "PIN" }"#,
            given: ["a=7"],
            environment: ["PIN": "7"],
            #"the input "a" is secret, and others can see command lines (--input)"#
        ),
        // Every error is reported.
        Case(
            #""a": { "required": true }, "b": { "type": "integer" }"#,
            given: ["b=x"],
            #"the input "a" is missing; the input "b" is a whole number, found "x" (--input)"#
        ),
    ]

    @Test(arguments: cases) func inputs(_ example: Case) throws {
        let query = example.inputs.contains("\"b\":") ? #""a": "{a}", "b": "{b}""# : #""a": "{a}""#
        let rules = try PlayedCrawl.rules(
            #"{ "match": "https://a.example/*", "inputs": { \#(example.inputs) }, "requests": { "p": { "get": "https://a.example/", "query": { \#(query) } } }, "records": { "T": { "fields": { "t": "h1" } } } }"#
        )
        let plan = try #require(rules.crawl)
        let given = example.given.map { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            return (name: parts[0], text: parts[1])
        }
        var result: String
        do {
            let inputs = try CrawlInputs(
                plan,
                given: given,
                clock: PlayedCrawl.clock,
                isReplay: example.isReplay
            ) { example.environment[$0] }
            result = JSONWriter.compact(.object(inputs.values))
            for secret in inputs.secrets { result += " \(secret.name)" }
            // What is stored has no secret.
            let stored = inputs.archived.filter { $0.value == .string("7") }.map(\.name)
            #expect(stored == [])
            #expect(inputs.archived.map(\.name) == inputs.values.map(\.name))
        } catch {
            result = error.all.map(\.message).joined(separator: "; ")
        }
        #expect(result == example.result)
    }

    /// The inputs that an archive or a case has are those of the command line, without secrets.
    @Test func recordedInputs() throws {
        let rules = try PlayedCrawl.rules(
            #"{ "match": "https://a.example/*", "inputs": { "a": {}, "l": { "type": ["integer"] }, "s": { "secret": "PIN" } }, "requests": { "p": { "get": "https://a.example/", "query": { "a": "{a}", "l": "{l}", "s": "{s}" } } }, "records": { "T": { "fields": { "t": "h1" } } } }"#
        )
        let plan = try #require(rules.crawl)
        let members = [
            Value.Member("a", .string("x")), Value.Member("s", .string("y")),
            Value.Member("l", .list([.number(Number(1)), .number(Number(2))])),
        ]
        let recorded = RecordedInputs(members, plan)
        #expect(recorded.texts.map { "\($0.name)=\($0.text)" } == ["a=x", "l=1", "l=2"])
        #expect(recorded.variables == ["PIN"])
    }
}
