import Foundation
import Testing

/// `scrape tree`, `scrape select` and `scrape explain` on the page as saved and after preparations.
@Suite struct PreparedTreeTests {
    static let files = [
        "Rules/site.json": """
        { "prepare": [{ "remove": "nav" }, { "lines": ".text" }],
          "records": { "P": { "each": "line", "fields": { "x": "::text", "y": "b" } } } }
        """,
        "page.html":
            "<!doctype html><meta charset=utf-8><nav>n</nav><div class=text>One<br>Two <b>2</b></div>",
    ]

    @Test(arguments: [
        (["select", "line::text"], "", 1),
        (["select", "--rules", "site", "line::text"], "One\nTwo 2\n", 0),
        (["select", "--rules", "site", "nav"], "", 1),
        (["select", "nav::text"], "n\n", 0),
        (["select", "--rules", "site", "--count", "line"], "2\n", 0),
    ])
    func whatIsSelected(_ arguments: [String], _ output: String, _ status: Int32) throws {
        try withFolder(PreparedTreeTests.files) { folder in
            let command = try Command(arguments + ["page.html"], in: folder)
            #expect(command.output == output)
            #expect(command.status == status)
        }
    }

    @Test func theTreeAfterPreparations() throws {
        try withFolder(PreparedTreeTests.files) { folder in
            let saved = try Command(["tree", "page.html"], in: folder)
            let prepared = try Command(["tree", "--rules", "site", "page.html"], in: folder)
            #expect(saved.output.contains("nav") && !saved.output.contains("line"))
            #expect(!prepared.output.contains("nav") && prepared.output.contains("line"))
            #expect(prepared.status == 0 && prepared.errors == "")
        }
    }

    /// Every path in an explanation matches one element in `scrape select`.
    @Test func pathsCanBePasted() throws {
        try withFolder(PreparedTreeTests.files) { folder in
            let explained = try Command(["explain", "--rules", "site", "page.html"], in: folder)
            var count = 0
            for line in explained.output.split(separator: "\n") {
                guard
                    let match = line.firstMatch(of: /line \d+(?::\d+)?, ([^:`]*(?::nth-child\(\d+\)[^:`]*)*)/)
                else { continue }
                var path = String(match.1)
                let isMade = path.contains(" (by ")
                if let end = path.range(of: " (by ") { path = String(path[..<end.lowerBound]) }
                let rules = isMade ? ["--rules", "site"] : []
                let select = try Command(["select", "--count"] + rules + [path, "page.html"], in: folder)
                #expect(select.output == "1\n", "\(line)")
                count += 1
            }
            #expect(count > 4, "\(explained.output)")
            #expect(explained.output.contains("`lines` of `.text` has replaced it, with div.text"))
        }
    }

    /// Wrong command lines, and the messages.
    @Test(arguments: [
        (["tree", "--url", "https://x.example/", "page.html"], "--url https://x.example/ is for rules"),
        (
            ["select", "--rules", "site", "--source", "json", "a", "page.html"],
            "--source json cannot be combined"
        ),
        (["tree", "--rules", "site", "--fragment", "td", "page.html"], "--fragment cannot be combined"),
        (["select", "--rules", "site", "--batch"], "--batch cannot be combined with --rules"),
        (["tree", "--rules", "zebra", "page.html"], "no rules"),
    ])
    func mistakesAreReported(_ arguments: [String], _ message: String) throws {
        try withFolder(PreparedTreeTests.files) { folder in
            let command = try Command(arguments, in: folder)
            #expect(command.status == 2)
            #expect(command.errors.contains(message), "\(command.errors)")
        }
    }

    /// A golden file in the page's folder, and the cases of the rules, show the current places of values.
    @Test func goldenValuesAreFound() throws {
        var files = [
            "Rules/site.json":
                #"{ "records": { "P": { "each": "article", "fields": { "t": "h1", "intro": "p.intro" } } } }"#,
            "Corpus/site/one/page.html":
                "<meta charset=utf-8><article><h1>T</h1><p class=intro>Hello</p></article>",
            "Corpus/site/one/case.json": #"{ "url": "https://x.example/1" }"#,
            "Corpus/site/one/golden.json": #"[{ "@type": "P", "t": "T", "intro": "Hello" }]"#,
            "new.html":
                "<meta charset=utf-8><article><h1>T</h1>\n<p class=article__intro>Hello</p></article>",
        ]
        func line(_ page: String) throws -> String? {
            var found: String?
            try withFolder(files) { folder in
                let command = try Command(
                    ["explain", "--rules", "site", "--field", "intro", page],
                    in: folder
                )
                let line = command.output.split(separator: "\n").first { $0.contains("golden") }
                found = line.map { String($0.drop { $0 == " " }) }
            }
            return found
        }
        let found = "the golden value of `intro` is now in `p.article__intro`, line 2:1"
        #expect(try line("new.html") == "\(found) (site/one): \"Hello\"")
        files["Corpus/site/one/page.html"] = files["new.html"]
        #expect(try line("Corpus/site/one/page.html") == "\(found) (Corpus/site/one/golden.json): \"Hello\"")
    }

    @Test func columnsAreChecked() throws {
        let files = [
            "r.json":
                #"{ "records": { "R": { "each": "tr + tr", "fields": { "a": { "column": "Name" }, "b": { "column": "Price" } } } } }"#,
            "page.html":
                "<meta charset=utf-8><table><tr><th>Name<th>Prices<tr><td>1<td>2<tr><td>3<td>4</table>",
        ]
        try withFolder(files) { folder in
            let command = try Command(["check", "r.json", "--page", "page.html"], in: folder)
            #expect(command.status == 0)
            let heads = command.errors.split(separator: "\n").filter { $0.contains("warning") }
            #expect(heads == [#"r.json:1:86: warning: no column "Price"; the table has "Name", "Prices""#])
            #expect(command.errors.contains("help: did you mean \"Prices\"?"))
        }
    }
}
