/// What the system calls a single-byte encoding, and where its table is not the standard's.
struct SingleByteEncoding {
    /// The name for iconv.
    let systemName: String
    /// Whether bytes from 0x80 to 0x9F that have no character are control characters, as they are in the encodings
    /// that come from Windows.
    var hasControls = false
    /// What the standard has otherwise than the system.
    var corrections: [(byte: UInt8, scalar: UInt32)] = []
}

extension SingleByteEncoding {
    static func windows(_ number: Int) -> SingleByteEncoding {
        SingleByteEncoding(
            systemName: "CP\(number)",
            hasControls: true,
            // The Hebrew point that stands alone came to Unicode later.
            corrections: number == 1255 ? [(0xCA, 0x05BA)] : []
        )
    }

    static func iso8859(_ part: Int) -> SingleByteEncoding {
        SingleByteEncoding(systemName: "ISO-8859-\(part)")
    }

    static let windows874 = SingleByteEncoding(
        systemName: "ISO-8859-11",
        hasControls: true,
        corrections: [
            (0x80, 0x20AC), (0x85, 0x2026), (0x91, 0x2018), (0x92, 0x2019), (0x93, 0x201C), (0x94, 0x201D),
            (0x95, 0x2022), (0x96, 0x2013), (0x97, 0x2014),
        ]
    )
    static let ibm866 = SingleByteEncoding(systemName: "IBM866")
    static let koi8R = SingleByteEncoding(systemName: "KOI8-R")
    /// The letter short U of Belarusian, as in KOI8-RU.
    static let koi8U = SingleByteEncoding(
        systemName: "KOI8-U",
        corrections: [(0xAE, 0x045E), (0xBE, 0x040E)]
    )
    /// The increment sign and the apple.
    static let macintosh = SingleByteEncoding(
        systemName: "MACINTOSH",
        corrections: [(0xC6, 0x2206), (0xF0, 0xF8FF)]
    )
    /// The Euro sign.
    static let xMacCyrillic = SingleByteEncoding(
        systemName: "MAC-CYRILLIC",
        corrections: [(0xA2, 0x0490), (0xB6, 0x0491), (0xFF, 0x20AC)]
    )
}
