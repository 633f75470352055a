/// A day of the calendar, such as `2018-05-28`: a value of a field of the type `date`.
///
/// A day is not an instant: it is not midnight in some time zone, and begins at different moments around the world.
/// `dateComponents` and `date(in:)` of the module `Scraping` convert it to Foundation's types.
///
/// ```swift
/// let day = Day("2018-05-28")
/// day?.advanced(by: 7).description      // 2018-06-04
/// ```
///
/// Days are those of the Gregorian calendar, including days before it was introduced, as in ISO 8601. A day is encoded
/// as its text.
public struct Day: Hashable, Sendable {
    /// The year; 0 is the year before 1.
    public let year: Int
    /// The month from 1 to 12.
    public let month: Int
    /// The day of the month from 1 to 31.
    public let day: Int

    /// The years that a day can have.
    public static let years = -9_999...9_999

    /// A day; `nil` if the calendar does not have it.
    public init?(year: Int, month: Int, day: Int) {
        guard Day.years.contains(year), (1...12).contains(month), day >= 1,
            day <= Day.length(ofMonth: month, in: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
    }
}

extension Day: LosslessStringConvertible {
    /// The day in a text in ISO 8601: `2018-05-28`; `nil` for any other text.
    public init?(_ text: String) {
        var scan = DigitScan(text.utf8)
        guard let day = Day(scanning: &scan), scan.isAtEnd else { return nil }
        self = day
    }

    init?(scanning scan: inout DigitScan) {
        let isNegative = scan.skip("-")
        guard let year = scan.number(4), scan.skip("-"), let month = scan.number(2), scan.skip("-"),
            let day = scan.number(2)
        else { return nil }
        self.init(year: isNegative ? -year : year, month: month, day: day)
    }

    /// The day in ISO 8601: `2018-05-28`.
    public var description: String {
        (year < 0 ? "-" : "") + DigitScan.text(abs(year), 4) + "-" + DigitScan.text(month, 2) + "-"
            + DigitScan.text(day, 2)
    }
}

extension Day: Comparable, Strideable {
    /// Whether a day is earlier.
    public static func < (left: Day, right: Day) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// How many days there are from this day to another; negative if that is earlier.
    public func distance(to other: Day) -> Int { other.number - number }

    /// The day some days later, or earlier if the number is negative. Beyond ``years`` it is the last possible day.
    public func advanced(by days: Int) -> Day {
        let (sum, overflow) = number.addingReportingOverflow(days)
        return Day(number: overflow ? (days < 0 ? .min : .max) : sum)
    }

    private static let first = Day(uncheckedYear: years.lowerBound, month: 1, day: 1)
    private static let last = Day(uncheckedYear: years.upperBound, month: 12, day: 31)

    private init(uncheckedYear year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The number of days since 1 January 1970, in years that begin in March, whose leap day is the last.
    package var number: Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day with a number of days since 1 January 1970.
    package init(number: Int) {
        if number <= Day.first.number {
            self = Day.first
            return
        }
        if number >= Day.last.number {
            self = Day.last
            return
        }
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let place = (5 * dayOfYear + 2) / 153
        let month = place < 10 ? place + 3 : place - 9
        self.init(
            uncheckedYear: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * place + 2) / 5 + 1
        )
    }
}

extension Day: Codable {
    /// Decodes a day from its text.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("a day as ISO 8601 writes it (Day)") { Day($0) }
    }

    /// Encodes the day as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Decoder {
    /// A value that is encoded as a text.
    func decodeText<Result>(_ expected: String, _ read: (String) -> Result?) throws -> Result {
        let container = try singleValueContainer()
        let text = try container.decode(String.self)
        guard let result = read(text) else {
            let message = "expected \(expected), found \"\(text)\""
            throw DecodingError.dataCorruptedError(in: container, debugDescription: message)
        }
        return result
    }
}

/// Reads numbers of a fixed number of digits.
struct DigitScan {
    private var rest: Substring.UTF8View

    init(_ text: String.UTF8View) {
        rest = text[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Skips a character if it comes next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    /// A number with a given count of digits, if it comes next.
    mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The digits that come next.
    mutating func digits() -> [UInt8] {
        let digits = Array(rest.prefix { (0x30...0x39).contains($0) })
        rest = rest.dropFirst(digits.count)
        return digits
    }

    /// A number with leading zeros.
    static func text(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}
