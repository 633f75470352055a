import Foundation
import Testing

/// `scrape repair`, as a user types it.
@Suite struct RepairCommandTests {
    private static let old = """
        <!doctype html><title>Plants</title><ul class="plants">
        <li><h2><a href="/oak">English oak</a></h2><p class="height">40 m</p></li>
        <li><h2><a href="/elm">Wych elm</a></h2><p class="height">30 m</p></li>
        <li><h2><a href="/ash">Common ash</a></h2><p class="height">35 m</p></li>
        <li><h2><a href="/yew">Irish yew</a></h2></li></ul>
        """

    private static func card(_ path: String, _ name: String, _ facts: String) -> String {
        "<article class=\"card\"><a class=\"name\" href=\"\(path)\">\(name)</a><dl>\(facts)<dt>Age</dt><dd>12</dd></dl></article>\n"
    }

    private static func height(_ height: Int) -> String { "<dt>Height</dt><dd>\(height) m</dd>" }

    /// Another order, an additional plant, one changed height.
    private static let redesigned =
        "<!doctype html><title>Plants</title><nav><a href=\"/oak\">Oaks</a></nav><div class=\"grid\">\n"
        + card("/oak", "English oak", height(40)) + card("/fir", "Silver fir", height(50))
        + card("/ash", "Common ash", height(36)) + card("/elm", "Wych elm", height(30))
        + card("/yew", "Irish yew", "") + "</div>"

    private static let rules = #"""
        {
          "records": {
            "Plant": {
              // Each plant is an item.
              "each": "ul.plants > li",
              "expect": { "count": "2..10" },
              "fields": {
                "name": "h2",
                "height": { "select": ".height", "apply": [{ "match": "(\\d+) m" }], "type": "integer" },
                "link": { "select": "a::attr(href)", "type": "url" }
              }
            }
          }
        }

        """#

    private static let golden = """
        [{"@type": "Plant", "name": "English oak", "height": 40, "link": "https://plants.example/oak"},
         {"@type": "Plant", "name": "Wych elm", "height": 30, "link": "https://plants.example/elm"},
         {"@type": "Plant", "name": "Common ash", "height": 35, "link": "https://plants.example/ash"},
         {"@type": "Plant", "name": "Irish yew", "link": "https://plants.example/yew"}]

        """

    private static let files = [
        "Rules/plants.json": rules, "Corpus/plants/list/page.html": old,
        "Corpus/plants/list/golden.json": golden,
        "Corpus/plants/list/case.json": #"{"url": "https://plants.example/list"}"#,
        "renamed.html": old.replacing("class=\"height\"", with: "class=\"size\""),
        "redesigned.html": redesigned,
        "same.html": old, "empty.html": "<!doctype html><title>Gone</title><p>See you!</p>",
        "values.json": golden, "broken.json": "[{", "text.json": "\"oak\"", "names.json": #"{"nam": "Oak"}"#,
        "none.json": "[]",
    ]

    private static let bare = [
        "--old", "same.html", "--golden", "values.json", "--url", "https://plants.example/list",
    ]

    // MARK: - With a corpus

    @Test func aRenamedClassIsADifferenceOfTheRules() throws {
        try withFolder(RepairCommandTests.files) { folder in
            let command = try Command(["repair", "plants/list", "renamed.html"], in: folder)
            #expect(command.errors == "")
            #expect(command.status == 0)
            #expect(
                command.output == #"""
                    Plant.height: height is now size (98%)
                        was [40,30,35]
                    the old rules still find 8 of 11 values

                    @@ line 9
                    -        "height": { "select": ".height", "apply": [{ "match": "(\\d+) m" }], "type": "integer" },
                    +        // height is now size; 98% sure, compared with plants/list
                    +        "height": { "select": ":is(.height, .size)", "apply": [{ "match": "(\\d+) m" }], "type": "integer" },

