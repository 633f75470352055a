import Foundation
import FoundationXML
import Testing

/// Output of `scrape test` for machines: TAP, JSON and JUnit's XML.
@Suite struct TestReportTests {
    private static let files = TestCommandTests.files.merging([
        "Corpus/site/odd/page.html": "<p><b>a &lt;&amp;\"]]&gt; \u{1}</b>", "Corpus/site/odd/case.json": "{}",
        "Corpus/site/odd/golden.json": "[]",
        "Corpus/site/unread/case.json": "{ oops", "Corpus/site/unread/page.html": "",
    ]) { $1 }

    @Test func tapHasALineForEachCase() throws {
        try withFolder(TestReportTests.files) { folder in
            let command = try Command(["test", "--format", "tap"], in: folder)
            #expect(command.status == 2)
            let lines = command.output.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.prefix(2) == ["TAP version 14", "1..5"])
            #expect(
                lines.filter { $0.hasPrefix("ok") || $0.hasPrefix("not ok") } == [
                    "not ok 1 - site/bare", "not ok 2 - site/odd", "ok 3 - site/right",
                    "not ok 4 - site/unread",
                    "not ok 5 - site/wrong",
                ]
            )
            let block = [
                "not ok 5 - site/wrong", "  ---", "  message: \"1 difference\"", "  severity: fail",
                "  differences:",
                "    - {\"kind\":\"changed\",\"record\":{\"type\":\"P\",\"old\":1,\"new\":1},\"field\":\"x\","
                    + "\"path\":[\"x\"],\"old\":\"3\",\"new\":\"2\"}",
                "  ...", "",
            ]
            #expect(lines.suffix(8).map(String.init) == block)
            let stopped = try Command(["test", "--format", "tap", "--fail-fast"], in: folder)
            #expect(stopped.output.hasSuffix("  ...\nBail out! site/bare failed (--fail-fast)\n"))
        }
    }

    @Test func jsonIsOneObject() throws {
        try withFolder(TestReportTests.files) { folder in
            let command = try Command(["test", "--format", "json", "--max-age", "1y"], in: folder)
            #expect(command.status == 2)
            let json = try JSONSerialization.jsonObject(with: Data(command.output.utf8))
            let report = try #require(json as? [String: Any])
            #expect(report["passed"] as? Int == 1)
            #expect(report["failed"] as? Int == 4)
            let cases = try #require(report["cases"] as? [[String: Any]])
            #expect(
                cases.map { $0["verdict"] as? String } == [
                    "golden-missing", "differs", "passed", "broken", "differs",
                ]
            )
            let difference = try #require((cases[4]["differences"] as? [[String: Any]])?.first)
            #expect(difference["field"] as? String == "x")
            #expect(difference["old"] as? String == "3")
            #expect(difference["new"] as? String == "2")
            let diagnostics = try #require(cases[3]["diagnostics"] as? [[String: Any]])
            #expect(diagnostics.first?["file"] as? String == "Corpus/site/unread/case.json")
            #expect(diagnostics.first?["line"] as? Int == 1)
            let warnings = try #require(cases[2]["warnings"] as? [[String: Any]])
            #expect(
                warnings.first?["message"] as? String == "site/right does not say when its page was saved"
            )
        }
    }

    @Test func junitIsWellFormedAndComplete() throws {
        try withFolder(TestReportTests.files) { folder in
            let command = try Command(["test", "--junit", "report.xml", "--max-age", "1y"], in: folder)
            #expect(command.status == 2)
            #expect(command.output.hasSuffix("1 passed, 4 failed\n"))
            let data = try Data(contentsOf: folder.appending(path: "report.xml"))
            let reader = ElementReader()
            let parser = XMLParser(data: data)
            parser.delegate = reader
            #expect(parser.parse(), "\(String(describing: parser.parserError))")
            let suite = try #require(reader.elements.first { $0.name == "testsuite" })
            #expect(suite.attributes["name"] == "site")
            #expect(suite.attributes["tests"] == "5")
            #expect(suite.attributes["failures"] == "3")
            #expect(suite.attributes["errors"] == "1")
            #expect(
                reader.elements.filter { $0.name == "testcase" }.map { $0.attributes["name"] } == [
                    "bare", "odd", "right", "unread", "wrong",
                ]
            )
            let failures = reader.elements.filter { $0.name == "failure" }
            #expect(failures.last?.attributes["message"] == "1 difference")
            #expect(failures.last?.text == "P 1 · x\n  expected \"3\"\n  found    \"2\"")
            #expect(failures.dropFirst().first?.text.contains("a <&\\\"]]>") == true)
            #expect(reader.elements.filter { $0.name == "system-err" }.count == 4)
        }
    }

    /// What a page reports is in the report of a case that passes too.
    @Test func junitHasTheDiagnosticsOfPages() throws {
        let files = [
            "Rules/site.json":
                #"{ "records": { "P": { "each": "p", "fields": { "x": { "select": "b", "type": "integer" } } } } }"#,
            "Corpus/site/tall/page.html": "<p><b>tall</b>", "Corpus/site/tall/case.json": "{}",
            "Corpus/site/tall/golden.json": #"[{ "@type": "P", "x": null }]"#,
            "Corpus/site/high/page.html": "<p><b>40</b>", "Corpus/site/high/case.json": "{}",
            "Corpus/site/high/golden.json": #"[{ "@type": "P", "x": 40 }]"#,
        ]
        try withFolder(files) { folder in
            _ = try Command(["test", "--junit", "report.xml"], in: folder)
            let parser = XMLParser(data: try Data(contentsOf: folder.appending(path: "report.xml")))
            let reader = ElementReader()
            parser.delegate = reader
            #expect(parser.parse())
            let errors = reader.elements.filter { $0.name == "system-err" }
            #expect(errors.count == 1)
            #expect(errors.first?.text.contains("tall") == true)
        }
    }

    @Test func anUnwritableReportIsReportedImmediately() throws {
        try withFolder(TestReportTests.files) { folder in
            let command = try Command(["test", "--junit", "no/such/folder.xml"], in: folder)
            #expect(command.status == 3)
            #expect(command.output.isEmpty)
            #expect(command.errors.contains("cannot write the report"))
        }
    }

    @Test(
        arguments: [
            ("2020-01-01T00:00:00Z", "1y", true), ("2020-01-01", "120m", false), ("2020-01-01", "2w", true),
            ("2999-01-01", "0d", false), (nil, "9999y", true),
        ] as [(String?, String, Bool)]
    )
    func oldPagesAreWarnedOfAndPassAllTheSame(_ saved: String?, _ age: String, _ isWarned: Bool) throws {
        var files = TestCommandTests.files
        files["Corpus/site/right/case.json"] = saved.map { #"{ "saved": "\#($0)" }"# } ?? "{}"
        try withFolder(files) { folder in
            let command = try Command(["test", "site/right", "--max-age", age], in: folder)
            #expect(command.status == 0)
            #expect(command.output == "1 passed, 0 failed\n")
            #expect(command.errors.isEmpty != isWarned, "\(command.errors)")
            guard isWarned else { return }
            #expect(command.errors.hasPrefix("Corpus/site/right/case.json: warning: "))
            let message = saved == nil ? "site/right does not say" : "days ago, which is more than \(age)"
            #expect(command.errors.contains(message))
        }
    }
}

/// The elements of an XML text, in the order in which they end.
private final class ElementReader: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        var text = ""
    }

    private(set) var elements: [Element] = []
    private var open: [Element] = []

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if !open.isEmpty { open[open.count - 1].text += string }
    }

    func parser(
        _ parser: XMLParser,
        didEndElement name: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        if let element = open.popLast() { elements.append(element) }
    }
}
