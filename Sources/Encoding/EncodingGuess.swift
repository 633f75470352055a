/// The encoding of a text that declares none and is not UTF-8, determined from its bytes.
///
/// Each encoding of a non-Latin script is tried: a text in it has legal sequences, letters of its script next to each
/// other, capitals at the beginning of words, and common characters. As in browsers, any other text is windows-1252: in
/// Latin text, non-ASCII bytes are isolated among ASCII letters.
struct EncodingGuess {
    let encoding: Encoding

    /// Signs that may occur in any text.
    static let signs = Set(" «»°§·©®–—‘’‚“”„†•…‹›€№™".unicodeScalars.map(\.value))

    /// The number of bytes that are examined.
    private static let limit = 1 << 16

    private static let candidates: [(id: Encoding.ID, script: GuessedScript)] = [
        (.shiftJIS, .japanese), (.eucJP, .japaneseEUC), (.eucKR, .korean), (.gbk, .simplifiedChinese),
        (.big5, .traditionalChinese), (.windows1251, .cyrillic), (.koi8R, .cyrillic), (.koi8U, .cyrillic),
        (.ibm866, .cyrillic), (.iso8859_5, .cyrillic), (.xMacCyrillic, .cyrillic), (.windows1253, .greek),
        (.iso8859_7, .greek), (.windows1255, .hebrew), (.windows1256, .arabic), (.iso8859_6, .arabic),
        (.windows874, .thai),
    ]

    /// Guesses the encoding; `nil` if the text resembles none. Complexity: linear in the text's length, up to 64 KiB.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var best: (id: Encoding.ID, score: Double)?
        for (id, score) in EncodingGuess.scores(of: bytes) {
            // Of encodings that read the text alike, the first, which is more common.
            let prior = id == .xMacCyrillic ? 0.015 : 0.0001
            if score > (best?.score ?? 0.5) + prior { best = (id, score) }
        }
        guard let best else { return nil }
        encoding = Encoding(best.id)
    }

    /// The mean plausibility of a text's non-ASCII characters, for each encoding in which the text is possible.
    static func scores(of bytes: UnsafeBufferPointer<UInt8>) -> [(id: Encoding.ID, score: Double)] {
        guard let first = bytes.firstIndex(where: { $0 >= 0x80 }) else { return [] }
        let sample = UnsafeBufferPointer(rebasing: bytes[first...].prefix(EncodingGuess.limit))
        return candidates.compactMap { id, script in
            let encoding = Encoding(id)
            guard encoding.isAvailable else { return nil }
            let score =
                switch encoding.scheme {
                case .singleByte(let single): score(sample, SingleByteTable.table(of: single), script)
                default: score(sample, script)
                }
            return score.map { (id, $0) }
        }
    }

    // MARK: One byte a character

    /// The mean plausibility of the non-ASCII characters; `nil` for fewer than three, or if a byte is not a character.
    private static func score(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ table: SingleByteTable,
        _ script: GuessedScript
    ) -> Double? {
        var sum = 0.0
        var letters = 0
        var wrong = 0
        var before: GuessedCharacter = .other
        for byte in bytes {
            let character =
                byte < 0x80 ? GuessedCharacter(ascii: byte) : script.character(table.scalar(of: byte))
            defer { before = character }
            if byte < 0x80 {
                if character == .latin, before.isLetter { sum -= 1 }
                continue
            }
            switch character {
            case .wrong: wrong += 1
            case .common, .rare, .unusual, .capital, .mark:
                letters += 1
                sum += character.plausibility(after: before)
            case .latin:
                letters += 1
                sum -= 0.3
            case .other: break
            }
        }
        guard letters >= 3, 50 * wrong <= letters else { return nil }
        return sum / Double(letters)
    }

    // MARK: Two bytes a character

    private static func score(_ bytes: UnsafeBufferPointer<UInt8>, _ script: GuessedScript) -> Double? {
        var sum = 0.0
        var count = 0
        var wrong = 0
        var index = 0
        var isAfterLatin = false
        while index < bytes.count {
            let lead = bytes[index]
            if lead < 0x80 {
                isAfterLatin = GuessedCharacter(ascii: lead) == .latin
                index += 1
                continue
            }
            if script == .japanese, (0xA1...0xDF).contains(lead) {
                // Half-width katakana: other encodings' bytes read as Shift_JIS are mostly these.
                sum -= 0.3
                count += 1
                index += 1
                continue
            }
            guard index + 1 < bytes.count else { break }
            let trail = bytes[index + 1]
            count += 1
            if let worth = script.worth(lead, trail) {
                // A non-ASCII letter of Latin text forms a pair with the ASCII letter after it.
                sum += isAfterLatin && trail < 0x80 ? -1 : worth
                index += 2
            } else {
                wrong += 1
                index += 1
            }
            isAfterLatin = false
        }
        guard count >= 3, 50 * wrong <= count else { return nil }
        return sum / Double(count)
    }
}

/// The role of a character in a text of a script.
enum GuessedCharacter {
    case latin
    case common, rare, unusual, capital
    /// A vowel or a tone above or below a letter, after which it is written.
    case mark
    /// Punctuation, signs.
    case other
    /// A character that texts do not contain, such as a control character or a box-drawing character.
    case wrong

    init(ascii byte: UInt8) {
        self = (0x61...0x7A).contains(byte | 0x20) ? .latin : .other
    }

    var isLetter: Bool { [.common, .rare, .unusual, .capital, .mark].contains(self) }

