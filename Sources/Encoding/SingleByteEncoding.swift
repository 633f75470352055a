import Synchronization

/// The system's name of a single-byte encoding, and the differences of its table from the standard's.
struct SingleByteEncoding {
    /// The name for iconv.
    let systemName: String
    /// Whether bytes from 0x80 to 0x9F without a character are control characters, as in the encodings of Windows.
    var hasControls = false
    /// The characters that differ in the standard.
    var corrections: [(byte: UInt8, scalar: UInt32)] = []
}

extension SingleByteEncoding {
    static func windows(_ number: Int) -> SingleByteEncoding {
        SingleByteEncoding(
            systemName: "CP\(number)",
            hasControls: true,
            // The Hebrew point holam haser for vav was added to Unicode later.
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
    /// With the Belarusian letter short U, as in KOI8-RU.
    static let koi8U = SingleByteEncoding(
        systemName: "KOI8-U",
        corrections: [(0xAE, 0x045E), (0xBE, 0x040E)]
    )
    /// With the increment sign and the apple.
    static let macintosh = SingleByteEncoding(
        systemName: "MACINTOSH",
        corrections: [(0xC6, 0x2206), (0xF0, 0xF8FF)]
    )
    /// With the letter ghe with upturn and the Euro sign.
    static let xMacCyrillic = SingleByteEncoding(
        systemName: "MAC-CYRILLIC",
        corrections: [(0xA2, 0x0490), (0xB6, 0x0491), (0xFF, 0x20AC)]
    )
}

/// The non-ASCII characters of a single-byte encoding.
struct SingleByteTable: Sendable {
    /// The 128 characters; 0 for a byte without one.
    private let scalars: [UInt32]
    /// Whether the system has a converter for the encoding.
    let isAvailable: Bool

    func scalar(of byte: UInt8) -> UInt32 {
        byte < 0x80 ? UInt32(byte) : scalars[Int(byte) - 0x80]
    }

    /// The byte of a non-ASCII character.
    func byte(of scalar: UInt32) -> UInt8? {
        scalar == 0 ? nil : scalars.firstIndex(of: scalar).map { UInt8($0 + 0x80) }
    }

    private static let tables = Mutex<[String: SingleByteTable]>([:])

    /// The table of an encoding, created on first use.
    static func table(of encoding: SingleByteEncoding) -> SingleByteTable {
        tables.withLock { tables in
            if let table = tables[encoding.systemName] { return table }
            let table = SingleByteTable(encoding)
            tables[encoding.systemName] = table
            return table
        }
    }

    /// Converts each byte by the system's converter and applies the corrections.
    init(_ encoding: SingleByteEncoding) {
        guard let converter = SystemConverter(from: encoding.systemName) else {
            scalars = Array(repeating: 0, count: 128)
            isAvailable = false
            return
        }
        var scalars = (UInt8(0x80)...0xFF).map { converter.scalar(of: UInt32($0), length: 1) ?? 0 }
        if encoding.hasControls {
            for index in 0..<0x20 where scalars[index] == 0 { scalars[index] = 0x80 + UInt32(index) }
        }
        for (byte, scalar) in encoding.corrections { scalars[Int(byte & 0x7F)] = scalar }
        self.scalars = scalars
        isAvailable = true
    }

    /// The table of windows-1252, which is available on every system.
    static let windows1252 = SingleByteTable(
        scalars: windows1252Punctuation.map { UInt32($0) } + (0xA0...0xFF).map { UInt32($0) }
    )

    private init(scalars: [UInt32]) {
        self.scalars = scalars
        isAvailable = true
    }

    private static let windows1252Punctuation: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
        0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]
}

/// Decodes an encoding with one byte per character.
///
/// Specification: [Encoding, § 9.1](https://encoding.spec.whatwg.org/#single-byte-decoder).
struct SingleByteDecoder: LegacyDecoder {
    let table: SingleByteTable

    @inline(__always)
    func decodeSequence(
        at index: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        into sink: inout TextSink
    ) -> Int {
        let scalar = table.scalar(of: bytes[index])
        if scalar == 0 { sink.appendReplacement() } else { sink.append(scalar) }
        return index + 1
    }
}
