/// Passes over UTF-8 by blocks, as long as it is well-formed.
///
/// A block is compared with itself one, two and three bytes earlier: a byte must be a continuation exactly where one
/// of those before it announces one. See [Encoding, § 8.1.1](https://encoding.spec.whatwg.org/#utf-8-decoder).
struct UTF8Blocks {
    /// How many bytes a block has.
    static let size = 64

    private typealias Vector = SIMD16<UInt8>

    private let bytes: UnsafeRawBufferPointer
    /// Where the next block starts: behind a whole character or what is none.
    var index = 0
    /// The characters beyond ASCII of the blocks that were passed.
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
    /// Passes all blocks of ASCII; whether there was one.
    mutating func passASCII() -> Bool {
        let first = index
        var position = index
        let one = Vector(repeating: 1)
        let cr = Vector(repeating: UInt8(ascii: "\r"))
        // Of ASCII, only zero minus one has the highest bit.
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
    /// Passes the blocks up to one of ASCII, as long as they are well-formed; whether there was one.
    mutating func passWellFormed() -> Bool {
        let first = index
        var leads = SIMD2<UInt64>()
        var pending = 0
        var zeros = Vector()
        var returns = Vector()
        // What a block announces is checked with the next one, so that it has to end with a whole character.
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

    /// How many bytes before an offset are the start of a character that goes on behind it.
    @inline(__always)
    private func openLength(before end: Int) -> Int {
        func byte(_ offset: Int) -> UInt8 { bytes[end - offset] }
        if byte(1) < 0x80 { return 0 }
        if byte(1) >= 0xC0 { return 1 }
        if byte(2) >= 0xE0 { return 2 }
        return byte(3) >= 0xF0 ? 3 : 0
    }

    /// The sum of sixteen bytes: of pairs first, then of the pairs by a multiplication.
    @inline(__always)
    private static func sum(_ words: SIMD2<UInt64>) -> Int {
        let low: UInt64 = 0x00FF_00FF_00FF_00FF
        let pairs = (words.x & low) &+ ((words.x >> 8) & low) &+ (words.y & low) &+ ((words.y >> 8) & low)
        return Int((pairs &* 0x0001_0001_0001_0001) >> 48)
    }
}
