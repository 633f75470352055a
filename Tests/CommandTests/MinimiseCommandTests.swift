import Foundation
import Testing

/// `scrape minimise`, as a user types it.
@Suite struct MinimiseCommandTests {
    private static let page = "<nav><p>x</p></nav>\n<ul><li><b>1</b> and more</ul>"
    private static let rest = "<ul><li><b>1</b></ul>"
    private static let summary = "50 → 21 bytes (42%), 8 → 6 elements, "
    private static let files = [
        "Rules/site.json": #"{ "records": { "P": { "each": "li", "fields": { "x": "b" } } } }"#,
        "Corpus/site/one/page.html": page,
        "Corpus/site/one/case.json": "{}",
        "Corpus/site/one/golden.json": #"[{"@type": "P", "x": "1"}]"#,
        "Corpus/site/wrong/page.html": page,
        "Corpus/site/wrong/case.json": "{}",
        "Corpus/site/wrong/golden.json": "[]",
        "Corpus/site/new/page.html": page,
        "Corpus/site/new/case.json": "{}",
    ]

    private func text(_ name: String, _ folder: URL) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }

    @Test func aPageIsCutAndItsCaseStillPasses() throws {
        try withFolder(MinimiseCommandTests.files) { folder in
            let command = try Command(["minimise", "site/one"], in: folder)
            #expect(command.status == 0)
            #expect(command.errors == "")
            #expect(
                command.output.hasPrefix("site/one: " + MinimiseCommandTests.summary),
                "\(command.output)"
            )
            #expect(command.output.hasSuffix(" runs\n"))
            #expect(try text("Corpus/site/one/page.html", folder) == MinimiseCommandTests.rest)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: folder.appending(path: "Corpus/site/one").path
            )
            #expect(names.sorted() == ["case.json", "golden.json", "page.html"])
            #expect(try Command(["test", "site/one"], in: folder).status == 0)
            let again = try Command(["minimise", "site/one"], in: folder)
            #expect(again.output.hasPrefix("site/one: 21 bytes, nothing to reduce, "), "\(again.output)")
        }
    }

    @Test func theCaseMayStayAsItIs() throws {
        try withFolder(MinimiseCommandTests.files) { folder in
            let ci = ["CI": "true"]
            let dry = try Command(["minimise", "--dry-run", "site/one"], in: folder, environment: ci)
            #expect(dry.output.hasPrefix("site/one: " + MinimiseCommandTests.summary))
            let file = try Command(
                ["minimise", "site/one", "--output", "small.html"],
                in: folder,
                environment: ci
            )
            #expect(file.status == 0)
            #expect(try text("small.html", folder) == MinimiseCommandTests.rest)
            let standard = try Command(["minimise", "site/one", "-o", "-"], in: folder)
            #expect(standard.output == MinimiseCommandTests.rest)
            #expect(standard.errors.hasPrefix("site/one: " + MinimiseCommandTests.summary))
            #expect(try text("Corpus/site/one/page.html", folder) == MinimiseCommandTests.page)
        }
    }

    @Test func casesThatDoNotPassAreLeftAsTheyAre() throws {
        try withFolder(MinimiseCommandTests.files) { folder in
            let command = try Command(["minimise", "--filter", "site/*"], in: folder)
            #expect(command.status == 1)
            #expect(
                command.errors == """
                    Corpus/site/new: error: there is no golden.json: its page is not reduced
                      help: run scrape test --update site/new to write it
                    Corpus/site/wrong: error: the case differs from its golden file: its page is not reduced
                      help: run scrape test site/wrong to see the differences

                    """
            )
            #expect(
                command.output.hasSuffix("1 of 3 pages reduced, 50 → 21 bytes (42%)\n"),
                "\(command.output)"
            )
            #expect(try text("Corpus/site/wrong/page.html", folder) == MinimiseCommandTests.page)
        }
    }

    @Test(
        arguments: [
            ([], [:], "no case is given"),
            (["site/one"], ["CI": "1"], "minimise is refused where CI is set"),
            (["site/oen"], [:], "no case \"site/oen\""),
            (["site/one", "--runs", "0"], [:], "--runs takes a whole number from 1 to 1000000, found \"0\""),
            (["site", "-o", "x"], [:], "--output x is for one page, but 3 cases are given"),
            (
                ["site/one", "-o", "x", "--dry-run"], [:],
                "--dry-run writes nothing and cannot be combined with --output"
            ),
        ] as [([String], [String: String], String)]
    )
    func mistakesAreReported(_ arguments: [String], _ environment: [String: String], _ message: String) throws
    {
        try withFolder(MinimiseCommandTests.files) { folder in
            let command = try Command(["minimise"] + arguments, in: folder, environment: environment)
            #expect(command.status == 2)
            #expect(command.errors.hasPrefix("error: \(message)\n"), "\(command.errors)")
        }
    }
}
