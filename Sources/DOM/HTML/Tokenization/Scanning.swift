/// Looks at sixteen bytes of a page at once.
///
/// What stands behind a page (``PageBuffer/padding``) lets a block that begins within it reach beyond its end. Where a
/// comparison holds, all bits of its byte are set, so that the bytes of a block can be taken apart as two words.
struct ByteBlock {
    private let bytes: SIMD16<UInt8>

    @inline(__always)
    init(at start: UnsafePointer<UInt8>) {
        bytes = UnsafeRawPointer(start).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    @inline(__always)
    func store(at start: UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(start).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
    }

    @inline(__always)
    func equals(_ byte: UInt8) -> SIMDMask<SIMD16<Int8>> {
        bytes .== SIMD16(repeating: byte)
    }

    /// Where control characters and spaces are.
    @inline(__always)
    var isSpaceOrControl: SIMDMask<SIMD16<Int8>> {
        bytes .<= SIMD16(repeating: 0x20)
    }
}

/// Which of a block's bytes something holds for.
struct ByteSet {
    private let low: UInt64
    private let high: UInt64

    @inline(__always)
    init(_ mask: SIMDMask<SIMD16<Int8>>) {
        let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        low = UInt64(littleEndian: words[0])
        high = UInt64(littleEndian: words[1])
    }

    @inline(__always) var isEmpty: Bool { low | high == 0 }

    /// The index of the first byte in the set, 16 where there is none.
    @inline(__always) var first: Int {
        low != 0 ? low.trailingZeroBitCount >> 3 : 8 &+ high.trailingZeroBitCount >> 3
    }

    /// How many there are.
    @inline(__always) var count: Int { (low.nonzeroBitCount &+ high.nonzeroBitCount) >> 3 }

    /// The index of the last byte in the set, which must not be empty.
    @inline(__always) var last: Int {
        high != 0
            ? 15 &- high.leadingZeroBitCount >> 3 : 7 &- low.leadingZeroBitCount >> 3
    }

    /// Whether there is one before the given index, which is 15 at most.
    @inline(__always)
    func hasAny(before index: Int) -> Bool {
        index < 8
            ? low & ((1 &<< UInt64(truncatingIfNeeded: index &<< 3)) &- 1) != 0
            : low | (high & ((1 &<< UInt64(truncatingIfNeeded: (index &- 8) &<< 3)) &- 1)) != 0
    }
}

/// The bytes below 64 that something holds for, as a set that fits a register.
struct LowBytes {
    private let bits: UInt64

    @inline(__always)
    private init(bits: UInt64) {
        self.bits = bits
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 64 && bits &>> UInt64(byte) & 1 != 0
    }

    /// Tab, line feed, form feed, carriage return, space: the standard's white space before newlines are normalised.
    @inline(__always) static var space: LowBytes {
        LowBytes(bits: 1 << 0x09 | 1 << 0x0A | 1 << 0x0C | 1 << 0x0D | 1 << 0x20)
    }

    /// White space, `/` and `>`, and NUL, which may be the page's end.
    @inline(__always) static var tagNameEnd: LowBytes {
        LowBytes(bits: space.bits | 1 << 0x2F | 1 << 0x3E | 1)
    }

    /// The same and `=`.
    @inline(__always) static var attributeNameEnd: LowBytes {
        LowBytes(bits: tagNameEnd.bits | 1 << 0x3D)
    }

    /// White space and `>`, and NUL, which may be the page's end.
    @inline(__always) static var unquotedValueEnd: LowBytes {
        LowBytes(bits: space.bits | 1 << 0x3E | 1)
    }
}

// MARK: - Searching

extension Tokenizer {
    /// Where `byte` stands next, or the page's end.
    ///
    /// - Parameters:
    ///   - other: a second byte to stop at.
    ///   - needsDecoding: set where a NUL or a carriage return stands before that, or an `&` if references are read.
    @inline(__always)
    func find(
        _ byte: UInt8,
        or other: UInt8? = nil,
        from start: UnsafeMutablePointer<UInt8>,
        readsReferences: Bool,
        needsDecoding: inout Bool
    ) -> UnsafeMutablePointer<UInt8> {
        var position = start
        while position < end {
            let block = ByteBlock(at: position)
            let isStop = other.map { block.equals(byte) .| block.equals($0) } ?? block.equals(byte)
            let isOdd = block.equals(0) .| block.equals(0x0D)
            let odd = ByteSet(readsReferences ? isOdd .| block.equals(UInt8(ascii: "&")) : isOdd)
            let stops = ByteSet(isStop)
            if !stops.isEmpty {
                let index = stops.first
                if odd.hasAny(before: index) { needsDecoding = true }
                return position + index
            }
            let rest = position.distance(to: end)
            if rest < 16 {
                if odd.hasAny(before: rest) { needsDecoding = true }
                return end
            }
            if !odd.isEmpty { needsDecoding = true }
            position += 16
        }
        return end
    }

    /// Goes on behind white space.
    @inline(__always)
    mutating func skipSpace() {
        while LowBytes.space.contains(cursor.pointee) { cursor += 1 }
    }

    /// Whether the bytes from `start` on are `text`, which is in lower case, in whatever case.
    func matches(_ text: StaticString, at start: UnsafePointer<UInt8>) -> Bool {
        for index in 0..<text.utf8CodeUnitCount where lowercased(start[index]) != text.utf8Start[index] {
            return false
        }
        return true
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII letter.
    @inline(__always) var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    @inline(__always) var isASCIIDigit: Bool { self &- 0x30 < 10 }

    @inline(__always) var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
}
