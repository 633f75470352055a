import Foundation
import Testing

/// `scrape learn`, as a user types it.
@Suite struct LearnCommandTests {
    private static func tree(_ name: String, _ height: Int) -> String {
        """
        <!doctype html><meta charset="utf-8"><title>\(name) | Trees</title><h1 class="name">\(name)</h1>
        <dl><dt>Height:</dt><dd>\(height) m</dd></dl>
        """
    }

    private static let files = [
        "oak.html": tree("Oak", 40), "elm.html": tree("Elm", 30), "more/ash.html": tree("Ash", 35),
        "values.jsonl": """
        {"page": "oak.html", "values": {"name": "Oak", "height": 40}}
        {"page": "elm.html", "values": {"name": "Elm", "height": 30}}

        """,
        "values.csv": "page,name,height\noak.html,Oak,40\nmore/ash.html,Ash,35\n",
        "wrong.jsonl": """
        {"page": "oak.html", "values": {"name": "Oak"}}
        {"page": "elm.html", "values": {"name": "Oak"}}

        """,
    ]

    private static let record =
        "[\n  {\n    \"@type\": \"Page\",\n    \"name\": \"Ash\",\n    \"height\": 35\n  }\n]\n"

    @Test(
        arguments: [
            ["oak.html", "elm.html", "--values", "values.jsonl"],
            ["oak.html", "more/ash.html", "--values", "values.csv"],
            ["oak.html", "--field", "name=Oak", "--field", "height=40"],
        ]
    )
    func rulesReadAnotherPage(_ arguments: [String]) throws {
        try withFolder(LearnCommandTests.files) { folder in
            let learn = try Command(
                ["learn"] + arguments + ["--output", "rules.json", "--report", "report.json"],
                in: folder
            )
            #expect(learn.errors == "")
            #expect(learn.status == 0)
            #expect(learn.output.hasSuffix("wrote rules.json\n"))
            let read = try Command(["--rules", "rules.json", "more/ash.html"], in: folder)
            #expect(read.output == LearnCommandTests.record)
            let report = try JSONSerialization.jsonObject(
                with: Data(contentsOf: folder.appending(path: "report.json"))
            )
            let fields = (report as? [String: Any])?["fields"] as? [[String: Any]]
            #expect(fields?.compactMap { $0["status"] as? String } == ["found", "found"])
        }
    }

