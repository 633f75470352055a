import DOM
import Encoding
import Records
import RulesTestSupport
import Scraping
import Testing

/// The value that a field with these keys yields for a text, or the last part of the report.
func readDate(_ text: String, _ keys: String, clock: String? = nil) throws -> String {
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let rules = """
        { "records": { "R": { "fields": { "x": { "select": "p", \(keys) }, "y": { "value": 1 } } } } }
        """
    let page = Page(name: "page", bytes: Array("<p>\(escaped)</p>".utf8), encoding: .utf8, clock: clock)
    let outcome = try load(rules).scrape(page)
    if let message = outcome.diagnostics.first?.message {
        return message.split(separator: "(`p`): ").last.map(String.init) ?? ""
    }
    return outcome.records.first?["x"].map { $0.text } ?? "nothing"
}

/// Formats with the letters of Unicode Technical Standard 35.
@Suite struct DateFormatTests {
    @Test(arguments: [
        ("MMM d yyyy", "Oct 11 2017", "2017-10-11"),
        ("MMM d, y", "Oct 11, 2017", "2017-10-11"),
        ("MMMM d u", "October 11 2017", "2017-10-11"),
        ("LLLL d yyyy", "october 11 2017", "2017-10-11"),
        ("MMM d yyyy", "Sept. 11 2017", "2017-09-11"),
        ("MMM d yyyy", "Octob 11 2017", "2017-10-11"),
        ("dd-MMM-yyyy", "07-Oct-2017", "2017-10-07"),
        ("yyyyMMdd", "20171007", "2017-10-07"),
        ("yyMMdd", "171007", "2017-10-07"),
        ("d/M/yy", "7/10/68", "2068-10-07"),
        ("d/M/yy", "7/10/69", "1969-10-07"),
        ("yyyy-DDD", "2020-366", "2020-12-31"),
        ("yyyyDDD", "2020001", "2020-01-01"),
        ("EEE, d MMM yyyy", "Wed, 11 Oct 2017", "2017-10-11"),
        ("cccc d MMM yyyy", "Wednesday 11 Oct 2017", "2017-10-11"),
        ("e yyyy-MM-dd", "4 2017-10-11", "2017-10-11"),
        ("yyyy年M月d日", "2017年10月7日", "2017-10-07"),
        ("yyyy'年'MM'月'dd'日'", "２０１７年１０月０７日", "2017-10-07"),
        ("d 'de' MMMM", "7 de October", "2017-10-07"),
        ("d MMM ''yy", "7 Oct ’17", "2017-10-07"),
    ])
    func days(_ format: String, _ text: String, _ day: String) throws {
        let keys = #""type": "date", "format": "\#(format)""#
        #expect(try readDate(text, keys, clock: "2017-12-01") == day)
    }

