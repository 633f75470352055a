import Foundation
import Testing

/// `scrape check`, as a user types it.
@Suite struct CheckTests {
    @Test func brittleSelectorsAreWarnedOf() throws {
        let rules = """
            { "records": { "R": { "each": ".css-1x2y3z", "fields": {
              "a": "td:nth-child(2) > p:nth-child(1) > b:nth-of-type(3)",
              "b": "p:contains('Price')",
              "c": "a > b > c > d > e > f > g",
              "d": ".price > b, .Card_title__x9Fq2"
            } } } }
            """
        try withFolder(["r.json": rules]) { folder in
            let command = try Command(["check", "r.json"], in: folder)
            let heads = command.errors.split(separator: "\n").filter { $0.hasPrefix("r.json") }.map(
                String.init
            )
            #expect(
                heads == [
                    #"r.json:1:31: warning: the class name "css-1x2y3z" looks generated: it may change with every release of the site"#,
                    "r.json:2:8: warning: the selector counts positions 3 times",
                    "r.json:3:8: warning: the selector looks for words of one language",
                    "r.json:4:8: warning: the selector names 7 elements one below the other",
                    #"r.json:5:8: warning: the class name "Card_title__x9Fq2" looks generated: it may change with every release of the site"#,
                ]
            )
            #expect(command.status == 0)
            #expect(command.output == "")
        }
    }

    /// Booleans that one selector decides, in all notations.
    @Test(
        arguments: [
            (#"{ "case": { ".new": true, "*": false } }"#, "every record is false"),
            (#"{ "case": { ".old": false, "*": true } }"#, "every record is true"),
            (#"{ "case": { ".new": true }, "default": false }"#, "every record is false"),
            (#"[{ "case": { ".new": true } }, { "value": false }]"#, "every record is false"),
            (
                #"{ "each": "p", "fields": { "y": { "case": { ".new": true, "*": false } } } }"#,
                "every record is false"
            ),
            (#"{ "case": { ".new": true, ".old": false } }"#, nil), (#"{ "case": { ".new": true } }"#, nil),
            (#"{ "case": { ".new": true, ".old": false, "*": false } }"#, nil),
            (#"{ "case": { ".new": "new", "*": "old" } }"#, nil),
            (#"{ "case": { ".new": true, "*": true } }"#, nil),
        ] as [(String, String?)]
    )
    func booleansThatOneSelectorDecides(_ field: String, _ message: String?) throws {
        try withFolder(["r.json": #"{ "records": { "R": { "fields": { "x": \#(field) } } } }"#]) { folder in
            let command = try Command(["check", "r.json"], in: folder)
            #expect(command.status == 0)
            #expect(message.map { command.errors.contains($0) } ?? command.errors.isEmpty)
        }
    }

    /// A page whose address is on the command line needs no address of its own.
    @Test func theAddressOfAPageIsGivenWithIt() throws {
        let files = [
            "r.json":
                #"{ "records": { "R": { "each": "a", "fields": { "to": { "select": "::attr(href)", "type": "url" } } } } }"#,
            "page.html": "<meta charset=utf-8><a href=/x>x</a>",
        ]
        try withFolder(files) { folder in
            let check = ["check", "r.json", "-ppage.html"]
            let without = try Command(check, in: folder)
            #expect(without.status == 1 && without.errors.contains("(give --url)"))
            let with = try Command(check + ["--url", "https://plants.example/"], in: folder)
            #expect(with.status == 0 && with.errors == "", "\(with.errors)")
            let none = try Command(["check", "r.json", "--url", "HTTPS://u.example"], in: folder)
            #expect(
                none.status == 2
                    && none.errors.hasPrefix(
                        "error: --url https://u.example/ is the address of one page, but none is"
                    )
            )
        }
    }

    @Test func selectorsThatMatchNothingAreReportedWithAPage() throws {
        let files = [
            "Rules/r.json":
                #"{ "prepare": [{ "remove": ".ad" }], "records": { "R": { "each": "p", "fields": { "a": "b", "c": ["i", "u"] } } } }"#,
            "page.html": "<p><b>1</b><i>2</i>", "Corpus/r/one/page.html": "<p class=ad><p><u>3</u>",
            "Corpus/r/one/case.json": "{}",
        ]
        try withFolder(files) { folder in
            let page = try Command(["check", "r", "--page", "page.html"], in: folder)
            #expect(page.status == 0)
            #expect(
                page.errors
                    == "Rules/r.json:1:27: warning: `.ad` matches nothing\n  1 | \(files["Rules/r.json"] ?? "")\n    |                           ^~~~~\n"
            )
            let corpus = try Command(["check", "r", "--corpus", "Corpus"], in: folder)
            let heads = corpus.errors.split(separator: "\n").filter { $0.hasPrefix("Rules") }
            #expect(
                heads == [
                    "Rules/r.json:1:87: warning: `b` matches nothing",
                    "Rules/r.json:1:98: warning: `i` matches nothing",
                ]
            )
        }
    }

    @Test func allRulesOfAFolderAreChecked() throws {
        let good = #"{ "records": { "R": { "fields": { "a": "b" } } } }"#
        let files = [
            "Rules/good.json": good, "Rules/shops/bad.json": good.replacing("fields", with: "feilds"),
            "Rules/rules.schema.json": "{}", "Rules/notes.txt": "no rules", "empty/notes.txt": "",
        ]
        try withFolder(files) { folder in
            let command = try Command(["check", "Rules"], in: folder)
            #expect(command.errors.hasPrefix("Rules/shops/bad.json:1:23: error: "), "\(command.errors)")
            #expect(command.status == 2)
            let empty = try Command(["check", "empty", "Rules/good.json"], in: folder)
            #expect(
                empty.errors == "error: no rules files in empty\n  help: a rules file's name ends in .json\n"
            )
            #expect(empty.status == 2)
        }
    }

    @Test func theSchemaAmongRulesIsNoRules() throws {
        let command = try Command(["check", "Rules/rules.schema.json"])
        #expect(command.status == 0)
        #expect(command.errors == "note: Rules/rules.schema.json is a schema, not rules: skipped\n")
    }

    @Test func wrongRulesAreReported() throws {
        try withFolder(["r.json": "{", "s.json": #"{ "records": { "R": { "fields": { "x": "a" } } } }"#]) {
            folder in
            let both = try Command(["check", "r.json", "s.json"], in: folder)
            #expect(both.status == 2)
            let right = try Command(["check", "s.json"], in: folder)
            #expect(right.errors == "")
            let none = try Command(["check"], in: folder)
            #expect(none.status == 2)
        }
    }
}
