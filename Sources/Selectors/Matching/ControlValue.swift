import Basics
import DOM

extension FormState {
    /// A control's initial value.
    ///
    /// Line breaks of a text area are part of the value. The parser removes one directly after its tag.
    func value(of element: NodeRef) -> String {
        if element.name == names[.textarea] { return text(of: element) }
        if element.name == names[.select] { return selectValue(element) }
        guard let value = names.string(.value, element) else { return "" }
        switch names.type(of: element) {
        case "text", "search", "tel", "password":
            return String(value.unicodeScalars.filter { !$0.isLineBreak }.map(Character.init))
        case "url", "email":
            return trimmed(String(value.unicodeScalars.filter { !$0.isLineBreak }.map(Character.init)))
        case "number", "range": return ControlNumber(number: value) == nil ? "" : value
        case "date", "month", "week", "time", "datetime-local":
            return ControlNumber(value, type: names.type(of: element)) == nil ? "" : value
        default: return value
        }
    }

    private func text(of element: NodeRef) -> String {
        var bytes: [UInt8] = []
        var node = element.next(within: element)
        while let current = node {
            if current.isText { bytes += current.content }
            node = current.next(within: element)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The value of the first selected option.
    private func selectValue(_ select: NodeRef) -> String {
        var node = select.nextElement(within: select)
        while let current = node {
            if current.name == names[.option], isChecked(current) {
                return names.string(.value, current) ?? trimmed(text(of: current))
            }
            node = current.nextElement(within: select)
        }
        return ""
    }

    private func trimmed(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { !$0.isASCIIWhiteSpace }),
            let last = bytes.lastIndex(where: { !$0.isASCIIWhiteSpace })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}

extension Unicode.Scalar {
    fileprivate var isLineBreak: Bool { self == "\n" || self == "\r" }
}

/// The value of a form control (a number, a date or a time) as a number, which is compared with `min` and `max`
/// (HTML standard, 2.3.5 "Dates and times").
struct ControlNumber: Comparable {
    let value: Double

    private init(value: Double) {
        self.value = value
    }

    static func < (left: ControlNumber, right: ControlNumber) -> Bool { left.value < right.value }

    /// A valid floating-point number (2.3.4.3): `-1.5e3`.
    init?(number text: String) {
        var scanner = Scanner(text)
        scanner.skip("-")
        let whole = scanner.digits()
        var fraction = 0
        if scanner.skip(".") {
            fraction = scanner.digits()
            guard fraction > 0 else { return nil }
        }
        guard whole + fraction > 0 else { return nil }
        if scanner.skip("e") || scanner.skip("E") {
            if !scanner.skip("-") { scanner.skip("+") }
            guard scanner.digits() > 0 else { return nil }
        }
        guard scanner.isAtEnd, let value = Double(text), value.isFinite else { return nil }
        self.init(value: value)
    }

    /// The value of an `input` of the given type; `nil` if it is invalid or the type has no order.
    init?(_ text: String, type: String) {
        var scanner = Scanner(text)
        let value: Double?
        switch type {
        case "number", "range":
            self.init(number: text)
            return
        case "date": value = scanner.date()
        case "month": value = scanner.month().map { Double($0.year * 12 + $0.month) }
        case "week": value = scanner.week()
        case "time": value = scanner.time()
        case "datetime-local": value = scanner.dateTime()
        default: value = nil
        }
        guard let value, scanner.isAtEnd else { return nil }
        self.init(value: value)
    }
}

/// Parses the parts of dates and times.
private struct Scanner {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { offset == bytes.count }

    @discardableResult
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// Skips digits and returns their number.
    mutating func digits() -> Int {
        let start = offset
        while offset < bytes.count, bytes[offset].isASCIIDigit { offset += 1 }
        return offset - start
    }

    /// A number with a given number of digits within bounds.
    private mutating func number(_ length: ClosedRange<Int>, in bounds: ClosedRange<Int>) -> Int? {
        let start = offset
        let count = digits()
        guard length.contains(count) else { return nil }
        let value = bytes[start..<offset].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return bounds.contains(value) ? value : nil
    }

    private mutating func year() -> Int? { number(4...9, in: 1...275_760) }

    mutating func month() -> (year: Int, month: Int)? {
        guard let year = year(), skip("-"), let month = number(2...2, in: 1...12) else { return nil }
        return (year, month)
    }

    /// A date in days.
    mutating func date() -> Double? {
        guard let (year, month) = month(), skip("-"), let day = number(2...2, in: 1...31),
            day <= Scanner.days(in: month, of: year)
        else { return nil }
        return Double(Scanner.daysBefore(year: year, month: month) + day)
    }

    /// A week in weeks.
    mutating func week() -> Double? {
        guard let year = year(), skip("-"), skip("W"), let week = number(2...2, in: 1...53),
            week <= Scanner.weeks(in: year)
        else { return nil }
        return Double(year * 53 + week)
    }

    /// A time in seconds.
    mutating func time() -> Double? {
        guard let hour = number(2...2, in: 0...23), skip(":"), let minute = number(2...2, in: 0...59) else {
            return nil
        }
        var seconds = Double(hour * 3600 + minute * 60)
        guard skip(":") else { return seconds }
        guard let second = number(2...2, in: 0...59) else { return nil }
        seconds += Double(second)
        if skip(".") {
            let start = offset
            guard (1...3).contains(digits()) else { return nil }
            let fraction = bytes[start..<offset].reduce(0) { $0 * 10 + Int($1 - 0x30) }
            seconds += Double(fraction) / [10, 100, 1000][offset - start - 1]
        }
        return seconds
    }

    /// A date and a time in seconds.
    mutating func dateTime() -> Double? {
        guard let day = date(), skip("T") || skip(" "), let time = time() else { return nil }
        return day * 86_400 + time
    }

    // MARK: The calendar

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && year % 100 != 0 || year % 400 == 0 }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func daysBefore(year: Int, month: Int) -> Int {
        let past = year - 1
        let days = past * 365 + past / 4 - past / 100 + past / 400
        return (1..<month).reduce(days) { $0 + Scanner.days(in: $1, of: year) }
    }

    /// A year has 53 weeks when it begins on a Thursday, or on a Wednesday and is a leap year.
    private static func weeks(in year: Int) -> Int {
        // Day 0 of this count is a Sunday.
        let weekday = (daysBefore(year: year, month: 1) + 1) % 7
        return weekday == 4 || weekday == 3 && isLeap(year) ? 53 : 52
    }
}
