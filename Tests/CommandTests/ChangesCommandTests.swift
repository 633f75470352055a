import Foundation
import Testing

/// `scrape changes`: the records of two runs, in all formats that runs write.
@Suite struct ChangesCommandTests {
    private static let rules = """
        { "records": { "Plant": { "each": "li", "unique": "sku", "fields": {
          "sku": { "select": "b", "required": true },
          "height": { "select": "i", "type": "decimal" },
          "url": { "select": "a::attr(href)" },
          "tags": { "select": "u", "type": ["string"] } } } } }
        """

    private static func page(_ plants: [(sku: String, height: String, tags: [String])]) -> String {
        let items = plants.map { plant in
            "<li class=plant><b>\(plant.sku)</b><i>\(plant.height)</i><a href='https://plants.example/\(plant.sku)'>x</a>"
                + plant.tags.map { "<u>\($0)</u>" }.joined()
        }
        return "<ul>" + items.joined() + "</ul>"
    }

    private static let monday = page([
        ("oak", "40", ["a", "b"]), ("elm", "30", []), ("ash", "20.5", ["c"]), ("fir", "50", []),
    ])
    private static let tuesday = page([
        ("ash", "20.50", ["c", "d"]), ("oak", "4", ["b", "a"]), ("fir", "50", []), ("yew", "10", []),
    ])

    private static let text = """
        the data has changed:
          changed Plant (sku ash)
            tags[1]: nothing → "d"
          changed Plant (sku oak)
            height: 40 → 4
          new Plant (sku yew)
            {"@type":"Plant","sku":"yew","height":10,"url":"https://plants.example/yew","tags":[]}
          gone Plant (sku elm)
            {"@type":"Plant","sku":"elm","height":30,"url":"https://plants.example/elm","tags":[]}

        1 new, 1 gone, 2 changed

        """

    private static let files = ["Rules/plants.json": rules, "1.html": monday, "2.html": tuesday]

    @Test func pagesAreComparedByTheirRules() throws {
        try withFolder(Self.files) { folder in
            let run = try Command(["changes", "--rules", "plants", "1.html", "2.html"], in: folder)
            #expect(run.status == 1)
            #expect(run.output == Self.text)
            let same = try Command(["changes", "--rules", "plants", "1.html", "1.html"], in: folder)
            #expect(same.status == 0)
            #expect(same.output == "nothing has changed\n")
        }
    }

