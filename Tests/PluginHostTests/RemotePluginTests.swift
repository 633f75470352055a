import Foundation
import PluginHost
import Records
import Scraping
import Synchronization
import Testing

/// Programs as plugins: their results, and the reports about programs that violate the protocol.
@Suite(.enabled(if: PythonPlugin.canRun, "\(PythonPlugin.missing)"))
struct RemotePluginTests {
    static let rules = """
        { "plugins": "tidy", "records": { "P": { "each": "p", "fields": {
            "plain": "b",
            "loud": { "select": "b", "apply": ["shout"] },
            "twice": { "from": "loud", "apply": [{ "append": "!" }, "shout", { "replace": ["!", "?"] }] },
            "first": [{ "select": "i", "apply": ["shout"] }, { "value": "none" }]
        } } } }
        """
    static let page = "<p><b>a</b><i>x</i><p><b>b</b><p><b>a</b>"
    static let loud = """
        [{"@type":"P","plain":"a","loud":"A","twice":"A?","first":"X"},\
        {"@type":"P","plain":"b","loud":"B","twice":"B?","first":"none"},\
        {"@type":"P","plain":"a","loud":"A","twice":"A?","first":"none"}]
        """
    /// The record if the plugin returns nothing.
    static let plain = """
        [{"@type":"P","plain":"a"},{"@type":"P","plain":"b","first":"none"},{"@type":"P","plain":"a","first":"none"}]
        """

    /// The result of a run.
    struct Run {
        var records = ""
        var reported: [Diagnostic] = []
        var log: [String] = []
    }

    /// Reads the page with the rules and a program.
    static func run(
        _ plugin: PythonPlugin,
        rules text: String = rules,
        page: String = page,
        _ limits: PluginLimits = PluginLimits()
    ) throws -> Run {
        let log = Mutex<[String]>([])
        var run = Run()
        try plugin.run { path in
            let programs = PluginPrograms(paths: [path], limits: limits) { name, line in
                log.withLock { $0.append("\(name): \(line)") }
            }
            defer { programs.end() }
            do {
                let registry = try Registry([], programs: programs)
                let rules = try Rules(SourceText(name: "rules", bytes: Array(text.utf8)), registry: registry)
                let outcome = rules.scrape(Page(name: "page", bytes: Array(page.utf8)))
                run.records = JSONWriter.compact(.list(outcome.records.map(\.value)))
                run.reported = outcome.diagnostics
            } catch let error as Diagnostics {
                run.reported = error.all
            }
        }
        run.log = log.withLock { $0 }
        return run
    }

    @Test func answersAreTakenAsIfTheyWereMadeHere() throws {
        let run = try RemotePluginTests.run(PythonPlugin())
        #expect(run.records == RemotePluginTests.loud)
        #expect(run.reported.isEmpty)
    }

    @Test func aProgramIsAskedOnceForAPageAndStep() throws {
        let request = """
            sys.stderr.write(json.dumps([c["input"] for c in r["calls"]]) + "\\n")
                    sys.stderr.flush()
                    \(PythonPlugin().request)
            """
        let run = try RemotePluginTests.run(PythonPlugin(request: request))
        #expect(run.records == RemotePluginTests.loud)
        #expect(run.log == [#"tidy: ["a", "x", "b"]"#, #"tidy: ["A!", "B!"]"#])
    }

    @Test func aProgramThatIsNotAskedForIsNotStarted() throws {
        let rules = #"{ "records": { "P": { "each": "p", "fields": { "x": "b" } } } }"#
        let plugin = PythonPlugin(hello: "sys.stderr.write('started\\n'); reply(HELLO)")
        let run = try RemotePluginTests.run(plugin, rules: rules)
        #expect(run.log.isEmpty)
        #expect(run.reported.isEmpty)
    }

    /// A page is read again until all answers are known; its trace is that of the last time.
    @Test func theTraceIsThatOfAllAnswers() throws {
        try PythonPlugin().run { path in
            let programs = PluginPrograms(paths: [path]) { _, _ in }
            defer { programs.end() }
            let registry = try Registry([], programs: programs)
            let file = SourceText(name: "rules", bytes: Array(RemotePluginTests.rules.utf8))
            let rules = try Rules(file, registry: registry)
            let (outcome, trace) = rules.trace(Page(name: "page", bytes: Array(RemotePluginTests.page.utf8)))
            #expect(JSONWriter.compact(.list(outcome.records.map(\.value))) == RemotePluginTests.loud)
            let fields = trace.records.flatMap(\.layouts).flatMap(\.elements).flatMap(\.fields)
            #expect(fields.count == 12)
            #expect(fields.flatMap(\.alternatives).allSatisfy { $0.outcome != .withheld })
            let reading = fields.first { $0.name == "twice" }?.alternatives.first?.attempts.first?.readings
                .first
            #expect(reading?.steps.map(\.after) == ["A!", "A!", "A?"])
        }
    }

