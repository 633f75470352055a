import Platform

/// The standard's table of a multi-byte encoding: characters by their "pointer".
///
/// A table is computed once per process: the system's converter converts each code, and the differences from the
/// standard are corrected.
///
/// Specification: [Encoding, § 5](https://encoding.spec.whatwg.org/#indexes).
struct EncodingIndex: Sendable {
    /// The characters by pointer; 0 for none.
    private let scalars: [UInt32]
    /// Whether the system has a converter for the encoding. Without one the index has no characters.
    let isAvailable: Bool

    /// The number of pointers.
    var count: Int { scalars.count }

    @inline(__always)
    func scalar(at pointer: Int) -> UInt32 {
        pointer >= 0 && pointer < scalars.count ? scalars[pointer] : 0
    }

    /// Creates the index from the system's converter.
    ///
    /// - Parameters:
    ///   - systemName: the encoding's name for iconv.
    ///   - count: the number of pointers.
    ///   - length: the number of bytes of a code.
    ///   - corrections: the characters that differ in the standard, by code.
    ///   - code: returns the code of a pointer, the first byte most significant.
    init(
        systemName: String,
        count: Int,
        length: Int = 2,
        corrections: [UInt32: UInt32] = [:],
        code: (Int) -> UInt32
    ) {
        guard let converter = SystemConverter(from: systemName) else {
            scalars = []
            isAvailable = false
            return
        }
        scalars = (0..<count).map { pointer in
            let code = code(pointer)
            return corrections[code] ?? converter.scalar(of: code, length: length) ?? 0
        }
        isAvailable = true
    }

    /// All characters of the index, and 0.
    var members: Set<UInt32> { Set(scalars) }
}

extension EncodingIndex {
    /// JIS X 0208 with NEC's and IBM's additions, which Shift_JIS, EUC-JP and ISO-2022-JP share.
    static let jis0208 = EncodingIndex(systemName: "CP932", count: 11_280) { pointer in
        let (lead, trail) = (pointer / 188, pointer % 188)
        return code(lead + (lead < 0x1F ? 0x81 : 0xC1), trail + (trail < 0x3F ? 0x40 : 0x41))
    }

    /// JIS X 0212, the additional ideographs of EUC-JP.
    static let jis0212 = EncodingIndex(systemName: "EUC-JP", count: 94 * 94, length: 3) { pointer in
        0x8F0000 | code(pointer / 94 + 0xA1, pointer % 94 + 0xA1)
    }

    /// KS X 1001 with all other Hangul syllables: Windows' code page 949.
    static let eucKR = EncodingIndex(systemName: "CP949", count: 126 * 190) { pointer in
        code(pointer / 190 + 0x81, pointer % 190 + 0x41)
    }

    /// Big5 with Hong Kong's additions.
    static let big5 = EncodingIndex(
        systemName: "BIG5-HKSCS",
        count: 126 * 157,
        corrections: big5Corrections
    ) { pointer in
        let trail = pointer % 157
        return code(pointer / 157 + 0x81, trail + (trail < 0x3F ? 0x40 : 0x62))
    }

    /// The pairs of GB18030, which include those of GBK.
    static let gb18030 = EncodingIndex(
        systemName: "GB18030",
        count: 126 * 190,
        corrections: gb18030Corrections
    ) { pointer in
        let trail = pointer % 190
        return code(pointer / 190 + 0x81, trail + (trail < 0x3F ? 0x40 : 0x41))
    }

    private static func code(_ lead: Int, _ trail: Int) -> UInt32 { UInt32(lead << 8 | trail) }
}

/// The system's converter from one encoding to Unicode.
struct SystemConverter: ~Copyable {
    private let descriptor: iconv_t

    /// Opens the converter; `nil` if the system has none for the name.
    init?(from encoding: String) {
        let descriptor = iconv_open("UTF-32LE", encoding)
        // iconv_open's error value is a pointer with all bits set.
        guard let descriptor, UInt(bitPattern: descriptor) != UInt.max else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        iconv_close(descriptor)
    }

    /// The character of a code; `nil` if there is none, or more than one.
    ///
    /// - Parameter code: the code's bytes, the first one most significant.
    func scalar(of code: UInt32, length: Int) -> UInt32? {
        var input = (code << (32 - 8 * UInt32(length))).bigEndian
        var output: (UInt64, UInt64) = (0, 0)
        let size = MemoryLayout.size(ofValue: output)
        let left = withUnsafeMutableBytes(of: &output) { output in
            withUnsafeMutableBytes(of: &input) { convert($0.prefix(length), into: output) }
        }
        // The output is little-endian on any machine.
        return left == size - 4 ? UInt32(truncatingIfNeeded: UInt64(littleEndian: output.0)) : nil
    }

    /// Converts, and returns the number of bytes left in the output: all of them after an error.
    private func convert(
        _ input: Slice<UnsafeMutableRawBufferPointer>,
        into output: UnsafeMutableRawBufferPointer
    ) -> Int {
        var source = UnsafeMutableRawBufferPointer(rebasing: input).assumingMemoryBound(to: CChar.self)
            .baseAddress
        var sourceLeft = input.count
        var target = output.assumingMemoryBound(to: CChar.self).baseAddress
        var targetLeft = output.count
        let result = iconv(descriptor, &source, &sourceLeft, &target, &targetLeft)
        let isComplete = result >= 0 && sourceLeft == 0
        // Flushes a character that the next one could have combined with, and resets the state after an error.
        _ = iconv(descriptor, nil, nil, &target, &targetLeft)
        return isComplete ? targetLeft : output.count
    }
}
