/// A character encoding of the Encoding Standard.
///
/// The labels that pages use mean what browsers take them to mean: `iso-8859-1` is windows-1252, `shift_jis` is
/// Windows' code page 932, `gb2312` is GBK.
///
/// Specification: [Encoding, § 4](https://encoding.spec.whatwg.org/#encodings).
public struct Encoding: Hashable, Sendable {
    let id: ID

    init(_ id: ID) {
        self.id = id
    }

    /// The name that the standard gives the encoding, such as `windows-1252`.
    public var name: String { id.rawValue }

    /// Unicode in one to four bytes a character.
    public static let utf8 = Encoding(.utf8)
    /// Western European, the encoding of pages that say nothing.
    public static let windows1252 = Encoding(.windows1252)
    /// Unicode in units of two bytes, the lower one first.
    public static let utf16LE = Encoding(.utf16LE)
    /// Unicode in units of two bytes, the higher one first.
    public static let utf16BE = Encoding(.utf16BE)

    var isUTF16: Bool { self == .utf16LE || self == .utf16BE }
}

extension Encoding {
    /// Every encoding of the standard by its name there.
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
