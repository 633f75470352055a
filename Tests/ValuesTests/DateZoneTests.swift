import Records
import Scraping
import Testing

/// The zone of times without one, and the page's clock.
@Suite struct DateZoneTests {
    @Test(arguments: [
        ("Europe/Berlin", "2018-05-28 05:45", "2018-05-28T05:45:00+02:00"),
        ("Europe/Berlin", "2018-12-28 05:45", "2018-12-28T05:45:00+01:00"),
        ("Europe/Berlin", "2018-12-28 05:45Z", "2018-12-28T05:45:00Z"),
        // An hour that occurs twice is the first one; an hour that is skipped does not exist.
        ("Europe/Berlin", "2018-10-28 02:30", "2018-10-28T02:30:00+02:00"),
        ("Europe/Berlin", "2018-10-28 03:00", "2018-10-28T03:00:00+01:00"),
        ("Europe/Berlin", "2018-03-25 01:59", "2018-03-25T01:59:00+01:00"),
        ("Europe/Berlin", "2018-03-25 03:00", "2018-03-25T03:00:00+02:00"),
        (
            "Europe/Berlin", "2018-03-25 02:30",
            #""2018-03-25 02:30": "2018-03-25T02:30:00" does not exist in Europe/Berlin: the clocks were put forward over it"#
        ),
        ("America/New_York", "2018-11-04 01:30", "2018-11-04T01:30:00-04:00"),
        ("Asia/Kathmandu", "2018-05-28 05:45", "2018-05-28T05:45:00+05:45"),
        ("Australia/Lord_Howe", "2018-01-28 05:45", "2018-01-28T05:45:00+11:00"),
        ("+05:30", "2018-05-28 05:45", "2018-05-28T05:45:00+05:30"),
        ("-0800", "2018-05-28 05:45", "2018-05-28T05:45:00-08:00"),
        ("UTC", "2018-05-28 05:45", "2018-05-28T05:45:00Z"),
    ])
    func timesWithoutAZoneAreInTheFieldsZone(_ zone: String, _ text: String, _ result: String) throws {
        #expect(try readDate(text, #""type": "datetime", "timezone": "\#(zone)""#) == result)
    }

    /// Abbreviations of several zones are those of the field's zone.
    @Test(arguments: [
        ("America/Chicago", "2018-01-28 05:45 CST", "2018-01-28T05:45:00-06:00"),
        ("America/Chicago", "2018-07-28 05:45 CST", "2018-07-28T05:45:00-06:00"),
        ("Asia/Shanghai", "2018-01-28 05:45 CST", "2018-01-28T05:45:00+08:00"),
        ("America/Havana", "2018-01-28 05:45 CST", "2018-01-28T05:45:00-05:00"),
        ("Asia/Kolkata", "2018-01-28 05:45 IST", "2018-01-28T05:45:00+05:30"),
        ("Europe/Dublin", "2018-07-28 05:45 IST", "2018-07-28T05:45:00+01:00"),
        ("Asia/Jerusalem", "2018-07-28 05:45 IST", "2018-07-28T05:45:00+02:00"),
        ("Europe/London", "2018-07-28 05:45 BST", "2018-07-28T05:45:00+01:00"),
        ("America/Halifax", "2018-01-28 05:45 AST", "2018-01-28T05:45:00-04:00"),
        ("+03:00", "2018-01-28 05:45 AST", "2018-01-28T05:45:00+03:00"),
        ("US/Central", "2018-07-28 05:45 CST", "2018-07-28T05:45:00-06:00"),
        ("Israel", "2018-01-28 05:45 IST", "2018-01-28T05:45:00+02:00"),
        ("Asia/Tel_Aviv", "2018-01-28 05:45 IST", "2018-01-28T05:45:00+02:00"),
        ("Asia/Chungking", "2018-01-28 05:45 CST", "2018-01-28T05:45:00+08:00"),
        ("America/Puerto_Rico", "2018-01-28 05:45 AST", "2018-01-28T05:45:00-04:00"),
        (
            "Europe/Berlin", "2018-01-28 05:45 CST",
            #""2018-01-28 05:45 CST": CST is a time zone of North America, China and Cuba, and not one of the field's "timezone""#
        ),
    ])
    func sharedAbbreviations(_ zone: String, _ text: String, _ result: String) throws {
        let keys = #""type": "datetime", "format": "yyyy-MM-dd HH:mm z", "timezone": "\#(zone)""#
        #expect(try readDate(text, keys) == result)
    }

