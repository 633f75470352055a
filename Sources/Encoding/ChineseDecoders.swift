/// Decodes GB18030 and with it GBK and GB 2312.
///
/// Specification: [Encoding, § 10.2.1](https://encoding.spec.whatwg.org/#gb18030-decoder).
struct GB18030Decoder: LegacyDecoder {
    let index = EncodingIndex.gb18030

    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        let lead = bytes[index]
        guard lead != 0x80, lead != 0xFF, index + 1 < bytes.count else {
            if lead == 0x80 { sink.append(0x20AC) } else { sink.appendReplacement() }
            return index + 1
        }
        let trail = bytes[index + 1]
        if (0x30...0x39).contains(trail) {
            return decodeQuadruple(at: index, in: bytes, into: &sink)
        }
        let scalar = scalar(lead: lead, trail: trail)
        if scalar != 0 {
            sink.append(scalar)
            return index + 2
        }
        sink.appendReplacement()
        return index + TrailingByte.consumed(trail)
    }

    @inline(__always)
    private func scalar(lead: UInt8, trail: UInt8) -> UInt32 {
        guard trail >= 0x40, trail != 0x7F, trail != 0xFF else { return 0 }
        return index.scalar(at: (Int(lead) - 0x81) * 190 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41))
    }

    /// Decodes a code of four bytes; the second and the fourth are digits.
    private func decodeQuadruple(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        let end = index + 4
        let third = index + 2 < bytes.count ? bytes[index + 2] : 0x81
        let fourth = index + 3 < bytes.count ? bytes[index + 3] : 0x30
        guard (0x81...0xFE).contains(third), (0x30...0x39).contains(fourth) else {
            sink.appendReplacement()
            return index + 1
        }
        let high = (Int(bytes[index]) - 0x81) * 10 + Int(bytes[index + 1]) - 0x30
        let low = (Int(third) - 0x81) * 10 + Int(fourth) - 0x30
        let scalar = end <= bytes.count ? GB18030Ranges.scalar(at: high * 1260 + low) : 0
        if scalar == 0 { sink.appendReplacement() } else { sink.append(scalar) }
        return min(end, bytes.count)
    }
}

/// The characters with four bytes in GB18030: all that it does not have with two, in Unicode's order.
///
/// Specification: [Encoding, § 5](https://encoding.spec.whatwg.org/#index-gb18030-ranges).
enum GB18030Ranges {
    /// The character at a pointer; 0 if there is none.
    static func scalar(at pointer: Int) -> UInt32 {
        switch pointer {
        case 0..<basic.count: UInt32(basic[pointer])
        case 189_000..<189_000 + 0x100000: 0x10000 + UInt32(pointer - 189_000)
        default: 0
        }
    }

    /// The pointer of a character; `nil` if it has none.
    static func pointer(of scalar: UInt32) -> Int? {
        scalar < 0x10000 ? pointers[UInt16(scalar)] : 189_000 + Int(scalar - 0x10000)
    }

    private static let pointers = Dictionary(
        basic.enumerated().map { ($1, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The characters of the Basic Multilingual Plane, in the order of the first edition: characters that later
    /// editions moved to two bytes keep their four, and those that they replaced have none.
    private static let basic: [UInt16] = {
        var isPair = [Bool](repeating: false, count: 0x10000)
        for scalar in EncodingIndex.gb18030.members where scalar < 0x10000 { isPair[Int(scalar)] = true }
        for scalar in EncodingIndex.gb18030Moved { isPair[Int(scalar)] = false }
        for scalar in EncodingIndex.gb18030Replaced { isPair[Int(scalar)] = true }
        var scalars = (0x80...0xFFFF).filter { !isPair[$0] && !(0xD800..<0xE000).contains($0) }
        // U+1E3F changed places with a character of the private use area.
        if let place = scalars.firstIndex(of: 0x1E3F) { scalars[place] = 0xE7C7 }
        return scalars.map { UInt16($0) }
    }()
}

/// Decodes Big5 with Hong Kong's additions; four of those are two characters each.
///
/// Specification: [Encoding, § 11.1.1](https://encoding.spec.whatwg.org/#big5-decoder).
struct Big5Decoder: LegacyDecoder {
    let index = EncodingIndex.big5

    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        let lead = bytes[index]
        guard lead >= 0x81, lead != 0xFF, index + 1 < bytes.count else {
            sink.appendReplacement()
            return index + 1
        }
        let trail = bytes[index + 1]
        let pointer = pointer(lead, trail)
        if let (letter, mark) = Self.combination(pointer) {
            sink.append(letter)
            sink.append(mark)
            return index + 2
        }
        let scalar = self.index.scalar(at: pointer)
        if scalar != 0 {
            sink.append(scalar)
            return index + 2
        }
        sink.appendReplacement()
        return index + TrailingByte.consumed(trail)
    }

    /// The pointer of a pair; -1 if there is none.
    private func pointer(_ lead: UInt8, _ trail: UInt8) -> Int {
        switch trail {
        case 0x40...0x7E: (Int(lead) - 0x81) * 157 + Int(trail) - 0x40
        case 0xA1...0xFE: (Int(lead) - 0x81) * 157 + Int(trail) - 0x62
        default: -1
        }
    }

    /// The letter E with circumflex and macron or caron, which is two characters in Unicode.
    private static func combination(_ pointer: Int) -> (letter: UInt32, mark: UInt32)? {
        switch pointer {
        case 1133: (0xCA, 0x304)
        case 1135: (0xCA, 0x30C)
        case 1164: (0xEA, 0x304)
        case 1166: (0xEA, 0x30C)
        default: nil
        }
    }
}
