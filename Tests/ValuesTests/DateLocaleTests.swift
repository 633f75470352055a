import Foundation
import Records
import RulesTestSupport
import Scraping
import Testing

/// Names of months, days and times of day in the toolchain's locales.
@Suite struct DateLocaleTests {
    @Test(
        arguments: [
            ("de", "d. MMMM y", "1. März 2021", "2021-03-01"),
            ("de", "d. MMM y", "1. Okt. 2021", "2021-10-01"),
            ("de", "d. MMM. y", "1. Okt. 2021", "2021-10-01"), ("de", "d. MMMM y", "1. maerz 2021", nil),
            ("de", "d. MMMM y", "1. MARZ 2021", "2021-03-01"),
            // An abbreviation that the locale does not have: at least three letters that only one name begins with.
            ("de", "d. MMM y", "5. Jun 2021", "2021-06-05"), ("de", "d. MMM y", "5. Ju 2021", nil),
            ("de", "d. MMM y", "5. Mär 2021", "2021-03-05"),
            ("de", "d. MMM y", "5. Septe 2021", "2021-09-05"),
            ("de", "d. MMM y", "5. Junix 2021", nil), ("fr", "d MMM y", "5 jui 2021", nil),
            ("fr", "d MMM y", "5 juil 2021", "2021-07-05"), ("fr", "d MMM y", "5 avri 2021", "2021-04-05"),
            ("fr", "d MMMM y", "15 août 2021", "2021-08-15"),
            ("fr", "d MMMM y", "15 AOUT 2021", "2021-08-15"),
            ("fr", "EEEE d MMM y", "dimanche 15 févr 2015", "2015-02-15"),
            ("es", "d 'de' MMMM 'de' y", "3 de enero de 2021", "2021-01-03"),
            ("pt_BR", "d 'de' MMMM 'de' y", "3 de março de 2021", "2021-03-03"),
            ("ru", "d MMMM y", "5 мая 2021", "2021-05-05"), ("ru", "MMMM d y", "Май 5 2021", "2021-05-05"),
            ("ru", "d MMM y", "5 сент 2021", "2021-09-05"), ("uk", "d MMMM y", "5 травня 2021", "2021-05-05"),
            ("pl", "d MMMM y", "5 października 2021", "2021-10-05"),
            ("pl", "LLLL d, y", "październik 5, 2021", "2021-10-05"),
            ("cs", "d. MMMM y", "5. července 2021", "2021-07-05"),
            ("cs", "d. MMMM y", "5. června 2021", "2021-06-05"),
            ("tr", "d MMMM y", "5 KASIM 2021", "2021-11-05"),
            ("tr", "d MMMM y", "5 Ağustos 2021", "2021-08-05"),
            ("el", "d MMMM y", "5 ΙΑΝΟΥΑΡΙΟΥ 2021", "2021-01-05"),
            ("el", "d MMM y", "5 Μαΐ 2021", "2021-05-05"),
            ("vi", "d MMMM y", "5 tháng 11 2021", "2021-11-05"),
            ("vi", "d MMMM y", "5 tháng 1 2021", "2021-01-05"),
            ("ja", "y年M月d日(E)", "2021年11月5日(金)", "2021-11-05"),
            ("zh", "y年MMMMd日 EEEE", "2021年11月5日 星期五", "2021-11-05"),
            ("ko", "y년 M월 d일 EEEE", "2021년 11월 5일 금요일", "2021-11-05"),
            ("ar", "d MMMM y", "٥ نوفمبر ٢٠٢١", "2021-11-05"), ("fa", "y/M/d", "۲۰۲۱/۱۱/۵", "2021-11-05"),
            ("hi", "d MMMM y", "५ नवंबर २०२१", "2021-11-05"), ("th", "d MMM y", "5 มี.ค. 2021", "2021-03-05"),
            ("th", "d MMM y", "5 ม.ค. 2021", "2021-01-05"),
            ("he", "d בMMMM y", "5 בנובמבר 2021", "2021-11-05"),
            ("en", "MMM d y", "Ｎｏｖ ５ ２０２１", "2021-11-05"),
        ] as [(String, String, String, String?)]
    )
    func months(_ locale: String, _ format: String, _ text: String, _ day: String?) throws {
        let keys = #""type": "date", "format": "\#(format)", "locale": "\#(locale)""#
        let reported = "\"\(text)\" is not a date in the given format"
        #expect(try readDate(text, keys) == day ?? reported)
    }

    @Test(arguments: [
        ("zh_Hant", "下午2:05", "14"), ("zh_Hant", "上午9:05", "09"), ("zh_Hant", "凌晨2:05", "02"),
        ("zh_Hant", "晚上9:05", "21"), ("zh_Hant", "中午12:05", "12"), ("ja", "午後2:05", "14"),
        ("ko", "오후2:05", "14"), ("ar", "م2:05", "14"), ("hi", "शाम5:05", "17"), ("es", "p. m.2:05", "14"),
        ("el", "μ.μ.2:05", "14"), ("el", "μμ2:05", "14"), ("sv", "e.m.2:05", "14"),
    ])
    func timesOfDay(_ locale: String, _ text: String, _ hour: String) throws {
        let keys = #""type": "datetime", "format": "y/M/d Bh:mm", "locale": "\#(locale)""#
        #expect(try readDate("2021/11/5 \(text)", keys) == "2021-11-05T\(hour):05:00")
    }

    /// One language for each of the toolchain's locales, without regions.
    static let languages = Locale.availableIdentifiers.filter { !$0.contains("_") }.sorted()

    /// Texts written by the toolchain are read as intended: all months, in both forms that may be next to a day.
    @Test(arguments: languages) func everyLanguagesDatesComeBack(_ language: String) throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: language)
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        for format in ["d MMMM y", "d MMM y", "EEEE d LLLL y", "EEE d LLL y"] {
            formatter.dateFormat = format
            let days = (1...12).map { "2021-\($0 < 10 ? "0" : "")\($0)-1\($0 % 10)" }
            let texts = days.compactMap { day in
                ISO8601DateFormatter().date(from: day + "T12:00:00Z").map { formatter.string(from: $0) }
            }
            let rules = """
                { "source": "text", "records": { "R": { "each": "line", "fields": { "x": {
                  "select": "::text", "type": "date", "format": "\(format)", "locale": "\(language)"
                } } } } }
                """
            let outcome = try scrape(rules, texts.joined(separator: "\n"))
            #expect(outcome.records.compactMap { $0["x"]?.text } == days, "\(format): \(texts)")
        }
    }
}
