import RulesTestSupport
import Scraping
import Testing

/// Two values that are the same: by `unique`, in groups, by `one-of` and by `distinct`.
@Suite struct SameValueTests {
    /// Rules for lines of one value of a type.
    private func rules(_ type: String, _ keys: String = "", _ more: String = "") -> String {
        """
        { "source": "text", "records": {
          "R": { "each": "line", \(keys) "fields": { "v": { "select": "::text", "type": \(type) } } } \(more)
        } }
        """
    }

    @Test(arguments: [
        ("decimal", "1.0", "1", true),
        ("decimal", "1.00", "1.0", true),
        ("decimal", "-0", "0", true),
        ("decimal", "1e2", "100", true),
        ("decimal", "1.01", "1.0", false),
        ("string", "1.0", "1", false),
        ("datetime", "2018-05-28T10:00:00+02:00", "2018-05-28T08:00:00Z", true),
        ("datetime", "2018-05-28T10:00:00.0+02:00", "2018-05-28T08:00:00Z", true),
        ("datetime", "2018-05-28T10:00:00.50", "2018-05-28T10:00:00.5", true),
        ("datetime", "2018-05-28T23:30:00-05:00", "2018-05-29T04:30:00Z", true),
        ("datetime", "2018-05-28T10:00:00.1Z", "2018-05-28T10:00:00Z", false),
        ("datetime", "2018-05-28T10:00:00.1000000001Z", "2018-05-28T10:00:00.1Z", false),
        ("datetime", "2018-05-28T10:00:00", "2018-05-28T10:00:00Z", false),
        ("datetime", "2016-12-31T23:59:60+00:00", "2017-01-01T00:00:00Z", false),
        ("datetime", "2017-01-01T00:59:60+01:00", "2016-12-31T23:59:60Z", true),
        ("string", "2018-05-28T10:00:00+02:00", "2018-05-28T08:00:00Z", false),
        ("string", "\u{E9}", "e\u{301}", false),
        ("duration", "P1D", "PT24H", true),
        ("duration", "PT60M", "1 h", true),
        ("duration", "P1Y", "P12M", true),
        ("duration", "P1M", "P30D", false),
        ("duration", "PT0.5S", "PT0.50S", true),
        ("duration", "PT1H", "PT1H1S", false),
    ])
    func oneDefinition(_ type: String, _ first: String, _ second: String, _ isSame: Bool) throws {
        let (page, type) = ("\(first)\n\(second)", "\"\(type)\"")
        let unique = try scrape(rules(type, #""unique": "v","#), page)
        #expect(unique.records.count == (isSame ? 1 : 2))
        #expect(unique.messages == [])

        let groups = try scrape(
            rules(type, "", #", "G": { "group": "R", "by": "v", "fields": { "n": { "count": "v" } } }"#),
            page
        )
        #expect(groups.records.count { $0.type == "G" } == (isSame ? 1 : 2))

        let word = try #require(groups.records.last { $0.type == "R" }?["v"])
        let expected = word.number.map(\.digits) ?? word.quoted
        let oneOf = try scrape(rules(type, #""expect": { "one-of": { "v": [\#(expected)] } },"#), page)
        #expect(oneOf.messages.isEmpty == isSame)

        let distinct = try scrape(rules(type, #""expect": { "distinct": { "v": 1 } },"#), page)
        #expect(distinct.messages.isEmpty != isSame)
    }

    /// Texts are compared by their bytes with the words of an `enum` and the table of a `map` too, and a message
    /// distinguishes those that look the same.
    @Test(arguments: [
        (#"{ "select": "::text", "type": { "enum": ["\u00E9"] } }"#, "is not one of \"\u{E9}\""),
        (#"{ "select": "::text", "apply": [{ "map": { "\u00E9": "x" } }] }"#, "the table of map has no"),
        (#"{ "select": "::text", "apply": [{ "key": { "x": "\u00E9" } }] }"#, "the table of key has no"),
    ])
    func textsAreTheirBytes(_ field: String, _ message: String) throws {
        let rules = """
            { "source": "text", "records": { "R": { "each": "line", "fields": { "v": \(field) } } } }
            """
        #expect(try scrape(rules, "\u{E9}").messages == [])
        let outcome = try scrape(rules, "e\u{301}")
        #expect(outcome.records.isEmpty)
        let found = try #require(outcome.diagnostics.first?.message)
        #expect(found.contains(message))
        if !message.contains("key") { #expect(found.hasSuffix(#": it is written "e\u0301""#)) }
    }

    /// Values within lists and objects of records are compared in the same way: a record that repeats another is no
    /// conflict.
    @Test func valuesWithinOthers() throws {
        let rules = """
            { "source": "json", "records": { "R": { "each": "r > item", "unique": "k", "fields": {
              "k": "> k", "l": { "select": "> l > item", "type": ["duration"] },
              "o": { "each": "> o > item", "fields": { "t": { "select": "t", "type": "datetime" } } }
            } } } }
            """
        let page = """
            { "r": [{ "k": 1, "l": ["PT24H"], "o": [{ "t": "2018-05-28T10:00:00+02:00" }] },
             { "k": 1, "l": ["P1D"], "o": [{ "t": "2018-05-28T08:00:00Z" }] }] }
            """
        let outcome = try scrape(rules, page)
        #expect(outcome.records.count == 1)
        #expect(outcome.messages == [])
    }

    /// A conflict names the lines of both records.
    @Test func conflictsHavePlaces() throws {
        let rules = #"""
            { "source": { "csv": { "header": ["k", "b"] } }, "records": {
              "R": { "each": "row", "unique": "k", "fields": { "k": { "select": "k", "type": "decimal" }, "b": "b" } }
            } }
            """#
        let outcome = try scrape(rules, "1.0,x\n2,y\n1,z\n")
        let message = "several R have k 1.0 and differ; the first is kept"
        #expect(outcome.messages == ["page:3: error: \(message)"])
        let notes = outcome.diagnostics.flatMap(\.notes).filter { $0.location.file == "page" }
        #expect(notes.map { "\($0.location.line ?? 0): \($0.message)" } == ["1: the first is here"])
    }
}
