/// The calendar form of ISO 8601 that machines write, RFC 3339 included: `2018-05-28`, `2018-05-28T05:45`,
/// `2018-05-28 05:45:00.25-0500`.
enum ISO8601 {
    static func read(_ text: String) -> Moment? {
        var scanner = DateScanner(text)
        guard let year = scanner.number(4...4), scanner.character("-"), let month = scanner.number(2...2),
            scanner.character("-"), let day = scanner.number(2...2)
        else { return nil }
        var moment = Moment(year: year, month: month, day: day)
        if !scanner.isAtEnd {
            guard scanner.character("Tt ") else { return nil }
            guard let time = time(&scanner) else { return nil }
            moment.time = time
        }
        return scanner.isAtEnd && moment.isValid ? moment : nil
    }

    private static func time(_ scanner: inout DateScanner) -> Moment.Time? {
        var time = Moment.Time()
        guard let hour = scanner.number(2...2), scanner.character(":"), let minute = scanner.number(2...2)
        else {
            return nil
        }
        time.hour = hour
        time.minute = minute
        if scanner.character(":") {
            guard let second = scanner.number(2...2) else { return nil }
            time.second = second
            if scanner.character(".,") {
                guard let fraction = scanner.digits() else { return nil }
                time.fraction = fraction
            }
        }
        if !scanner.isAtEnd {
            _ = scanner.space()
            guard let offset = scanner.offset() else { return nil }
            time.offset = offset
        }
        return time
    }
}
