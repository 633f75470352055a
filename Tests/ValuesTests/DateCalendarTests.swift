import Testing

/// Dates in other calendars, or with years of other eras.
@Suite struct DateCalendarTests {
    @Test(
        arguments: [
            ("令和6年2月29日", "Gy年M月d日", "2024-02-29"), ("令和元年5月1日", "Gy年M月d日", "2019-05-01"),
            ("平成31年4月30日", "Gy年M月d日", "2019-04-30"), ("昭和64年1月7日", "Gy年M月d日", "1989-01-07"),
            ("㋿６年２月２９日", "Gy年M月d日", "2024-02-29"), ("R6.2.29", "Gy.M.d", "2024-02-29"),
            ("Reiwa 6/2/29", "G y/M/d", "2024-02-29"), ("民國113年2月29日", "Gy年M月d日", "2024-02-29"),
            ("29/2/2567 พ.ศ.", "d/M/y G", "2024-02-29"), ("พ.ศ. 2567/2/29", "G y/M/d", "2024-02-29"),
            ("1/9/1445 هـ", "d/M/y G", "2024-03-11"), ("١/٩/١٤٤٥ هـ", "d/M/y G", "2024-03-11"),
            ("29.02.24 A.D.", "d.M.yy G", nil), ("29.02.2024 A.D.", "d.M.y G", "2024-02-29"),
            // An era has its calendar's months, by their names.
            ("1 Ramadan 1445 AH", "d MMMM y G", "2024-03-11"),
            ("1 Farvardin 1403 SH", "d MMMM y G", "2024-03-20"),
            ("3 May 2024 CE", "d MMMM y G", "2024-05-03"), ("1 Ramadan 1445 BE", "d MMMM y G", nil),
            // Without an era a year has four digits.
            ("6-2-29", "y-M-d", nil), ("29.02.24", "d.M.yy", "2024-02-29"),
        ] as [(String, String, String?)]
    )
    func eras(_ text: String, _ format: String, _ day: String?) throws {
        let keys = #""type": "date", "format": "\#(format)""#
        if let day {
            #expect(try readDate(text, keys) == day)
        } else if text.hasSuffix("A.D.") {
            #expect(try readDate(text, keys) == "0024-02-29")
        } else {
            #expect(try readDate(text, keys).contains("is not a date"))
        }
    }

    @Test(arguments: [
        ("buddhist", "th", "29 กุมภาพันธ์ 2567", "d MMMM y", "2024-02-29"),
        ("buddhist", "th", "1 ม.ค. 67", "d MMM yy", "2024-01-01"),
        ("roc", "zh-Hant", "113年2月29日", "y年M月d日", "2024-02-29"),
        ("islamic", "ar", "1 رمضان 1445", "d MMMM y", "2024-03-11"),
        ("islamic", "en", "10 Muharram 1446", "d MMMM y", "2024-07-16"),
        ("islamic", "en", "1 Muharram 1300", "d MMMM y", "1882-11-12"),
        ("islamic-civil", "en", "1/9/1445", "d/M/y", "2024-03-11"),
        ("islamic-civil", "en", "1/1/1", "d/M/y", "0622-07-19"),
        ("persian", "fa", "۱ فروردین ۱۴۰۳", "d MMMM y", "2024-03-20"),
        ("persian", "en", "30 Esfand 1403", "d MMMM y", "2025-03-20"),
        ("persian", "en", "1400/01/01", "y/MM/dd", "2021-03-21"),
        ("gregorian", "en", "2024-02-29", "y-MM-dd", "2024-02-29"),
    ])
    func calendars(
        _ calendar: String,
        _ locale: String,
        _ text: String,
        _ format: String,
        _ day: String
    ) throws {
        let keys =
            #""type": "date", "format": "\#(format)", "locale": "\#(locale)", "calendar": "\#(calendar)""#
        #expect(try readDate(text, keys) == day)
    }

    @Test(arguments: [
        ("islamic", "30/8/1445"), ("islamic", "31/1/1446"), ("persian", "30/12/1402"),
        ("persian", "31/7/1403"), ("buddhist", "29/2/2566"),
        ("roc", "0/1/113"), ("islamic", "1/13/1445"), ("islamic", "1/1/0"),
    ])
    func daysThatThereAreNot(_ calendar: String, _ text: String) throws {
        let keys = #""type": "date", "format": "d/M/y", "calendar": "\#(calendar)""#
        #expect(try readDate(text, keys).contains("is not a date"))
    }

    @Test func aDateWithoutAYearIsInTheCalendarsYear() throws {
        let keys = #""type": "date", "format": "d MMMM", "calendar": "islamic""#
        #expect(try readDate("1 Ramadan", keys, clock: "2024-03-15") == "2024-03-11")
        #expect(try readDate("1 Ramadan", keys, clock: "2024-03-01") == "2023-03-23")
    }

    @Test(arguments: [
        ("28/5/2018 05:45", "2018-05-28T05:45:00"), ("28/5/2018", "2018-05-28"),
        ("6 years ago", "2012-06-20"),
        ("2 months ago", "2018-04-20"), ("yesterday", "2018-06-19"), ("2 days ago", "2018-06-18"),
        ("1 month and 2 hours ago", "2018-05-20T10:00:00Z"),
    ])
    func daysAmongTimes(_ text: String, _ value: String) throws {
        let keys =
            #""type": "datetime", "format": ["d/M/yyyy HH:mm", "d/M/yyyy", "relative"], "locale": "en""#
        #expect(try readDate(text, keys, clock: "2018-06-20T12:00:00Z") == value)
    }

    @Test(arguments: [
        ("EST", "-05:00"), ("CET", "+02:00"), ("UTC", "Z"), ("Japan", "+09:00"), ("EST5EDT", "-04:00"),
    ])
    func olderNamesOfZones(_ zone: String, _ offset: String) throws {
        let keys = #""type": "datetime", "timezone": "\#(zone)""#
        #expect(try readDate("2018-07-01T12:00", keys) == "2018-07-01T12:00:00" + offset)
    }
}
