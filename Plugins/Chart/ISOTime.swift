/// A day, perhaps with a time of day and an offset, as records have it: ISO 8601's extended form.
struct ISOTime: Hashable {
    /// Seconds since 1970 began, on the clock that the text shows.
    let seconds: Double
    /// Minutes east of UTC; `nil` where the text does not tell it.
    let offset: Int?
    let hasTime: Bool

    /// Seconds since 1970 began in UTC, for which a time without an offset is taken.
    var instant: Double { seconds - Double(offset ?? 0) * 60 }

    /// Reads `2018-05-28`, `2018-05-28T05:45:00`, `2018-05-28T05:45:00.25-05:00`, `2018-05-28T05:45Z`.
    init?(_ text: String) {
        var scanner = Scanner(rest: Array(text.utf8)[...])
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2),
            scanner.skip("-"), let day = scanner.digits(2), (1...12).contains(month),
            (1...CalendarDay.days(in: month, of: year)).contains(day)
        else { return nil }
        var seconds = Double(CalendarDay(year: year, month: month, day: day).number) * 86_400
        hasTime = scanner.skip("T")
        if hasTime {
            guard let time = scanner.time() else { return nil }
            seconds += time
        }
        offset = hasTime ? scanner.offset() : nil
        guard scanner.rest.isEmpty else { return nil }
        self.seconds = seconds
    }
}

extension ISOTime {
    fileprivate struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        /// A number of that many digits.
        mutating func digits(_ count: Int) -> Int? {
            let text = rest.prefix(count)
            guard text.count == count, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            rest = rest.dropFirst(count)
            return text.reduce(0) { $0 * 10 + Int($1 & 15) }
        }

        /// Seconds since midnight.
        mutating func time() -> Double? {
            guard let hour = digits(2), hour < 24, skip(":"), let minute = digits(2), minute < 60 else {
                return nil
            }
            guard skip(":") else { return Double(hour * 3600 + minute * 60) }
            guard let second = digits(2), second <= 60 else { return nil }
            var fraction = 0.0
            if skip(".") {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                fraction = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
                rest = rest.dropFirst(digits.count)
            }
            return Double(hour * 3600 + minute * 60 + second) + fraction
        }

        mutating func offset() -> Int? {
            if skip("Z") { return 0 }
            let sign = skip("+") ? 1 : skip("-") ? -1 : 0
            guard sign != 0, let hours = digits(2) else { return nil }
            _ = skip(":")
            return sign * (hours * 60 + (digits(2) ?? 0))
        }
    }
}
