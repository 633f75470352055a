import Basics
import Records

/// The calendar of a page's dates.
enum DateCalendar: String, CaseIterable, Sendable {
    case gregorian
    /// The Gregorian calendar with years from 543 BC, as in Thailand.
    case buddhist
    /// The Gregorian calendar with years from 1912, as in Taiwan.
    case roc
    /// The calendar of Umm al-Qura, as published by Saudi Arabia; outside its years 1300 to 1600 the tabular one.
    case islamic
    /// The tabular Islamic calendar, which counts from a Friday.
    case islamicCivil = "islamic-civil"
    /// The solar Hijri calendar of Iran and Afghanistan.
    case persian

    static let names = allCases.map(\.rawValue)

    /// The day of a date in the calendar; `nil` if it has no such day.
    func day(year: Int, month: Int, day: Int) -> Moment? {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        switch self {
        case .gregorian, .buddhist, .roc:
            let moment = Moment(year: year + yearOffset, month: month, day: day)
            return moment.isDay ? moment : nil
        case .islamic, .islamicCivil, .persian:
            let start = monthStart(year, month)
            let next = month == 12 ? monthStart(year + 1, 1) : monthStart(year, month + 1)
            guard day <= next - start else { return nil }
            let moment = Moment(dayNumber: start + day - 1)
            return moment.isDay ? moment : nil
        }
    }

    /// The day of a year's date, numbered from 1.
    func day(ofYear number: Int, _ year: Int) -> Moment? {
        guard (1...9999).contains(year), number >= 1, let first = day(year: year, month: 1, day: 1) else {
            return nil
        }
        let moment = first.adding(days: number - 1)
        guard let next = day(year: year + 1, month: 1, day: 1) else { return moment.isDay ? moment : nil }
        return moment.dayNumber < next.dayNumber ? moment : nil
    }

    /// A year that is written with two digits.
    func year(ofCentury number: Int) -> Int {
        switch self {
        case .gregorian: number + (number < 69 ? 2000 : 1900)
        case .buddhist: number + 2500
        case .roc: number
        case .islamic, .islamicCivil: number + 1400
        case .persian: number + (number < 50 ? 1400 : 1300)
        }
    }

    /// The number to add to a year to obtain the Gregorian year, if months and days are the same.
    private var yearOffset: Int {
        switch self {
        case .gregorian, .islamic, .islamicCivil, .persian: 0
        case .buddhist: -543
        case .roc: 1911
        }
    }

    /// The approximate year of the calendar for a Gregorian one.
    func year(near gregorian: Int) -> Int {
        switch self {
        case .gregorian, .buddhist, .roc: gregorian - yearOffset
        case .islamic, .islamicCivil: (gregorian - 622) * 33 / 32
        case .persian: gregorian - 621
        }
    }

    /// The number of a month's first day.
    private func monthStart(_ year: Int, _ month: Int) -> Int {
        switch self {
        case .gregorian, .buddhist, .roc: Moment(year: year + yearOffset, month: month, day: 1).dayNumber
        case .islamic: UmmAlQura.monthStart(year, month) ?? DateCalendar.civilStart(year, month)
        case .islamicCivil: DateCalendar.civilStart(year, month)
        case .persian: DateCalendar.persianStart(year, month)
        }
    }

    /// Months of 30 and 29 days, the last with 30 in eleven of thirty years.
    private static func civilStart(_ year: Int, _ month: Int) -> Int {
        let epoch = -492_148
        return epoch + (year - 1) * 354 + (3 + 11 * year) / 30 + (59 * (month - 1) + 1) / 2
    }

    /// Six months of 31 days, five of 30 and one of 29; leap years by the rule of 33 years, which is the astronomical one
    /// from 1178 to 1633.
    private static func persianStart(_ year: Int, _ month: Int) -> Int {
        let newYear1400 = 18_707
        let leapDays = (8 * year + 21) / 33 - (8 * 1400 + 21) / 33
        let before = month <= 7 ? (month - 1) * 31 : 186 + (month - 7) * 30
        return newYear1400 + (year - 1400) * 365 + leapDays + before
    }
}

/// The calendar of Umm al-Qura: the lengths of its months, which no rule gives.
private enum UmmAlQura {
    private static let years = 1300...1600
    /// The first day of the year 1300.
    private static let epoch = -31_826
    /// Three digits per year: a bit for each month of 30 days, the lowest for the first.
    private static let lengths: StaticString = """
        5552ab9372b657636cb55aaa95649e95d2ba5b53aab4ba9652e2ad56db5a752f25e8ad16a56ab56b4da9b92b2564ba9b35a6d95d4da5\
        d4aa955369752f46e96d46a953525d4bd9ba3b4b69b2aa554ada5d2da6d9eaae94d2ac564aea6d56ad55d4aa9352ba5b53a6b5ea9d52\
        d29a554ad56daea6e4ed1da2aaa95a2da5b9bb27646c95552ab4dbaba5b4da9d52aa592d26d8ed2daad5aa5a4b4979372b6975d69d52\
        c9592b25b4db9d55d2da5d4aa9554daad3aabd2bc4b89a9552d5adb6a6d4dc9d92aa69562ae56d36ab55aaa94d49d95d2ba5b55aad55\
        a9a92e26e55dada6d46a5b27a4d4ad56db5a754f49e92d26a563566b5baab92b2568ba9b55aada5b4da9b52a9a536276575af26d46a9\
        5552ad4bd9ba574b69b52a9552da5d4daad96b2e95e2ac9692eaad56ad65d4ad1562bc5b53a6b5db2d64d29a554ad96daea6e8ed1da4\
        d4aa6a2da5b9b72b686d16554ab95b2ba5b5da9d52ca694e46e95d4daad5aaaa4d49b9374b6975d6ad52aa594b2ab55bad95d2dc5d92\
        b25555ab55b4ba97a2745593aab4d69d65d2ba5b4aa954ad15d2dd9da5b45a952d25b8b717656db6aacaa9652b15b2bb5b6daab94d46\
        a8d52da9d55a755749f13e4aa965566b5baab94
        """

