/// Seconds, or thousandths of them, since 1970-01-01T00:00:00Z: `1527504300`, `1527504300.25`.
enum UnixTime {
    /// The instant that a whole folded text tells, as a clock in the zone shows it, or one in UTC.
    static func read(_ text: [UInt8], inMilliseconds: Bool, _ zone: DateZone?) -> Moment? {
        var scanner = DateScanner(text)
        let isBefore = scanner.byte("-")
        // More digits than any time of the four-digit years has.
        guard var seconds = scanner.number(1...15) else { return nil }
        var fraction = ""
        if inMilliseconds {
            let thousandths = String(seconds % 1000)
            fraction = String(repeating: "0", count: 3 - thousandths.utf8.count) + thousandths
            seconds /= 1000
        } else if scanner.byte(".") {
            guard let digits = scanner.digits() else { return nil }
            fraction = digits
        }
        let isWhole = fraction.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
        guard scanner.isAtEnd, !isBefore || isWhole, seconds < 300_000_000_000 else { return nil }
        let instant = isBefore ? -seconds : seconds
        let offset = (zone ?? .offset(0)).offset(atInstant: instant)
        var moment = Moment(instant: instant, offset: offset)
        if !isWhole { moment.time?.fraction = fraction }
        return moment.isValid ? moment : nil
    }
}
