import Records
import Scraping
import Testing

/// Dates relative to the page's own time, in the words of many locales.
@Suite struct DateRelativeTests {
    /// A Wednesday.
    private static let clock = "2024-03-27T10:00:00Z"

    /// Months and years by the calendar: a day that does not exist in a month becomes its last day.
    @Test(arguments: [
        ("2020-03-31", "1 month ago", "2020-02-29"), ("2021-03-31", "1 month ago", "2021-02-28"),
        ("2000-03-31", "1 month ago", "2000-02-29"), ("2100-03-31", "1 month ago", "2100-02-28"),
        ("2024-02-29", "12 months ago", "2023-02-28"), ("2024-02-29", "1 year ago", "2023-02-28"),
        ("2024-02-29", "4 years ago", "2020-02-29"), ("2021-03-31", "13 months ago", "2020-02-29"),
        ("2020-03-31", "13 months ago", "2019-02-28"), ("2021-01-31", "1 month ago", "2020-12-31"),
        ("2021-01-31", "14 months ago", "2019-11-30"), ("2021-12-31", "12 months ago", "2020-12-31"),
        ("2021-01-31", "in 1 month", "2021-02-28"), ("2024-01-31", "in 1 month", "2024-02-29"),
        ("2020-03-31", "in 11 months", "2021-02-28"), ("2021-12-31", "in 1 month", "2022-01-31"),
        ("2021-12-01", "in 12 months", "2022-12-01"), ("2020-02-28", "in 12 months", "2021-02-28"),
    ])
    func monthsFollowTheCalendar(_ clock: String, _ text: String, _ result: String) throws {
        let keys = #""type": "datetime", "format": "relative", "locale": "en""#
        #expect(try readDate(text, keys, clock: clock + "T10:00:00Z") == result)
    }

