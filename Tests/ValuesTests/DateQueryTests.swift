import Scraping
import Testing

/// The dates of records that match the day or time given by a user.
@Suite struct DateQueryTests {
    @Test(arguments: [
        ("2018-05-28", "2018-05-28", true),
        ("2018-05-28", "2018-05-29", false),
        ("20180528", "2018-05-28", true),
        ("2018-W22-1", "2018-05-28", true),
        // A day is the local one in the time's own offset, whatever that is.
        ("2018-05-28", "2018-05-28T23:30:00-05:00", true),
        ("2018-05-29", "2018-05-28T23:30:00-05:00", false),
        ("2018-05-28", "2018-05-29T04:30:00Z", false),
        ("2018-05-28", "2018-05-28T00:00:00+14:00", true),
        ("2018-05-28", "2018-05-28T05:45:00", true),
        ("2018-05-28", "2018-05-28T05:45:00.25Z", true),
        // A time is the same instant in any offset.
        ("2018-05-28T05:45:00-0500", "2018-05-28T05:45:00-05:00", true),
        ("2018-05-28T10:45:00Z", "2018-05-28T05:45:00-05:00", true),
        ("2018-05-29T04:30Z", "2018-05-28T23:30:00-05:00", true),
        ("2018-05-28T05:45:00Z", "2018-05-28T05:45:00-05:00", false),
        ("2018-05-28T05:45:00", "2018-05-28T05:45:00-05:00", true),
        ("2018-05-28T05:45:00.50Z", "2018-05-28T05:45:00.5Z", true),
        ("2018-05-28T05:45:00.5Z", "2018-05-28T05:45:00Z", false),
        ("2018-05-28T05:45:00Z", "2018-05-28", false),
        ("2018-05-28", "soon", false),
    ])
    func datesAreFound(_ wanted: String, _ found: String, _ matches: Bool) throws {
        #expect(try #require(DateQuery(wanted)).matches(found) == matches)
    }

    @Test(arguments: [
        "", "2018-5-28", "28.05.2018", "2018-02-30", "2018-05", "today", "2018-05-28T25:00:00Z",
    ])
    func otherTextsAreNoDates(_ text: String) { #expect(DateQuery(text) == nil) }
}
