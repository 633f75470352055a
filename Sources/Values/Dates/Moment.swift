/// A day of the Gregorian calendar with, perhaps, a time of day and the offset of its zone: what a page says, not
/// an instant. So nothing depends on the machine's own zone, and the local day is never lost.
package struct Moment: Hashable, Sendable {
    var year: Int
    var month: Int
    var day: Int
    package var time: Time?

    package struct Time: Hashable, Sendable {
        var hour = 0
        var minute = 0
        var second = 0
        /// The digits behind the second's point.
        package var fraction = ""
        /// Minutes east of UTC; `nil` where nothing tells it.
        package var offset: Int?
    }

    /// Whether there is such a day and such a time.
    var isValid: Bool {
        guard isDay else { return false }
        guard let time else { return true }
        return (0...23).contains(time.hour) && (0...59).contains(time.minute)
            && (0...60).contains(time.second)
            && (-18 * 60...18 * 60).contains(time.offset ?? 0)
    }

    /// Whether the calendar has such a day.
    var isDay: Bool {
        (1...9999).contains(year) && (1...12).contains(month) && day >= 1
            && day <= Moment.days(in: month, of: year)
    }
}

// MARK: - Writing

extension Moment {
    /// The day as ISO 8601 writes it.
    var dateText: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(10)
        appendDate(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Day and time as ISO 8601 writes them, with the offset where it is known.
    var text: String {
        guard let time else { return dateText }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(25 + time.fraction.utf8.count + 1)
        appendDate(to: &bytes)
        bytes.append(UInt8(ascii: "T"))
        Moment.append(time.hour, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Moment.append(time.minute, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        Moment.append(time.second, to: &bytes)
        if !time.fraction.isEmpty {
            bytes.append(UInt8(ascii: "."))
            bytes.append(contentsOf: time.fraction.utf8)
        }
        if let offset = time.offset { Moment.append(offset: offset, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func appendDate(to bytes: inout [UInt8]) {
        Moment.append(year / 100, to: &bytes)
        Moment.append(year % 100, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Moment.append(month, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Moment.append(day, to: &bytes)
    }

    private static func append(offset: Int, to bytes: inout [UInt8]) {
        if offset == 0 { return bytes.append(UInt8(ascii: "Z")) }
        bytes.append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        append(abs(offset) / 60, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(abs(offset) % 60, to: &bytes)
    }

    /// Two digits of a number from 0 to 99.
    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10 % 10))
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}
