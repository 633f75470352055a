import Foundation
import Testing

/// Commands that compare records, or learn from them, with pages that a limit has cut or that cannot be read: they
/// report the reason, exit with 3 and write nothing.
@Suite struct UnreadPageTests {
    private static func page(_ last: String) -> String {
        let items = (0..<100).map { "<li><b>n\($0)</b>" }.joined()
        return "<!doctype html><html><title>x</title><ul>\(items)<li><b>\(last)</b></ul></html>"
    }

    private static let rules = #"{ "records": { "P": { "each": "li", "fields": { "a": "b" } } } }"#
    private static let files = [
        "Rules/s.json": rules, "new.json": rules.replacing(#""b""#, with: #""b:not(:contains(new))""#),
        "v1.html": page("old"), "v2.html": page("new"),
        "renamed.html": page("old").replacing("b>", with: "i>"),
        "Corpus/s/c/page.html": page("old"), "Corpus/s/c/case.json": "{}",
    ]

    /// Options with a limit, and its error.
    static let limits: [(option: String, value: String, message: String)] = [
        ("--max-bytes", "1000", "has more than 1000 bytes: what follows them is not read"),
        ("--max-elements", "100", "has more than 100 elements: what comes after is not read"),
        ("--max-memory", "1k", "take more than 1 KB of memory"),
        ("--max-time", "0.000001", "takes more than 1e-06 seconds to read: what comes after is not read"),
    ]

    static let commands = [
        ["diff", "--rules", "s", "v1.html", "v2.html"], ["diff", "-p", "v2.html", "s", "new.json"],
        ["diff", "s", "new.json"], ["changes", "--rules", "s", "v1.html", "v2.html"],
        ["expect", "--check", "s"], ["expect", "--dry-run", "s"], ["expect", "s"],
        ["repair", "s/c", "renamed.html", "--write"],
    ]

    @Test(arguments: commands, limits)
    func aLimitIsReported(
        _ command: [String],
        _ limit: (option: String, value: String, message: String)
    ) throws {
        try withFolder(Self.files) { folder in
            #expect(try Command(["test", "--update", "s"], in: folder).status == 0)
            let run = try Command(command + [limit.option, limit.value], in: folder)
            #expect(run.status == 3, "\(run.output)")
            let message = "\(limit.message)\n  help: \(limit.option) raises the limit"
            #expect(run.errors.contains(message), "\(run.errors)")
            let rules = folder.appending(path: "Rules/s.json")
            #expect(try String(contentsOf: rules, encoding: .utf8) == Self.rules)
            // Without the limit, the command does its work.
            #expect(try Command(command, in: folder).status != 3)
        }
    }

    /// What is found in the rest is printed.
    @Test func differencesOfThePartThatIsReadArePrinted() throws {
        var files = Self.files
        files["v2.html"] = Self.page("old").replacing("n3<", with: "m3<")
        try withFolder(files) { folder in
            let arguments = ["--rules", "s", "--max-bytes", "1000", "v1.html", "v2.html"]
            let diff = try Command(["diff"] + arguments, in: folder)
            #expect(diff.status == 3)
            let difference = "P 4 · a\n      old \"n3\"\n      new \"m3\"\n"
            #expect(diff.output.contains(difference), "\(diff.output)")
            let summary = "1 of 1 page differs, 1 difference; 1 is not read to the end\n"
            #expect(diff.output.hasSuffix(summary), "\(diff.output)")
            let changes = try Command(["changes"] + arguments, in: folder)
            #expect(changes.status == 3)
            #expect(changes.output.hasSuffix("1 new, 1 gone\n"), "\(changes.output)")
        }
    }

    @Test func anErrorThatBothPagesShareIsReportedForEach() throws {
        let cut = #"{"items":[{"b":1},{"b":2},{"b"#
        let files = [
            "r.json":
                #"{ "source": "json", "records": { "P": { "each": "item", "fields": { "a": "b" } } } }"#,
            "a.json": cut, "b.json": cut,
        ]
        try withFolder(files) { folder in
            let run = try Command(["diff", "--rules", "r.json", "a.json", "b.json"], in: folder)
            #expect(run.status == 3)
            #expect(
                run.errors == """
                    a.json:1:28: error: not JSON: unterminated string
                    b.json:1:28: error: not JSON: unterminated string

                    """
            )
            #expect(run.output.hasSuffix("no difference in 1 page; 1 is not read to the end\n"))
        }
    }

    /// A case whose golden file has the error is about such a page.
    @Test func anErrorThatAGoldenFileAcceptsIsNoError() throws {
        let files = [
            "Rules/s.json":
                #"{ "source": "json", "records": { "P": { "each": "item", "fields": { "a": "b" } } } }"#,
            "Corpus/s/c/page.json": #"{"items":[{"b"#, "Corpus/s/c/case.json": "{}",
        ]
        try withFolder(files) { folder in
            #expect(try Command(["diff", "s", "Rules/s.json"], in: folder).status == 3)
            #expect(try Command(["test", "--update", "s"], in: folder).status == 0)
            let run = try Command(["diff", "s", "Rules/s.json"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.errors == "")
        }
    }
}
