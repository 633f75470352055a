/// A decoder that processes a text in steps and can start again at each of them.
protocol StepDecoder {
    /// The state that the decoder keeps from one step to the next, in one byte.
    var state: UInt8 { get set }

    /// Decodes a run of ASCII, which has the same length in the output, or one sequence of bytes; returns the index
    /// after it, which is greater than `index`.
    mutating func step(at index: Int, in bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) -> Int
}

extension StepDecoder {
    var state: UInt8 {
        get { 0 }
        set {}
    }

    /// Decodes a whole text. Complexity: linear.
    @inline(__always)
    mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) {
        var index = 0
        while index < bytes.count {
            if index >= sink.nextCheckpoint { sink.addCheckpoint(at: index, state) }
            index = step(at: index, in: bytes, into: &sink)
        }
    }
}

extension Encoding {
    /// Decodes a whole text. Complexity: linear.
    ///
    /// - Parameter bytes: the text without a byte order mark.
    func decode(_ bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) {
        // One call for each decoder, so that its loop is specialised.
        switch scheme {
        case .utf8: decode(by: UTF8Decoder(), bytes, &sink)
        case .utf16(let isBigEndian): decode(by: UTF16Decoder(isBigEndian: isBigEndian), bytes, &sink)
        case .singleByte(let encoding):
            decode(by: SingleByteDecoder(table: .table(of: encoding)), bytes, &sink)
        case .windows1252: decode(by: SingleByteDecoder(table: .windows1252), bytes, &sink)
        case .userDefined: decode(by: UserDefinedDecoder(), bytes, &sink)
        case .multiByte(.gb18030): decode(by: GB18030Decoder(), bytes, &sink)
        case .multiByte(.big5): decode(by: Big5Decoder(), bytes, &sink)
        case .multiByte(.eucJP): decode(by: EUCJPDecoder(), bytes, &sink)
        case .multiByte(.shiftJIS): decode(by: ShiftJISDecoder(), bytes, &sink)
        case .multiByte(.eucKR): decode(by: EUCKRDecoder(), bytes, &sink)
        case .multiByte(.iso2022JP): decode(by: ISO2022JPDecoder(), bytes, &sink)
        case .replacement: decode(by: ReplacementDecoder(), bytes, &sink)
        }
    }

    @inline(__always)
    private func decode(
        by decoder: consuming some StepDecoder,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ sink: inout TextSink
    ) {
        decoder.decode(bytes, into: &sink)
    }

    /// A decoder of the encoding, for a part of a text.
    func makeDecoder() -> any StepDecoder {
        switch scheme {
        case .utf8: UTF8Decoder()
        case .utf16(let isBigEndian): UTF16Decoder(isBigEndian: isBigEndian)
        case .singleByte(let encoding): SingleByteDecoder(table: .table(of: encoding))
        case .windows1252: SingleByteDecoder(table: .windows1252)
        case .userDefined: UserDefinedDecoder()
        case .multiByte(.gb18030): GB18030Decoder()
        case .multiByte(.big5): Big5Decoder()
        case .multiByte(.eucJP): EUCJPDecoder()
        case .multiByte(.shiftJIS): ShiftJISDecoder()
        case .multiByte(.eucKR): EUCKRDecoder()
        case .multiByte(.iso2022JP): ISO2022JPDecoder()
        case .replacement: ReplacementDecoder()
        }
    }

    /// The approximate length of a text in UTF-8, for reserving memory.
    func estimate(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        switch scheme {
        case .utf8, .replacement: bytes.count
        case .utf16: bytes.count / 2 + bytes.count / 4
        case .singleByte, .windows1252, .userDefined, .multiByte: bytes.count + bytes.count / 4
        }
    }
}

/// A decoder of an encoding whose bytes below 0x80 are ASCII.
protocol LegacyDecoder: StepDecoder {
    /// Decodes the sequence that starts at `index` with a non-ASCII byte; returns the index after it, which is greater
    /// than `index`.
    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int
}

extension LegacyDecoder {
    @inline(__always)
    mutating func step(at index: Int, in bytes: UnsafeBufferPointer<UInt8>, into sink: inout TextSink) -> Int
    {
        let byte = bytes[index]
        if byte >= 0x80 { return decodeSequence(at: index, in: bytes, into: &sink) }
        let end = PlainASCII.end(from: index, in: bytes)
        if end > index {
            sink.append(run: UnsafeBufferPointer(rebasing: bytes[index..<end]))
            return end
        }
        sink.append(ascii: byte)
        return index + 1
    }
}

/// A decoder whose non-ASCII characters are pairs of bytes, except for a few of one byte.
protocol TwoByteDecoder: LegacyDecoder {
    /// The character of a single byte; `nil` if there is none.
    func scalar(single byte: UInt8) -> UInt32?
    /// Whether a byte is the first byte of a pair.
    func isLead(_ byte: UInt8) -> Bool
    /// The character of a pair; 0 if there is none.
    func scalar(lead: UInt8, trail: UInt8) -> UInt32
}

extension TwoByteDecoder {
    func scalar(single byte: UInt8) -> UInt32? { nil }

    @inline(__always)
    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        let lead = bytes[index]
        guard isLead(lead), index + 1 < bytes.count else {
            if let scalar = scalar(single: lead) { sink.append(scalar) } else { sink.appendReplacement() }
            return index + 1
        }
        let trail = bytes[index + 1]
        let scalar = scalar(lead: lead, trail: trail)
        if scalar != 0 {
            sink.append(scalar)
            return index + 2
        }
        sink.appendReplacement()
        return index + TrailingByte.consumed(trail)
    }
}

/// The second byte of an invalid pair.
enum TrailingByte {
    /// The number of bytes that an invalid pair consumes: an ASCII byte is not part of it, so no markup is lost.
    static func consumed(_ trail: UInt8) -> Int { trail < 0x80 ? 1 : 2 }
}

/// Text that every ASCII-compatible decoder copies unchanged: ASCII without NUL and CR.
enum PlainASCII {
    /// The index of the first byte at or after `start` that is not ASCII, or is NUL or CR; the count if there is none.
    ///
    /// Complexity: linear, eight bytes per step.
    static func end(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = start
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return index }
        while index + 8 <= bytes.count {
            if isSpecial(base.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { break }
            index += 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x80 || byte == 0 || byte == UInt8(ascii: "\r") { break }
            index += 1
        }
        return index
    }

    /// Whether one of eight bytes is not ASCII, or is NUL or CR.
    ///
    /// The highest bit of a byte is set in the byte itself, or in a subtraction that borrows because the byte, or its
    /// difference from CR, is zero.
    @inline(__always)
    private static func isSpecial(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highest: UInt64 = 0x8080_8080_8080_8080
        let fromCR = word ^ (ones &* UInt64(UInt8(ascii: "\r")))
        return (word | ((word &- ones) & ~word) | ((fromCR &- ones) & ~fromCR)) & highest != 0
    }
}