    @Test(arguments: [
        ("en", "today", "2024-03-27"), ("en", "Yesterday", "2024-03-26"), ("en", "tomorrow", "2024-03-28"),
        ("en", "yesterday at 14:05", "2024-03-26T14:05:00"), ("en", "Today, 2:05 PM", "2024-03-27T14:05:00"),
        ("en", "14:05 today", "2024-03-27T14:05:00"), ("en", "Yesterday 14:05:09", "2024-03-26T14:05:09"),
        ("en", "Yesterday 14:05 +0200", "2024-03-26T14:05:00+02:00"),
        ("en", "yesterday 2:05 PM EST", "2024-03-26T14:05:00-05:00"),
        ("en", "14:05 EST yesterday", "2024-03-26T14:05:00-05:00"),
        ("en", "today, 14:05 UTC", "2024-03-27T14:05:00Z"),
        ("de", "gestern um 14:05 MEZ", "2024-03-26T14:05:00+01:00"),
        ("en", "3 hours ago", "2024-03-27T07:00:00Z"), ("en", "3 hr. ago", "2024-03-27T07:00:00Z"),
        ("en", "3h ago", "2024-03-27T07:00:00Z"), ("en", "1.5 hours ago", "2024-03-27T08:30:00Z"),
        ("en", "an hour ago", "2024-03-27T09:00:00Z"), ("en", "a day ago", "2024-03-26"),
        ("en", "two weeks ago", "2024-03-13"), ("en", "in 2 days", "2024-03-29"),
        ("en", "1 month ago", "2024-02-27"), ("en", "1 year ago", "2023-03-27"),
        ("en", "2 days, 3 hours ago", "2024-03-25T07:00:00Z"),
        ("en", "1 hour and 20 minutes ago", "2024-03-27T08:40:00Z"),
        ("en", "now", "2024-03-27T10:00:00Z"), ("en", "last month", "2024-02-27"),
        ("en", "1.5 weeks ago", "2024-03-16"), ("en", "1.5 days ago", "2024-03-25"),
        ("en", "about 3 weeks ago", "2024-03-06"), ("en", "over 2 years ago", "2022-03-27"),
        ("en", "almost a year ago", "2023-03-27"), ("en", "~4 months ago", "2023-11-27"),
        ("en", "in about 2 hours", "2024-03-27T12:00:00Z"),
        ("en", "less than a minute ago", "2024-03-27T09:59:00Z"), ("en", "just now", "2024-03-27T10:00:00Z"),
        ("de", "vor etwa 3 Wochen", "2024-03-06"), ("de", "vor ca. 2 Stunden", "2024-03-27T08:00:00Z"),
        ("de", "vor über einem Jahr", "2023-03-27"), ("fr", "il y a environ 2 mois", "2024-01-27"),
        ("fr", "il y a près de 6 ans", "2018-03-27"), ("es", "hace más de un mes", "2024-02-27"),
        ("it", "circa 4 mesi fa", "2023-11-27"), ("pt-BR", "há cerca de 2 meses", "2024-01-27"),
        ("nl", "ongeveer 3 maanden geleden", "2023-12-27"),
        ("en_US_POSIX", "3 hours ago", "2024-03-27T07:00:00Z"),
        ("en", "6 years ago", "2018-03-27"), ("en", "2 months and 3 days ago", "2024-01-24"),
        ("de", "vor 3 Monaten", "2023-12-27"), ("de", "vor einem Jahr", "2023-03-27"),
        ("fr", "il y a 2 mois", "2024-01-27"), ("fr", "il y a 6 ans", "2018-03-27"),
        ("es", "hace un mes", "2024-02-27"), ("es", "hace 6 años", "2018-03-27"),
        ("it", "4 mesi fa", "2023-11-27"), ("pt-BR", "há 2 meses", "2024-01-27"),
        ("nl", "3 maanden geleden", "2023-12-27"), ("pl", "2 miesiące temu", "2024-01-27"),
        ("ru", "5 месяцев назад", "2023-10-27"), ("ja", "3 か月前", "2023-12-27"), ("ja", "2年前", "2022-03-27"),
        ("zh-Hans", "3个月前", "2023-12-27"), ("ko", "2개월 전", "2024-01-27"),
        ("de", "vor 2 Tagen", "2024-03-25"), ("de", "gestern um 14:05", "2024-03-26T14:05:00"),
        ("de", "Vorgestern, 14:05", "2024-03-25T14:05:00"),
        ("de", "vor einer Stunde", "2024-03-27T09:00:00Z"),
        ("de", "in 3 Wochen", "2024-04-17"), ("de", "Übermorgen", "2024-03-29"),
        ("de", "vor 5 Min.", "2024-03-27T09:55:00Z"),
        ("de", "vor 1 Tag und 2 Stunden", "2024-03-26T08:00:00Z"),
        ("fr", "il y a 3 jours", "2024-03-24"), ("fr", "hier à 14:05", "2024-03-26T14:05:00"),
        ("fr", "Aujourd'hui", "2024-03-27"), ("fr", "dans une heure", "2024-03-27T11:00:00Z"),
        ("es", "hace 3 horas", "2024-03-27T07:00:00Z"), ("es", "anteayer", "2024-03-25"),
        ("es", "hace un día", "2024-03-26"), ("es", "manana", "2024-03-28"),
        ("it", "3 giorni fa", "2024-03-24"), ("pt-BR", "há 3 dias", "2024-03-24"),
        ("nl", "5 minuten geleden", "2024-03-27T09:55:00Z"),
        ("sv", "för 3 timmar sedan", "2024-03-27T07:00:00Z"),
        ("pl", "5 godzin temu", "2024-03-27T05:00:00Z"), ("pl", "wczoraj, 14:05", "2024-03-26T14:05:00"),
        ("ru", "5 часов назад", "2024-03-27T05:00:00Z"), ("ru", "вчера в 14:05", "2024-03-26T14:05:00"),
        ("ru", "одну минуту назад", "2024-03-27T09:59:00Z"), ("uk", "2 дні тому", "2024-03-25"),
        ("tr", "3 saat önce", "2024-03-27T07:00:00Z"), ("tr", "DÜN 14:05", "2024-03-26T14:05:00"),
        ("ja", "3時間前", "2024-03-27T07:00:00Z"), ("ja", "昨日 14:05", "2024-03-26T14:05:00"),
        ("zh-Hans", "3小时前", "2024-03-27T07:00:00Z"), ("zh-Hant", "昨天下午2:05", "2024-03-26T14:05:00"),
        ("ko", "3시간 전", "2024-03-27T07:00:00Z"), ("ar", "قبل ساعتين", "2024-03-27T08:00:00Z"),
        // Duals are days too, without a time.
        ("ar", "قبل يومين", "2024-03-25"), ("ar", "قبل سنتين", "2022-03-27"),
        ("he", "לפני שנתיים", "2022-03-27"),
        ("ar", "قبل ٣ أيام", "2024-03-24"), ("hi", "3 घंटे पहले", "2024-03-27T07:00:00Z"),
        ("el", "πριν από 3 ώρες", "2024-03-27T07:00:00Z"), ("he", "לפני 3 שעות", "2024-03-27T07:00:00Z"),
    ])
    func phrases(_ locale: String, _ text: String, _ result: String) throws {
        let type = result.contains("T") ? "datetime" : "date"
        let keys = #""type": "\#(type)", "format": "relative", "locale": "\#(locale)""#
        #expect(try readDate(text, keys, clock: DateRelativeTests.clock) == result)
    }

