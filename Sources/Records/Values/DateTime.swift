/// A day with a time of day, as in a page: a value of a field of the type `datetime`, with or without the offset of its
/// time zone.
///
/// A time without an offset is not an instant: `date` of the module `Scraping` is then `nil`, and `date(in:)` reads the
/// time in the zone that you know it to be in. A field of the rules that has a `timezone` always gives an offset, and
/// can be decoded as Foundation's `Date` too.
///
/// ```swift
/// DateTime("2018-05-28T05:45:00-05:00")?.offset      // -300
/// DateTime("2018-05-28T05:45:00")?.offset            // nil
/// ```
///
/// It is encoded as its text.
public struct DateTime: Hashable, Sendable {
    /// The day.
    public let day: Day
    /// The hour from 0 to 23.
    public let hour: Int
    /// The minute from 0 to 59.
    public let minute: Int
    /// The second from 0 to 59, or 60 for a leap second.
    public let second: Int
    /// The fraction of the second in nanoseconds.
    public let nanosecond: Int
    /// The number of minutes by which the zone is ahead of UTC; `nil` if the page does not give it.
    public let offset: Int?

    /// A day with a time; `nil` if a part is outside its range.
    ///
    /// The offset is the number of minutes by which the zone is ahead of UTC, up to 1439 in either direction.
    public init?(
        _ day: Day,
        hour: Int,
        minute: Int,
        second: Int = 0,
        nanosecond: Int = 0,
        offset: Int? = nil
    ) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            (0...999_999_999).contains(nanosecond), (-1_439...1_439).contains(offset ?? 0)
        else { return nil }
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.nanosecond = nanosecond
        self.offset = offset
    }

    /// The first second of a day in UTC.
    package init(startOf day: Day) {
        self.day = day
        (hour, minute, second, nanosecond, offset) = (0, 0, 0, 0, 0)
    }

    /// The number of seconds from 1 January 1970, 0:00 in the time's own zone.
    package var localSeconds: Int { day.number * 86_400 + hour * 3_600 + minute * 60 + second }
}

extension DateTime: LosslessStringConvertible {
    /// The time in a text in ISO 8601, with at most nine digits of a fraction: `2018-05-28T05:45:00.25-05:00`; `nil`
    /// for any other text.
    public init?(_ text: String) {
        var scan = DigitScan(text.utf8)
        guard let day = Day(scanning: &scan), scan.skip("T"), let hour = scan.number(2), scan.skip(":"),
            let minute = scan.number(2), scan.skip(":"), let second = scan.number(2),
            let nanosecond = DateTime.fraction(&scan), let offset = DateTime.offset(&scan), scan.isAtEnd
        else { return nil }
        self.init(
            day,
            hour: hour,
            minute: minute,
            second: second,
            nanosecond: nanosecond,
            offset: offset.minutes
        )
    }

    /// The nanoseconds of a fraction, 0 if there is none; `nil` for an invalid one.
    private static func fraction(_ scan: inout DigitScan) -> Int? {
        guard scan.skip(".") else { return 0 }
        let digits = scan.digits()
        guard (1...9).contains(digits.count) else { return nil }
        let padded = digits + Array(repeating: 0x30, count: 9 - digits.count)
        return padded.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The minutes of an offset, or that there is none; `nil` for an invalid one.
    private static func offset(_ scan: inout DigitScan) -> (minutes: Int?, Void)? {
        if scan.isAtEnd { return (nil, ()) }
        if scan.skip("Z") { return (0, ()) }
        let isWest = scan.skip("-")
        guard isWest || scan.skip("+"), let hours = scan.number(2), scan.skip(":"),
            let minutes = scan.number(2), minutes < 60
        else { return nil }
        let total = hours * 60 + minutes
        return (isWest ? -total : total, ())
    }

    /// The time in ISO 8601: `2018-05-28T05:45:00-05:00`.
    public var description: String {
        let time = [hour, minute, second].map { DigitScan.text($0, 2) }.joined(separator: ":")
        var fraction = ""
        if nanosecond > 0 {
            fraction = "." + DigitScan.text(nanosecond, 9)
            while fraction.hasSuffix("0") { fraction.removeLast() }
        }
        return "\(day)T\(time)\(fraction)\(offsetText)"
    }

    private var offsetText: String {
        guard let offset else { return "" }
        if offset == 0 { return "Z" }
        let minutes = abs(offset)
        return (offset < 0 ? "-" : "+") + DigitScan.text(minutes / 60, 2) + ":"
            + DigitScan.text(minutes % 60, 2)
    }
}

extension DateTime: Codable {
    /// Decodes a time from its text.
    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("a day and time as ISO 8601 writes them (DateTime)") { DateTime($0) }
    }

    /// Encodes the time as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