    func plausibility(after before: GuessedCharacter) -> Double {
        if before == .latin { return -1 }
        switch self {
        // An accented letter of Latin text is usually alone, so letters that follow others are better evidence.
        case .common: return before.isLetter ? 1 : 0.4
        case .rare: return before.isLetter ? 0.35 : 0.2
        case .unusual: return 0
        // Within a word, a capital follows only other capitals.
        case .capital: return before == .common || before == .rare ? -1 : before == .capital ? 0.3 : 0.6
        case .mark: return before == .common || before == .rare ? 1 : before == .mark ? 0.2 : -1
        case .latin, .other, .wrong: return 0
        }
    }
}

/// The script of an encoding's texts.
enum GuessedScript {
    case japanese
    case japaneseEUC
    case korean
    case simplifiedChinese
    case traditionalChinese
    case cyrillic
    case greek
    case hebrew
    case arabic
    case thai

    /// The frequent letters of Russian, Ukrainian, Bulgarian and Serbian, in lower case.
    private static let commonCyrillic = Set("оеаинтсрвлкмдпуяыьгзбчйіј".unicodeScalars.map(\.value))
    private static let unusualCyrillic = Set("ъщфэёѓќџђћґ".unicodeScalars.map(\.value))
    private static let commonThai = Set("านรอกเงมยลวดทสตะปบคหแจพชขใไโ".unicodeScalars.map(\.value))
    private static let commonHebrew = Set("יוהלאתרבשמנעדכקפחםןצט".unicodeScalars.map(\.value))
    private static let commonArabic = Set("اليمونرتبدعسفهكقة".unicodeScalars.map(\.value))
    private static let commonGreek = Set("αοιετνσςρκπμλυηωάίόέήύδγ".unicodeScalars.map(\.value))

    /// The kind of a character of a single-byte encoding.
    func character(_ scalar: UInt32) -> GuessedCharacter {
        if scalar < 0xA0 || (0x2500...0x25FF).contains(scalar) { return .wrong }
        switch self {
        case .cyrillic:
            if GuessedScript.commonCyrillic.contains(scalar) { return .common }
            if GuessedScript.unusualCyrillic.contains(scalar) { return .unusual }
            if (0x0430...0x045F).contains(scalar) { return .rare }
            if (0x0400...0x042F).contains(scalar) || scalar == 0x0490 { return .capital }
        case .greek:
            if GuessedScript.commonGreek.contains(scalar) { return .common }
            if (0x03AC...0x03CE).contains(scalar) { return .rare }
            if (0x0386...0x03AB).contains(scalar) { return .capital }
        case .hebrew:
            if GuessedScript.commonHebrew.contains(scalar) { return .common }
            if (0x05B0...0x05F4).contains(scalar) { return .rare }
        case .arabic:
            if GuessedScript.commonArabic.contains(scalar) { return .common }
            if (0x0621...0x06D3).contains(scalar) { return .rare }
        case .thai:
            if scalar == 0x0E31 || (0x0E34...0x0E3A).contains(scalar) { return .mark }
            if (0x0E47...0x0E4E).contains(scalar) { return .mark }
            if GuessedScript.commonThai.contains(scalar) { return .common }
            if (0x0E01...0x0E5B).contains(scalar) { return .unusual }
        case .japanese, .japaneseEUC, .korean, .simplifiedChinese, .traditionalChinese: break
        }
        // Some signs occur in texts of all scripts; other letters and signs are not.
        return scalar == 0xA0 || EncodingGuess.signs.contains(scalar) ? .other : .latin
    }

    /// The plausibility of a two-byte character; `nil` for bytes that are not a character.
    func worth(_ lead: UInt8, _ trail: UInt8) -> Double? {
        let isHigh = trail >= 0xA1 && trail <= 0xFE
        switch self {
        case .japanese:
            guard (0x81...0x9F).contains(lead) || (0xE0...0xFC).contains(lead), trail >= 0x40, trail <= 0xFC,
                trail != 0x7F
            else { return nil }
            switch lead {
            case 0x81: return trail < 0x9F ? 0.7 : 0.1
            case 0x82: return trail >= 0x9F ? 1 : 0.4
            case 0x83: return trail <= 0x96 ? 1 : 0.1
            case 0x88...0x97: return 0.8
            default: return 0.05
            }
        case .japaneseEUC:
            if lead == 0x8E { return trail >= 0xA1 && trail <= 0xDF ? 0 : nil }
            guard (0xA1...0xFE).contains(lead), isHigh else { return nil }
            switch lead {
            case 0xA4, 0xA5: return 1
            case 0xA1: return 0.6
            case 0xA3: return 0.4
            case 0xB0...0xCF: return 0.75
            default: return 0.05
            }
        case .korean:
            guard (0x81...0xFE).contains(lead), trail >= 0x41 else { return nil }
            if !isHigh { return trail < 0x80 && !GuessedScript.isLetter(trail) ? nil : 0.05 }
            switch lead {
            case 0xB0...0xC8: return 1
            case 0xA1: return 0.3
            case 0xCA...0xFD: return 0.05
            default: return -0.3
            }
        case .simplifiedChinese:
            guard (0x81...0xFE).contains(lead), trail >= 0x40, trail != 0x7F, trail != 0xFF else {
                return nil
            }
            if !isHigh { return 0.1 }
            switch lead {
            case 0xB0...0xD7: return 0.9
            case 0xA1, 0xA3: return 0.6
            case 0xD8...0xF7: return 0.15
            default: return -0.3
            }
        case .traditionalChinese:
            guard (0x81...0xFE).contains(lead), (0x40...0x7E).contains(trail) || isHigh else { return nil }
            switch lead {
            case 0xA4...0xC6: return 0.9
            case 0xA1, 0xA2: return 0.6
            case 0xC9...0xF9: return 0.1
            default: return -0.3
            }
        case .cyrillic, .greek, .hebrew, .arabic, .thai: return nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
