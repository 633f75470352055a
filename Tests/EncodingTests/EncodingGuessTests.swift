import Testing

@testable import Encoding

/// Texts that declare no encoding and are not UTF-8.
@Suite struct EncodingGuessTests {
    private func encoded(_ text: String, _ encoding: Encoding) -> [UInt8] {
        var encoder = TextEncoder(encoding.output)
        return text.unicodeScalars.flatMap { encoder.encode($0).bytes }
    }

    @Test(arguments: [
        ("Shift_JIS", "日本語の文章は、ひらがなとカタカナと漢字でできています。"),
        ("EUC-JP", "日本語の文章は、ひらがなとカタカナと漢字でできています。"),
        ("EUC-KR", "한국어 문장은 한글로 쓰여 있으며 읽기 쉽습니다."),
        ("GBK", "这是一篇没有声明编码的中文文章，浏览器会自己判断。"),
        ("Big5", "這是一篇沒有宣告編碼的中文文章，瀏覽器會自己判斷。"),
        ("windows-1251", "Это русский текст, который не говорит, в какой он кодировке."),
        ("KOI8-R", "Это русский текст, который не говорит, в какой он кодировке."),
        ("windows-1253", "Αυτό είναι ένα ελληνικό κείμενο χωρίς δήλωση κωδικοποίησης."),
        ("windows-1255", "זהו טקסט בעברית שאינו מצהיר על הקידוד שלו ולכן מנחשים."),
        ("windows-1256", "هذا نص عربي لا يعلن عن ترميزه ولذلك يجب تخمينه من الحروف."),
        ("windows-874", "นี่คือข้อความภาษาไทยที่ไม่ได้ประกาศการเข้ารหัส"),
        ("windows-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy, řekl čtenář."),
        ("windows-1252", "L'été dernier, Léa a étudié la littérature française à Besançon."),
        ("windows-1252", "Über die Größe der Häuser müssen wir später natürlich noch öfter reden."),
    ])
    func theEncodingIsThatOfTheText(_ name: String, _ text: String) throws {
        let encoding = try #require(Encoding(label: name))
        let bytes = encoded(text, encoding)
        let decoded = DecodedText.decode(bytes, format: .html)
        #expect(decoded.encoding.name == name)
        #expect(String(decoding: decoded.utf8, as: UTF8.self) == text)
        #expect(decoded.source == .fallback)
        #expect(decoded.notes == [.undeclared(used: encoding, firstLine: 1)])
    }

    @Test func fiveBytesSayNothingAndSixDo() {
        let six: [UInt8] = [0xEF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]
        #expect(DecodedText.decode(Array(six.dropLast()), format: .plain).encoding == .windows1252)
        #expect(DecodedText.decode(six, format: .plain).encoding.name == "windows-1251")
    }

    @Test func utf8IsNeverGuessed() {
        for text in ["Это русский текст", "日本語の文章", "été à la façon"] {
            #expect(DecodedText.decode(Array(text.utf8), format: .plain).encoding == .utf8)
        }
    }

    @Test func aDeclarationIsNotOverridden() throws {
        let encoding = try #require(Encoding(label: "windows-1251"))
        let text = encoded("<meta charset=windows-1252>Это русский текст", encoding)
        #expect(DecodedText.decode(text, format: .html).encoding == .windows1252)
    }
}
