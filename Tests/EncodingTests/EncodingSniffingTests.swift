import TestSupport
import Testing

@testable import Encoding

@Suite struct EncodingSniffingTests {
    private func declared(_ page: [UInt8], format: DecodedText.Format = .html) -> Encoding? {
        withGuard(page) { DeclarationSearch($0, format: format).found?.encoding }
    }

    @Test(arguments: [
        ("<meta charset=iso8859-2>", "ISO-8859-2"),
        ("<META CHARSET='KOI8-R'>", "KOI8-R"),
        ("<meta/charset=koi8-r/>", nil),
        ("<meta\ncharset\t=\u{0C}koi8-r>", "KOI8-R"),
        ("<metax charset=koi8-r>", nil), ("<script></script", nil), ("<script></scrip", nil),
        ("<script></", nil), ("<script><", nil),
        ("<meta http-equiv=content-type content=charset= koi8-r>", nil),
        ("<meta http-equiv=content-type content='charset'>", nil),
        ("<meta http-equiv=content-type content='charset='>", nil), ("<", nil), ("<!", nil), ("<!-", nil),
        ("<!--", nil),
        ("</meta charset=koi8-r>", nil),
        ("<meta charset=koi8-r", nil),
        ("<meta charset='koi8-r>", nil),
        ("<meta charset=koi8-r charset=big5>", "KOI8-R"),
        ("<meta charset=bogus charset=big5><meta charset=gbk>", "GBK"),
        ("<meta charset=utf-16>", "UTF-8"), ("<meta charset=utf-16be>", "UTF-8"),
        ("<meta charset=x-user-defined>", "windows-1252"),
        ("<meta http-equiv=content-type content='text/html; charset=koi8-r'>", "KOI8-R"),
        ("<meta content='text/html; charset=koi8-r' http-equiv=Content-Type>", "KOI8-R"),
        ("<meta content='text/html; charset=koi8-r'>", nil),
        ("<meta http-equiv=refresh content='text/html; charset=koi8-r'>", nil),
        ("<meta http-equiv=content-type content='charset charset = \"koi8-r\" '>", "KOI8-R"),
        ("<meta http-equiv=content-type content=\"charset='koi8-r\">", nil),
        ("<meta http-equiv=content-type content='charset=koi8-r;x'>", "KOI8-R"),
        ("<meta http-equiv=content-type content='charset='>", nil),
        ("<meta http-equiv=content-type content='text/html; charset=koi8-r' charset=gbk>", "GBK"),
        ("<!-- <meta charset=gbk> --><meta charset=koi8-r>", "KOI8-R"),
        ("<!--><meta charset=koi8-r>", "KOI8-R"), ("<!---><meta charset=koi8-r>", "KOI8-R"),
        ("<!-- <meta charset=koi8-r>", nil),
        ("<? x='<' ><meta charset=koi8-r>", "KOI8-R"),
        ("<?<meta charset=gbk><meta charset=koi8-r>", "KOI8-R"),
        ("<a title='<meta charset=gbk>'><meta charset=koi8-r>", "KOI8-R"),
        ("<a title=\"><meta charset=koi8-r>", nil),
        ("<script>'<meta charset=koi8-r>'</script>", "KOI8-R"),
        ("<br/a='><meta charset=koi8-r>'>", "KOI8-R"), ("<br /a='><meta charset=koi8-r>'>", nil),
        ("< meta charset=koi8-r>", nil), ("<", nil), ("<m", nil), ("", nil), ("</", nil), ("<meta ", nil),
        ("<?xml version='1.0' encoding='koi8-r'?>", "KOI8-R"),
        ("<?xml version='1.0' encoding = \"gbk\" ?><meta charset=koi8-r>", "KOI8-R"),
        ("<?xml version='1.0' encoding='koi8-r\"?>", nil), ("<?xml encoding=koi8-r?>", nil),
        ("<?xml encoding='koi8-r", nil), ("<?xml?> encoding='koi8-r'>", nil),
        (" <?xml encoding='koi8-r'?>", nil),
        ("<?xml encoding='utf-16'?>", "UTF-8"),
        ("<\0?\0x\0m\0l\0", "UTF-16LE"), ("\0<\0?\0x\0m\0l", "UTF-16BE"),
    ])
    func declarationsAreFound(page: String, name: String?) {
        #expect(declared(bytes(page))?.name == name)
    }

