import RulesTestSupport
import Testing

/// The one date in a text: `"in-text": true`.
@Suite struct DateInTextTests {
    /// Without a format: ISO 8601, and days whose month has a name.
    @Test(arguments: [
        ("en", "Updated on Monday, 28 May 2018 by Lee.", "2018-05-28"),
        ("en", "It happened on Apr 27th, 2020, in the rain", "2020-04-27"),
        ("en", "(1st of all: April 1st 2020)", "2020-04-01"),
        ("en", "Posted 2018-05-28; 3 comments", "2018-05-28"),
        ("en", "2018-05-28", "2018-05-28"),
        ("en", "3 Septembers, and 4 Septembe 2020", "2020-09-04"),
        ("en", "28 May 2018, that is 2018-05-28, and again May 28, 2018", "2018-05-28"),
        ("de", "Geändert: 3. März 2021, 12 Kommentare", "2021-03-03"),
        ("fr", "publié le 1er avril 2020 à Paris", "2020-04-01"),
        ("es", "Madrid, 7 de octubre de 2017. Redacción", "2017-10-07"),
        ("ru", "опубликовано 5 мая 2020 г.", "2020-05-05"),
        ("ja", "公開日2017年10月7日更新", "2017-10-07"),
        ("en", "May 28, 2018·5 min read", "2018-05-28"), ("en", "«May 28, 2018»×", "2018-05-28"),
        ("ko", "입력 2017년 10월 7일 기자", "2017-10-07"),
    ])
    func findsDays(_ locale: String, _ text: String, _ day: String) throws {
        #expect(try readDate(text, #""type": "date", "in-text": true, "locale": "\#(locale)""#) == day)
    }

