/// The standard's table of a multi-byte encoding: characters by their place in it, the "pointer".
///
/// The tables are not written here: the system's converter is asked for each code, once for all pages, and what it
/// has otherwise than the standard is put right.
///
/// Specification: [Encoding, § 5](https://encoding.spec.whatwg.org/#indexes).
struct EncodingIndex: Sendable {
    /// The characters; 0 at a place that has none.
    private let scalars: [UInt32]
    /// Whether the system could tell the characters. Without them every look-up finds none.
    let isAvailable: Bool

    @inline(__always)
    func scalar(at pointer: Int) -> UInt32 {
        pointer >= 0 && pointer < scalars.count ? scalars[pointer] : 0
    }

    /// The characters of all codes, in the order of their pointers.
    ///
    /// - Parameters:
    ///   - systemName: the encoding's name for iconv.
    ///   - count: how many pointers there are.
    ///   - length: the number of bytes of a code.
    ///   - corrections: what the standard has otherwise, by code.
    ///   - code: the code of a pointer, its first byte highest.
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

    /// Every character of the index, and 0.
    var members: Set<UInt32> { Set(scalars) }
}

extension EncodingIndex {
    /// JIS X 0208 with NEC's and IBM's additions: what Shift_JIS, EUC-JP and ISO-2022-JP share.
    static let jis0208 = EncodingIndex(systemName: "CP932", count: 11_280) { pointer in
        let (lead, trail) = (pointer / 188, pointer % 188)
        return code(lead + (lead < 0x1F ? 0x81 : 0xC1), trail + (trail < 0x3F ? 0x40 : 0x41))
    }

    /// JIS X 0212, the further ideographs of EUC-JP.
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

    /// The pairs of GB18030, which are GBK's and more.
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
