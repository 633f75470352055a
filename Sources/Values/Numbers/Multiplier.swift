import Records

/// The words, the letter or the characters after a number that multiply it: `1.2k`, `3,5 Mio.`, `5万`, `5-million`,
/// `5 hundred thousand`, `5 kEUR`.
struct Multiplier {
    /// The power of ten.
    private(set) var power = 0
    /// The end of the characters that multiply and may be followed by a currency without a space, such as 万 in `5万円` and "k"
    /// in `5 kEUR`; else the end of the number.
    private(set) var end: Int

    /// - Parameters:
    ///   - isMoney: whether the text is read as an amount of money, even without a currency.
    ///   - currency: the currency of a text without one.
    /// - Throws: if a letter may multiply an amount or not.
    init(of token: NumberToken, isMoney: Bool, currency: String? = nil, _ text: String) throws(StepError) {
        end = token.range.upperBound
        let place = Place(of: token)
        if place.word.isEmpty { return }
        let word = String(String.UnicodeScalarView(place.word))
        func isAmount() -> Bool { isMoney || MoneyReader.namesCurrency(token.scalars[...]) }
        if place.isDirect, try readCharacters(place.word, token, isAmount, text) { return }
        let key = word.lowercased()
        let multiplies = Multiplier.words[key] != nil || Multiplier.wordsBeforeOthers[key] != nil
        if multiplies, try readWords(place.word, token, isAmount, text) { return }
        if let special = Multiplier.wordsOfCurrencies[key],
            special.currency == currency || MoneyReader.names(special.currency, in: token.scalars[...])
        {
            guard let power = special.power else { throw Multiplier.ambiguity(of: word, text) }
            self.power = power
        } else if place.isDirect {
            try readLetters(word, token, isAmount, text)
        }
    }

    private mutating func readCharacters(
        _ word: ArraySlice<Unicode.Scalar>,
        _ token: NumberToken,
        _ isAmount: () -> Bool,
        _ text: String
    ) throws(StepError) -> Bool {
        var index = word.startIndex
        var power = 0
        while index < word.endIndex, let factor = Multiplier.characters[word[index]] {
            power += factor
            index += 1
        }
        if index < word.endIndex, Multiplier.ambiguousCharacters.contains(word[index]) {
            let rest = String(String.UnicodeScalarView(word[(index + 1)...]))
            guard isAmount() || MoneyReader.isCurrency(rest) else { return false }
            throw Multiplier.ambiguity(of: String(word[index]), text)
        }
        let rest = String(String.UnicodeScalarView(word[index...]))
        guard power > 0, !token.hasSpace || rest.isEmpty || MoneyReader.isCurrency(rest) else { return false }
        self.power = power
        end = index
        return true
    }

    /// Reads words that multiply, each the product of those before it: `5 thousand million`, `5 mil millones`.
    private mutating func readWords(
        _ first: ArraySlice<Unicode.Scalar>,
        _ token: NumberToken,
        _ isAmount: () -> Bool,
        _ text: String
    ) throws(StepError) -> Bool {
        let scalars = token.scalars
        var word = first
        var sum = 0
        var hasMultiplier = false
        while !word.isEmpty {
            let key = String(String.UnicodeScalarView(word)).lowercased()
            // "3 hundred-year-old trees".
            if key == "hundred", word.endIndex < scalars.count, scalars[word.endIndex] == "-" { break }
            if let power = Multiplier.words[key] {
                sum += power
                hasMultiplier = true
            } else if let power = Multiplier.wordsBeforeOthers[key] {
                sum += power
            } else {
                if hasMultiplier, Multiplier.ambiguousWords.contains(key), isAmount() {
                    throw Multiplier.ambiguity(of: key, text)
                }
                break
            }
            let rest = scalars[word.endIndex...].drop(while: NumberTail.isSpace)
            word = rest.prefix { $0.properties.isAlphabetic }
        }
        guard hasMultiplier else { return false }
        power = sum
        return true
    }

    private mutating func readLetters(
        _ unit: String,
        _ token: NumberToken,
        _ isAmount: () -> Bool,
        _ text: String
    ) throws(StepError) {
        if let power = Multiplier.letters[unit] {
            self.power = power
        } else if unit == "B" {
            // A byte or the name of a flat as well.
            if token.hasSpace { throw Multiplier.ambiguity(of: unit, text) }
            power = 9
        } else if unit == "mn" || unit == "Mn" {
            // Minutes as well.
            if isAmount() { power = 6 }
        } else if Multiplier.isAmbiguous(unit) {
            if isAmount() { throw Multiplier.ambiguity(of: unit, text) }
        } else if unit.count > 3, MoneyReader.isReported(String(unit.suffix(3))) {
            let start = String(unit.dropLast(3))
            if Multiplier.isAmbiguous(start) { throw Multiplier.ambiguity(of: start, text) }
            let known = Multiplier.letters[start] ?? Multiplier.words[start.lowercased()]
            guard let power = start.lowercased() == "mn" ? 6 : known else { return }
            self.power = power
            end = token.afterSpaces.startIndex + start.unicodeScalars.count
        }
    }

    /// Whether a word or letter after an amount of money may multiply it or not.
    private static func isAmbiguous(_ unit: String) -> Bool {
        ambiguousLetters.contains(unit) || ambiguousWords.contains(unit.lowercased())
    }

    private static func ambiguity(of unit: String, _ text: String) -> StepError {
        StepError(
            "\(text.quoted): \(unit.quoted) after an amount may multiply it or not: replace it by a word, such as \"million\""
        )
    }

