import Foundation
import Testing

/// `scrape report`, as a user types it.
@Suite struct ReportCommandTests {
    private func text(_ folder: URL, _ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }

    @Test func casesAreShownWithTheirDifferences() throws {
        try withFolder(TestCommandTests.files) { folder in
            let command = try Command(["report", "site/wrong"], in: folder)
            #expect(command.status == 1)
            #expect(
                command.output.contains("<td>&quot;<del>3</del>&quot;</td><td>&quot;<ins>2</ins>&quot;</td>")
            )
            #expect(command.output.contains("<a href=\"#site/wrong:P-1\">P 1 · x</a>"))
            #expect(command.output.contains("id=\"site/wrong:P-1\""))
            let all = try Command(["report", "--output", "all.html"], in: folder)
            #expect(all.status == 1)
            #expect(all.output == "")
            let html = try text(folder, "all.html")
            #expect(html.contains("1 as expected, 2 to review"))
            #expect(html.split(separator: "<iframe sandbox=\"allow-same-origin\"").count == 4)
            #expect(try Command(["report", "site/right"], in: folder).status == 0)
            let unknown = try Command(["report", "site/rihgt"], in: folder)
            #expect(unknown.status == 2)
            #expect(unknown.errors.contains("did you mean \"site/right\"?"))
        }
    }

    @Test func folderHoldsAFileForEachPage() throws {
        try withFolder(TestCommandTests.files) { folder in
            #expect(try Command(["report", "--output", "made/report/"], in: folder).status == 1)
            let index = try text(folder, "made/report/index.html")
            for name in ["site-bare.html", "site-right.html", "site-wrong.html"] {
                #expect(index.contains("href=\"\(name)\""))
                #expect(try text(folder, "made/report/\(name)").contains("<iframe "))
            }
        }
    }

    @Test func pagesAreShownByTheirRules() throws {
        try withFolder(TestCommandTests.files.merging(["a.html": "<p><b>7</b>"]) { $1 }) { folder in
            let command = try Command(["report", "--rules", "site", "a.html"], in: folder)
            #expect(command.status == 0)
            #expect(command.output.contains("<title>a.html</title>"))
            #expect(command.output.contains("1 record, 0 errors"))
            let piped = try Command(
                ["report", "--rules", "site", "-"],
                in: folder,
                input: Data("<p><b>8</b>".utf8)
            )
            #expect(piped.output.contains("<title>&lt;standard input&gt;</title>"))
            let missing = try Command(["report", "--rules", "site", "b.html"], in: folder)
            #expect(missing.status == 3)
            #expect(missing.output == "")
            let wrong = try Command(["report", "--rules", "site"], in: folder)
            #expect(wrong.status == 2)
            #expect(wrong.errors.hasPrefix("error: no page is given\n"))
            let same = try Command(["report", "--rules", "site", "a.html", "-o", "a.html"], in: folder)
            #expect(same.status == 2)
            let unwritable = try Command(["report", "--output", "none/a.html"], in: folder)
            #expect(unwritable.status == 3)
        }
    }
}
