/// Finds where text stops that every ASCII-compatible decoder may copy as it is.
enum PlainASCII {
    /// The index of the first byte at or after `start` that is not ASCII, or is NUL or CR; the count where none is.
    ///
    /// Complexity: linear, eight bytes a step.
    static func end(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = start
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return index }
        while index + 8 <= bytes.count {
            if isSpecial(base.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { break }
            index += 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x80 || byte == 0 || byte == UInt8(ascii: "\r") { break }
            index += 1
        }
        return index
    }

    /// Whether one of eight bytes is not ASCII, or is NUL or CR.
    ///
    /// A byte's highest bit ends up set in itself, in a subtraction that borrowed because it was zero, or in one
    /// that borrowed because its difference from CR was zero.
    @inline(__always)
    private static func isSpecial(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highest: UInt64 = 0x8080_8080_8080_8080
        let fromCR = word ^ (ones &* UInt64(UInt8(ascii: "\r")))
        return (word | ((word &- ones) & ~word) | ((fromCR &- ones) & ~fromCR)) & highest != 0
    }
}
