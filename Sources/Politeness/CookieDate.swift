import Basics

/// Dates in the formats of cookies and HTTP headers.
package enum CookieDate {
    /// The seconds since 1970 of a date in the format of a cookie's `Expires`, which includes the three HTTP formats:
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
    ///
    /// Specification: [RFC 6265bis](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis), section 5.1.1.
    ///
    /// - Returns: `nil` if the text is not a date.
    package static func seconds(_ text: some Collection<UInt8>) -> Int? {
        var time: (Int, Int, Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in Array(text).split(whereSeparator: isDelimiter) {
            if time == nil, let found = readTime(token) {
                time = found
            } else if day == nil, let found = readNumber(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = readMonth(token) {
                month = found
            } else if year == nil, let found = readNumber(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1900 } else if (0...69).contains(year) { year += 2000 }
        guard (1...31).contains(day), year >= 1601, time.0 <= 23, time.1 <= 59, time.2 <= 59,
            day <= length(month: month, year: year)
        else { return nil }
        return ((days(year, month, day) * 24 + time.0) * 60 + time.1) * 60 + time.2
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// A number with a given count of digits, which another digit must not follow.
    private static func readNumber(_ token: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
        let number = token.prefix { $0.isASCIIDigit }
        guard digits.contains(number.count) else { return nil }
        return number.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    }

    private static func readTime(_ token: ArraySlice<UInt8>) -> (Int, Int, Int)? {
        let parts = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0].allSatisfy(\.isASCIIDigit), parts[1].allSatisfy(\.isASCIIDigit),
            let hour = readNumber(parts[0], digits: 1...2), let minute = readNumber(parts[1], digits: 1...2),
            let second = readNumber(parts[2], digits: 1...2)
        else { return nil }
        // Only characters other than digits may precede further parts.
        if parts.count > 3, parts[2].allSatisfy(\.isASCIIDigit) { return nil }
        return (hour, minute, second)
    }

    private static func readMonth(_ token: ArraySlice<UInt8>) -> Int? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let name = String(decoding: token.prefix(3).asciiLowercased, as: UTF8.self)
        return names.firstIndex(of: name).map { $0 + 1 }
    }

    private static func length(month: Int, year: Int) -> Int {
        if month == 2 {
            return year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// The days from 1970 to a day of the Gregorian calendar.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
