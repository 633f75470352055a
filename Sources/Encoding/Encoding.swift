/// A character encoding of the Encoding Standard.
///
/// Labels have the same meaning as in browsers: `iso-8859-1` is windows-1252, `shift_jis` is Windows' code page 932,
/// `gb2312` is GBK.
///
/// Specification: [Encoding, § 4](https://encoding.spec.whatwg.org/#encodings).
public struct Encoding: Hashable, Sendable {
    let id: ID

    init(_ id: ID) {
        self.id = id
    }

    /// The encoding's name in the standard, such as `windows-1252`.
    public var name: String { id.rawValue }

    /// Unicode in one to four bytes per character.
    public static let utf8 = Encoding(.utf8)
    /// Western European, the encoding of pages that declare none.
    public static let windows1252 = Encoding(.windows1252)
    /// Unicode in units of two bytes, the less significant byte first.
    public static let utf16LE = Encoding(.utf16LE)
    /// Unicode in units of two bytes, the more significant byte first.
    public static let utf16BE = Encoding(.utf16BE)

    var isUTF16: Bool { self == .utf16LE || self == .utf16BE }
}

extension Encoding {
    /// The encodings of the standard; the raw value is the name.
    enum ID: String, CaseIterable {
        case utf8 = "UTF-8"
        case ibm866 = "IBM866"
        case iso8859_2 = "ISO-8859-2"
        case iso8859_3 = "ISO-8859-3"
        case iso8859_4 = "ISO-8859-4"
        case iso8859_5 = "ISO-8859-5"
        case iso8859_6 = "ISO-8859-6"
        case iso8859_7 = "ISO-8859-7"
        case iso8859_8 = "ISO-8859-8"
        case iso8859_8I = "ISO-8859-8-I"
        case iso8859_10 = "ISO-8859-10"
        case iso8859_13 = "ISO-8859-13"
        case iso8859_14 = "ISO-8859-14"
        case iso8859_15 = "ISO-8859-15"
        case iso8859_16 = "ISO-8859-16"
        case koi8R = "KOI8-R"
        case koi8U = "KOI8-U"
        case macintosh = "macintosh"
        case windows874 = "windows-874"
        case windows1250 = "windows-1250"
        case windows1251 = "windows-1251"
        case windows1252 = "windows-1252"
        case windows1253 = "windows-1253"
        case windows1254 = "windows-1254"
        case windows1255 = "windows-1255"
        case windows1256 = "windows-1256"
        case windows1257 = "windows-1257"
        case windows1258 = "windows-1258"
        case xMacCyrillic = "x-mac-cyrillic"
        case gbk = "GBK"
        case gb18030 = "gb18030"
        case big5 = "Big5"
        case eucJP = "EUC-JP"
        case iso2022JP = "ISO-2022-JP"
        case shiftJIS = "Shift_JIS"
        case eucKR = "EUC-KR"
        case replacement = "replacement"
        case utf16BE = "UTF-16BE"
        case utf16LE = "UTF-16LE"
        case xUserDefined = "x-user-defined"
    }
}

extension Encoding: CustomStringConvertible {
    /// The encoding's name.
    public var description: String { name }
}

extension Encoding {
    /// How an encoding represents characters. Decoding and the check of a declaration depend on it.
    enum Scheme {
        case utf8
        case utf16(isBigEndian: Bool)
        case singleByte(SingleByteEncoding)
        /// A single-byte encoding whose table is part of this package.
        case windows1252
        case userDefined
        case multiByte(MultiByteEncoding)
        /// An encoding that the standard refuses to decode, since it has been used for attacks.
        case replacement
    }

    /// The multi-byte encodings with their own decoder; GBK is decoded as GB18030.
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

    /// Whether the system has the tables that decoding needs. Without them no non-ASCII byte can be decoded.
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
