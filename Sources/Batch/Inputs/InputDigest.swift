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
        var item = Item(after: self)
        let added: Void? = bytes.withContiguousStorageIfAvailable { item.add(UnsafeRawBufferPointer($0)) }
        if added == nil { Array(bytes).withUnsafeBytes { item.add($0) } }
        self = item.digest
    }

    private mutating func mix(_ word: UInt64) {
        value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 29
    }

    /// An item whose bytes arrive in parts. The sizes of the parts have no effect.
    struct Item {
        private var first: InputDigest
        private var others: (InputDigest, InputDigest, InputDigest)
        private var count = 0
        /// The last eight bytes.
        private var last: UInt64 = 0
        /// The bytes that do not fill a step yet, and their number.
        private var rest = InlineArray<32, UInt8>(repeating: 0)
        private var restCount = 0

        private static let step = 32

        /// An item that follows others.
        init(after digest: InputDigest = InputDigest()) {
            first = digest
            others = (digest, digest, digest)
        }

        mutating func add(_ bytes: UnsafeRawBufferPointer) {
            count += bytes.count
            for byte in bytes.suffix(8) { last = last << 8 | UInt64(byte) }
            var start = 0
            if restCount > 0 {
                start = min(Item.step - restCount, bytes.count)
                keep(bytes[..<start])
                if restCount < Item.step { return }
                let filled = rest
                withUnsafeBytes(of: filled) { mix($0, at: 0) }
                restCount = 0
            }
            while start &+ Item.step <= bytes.count {
                mix(bytes, at: start)
                start &+= Item.step
            }
            keep(bytes[start...])
        }

        private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
            withUnsafeMutableBytes(of: &rest) { rest in
                UnsafeMutableRawBufferPointer(rebasing: rest[restCount...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
            }
            restCount += bytes.count
        }

        private mutating func mix(_ bytes: UnsafeRawBufferPointer, at start: Int) {
            first.mix(Item.word(bytes, at: start))
            others.0.mix(Item.word(bytes, at: start &+ 8))
            others.1.mix(Item.word(bytes, at: start &+ 16))
            others.2.mix(Item.word(bytes, at: start &+ 24))
        }

        private static func word(_ bytes: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        }

        /// The digest with the item at its end.
        var digest: InputDigest {
            var digest = first
            if count >= Item.step {
                // Rotated by different numbers of bits, so that what they have in common does not cancel out.
                digest.mix(others.0.value << 16 | others.0.value >> 48)
                digest.mix(others.1.value << 32 | others.1.value >> 32)
                digest.mix(others.2.value << 48 | others.2.value >> 16)
            }
            withUnsafeBytes(of: rest) { rest in
                for start in stride(from: 0, through: restCount - 8, by: 8) {
                    digest.mix(Item.word(rest, at: start))
                }
            }
            digest.mix(last)
            digest.mix(UInt64(count))
            return digest
        }
    }
}
