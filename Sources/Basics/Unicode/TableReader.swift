/// Reads numbers and texts of a table in the sources: a literal, whose bytes are part of the program and cost nothing
/// before they are read.
///
/// A digit has six bits and is a character from `0` to `p`, except the backslash. A number of fixed width begins with
/// the highest digit. Any other number has five bits in each digit, the highest first; the sixth bit is set in all
/// digits but the last. A text is written relative to the previous one: the length of their common prefix, the length
/// of the rest, and the rest.
package struct TableReader {
    private let table: UnsafeBufferPointer<UInt8>
    private var index: Int
    private var last: [UInt8] = []

    /// Reads a table that starts at an offset.
    package init(_ table: StaticString, from offset: Int = 0) {
        self.table = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
        index = offset
    }

    /// The value of a digit.
    private static func digit(_ byte: UInt8) -> Int { Int(byte) - (byte > 0x5C ? 0x31 : 0x30) }

    /// Reads a number.
    package mutating func number() -> Int {
        var number = 0
        while true {
            let digit = TableReader.digit(table[index])
            index += 1
            number = number << 5 | digit & 31
            if digit < 32 { return number }
        }
    }

    /// Reads a signed number.
    package mutating func signed() -> Int {
        let number = number()
        return number & 1 == 1 ? -(number >> 1) - 1 : number >> 1
    }

    /// Reads a number with a fixed count of digits.
    package mutating func fixed(digits: Int) -> Int {
        var number = 0
        for _ in 0..<digits {
            number = number << 6 | TableReader.digit(table[index])
            index += 1
        }
        return number
    }

    /// Reads bytes that are written in full.
    package mutating func bytes(_ count: Int) -> UnsafeBufferPointer<UInt8> {
        defer { index += count }
        return UnsafeBufferPointer(rebasing: table[index..<index + count])
    }

    /// Reads a text.
    package mutating func text() -> [UInt8] {
        last.removeLast(last.count - number())
        last += bytes(number())
        return last
    }

    /// Reads a text.
    package mutating func string() -> String { String(decoding: text(), as: UTF8.self) }

    /// Applies the differences in the table to names.
    package mutating func change(_ names: inout [[UInt8]: Int]) {
        for _ in 0..<number() {
            let name = text()
            let value = number()
            names[name] = value == 0 ? nil : value - 1
        }
    }
}

/// Finds a row of a table by binary search.
package enum TableSearch {
    /// The index of the row that `order` finds equal, or `nil`.
    ///
    /// - Parameter order: compares a row with the wanted one: negative if the row comes before.
    package static func index(of count: Int, order: (Int) -> Int) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let order = order(middle)
            if order == 0 { return middle }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Compares two texts by their bytes.
    package static func order(_ one: UnsafeBufferPointer<UInt8>, _ other: some Collection<UInt8>) -> Int {
        if one.elementsEqual(other) { return 0 }
        return one.lexicographicallyPrecedes(other) ? -1 : 1
    }
}