    @Test(arguments: [("jsonl", true), ("json", false), ("csv", true), ("tsv", false), ("sqlite", true)])
    func everyOutputIsReadAgain(_ format: String, _ isOld: Bool) throws {
        try withFolder(Self.files) { folder in
            for number in [1, 2] {
                let arguments = ["--rules", "plants", "\(number).html", "-o", "\(number).\(format)"]
                #expect(try Command(arguments + ["-f", format], in: folder).status == 0)
            }
            #expect(
                try Command(["--rules", "plants", "1.html", "-f", "jsonl", "-o", "same.jsonl"], in: folder)
                    .status == 0
            )
            let (one, two) = ("1.\(format)", "2.\(format)")
            // With the rules, and with a key; a database stores its own key.
            for options in [["--rules", "plants"], format == "sqlite" ? [] : ["--key", "sku"]] {
                let run = try Command(["changes", one, two] + options, in: folder)
                #expect(run.status == 1, "\(run.errors)")
                let summary = run.output.split(separator: "\n").last.map(String.init)
                #expect(summary == "1 new, 1 gone, 2 changed", "\(run.output)\(run.errors)")
                #expect(run.output.contains("    height: 40 → 4\n"), "\(run.output)")
                #expect(run.output.contains("    tags[1]: nothing → \"d\"\n"), "\(run.output)")
            }
            // The same records in two formats do not differ.
            for (left, right) in [("same.jsonl", one), (one, "same.jsonl"), (one, one)] {
                let run = try Command(["changes", left, right, "--key", "sku"], in: folder)
                #expect(run.output == "nothing has changed\n", "\(left) \(right) \(run.output)\(run.errors)")
            }
        }
    }

    /// Fields of any type are the same in all formats: text that looks like another value, lists, and no value.
    @Test func fieldsOfAnyTypeAreReadAgain() throws {
        let rules = """
            { "source": "json", "records": { "R": { "each": "json > item", "unique": "k", "fields": {
              "k": { "select": "> k", "type": "integer" }, "j": { "select": "> j", "type": "json" },
              "l": { "select": "> l > item", "type": ["json"] } } } } }
            """
        let pages = [
            #"[{ "k": 1, "j": "x" }, { "k": 2, "j": "y" }]"#,
            #"[{ "k": 1, "j": ["x"] }, { "k": 2, "j": "y" }, { "k": 3, "j": { "a": null } }]"#,
            #"[{ "k": 1, "j": "1" }, { "k": 2, "j": 1, "l": [1, "a"] }, { "k": 3, "j": "true" }, { "k": 4, "j": false }]"#,
            #"[{ "k": 1, "j": "" }, { "k": 2, "j": null }, { "k": 3, "j": "-5" }, { "k": 4, "j": "a\tb\\n" }]"#,
        ]
        let formats = ["jsonl", "csv", "tsv", "sqlite"]
        for page in pages {
            try withFolder(["Rules/any.json": rules, "page.json": page]) { folder in
                for format in formats {
                    let arguments = ["-r", "any", "page.json", "-f", format, "-o", "r.\(format)"]
                    #expect(try Command(arguments, in: folder).status == 0)
                }
                for left in formats {
                    for right in formats {
                        for options in [["--rules", "any"], ["--key", "k"]] {
                            let files = ["r.\(left)", "r.\(right)"]
                            let run = try Command(["changes"] + files + options, in: folder)
                            #expect(run.output == "nothing has changed\n", "\(files) \(page)\(run.errors)")
                        }
                    }
                }
            }
        }
    }

    /// An archive of answers, as written by other tools.
    private static func archive(_ pages: [(url: String, body: String)]) -> String {
        pages.map { page in
            let answer =
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.body.utf8.count)\r\n\r\n\(page.body)"
            return "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:\(UUID().uuidString)>\r\n"
                + "WARC-Date: 2026-05-28T18:00:00Z\r\nWARC-Target-URI: \(page.url)\r\n"
                + "Content-Type: application/http;msgtype=response\r\nContent-Length: \(answer.utf8.count)\r\n\r\n\(answer)\r\n\r\n"
        }
        .joined()
    }

    @Test func archivesAreComparedByTheirRules() throws {
        let url = "https://plants.example/list"
        var files = Self.files
        files["1.warc"] = Self.archive([(url, Self.monday)])
        files["2.warc"] = Self.archive([(url, Self.tuesday)])
        try withFolder(files) { folder in
            let run = try Command(["changes", "1.warc", "2.warc", "-r", "plants"], in: folder)
            #expect(run.output == Self.text, "\(run.errors)")
            let bare = try Command(["changes", "1.warc", "2.warc"], in: folder)
            #expect(bare.status == 3)
            #expect(bare.errors.contains("an archive contains pages, not records"), "\(bare.errors)")
        }
    }

    @Test func crawlsAreRepeatedAndCompared() throws {
        let base = "https://plants.example"
        let rules = """
            { "match": "\(base)/*", "requests": { "list": { "get": "\(base)/list", "records": [], "follow": { "plant": "a::attr(href)" } },
                "plant": { "match": "\(base)/p/*" } },
              "records": { "Plant": { "unique": "name", "fields": { "name": "h1", "height": { "select": "i", "type": "integer" } } } } }
            """
        func archive(_ height: Int) -> String {
            Self.archive([
                ("\(base)/list", "<a href=/p/oak>o</a>"), ("\(base)/p/oak", "<h1>oak</h1><i>\(height)</i>"),
            ])
        }
        let information = "scrape-clock: 2026-05-28T18:00:00Z\r\nscrape-inputs: {}\r\n"
        let head =
            "WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2026-05-28T18:00:00Z\r\n"
            + "Content-Type: application/warc-fields\r\nContent-Length: \(information.utf8.count)\r\n\r\n\(information)\r\n\r\n"
        let files = ["Rules/plants.json": rules, "1.warc": head + archive(40), "2.warc": head + archive(41)]
        try withFolder(files) { folder in
            let run = try Command(["changes", "1.warc", "2.warc", "-r", "plants"], in: folder)
            #expect(
                run.output.contains("changed Plant (name oak)\n    height: 40 → 41\n"),
                "\(run.output)\(run.errors)"
            )
        }
    }

    /// Pages that differ only in parts that are not data.
    @Test(arguments: [
        (
            "the order of records", "<li><b>a</b><i>1</i></li><li><b>b</b><i>2</i></li>",
            "<li><b>b</b><i>2</i></li><li><b>a</b><i>1</i></li>"
        ),
        ("class names", "<li class=x1><b class=q>a</b></li>", "<li class=y7f><b class=r>a</b></li>"),
        ("an advertisement", "<li><b>a</b></li>", "<div class=ad>Buy <b>now</b>!</div><li><b>a</b></li>"),
        (
            "tracking parameters",
            "<li><b>a</b><a href='https://x.example/a?id=1&utm_source=mail'>x</a></li>",
            "<li><b>a</b><a href='https://x.example/a?id=1&gclid=7&utm_source=web'>x</a></li>"
        ),
        (
            "only a tracking parameter", "<li><b>a</b><a href='https://x.example/a?fbclid=1'>x</a></li>",
            "<li><b>a</b><a href='https://x.example/a'>x</a></li>"
        ),
        ("the order of a list", "<li><b>a</b><u>x</u><u>y</u></li>", "<li><b>a</b><u>y</u><u>x</u></li>"),
        ("how a number is written", "<li><b>a</b><i>1.50</i></li>", "<li><b>a</b><i>1.5</i></li>"),
    ])
    func noiseIsNoChange(_ name: String, _ old: String, _ new: String) throws {
        let files = ["Rules/plants.json": Self.rules, "1.html": old, "2.html": new]
        try withFolder(files) { folder in
            let run = try Command(["changes", "1.html", "2.html", "-r", "plants"], in: folder)
            #expect(run.output == "nothing has changed\n", "\(name): \(run.output)\(run.errors)")
            #expect(run.status == 0)
            // The same without rules, for written records.
            for page in ["1", "2"] {
                _ = try Command(
                    ["-r", "plants", "\(page).html", "-f", "jsonl", "-o", "\(page).jsonl"],
                    in: folder
                )
            }
            let lines = try Command(["changes", "1.jsonl", "2.jsonl"], in: folder)
            #expect(lines.output == "nothing has changed\n", "\(name): \(lines.output)\(lines.errors)")
        }
        // Everything that is not noise is a change.
        try withFolder(["Rules/plants.json": Self.rules, "1.html": old, "2.html": new + "<li><b>c</b></li>"])
        { folder in
            let run = try Command(["changes", "1.html", "2.html", "-r", "plants"], in: folder)
            #expect(run.output.contains("new Plant (sku c)"), "\(run.output)")
            #expect(run.status == 1)
        }
    }

    @Test func anOtherSiteIsSaidApart() throws {
        let changed = Self.monday.replacing("<i>", with: "<em>").replacing("</i>", with: "</em>").replacing(
            "<b>elm",
            with: "<b>Elm"
        )
        var files = Self.files
        files["2.html"] = changed
        try withFolder(files) { folder in
            let run = try Command(["changes", "1.html", "2.html", "-r", "plants"], in: folder)
            #expect(run.status == 1)
            #expect(
                run.output.hasPrefix(
                    "the site has changed under its rules:\n  Plant.height: 4 of 4 old records have it, and none of 4 new ones\n\nthe data has changed:\n  new Plant (sku Elm)"
                ),
                "\(run.output)"
            )
            #expect(!run.output.contains("changed Plant"), "\(run.output)")
            #expect(run.output.hasSuffix("1 new, 1 gone; the site has changed in 1 way\n"), "\(run.output)")
            // Problems that the rules report only for the new page.
            try changed.replacing("<b>fir</b>", with: "").write(
                toFile: "\(folder.path)/3.html",
                atomically: true,
                encoding: .utf8
            )
            let broken = try Command(
                ["changes", "1.html", "3.html", "-r", "plants", "-f", "jsonl"],
                in: folder
            )
            let first = broken.output.split(separator: "\n").first ?? ""
            #expect(
                first.hasPrefix(#"{"change":"site","type":"Plant","field":"sku","message":"#),
                "\(broken.output)"
            )
            let again = try Command(["changes", "3.html", "3.html", "-r", "plants"], in: folder)
            #expect(again.output == "nothing has changed\n")
        }
    }

    @Test func machinesAndReadersGetTheirForms() throws {
        try withFolder(Self.files) { folder in
            let base = ["changes", "1.html", "2.html", "-r", "plants", "--clock", "2026-05-28T18:00:00Z"]
            let lines = try Command(base + ["-f", "jsonl"], in: folder).output.split(separator: "\n")
            #expect(lines.count == 4)
            #expect(
                lines[1]
                    == #"{"change":"changed","type":"Plant","key":{"sku":"oak"},"fields":[{"kind":"changed","field":"height","path":["height"],"old":40,"new":4}],"record":{"@type":"Plant","sku":"oak","height":4,"url":"https://plants.example/oak","tags":["b","a"]}}"#
            )
            let markdown = try Command(base + ["-f", "markdown"], in: folder).output
            #expect(markdown.contains("| Plant (sku oak) | height | `40` | `4` |"), "\(markdown)")
            #expect(markdown.contains("| Plant (sku yew) | *new* |  | "), "\(markdown)")
            #expect(try Command(base + ["-f", "atom", "-o", "feed.xml"], in: folder).status == 1)
            let feed = try String(contentsOfFile: "\(folder.path)/feed.xml", encoding: .utf8)
            #expect(
                feed.contains("<title>Plant (sku yew) is new</title>")
                    && feed.contains("<link href=\"https://plants.example/yew\"/>")
            )
            #expect(feed.contains("<updated>2026-05-28T18:00:00Z</updated>"))
            let document = XMLDocumentCheck(feed)
            #expect(document.error == nil, "\(document.error ?? "")")
            // Every identifier differs, in the same way in a second run.
            let identifiers = feed.split(separator: "<id>").dropFirst().map { $0.prefix { $0 != "<" } }
            #expect(Set(identifiers).count == 5)
            _ = try Command(base + ["-f", "atom", "-o", "again.xml"], in: folder)
            #expect(try String(contentsOfFile: "\(folder.path)/again.xml", encoding: .utf8) == feed)
        }
    }

    @Test func recordsWithoutKeysAreMatchedByTheirContent() throws {
        let files = [
            "1.jsonl":
                "{\"n\":\"oak\",\"h\":1,\"c\":\"green\",\"w\":5}\n{\"n\":\"elm\",\"h\":2,\"c\":\"red\",\"w\":6}\n",
            "2.jsonl":
                "{\"n\":\"elm\",\"h\":2,\"c\":\"red\",\"w\":6}\n{\"n\":\"oak\",\"h\":3,\"c\":\"green\",\"w\":5}\n",
            "twice.jsonl": "{\"n\":\"oak\"}\n{\"n\":\"oak\"}\n",
        ]
        try withFolder(files) { folder in
            let run = try Command(["changes", "1.jsonl", "2.jsonl"], in: folder)
            #expect(
                run.output == "the data has changed:\n  changed record\n    h: 1 → 3\n\n1 changed\n",
                "\(run.output)"
            )
            let ignoring = try Command(["changes", "1.jsonl", "2.jsonl", "--ignore", "h"], in: folder)
            #expect(ignoring.status == 0)
            #expect(ignoring.errors == "")
            let mistyped = try Command(["changes", "1.jsonl", "2.jsonl", "--ignore", "hh"], in: folder)
            #expect(mistyped.status == 1)
            #expect(mistyped.errors.hasPrefix("warning: no record has the field \"hh\" (--ignore)\n  help: "))
            let wrong = try Command(["changes", "1.jsonl", "2.jsonl", "--key", "m"], in: folder)
            #expect(wrong.status == 2)
            #expect(wrong.errors.contains("no record has the field \"m\" (--key)"))
            let twice = try Command(["changes", "twice.jsonl", "twice.jsonl", "--key", "n"], in: folder)
            #expect(twice.status == 0)
            #expect(
                twice.errors.contains("1 old records of record have the same n as others"),
                "\(twice.errors)"
            )
            let order = ["1.jsonl": "{\"n\":[1,2]}\n", "2.jsonl": "{\"n\":[2,1]}\n"]
            try withFolder(order) { folder in
                let plain = try Command(["changes", "1.jsonl", "2.jsonl"], in: folder)
                #expect(plain.status == 0)
                let ordered = try Command(["changes", "1.jsonl", "2.jsonl", "--order"], in: folder)
                #expect(ordered.status == 1)
            }
        }
    }

    @Test(arguments: [
        ("x.jsonl", "{\"a\":1}\nnothing\n", "x.jsonl:2:1: error: expected a record"),
        ("x.json", "[1]", "expected records, found a number"),
        ("x.csv", "a,b\n1,\"2\n", "x.csv:2:1: error: a quote is not closed"),
        ("x.csv", "a\n1,2\n", "x.csv:2:1: error: a row has 2 cells, and the first one 1 names"),
        ("x.db", "SQLite format 3\u{0}nothing of the kind", "cannot read the database"),
    ])
    func whatIsNoOutputIsReported(_ file: String, _ text: String, _ message: String) throws {
        try withFolder([file: text]) { folder in
            let run = try Command(["changes", file, file], in: folder)
            #expect(run.status == 3)
            #expect(run.errors.contains(message), "\(run.errors)")
            let missing = try Command(["changes", file, "missing.jsonl"], in: folder)
            #expect(missing.status == 3)
        }
    }
}

/// Whether a text is well-formed XML.
private final class XMLDocumentCheck {
    private(set) var error: String?

    init(_ text: String) {
        var open: [Substring] = []
        for part in text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1) {
            guard let end = part.firstIndex(of: ">") else {
                error = "a tag is not closed: \(part)"
                return
            }
            let tag = part[..<end]
            if part[end...].contains("&"),
                part[end...].split(separator: "&").dropFirst().contains(where: { !$0.prefix(6).contains(";") }
                )
            {
                error = "a bare & in \(part)"
            }
            if tag.hasPrefix("?") || tag.hasSuffix("/") { continue }
            if tag.hasPrefix("/") {
                if open.popLast() != tag.dropFirst() { error = "\(tag) closes another element" }
            } else {
                open.append(tag.prefix { $0 != " " })
            }
        }
        if !open.isEmpty { error = "open: \(open)" }
    }
}
