/// A day of the Gregorian calendar with, perhaps, a time of day and the offset of its zone: what a page says, not
/// an instant. So nothing depends on the machine's own zone, and the local day is never lost.
struct Moment: Hashable, Sendable {
    var year: Int
    var month: Int
    var day: Int
    var time: Time?

    struct Time: Hashable, Sendable {
        var hour = 0
        var minute = 0
        var second = 0
        /// The digits behind the second's point.
        var fraction = ""
        /// Minutes east of UTC; `nil` where the page does not say.
        var offset: Int?
    }

    /// Whether there is such a day and such a time.
    var isValid: Bool {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= daysInMonth else {
            return false
        }
        guard let time else { return true }
        return (0...23).contains(time.hour) && (0...59).contains(time.minute)
            && (0...60).contains(time.second)
            && (-18 * 60...18 * 60).contains(time.offset ?? 0)
    }

    private var daysInMonth: Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The day as ISO 8601 writes it.
    var dateText: String { "\(padded(year, 4))-\(padded(month))-\(padded(day))" }

    /// Day and time as ISO 8601 writes them, with the offset where it is known.
    var text: String {
        guard let time else { return dateText }
        var text = "\(dateText)T\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second))"
        if !time.fraction.isEmpty { text += "." + time.fraction }
        guard let offset = time.offset else { return text }
        if offset == 0 { return text + "Z" }
        return text + (offset < 0 ? "-" : "+") + "\(padded(abs(offset) / 60)):\(padded(abs(offset) % 60))"
    }

    private func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
