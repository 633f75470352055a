import Synchronization

/// The characters of a single-byte encoding beyond ASCII.
struct SingleByteTable: Sendable {
    /// The 128 characters; 0 for a byte that is none.
    private let scalars: [UInt32]
    /// Whether the system could tell the characters.
    let isAvailable: Bool

    func scalar(of byte: UInt8) -> UInt32 {
        byte < 0x80 ? UInt32(byte) : scalars[Int(byte) - 0x80]
    }

    private static let tables = Mutex<[String: SingleByteTable]>([:])

    /// The table of one of the encodings, made when it is first needed.
    static func table(of encoding: SingleByteEncoding) -> SingleByteTable {
        tables.withLock { tables in
            if let table = tables[encoding.systemName] { return table }
            let table = SingleByteTable(encoding)
            tables[encoding.systemName] = table
            return table
        }
    }

    /// Asks the system's converter for each byte, and puts right what the standard has otherwise.
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

    /// windows-1252, which is there whatever the system lacks.
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
