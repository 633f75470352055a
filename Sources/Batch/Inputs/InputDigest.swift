/// A digest of the part of an input that has been read, by which a continued run recognises it.
///
/// It detects mistakes, such as a different file with the same name, but not forgeries.
struct InputDigest: Hashable, Sendable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init() {}

    /// The digest of a page that is a file of its own.
    init(of bytes: [UInt8]) { add(bytes) }

    /// Adds an item: its length and its bytes.
    ///
    /// - Complexity: O(bytes), with eight bytes per step.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        var count = 0
        var word: UInt64 = 0
        for byte in bytes {
            word = word << 8 | UInt64(byte)
            count &+= 1
            if count & 7 == 0 { mix(word) }
        }
        mix(word)
        mix(UInt64(count))
    }

    private mutating func mix(_ word: UInt64) {
        value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 29
    }
}