                    """#
            )
            // Nothing is written unless requested.
            let text = try String(contentsOf: folder.appending(path: "Rules/plants.json"), encoding: .utf8)
            #expect(text == RepairCommandTests.rules)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Corpus/plants") == [
                    "list"
                ]
            )
        }
    }

    @Test func aRedesignIsWrittenWithACaseAndAllCasesPass() throws {
        try withFolder(RepairCommandTests.files) { folder in
            let command = try Command(["repair", "plants", "redesigned.html", "--write"], in: folder)
            #expect(command.errors == "")
            #expect(command.status == 0)
            #expect(command.output.hasPrefix("Plant: each is article"))
            #expect(command.output.hasSuffix("Continue with: scrape expect plants; scrape test plants\n"))
            let text = try String(contentsOf: folder.appending(path: "Rules/plants.json"), encoding: .utf8)
            #expect(text.contains("// Each plant is an item."))
            #expect(text.contains(#""each": ["ul.plants > li", "article"],"#))
            #expect(try Command(["test", "plants"], in: folder).output == "2 passed, 0 failed\n")
            let url = ["--url", "https://plants.example/list"]
            let read = try Command(
                ["--rules", "plants", "--format", "jsonl", "redesigned.html"] + url,
                in: folder
            )
            #expect(
                read.output == """
                    {"@type":"Plant","name":"English oak","height":40,"link":"https://plants.example/oak"}
                    {"@type":"Plant","name":"Silver fir","height":50,"link":"https://plants.example/fir"}
                    {"@type":"Plant","name":"Common ash","height":36,"link":"https://plants.example/ash"}
                    {"@type":"Plant","name":"Wych elm","height":30,"link":"https://plants.example/elm"}
                    {"@type":"Plant","name":"Irish yew","link":"https://plants.example/yew"}

