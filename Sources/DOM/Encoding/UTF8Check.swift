/// What is wrong in a block of bytes, and what is counted in it: of each byte's answer only the highest bit counts.
///
/// Bits are moved to the highest place by additions and compared there, since the processor's own comparisons cannot
/// be had for vectors of bytes at this speed.
struct UTF8Check {
    typealias Vector = SIMD16<UInt8>

    private(set) var errors = Vector()
    private(set) var all = Vector()
    private(set) var zeros = Vector()
    private(set) var returns = Vector()
    /// The first bytes of characters, counted at each place.
    private(set) var leads = SIMD2<UInt64>()

    /// Sixteen bytes, and those that stand one, two and three before each of them.
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
        // No character starts with C0 and C1, which make overlong forms, and with F5 and what follows.
        errors |= lead & ~(bit5 | bit4 | bit3 | bit2 | bit1)
        errors |= lead & bit5 & bit4 & (bit3 | (bit2 & (bit1 | bit0)))
        // Overlong forms, surrogates, and what is beyond U+10FFFF.
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
