import Foundation
import Testing

/// `scrape new SITE PAGE…`, as a user types it.
@Suite struct NewSiteTests {
    private static func list(_ names: [String]) -> String {
        let cards = names.enumerated().map { number, name in
            """
            <div class="plant-card"><h2 class="plant-name"><a href="/p/\(number)">\(name)</a></h2>
            <span class="price">$\(number + 1).50</span></div>
            """
        }
        return "<title>Plants</title><main>\(cards.joined(separator: "\n"))</main>"
    }

    private static let files = [
        "list.html": list(["Oak", "Ash", "Elm"]), "more/list.html": list(["Fir", "Yew", "Box", "Hop"]),
    ]

    /// Learned fields of a truncated page are reported as uncertain.
    @Test(arguments: [["new", "plants", "cut.html"], ["learn", "--output", "rules.json", "cut.html"]])
    func aTruncatedPageIsReported(_ command: [String]) throws {
        try withFolder(["cut.html": NewSiteTests.list(["Oak", "Ash"]) + "<p cl"]) { folder in
            let result = try Command(command + ["--field", "name=Oak"], in: folder)
            #expect(result.status == 0)
            #expect(result.errors.contains("cut.html:"))
            #expect(result.errors.contains(": warning: the page ends within a tag: it looks cut off\n"))
        }
    }

    @Test func fromASavedPageToAPassingCase() throws {
        try withFolder(NewSiteTests.files) { folder in
            let new = try Command(
                [
                    "new", "plants", "list.html", "--url", "https://plants.example/list", "--saved",
                    "2026-05-28",
                ],
                in: folder
            )
            #expect(new.errors == "")
            #expect(new.status == 0)
            #expect(
                new.output == """
                    wrote Rules/plants.json
                    wrote Corpus/plants/list/page.html
                    wrote Corpus/plants/list/case.json
                    wrote Corpus/plants/list/golden.json

                    The draft yields 3 Plant, 1 Page.

                    Check it, correct it where needed, and continue with:
                      scrape check plants --corpus Corpus
                      scrape test plants
                      scrape --rules plants list.html --url https://plants.example/list

                    """
            )
            let check = try Command(["check", "plants", "--corpus", "Corpus"], in: folder)
            #expect(check.errors == "")
            #expect(try Command(["test", "plants"], in: folder).output == "1 passed, 0 failed\n")
            #expect(try Command(["fmt", "--check", "plants"], in: folder).status == 0)
            let table = try Command(
                [
                    "--rules", "plants", "--record", "Plant", "--format", "csv", "list.html", "--url",
                    "https://plants.example/list",
                ],
                in: folder
            )
            #expect(
                table.output.hasPrefix(
                    "@type,name,url,price\nPlant,Oak,https://plants.example/p/0,1.50\nPlant,Ash,"
                )
            )
        }
    }

    @Test func severalPagesMakeSeveralCases() throws {
        try withFolder(NewSiteTests.files) { folder in
            let new = try Command(["new", "plants", "list.html", "more/list.html"], in: folder)
            #expect(new.status == 0)
            #expect(new.output.contains("wrote Corpus/plants/list-2/golden.json\n"))
            #expect(new.output.contains("The draft yields 7 Plant, 2 Page."))
            #expect(try Command(["test"], in: folder).output == "2 passed, 0 failed\n")
        }
    }

    @Test func nothingIsOverwritten() throws {
        try withFolder(NewSiteTests.files.merging(["Rules/Plants.json": "{}"]) { $1 }) { folder in
            let new = try Command(["new", "plants", "list.html"], in: folder)
            #expect(new.status == 2)
            #expect(
                new.errors
                    == "error: Rules/Plants.json already exists\n  help: use another name; nothing is overwritten\n"
            )
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "Corpus").path))
        }
    }

    @Test(arguments: [
        (["new"], "error: neither a site nor a plugin is given\n"),
        (["new", "plants"], "error: no page is given\n"),
        (["new", "../plants", "list.html"], "error: \"../plants\" cannot be a site's name\n"),
        (
            ["new", "plants", "list.html", "--url", "plants"],
            "error: --url takes an absolute address, found \"plants\"\n"
        ),
        (
            ["new", "plants", "list.html", "--saved", "now"],
            "error: --saved takes a time in ISO 8601, found \"now\"\n"
        ),
        (
            ["new", "plants", "list.html", "more/list.html", "--url", "https://a.example/"],
            "error: --url is given 1 times for 2 pages\n"
        ),
        (
            ["new", "plants", "list.html", "--language", "swift"],
            "error: --language is an option of scrape new plugin NAME\n"
        ),
        (
            ["new", "plugin", "tidy", "--saved", "2026-05-28"],
            "error: --saved is an option of scrape new SITE PAGE...\n"
        ),
    ])
    func mistakesAreReported(_ arguments: [String], _ message: String) throws {
        try withFolder(NewSiteTests.files) { folder in
            let new = try Command(arguments, in: folder)
            #expect(new.status == 2)
            #expect(new.errors.hasPrefix(message))
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "Rules").path))
        }
    }

    @Test func aPageThatCannotBeReadLeavesNothingAfter() throws {
        try withFolder(["answer.json": "{\"a\": "]) { folder in
            let new = try Command(["new", "plants", "answer.json"], in: folder)
            #expect(new.status == 3)
            #expect(new.errors.hasPrefix("answer.json:1:"))
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "Rules").path))
        }
    }
}
