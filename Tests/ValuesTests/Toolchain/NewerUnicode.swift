/// The characters that Unicode 17 has added to those of the toolchain's ICU, for the names of hosts.
///
/// From the files `DerivedBidiClass.txt`, `DerivedGeneralCategory.txt` and `IdnaMappingTable.txt` of Unicode 17. When
/// the toolchain has these characters, this file can be removed.
enum NewerUnicode {
    /// Their directions, with ICU's numbers: left, right, terminator of numbers, neutral, Arabic, mark.
    private static let ranges: [(ClosedRange<UInt32>, direction: Int)] = [
        (0x88F...0x88F, 13), (0xC5C...0xC5C, 0), (0xCDC...0xCDC, 0), (0x1ACF...0x1ADD, 17),
        (0x1AE0...0x1AEB, 17), (0x20C1...0x20C1, 4), (0x2B96...0x2B96, 10), (0xA7CE...0xA7CF, 0),
        (0xA7D2...0xA7D2, 0), (0xA7D4...0xA7D4, 0), (0xA7F1...0xA7F1, 0), (0xFBC3...0xFBD2, 10),
        (0xFD90...0xFD91, 10), (0xFDC8...0xFDCE, 10), (0x10940...0x10959, 1), (0x10EC5...0x10EC7, 13),
        (0x10ED0...0x10ED8, 10), (0x10EFA...0x10EFB, 17), (0x11B60...0x11B60, 17), (0x11B61...0x11B61, 0),
        (0x11B62...0x11B64, 17), (0x11B65...0x11B65, 0), (0x11B66...0x11B66, 17), (0x11B67...0x11B67, 0),
        (0x11DB0...0x11DDB, 0), (0x11DE0...0x11DE9, 0), (0x16EA0...0x16EB8, 0), (0x16EBB...0x16ED3, 0),
        (0x16FF2...0x16FF6, 0), (0x187F8...0x187FF, 0), (0x18D09...0x18D1E, 0), (0x18D80...0x18DF2, 0),
        (0x1CCFA...0x1CCFC, 10), (0x1CEBA...0x1CED0, 10), (0x1CEE0...0x1CEF0, 10), (0x1E6C0...0x1E6DE, 0),
        (0x1E6E0...0x1E6E2, 0), (0x1E6E3...0x1E6E3, 17), (0x1E6E4...0x1E6E5, 0), (0x1E6E6...0x1E6E6, 17),
        (0x1E6E7...0x1E6ED, 0), (0x1E6EE...0x1E6EF, 17), (0x1E6F0...0x1E6F4, 0), (0x1E6F5...0x1E6F5, 17),
        (0x1E6FE...0x1E6FF, 0), (0x1F6D8...0x1F6D8, 10), (0x1F777...0x1F77A, 10), (0x1F8D0...0x1F8D8, 10),
        (0x1FA54...0x1FA57, 10), (0x1FA8A...0x1FA8A, 10), (0x1FA8E...0x1FA8E, 10), (0x1FAC8...0x1FAC8, 10),
        (0x1FACD...0x1FACD, 10), (0x1FAEA...0x1FAEA, 10), (0x1FAEF...0x1FAEF, 10), (0x1FBFA...0x1FBFA, 10),
        (0x2B73A...0x2B73F, 0), (0x2CEA2...0x2CEAD, 0), (0x323B0...0x33479, 0),
    ]

    /// The direction of a new character; `nil` for all others.
    static func direction(_ scalar: UInt32) -> Int? {
        ranges.first { $0.0.contains(scalar) }?.direction
    }

    /// The replacement of a new character in the name of a host: itself or its lower-case form; `nil` for all others.
    static func mapping(_ scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0xA7CE, 0xA7D2, 0xA7D4: scalar + 1
        case 0xA7F1: 0x73
        case 0x16EA0...0x16EB8: scalar + 0x1B
        default: direction(scalar) == nil ? nil : scalar
        }
    }
}
