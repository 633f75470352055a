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

    /// The plausibility of two bytes, at the bounds of each script's encoding.
    @Test(
        arguments: [
            (.japanese, 0x80, 0x40, nil), (.japanese, 0x81, 0x3F, nil), (.japanese, 0x81, 0x40, 0.7),
            (.japanese, 0x81, 0x7E, 0.7), (.japanese, 0x81, 0x7F, nil), (.japanese, 0x81, 0x80, 0.7),
            (.japanese, 0x81, 0x9E, 0.7), (.japanese, 0x81, 0x9F, 0.1), (.japanese, 0x81, 0xFC, 0.1),
            (.japanese, 0x81, 0xFD, nil), (.japanese, 0x82, 0x9E, 0.4), (.japanese, 0x82, 0x9F, 1),
            (.japanese, 0x83, 0x96, 1), (.japanese, 0x83, 0x97, 0.1), (.japanese, 0x84, 0x40, 0.05),
            (.japanese, 0x87, 0x40, 0.05), (.japanese, 0x88, 0x40, 0.8), (.japanese, 0x97, 0x40, 0.8),
            (.japanese, 0x98, 0x40, 0.05), (.japanese, 0x9F, 0x40, 0.05), (.japanese, 0xA0, 0x40, nil),
            (.japanese, 0xDF, 0x40, nil), (.japanese, 0xE0, 0x40, 0.05), (.japanese, 0xFC, 0x40, 0.05),
            (.japanese, 0xFD, 0x40, nil), (.japaneseEUC, 0x8E, 0xA0, nil), (.japaneseEUC, 0x8E, 0xA1, 0),
            (.japaneseEUC, 0x8E, 0xDF, 0), (.japaneseEUC, 0x8E, 0xE0, nil), (.japaneseEUC, 0xA0, 0xA1, nil),
            (.japaneseEUC, 0xA1, 0xA0, nil), (.japaneseEUC, 0xA1, 0xA1, 0.6), (.japaneseEUC, 0xA1, 0xFE, 0.6),
            (.japaneseEUC, 0xA1, 0xFF, nil), (.japaneseEUC, 0xA2, 0xA1, 0.05),
            (.japaneseEUC, 0xA3, 0xA1, 0.4), (.japaneseEUC, 0xA4, 0xA1, 1), (.japaneseEUC, 0xA5, 0xA1, 1),
            (.japaneseEUC, 0xA6, 0xA1, 0.05), (.japaneseEUC, 0xAF, 0xA1, 0.05),
            (.japaneseEUC, 0xB0, 0xA1, 0.75), (.japaneseEUC, 0xCF, 0xA1, 0.75),
            (.japaneseEUC, 0xD0, 0xA1, 0.05), (.japaneseEUC, 0xFE, 0xA1, 0.05),
            (.japaneseEUC, 0xFF, 0xA1, nil), (.korean, 0x80, 0xA1, nil), (.korean, 0x81, 0xA1, -0.3),
            (.korean, 0x81, 0x40, nil), (.korean, 0x81, 0x41, 0.05), (.korean, 0x81, 0x5A, 0.05),
            (.korean, 0x81, 0x5B, nil), (.korean, 0x81, 0x7A, 0.05), (.korean, 0x81, 0x7F, nil),
            (.korean, 0x81, 0x80, 0.05), (.korean, 0x81, 0xA0, 0.05), (.korean, 0x81, 0xFF, 0.05),
            (.korean, 0xA1, 0xA1, 0.3), (.korean, 0xA2, 0xA1, -0.3), (.korean, 0xAF, 0xA1, -0.3),
            (.korean, 0xB0, 0xA1, 1), (.korean, 0xC8, 0xFE, 1), (.korean, 0xC9, 0xA1, -0.3),
            (.korean, 0xCA, 0xA1, 0.05), (.korean, 0xFD, 0xA1, 0.05), (.korean, 0xFE, 0xA1, -0.3),
            (.korean, 0xFF, 0xA1, nil), (.simplifiedChinese, 0x80, 0xA1, nil),
            (.simplifiedChinese, 0x81, 0x3F, nil), (.simplifiedChinese, 0x81, 0x40, 0.1),
            (.simplifiedChinese, 0x81, 0x7E, 0.1), (.simplifiedChinese, 0x81, 0x7F, nil),
            (.simplifiedChinese, 0x81, 0x80, 0.1), (.simplifiedChinese, 0x81, 0xA0, 0.1),
            (.simplifiedChinese, 0x81, 0xA1, -0.3), (.simplifiedChinese, 0x81, 0xFE, -0.3),
            (.simplifiedChinese, 0x81, 0xFF, nil), (.simplifiedChinese, 0xA1, 0xA1, 0.6),
            (.simplifiedChinese, 0xA2, 0xA1, -0.3), (.simplifiedChinese, 0xA3, 0xA1, 0.6),
            (.simplifiedChinese, 0xAF, 0xA1, -0.3), (.simplifiedChinese, 0xB0, 0xA1, 0.9),
            (.simplifiedChinese, 0xD7, 0xA1, 0.9), (.simplifiedChinese, 0xD8, 0xA1, 0.15),
            (.simplifiedChinese, 0xF7, 0xA1, 0.15), (.simplifiedChinese, 0xF8, 0xA1, -0.3),
            (.simplifiedChinese, 0xFE, 0xA1, -0.3), (.simplifiedChinese, 0xFF, 0xA1, nil),
            (.traditionalChinese, 0x80, 0xA1, nil), (.traditionalChinese, 0x81, 0x3F, nil),
            (.traditionalChinese, 0x81, 0x40, -0.3), (.traditionalChinese, 0x81, 0x7E, -0.3),
            (.traditionalChinese, 0x81, 0x7F, nil), (.traditionalChinese, 0x81, 0xA0, nil),
            (.traditionalChinese, 0x81, 0xA1, -0.3), (.traditionalChinese, 0x81, 0xFE, -0.3),
            (.traditionalChinese, 0x81, 0xFF, nil), (.traditionalChinese, 0xA1, 0x40, 0.6),
            (.traditionalChinese, 0xA2, 0x40, 0.6), (.traditionalChinese, 0xA3, 0x40, -0.3),
            (.traditionalChinese, 0xA4, 0x40, 0.9), (.traditionalChinese, 0xC6, 0x40, 0.9),
            (.traditionalChinese, 0xC7, 0x40, -0.3), (.traditionalChinese, 0xC9, 0x40, 0.1),
            (.traditionalChinese, 0xF9, 0x40, 0.1), (.traditionalChinese, 0xFA, 0x40, -0.3),
            (.traditionalChinese, 0xFE, 0x40, -0.3), (.traditionalChinese, 0xFF, 0x40, nil),
            (.cyrillic, 0xC0, 0xC0, nil),
        ] as [(GuessedScript, UInt8, UInt8, Double?)]
    )
    func pairsOfBytes(_ script: GuessedScript, _ lead: UInt8, _ trail: UInt8, _ worth: Double?) {
        #expect(script.worth(lead, trail) == worth)
    }

    /// The roles of characters in the texts of a script.
    @Test(
        arguments: [
            (.cyrillic, 0x009F, .wrong), (.cyrillic, 0x00A0, .other), (.cyrillic, 0x00AB, .other),
            (.cyrillic, 0x00A1, .latin), (.cyrillic, 0x24FF, .latin), (.cyrillic, 0x2500, .wrong),
            (.cyrillic, 0x25FF, .wrong), (.cyrillic, 0x2600, .latin), (.cyrillic, 0x03FF, .latin),
            (.cyrillic, 0x0400, .capital), (.cyrillic, 0x042F, .capital), (.cyrillic, 0x0430, .common),
            (.cyrillic, 0x0436, .rare), (.cyrillic, 0x0444, .unusual), (.cyrillic, 0x044F, .common),
            (.cyrillic, 0x0450, .rare), (.cyrillic, 0x045F, .unusual), (.cyrillic, 0x045E, .rare),
            (.cyrillic, 0x0460, .latin), (.cyrillic, 0x0490, .capital), (.cyrillic, 0x0491, .unusual),
            (.cyrillic, 0x0492, .latin), (.greek, 0x0385, .latin), (.greek, 0x0386, .capital),
            (.greek, 0x03AB, .capital), (.greek, 0x03AC, .common), (.greek, 0x03B6, .rare),
            (.greek, 0x03CE, .rare), (.greek, 0x03CF, .latin), (.hebrew, 0x05AF, .latin),
            (.hebrew, 0x05B0, .rare), (.hebrew, 0x05D0, .common), (.hebrew, 0x05F4, .rare),
            (.hebrew, 0x05F5, .latin), (.arabic, 0x0620, .latin), (.arabic, 0x0621, .rare),
            (.arabic, 0x0627, .common), (.arabic, 0x06D3, .rare), (.arabic, 0x06D4, .latin),
            (.thai, 0x0E00, .latin), (.thai, 0x0E01, .common), (.thai, 0x0E03, .unusual),
            (.thai, 0x0E31, .mark), (.thai, 0x0E33, .unusual), (.thai, 0x0E34, .mark), (.thai, 0x0E3A, .mark),
            (.thai, 0x0E3B, .unusual), (.thai, 0x0E46, .unusual), (.thai, 0x0E47, .mark),
            (.thai, 0x0E4E, .mark), (.thai, 0x0E4F, .unusual), (.thai, 0x0E5B, .unusual),
            (.thai, 0x0E5C, .latin), (.korean, 0x4E00, .latin),
        ] as [(GuessedScript, UInt32, GuessedCharacter)]
    )
    func characters(_ script: GuessedScript, _ scalar: UInt32, _ character: GuessedCharacter) {
        #expect(script.character(scalar) == character)
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
