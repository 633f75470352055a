/// Looks for the word that every declaration of an encoding holds, in whatever case: a page without it has none.
enum CharsetWord {
    private static let word: StaticString = "charset"
    /// Where in the word the two letters are that are looked for first, as few others stand beside each other so.
    private static let pairOffset = 3

    /// Where the word stands last in a page; `nil` where it does not.
    ///
    /// Complexity: linear, sixteen bytes a step.
    static func last(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return nil }
        let lower = SIMD16<UInt8>(repeating: 0x20)
        let first = SIMD16<UInt8>(repeating: UInt8(ascii: "r"))
        let second = SIMD16<UInt8>(repeating: UInt8(ascii: "s"))
        var last: Int?
        var index = 0
        while index &+ 17 <= bytes.count {
            let block = base.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self) | lower
            let next = base.loadUnaligned(fromByteOffset: index &+ 1, as: SIMD16<UInt8>.self) | lower
            let isFirst: SIMDMask<SIMD16<Int8>> = block .== first
            let isSecond: SIMDMask<SIMD16<Int8>> = next .== second
            if !ByteSet(isFirst .& isSecond).isEmpty {
                last = CharsetWord.last(in: bytes, pairFrom: index, to: index &+ 16) ?? last
            }
            index &+= 16
        }
        return CharsetWord.last(in: bytes, pairFrom: index, to: bytes.count) ?? last
    }

    /// Where the word stands last whose pair begins in a range.
    private static func last(
        in bytes: UnsafeBufferPointer<UInt8>,
        pairFrom first: Int,
        to end: Int
    ) -> Int? {
        (first..<max(first, end)).lazy.map { $0 - pairOffset }.last { stands(at: $0, in: bytes) }
    }

    private static func stands(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard start >= 0, start + word.utf8CodeUnitCount <= bytes.count else { return false }
        for index in 0..<word.utf8CodeUnitCount where bytes[start + index] | 0x20 != word.utf8Start[index] {
            return false
        }
        return true
    }
}
