/// A digest of the part of an input that has been read, by which a continued run recognises it.
///
/// It detects mistakes, such as a different file with the same name, but not forgeries.
struct InputDigest: Hashable, Sendable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init() {}

    /// The digest of a page that is a file of its own.
    init(of bytes: [UInt8]) { add(bytes) }

    /// The digest with an item that could not be read after it. The same input with the item whole has another one.
    var damaged: InputDigest {
        var digest = self
        digest.mix(.max)
        return digest
    }

    /// Adds an item: its bytes in words of eight, the last eight or fewer once more, and its length.
    ///
    /// - Complexity: O(bytes), 32 of them per step: four words that do not depend on each other.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        let added: Void? = bytes.withContiguousStorageIfAvailable { add(UnsafeRawBufferPointer($0)) }
        if added == nil { Array(bytes).withUnsafeBytes { add($0) } }
    }

    private mutating func add(_ bytes: UnsafeRawBufferPointer) {
        func word(at index: Int) -> UInt64 {
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        }
        var start = 0
        var others = (self, self, self)
        while start &+ 32 <= bytes.count {
            mix(word(at: start))
            others.0.mix(word(at: start &+ 8))
            others.1.mix(word(at: start &+ 16))
            others.2.mix(word(at: start &+ 24))
            start &+= 32
        }
        if start > 0 {
            // Rotated by different numbers of bits, so that what they have in common does not cancel out.
            mix(others.0.value << 16 | others.0.value >> 48)
            mix(others.1.value << 32 | others.1.value >> 32)
            mix(others.2.value << 48 | others.2.value >> 16)
        }
        while start &+ 8 <= bytes.count {
            mix(word(at: start))
            start &+= 8
        }
        mix(bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
        mix(UInt64(bytes.count))
    }

    private mutating func mix(_ word: UInt64) {
        value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 29
    }
}