    @Test(arguments: [
        ("2024-03-31T10:00:00Z", "yesterday 14:05", "2024-03-30T14:05:00+01:00"),
        ("2024-03-31T10:00:00Z", "today 14:05", "2024-03-31T14:05:00+02:00"),
        // One day by the calendar, eleven hours by the clock.
        ("2024-03-31T10:00:00Z", "1 day ago", "2024-03-30"),
        ("2024-03-31T10:00:00Z", "1 day, 1 hour ago", "2024-03-30T11:00:00+01:00"),
        ("2024-03-31T10:00:00Z", "11 hours ago", "2024-03-31T00:00:00+01:00"),
        // In the zone of the page it is already tomorrow.
        ("2024-03-31T23:00:00Z", "today 14:05", "2024-04-01T14:05:00+02:00"),
        ("2024-03-31T10:00:00", "2 hours ago", "2024-03-31T08:00:00+02:00"),
        ("2024-03-31", "yesterday 14:05", "2024-03-30T14:05:00+01:00"),
        (
            "2024-03-31", "2 hours ago",
            #""2 hours ago": the page's own time, 2024-03-31, has no time of day to count from"#
        ),
        (
            "2024-04-01T10:00:00Z", "yesterday 02:30",
            #""yesterday 02:30": "2024-03-31T02:30:00" does not exist in Europe/Berlin: the clocks were put forward over it"#
        ),
    ])
    func daysAndHoursAreThoseOfTheZone(_ clock: String, _ text: String, _ result: String) throws {
        let keys = #""type": "datetime", "format": "relative", "timezone": "Europe/Berlin""#
        #expect(try readDate(text, keys, clock: clock) == result)
    }

    @Test(arguments: [
        ("en", "5 parsecs ago", #""5 parsecs ago" is not a date with a time in the given format"#),
        ("en", "2 days 3 days ago", #""2 days 3 days ago" is not a date with a time in the given format"#),
        ("en", "1.5 months ago", #""1.5 months ago" is not a date with a time in the given format"#),
        ("en", "1,000 hours ago", #""1,000 hours ago" is not a date with a time in the given format"#),
        (
            "en", "99999999999 days ago",
            #""99999999999 days ago" is not a date with a time in the given format"#
        ),
        ("en", "999999 days ago", #""999999 days ago" is not a date with a time in the given format"#),
        ("en", "yesterday 25:05", #""yesterday 25:05" is not a date with a time in the given format"#),
        ("en", "3 hours", #""3 hours" is not a date with a time in the given format"#),
        ("en", "vor 3 Stunden", #""vor 3 Stunden" is not a date with a time in the given format"#),
    ])
    func whatIsNoPhraseIsReported(_ locale: String, _ text: String, _ result: String) throws {
        let keys = #""type": "datetime", "format": "relative", "locale": "\#(locale)""#
        #expect(try readDate(text, keys, clock: DateRelativeTests.clock) == result)
    }

    @Test func withoutAClockNothingIsRead() throws {
        let result = try readDate("3 hours ago", #""type": "datetime", "format": "relative""#)
        let reason = "the page's own time, which determines the day, is not known (give --clock)"
        #expect(result == "\"3 hours ago\": \(reason)")
    }
}