    @Test func aSiteKeepsItsRulesAndItsCases() throws {
        try withFolder(LearnCommandTests.files) { folder in
            let new = try Command(["new", "trees", "oak.html", "--field", "name=Oak"], in: folder)
            #expect(new.status == 0)
            #expect(try Command(["test", "trees"], in: folder).output == "1 passed, 0 failed\n")
            let more = try Command(["learn", "trees", "oak.html", "--field", "height=40"], in: folder)
            #expect(more.status == 0)
            #expect(
                try Command(["--rules", "trees", "more/ash.html"], in: folder).output
                    == LearnCommandTests.record
            )
            // The golden files of its cases are examples too.
            #expect(try Command(["learn", "trees"], in: folder).status == 0)
        }
    }

    /// Several rows for a page are its records, and where there are no others, none are reported.
    @Test func recordsOfAPage() throws {
        let names = ["Oak", "Elm", "Ash"]
        let items = names.map { "<li class=tree><b>\($0)</b><i>x</i></li>" }.joined()
        let values = names.map { "{\"page\": \"list.html\", \"values\": {\"name\": \"\($0)\"}}\n" }.joined()
        try withFolder(["list.html": "<ul>\(items)</ul>", "values.jsonl": values]) { folder in
            let learn = try Command(
                ["learn", "list.html", "--output", "r.json", "--values", "values.jsonl"],
                in: folder
            )
            #expect(learn.status == 0, "\(learn.errors)")
            #expect(learn.output.hasPrefix("records: the class \"tree\"\n    .tree\n"), "\(learn.output)")
            let read = try Command(["--rules", "r.json", "--format", "jsonl", "-q", "list.html"], in: folder)
            #expect(read.output.split(separator: "\n").count == 3, "\(read.output)\(read.errors)")
        }
    }

    @Test(
        arguments: [
            (["learn"], 2, "error: no page is given"),
            (["learn", "trees"], 3, "Corpus"),
            (["learn", "oak.html", "--output", "r.json"], 2, "error: no values are given"),
            (
                ["learn", "oak.html", "--output", "r.json", "--field", "name"], 2,
                "error: --field takes NAME=VALUE, found \"name\""
            ),
            (
                ["learn", "oak.html", "elm.html", "--output", "r.json", "--field", "name=Oak"], 2,
                "does not say which of the 2 pages"
            ),
            (
                ["learn", "oak.html", "--output", "r.json", "--values", "values.jsonl"], 2,
                "values.jsonl:2:1: error: \"elm.html\" is not one of the pages"
            ),
        ]
    )
    func mistakes(_ arguments: [String], _ status: Int, _ message: String) throws {
        try withFolder(LearnCommandTests.files) { folder in
            let command = try Command(arguments, in: folder)
            #expect(Int(command.status) == status)
            #expect(command.errors.contains(message))
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "r.json").path))
        }
    }

    @Test func aContradictionNamesItsPage() throws {
        try withFolder(LearnCommandTests.files) { folder in
            let learn = try Command(
                ["learn", "oak.html", "elm.html", "--values", "wrong.jsonl", "--output", "r.json"],
                in: folder
            )
            #expect(learn.status == 1)
            #expect(learn.output.contains("elm.html: expected \"Oak\", but"))
            // The value is on the page; that is not what is wrong.
            #expect(!learn.output.contains("elm.html has"))
            #expect(learn.output.hasSuffix("nothing is written\n"))
        }
    }

    @Test func whatIsNotFoundIsExplained() throws {
        let files = LearnCommandTests.files.merging(
            ["one.json": #"{"name": "Oaks", "place": {"town": "Ulm"}}"#]
        ) { $1 }
        try withFolder(files) { folder in
            let learn = try Command(
                ["learn", "oak.html", "--values", "one.json", "--output", "r.json"],
                in: folder
            )
            #expect(learn.status == 1)
            #expect(
                learn.output == """
                    name: not found in 1 example
                    place: a field of a page is a text, a number or a list of these, not an object
                    nothing is written

                    """
            )
        }
    }

    @Test func authorsOfNewRulesAreAList() throws {
        let files = ["a.html": "<title>Oak</title><h1>Oak</h1><p class=by>by <a href=/m>Ann Lee</a></p>"]
        try withFolder(files) { folder in
            let arguments = ["learn", "oaks", "a.html", "--field", "author=Ann Lee"]
            let learn = try Command(arguments, in: folder)
            #expect(
                learn.output.hasPrefix("author: the element a in the class \"by\", a list as there may be")
            )
            let read = try Command(["--rules", "oaks", "--format", "jsonl", "a.html"], in: folder)
            #expect(read.output == "{\"@type\":\"Page\",\"author\":[\"Ann Lee\"]}\n")
            // Existing rules say what is a list and what is not.
            #expect(try Command(arguments, in: folder).status == 0)
            let again = try Command(["--rules", "oaks", "--format", "jsonl", "a.html"], in: folder)
            #expect(again.output == read.output)
            let path = folder.appending(path: "Rules/oaks.json")
            let rules = try String(contentsOf: path, encoding: .utf8)
            try rules.replacing("[\"string\"]", with: "\"string\"").write(
                to: path,
                atomically: true,
                encoding: .utf8
            )
            #expect(try Command(arguments, in: folder).status == 0)
            let single = try Command(["--rules", "oaks", "--format", "jsonl", "a.html"], in: folder)
            #expect(single.output == "{\"@type\":\"Page\",\"author\":\"Ann Lee\"}\n")
        }
    }
}