    /// The number of each year's first day, that of 1601 last, and the bits of its months.
    private static let table: (starts: [Int], months: [Int]) = {
        var starts = [epoch]
        var months: [Int] = []
        lengths.withUTF8Buffer { digits in
            for year in years {
                let bits = digits[(year - years.lowerBound) * 3..<(year - years.lowerBound) * 3 + 3]
                    .reduce(0) {
                        $0 * 16
                            + Int(
                                $1 < UInt8(ascii: "a") ? $1 - UInt8(ascii: "0") : $1 - UInt8(ascii: "a") + 10
                            )
                    }
                months.append(bits)
                starts.append((starts.last ?? epoch) + 29 * 12 + bits.nonzeroBitCount)
            }
        }
        return (starts, months)
    }()

    /// The number of a month's first day; `nil` outside of the years that are known.
    static func monthStart(_ year: Int, _ month: Int) -> Int? {
        if year == years.upperBound + 1, month == 1 { return table.starts.last }
        guard years.contains(year) else { return nil }
        let index = year - years.lowerBound
        let before = table.months[index] & ((1 << (month - 1)) - 1)
        return table.starts[index] + 29 * (month - 1) + before.nonzeroBitCount
    }
}

/// The start of the years, in the form used in pages: 令和, พ.ศ., AH.
struct DateEra: Hashable, Sendable {
    let calendar: DateCalendar
    /// The number to add to the year.
    let offset: Int
    /// The year, month and day that it begins with; `nil` if it begins with its first year.
    private let first: [Int]?

    /// An era by its number in ``names``.
    init?(number: Int) {
        guard DateEra.known.indices.contains(number) else { return nil }
        self = DateEra.known[number].era
    }

    private init(_ calendar: DateCalendar, _ offset: Int = 0, from first: [Int]? = nil) {
        self.calendar = calendar
        self.offset = offset
        self.first = first
    }

    /// Whether a day can be in the era: not before its beginning. A day after its end may be in it too, since documents
    /// name an emperor's years in advance: 平成32年 is 2020.
    func mayHave(_ day: Moment, year: Int) -> Bool {
        guard year > 0 else { return false }
        return first.map { !([day.year, day.month, day.day].lexicographicallyPrecedes($0)) } ?? true
    }

    /// The names of eras, which are the same in every locale.
    static let names = FoldedNames(
        known.enumerated().flatMap { number, known in
            known.names.map { (text: DateText.fold($0), number: number) }
        }
    )

    private static let known: [(era: DateEra, names: [String])] = [
        (DateEra(.gregorian, 2018, from: [2019, 5, 1]), ["令和", "Reiwa", "R"]),
        (DateEra(.gregorian, 1988, from: [1989, 1, 8]), ["平成", "Heisei", "H"]),
        (DateEra(.gregorian, 1925, from: [1926, 12, 25]), ["昭和", "Shōwa", "Shouwa", "S"]),
        (DateEra(.gregorian, 1911, from: [1912, 7, 30]), ["大正", "Taishō", "Taishou", "T"]),
        (DateEra(.gregorian, 1867, from: [1868, 1, 1]), ["明治", "Meiji", "M"]),
        (DateEra(.roc), ["民國", "民国", "中華民國", "中华民国", "Minguo", "ROC", "R.O.C."]),
        (DateEra(.buddhist), ["พุทธศักราช", "พ.ศ.", "พศ", "BE", "B.E."]),
        (
            DateEra(.gregorian),
            [
                "AD", "A.D.", "CE", "C.E.", "Anno Domini", "西暦", "公元", "西元", "서기", "n. Chr.", "n.Chr.",
                "ap. J.-C.",
                "ap. J.C.", "d. C.", "d.C.", "ค.ศ.", "คริสต์ศักราช", "н. э.", "н.э.", "م", "ميلادي", "میلادی",
            ]
        ),
        (
            DateEra(.islamic),
            [
                "AH", "A.H.", "هـ", "ه", "هجري", "هجرية", "للهجرة", "ه.ق", "هـ.ق", "هجری قمری", "ฮ.ศ.",
                "Hijri", "هجریقمری",
            ]
        ),
        (
            DateEra(.persian),
            ["AP", "A.P.", "SH", "S.H.", "ه.ش", "هـ.ش", "هجری شمسی", "خورشیدی", "شمسی", "Solar Hijri"]
        ),
    ]
}

