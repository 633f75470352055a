import Foundation
import Testing

/// `scrape explain`, as a user types it.
@Suite struct ExplainTests {
    static let files = [
        "Rules/site.json": """
        { "records": { "P": { "each": "p", "fields": { "x": "b", "y": ["i.on", "i"] } } } }
        """,
        "page.html": "<p><b>1</b><i>2</i></p>",
    ]

    @Test func theTraceIsPrinted() throws {
        try withFolder(ExplainTests.files) { folder in
            let command = try Command(["explain", "--rules", "site", "page.html"], in: folder)
            #expect(command.status == 0)
            #expect(command.errors == "")
            #expect(
                command.output == """
                    page.html, read by Rules/site.json

                    P: 1 record (Rules/site.json:1:16)
                      each `p`: 1 element (Rules/site.json:1:31)
                      P 1: line 1:1, p
                        x = "1" (Rules/site.json:1:48)
                          select, string: taken (Rules/site.json:1:53)
                            `b`: taken (Rules/site.json:1:53)
                              line 1:4, b: "1"
                        y = "2" (Rules/site.json:1:58)
                          1. select, string: matches nothing (Rules/site.json:1:64)
                            `i.on`: matches nothing (Rules/site.json:1:64)
                          2. select, string: taken (Rules/site.json:1:72)
                            `i`: taken (Rules/site.json:1:72)
                              line 1:12, i: "2"

                    """
            )
            let one = try Command(
                ["explain", "--rules", "site", "--field", "x", "-"],
                in: folder,
                input: Data("<p>".utf8)
            )
            #expect(one.output.hasPrefix("<standard input>, read by Rules/site.json\n"))
            #expect(one.output.contains("x: no value") && !one.output.contains("y: no value"))
            // The page has no records; the message is the same as when it is read.
            #expect(one.status == 1)
            #expect(one.errors.hasPrefix("<standard input>: error: the page has no records\n"))
        }
    }

    /// A case is named in place of its page.
    @Test func casesAreExplained() throws {
        var files = ExplainTests.files
        files["Corpus/site/one/page.html"] = files["page.html"]
        files["Corpus/site/one/case.json"] = "{}"
        try withFolder(files) { folder in
            for name in ["site/one", "Corpus/site/one/"] {
                let command = try Command(["explain", name], in: folder)
                #expect(command.output.contains("x = \"1\" (Rules/site.json:1:48)"), "\(command.errors)")
                #expect(command.status == 0)
            }
            let other = try Command(["explain", "site/on"], in: folder)
            #expect(
                other.errors == "error: no page and no case \"site/on\"\n  help: did you mean \"site/one\"?\n"
            )
            #expect(other.status == 3)
        }
    }

    @Test func theTraceIsPrintedAsJSON() throws {
        try withFolder(ExplainTests.files) { folder in
            let command = try Command(["explain", "--rules", "site", "--json", "page.html"], in: folder)
            let json = try #require(
                try JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any]
            )
            #expect(json.keys.sorted() == ["page", "preparations", "records", "rules"])
        }
    }

    /// Wrong command lines, and the messages.
    @Test(arguments: [
        (["--rules", "site"], "no page is given"),
        (["--rules", "site", "a", "b"], "expected one page, found 2"),
        (["--rules", "site", "--field", "z", "page.html"], "no field \"z\" (--field)"),
        (["--rules", "site", "--record", "Q", "page.html"], "no record type \"Q\" (--record)"),
        (
            ["--rules", "site", "--json", "--field", "x", "page.html"],
            "--json prints the whole trace and cannot be combined with --field or --record"
        ),
    ])
    func mistakesAreReported(_ arguments: [String], _ message: String) throws {
        try withFolder(ExplainTests.files) { folder in
            let command = try Command(["explain"] + arguments, in: folder)
            #expect(command.status == 2)
            #expect(command.errors.hasPrefix("error: \(message)\n"))
        }
    }
}