    @Test func refusalsAreThePages() throws {
        let request = """
            reply({'id': r['id'], 'results': [
                        {'error': 'no a'} if 'a' in c['input'] else {'output': c['input'].upper()} for c in r['calls']]})
            """
        let run = try RemotePluginTests.run(PythonPlugin(request: request))
        let reported = run.reported.map { $0.description.split(separator: "\n").first ?? "" }
        #expect(reported == ["page:1:4: error: P.loud (`b`): no a", "page:1:34: error: P.loud (`b`): no a"])
        #expect(run.reported.allSatisfy { $0.cause == .page })
        #expect(
            run.records == """
                [{"@type":"P","plain":"a","first":"X"},\
                {"@type":"P","plain":"b","loud":"B","twice":"B?","first":"none"},\
                {"@type":"P","plain":"a","first":"none"}]
                """
        )
    }

    @Test func refusalsAreOneLineWithoutCommandsToTerminals() throws {
        let request = """
            reply({'id': r['id'], 'results': [{'error': 'no\\n\\x1b[31mred'} for c in r['calls']]})
            """
        let run = try RemotePluginTests.run(PythonPlugin(request: request))
        #expect(run.reported.first?.message == "P.loud (`b`): no red")
    }

    /// Python code that a program runs instead of answering, and the report.
    static let failures: [(request: String, message: String)] = [
        ("sys.exit(3)", "the plugin tidy ended with exit status 3"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "the plugin tidy was ended by signal 11 (SIGSEGV)"),
        ("signal.pause()", "the plugin tidy did not answer within"),
        (
            "sys.stdout.write('x' * 70_000_000); sys.stdout.flush(); signal.pause()",
            "the plugin tidy wrote an answer longer than"
        ),
        (
            "reply({'id': r['id'] + 1, 'results': []})",
            "the plugin tidy answered request 2 instead of request 1"
        ),
        ("reply({'results': []})", "the plugin tidy answered no request instead of request 1"),
        ("reply({'id': r['id'], 'results': []})", "the plugin tidy returned 0 results for 3 calls"),
        ("print('hello', flush=True)", "the plugin tidy answered with invalid JSON"),
        ("print('[1]', flush=True)", "the plugin tidy answered \"[1]\" instead of an object"),
        (
            #"print('{"id": 1, "results": [{"output": "\\ud800x"}]}', flush=True)"#,
            #"the plugin tidy answered with \ud800, which no text of a record can contain"#
        ),
        (
            #"print('{"id": 1, "results": [{"output": "\\u0000"}]}', flush=True)"#,
            #"the plugin tidy answered with \u0000, which no text of a record can contain"#
        ),
        ("os.close(1); signal.pause()", "the plugin tidy closed its output"),
    ]

    @Test(arguments: failures) func failuresAreReportedOnceAndAllElseIsRead(
        _ request: String,
        _ message: String
    ) throws {
        var limits = PluginLimits()
        limits.answerTime = request.contains("reply") ? 10 : 2
        let run = try RemotePluginTests.run(PythonPlugin(request: request), limits)
        #expect(run.records == RemotePluginTests.plain)
        #expect(run.reported.count == 1)
        let reported = try #require(run.reported.first)
        #expect(reported.message.hasPrefix(message), "\(reported.message)")
        #expect(reported.message.hasSuffix("3 values could not be computed"), "\(reported.message)")
        #expect(reported.cause == .input)
        let help: String? =
            switch message {
            case "the plugin tidy did not answer within": "--plugin-time raises the limit"
            case "the plugin tidy wrote an answer longer than":
                "no option raises this limit: let the plugin return shorter results"
            default: nil
            }
        #expect(reported.help == help)
    }

    /// A page that ends the program does not affect other pages.
    @Test func aProgramThatAPageHasEndedAnswersForTheNext() throws {
        let request = """
            if any(c['input'] == 'bad' for c in r['calls']): os._exit(3)
                    \(PythonPlugin().request)
            """
        let plugin = PythonPlugin(hello: "sys.stderr.write('started\\n'); reply(HELLO)", request: request)
        let pages = ["a", "bad", "b", "bad", "bad", "c", "bad", "bad", "bad", "d", "e"]
        let log = Mutex<[String]>([])
        let records = try plugin.run { path in
            let programs = PluginPrograms(paths: [path]) { _, line in log.withLock { $0.append(line) } }
            defer { programs.end() }
            let rules = try Rules(
                SourceText(name: "rules", bytes: Array(RemotePluginTests.rules.utf8)),
                registry: Registry([], programs: programs)
            )
            return pages.map { text in
                let outcome = rules.scrape(Page(name: "page", bytes: Array("<p><b>\(text)</b>".utf8)))
                let reported = outcome.diagnostics.filter { $0.message.contains("ended with exit status 3") }
                return outcome.records.first?["loud"]?.string ?? "\(reported.count) reported"
            }
        }
        // After three requests without an answer, no more are sent.
        let expected = pages.prefix(6).map { $0 == "bad" ? "1 reported" : $0.uppercased() }
        #expect(records == expected + Array(repeating: "1 reported", count: 5))
        #expect(log.withLock(\.self) == Array(repeating: "started", count: 6))
    }

    /// Answers of the wrong type, and the report about each; the answers to other calls are valid.
    static let wrongTypes: [(output: String, message: String)] = [
        (
            "{'output': 5}",
            "the plugin tidy declares that shout returns a string, but it returned a number: \"5\""
        ),
        (
            "{'output': ['A']}",
            "the plugin tidy declares that shout returns a string, but it returned a list: \"[\"A\"]\""
        ),
        (
            "{'outptu': 'A'}",
            "expected {\"output\": …} or {\"error\": \"…\"} of the plugin tidy, found \"{\"outptu\":\"A\"}\""
        ),
        (
            "{'error': 5}",
            "expected {\"output\": …} or {\"error\": \"…\"} of the plugin tidy, found \"{\"error\":5}\""
        ),
    ]

    @Test(arguments: wrongTypes) func wrongTypesAreReported(_ output: String, _ message: String) throws {
        let request = """
            reply({'id': r['id'], 'results': [
                        \(output) if c['input'] == 'x' else {'output': c['input'].upper()} for c in r['calls']]})
            """
        let run = try RemotePluginTests.run(PythonPlugin(request: request))
        #expect(run.records == RemotePluginTests.loud.replacing(#","first":"X""#, with: #","first":"none""#))
        #expect(run.reported.map(\.message) == ["P.first (`i`): \(message)"])
        #expect(run.reported.map(\.cause) == [.input])
    }

    @Test(arguments: [#""source": ["tidied", "html"],"#, #""prepare": [{ "sweep": "i" }],"#])
    func wrongTypesOfSourcesAndPreparationsAreThePlugins(_ use: String) throws {
        let rules = """
            { "plugins": "tidy", \(use) "records": { "P": { "each": "p", "fields": { "plain": "b" } } } }
            """
        let request = "reply({'id': r['id'], 'results': [{'output': 5} for c in r['calls']]})"
        let run = try RemotePluginTests.run(PythonPlugin(request: request), rules: rules)
        #expect(
            run.records
                == #"[{"@type":"P","plain":"a"},{"@type":"P","plain":"b"},{"@type":"P","plain":"a"}]"#
        )
        #expect(run.reported.map(\.cause) == [.input])
        #expect(
            run.reported.first?.message.hasSuffix(#"returns a string, but it returned a number: "5""#) == true
        )
    }

    /// Mistakes in a hello, in Python, and the reports.
    static let hellos: [(hello: String, message: String)] = [
        (
            "reply({**HELLO, 'scrape': 2})",
            "speaks version 2 of the protocol, and this scrape version 1"
        ),
        ("reply({'plugin': 'tidy'})", "does not declare its protocol version (\"scrape\")"),
        ("reply({'scrape': 1})", "declares no name (\"plugin\") of lower-case letters, digits and hyphens"),
        ("sys.exit(0)", "ended with exit status 0"),
        ("print('Tidy 1.0', flush=True)", "answered with invalid JSON"),
        (
            "HELLO['transforms'][0]['output'] = 'strng'; reply(HELLO)",
            "declares shout with \"strng\" for \"output\", which is not in the protocol"
        ),
        (
            "HELLO['transforms'][0]['arguments'] = {'words': []}; reply(HELLO)",
            "declares shout with {\"words\":[]} for \"arguments\", which is not in the protocol"
        ),
        (
            "HELLO['transforms'][0]['name'] = 'be loud'; reply(HELLO)",
            "declares one of its transforms with the name \"be loud\", which is not a valid name"
        ),
        (
            "HELLO['scrape'] = '1'; reply(HELLO)",
            "speaks version \"1\" of the protocol, and this scrape version 1"
        ),
        ("HELLO['transforms'] = {}; reply(HELLO)", "declares \"transforms\" as an object, not as a list"),
        (
            "del HELLO['transforms'][0]['name']; reply(HELLO)",
            "declares one of its transforms without a \"name\""
        ),
        (
            "HELLO['plugin'] = 'tydi'; reply(HELLO)",
            "declares the name \"tydi\"; its file must be named scrape-plugin-tydi"
        ),
    ]

    @Test(arguments: hellos) func wrongHellosAreReported(_ hello: String, _ message: String) throws {
        let run = try RemotePluginTests.run(PythonPlugin(hello: hello))
        #expect(run.reported.count == 1)
        let reported = try #require(run.reported.first)
        #expect(reported.message.contains(message), "\(reported.message)")
        #expect(reported.cause == .input)
        #expect(reported.notes.first?.location.line == 1)
    }

    @Test func aPluginThatBringsWhatIsThereIsRefused() throws {
        let hello = "HELLO['transforms'][0]['name'] = 'trim'; reply(HELLO)"
        let run = try RemotePluginTests.run(PythonPlugin(hello: hello))
        #expect(
            run.reported.map(\.message) == [
                "plugin \"tidy\" adds the transform \"trim\", which exists already"
            ]
        )
    }

    @Test func thePluginPathIsSearchedByName() throws {
        try PythonPlugin().run(named: "scrape-plugin-tidy.py") { path in
            let folder = String(path.split(separator: "/").dropLast().map { "/" + $0 }.joined())
            let programs = PluginPrograms(folders: ["/does/not/exist", folder]) { _, _ in }
            defer { programs.end() }
            #expect(programs.names == ["tidy"])
            let plugin = try programs.plugin(named: "tidy")
            #expect(plugin?.about == "tidies texts")
            let none = try programs.plugin(named: "tid")
            #expect(none == nil)
        }
    }

    @Test func stepsThatTakeListsAreAsked() throws {
        let rules = """
            { "plugins": "tidy", "records": { "P": { "each": "body", "fields": {
                "n": { "select": "b", "apply": ["how-many"], "type": "integer" } } } } }
            """
        let request = "reply({'id': r['id'], 'results': [{'output': len(c['input'])} for c in r['calls']]})"
        let run = try RemotePluginTests.run(PythonPlugin(request: request), rules: rules)
        #expect(run.records == #"[{"@type":"P","n":3}]"#)
    }

    @Test func manyCallsGoOutInSeveralRequests() throws {
        let page = (1...25_000).map { "<p><b>\($0)</b>" }.joined()
        let rules = """
            { "plugins": "tidy", "records": { "P": { "each": "p", "fields": {
                "x": { "select": "b", "apply": ["shout"] } } } } }
            """
        let request = """
            sys.stderr.write(str(len(r["calls"])) + "\\n")
                    \(PythonPlugin().request)
            """
        let run = try RemotePluginTests.run(PythonPlugin(request: request), rules: rules, page: page)
        // A request for each window of records.
        #expect(run.log == Array(repeating: "tidy: 1000", count: 25))
        #expect(run.records.hasSuffix(#"{"@type":"P","x":"25000"}]"#))
        #expect(run.reported.isEmpty)
        // A preparation receives all elements together; no request has more than 10,000 calls.
        let preparing = rules.replacing(#""records""#, with: #""prepare": [{ "sweep": "b" }], "records""#)
        let prepared = try RemotePluginTests.run(PythonPlugin(request: request), rules: preparing, page: page)
        #expect(prepared.log.prefix(4) == ["tidy: 10000", "tidy: 10000", "tidy: 5000", "tidy: 1000"])
    }
}
