import Basics

extension Encoding {
    /// The encoding that a label identifies; `nil` for an unknown label.
    ///
    /// White space around the label and letter case are ignored. All labels of the standard are known, and others that
    /// are in wide use for the same encodings (`cp932`, `ms949`, `utf8mb4` …). `UTF-7` is not.
    ///
    /// Specification: [Encoding, § 4.2](https://encoding.spec.whatwg.org/#concept-encoding-get).
    public init?(label: String) {
        self.init(label: label.utf8)
    }

    init?(label: some BidirectionalCollection<UInt8>) {
        let label = Self.normalized(label)
        // The label of nearly all pages does not need the table.
        guard let id = label == "utf-8" ? .utf8 : Self.labels[label] else { return nil }
        self.init(id)
    }

    /// The label in lower case, without the white space around it.
    static func normalized(_ label: some BidirectionalCollection<UInt8>) -> String {
        let trimmed = label.trimming(where: \.isASCIIWhiteSpace)
        // No label is longer; a page may have its whole text where a label is expected.
        guard trimmed.count <= 40 else { return "" }
        return String(decoding: trimmed.asciiLowercased, as: UTF8.self)
    }

    static let labels: [String: ID] = {
        var labels: [String: ID] = [:]
        for id in ID.allCases {
            for label in id.standardLabels.split(separator: " ") { labels[String(label)] = id }
            for label in id.furtherLabels.split(separator: " ") { labels[String(label)] = id }
        }
        return labels
    }()
}

extension Encoding.ID {
    /// The labels of the standard. ISO 8859-1 and US-ASCII are labels of windows-1252, as in every browser.
    var standardLabels: String {
        switch self {
        case .utf8: "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"
        case .ibm866: "866 cp866 csibm866 ibm866"
        case .iso8859_2:
            """
            csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
            """
        case .iso8859_3:
            """
            csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
            """
        case .iso8859_4:
            """
            csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
            """
        case .iso8859_5:
            """
            csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 \
            iso_8859-5:1988
            """
        case .iso8859_6:
            """
            arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e \
            iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
            """
        case .iso8859_7:
            """
            csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 \
            iso_8859-7 iso_8859-7:1987 sun_eu_greek
            """
        case .iso8859_8:
            """
            csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 \
            iso_8859-8 iso_8859-8:1988 visual
            """
        case .iso8859_8I: "csiso88598i iso-8859-8-i logical"
        case .iso8859_10: "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"
        case .iso8859_13: "iso-8859-13 iso8859-13 iso885913"
        case .iso8859_14: "iso-8859-14 iso8859-14 iso885914"
        case .iso8859_15: "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"
        case .iso8859_16: "iso-8859-16"
        case .koi8R: "cskoi8r koi koi8 koi8-r koi8_r"
        case .koi8U: "koi8-ru koi8-u"
        case .macintosh: "csmacintosh mac macintosh x-mac-roman"
        case .windows874: "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"
        case .windows1250: "cp1250 windows-1250 x-cp1250"
        case .windows1251: "cp1251 windows-1251 x-cp1251"
        case .windows1252:
            """
            ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 \
            iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
            """
        case .windows1253: "cp1253 windows-1253 x-cp1253"
        case .windows1254:
            """
            cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 \
            latin5 windows-1254 x-cp1254
            """
        case .windows1255: "cp1255 windows-1255 x-cp1255"
        case .windows1256: "cp1256 windows-1256 x-cp1256"
        case .windows1257: "cp1257 windows-1257 x-cp1257"
        case .windows1258: "cp1258 windows-1258 x-cp1258"
        case .xMacCyrillic: "x-mac-cyrillic x-mac-ukrainian"
        case .gbk: "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"
        case .gb18030: "gb18030"
        case .big5: "big5 big5-hkscs cn-big5 csbig5 x-x-big5"
        case .eucJP: "cseucpkdfmtjapanese euc-jp x-euc-jp"
        case .iso2022JP: "csiso2022jp iso-2022-jp"
        case .shiftJIS: "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"
        case .eucKR:
            """
            cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 \
            ksc_5601 windows-949
            """
        case .replacement: "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement"
        case .utf16BE: "unicodefffe utf-16be"
        case .utf16LE: "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"
        case .xUserDefined: "x-user-defined"
        }
    }

