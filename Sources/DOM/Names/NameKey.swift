/// What a name is looked up by: its length and sixteen of its bytes, which is all of most names.
///
/// A name of up to 8 bytes is `head`; a longer one has its first 8 bytes in `head` and its last 8 in `tail`.
struct NameKey: Equatable {
    let head: UInt64
    let tail: UInt64
    let count: Int

    /// The key of a name exactly as it is spelled.
    ///
    /// - Parameter isPadded: whether eight bytes can be read behind the name.
    @inline(__always)
    init(_ bytes: UnsafePointer<UInt8>, _ count: Int, isPadded: Bool) {
        self.count = count
        if count > 8 {
            head = NameKey.load(bytes)
            tail = NameKey.load(bytes + (count &- 8))
        } else {
            head = isPadded ? NameKey.load(bytes) & NameKey.mask(count) : NameKey.loadSlowly(bytes, count)
            tail = 0
        }
    }

    /// That of a name without any byte.
    static let empty = NameKey(head: 0, tail: 0, count: 0)

    private init(head: UInt64, tail: UInt64, count: Int) {
        self.head = head
        self.tail = tail
        self.count = count
    }

    /// The same with ASCII's capitals in lower case.
    @inline(__always) var lowercased: NameKey {
        NameKey(head: NameKey.lowercased(head), tail: NameKey.lowercased(tail), count: count)
    }

    /// A number that spreads keys.
    @inline(__always) var hash: UInt64 {
        var hash = (head ^ (tail << 29 | tail >> 35)) &+ UInt64(truncatingIfNeeded: count)
        hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
        return (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
    }

    @inline(__always)
    private static func load(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    private static func loadSlowly(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<count { word |= UInt64(bytes[index]) << UInt64(8 * index) }
        return word
    }

    /// Keeps the first `count` bytes of a word, 8 at most.
    @inline(__always)
    private static func mask(_ count: Int) -> UInt64 {
        count == 0 ? 0 : UInt64.max >> UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    }

    /// All eight bytes in lower case: a byte from A to Z, and no other, gets the bit 0x20.
    @inline(__always)
    static func lowercased(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = word & (0x7F &* ones)
        let isFromA = low &+ (0x80 - 0x41) &* ones
        let isBeyondZ = low &+ (0x80 - 0x5B) &* ones
        return word | ((isFromA & ~isBeyondZ & ~word & (0x80 &* ones)) >> 2)
    }
}
