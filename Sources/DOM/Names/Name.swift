public import CLibXML2

/// A name in a document's table: two names of one document are equal if and only if their addresses are equal, so that
/// comparing names costs one instruction.
///
/// A `Name` is valid only together with the ``Document`` that interned it, except for those of ``StandardNames``, which
/// all documents share. In memory its number precedes its bytes, and a zero follows them.
@usableFromInline package struct Name: Hashable, BitwiseCopyable {
    @usableFromInline let bytes: UnsafePointer<xmlChar>

    @inlinable
    init(_ bytes: UnsafePointer<xmlChar>) {
        self.bytes = bytes
    }

    /// The name's UTF-8 bytes, without the terminating zero. Complexity: linear in the name's length.
    @inlinable package var utf8: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes, count: LibXML2.length(bytes))
    }

    /// The name as a string. Complexity: linear in the name's length; allocates.
    package var string: String { String(decoding: utf8, as: UTF8.self) }
}

// MARK: - Numbers

extension Name {
    /// The name's number in its document: the names of ``Tag`` come first, then the other standard names, then the
    /// document's own in the order in which they were interned.
    @inline(__always) var number: Int {
        Int((UnsafeRawPointer(bytes) - 4).load(as: UInt32.self))
    }

    /// The tag of the name.
    @inline(__always) var tag: Tag {
        let number = number
        return number < Tag.count ? Tag(rawValue: UInt8(truncatingIfNeeded: number)) ?? .unknown : .unknown
    }

    /// Allocates a name, which is in no table yet.
    @inline(__always)
    static func make(
        count: Int,
        number: UInt32,
        in arena: inout Arena,
        _ byte: (Int) -> UInt8
    ) -> Name {
        let memory = arena.allocate(4 &+ count &+ 1)
        memory.storeBytes(of: number, as: UInt32.self)
        let bytes = (memory + 4).assumingMemoryBound(to: UInt8.self)
        for index in 0..<count { bytes[index] = byte(index) }
        bytes[count] = 0
        return Name(UnsafePointer(bytes))
    }
}

/// The key of a name in a table: its length and sixteen of its bytes, which are all bytes of most names.
///
/// A name of up to 8 bytes is `head`; a longer one has its first 8 bytes in `head` and its last 8 in `tail`.
struct NameKey: Equatable {
    let head: UInt64
    let tail: UInt64
    let count: Int

    /// The key of a name in the given spelling.
    ///
    /// - Parameter isPadded: whether eight bytes are readable after the name.
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

    /// The key of an empty name.
    static let empty = NameKey(head: 0, tail: 0, count: 0)

    private init(head: UInt64, tail: UInt64, count: Int) {
        self.head = head
        self.tail = tail
        self.count = count
    }

    /// The key with `A`–`Z` in lower case.
    @inline(__always) var lowercased: NameKey {
        NameKey(head: NameKey.lowercased(head), tail: NameKey.lowercased(tail), count: count)
    }

    /// The hash of the key.
    @inline(__always) var hash: UInt64 {
        var hash = (head ^ (tail << 29 | tail >> 35)) &+ UInt64(truncatingIfNeeded: count)
        hash = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
        return (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
    }

    @inline(__always)
    private static func load(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    /// The first `count` bytes, at most 8, of a text after which no byte may be read.
    private static func loadSlowly(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        if count == 8 { return load(bytes) }
        if count >= 4 {
            // Both halves may have some bytes in common.
            let start = UnsafeRawPointer(bytes)
            let first = UInt32(littleEndian: start.loadUnaligned(as: UInt32.self))
            let last = UInt32(littleEndian: start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            return UInt64(first) | UInt64(last) << UInt64(truncatingIfNeeded: 8 &* (count &- 4))
        }
        var word: UInt64 = 0
        for index in 0..<count { word |= UInt64(bytes[index]) << UInt64(8 * index) }
        return word
    }

    /// Keeps the first `count` bytes of a word, at most 8.
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