    /// The same beyond the end of the standard's prescan.
    @Test(arguments: [
        ("<meta charset=koi8-r>", "KOI8-R"),
        ("<script>'<meta charset=gbk>'</script><meta charset=koi8-r>", "KOI8-R"),
        ("<SCRIPT x='</script>'>'<meta charset=gbk></scriptx>'</Script ><meta charset=koi8-r>", "KOI8-R"),
        ("<style><meta charset=gbk></style/><meta charset=koi8-r>", "KOI8-R"),
        ("<title>a</title><textarea><meta charset=gbk></textarea><meta charset=koi8-r>", "KOI8-R"),
        ("<title><meta charset=koi8-r>", nil),
        ("<noscript><meta charset=gbk></noscript><meta charset=koi8-r>", "KOI8-R"),
        ("<plaintext></plaintext><meta charset=koi8-r>", nil),
        ("<p title='>", nil),
        ("<!-- <meta charset=gbk> --><p>text<meta charset=koi8-r>", "KOI8-R"),
    ])
    func declarationsAreFoundAnywhere(rest: String, name: String?) {
        for length in [1010, 1015, 1023, 1024, 1025, 5000, 100_000] {
            let page = "<!--" + String(repeating: "x", count: length - 7) + "-->" + rest
            #expect(declared(bytes(page))?.name == name, "after \(length) bytes")
        }
    }

    /// The word that each declaration contains, at every place of the blocks in which it is searched for.
    @Test(arguments: ["charset", "CHARSET", "ChArSeT"])
    func theWordIsFoundWhereverItIsLast(_ word: String) {
        for before in 0..<50 {
            for suffix in [
                "", "x", "rs", "charse", "first users' others", String(repeating: "rs", count: 20),
            ] {
                let page = bytes("charset" + String(repeating: "r", count: before) + word + suffix)
                let last = page.withUnsafeBufferPointer { CharsetWord.last(in: $0) }
                #expect(last == 7 + before, "\(before) before, \(suffix) after")
            }
        }
        for page in ["", "charse", "harset", "char set", "chars", String(repeating: "rs", count: 30)] {
            #expect(bytes(page).withUnsafeBufferPointer { CharsetWord.last(in: $0) } == nil)
        }
    }

    @Test func aPageMayEndAnywhere() {
        let page = bytes(
            "<!-- x --><script>a</script><meta http-equiv=content-type content='text/html; charset=\"gbk\"'>"
        )
        for length in 0..<page.count { #expect(declared(Array(page[..<length])) == nil) }
        #expect(declared(page)?.name == "GBK")
    }

    @Test(.enabled(if: SharedCases.has("html5/encoding"), "\(SharedCases.note("html5/encoding"))"))
    func theStandardsCases() throws {
        var count = 0
        for file in ["tests1.dat", "tests2.dat"] {
            let cases = try SharedCases.bytes("html5/encoding/" + file)
            for (page, name) in sniffingCases(cases) {
                let text = DecodedText.decode(page, format: .html)
                // The default in the cases is windows-1252, even for UTF-8; this decoder differs on purpose.
                let isDefault = text.source == .validUTF8 && Encoding(label: name) == .windows1252
                #expect(
                    text.encoding == Encoding(label: name) || isDefault && declared(page) == nil,
                    "\(file): \(String(decoding: page.prefix(300), as: UTF8.self))"
                )
                // If the bytes are not UTF-8, the result is exactly the same.
                let unclear = DecodedText.decode(page + bytes(" caf\u{E9}"), format: .html)
                if isDefault { #expect(unclear.encoding == .windows1252) }
                count += 1
            }
        }
        #expect(count >= 40)
    }

    /// The cases of a file: a page after `#data`, the encoding's label after `#encoding`.
    private func sniffingCases(_ file: [UInt8]) -> [(page: [UInt8], label: String)] {
        let lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var cases: [(page: [UInt8], label: String)] = []
        var page: [UInt8] = []
        var isLabel = false
        for line in lines {
            if line.elementsEqual("#data".utf8) {
                page = []
            } else if isLabel {
                cases.append((page, String(decoding: line, as: UTF8.self)))
            } else if !line.elementsEqual("#encoding".utf8) {
                page += (page.isEmpty ? [] : [UInt8(ascii: "\n")]) + line
            }
            isLabel = line.elementsEqual("#encoding".utf8)
        }
        return cases
    }
}
