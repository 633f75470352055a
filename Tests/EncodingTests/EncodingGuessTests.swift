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

    private func guess(_ bytes: [UInt8]) -> String? {
        bytes.withUnsafeBufferPointer { EncodingGuess($0)?.encoding.name }
    }

    /// Three characters suffice, and of fifty one may be wrong.
    @Test(arguments: [
        ("EUC-KR", "한국", "\u{80} "), ("Shift_JIS", "ひら", "\u{FF} "), ("Big5", "這文", "\u{80} "),
        ("windows-1251", "кт", "\u{98}"),
    ])
    func fewCharactersAndWrongOnes(_ name: String, _ two: String, _ wrong: String) throws {
        let encoding = try #require(Encoding(label: name))
        let wrong = wrong.unicodeScalars.map { UInt8($0.value) }
        let pair = encoded(two, encoding)
        let one = encoded(String(two.suffix(1)), encoding)
        #expect(guess([]) == nil && guess(Array("abc".utf8)) == nil)
        #expect(guess(pair) != name && guess(pair + Array(" abc".utf8)) != name)
        #expect(guess(pair + one) == name)
        let many = Array(repeating: pair, count: 24).flatMap { $0 }
        let isTwoBytes = one.count == 2
        // The wrong one is counted among the characters of two bytes, and not among letters.
        #expect(guess(many + (isTwoBytes ? one : pair) + wrong) == name)
        #expect(guess(many + (isTwoBytes ? [] : one) + wrong) != name)
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
