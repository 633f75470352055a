import Testing

@testable import Encoding

@Suite struct EncodingLabelTests {
    @Test(arguments: [
        ("utf-8", "UTF-8"), ("UTF8", "UTF-8"), (" \t\n\u{0C}\rUtf-8 ", "UTF-8"), ("utf8mb4", "UTF-8"),
        ("unicode-1-1-utf-8", "UTF-8"), ("cp65001", "UTF-8"),
        ("iso-8859-1", "windows-1252"), ("latin1", "windows-1252"), ("ascii", "windows-1252"),
        ("US-ASCII", "windows-1252"), ("ISO8859_1", "windows-1252"), ("l1", "windows-1252"),
        ("iso-8859-9", "windows-1254"), ("latin5", "windows-1254"), ("iso-8859-11", "windows-874"),
        ("tis-620", "windows-874"), ("iso-8859-8-i", "ISO-8859-8-I"), ("logical", "ISO-8859-8-I"),
        ("visual", "ISO-8859-8"), ("iso-8859-6-e", "ISO-8859-6"), ("l9", "ISO-8859-15"),
        ("shift_jis", "Shift_JIS"), ("cp932", "Shift_JIS"), ("Windows-31J", "Shift_JIS"),
        ("sjis", "Shift_JIS"),
        ("gb2312", "GBK"), ("GB_2312-80", "GBK"), ("gbk", "GBK"), ("cp936", "GBK"), ("gb18030", "gb18030"),
        ("euc-kr", "EUC-KR"), ("cp949", "EUC-KR"), ("ms949", "EUC-KR"), ("ks_c_5601-1987", "EUC-KR"),
        ("uhc", "EUC-KR"),
        ("big5", "Big5"), ("big5-hkscs", "Big5"), ("cp950", "Big5"), ("x-x-big5", "Big5"),
        ("euc-jp", "EUC-JP"), ("eucjp", "EUC-JP"), ("cp51932", "EUC-JP"), ("iso-2022-jp", "ISO-2022-JP"),
        ("csiso2022jp", "ISO-2022-JP"),
        ("iso-2022-kr", "replacement"), ("hz-gb-2312", "replacement"), ("iso-2022-cn", "replacement"),
        ("x-user-defined", "x-user-defined"), ("macintosh", "macintosh"),
        ("x-mac-ukrainian", "x-mac-cyrillic"),
        ("koi8-r", "KOI8-R"), ("koi8-ru", "KOI8-U"), ("866", "IBM866"), ("utf-16", "UTF-16LE"),
        ("utf-16be", "UTF-16BE"), ("unicode", "UTF-16LE"), ("unicodefffe", "UTF-16BE"),
    ])
    func labelsNameEncodings(label: String, name: String) {
        #expect(Encoding(label: label)?.name == name)
    }

    @Test(arguments: ["", " ", "utf-7", "UTF7", "bogus", "utf\u{A0}8", "utf-8 x", "ｕtf-8", "cp437", "utf-32"])
    func otherLabelsNameNone(label: String) {
        #expect(Encoding(label: label) == nil)
    }

    @Test func everyNameIsALabel() {
        for id in Encoding.ID.allCases {
            #expect(Encoding(label: id.rawValue) == Encoding(id))
        }
    }

    @Test func noLabelNamesTwoEncodings() {
        let labels = Encoding.ID.allCases.flatMap {
            ($0.standardLabels + " " + $0.furtherLabels).split(separator: " ")
        }
        #expect(Set(labels).count == labels.count)
        #expect(Encoding.ID.allCases.reduce(0) { $0 + $1.standardLabels.split(separator: " ").count } == 228)
        #expect(labels.allSatisfy { Encoding.normalized($0.utf8) == $0 })
    }

    @Test func aLabelAsLongAsAPageIsNone() {
        #expect(Encoding(label: String(repeating: "utf-8", count: 1_000_000)) == nil)
    }

    @Test(arguments: [
        ("utf-88", "utf-8"), ("utf 8", "utf-8"), ("iso 8859 1", "iso-8859-1"),
        ("windows-12522", "windows-1252"),
        ("shift-jiss", "shift_jis"), ("utf-7", "utf-8"), ("xyzzy", nil), ("", nil),
    ])
    func unknownLabelsGetASuggestion(label: String, suggestion: String?) {
        #expect(Encoding.suggestion(for: label) == suggestion)
    }
}
