import Foundation
import Testing

/// `--where FIELD=VALUE`, by the types of fields.
@Suite struct WhereTests {
    static let rules = """
        {
          "source": "json",
          "records": {
            "Event": {
              "each": "events > item",
              "where": { "date": "start", "coach": "staff" },
              "fields": {
                "name": "> name",
                "start": { "select": "> start", "type": "datetime" },
                "day": { "select": "> day", "type": "date" },
                "open": { "select": "> open", "type": "boolean" },
                "kind": { "select": "> kind", "type": { "enum": ["solo", "team"] } },
                "staff": { "each": "> staff > item", "fields": { "name": "> name", "since": { "select": "> since", "type": "date" } } },
                "times": { "select": "> times > item", "type": ["datetime"] },
                "length": { "select": "> length", "type": "duration" },
                "note": "> note",
                "link": { "select": "> link", "type": "url" },
                "extra": { "select": "> extra", "type": "json" }
              }
            },
            "Note": { "each": "notes > item", "fields": { "text": "::text" } }
          }
        }
        """
    static let page = """
        { "events": [
          { "name": "a", "start": "2018-05-28T23:30:00-0500", "day": "2018-05-28", "open": true, "kind": "solo",
            "staff": [{ "name": "Kim", "since": "2016-01-01" }, { "name": "Lee" }], "note": "2018-05-28T10:00:00Z", "length": "PT60M",
            "link": "https://a.example" },
          { "name": "b", "start": "2018-05-29T04:30:00Z", "day": "2018-05-29", "open": false, "kind": "team",
            "times": ["2018-05-28T06:00:00Z", "2018-05-30T06:00:00Z"], "extra": { "x": 7 } },
          { "name": "c", "start": "2018-05-28T05:45:00+0000", "note": "2018-05-28" },
          { "name": "d", "note": "\\u00E9" }, { "name": "e", "note": "e\\u0301" }
        ], "notes": ["2018-05-28"] }
        """

    private func run(_ filters: [String]) throws -> Command {
        var command: Command?
        try withFolder(["Rules/club.json": WhereTests.rules, "page.json": WhereTests.page]) { folder in
            let arguments =
                ["--rules", "club", "-f", "tsv"] + filters.flatMap { ["--where", $0] } + ["page.json"]
            command = try Command(arguments, in: folder)
        }
        return try #require(command)
    }

    @Test(arguments: [
        (["date=2018-05-28"], "ac"), (["start=2018-05-28"], "ac"), (["date=2018-05-29"], "b"),
        (["start=2018-05-29T04:30:00Z"], "ab"), (["start=2018-05-28T05:45:00Z"], "c"),
        (["day=2018-05-28"], "a"), (["date=2018-05-28", "open=true"], "a"), (["date=2018-05-27"], ""),
        (["kind=team"], "b"), (["staff.name=Lee"], "a"), (["coach.name=Kim"], "a"),
        (["staff.since=2016-01-01"], "a"), (["times=2018-05-30"], "b"), (["extra.x=7.0"], "b"),
        (["length=PT60M"], "a"), (["length=PT1H"], "a"), (["length=1 h"], "a"), (["length=PT61M"], ""),
        (["link=https://a.example/"], "a"), (["link=https://a.example"], "a"),
        (["link=HTTPS://A.example:443/"], "a"), (["link=https://a.example/x"], ""),
        (["note=\u{E9}"], "d"), (["note=e\u{301}"], "e"),
        // A text that looks like a time is a text.
        (["note=2018-05-28"], "c"), (["text=2018-05-28"], "-"),
    ])
    func recordsAreChosen(_ filters: [String], _ names: String) throws {
        let command = try run(filters)
        let rows = command.output.split(separator: "\n").dropFirst()
        let found = rows.map { $0.hasPrefix("Note") ? "-" : $0.split(separator: "\t")[1] }.joined()
        #expect(found == names)
        #expect(command.errors == "")
        #expect(command.status == 0)
    }

    @Test(arguments: [
        ("strt=2018-05-28", "no record has a field \"strt\" (--where)\n  help: did you mean \"start\"?"),
        (
            "date=28 May",
            "\"28 May\" is not a value of the field \"date\" of type datetime (--where)\n  "
                + "help: write a day like 2018-05-28, or a time like 2018-05-28T05:45:00-05:00"
        ),
        (
            "day=2018-05-28T00:00:00Z",
            "\"2018-05-28T00:00:00Z\" is not a value of the field \"day\" of type date (--where)\n  "
                + "help: write a day like 2018-05-28"
        ),
        (
            "open=yes",
            "\"yes\" is not a value of the field \"open\" of type boolean (--where)\n  help: write true or false"
        ),
        (
            "link=a.example",
            "\"a.example\" is not a value of the field \"link\" of type url (--where)\n  "
                + "help: write a whole address like https://plants.example/list"
        ),
        (
            "kind=tema",
            "\"tema\" is not a value of the field \"kind\" of type enum (--where)\n  help: did you mean \"team\"?"
        ),
    ])
    func impossibleFiltersAreReported(_ filter: String, _ message: String) throws {
        let command = try run([filter])
        #expect(command.errors == "error: \(message)\n")
        #expect(command.output == "")
        #expect(command.status == 2)
    }

    @Test(arguments: ["staff.nme=x", "name.x=y", "=x"])
    func fieldsWithinFieldsAreChecked(_ filter: String) throws { #expect(try run([filter]).status == 2) }

    /// A field's name may have a point.
    @Test(arguments: [("a.b=1", 1), ("c.d=y", 1), ("a.b=3", 0)])
    func aNameWithAPointIsThatOfAField(_ filter: String, _ count: Int) throws {
        let rules =
            #"{ "records": { "P": { "each": "p", "fields": { "a.b": "b", "c": { "within": "i", "fields": { "d": "u" } } } } } }"#
        let page = "<p><b>1</b><i><u>x</u></i><p><b>2</b><i><u>y</u></i>"
        try withFolder(["r.json": rules, "p.html": page]) { folder in
            let command = try Command(
                ["--rules", "r.json", "-f", "jsonl", "--where", filter, "p.html"],
                in: folder
            )
            #expect(command.status == 0, "\(command.errors)")
            #expect(command.output.split(separator: "\n").count == count)
        }
    }

    /// The inputs of the gym's members: a studio and a day.
    @Test func theScheduleAnswersAStudioAndADay() throws {
        let command = try Command([
            "--rules", "alchemy-schedule", "-f", "tsv", "--where", "location=Northeast", "--where",
            "date=2018-05-28",
            "Corpus/alchemy-schedule/around-midnight/page.json",
        ])
        #expect(
            command.output == """
                @type\tid\tname\tstart\tend\tlocation\tinstructor\tcancelled\tfull\tspaces
                Event\t58301\tLate Flow\t2018-05-28T23:30:00-05:00\t2018-05-29T00:15:00-05:00\tNortheast\tInes Okafor\tfalse\tfalse\t9

                """
        )
        #expect(command.status == 0)
    }
}
