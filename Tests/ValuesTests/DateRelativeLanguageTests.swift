import _FoundationICU
import Records
import RulesTestSupport
import Scraping
import Testing

/// The words of every language, as written by the toolchain, are read as intended.
@Suite struct DateRelativeLanguageTests {
    /// All languages except three: in the toolchain's data, some words for the past and the future are the same.
    static let languages = DateLocaleTests.languages.filter { !["mai", "pcm", "ti"].contains($0) }

    /// Counts and units, with their meanings relative to 2024-03-27T10:00:00Z.
    private static let meanings: [(count: Double, unit: URelativeDateTimeUnit, result: String)] = [
        (-3, UDAT_REL_UNIT_HOUR, "2024-03-27T07:00:00Z"), (-1, UDAT_REL_UNIT_HOUR, "2024-03-27T09:00:00Z"),
        (-5, UDAT_REL_UNIT_MINUTE, "2024-03-27T09:55:00Z"), (-2, UDAT_REL_UNIT_DAY, "2024-03-25"),
        (-21, UDAT_REL_UNIT_DAY, "2024-03-06"), (-2, UDAT_REL_UNIT_WEEK, "2024-03-13"),
        (-4, UDAT_REL_UNIT_MONTH, "2023-11-27"), (-7, UDAT_REL_UNIT_YEAR, "2017-03-27"),
        (3, UDAT_REL_UNIT_HOUR, "2024-03-27T13:00:00Z"), (2, UDAT_REL_UNIT_DAY, "2024-03-29"),
    ]

    @Test(arguments: languages) func phrasesComeBack(_ language: String) throws {
        var status = U_ZERO_ERROR
        let formatter = try #require(
            swift_ureldatefmt_open(language, nil, UDAT_STYLE_LONG, UDISPCTX_CAPITALIZATION_NONE, &status)
        )
        defer { swift_ureldatefmt_close(formatter) }
        let phrases = DateRelativeLanguageTests.meanings.map { meaning in
            var text = [UInt16](repeating: 0, count: 200)
            let count = swift_ureldatefmt_formatNumeric(
                formatter,
                meaning.count,
                meaning.unit,
                &text,
                200,
                &status
            )
            return String(decoding: text.prefix(Int(count)), as: UTF16.self)
        }
        let rules = """
            { "source": "text", "records": { "R": { "each": "line", "fields": { "x": {
              "select": "::text", "type": "datetime", "format": "relative", "locale": "\(language)"
            } } } } }
            """
        let page = Page(
            name: "page",
            bytes: Array(phrases.joined(separator: "\n").utf8),
            clock: "2024-03-27T10:00:00Z"
        )
        let outcome = try load(rules).scrape(page)
        let read = outcome.records.compactMap { $0["x"]?.text }
        // Days and longer units are days; in a few languages such a phrase is also one for a time.
        let meanings = DateRelativeLanguageTests.meanings
        #expect(read.count == meanings.count, "\(phrases)")
        #expect(zip(read, meanings).allSatisfy { $0.hasPrefix($1.result) }, "\(read) of \(phrases)")
    }

    @Test(arguments: [("mai", "2 दिन मे"), ("ti", "ኣብ 2 መዓልቲ")])
    func whatMeansTwoThingsIsReported(_ language: String, _ text: String) throws {
        let keys = #""type": "datetime", "format": "relative", "locale": "\#(language)""#
        let reported = "\"\(text)\" is not a date with a time in the given format"
        #expect(try readDate(text, keys, clock: "2024-03-27T10:00:00Z") == reported)
    }
}
