/// The dates of mail and feeds: RFC 2822 section 3.3, and RFC 822 and 1123 before it.
///
/// `Mon, 28 May 2018 05:45:00 -0500`, `28 May 18 05:45 EST`. The names are English in every locale. A year of two
/// digits is 2000 to 2049 or 1950 to 1999, one of three digits is counted from 1900 (section 4.3).
package struct RFC2822: Sendable {
    private let names = DateNames.of(locale: "en_US_POSIX")
    private let zones = ZoneNames.abbreviations

    /// What a whole folded text tells.
    func read(_ text: [UInt8]) -> DateFields? {
        var scanner = DateScanner(text)
        var fields = DateFields()
        fields.weekday = scanner.name(names.weekdays)
        if fields.weekday != nil {
            guard scanner.byte(",") || scanner.byte(".") || scanner.space() else { return nil }
            _ = scanner.byte(",")
            _ = scanner.space()
        }
        guard let day = scanner.number(1...2), scanner.space(), let month = scanner.name(names.months),
            scanner.space(), let year = RFC2822.year(&scanner)
        else { return nil }
        fields.day = day
        fields.month = month
        fields.year = year
        guard scanner.space(), time(&scanner, &fields) else { return nil }
        return scanner.isAtEnd ? fields : nil
    }

    private static func year(_ scanner: inout DateScanner) -> Int? {
        guard let digits = scanner.digits(), let year = Int(digits) else { return nil }
        switch digits.utf8.count {
        case 4: return year
        case 3: return year + 1900
        case 2: return year + (year < 50 ? 2000 : 1900)
        default: return nil
        }
    }

    private func time(_ scanner: inout DateScanner, _ fields: inout DateFields) -> Bool {
        guard let hour = scanner.number(1...2), scanner.byte(":"), let minute = scanner.number(2...2) else {
            return false
        }
        fields.hour = hour
        fields.minute = minute
        if scanner.byte(":") {
            guard let second = scanner.number(2...2) else { return false }
            fields.second = second
        }
        guard scanner.space() else { return true }
        if let zone = zones.read(&scanner) {
            fields.zone = zone
            _ = scanner.space()
        }
        return RFC2822.comment(&scanner)
    }

    /// Reads a comment in parentheses: the zone's name behind its offset.
    private static func comment(_ scanner: inout DateScanner) -> Bool {
        guard scanner.byte("(") else { return true }
        let text = scanner.rest.prefix { $0 != UInt8(ascii: ")") }
        return scanner.text(text) && scanner.byte(")")
    }
}