    /// Labels that are not in the standard, but are written by servers, databases and programs.
    var furtherLabels: String {
        switch self {
        case .utf8:
            """
            65001 cp65001 utf-8-bom utf-8-mac utf-8-sig utf-8n utf8-bom utf8-mb4 utf8mb3 utf8mb4 utf_8 \
            x-utf-8 x-utf8
            """
        case .ibm866: "cp-866 dos-866 ibm-866"
        case .iso8859_2: "cp28592 iso8859_2 latin-2"
        case .iso8859_3: "latin-3"
        case .iso8859_4: "latin-4"
        case .iso8859_5: "cp28595 iso8859_5"
        case .iso8859_6: "iso8859_6"
        case .iso8859_7: "iso8859_7"
        case .iso8859_8: "iso8859_8"
        case .iso8859_8I: "iso8859-8-i iso_8859-8-i"
        case .iso8859_10: "iso_8859-10 latin-6"
        case .iso8859_13: "iso_8859-13 l7 latin-7 latin7"
        case .iso8859_14: "iso_8859-14 l8 latin-8 latin8"
        case .iso8859_15: "iso8859_15 latin-9 latin9"
        case .iso8859_16: "iso8859-16 iso885916 iso_8859-16 l10 latin-10 latin10"
        case .koi8R: "cp20866 koi8r x-koi8-r"
        case .koi8U: "cp21866 koi8_u koi8u x-koi8-u"
        case .macintosh: "mac-roman mac_roman macroman x-macintosh"
        case .windows874: "874 cp874 ibm874 iso_8859-11 ms874 thai tis620 x-windows-874"
        case .windows1250: "1250 cp-1250 ibm-1250 ms-ee win-1250 win1250 windows1250 windows_1250"
        case .windows1251: "1251 cp-1251 ibm-1251 ms-cyrl win-1251 win1251 windows1251 windows_1251"
        case .windows1252:
            """
            1252 646 8859-1 8859_1 ansi ansi_x3.4-1986 cp-1252 cp28591 csascii ibm-1252 ibm1252 ibm367 \
            iso-8859_1 iso-latin-1 iso646-us iso8859_1 iso_8859_1 latin-1 latin_1 ms-ansi us us_ascii \
            usascii western win-1252 win1252 windows-latin1 windows1252 windows_1252 x-ansi
            """
        case .windows1253: "1253 cp-1253 ibm-1253 ms-greek win-1253 win1253 windows1253 windows_1253"
        case .windows1254:
            """
            1254 cp-1254 cp28599 ibm-1254 iso8859_9 latin-5 ms-turk turkish win-1254 win1254 windows1254 \
            windows_1254
            """
        case .windows1255: "1255 cp-1255 ibm-1255 ms-hebr win-1255 win1255 windows1255 windows_1255"
        case .windows1256: "1256 cp-1256 ibm-1256 ms-arab win-1256 win1256 windows1256 windows_1256"
        case .windows1257: "1257 cp-1257 ibm-1257 win-1257 win1257 winbaltrim windows1257 windows_1257"
        case .windows1258: "1258 cp-1258 ibm-1258 win-1258 win1258 windows1258 windows_1258"
        case .xMacCyrillic: "cp10007 mac-cyrillic maccyrillic x-maccyrillic"
        case .gbk:
            """
            936 cp-936 cp936 euc-cn euc_cn euccn gb-2312 gb2312-1980 gb2312-80 gb231280 ms936 \
            simplified-chinese windows-936 x-cp936 x-euc-cn x-gb2312 x-mswin-936
            """
        case .gb18030: "54936 cp54936 gb-18030 gb18030-2000 gb18030-2005 gb18030-2022 gb_18030 x-gb18030"
        case .big5:
            """
            950 big-5 big-five big5-eten big5-hkscs-2004 big5_hkscs big5hk big5hkscs bigfive cn-big-5 \
            cp950 hkscs ms950 windows-950 x-big5 x-windows-950
            """
        case .eucJP: "51932 cp51932 euc-jp-ms euc_jp eucjp eucjp-ms eucjp-open eucjp-win eucjpms ujis x-eucjp"
        case .iso2022JP: "50220 cp50220 cp50221 cp50222 iso-2022-jp-ms iso2022-jp iso2022_jp iso2022jp jis"
        case .shiftJIS:
            """
            932 cp-932 cp932 cp943 cp943c cswindows31j ibm-943 ms-kanji ms_932 mskanji pck s-jis s_jis \
            shift-jis-ms shift_jis-ms shiftjis sjis-win windows-932 windows31j x-ms-cp932 x-shift-jis \
            x-shift_jis
            """
        case .eucKR:
            """
            51949 949 cp-949 cp51949 cp949 euc_kr euckr ibm-949 ks_c_5601 ks_x_1001 ksc-5601 \
            ksc5601-1987 ksc5601-1992 ksc_5601-1987 ksc_5601-1989 ms949 uhc x-euc-kr x-windows-949
            """
        case .replacement: ""
        case .utf16BE: "utf-16-be utf16-be utf16be utf_16be x-utf-16be"
        case .utf16LE: "ucs2 utf-16-le utf16 utf16-le utf16le utf_16 utf_16le x-utf-16le"
        case .xUserDefined: ""
        }
    }
}

extension Encoding {
    /// The known label that is most similar to an unknown one, for "did you mean"; `nil` if none is similar.
    ///
    /// Complexity: number of labels × length². Labels of more than 40 bytes get no suggestion.
    public static func suggestion(for label: String) -> String? {
        let wrong = normalized(label.utf8)
        guard !wrong.isEmpty else { return nil }
        // An encoding's name comes before its other labels, and the order does not depend on hashing.
        let names = Set(ID.allCases.map { $0.rawValue.lowercased() })
        let candidates = names.sorted() + labels.keys.filter { !names.contains($0) }.sorted()
        let limit = max(1, letters(wrong).count / 3)
        var best: (distance: Int, label: String)?
        for candidate in candidates {
            let allowed = min(limit, (best?.distance ?? .max) - 1)
            if let distance = editDistance(from: letters(wrong), to: letters(candidate), limit: allowed) {
                best = (distance, candidate)
            }
        }
        return best?.label
    }

    /// The letters and digits of a label. Most mistakes are in hyphens, underscores and the like.
    private static func letters(_ label: String) -> [UInt8] {
        label.utf8.filter(\.isASCIIAlphanumeric)
    }
}