    /// Zones whose offset happens to be one of the abbreviation's do not use it.
    @Test(arguments: [
        ("Europe/Paris", "2018-01-28 05:45 IST"), ("Europe/Paris", "2018-01-28 05:45 BST"),
        ("Asia/Jerusalem", "2018-07-28 05:45 AST"), ("America/Havana", "2018-07-28 05:45 AST"),
        ("Europe/London", "2018-01-28 05:45 BST"), ("Europe/Dublin", "2018-01-28 05:45 IST"),
        ("America/Denver", "2018-07-28 05:45 CST"), ("Asia/Singapore", "2018-07-28 05:45 CST"),
    ])
    func sharedAbbreviationsOfOtherZones(_ zone: String, _ text: String) throws {
        for keys in [#""format": "yyyy-MM-dd HH:mm z""#, #""in-text": true"#] {
            let message = try readDate(text, #""type": "datetime", "timezone": "\#(zone)", \#(keys)"#)
            #expect(message.contains("and not one of the field's"), "\(message)")
        }
    }

    @Test func mailDefinesCentralTime() throws {
        let keys = #""type": "datetime", "format": "rfc-2822""#
        #expect(try readDate("28 Jan 2018 05:45 CST", keys) == "2018-01-28T05:45:00-06:00")
        #expect(try readDate("28 Jan 2018 05:45 IST", keys).contains("IST is a time zone of India"))
    }

    @Test func daysHaveNoZone() throws {
        #expect(try readDate("2018-03-25", #""type": "date", "timezone": "Europe/Berlin""#) == "2018-03-25")
    }

    @Test(arguments: [
        ("2018-05-28T12:00:00Z", "May 28", "2018-05-28"),
        ("2018-05-28T12:00:00Z", "Jun 4", "2018-06-04"),
        ("2018-05-28T12:00:00Z", "Jun 5", "2017-06-05"),
        ("2018-05-28T12:00:00Z", "Dec 31", "2017-12-31"),
        ("2018-12-28", "Jan 2", "2019-01-02"),
        ("2018-05-28", "Feb 29", "2016-02-29"),
        ("2018-05-28", "Feb 30", #""Feb 30" is not a date in any of the given formats"#),
        // The day of the week decides.
        ("2018-05-28", "Tue Jun 5", "2018-06-05"),
        ("2018-05-28", "Mon Jun 5", "2017-06-05"),
        ("2018-05-28", "Sun Jun 5", "2016-06-05"), ("2018-05-28", "Sat Jun 5", "2021-06-05"),
        ("2018-05-28", "Tue Feb 29", "2028-02-29"), ("2025-05-28", "Tue Feb 29", "2028-02-29"),
        ("2018-05-28", "Wed Feb 29", "2012-02-29"),
        ("2018-12-31T23:30:00Z", "Jan 8", "2019-01-08"),
    ])
    func theMissingYearIsTheLatestThatFits(_ clock: String, _ text: String, _ result: String) throws {
        let keys = #""type": "date", "format": ["MMM d", "EEE MMM d"], "timezone": "Europe/Berlin""#
        #expect(try readDate(text, keys, clock: clock) == result)
    }

    @Test func withoutAClockTheYearIsNotGuessed() throws {
        let result = try readDate("May 28", #""type": "date", "format": "MMM d""#)
        #expect(
            result
                == #""May 28": the page's own time, which determines the day, is not known (give --clock)"#
        )
    }

    @Test func aClockThatIsNoTimeIsReported() throws {
        let result = try readDate("May 28", #""type": "date", "format": "MMM d""#, clock: "28.5.2018")
        #expect(result == #""May 28": the page's own time "28.5.2018" is not a time in ISO 8601"#)
    }
}
