/// Checks UTF-8 in blocks, as long as it is well-formed.
///
/// A block is compared with itself shifted by one, two and three bytes: a byte must be a continuation if and only if
/// one of those before it announces one. See [Encoding, § 8.1.1](https://encoding.spec.whatwg.org/#utf-8-decoder).
struct UTF8Blocks {
    /// The number of bytes of a block.
    static let size = 64

    private typealias Vector = SIMD16<UInt8>

    private let bytes: UnsafeRawBufferPointer
    /// The start of the next block: after a complete character or an invalid sequence.
    var index = 0
    /// The number of non-ASCII characters in the blocks that were passed.
    private(set) var characters = 0
    /// Whether there is a NUL byte in them.
    private(set) var hasNUL = false
    /// Whether there is a CR in them.
    private(set) var hasCR = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = UnsafeRawBufferPointer(bytes)
    }

    @inline(__always)
    private func load(_ offset: Int) -> Vector {
        bytes.loadUnaligned(fromByteOffset: offset, as: Vector.self)
    }

    @inline(__always)
    private static func hasHighBit(_ vector: Vector) -> Bool {
        let words = unsafeBitCast(vector, to: SIMD2<UInt64>.self)
        return (words.x | words.y) & 0x8080_8080_8080_8080 != 0
    }
}

// MARK: - ASCII

extension UTF8Blocks {
    /// Passes all blocks of ASCII; returns whether there was one.
    mutating func passASCII() -> Bool {
        let first = index
        var position = index
        let one = Vector(repeating: 1)
        let cr = Vector(repeating: UInt8(ascii: "\r"))
        // For ASCII, the highest bit is set after subtracting one only if the byte is zero.
        var zeros = Vector()
        var returns = Vector()
        while position + Self.size <= bytes.count {
            let (a, b, c, d) = (load(position), load(position + 16), load(position + 32), load(position + 48))
            if Self.hasHighBit(a | b | c | d) { break }
            zeros |= (a &- one) | (b &- one) | (c &- one) | (d &- one)
            returns |= ((a ^ cr) &- one) | ((b ^ cr) &- one) | ((c ^ cr) &- one) | ((d ^ cr) &- one)
            position += Self.size
        }
        hasNUL = hasNUL || Self.hasHighBit(zeros)
        hasCR = hasCR || Self.hasHighBit(returns)
        index = position
        return position > first
    }
}

// MARK: - Beyond ASCII

extension UTF8Blocks {
    /// Passes the blocks up to one of ASCII, as long as they are well-formed; returns whether there was one.
    mutating func passWellFormed() -> Bool {
        let first = index
        var leads = SIMD2<UInt64>()
        var pending = 0
        var zeros = Vector()
        var returns = Vector()
        // Continuations are checked within a block, so a block has to end with a complete character.
        while index >= 3, index + Self.size <= bytes.count {
            var check = UTF8Check()
            for offset in stride(from: index, to: index + Self.size, by: 16) {
                check.add(load(offset), load(offset - 1), load(offset - 2), load(offset - 3))
            }
            if Self.hasHighBit(check.errors) || !Self.hasHighBit(check.all) { break }
            leads &+= check.leads
            zeros |= check.zeros
            returns |= check.returns
            pending += 1
            if pending == 60 {
                characters += Self.sum(leads)
                leads = SIMD2()
                pending = 0
            }
            let open = openLength(before: index + Self.size)
            if open > 0 { characters -= 1 }
            index += Self.size - open
        }
        characters += Self.sum(leads)
        hasNUL = hasNUL || Self.hasHighBit(zeros)
        hasCR = hasCR || Self.hasHighBit(returns)
        return index > first
    }

    /// The number of bytes before an offset that belong to a character which continues after it.
    @inline(__always)
    private func openLength(before end: Int) -> Int {
        func byte(_ offset: Int) -> UInt8 { bytes[end - offset] }
        if byte(1) < 0x80 { return 0 }
        if byte(1) >= 0xC0 { return 1 }
        if byte(2) >= 0xE0 { return 2 }
        return byte(3) >= 0xF0 ? 3 : 0
    }

    /// The sum of sixteen bytes: pairs are added, then the sums of pairs by a multiplication.
    @inline(__always)
    private static func sum(_ words: SIMD2<UInt64>) -> Int {
        let low: UInt64 = 0x00FF_00FF_00FF_00FF
        let pairs = (words.x & low) &+ ((words.x >> 8) & low) &+ (words.y & low) &+ ((words.y >> 8) & low)
        return Int((pairs &* 0x0001_0001_0001_0001) >> 48)
    }
}

/// The errors in a block of bytes, and counts. Only the highest bit of each byte of a result is meaningful.
///
/// Bits are moved to the highest place by additions and compared there, which is faster than comparing vectors of
/// bytes.
struct UTF8Check {
    typealias Vector = SIMD16<UInt8>

    private(set) var errors = Vector()
    private(set) var all = Vector()
    private(set) var zeros = Vector()
    private(set) var returns = Vector()
    /// The number of lead bytes at each place.
    private(set) var leads = SIMD2<UInt64>()

    /// Adds sixteen bytes, given with the bytes one, two and three places before each of them.
    @inline(__always)
    mutating func add(_ byte: Vector, _ before1: Vector, _ before2: Vector, _ before3: Vector) {
        let bit6 = byte &+ byte
        let bit5 = bit6 &+ bit6
        let bit4 = bit5 &+ bit5
        let bit3 = bit4 &+ bit4
        let bit2 = bit3 &+ bit3
        let bit1 = bit2 &+ bit2
        let bit0 = bit1 &+ bit1
        let lead = byte & bit6
        let isExpected = Self.isLead2(before1) | Self.isLead3(before2) | Self.isLead4(before3)
        errors |= (byte & ~bit6) ^ isExpected
        // No character starts with C0 or C1, which would be overlong forms, or with F5 and above.
        errors |= lead & ~(bit5 | bit4 | bit3 | bit2 | bit1)
        errors |= lead & bit5 & bit4 & (bit3 | (bit2 & (bit1 | bit0)))
        // Overlong forms, surrogates, and values above U+10FFFF.
        let high = bit5 | bit4
        errors |= (Self.equals(before1, 0xE0) & ~bit5) | (Self.equals(before1, 0xED) & bit5)
        errors |= (Self.equals(before1, 0xF0) & ~high) | (Self.equals(before1, 0xF4) & high)
        all |= byte
        zeros |= Self.equals(byte, 0)
        returns |= Self.equals(byte, UInt8(ascii: "\r"))
        leads &+=
            (unsafeBitCast(lead, to: SIMD2<UInt64>.self) &>> 7) & SIMD2(repeating: 0x0101_0101_0101_0101)
    }

    /// Whether a byte announces at least one more.
    @inline(__always)
    private static func isLead2(_ byte: Vector) -> Vector { byte & (byte &+ byte) }

    /// Whether a byte announces at least two more.
    @inline(__always)
    private static func isLead3(_ byte: Vector) -> Vector {
        let bit6 = byte &+ byte
        return byte & bit6 & (bit6 &+ bit6)
    }

    /// Whether a byte announces three more.
    @inline(__always)
    private static func isLead4(_ byte: Vector) -> Vector {
        let bit6 = byte &+ byte
        let bit5 = bit6 &+ bit6
        return byte & bit6 & bit5 & (bit5 &+ bit5)
    }

    @inline(__always)
    private static func equals(_ byte: Vector, _ value: UInt8) -> Vector {
        let low = Vector(repeating: 0x7F)
        let difference = byte ^ Vector(repeating: value)
        return ~(((difference & low) &+ low) | difference)
    }
}
