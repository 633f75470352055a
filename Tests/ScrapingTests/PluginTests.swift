import DOM
import Encoding
import Records
import Scraping
import Testing

/// Contributions of plugins that are compiled in: rules use each kind like built-in ones.
@Suite struct PluginTests {
    /// One contribution of each kind.
    static let everything = Plugin(
        name: "everything",
        about: "one contribution of each kind",
        sources: [
            Source(name: "reversed", about: "JSON written backwards", gives: .json) {
                bytes,
                _ throws(StepError) in
                if bytes.first == UInt8(ascii: "<") { throw StepError("the page is HTML") }
                return Array(bytes.reversed())
            },
            Source(
                name: "cut",
                about: "text without its first characters",
                gives: .text,
                arguments: .object([Argument("count", "how many", .integer, isRequired: true)])
            ) { arguments throws(StepError) in
                let count = arguments["count"]?.number?.integer ?? 0
                if count < 0 { throw StepError("count must not be negative, found \(count)") }
                return { bytes, _ in Array(bytes.dropFirst(count)) }
            },
            Source(name: "words", about: "an element for each word", root: "words") { _ throws(StepError) in
                { bytes, tree throws(StepError) in
                    for word in bytes.split(separator: UInt8(ascii: " ")) {
                        try tree.open("word", line: 1)
                        try tree.text(String(decoding: word, as: UTF8.self))
                        tree.close()
                    }
                }
            },
        ],
        preparations: [
            Preparation(name: "shout", about: "capitals") { html, _ in html.uppercased() },
            Preparation(
                name: "grow",
                about: "JSON in a text",
                takes: .text,
                gives: .json,
                arguments: .either([.none, .object([Argument("wrap", "a key around it", .string)])])
            ) { arguments throws(StepError) in
                let key = arguments["wrap"]?.string
                return { text, _ throws(StepError) in
                    if text.isEmpty { throw StepError("nothing is there") }
                    return key.map { "{\"\($0)\":\(text)}" } ?? text
                }
            },
            Preparation(name: "warn-about", about: "warns about elements", arguments: .elementsList) {
                arguments throws(StepError) in
                let lists = try arguments.elements("")
                return { page in for element in page.elements(lists) { page.warn("found", at: element) } }
            },
        ],
        transforms: [
            Transform(name: "double", about: "twice", input: .number, output: .number) {
                value,
                _ throws(StepError) in
                guard let number = value.number?.integer else { throw StepError("no whole number") }
                return .number(Number(number * 2))
            }
        ],
        types: [
            FieldType(name: "even", about: "an even number", gives: .number) { value, _ throws(StepError) in
                guard let number = Int(value.text) else { throw StepError("\(value.text) is not a number") }
                guard number % 2 == 0 else { throw StepError("\(number) is odd") }
                return .number(Number(number))
            }
        ],
        formats: [
            OutputFormat(name: "count", about: "how many records") { _ in CountEncoder() }
        ]
    )

    struct CountEncoder: RecordEncoder {
        var count = 0

        mutating func encode(_ record: Record) -> String {
            count += 1
            return ""
        }

        mutating func finish() -> String { "\(count)\n" }
    }

    /// A rules file, a page, and the expected result: records as JSON, then the diagnostics.
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let rules: String
        let page: String
        let records: String
        var reported: [String] = []