    /// With the formats in the rules, including named ones; a date without a year takes the year from the clock.
    @Test(arguments: [
        (#""dd.MM.yyyy""#, "am 19.07.2022 um elf", "2022-07-19"),
        (#""M/d/yy""#, "due 3/4/18, paid", "2018-03-04"),
        (#"["M/d/yyyy", "M/d"]"#, "on 3/4/2018", "2018-03-04"),
        (#""MMMM d""#, "born on June 3rd here", "2018-06-03"),
        (#""relative""#, "Written 2 days ago by Kim", "2018-06-18"),
        (#""relative""#, "3 hours ago·", "2018-06-20"),
        // "now" within a word.
        (#""relative""#, "I know it: 2 days ago", "2018-06-18"),
        (#""rfc-2822""#, "Date: Mon, 28 May 2018 05:45:00 -0500 (CDT)", "2018-05-28"),
        (#""iso-8601""#, "at 2018-05-28T05:45:00Z.", "2018-05-28"),
    ])
    func findsByFormat(_ format: String, _ text: String, _ day: String) throws {
        let keys = #""type": "date", "in-text": true, "format": \#(format)"#
        #expect(try readDate(text, keys, clock: "2018-06-20T12:00:00Z") == day)
    }

    @Test(arguments: [
        ("Posted: Nov 28, 2016 11:00 AM PT | Lee", "2016-11-28T11:00:00-08:00"),
        ("on 28 May 2018, 17:45 in Rome", "2018-05-28T17:45:00"),
        ("on May 28, 2018 at 5:45 pm", "2018-05-28T17:45:00"),
    ])
    func findsTimes(_ text: String, _ time: String) throws {
        #expect(try readDate(text, #""type": "datetime", "in-text": true"#) == time)
    }

    /// The time of day after a time, whatever its form: "PM" and the locale's words.
    @Test(arguments: [
        ("en", "on February 15, 2024 at 8:15 PM·4 min read", "2024-02-15T20:15:00"),
        ("en", "Nov 12, 2023 8:15 PM®", "2023-11-12T20:15:00"),
        ("en", "Nov 12, 2023 8:15 PM×", "2023-11-12T20:15:00"),
        ("en", "Nov 12, 2023 8:15 PM²", "2023-11-12T20:15:00"),
        ("en", "Nov 12, 2023 8:15 PM4 min read", "2023-11-12T20:15:00"),
        ("en", "Nov 12, 2023 1:00 PMUpdated 2 days later", "2023-11-12T13:00:00"),
        ("en", "Nov 12, 2023 8:15 (PM) EST", "2023-11-12T20:15:00-05:00"),
        ("en", "Nov 12, 2023 8:15 PM EST·", "2023-11-12T20:15:00-05:00"),
        ("en", "Nov 12, 2023 8:15 PM EST•Lee", "2023-11-12T20:15:00-05:00"),
        ("en", "2023-11-12 08:15 PM", "2023-11-12T20:15:00"),
        ("en", "2023-11-12 08:15:00 p. m. EST", "2023-11-12T20:15:00-05:00"),
        ("en", "2023-11-12 08:15 in the evening", "2023-11-12T20:15:00"),
        ("en", "2023-11-12 08:15, in the evening", "2023-11-12T20:15:00"),
        ("en", "2023-11-12 10:15 morning news", "2023-11-12T10:15:00"),
        ("en", "2023-11-12 10:15 J.K. Rowling", "2023-11-12T10:15:00"),
        ("en", "2023-11-12 10:15 i.e. now", "2023-11-12T10:15:00"),
        ("en", "2023-11-12 12:15 AM", "2023-11-12T00:15:00"),
        ("en", "2023-11-12 17:45 PM EST", "2023-11-12T17:45:00-05:00"),
        ("en", "2023-11-12 12:15 amid", "2023-11-12T12:15:00"),
        ("el", "12 Νοεμβρίου 2023, 8:15 μ.μ.", "2023-11-12T20:15:00"),
        ("de", "12. November 2023, 8:15 Uhr abends", "2023-11-12T20:15:00"),
        ("de", "12. November 2023, 12:15 Uhr am Bahnhof", "2023-11-12T12:15:00"),
        ("pl", "12 listopada 2023, 4:15 po południu", "2023-11-12T16:15:00"),
        ("sv", "12 november 2023, 8:15 e.m.", "2023-11-12T20:15:00"),
        ("en", "Posted May 28, 2018 at 8:15pm by Joe", "2018-05-28T20:15:00"),
    ])
    func findsTimesOfDay(_ locale: String, _ text: String, _ time: String) throws {
        #expect(try readDate(text, #""type": "datetime", "in-text": true, "locale": "\#(locale)""#) == time)
    }

    /// A word that may be a time of day is not skipped.
    @Test(arguments: [
        ("en", "2023-11-12 08:15 at night", #""at night" after the time may be a time of day"#),
        ("en", "2023-11-12 08:15 evening", #""evening" after the time may be a time of day"#),
        ("en", "2023-11-12 10:00 Night Watch", #""night" after the time may be a time of day"#),
        ("en", "2023-11-12 12:00 midnight", #""midnight" after the time may be a time of day"#),
        ("en", "2023-11-12 08:15 pmupdated", #""pm" after the time may be a time of day"#),
        ("pl", "12 listopada 2023, 8:15 po południu", #""po południu" after the time may be a time of day"#),
        ("sq", "12 nëntor 2023, 8:15 m.d.", #""m.d." after the time may be a time of day"#),
        ("zh", "2018年5月28日 10:00下午茶", #""下午" after the time may be a time of day"#),
        ("en", "Nov 12, 2023 1:00 PMNov 17, 2023 6:02 PM", "has two dates"),
    ])
    func reportsTimesOfDay(_ locale: String, _ text: String, _ reason: String) throws {
        let message = try readDate(text, #""type": "datetime", "in-text": true, "locale": "\#(locale)""#)
        #expect(message.contains(reason), "\(message)")
    }

    /// The zone after a time, whatever the field's own zone is.
    @Test(arguments: [
        ("en", "on May 28, 2018 at 5:45 pm EST by Lee", "2018-05-28T17:45:00-05:00"),
        ("en", "on May 28, 2018 at 5:45 pm (Pacific Time)", "2018-05-28T17:45:00-07:00"),
        ("en", "on May 28, 2018 at 5:45 pm, UTC", "2018-05-28T17:45:00Z"),
        ("en", "on May 28, 2018 at 5:45 pm est", "2018-05-28T17:45:00-05:00"),
        ("en", "on May 28, 2018 17:45 +0200", "2018-05-28T17:45:00+02:00"),
        ("en", "on May 28, 2018 17:45 -08:00", "2018-05-28T17:45:00-08:00"),
        ("en", "on 2018-05-28 17:45 EST", "2018-05-28T17:45:00-05:00"),
        ("en", "on 2018-05-28T17:45[Europe/Berlin]", "2018-05-28T17:45:00+02:00"),
        ("de", "am 28. Mai 2018, 17:45 MESZ", "2018-05-28T17:45:00+02:00"),
        ("en_AU", "on 28 May 2018 17:45 AEST", "2018-05-28T17:45:00+10:00"),
        ("en", "on May 28, 2018 at 5:45 pm CST", "2018-05-28T17:45:00+08:00"),
        ("en", "on May 28, 2018 17:45 UTC +5:30", "2018-05-28T17:45:00+05:30"),
        ("en", "on May 28, 2018 17:45 (GMT +2)", "2018-05-28T17:45:00+02:00"),
        ("en", "on May 28, 2018 17:45 GMT (+2)", "2018-05-28T17:45:00+02:00"),
        ("en", "on May 28, 2018 17:45 UTC/GMT +0200", "2018-05-28T17:45:00+02:00"),
        ("en", "on 2018-05-28 17:45 UTC +2", "2018-05-28T17:45:00+02:00"),
        ("en", "on May 28, 2018 17:45 UTC±0", "2018-05-28T17:45:00Z"),
        ("en", "on May 28, 2018 17:45 UTC, +3 others", "2018-05-28T17:45:00Z"),
        ("en", "on May 28, 2018 17:45 hrs EST", "2018-05-28T17:45:00-05:00"),
        ("de", "am 28. Mai 2018, 17:45 Uhr MESZ", "2018-05-28T17:45:00+02:00"),
        ("de", "am 28. Mai 2018, 17:45 Uhr (MEZ)", "2018-05-28T17:45:00+01:00"),
        ("ru", "28 мая 2018 17:45 МСК", "2018-05-28T17:45:00+03:00"),
        ("de", "am 28. Mai 2018, 17:45 Uhr in Rom", "2018-05-28T17:45:00+08:00"),
        ("en", "on May 28, 2018 17:45 NASA said", "2018-05-28T17:45:00+08:00"),
        // Words that are abbreviations in capitals only.
        ("en", "on 28 May 2018 17:45 at Rome", "2018-05-28T17:45:00+08:00"),
        ("en", "on 28 May 2018, 17:45, west of it", "2018-05-28T17:45:00+08:00"),
        ("fr", "le 28 mai 2018 17:45 est ouvert", "2018-05-28T17:45:00+08:00"),
        ("de", "am 28. Mai 2018 17:45 ist offen", "2018-05-28T17:45:00+08:00"),
        ("pl", "od 28 maja 2018 17:45 z Warszawy", "2018-05-28T17:45:00+08:00"),
        ("en", "on 28 May 2018 17:45 - 18:30, +3 others", "2018-05-28T17:45:00+08:00"),
    ])
    func findsZones(_ locale: String, _ text: String, _ time: String) throws {
        let keys =
            #""type": "datetime", "in-text": true, "locale": "\#(locale)", "timezone": "Asia/Shanghai""#
        #expect(try readDate(text, keys) == time)
    }

    /// A zone follows a time of the given formats too.
    @Test(arguments: [
        ("am 28.5.2018 17:45 UTC", "2018-05-28T17:45:00Z"),
        ("am 28.5.2018 17:45 (+02:00)", "2018-05-28T17:45:00+02:00"),
        ("am 28.5.2018 17:45 met vrienden", "2018-05-28T17:45:00+08:00"),
    ])
    func findsZonesAfterFormats(_ text: String, _ time: String) throws {
        let keys =
            #""type": "datetime", "in-text": true, "format": "d.M.yyyy HH:mm", "timezone": "Asia/Shanghai""#
        #expect(try readDate(text, keys) == time)
    }

    /// A zone follows the time of a relative day too.
    @Test(arguments: [
        ("posted yesterday 14:05 EST by Lee", "2024-03-26T14:05:00-05:00"),
        ("posted today at 2:05 PM (Pacific Time)", "2024-03-27T14:05:00-07:00"),
        ("posted yesterday 14:05 +0200", "2024-03-26T14:05:00+02:00"),
        ("posted yesterday 14:05 at home", "2024-03-26T14:05:00+08:00"),
        ("posted 14:05 yesterday", "2024-03-26T14:05:00+08:00"),
    ])
    func findsZonesAfterRelativeDays(_ text: String, _ time: String) throws {
        let keys = #""type": "datetime", "in-text": true, "format": "relative", "timezone": "Asia/Shanghai""#
        #expect(try readDate(text, keys, clock: "2024-03-27T10:00:00Z") == time)
        let message = try readDate(
            "posted yesterday 14:05 IST",
            keys,
            clock: "2024-03-27T10:00:00Z"
        )
        #expect(message.contains("IST is a time zone of India, Ireland and Israel"))
    }

    /// The day of a time does not depend on its zone.
    @Test func daysNeedNoZone() throws {
        for zone in ["IST", "+16:00", "AEST"] {
            let text = "on May 28, 2018 at 5:45 pm \(zone)"
            #expect(try readDate(text, #""type": "date", "in-text": true"#) == "2018-05-28")
        }
    }

    /// A zone that is not known is not replaced by the field's own.
    @Test(arguments: [
        ("5:45 pm IST", "IST is a time zone of India, Ireland and Israel", "and not one of the field's"),
        ("5:45 pm (BST)", "BST is a time zone of Britain", "and not one of the field's"),
        ("5:45 pm AST, or 2018-05-28", "AST is a time zone of the Atlantic", "and not one of the field's"),
        ("5:45 pm AEST", "AEST after the time may be a time zone, and the field's \"locale\" has none", ""),
        ("17:45 +16:00", #""+16:00" after the time is not the offset of a time zone"#, ""),
        ("17:45 UTC+16", #""+16" after the time is not the offset of a time zone"#, ""),
        ("17:45 -18:30", #""-18:30" after the time is not the offset of a time zone"#, ""),
        ("17:45 UTC+2.5", #""+2.5" after the time is not the offset of a time zone"#, ""),
        ("17:45 UTC +3 votes", #""+3" after the time may be an offset or not"#, ""),
        ("17:45 EST5EDT", #""EST5EDT" after the time is not the name of a known time zone"#, ""),
        ("17:45 CET/CEST", #""CET/CEST" after the time has two time zones"#, ""),
        ("17:45 GMT/BST", #""GMT/BST" after the time has two time zones"#, ""),
        ("17:45 MESZ", "MESZ after the time may be a time zone, and the field's \"locale\" has none", ""),
        ("17:45 WIB", "WIB after the time may be a time zone, and the field's \"locale\" has none", ""),
        (
            "7:45 am -09:30", #""-09:30" after the time may be an offset or not: include it in the "format""#,
            ""
        ),
        ("17:45 +12 votes", #""+12" after the time may be an offset or not: include it in the "format""#, ""),
    ])
    func reportsZones(_ zone: String, _ reason: String, _ end: String) throws {
        let keys = #""type": "datetime", "in-text": true, "locale": "en", "timezone": "Asia/Tokyo""#
        let message = try readDate("on May 28, 2018 at \(zone)", keys)
        #expect(message.contains(reason) && message.contains(end), "\(message)")
    }

    @Test func reportsOffsetsOfISO() throws {
        let keys = #""type": "datetime", "in-text": true, "timezone": "Asia/Shanghai""#
        let text = "Posted 2018-05-28T17:45:00+16:00"
        let message = #""\#(text)": "+16:00" after the time is not the offset of a time zone"#
        #expect(try readDate(text, keys) == message)
    }

    /// Nothing is guessed if there are two dates, or none, and no part of another number or word is a date.
    @Test(arguments: [
        (
            #""type": "date", "in-text": true"#, "from 1 May 2018 to 3 May 2018",
            #""from 1 May 2018 to 3 May 2018" has two dates, "1 may 2018" and "3 may 2018""#
        ),
        (
            #""type": "date", "in-text": true"#, "Published May 28, 2018Updated June 5, 2018",
            #""Published May 28, 2018Updated June 5, 2018" has two dates, "may 28, 2018" and "june 5, 2018""#
        ),
        (
            #""type": "date", "in-text": true"#, "UpdatedMar 6, 2018Original:Dec 21, 2016",
            #""UpdatedMar 6, 2018Original:Dec 21, 2016" has two dates, "mar 6, 2018" and "dec 21, 2016""#
        ),
        (
            #""type": "date", "in-text": true, "format": "d MMMM y", "locale": "ru""#,
            "Изменено5 мая 2018 Создано 4 мая 2018",
            #""Изменено5 мая 2018 Создано 4 мая 2018" has two dates, "5 мая 2018" and "4 мая 2018""#
        ),
        (
            #""type": "date", "in-text": true"#, "no day at all",
            #""no day at all" has no date in any of the given formats"#
        ),
        (
            #""type": "date", "in-text": true, "format": "d/M/yyyy""#, "part 13/3/4/2018",
            #""part 13/3/4/2018" has no date in the given format"#
        ),
        (
            #""type": "date", "in-text": true, "format": "d/M/yyyy""#, "call 3/4/20185",
            #""call 3/4/20185" has no date in the given format"#
        ),
        (
            #""type": "date", "in-text": true, "format": "d MMM yyyy""#, "x31 May 2018",
            #""x31 May 2018" has no date in the given format"#
        ),
        (
            #""type": "date", "in-text": true"#, "3 Septembers 2020",
            #""3 Septembers 2020" has no date in any of the given formats"#
        ),
        (
            #""type": "date", "in-text": true, "format": "d MMM yyyy""#, "on 31 Feb 2018",
            #""on 31 Feb 2018" has no date in the given format"#
        ),
    ])
    func reportsOthers(_ keys: String, _ text: String, _ message: String) throws {
        #expect(try readDate(text, keys) == message)
    }

    /// A day without its year, or without its month, next to a date is another date.
    @Test(arguments: [
        ("en", "28 and 29 May 2018", "28", "29 may 2018"),
        ("en", "28 - 29 May 2018", "28", "29 may 2018"),
        ("en", "open from 28 to 29 May 2018", "28", "29 may 2018"),
        ("en", "28 May – 2 June 2018", "28 may", "2 june 2018"),
        ("en", "May 28 – June 2, 2018", "may 28", "june 2, 2018"),
        ("de", "28. bis 29. Mai 2018", "28.", "29. mai 2018"),
        ("de", "28.–29. Mai 2018", "28.", "29. mai 2018"),
        ("fr", "du 28 au 29 mai 2018", "28", "29 mai 2018"),
        ("nl", "28 t/m 29 mei 2018", "28", "29 mei 2018"),
        ("ja", "2018年5月28日～6月2日", "6月2日", "2018年5月28日"),
        ("en", "28, 30 May 2018", "28", "30 may 2018"), ("en", "Open 28, 29 May 2018", "28", "29 may 2018"),
        ("en", "28 / 30 May 2018", "28", "30 may 2018"),
        ("en", "from 28 xyz 30 May 2018", "28", "30 may 2018"),
        ("en", "May 28, 2018 – June 2", "june 2", "may 28, 2018"),
        ("en", "28 May 2018 and the 2nd June", "2nd june", "28 may 2018"),
        ("en", "2018-05-28 – 30", "30", "2018-05-28"), ("en", "2018-05-28 – 06-02", "06-02", "2018-05-28"),
        ("de", "28./29. Mai 2018", "28.", "29. mai 2018"), ("de", "28., 30. Mai 2018", "28.", "30. mai 2018"),
        ("de", "28. Mai 2018 – 2. Juni", "2. juni", "28. mai 2018"),
        ("el", "28 έως 30 Μαΐου 2018", "28", "30 μαιου 2018"),
        ("el", "28 και 30 Μαΐου 2018", "28", "30 μαιου 2018"),
        ("el", "28 ή 30 Μαΐου 2018", "28", "30 μαιου 2018"),
        ("id", "28 sampai 30 Mei 2018", "28", "30 mei 2018"),
        ("id", "28 s/d 30 Mei 2018", "28", "30 mei 2018"),
        ("id", "28 atau 30 Mei 2018", "28", "30 mei 2018"),
        ("ro", "de la 28 la 30 mai 2018", "28", "30 mai 2018"),
        ("ro", "28 până la 30 mai 2018", "28", "30 mai 2018"),
        ("vi", "28 đến 30 tháng 5 2018", "28", "30 thang 5 2018"),
        ("nl", "28 tot en met 30 mei 2018", "28", "30 mei 2018"),
        ("nl", "28 of 30 mei 2018", "28", "30 mei 2018"),
        ("tr", "28 veya 30 Mayıs 2018", "28", "30 mayis 2018"),
        ("uk", "28 і 30 травня 2018", "28", "30 травня 2018"),
        ("ru", "28 или 30 мая 2018", "28", "30 мая 2018"),
        ("pl", "28, 29 i 30 maja 2018", "29", "30 maja 2018"),
        ("sv", "28 eller 30 maj 2018", "28", "30 maj 2018"),
        ("fi", "28. tai 30. toukokuuta 2018", "28.", "30. toukokuuta 2018"),
        ("cs", "28. nebo 30. května 2018", "28.", "30. kvetna 2018"),
        ("es", "entre el 28 y el 30 de mayo de 2018", "28", "30 de mayo de 2018"),
        ("it", "dall’1 al 3 maggio 2018", "1", "3 maggio 2018"),
        ("pt", "28 até 30 de maio de 2018", "28", "30 de maio de 2018"),
        ("fr", "du 28 jusqu'au 30 mai 2018", "28", "30 mai 2018"),
        ("ja", "2018年5月28日、29日", "29日", "2018年5月28日"), ("ja", "2018年5月28日及び29日", "29日", "2018年5月28日"),
        ("zh", "2018年5月28日和29日", "29日", "2018年5月28日"),
        ("ko", "2018년 5월 28일, 29일", "29일", "2018년 5월 28일"),
        ("en", "28 → 30 May 2018", "28", "30 may 2018"),
        ("en", "28 May → 3 June 2018", "28 may", "3 june 2018"),
        ("en", "Open 28→30 May 2018", "28", "30 may 2018"),
        ("en", "28 May 2018 → 3 June", "3 june", "28 may 2018"),
    ])
    func reportsRanges(_ locale: String, _ text: String, _ other: String, _ date: String) throws {
        let message = try readDate(text, #""type": "date", "in-text": true, "locale": "\#(locale)""#)
        #expect(message == "\"\(text)\": the text has two dates, \"\(other)\" and \"\(date)\"")
    }

    @Test(arguments: [
        ("3.-4.5.2018", "3.", "4.5.2018"), ("vom 3.5. bis 4.6.2018", "3.5.", "4.6.2018"),
        ("3./5.5.2018", "3.", "5.5.2018"), ("3.5., 4.5.2018", "3.5.", "4.5.2018"),
        ("3.5.2018 – 5.5.", "5.5.", "3.5.2018"),
    ])
    func reportsRangesInFormats(_ text: String, _ other: String, _ date: String) throws {
        let message = try readDate(text, #""type": "date", "in-text": true, "format": "d.M.yyyy""#)
        #expect(message == "\"\(text)\": the text has two dates, \"\(other)\" and \"\(date)\"")
    }

    /// Another number before a date is not a day.
    @Test(arguments: [
        "Room 5, 28 May 2018", "by 3 people on 28 May 2018", "Part 2 – 28 May 2018", "Part 2 – May 28, 2018",
        "at 10:28 to 28 May 2018", "Version 3.5 - 28 May 2018", "€5 and 28 May 2018",
        "5 comments 28 May 2018",
        "27 pts 28 May 2018", "28 May 2018 - 30 min read", "28 May 2018 - 10:00 - 12:00", "2018-05-28, 10-12",
        "28 May 2018, 28 May", "28 May 2018Updated 28 May 2018", "IMG20180601 on 28 May 2018",
        "2018年5月28日、3日間",
    ])
    func readsDatesAfterNumbers(_ text: String) throws {
        #expect(try readDate(text, #""type": "date", "in-text": true"#) == "2018-05-28")
    }

    /// The endings of ordinal numbers are also read within formats.
    @Test(arguments: [
        ("en", "MMM d, yyyy", "Apr 27th, 2020", "2020-04-27"),
        ("en", "d MMMM yyyy", "2nd May 2018", "2018-05-02"),
        ("fr", "d MMMM yyyy", "1er mai 2018", "2018-05-01"),
        ("es", "d 'de' MMMM yyyy", "1º de mayo 2018", "2018-05-01"),
        ("ru", "d MMMM yyyy", "5-го мая 2018", "2018-05-05"),
    ])
    func readsOrdinals(_ locale: String, _ format: String, _ text: String, _ day: String) throws {
        let keys = #""type": "date", "format": "\#(format)", "locale": "\#(locale)""#
        #expect(try readDate(text, keys) == day)
    }
}
