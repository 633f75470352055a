/// Decodes EUC-JP.
///
/// Specification: [Encoding, § 12.1.1](https://encoding.spec.whatwg.org/#euc-jp-decoder).
struct EUCJPDecoder: LegacyDecoder {
    let jis0208 = EncodingIndex.jis0208

    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        let lead = bytes[index]
        guard lead == 0x8E || lead == 0x8F || isLetter(lead), index + 1 < bytes.count else {
            sink.appendReplacement()
            return index + 1
        }
        let trail = bytes[index + 1]
        if lead == 0x8F, isLetter(trail) {
            return decodeTriple(at: index, in: bytes, into: &sink)
        }
        var scalar: UInt32 = 0
        if lead == 0x8E, (0xA1...0xDF).contains(trail) {
            scalar = 0xFF61 - 0xA1 + UInt32(trail)
        } else if isLetter(lead), isLetter(trail) {
            scalar = jis0208.scalar(at: pointer(lead, trail))
        }
        return finish(scalar, at: index, ending: index + 1, trail: trail, into: &sink)
    }

    /// Decodes a code of three bytes, which is in JIS X 0212.
    private func decodeTriple(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        guard index + 2 < bytes.count else {
            sink.appendReplacement()
            return bytes.count
        }
        let trail = bytes[index + 2]
        let scalar = isLetter(trail) ? EncodingIndex.jis0212.scalar(at: pointer(bytes[index + 1], trail)) : 0
        return finish(scalar, at: index, ending: index + 2, trail: trail, into: &sink)
    }

    private func finish(
        _ scalar: UInt32,
        at index: Int,
        ending last: Int,
        trail: UInt8,
        into sink: inout TextSink
    ) -> Int {
        if scalar != 0 {
            sink.append(scalar)
            return last + 1
        }
        sink.appendReplacement()
        return trail < 0x80 ? last : last + 1
    }

    private func isLetter(_ byte: UInt8) -> Bool { byte >= 0xA1 && byte != 0xFF }

    private func pointer(_ lead: UInt8, _ trail: UInt8) -> Int { (Int(lead) - 0xA1) * 94 + Int(trail) - 0xA1 }
}

/// Decodes ISO-2022-JP, whose escape sequences switch between sets of characters.
///
/// Specification: [Encoding, § 12.2.1](https://encoding.spec.whatwg.org/#iso-2022-jp-decoder).
struct ISO2022JPDecoder: StepDecoder {
    private enum Set: UInt8 { case ascii, roman, katakana, jis0208 }

    private var set = Set.ascii
    /// Whether an escape sequence was read last: two in a row are an error, which prevents hiding text between them.
    private var isAfterEscape = false
    private let jis0208 = EncodingIndex.jis0208

    var state: UInt8 {
        get { set.rawValue << 1 | (isAfterEscape ? 1 : 0) }
        set {
            set = Set(rawValue: newValue >> 1) ?? .ascii
            isAfterEscape = newValue & 1 != 0
        }
    }

    mutating func step(at index: Int, in bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) -> Int
    {
        if bytes[index] == 0x1B { return readEscape(at: index, in: bytes, into: &sink) }
        isAfterEscape = false
        switch set {
        case .ascii, .roman: return readASCII(at: index, in: bytes, into: &sink)
        case .katakana: return readKatakana(at: index, in: bytes, into: &sink)
        case .jis0208: return readPair(at: index, in: bytes, into: &sink)
        }
    }

    /// The number of bytes at the end that are the start of an escape sequence.
    static func truncatedEscape(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
        bytes.suffix(2).firstIndex(of: 0x1B).map { bytes.count - $0 } ?? 0
    }

    private mutating func readEscape(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        guard let next = escaped(at: index, in: bytes) else {
            isAfterEscape = false
            sink.appendReplacement()
            return index + 1
        }
        if isAfterEscape { sink.appendReplacement() }
        set = next
        isAfterEscape = true
        return index + 3
    }

    private func escaped(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Set? {
        guard index + 2 < bytes.count else { return nil }
        switch (bytes[index + 1], bytes[index + 2]) {
        case (0x28, 0x42): return .ascii
        case (0x28, 0x4A): return .roman
        case (0x28, 0x49): return .katakana
        case (0x24, 0x40), (0x24, 0x42): return .jis0208
        default: return nil
        }
    }

    private func readASCII(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        switch bytes[index] {
        case 0x0E, 0x0F, 0x80...: sink.appendReplacement()
        case 0x5C where set == .roman: sink.append(0xA5)
        case 0x7E where set == .roman: sink.append(0x203E)
        default: sink.append(ascii: bytes[index])
        }
        return index + 1
    }

    private func readKatakana(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        if (0x21...0x5F).contains(bytes[index]) {
            sink.append(0xFF61 - 0x21 + UInt32(bytes[index]))
        } else {
            sink.appendReplacement()
        }
        return index + 1
    }

    private func readPair(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        let letters: ClosedRange<UInt8> = 0x21...0x7E
        guard letters.contains(bytes[index]), index + 1 < bytes.count else {
            sink.appendReplacement()
            return index + 1
        }
        let trail = bytes[index + 1]
        // An escape sequence is effective even within a pair.
        if trail == 0x1B {
            sink.appendReplacement()
            return index + 1
        }
        let pointer = (Int(bytes[index]) - 0x21) * 94 + Int(trail) - 0x21
        let scalar = letters.contains(trail) ? jis0208.scalar(at: pointer) : 0
        if scalar == 0 { sink.appendReplacement() } else { sink.append(scalar) }
        return index + 2
    }
}

/// Decodes Shift_JIS in Windows' variant.
///
/// Specification: [Encoding, § 12.3.1](https://encoding.spec.whatwg.org/#shift_jis-decoder).
struct ShiftJISDecoder: TwoByteDecoder {
    let index = EncodingIndex.jis0208

    func scalar(single byte: UInt8) -> UInt32? {
        switch byte {
        case 0x80: 0x80
        case 0xA1...0xDF: 0xFF61 - 0xA1 + UInt32(byte)
        default: nil
        }
    }

    func isLead(_ byte: UInt8) -> Bool { (0x81...0x9F).contains(byte) || (0xE0...0xFC).contains(byte) }

    @inline(__always)
    func scalar(lead: UInt8, trail: UInt8) -> UInt32 {
        guard trail >= 0x40, trail != 0x7F, trail <= 0xFC else { return 0 }
        let row = Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)
        let pointer = row * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
        // End-user defined characters, which Windows maps to the private use area.
        if (8836...10715).contains(pointer) { return 0xE000 + UInt32(pointer - 8836) }
        return index.scalar(at: pointer)
    }
}

/// Decodes EUC-KR with all Hangul syllables, as in Windows.
///
/// Specification: [Encoding, § 13.1.1](https://encoding.spec.whatwg.org/#euc-kr-decoder).
struct EUCKRDecoder: TwoByteDecoder {
    let index = EncodingIndex.eucKR

    func isLead(_ byte: UInt8) -> Bool { byte >= 0x81 && byte != 0xFF }

    @inline(__always)
    func scalar(lead: UInt8, trail: UInt8) -> UInt32 {
        guard trail >= 0x41, trail != 0xFF else { return 0 }
        return index.scalar(at: (Int(lead) - 0x81) * 190 + Int(trail) - 0x41)
    }
}
