/// Decodes ISO-2022-JP, whose escape sequences switch between sets of characters.
///
/// Specification: [Encoding, § 12.2.1](https://encoding.spec.whatwg.org/#iso-2022-jp-decoder).
struct ISO2022JPDecoder: StepDecoder {
    private enum Set: UInt8 { case ascii, roman, katakana, jis0208 }

    private var set = Set.ascii
    /// Whether the last thing read was an escape sequence: one right behind another is an error, lest something be
    /// hidden between them.
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

    /// How many bytes at the end are the start of an escape sequence.
    static func cutEscape(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
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
        // An escape sequence takes effect also where it breaks a pair.
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
