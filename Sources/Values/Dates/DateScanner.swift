/// Reads numbers, names and zones off the front of a date's folded text (see ``DateText``).
struct DateScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index >= bytes.count }

    /// What has not been read yet.
    var rest: ArraySlice<UInt8> { bytes[index...] }

    /// Whether a letter follows.
    var isInWord: Bool {
        next.map { $0 >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Reads a number of the given count of digits (at most 18), or as many of them as there are.
    mutating func number(_ digits: ClosedRange<Int>) -> Int? {
        var number = 0
        var end = index
        while end < bytes.count, end - index < digits.upperBound, DateScanner.isDigit(bytes[end]) {
            number = number * 10 + Int(bytes[end] - UInt8(ascii: "0"))
            end += 1
        }
        guard end - index >= digits.lowerBound else { return nil }
        index = end
        return number
    }

    /// Reads all digits that follow.
    mutating func digits() -> String? {
        let digits = rest.prefix(while: DateScanner.isDigit)
        guard !digits.isEmpty else { return nil }
        index = digits.endIndex
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads a letter or a sign of ASCII.
    mutating func byte(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Reads a text as it is.
    mutating func text(_ text: some Collection<UInt8>) -> Bool {
        guard rest.starts(with: text) else { return false }
        index += text.count
        return true
    }

    /// Reads a name; tells which.
    mutating func name(_ names: NameTable) -> Int? {
        guard let (number, length) = names.match(rest) else { return nil }
        index += length
        return number
    }

    /// Reads white space; tells whether there was any.
    mutating func space() -> Bool { byte(" ") }

    /// Reads a zone's offset in minutes: `Z`, `UTC`, `GMT`, `GMT+1`, `+01`, `+0100`, `+01:00`.
    mutating func offset() -> Int? {
        let start = index
        if text("utc".utf8) || text("gmt".utf8) || byte("z") { return signed(digits: 1...2) ?? 0 }
        if let offset = signed(digits: 2...2) { return offset }
        index = start
        return nil
    }

    private mutating func signed(digits: ClosedRange<Int>) -> Int? {
        let start = index
        let isWest = next == UInt8(ascii: "-")
        guard byte("-") || byte("+"), let hours = number(digits) else {
            index = start
            return nil
        }
        let hasColon = byte(":")
        let minutes = number(2...2)
        guard (minutes ?? 0) < 60, !(hasColon && minutes == nil) else {
            index = start
            return nil
        }
        return (isWest ? -1 : 1) * (hours * 60 + (minutes ?? 0))
    }
}