        var testDescription: String { name }
    }

    /// If a preparation yields HTML, it is parsed with the file's options; another one needs none.
    @Test(arguments: [("html", "grow", true), ("json", "shout", true), ("json", "grow", false)])
    func preparationsThatGiveHTML(_ source: String, _ preparation: String, _ isHTML: Bool) throws {
        let rules = #"""
            { "plugins": "everything", "scripting": false, "source": "\#(source)", "prepare": [{ "\#(preparation)": "a" }, { "grow": "b" }],
              "records": { "R": { "fields": { "x": "a" } } } }
            """#
        let registry = try Registry([PluginTests.everything])
        let file = SourceText(name: "rules.json", bytes: Array(rules.utf8))
        var reported = ""
        do { _ = try Rules(file, registry: registry) } catch { reported = "\(error)" }
        #expect(reported.contains("says how HTML is read") == !isHTML, "\(reported)")
    }

    static let examples = [
        Example(
            name: "a decoder is a source",
            rules: #""source": "reversed", "records": { "P": { "each": "item", "fields": { "x": "> a" } } }"#,
            page: #"]}1:"a"{["#,
            records: #"[{"@type":"P","x":"1"}]"#
        ),
        Example(
            name: "a decoder takes arguments",
            rules:
                #""source": { "cut": { "count": 2 } }, "records": { "P": { "each": "line", "fields": { "x": "::text" } } }"#,
            page: "##a\nb",
            records: #"[{"@type":"P","x":"a"},{"@type":"P","x":"b"}]"#
        ),
        Example(
            name: "of several sources one that refuses the page leaves it to the next",
            rules:
                #""source": ["reversed", "html"], "records": { "P": { "each": "p", "fields": { "x": "b" } } }"#,
            page: "<p><b>1</b>",
            records: #"[{"@type":"P","x":"1"}]"#
        ),
        Example(
            name: "a decoder that refuses the page says why",
            rules: #""source": "reversed", "records": { "P": { "each": "p", "fields": { "x": "b" } } }"#,
            page: "<p>",
            records: "[]",
            reported: ["page: error: reversed: the page is HTML"]
        ),
        Example(
            name: "a source fills a tree, and a preparation finds elements in it with selectors",
            rules:
                #""source": "words", "prepare": [{ "warn-about": "word:nth-of-type(2), word:nth-of-type(4)" }], "records": { "P": { "each": "word", "fields": { "x": "::text" } } }"#,
            page: "an oak tall",
            records: #"[{"@type":"P","x":"an"},{"@type":"P","x":"oak"},{"@type":"P","x":"tall"}]"#,
            reported: ["page:1: warning: found"]
        ),
        Example(
            name: "parse takes a plugin's decoder",
            rules:
                #""prepare": [{ "parse": { "in": "script", "as": "reversed" } }], "records": { "P": { "each": "script item", "fields": { "x": "> a" } } }"#,
            page: #"<script>]}1:"a"{[</script>"#,
            records: #"[{"@type":"P","x":"1"}]"#
        ),
        Example(
            name: "a preparation changes what elements hold, the outermost once",
            rules:
                #""prepare": [{ "shout": "div" }], "records": { "P": { "each": "body", "fields": { "x": ["b"], "y": "i" } } }"#,
            page: "<div>a<b>ß</b><div>c</div></div><i>d</i>",
            records: #"[{"@type":"P","x":"SS","y":"d"}]"#
        ),
        Example(
            name: "a preparation is not called for elements within those it changes",
            rules:
                #""prepare": [{ "grow": "div" }], "records": { "P": { "each": "body", "fields": { "x": "a" } } }"#,
            page: #"<div>{"a":1}<div></div></div>"#,
            records: #"[{"@type":"P","x":"1"}]"#
        ),
        Example(
            name: "a preparation takes arguments and is limited as others are",
            rules:
                #""prepare": [{ "grow": { "in": "pre", "with": { "wrap": "w" } }, "in": "main", "when": "main" }], "records": { "P": { "each": "body", "fields": { "x": "main w a", "y": "body > pre" } } }"#,
            page: #"<main><pre>{"a":1}</pre></main><pre>{"a":2}</pre>"#,
            records: #"[{"@type":"P","x":"1","y":"{\"a\":2}"}]"#
        ),
        Example(
            name: "a preparation that fails leaves the element unchanged and reports why",
            rules:
                #""prepare": [{ "grow": "pre" }], "records": { "P": { "each": "p", "fields": { "x": "b" } } }"#,
            page: "<pre></pre><p><b>1</b>",
            records: #"[{"@type":"P","x":"1"}]"#,
            reported: ["page:1:1: error: grow: nothing is there"]
        ),
        Example(
            name: "fields use transforms and types",
            rules:
                #""records": { "P": { "each": "p", "fields": { "x": { "select": "b", "apply": ["number", "double"], "type": "integer" }, "y": { "select": "b", "type": "even" } } } }"#,
            page: "<p><b>4</b><p><b>5</b>",
            records: #"[{"@type":"P","x":8,"y":4},{"@type":"P","x":10}]"#,
            reported: ["page:1:15: error: P.y (`b`): 5 is odd"]
        ),
    ]

    @Test(arguments: examples) func contributionsWork(_ example: Example) throws {
        let text = "{ \"plugins\": \"everything\", \(example.rules) }"
        let registry = try Registry([PluginTests.everything])
        let rules = try Rules(SourceText(name: "rules", bytes: Array(text.utf8)), registry: registry)
        let outcome = rules.scrape(Page(name: "page", bytes: Array(example.page.utf8), encoding: .utf8))
        #expect(JSONWriter.compact(.list(outcome.records.map(\.value))) == example.records)
        let reported = outcome.diagnostics.map {
            $0.description.split(separator: "\n").first.map(String.init) ?? ""
        }
        #expect(reported == example.reported)
    }

    /// Mistakes in a rules file that uses plugins, and the first line of each report.
    static let mistakes: [(rules: String, message: String)] = [
        (#""source": "reversed""#, #"rules:1:13: error: unknown source "reversed""#),
        (#""plugins": "everythin""#, #"rules:1:14: error: unknown plugin "everythin""#),
        (
            #""plugins": "everything", "source": { "cut": {} }"#,
            #"rules:1:47: error: expected "count" in cut"#
        ),
        (
            #""plugins": "everything", "source": { "cut": { "count": -1 } }"#,
            "rules:1:47: error: count must not be negative, found -1"
        ),
        (
            #""plugins": "everything", "source": "cut""#,
            "rules:1:38: error: cut takes {\"count\": …}, found no arguments"
        ),
        (
            #""plugins": "everything", "prepare": [{ "grow": { "with": {} } }]"#,
            #"rules:1:50: error: expected "in" in grow"#
        ),
        (
            #""plugins": "everything", "prepare": [{ "grow": { "in": "p", "with": { "warp": "" } } }]"#,
            #"rules:1:73: error: unknown key "warp" in "with" in grow"#
        ),
        (#""prepare": [{ "shout": "p" }]"#, #"rules:1:17: error: unknown preparation "shout""#),
    ]

    @Test(arguments: mistakes) func mistakesAreReported(_ rules: String, _ message: String) throws {
        let text = "{ \(rules), \"records\": { \"P\": { \"each\": \"p\", \"fields\": { \"x\": \"b\" } } } }"
        let registry = try Registry([PluginTests.everything])
        let error = #expect(throws: Diagnostics.self) {
            try Rules(SourceText(name: "rules", bytes: Array(text.utf8)), registry: registry)
        }
        let first = error?.all.first?.description.split(separator: "\n").first
        #expect(first.map(String.init) == message)
    }

    @Test func pluginsThatAreNotAskedForAreNamed() throws {
        let text =
            #"{ "prepare": [{ "shout": "p" }], "records": { "P": { "each": "p", "fields": { "x": "b" } } } }"#
        let registry = try Registry([PluginTests.everything])
        let error = #expect(throws: Diagnostics.self) {
            try Rules(SourceText(name: "rules", bytes: Array(text.utf8)), registry: registry)
        }
        #expect(error?.all.first?.help == #"declare its plugin: "plugins": ["everything"]"#)
    }

    /// Plugins that cannot be registered together, and the reason.
    static let duplicates: [(plugin: Plugin, message: String)] = [
        (Plugin(name: "everything", about: ""), "there are two plugins \"everything\""),
        (
            Plugin(name: "p", about: "", transforms: everything.transforms),
            "plugin \"p\" adds the transform \"double\", which exists already"
        ),
        (
            Plugin(name: "p", about: "", types: everything.types + everything.types),
            "plugin \"p\" adds the type \"even\", which exists already"
        ),
        (
            Plugin(
                name: "p",
                about: "",
                sources: [Source(name: "csv", about: "", gives: .csv) { bytes, _ in bytes }]
            ),
            "plugin \"p\" adds the source \"csv\", which exists already"
        ),
        (
            Plugin(
                name: "p",
                about: "",
                preparations: [Preparation(name: "remove", about: "") { text, _ in text }]
            ),
            "plugin \"p\" adds the preparation \"remove\", which exists already"
        ),
        (
            Plugin(
                name: "p",
                about: "",
                preparations: ["new", "other", "new"].map { name in
                    Preparation(name: name, about: "") { text, _ in text }
                }
            ),
            "plugin \"p\" adds the preparation \"new\", which exists already"
        ),
        (
            Plugin(name: "p", about: "", formats: [.json]),
            "plugin \"p\" adds the output format \"json\", which exists already"
        ),
        (
            Plugin(
                name: "p",
                about: "",
                types: [FieldType(name: "date", about: "") { value, _ in value }]
            ),
            "plugin \"p\" adds the type \"date\", which exists already"
        ),
    ]

    @Test(arguments: duplicates.indices) func duplicatesAreRefused(_ index: Int) throws {
        let (plugin, message) = PluginTests.duplicates[index]
        var registry = try Registry([PluginTests.everything])
        let error = #expect(throws: Registry.DuplicateName.self) { try registry.register(plugin) }
        #expect(error?.description == message)
        #expect(registry.plugins.count == 1)
    }
}