                    """
            )
            // Once it is written, nothing is left to do; one height has changed.
            let again = try Command(["repair", "plants/list", "redesigned.html"], in: folder)
            #expect(again.output == "the old rules still find 10 of 11 values\n")
            #expect(again.status == 0)
        }
    }

    /// A page that looks truncated is reported, and does not become a case.
    @Test func aTruncatedPageIsNoCase() throws {
        var files = RepairCommandTests.files
        files["cut.html"] = RepairCommandTests.old + "<p cl"
        try withFolder(files) { folder in
            let command = try Command(["repair", "plants/list", "cut.html", "--write"], in: folder)
            #expect(command.errors.contains("warning: the page ends within a tag: it looks cut off\n"))
            #expect(command.status == 0)
            #expect(command.output.contains("the old rules still find 11 of 11 values\n"))
            #expect(command.output.contains("cut.html is not a case yet: it looks cut off\n"))
            let cases = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Corpus/plants")
            #expect(cases == ["list"])
            let bare = try Command(
                ["repair", "Rules/plants.json", "--new", "cut.html"] + RepairCommandTests.bare,
                in: folder
            )
            #expect(bare.errors.contains("warning: the page ends within a tag: it looks cut off\n"))
        }
    }

    @Test func elementsBeyondWhatTheRulesExpectAreRefused() throws {
        var files = RepairCommandTests.files
        files["Rules/plants.json"] = RepairCommandTests.rules.replacing("2..10", with: "2..4")
        try withFolder(files) { folder in
            let command = try Command(["repair", "plants", "redesigned.html", "--write"], in: folder)
            #expect(command.status == 1)
            #expect(command.output.contains("Plant: unknown; refused: with article, "))
            let text = try String(contentsOf: folder.appending(path: "Rules/plants.json"), encoding: .utf8)
            #expect(text == files["Rules/plants.json"])
            // Unknown values do not become golden.
            #expect(
                command.output.contains(
                    "redesigned.html is not a case yet: not all of its values are found\n"
                )
            )
            let cases = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/Corpus/plants")
            #expect(cases == ["list"])
        }
    }

    @Test func severalPagesRepairOneAfterTheOther() throws {
        var files = RepairCommandTests.files
        files["Corpus/plants/oak/page.html"] = RepairCommandTests.old
            .replacing("English", with: "Holm").replacing("Wych", with: "Field").replacing(
                "Common",
                with: "Manna"
            )
        files["Corpus/plants/oak/case.json"] = #"{"url": "https://plants.example/more"}"#
        files["Corpus/plants/oak/golden.json"] = RepairCommandTests.golden
            .replacing("English", with: "Holm").replacing("Wych", with: "Field").replacing(
                "Common",
                with: "Manna"
            )
        files["more.html"] = RepairCommandTests.redesigned
            .replacing("English", with: "Holm").replacing("Wych", with: "Field").replacing(
                "Common",
                with: "Manna"
            )
        try withFolder(files) { folder in
            let command = try Command(
                ["repair", "plants", "redesigned.html", "more.html", "--write"],
                in: folder
            )
            #expect(command.errors == "")
            #expect(command.output.contains("redesigned.html, after plants/list:\n"))
            #expect(command.output.contains("more.html, after plants/oak:\n"))
            #expect(try Command(["test", "plants"], in: folder).output == "4 passed, 0 failed\n")
        }
    }

    @Test func aPageOfNoCaseIsReportedAndTheOthersAreRepaired() throws {
        var files = RepairCommandTests.files
        files["Corpus/plants/rose/page.html"] = RepairCommandTests.old
            .replacing("English", with: "Damask").replacing("Wych", with: "Musk")
        files["Corpus/plants/rose/case.json"] = #"{"url": "https://plants.example/roses"}"#
        files["Corpus/plants/rose/golden.json"] = RepairCommandTests.golden
            .replacing("English", with: "Damask").replacing("Wych", with: "Musk")
        files["stranger.html"] = "<!doctype html><title>Not found</title><p>Nothing is here</p>"
        try withFolder(files) { folder in
            let both = try Command(["repair", "plants", "stranger.html", "redesigned.html"], in: folder)
            #expect(both.errors.contains("stranger.html has no text of any case of plants"))
            #expect(both.errors.contains("scrape repair plants/CASE stranger.html"))
            #expect(both.output.contains("redesigned.html, after plants/list:\n"))
            #expect(both.status == 2)
            let alone = try Command(["repair", "plants", "stranger.html"], in: folder)
            #expect(alone.errors.contains("stranger.html has no text of any case of plants"))
            #expect(alone.output == "")
            #expect(alone.status == 2)
        }
    }

    // MARK: - Without a corpus

    @Test(
        arguments: [
            ("same.html", 0, ["kept", "kept", "kept"]), ("renamed.html", 0, ["kept", "repaired", "kept"]),
            ("redesigned.html", 0, ["repaired", "repaired", "repaired"]),
            ("empty.html", 1, ["gone", "gone", "gone"]),
        ] as [(String, Int32, [String])]
    )
    func theReportHasAStatusForEachField(_ page: String, _ status: Int32, _ wanted: [String]) throws {
        try withFolder(RepairCommandTests.files) { folder in
            let files = ["--output", "out.json", "--report", "report.json"]
            let command = try Command(
                ["repair", "Rules/plants.json"] + RepairCommandTests.bare + ["--new", page] + files,
                in: folder
            )
            #expect(command.errors == "")
            #expect(command.status == status)
            let report = try JSONSerialization.jsonObject(
                with: Data(contentsOf: folder.appending(path: "report.json"))
            )
            let fields = (report as? [String: Any])?["fields"] as? [[String: Any]] ?? []
            #expect(fields.compactMap { $0["name"] as? String } == ["name", "height", "link"])
            #expect(fields.compactMap { $0["status"] as? String } == wanted)
            #expect(fields.allSatisfy { $0["confidence"] is NSNumber && $0["before"] is NSArray })
            // The rules are written in any case, and read the old page as before.
            let out = try Command(["--rules", "out.json", "--format", "jsonl", "same.html"], in: folder)
            let before = try Command(["--rules", "plants", "--format", "jsonl", "same.html"], in: folder)
            #expect(out.output == before.output)
        }
    }

    @Test(
        arguments: [
            ([], 2, "error: neither a site nor a rules file is given\n"),
            (
                ["plants/lsit", "same.html"], 2,
                "error: no case \"plants/lsit\"\n  help: did you mean \"plants/list\"?\n"
            ),
            (["plants/list", "missing.html"], 3, "missing.html: error: "),
            (["plants.json", "--old", "same.html"], 2, "error: --golden is missing\n"),
            (
                ["plants.json", "--golden", "values.json", "--new", "same.html"], 2,
                "error: --old is missing\n"
            ),
            (["plants.json"] + bare, 2, "error: --new is missing\n"),
            (
                ["plants.json", "x"] + bare + ["--new", "same.html"], 2,
                "error: \"x\" is one operand too many\n"
            ),
            (
                ["plants.json", "--write"] + bare + ["--new", "same.html"], 2,
                "error: --write is for a site of the corpus\n"
            ),
            (
                ["plants.json", "--refresh"] + bare + ["--new", "same.html"], 2,
                "error: --refresh is for a site of the corpus\n"
            ),
            (["plnts.json"] + bare + ["--new", "same.html"], 2, "error: no rules file \"plnts.json\""),
            (
                ["plants", "--old", "same.html", "--golden", "no.json", "--new", "same.html"], 3,
                "no.json: error: cannot read no.json"
            ),
            (
                ["plants", "--old", "same.html", "--golden", "broken.json", "--new", "same.html"], 2,
                "broken.json: error: "
            ),
            (
                ["plants", "--old", "same.html", "--golden", "text.json", "--new", "same.html"], 2,
                "text.json: error: "
            ),
            (
                ["plants", "--old", "same.html", "--golden", "names.json", "--new", "same.html"], 2,
                "names.json: error: Rules/plants.json has no field \"nam\"\n  help: did you mean \"name\"?\n"
            ),
            (["plants"] + bare + ["--new", "no.html"], 3, "no.html: error: "),
            (
                ["plants"] + bare + ["--new", "same.html", "--output", "same.html/x"], 3,
                "same.html/x: error: cannot write same.html/x"
            ),
            (["plants", "same.html", "--frobnicate"], 2, "error: unknown option --frobnicate"),
        ] as [([String], Int32, String)]
    )
    func mistakesAreNamed(_ arguments: [String], _ status: Int32, _ message: String) throws {
        try withFolder(RepairCommandTests.files) { folder in
            let command = try Command(["repair"] + arguments, in: folder)
            #expect(command.status == status)
            #expect(command.errors.hasPrefix(message), "\(command.errors)")
        }
    }

    @Test func nothingIsWrittenOnABuildServer() throws {
        try withFolder(RepairCommandTests.files) { folder in
            let command = try Command(
                ["repair", "plants", "renamed.html", "--write"],
                in: folder,
                environment: ["CI": "true"]
            )
            #expect(command.status == 2)
            #expect(command.errors.hasPrefix("error: --write is refused where CI is set\n"))
        }
    }

    // MARK: - Messages that name the command

    @Test func explanationsAndFailedTestsNameTheCommand() throws {
        var files = RepairCommandTests.files
        files["Corpus/plants/new/page.html"] = files["renamed.html"]
        files["Corpus/plants/new/case.json"] = "{}"
        files["Corpus/plants/new/golden.json"] = RepairCommandTests.golden
        try withFolder(files) { folder in
            let url = ["--url", "https://plants.example/list"]
            let explain = try Command(["explain", "--rules", "plants", "renamed.html"] + url, in: folder)
            #expect(
                explain.output.hasSuffix(
                    "\nscrape repair plants/list renamed.html proposes rules that find it\n"
                )
            )
            let test = try Command(["test", "plants/new"], in: folder)
            #expect(test.output.contains("scrape repair plants PAGE proposes rules for a new one\n"))
        }
    }
}