    @Test(arguments: [
        ("yyyy-MM-dd'T'HH:mm:ssZ", "2018-05-28T05:45:00-0500", "2018-05-28T05:45:00-05:00"),
        ("yyyy-MM-dd HH:mm:ss.SSS", "2018-05-28 05:45:00.250", "2018-05-28T05:45:00.250"),
        ("yyyy-MM-dd HH:mm XXX", "2018-05-28 05:45 +05:30", "2018-05-28T05:45:00+05:30"),
        ("yyyy-MM-dd HH:mm xx", "2018-05-28 05:45 +0530", "2018-05-28T05:45:00+05:30"),
        ("yyyy-MM-dd HH:mm X", "2018-05-28 05:45 Z", "2018-05-28T05:45:00Z"),
        ("yyyy-MM-dd HH:mm ZZZZ", "2018-05-28 05:45 GMT-8", "2018-05-28T05:45:00-08:00"),
        ("yyyy-MM-dd HH:mm z", "2018-05-28 05:45 CEST", "2018-05-28T05:45:00+02:00"),
        ("yyyy-MM-dd HH:mm z", "2018-05-28 05:45 EST", "2018-05-28T05:45:00-05:00"),
        (
            "yyyy-MM-dd HH:mm z", "2018-05-28 05:45 BST",
            #""2018-05-28 05:45 BST": BST is a time zone of Britain, Bangladesh and Bougainville: name it in the field's "timezone""#
        ),
        ("yyyy-MM-dd HH:mm Z", "2018-05-28 05:45 +15:59", "2018-05-28T05:45:00+15:59"),
        (
            "yyyy-MM-dd HH:mm Z", "2018-05-28 05:45 +16:00",
            #""2018-05-28 05:45 +16:00" is not a date with a time in the given format"#
        ),
        ("yyyy-MM-dd HH:mm z", "2018-05-28 05:45 JST", "2018-05-28T05:45:00+09:00"),
        ("yyyy-MM-dd HH:mm z", "2018-05-28 05:45 UTC", "2018-05-28T05:45:00Z"),
        ("yyyy-MM-dd HH:mm v", "2018-05-28 05:45 Pacific Time", "2018-05-28T05:45:00-07:00"),
        ("yyyy-MM-dd HH:mm v", "2018-01-28 05:45 PT", "2018-01-28T05:45:00-08:00"),
        (
            "yyyy-MM-dd HH:mm zzzz", "2018-05-28 05:45 Central European Summer Time",
            "2018-05-28T05:45:00+02:00"
        ),
        ("yyyy-MM-dd HH:mm VV", "2018-05-28 05:45 Asia/Kolkata", "2018-05-28T05:45:00+05:30"),
        ("M/d/yyyy h:mm a", "5/28/2018 12:05 am", "2018-05-28T00:05:00"),
        ("M/d/yyyy h:mm a", "5/28/2018 12:05 P.M.", "2018-05-28T12:05:00"),
        ("M/d/yyyy h:mma", "5/28/2018 1:05pm", "2018-05-28T13:05:00"),
        ("M/d/yyyy K:mm a", "5/28/2018 0:05 pm", "2018-05-28T12:05:00"),
        ("M/d/yyyy h b", "5/28/2018 12 noon", "2018-05-28T12:00:00"),
        ("M/d/yyyy h B", "5/28/2018 9 at night", "2018-05-28T21:00:00"),
        ("M/d/yyyy k:mm", "5/28/2018 24:05", "2018-05-28T00:05:00"),
        ("d.M.yyyy 'um' HH:mm 'Uhr'", "28.5.2018 um 05:45 Uhr", "2018-05-28T05:45:00"),
        (
            "M/d/yyyy h:mm a", "5/28/2018 13:05 PM",
            #""5/28/2018 13:05 PM" is not a date with a time in the given format"#
        ),
        (
            "M/d/yyyy H:mm", "5/28/2018 24:00",
            #""5/28/2018 24:00" is not a date with a time in the given format"#
        ),
    ])
    func times(_ format: String, _ text: String, _ result: String) throws {
        let keys = #""type": "datetime", "locale": "en", "format": "\#(format)""#
        #expect(try readDate(text, keys) == result)
    }

    @Test(arguments: [
        ("yyyy-MM-dd", "2017-02-30", #""2017-02-30" is not a date in the given format"#),
        ("yyyy-MM-dd", "17-02-03", #""17-02-03" is not a date in the given format"#),
        ("d/M/yy", "7/10/1969", #""7/10/1969" is not a date in the given format"#),
        ("MMM d yyyy", "Ju 11 2017", #""Ju 11 2017" is not a date in the given format"#),
        ("yyyy-DDD", "2019-366", #""2019-366" is not a date in the given format"#),
        (
            "EEE, d MMM yyyy", "Mon, 11 Oct 2017",
            #""Mon, 11 Oct 2017": 2017-10-11 is not the day of the week that is given"#
        ),
    ])
    func whatDoesNotFitIsReported(_ format: String, _ text: String, _ result: String) throws {
        #expect(try readDate(text, #""type": "date", "format": "\#(format)""#) == result)
    }

    @Test(arguments: [
        ("2017-10-07", "2017-10-07"), ("7.10.2017", "2017-10-07"), ("Oct 7, 2017", "2017-10-07"),
        ("7/10/2017", #""7/10/2017" is not a date in any of the given formats"#),
    ])
    func formatsAreTriedInOrder(_ text: String, _ result: String) throws {
        let keys = #""type": "date", "format": ["iso-8601", "d.M.yyyy", "MMM d, yyyy"]"#
        #expect(try readDate(text, keys) == result)
    }

    @Test(arguments: [
        (#""date", "format": "yyyy-MM-DD""#, "the day of the month is d"),
        (#""date", "format": "YYYY-MM-dd""#, "write the year with y"),
        (#""date", "format": "yyyy-MM""#, "has no day"),
        (#""date", "format": "rfc2822""#, #"did you mean "rfc-2822"?"#),
        (#""datetime", "format": "yyyy-MM-dd""#, "has no time of day"),
        (#""datetime", "format": "yyyy-MM-dd hh:mm""#, "of twenty-four it is H"),
        (#""date", "format": "yyyy-MM-dd'T""#, "a quote does not end"),
        (#""date", "format": "d MMM yyyy d""#, "has the same field twice"),
        (#""date", "locale": "klingon""#, #"unknown locale "klingon""#),
        (#""date", "timezone": "Europe/Berln""#, #"did you mean "Europe/Berlin"?"#),
        (#""string", "timezone": "UTC""#, #""timezone" needs the type date or datetime"#),
    ])
    func wrongRulesAreReportedWhenLoaded(_ keys: String, _ message: String) {
        let rules = #"{ "records": { "R": { "fields": { "x": { "select": "p", "type": \#(keys) } } } } }"#
        #expect(errors(rules).contains(message))
    }
}
