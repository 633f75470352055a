import Records
import Scraping
import Testing

/// The named formats of dates.
@Suite struct DateFormTests {
    @Test(arguments: [
        ("2018-05-28", "2018-05-28"), ("20180528", "2018-05-28"), ("2018-148", "2018-05-28"),
        ("2018148", "2018-05-28"), ("2018-W22-1", "2018-05-28"), ("2018W221", "2018-05-28"),
        ("2020-W53-5", "2021-01-01"), ("2018-05-28T23:30-0500", "2018-05-28"),
        ("2018-W53-1", #""2018-W53-1" is not a date in ISO 8601"#),
        ("2018-05", #""2018-05" is not a date in ISO 8601"#),
        ("2018-5-28", #""2018-5-28" is not a date in ISO 8601"#),
        ("180528", #""180528" is not a date in ISO 8601"#),
    ])
    func isoDays(_ text: String, _ result: String) throws {
        #expect(try readDate(text, #""type": "date""#) == result)
    }

    @Test(arguments: [
        ("2018-05-28T05:45Z", "2018-05-28T05:45:00Z"),
        ("2018-05-28t05:45:00.250z", "2018-05-28T05:45:00.250Z"),
        ("20180528T054500+0200", "2018-05-28T05:45:00+02:00"),
        ("2018-05-28 05:45:00,5 +02", "2018-05-28T05:45:00.5+02:00"),
        ("2018-05-28T05:45:00-500", #""2018-05-28T05:45:00-500" is not a date with a time in ISO 8601"#),
        (
            "2018-05-28T05:45:00Z+02:00",
            #""2018-05-28T05:45:00Z+02:00" is not a date with a time in ISO 8601"#
        ),
        ("2018-05-28T05", #""2018-05-28T05" is not a date with a time in ISO 8601"#),
        ("2018-05-28T05:45:00 Uhr", #""2018-05-28T05:45:00 Uhr" is not a date with a time in ISO 8601"#),
    ])
    func isoTimes(_ text: String, _ result: String) throws {
        #expect(try readDate(text, #""type": "datetime", "format": "iso-8601""#) == result)
    }

    @Test(arguments: [
        ("Mon, 28 May 2018 05:45:00 -0500", "2018-05-28T05:45:00-05:00"),
        ("28 May 2018 05:45 +0000", "2018-05-28T05:45:00Z"),
        ("Mon, 28 May 18 05:45:00 EDT", "2018-05-28T05:45:00-04:00"),
        ("28 May 98 05:45:00 UT", "1998-05-28T05:45:00Z"),
        ("28 May 118 05:45:00 GMT", "2018-05-28T05:45:00Z"),
        ("Mon, 28 May 2018 05:45:00 -0500 (EST)", "2018-05-28T05:45:00-05:00"),
        ("Mon, 28 May 2018 05:45:00", "2018-05-28T05:45:00+09:00"),
        ("mon,28 may 2018 5:45:00 Z", "2018-05-28T05:45:00Z"),
        (
            "Tue, 28 May 2018 05:45:00 GMT",
            #""Tue, 28 May 2018 05:45:00 GMT": 2018-05-28 is not the day of the week that is given"#
        ),
        (
            "28 Mai 2018 05:45:00 GMT",
            #""28 Mai 2018 05:45:00 GMT" is not a date with a time in the given format"#
        ),
    ])
    func mailsAndFeeds(_ text: String, _ result: String) throws {
        let keys = #""type": "datetime", "format": "rfc-2822", "timezone": "Asia/Tokyo", "locale": "de""#
        #expect(try readDate(text, keys) == result)
    }

    @Test(arguments: [
        ("unix", "1527504300", "2018-05-28T10:45:00Z"), ("unix", "1527504300.25", "2018-05-28T10:45:00.25Z"),
        ("unix", "-1", "1969-12-31T23:59:59Z"), ("unix", "0", "1970-01-01T00:00:00Z"),
        ("unix-ms", "1527504300250", "2018-05-28T10:45:00.250Z"),
        ("unix-ms", "1527504300000", "2018-05-28T10:45:00Z"),
        ("unix", "1527504300250", #""1527504300250" is not a date with a time in the given format"#),
        (
            "unix", "99999999999999999999",
            #""99999999999999999999" is not a date with a time in the given format"#
        ),
        ("unix", "1.5e9", #""1.5e9" is not a date with a time in the given format"#),
    ])
    func unixTimes(_ format: String, _ text: String, _ result: String) throws {
        #expect(try readDate(text, #""type": "datetime", "format": "\#(format)""#) == result)
    }

    @Test func unixTimesAreShownInTheZone() throws {
        let keys = #""format": "unix", "timezone": "Europe/Berlin""#
        #expect(try readDate("1527504300", #""type": "datetime", \#(keys)"#) == "2018-05-28T12:45:00+02:00")
        #expect(try readDate("1527544800", #""type": "date", \#(keys)"#) == "2018-05-29")
    }
}