extension DateCalendar {
    /// The names of the calendar's months, in the languages in which it is used; `nil` if they are a locale's names of
    /// the Gregorian calendar.
    var months: FoldedNames? {
        switch self {
        case .gregorian, .buddhist, .roc: nil
        case .islamic, .islamicCivil: DateCalendar.islamicMonths
        case .persian: DateCalendar.persianMonths
        }
    }

    /// Whether another calendar has the same months.
    func hasMonths(of other: DateCalendar) -> Bool { withSameMonths == other.withSameMonths }

    /// The first of the calendars that have its months.
    private var withSameMonths: DateCalendar {
        switch self {
        case .gregorian, .buddhist, .roc: .gregorian
        case .islamic, .islamicCivil: .islamic
        case .persian: .persian
        }
    }

    private static let islamicMonths = names([
        ["Muharram", "محرم", "محرّم", "Muharrem", "Muharam", "Muḥarram"], ["Safar", "صفر", "Safer", "Sapar"],
        [
            "Rabi I", "Rabi al-Awwal", "Rabi al-awal", "Rabi' al-Awwal", "Rabiʻ I", "Rabi’ I", "Rabi' I",
            "ربيع الأول", "ربيع الاول",
            "ربیع‌الاول", "ربیع الاول", "Rebiülevvel", "Rabiulawal", "Rabi ul-Awwal", "Rabi' ul-Awwal",
        ],
        [
            "Rabi II", "Rabi al-Thani", "Rabi al-Akhir", "Rabi' al-Thani", "Rabi' al-Akhir", "Rabiʻ II",
            "Rabi’ II", "Rabi' II",
            "ربيع الآخر", "ربيع الاخر", "ربيع الثاني", "ربیع‌الثانی", "ربیع الثانی", "Rebiülahir",
            "Rabiulakhir",
        ],
        [
            "Jumada I", "Jumada al-Awwal", "Jumada al-Ula", "Jumada al-Oula", "جمادى الأولى", "جمادى الاولى",
            "جمادى الأول",
            "جمادی‌الاول", "جمادی الاول", "Cemaziyelevvel", "Jumadilawal",
        ],
        [
            "Jumada II", "Jumada al-Thani", "Jumada al-Akhirah", "Jumada al-Akhira", "Jumada al-Thaniyah",
            "جمادى الآخرة",
            "جمادى الاخرة", "جمادى الثانية", "جمادى الآخر", "جمادی‌الثانی", "جمادی الثانی", "Cemaziyelahir",
            "Jumadilakhir",
        ],
        ["Rajab", "رجب", "Recep"],
        ["Shaʻban", "Sha'ban", "Sha’ban", "Shaban", "Shaaban", "شعبان", "Şaban", "Syakban", "Syaban"],
        ["Ramadan", "Ramadhan", "Ramazan", "رمضان"],
        ["Shawwal", "Shawwal", "شوال", "Şevval", "Syawal", "Shawal"],
        [
            "Dhuʻl-Qiʻdah", "Dhu al-Qi'dah", "Dhu al-Qa'dah", "Dhu al-Qadah", "Dhul-Qi'dah", "Dhul Qi'dah",
            "Dhul Qadah",
            "Dhu'l-Qi'dah", "Dhu'l-Qa'dah", "Dhu al-Qi’dah", "ذو القعدة", "ذي القعدة", "ذو القعده", "ذیقعده",
            "ذی‌القعده", "Zilkade",
            "Zulkaidah",
        ],
        [
            "Dhuʻl-Hijjah", "Dhu al-Hijjah", "Dhu al-Hijja", "Dhul-Hijjah", "Dhul Hijjah", "Dhu'l-Hijjah",
            "ذو الحجة", "ذي الحجة",
            "ذو الحجه", "ذیحجه", "ذی‌الحجه", "Zilhicce", "Zulhijah",
        ],
    ])

    private static let persianMonths = names([
        ["Farvardin", "فروردین", "فروردين", "حمل"], ["Ordibehesht", "اردیبهشت", "اردبهشت", "ثور"],
        ["Khordad", "خرداد", "جوزا"], ["Tir", "تیر", "تير", "سرطان"],
        ["Mordad", "Amordad", "مرداد", "امرداد", "اسد"],
        ["Shahrivar", "شهریور", "شهريور", "سنبله"], ["Mehr", "مهر", "میزان"],
        ["Aban", "آبان", "ابان", "عقرب"],
        ["Azar", "آذر", "اذر", "قوس"], ["Dey", "Day", "دی", "دي", "جدی"], ["Bahman", "بهمن", "دلو"],
        ["Esfand", "اسفند", "حوت"],
    ])

    private static func names(_ months: [[String]]) -> FoldedNames {
        FoldedNames(
            months.enumerated().flatMap { number, names in
                names.map { (text: DateText.fold($0), number: number + 1) }
            }
        )
    }
}
