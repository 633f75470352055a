extension Encoding {
    /// How an encoding makes bytes of characters, which is what decoding and trust in a declaration depend on.
    enum Scheme {
        case utf8
        case utf16(isBigEndian: Bool)
        case singleByte(SingleByteEncoding)
        /// A single-byte encoding that needs nothing of the system.
        case windows1252
        case userDefined
        case multiByte(MultiByteEncoding)
        /// What the standard refuses to decode, since it has been used for attacks.
        case replacement
    }

    /// The multi-byte encodings that differ in decoding: GBK is GB18030 there.
    enum MultiByteEncoding {
        case gb18030, big5, eucJP, iso2022JP, shiftJIS, eucKR
    }

    var scheme: Scheme {
        switch id {
        case .utf8: .utf8
        case .utf16LE: .utf16(isBigEndian: false)
        case .utf16BE: .utf16(isBigEndian: true)
        case .ibm866: .singleByte(.ibm866)
        case .iso8859_2: .singleByte(.iso8859(2))
        case .iso8859_3: .singleByte(.iso8859(3))
        case .iso8859_4: .singleByte(.iso8859(4))
        case .iso8859_5: .singleByte(.iso8859(5))
        case .iso8859_6: .singleByte(.iso8859(6))
        case .iso8859_7: .singleByte(.iso8859(7))
        case .iso8859_8, .iso8859_8I: .singleByte(.iso8859(8))
        case .iso8859_10: .singleByte(.iso8859(10))
        case .iso8859_13: .singleByte(.iso8859(13))
        case .iso8859_14: .singleByte(.iso8859(14))
        case .iso8859_15: .singleByte(.iso8859(15))
        case .iso8859_16: .singleByte(.iso8859(16))
        case .koi8R: .singleByte(.koi8R)
        case .koi8U: .singleByte(.koi8U)
        case .macintosh: .singleByte(.macintosh)
        case .windows874: .singleByte(.windows874)
        case .windows1250: .singleByte(.windows(1250))
        case .windows1251: .singleByte(.windows(1251))
        case .windows1252: .windows1252
        case .windows1253: .singleByte(.windows(1253))
        case .windows1254: .singleByte(.windows(1254))
        case .windows1255: .singleByte(.windows(1255))
        case .windows1256: .singleByte(.windows(1256))
        case .windows1257: .singleByte(.windows(1257))
        case .windows1258: .singleByte(.windows(1258))
        case .xMacCyrillic: .singleByte(.xMacCyrillic)
        case .gbk, .gb18030: .multiByte(.gb18030)
        case .big5: .multiByte(.big5)
        case .eucJP: .multiByte(.eucJP)
        case .iso2022JP: .multiByte(.iso2022JP)
        case .shiftJIS: .multiByte(.shiftJIS)
        case .eucKR: .multiByte(.eucKR)
        case .replacement: .replacement
        case .xUserDefined: .userDefined
        }
    }

    /// Whether the system has the tables that decoding needs. Without them every byte beyond ASCII is undecodable.
    var isAvailable: Bool {
        switch scheme {
        case .singleByte(let encoding): SingleByteTable.table(of: encoding).isAvailable
        case .multiByte(let encoding): encoding.index.isAvailable
        case .utf8, .utf16, .windows1252, .userDefined, .replacement: true
        }
    }
}

extension Encoding.MultiByteEncoding {
    /// The table of the encoding's common characters.
    var index: EncodingIndex {
        switch self {
        case .gb18030: .gb18030
        case .big5: .big5
        case .eucJP, .iso2022JP, .shiftJIS: .jis0208
        case .eucKR: .eucKR
        }
    }
}
