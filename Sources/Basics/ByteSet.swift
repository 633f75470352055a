/// Sixteen bytes of a text that are compared in one step.
///
/// In the result of a comparison, all bits of a byte are set if the comparison is true for it.
@usableFromInline package struct ByteBlock {
    @usableFromInline let bytes: SIMD16<UInt8>

    /// Loads sixteen bytes, all of which must be readable.
    @inlinable @inline(__always)
    package init(at start: UnsafePointer<UInt8>) {
        bytes = UnsafeRawPointer(start).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    /// Stores the sixteen bytes.
    @inlinable @inline(__always)
    package func store(at start: UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(start).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
    }

    /// A mask of the bytes that equal the given one.
    @inlinable @inline(__always)
    package func equals(_ byte: UInt8) -> SIMDMask<SIMD16<Int8>> {
        bytes .== SIMD16(repeating: byte)
    }

    /// A mask of the bytes that are ASCII control characters or spaces.
    @inlinable @inline(__always)
    package var isSpaceOrControl: SIMDMask<SIMD16<Int8>> {
        bytes .<= SIMD16(repeating: 0x20)
    }
}

/// The indices, among sixteen bytes, of those for which a comparison is true.
@usableFromInline package struct ByteSet {
    @usableFromInline let low: UInt64
    @usableFromInline let high: UInt64

    /// The bytes for which a comparison is true.
    @inlinable @inline(__always)
    package init(_ mask: SIMDMask<SIMD16<Int8>>) {
        let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        low = UInt64(littleEndian: words[0])
        high = UInt64(littleEndian: words[1])
    }

    /// Whether the comparison is true for no byte.
    @inlinable @inline(__always)
    package var isEmpty: Bool { low | high == 0 }

    /// The number of bytes in the set.
    @inlinable @inline(__always)
    package var count: Int { (low.nonzeroBitCount &+ high.nonzeroBitCount) >> 3 }

    /// The index of the first byte in the set; 16 for an empty set.
    @inlinable @inline(__always)
    package var first: Int {
        low != 0 ? low.trailingZeroBitCount >> 3 : 8 &+ high.trailingZeroBitCount >> 3
    }

    /// The index of the last byte in the set, which must not be empty.
    @inlinable @inline(__always)
    package var last: Int {
        high != 0 ? 15 &- high.leadingZeroBitCount >> 3 : 7 &- low.leadingZeroBitCount >> 3
    }

    /// Whether a byte in the set comes before an index, which is 15 at most.
    @inlinable @inline(__always)
    package func hasAny(before index: Int) -> Bool {
        index < 8
            ? low & ((1 &<< UInt64(truncatingIfNeeded: index &<< 3)) &- 1) != 0
            : low | (high & ((1 &<< UInt64(truncatingIfNeeded: (index &- 8) &<< 3)) &- 1)) != 0
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The number of line feeds.
    package var lineEnds: Int { count(of: 0x0A, masked: 0xFF) }

    /// The number of characters of a UTF-8 text: of the bytes that do not continue one.
    package var scalarCount: Int { count - count(of: 0x80, masked: 0xC0) }

    /// The number of bytes whose bits in a mask are the given ones.
    private func count(of bits: UInt8, masked mask: UInt8) -> Int {
        guard let base = UnsafeRawPointer(baseAddress) else { return 0 }
        var total = 0
        var index = 0
        while count &- index >= 16 {
            // As many blocks as a sum of one byte can count.
            let end = index &+ 16 &* Swift.min((count &- index) / 16, 255)
            var sums = SIMD16<UInt8>()
            while index < end {
                let block = base.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
                let isEqual: SIMDMask<SIMD16<Int8>> =
                    block & SIMD16(repeating: mask) .== SIMD16(repeating: bits)
                sums &-= unsafeBitCast(isEqual, to: SIMD16<UInt8>.self)
                index &+= 16
            }
            for lane in sums.indices { total &+= Int(sums[lane]) }
        }
        while count &- index >= 8 {
            let ones: UInt64 = 0x0101_0101_0101_0101
            let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // Bytes that are 0 now have the bits; of the others, the addition sets the highest bit.
            let other = (word & (ones &* UInt64(mask))) ^ (ones &* UInt64(bits))
            let marks = ((other & (ones &* 0x7F)) &+ ones &* 0x7F) | other
            let equal = ~marks & (ones &* 0x80)
            if equal != 0 { total &+= equal.nonzeroBitCount }
            index &+= 8
        }
        while index < count {
            total &+= self[index] & mask == bits ? 1 : 0
            index &+= 1
        }
        return total
    }
}