    /// Where the word after a number is.
    private struct Place {
        let word: ArraySlice<Unicode.Scalar>
        /// Whether only white space precedes it, and neither a hyphen (`5-million`) nor a currency's sign (`5 € million`).
        let isDirect: Bool

        init(of token: NumberToken) {
            let scalars = token.scalars
            var index = token.range.upperBound
            var isDirect = true
            func skipSpaces() {
                while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
            }
            if index < scalars.count, ["-", "\u{2010}", "\u{2011}"].contains(scalars[index]) {
                index += 1
                isDirect = false
            } else {
                skipSpaces()
                if index < scalars.count, scalars[index].properties.generalCategory == .currencySymbol {
                    index += 1
                    isDirect = false
                    skipSpaces()
                }
            }
            self.isDirect = isDirect
            word = scalars[index...].prefix { $0.properties.isAlphabetic }
        }
    }
}

// The tables, as powers of ten.
extension Multiplier {
    /// Words; letter case is ignored.
    static let words: [String: Int] = [
        "hundred": 2, "thousand": 3, "thousands": 3, "million": 6, "millions": 6, "bn": 9, "billion": 9,
        "billions": 9, "trillion": 12, "trillions": 12, "tn": 12, "trn": 12,
        "lakh": 5, "lakhs": 5, "crore": 7, "crores": 7, "लाख": 5, "करोड": 7,
        "tsd": 3, "tausend": 3, "mio": 6, "mln": 6, "millionen": 6, "mrd": 9, "milliarde": 9,
        "milliarden": 9, "billionen": 12,
        "тыс": 3, "тысяча": 3, "тысячи": 3, "тысяч": 3, "млн": 6, "миллион": 6, "миллиона": 6,
        "миллионов": 6, "млрд": 9, "миллиард": 9, "миллиарда": 9, "миллиардов": 9, "трлн": 12,
        "тис": 3, "тисяч": 3, "мільйон": 6, "мільйони": 6, "мільйонів": 6, "мільярд": 9, "мільярдів": 9,
        "milliard": 9, "milliards": 9, "mld": 9, "mlrd": 9, "bln": 9,
        "millón": 6, "millones": 6, "billón": 12, "billones": 12, "milhão": 6, "milhões": 6, "bilhão": 9,
        "bilhões": 9, "trilhão": 12, "trilhões": 12, "milione": 6, "milioni": 6, "miliardo": 9, "miliardi": 9,
        "duizend": 3, "miljoen": 6, "miljard": 9, "tusen": 3, "tusind": 3, "miljon": 6, "miljoner": 6,
        "millioner": 6, "miljarder": 9, "milliarder": 9, "tuhat": 3, "tuhatta": 3, "miljoona": 6,
        "miljoonaa": 6, "miljardi": 9, "miljardia": 9,
        "tys": 3, "tysiąc": 3, "tysiące": 3, "tysięcy": 3, "milion": 6, "miliony": 6, "milionów": 6,
        "miliard": 9, "miliardy": 9, "miliardów": 9, "tisíc": 3, "tisíce": 3, "milionů": 6, "miliónov": 6,
        "miliarda": 9, "miliardu": 9, "millió": 6, "milliárd": 9, "milioane": 6, "miliarde": 9,
        "milyon": 6, "milyar": 9, "trilyon": 12,
        "nghìn": 3, "ngàn": 3, "triệu": 6, "tỷ": 9, "tỉ": 9, "ribu": 3, "juta": 6, "miliar": 9,
        "مليون": 6, "مليار": 9, "מיליון": 6, "מיליארד": 9,
    ]

    /// Words that only multiply amounts of the currency where they are used, letter case ignored; without a power if they
    /// are ambiguous even there: "Cr" is a crore and a credit.
    private static let wordsOfCurrencies: [String: (currency: String, power: Int?)] = [
        "lac": ("INR", 5), "lacs": ("INR", 5), "cr": ("INR", nil), "crs": ("INR", nil), "l": ("INR", nil),
        "mi": ("BRL", 6), "bi": ("BRL", 9), "tri": ("BRL", 12), "md": ("EUR", 9), "mds": ("EUR", 9),
        "mila": ("EUR", 3), "mii": ("RON", 3), "bin": ("TRY", 3), "ezer": ("HUF", 3), "rb": ("IDR", 3),
        "jt": ("IDR", 6),
    ]

    /// Letters, with their case: a small "m" is a metre or a minute.
    private static let letters: [String: Int] = ["k": 3, "K": 3, "M": 6]

    /// Words that have another meaning unless a word that multiplies follows: "5 mil" and "5 mil millones".
    private static let wordsBeforeOthers: [String: Int] = ["mil": 3, "mille": 3, "mila": 3]

    /// Letters after an amount of money that may multiply it, and that have other meanings too: "m" for millions or
    /// thousands.
    private static let ambiguousLetters: Set<String> = ["m", "b", "B", "t", "T"]

    /// Such words, letter case ignored: the Spanish "mil" for a thousand, and "tri", a group of three.
    private static let ambiguousWords: Set<String> = [
        "mm", "mil", "mill", "bil", "tril", "mi", "bi", "tri", "bio", "mille", "grand",
    ]

    /// Chinese, Japanese and Korean characters, which need no space after them.
    private static let characters: [Unicode.Scalar: Int] = [
        "百": 2, "千": 3, "万": 4, "萬": 4, "億": 8, "亿": 8, "백": 2, "천": 3, "만": 4, "억": 8,
    ]

    /// Those that are a million in China and 10¹² in Japan, or a number of a group in Korea.
    private static let ambiguousCharacters: Set<Unicode.Scalar> = ["兆", "조"]
}
