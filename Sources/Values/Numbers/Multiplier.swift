import Records

/// The words, the letter or the characters after a number that multiply it: `1.2k`, `3,5 Mio.`, `5万`, `5-million`,
/// `5 hundred thousand`, `5 kEUR`.
struct Multiplier {
    /// The power of ten.
    private(set) var power = 0
    /// The end of the characters that multiply and may be followed by a currency without a space, such as 万 in `5万円` and "k"
    /// in `5 kEUR`; else the end of the number.
    private(set) var end: Int
    /// The range of the words that multiply, with a hyphen before them.
    private(set) var words: Range<Int>

    /// What decides about words that are ambiguous.
    struct Setting: Sendable {
        /// The locale in which numbers are read, and those that contain it (see ``MultiplierWord/places(of:)``).
        let places: [String]
        /// Whether the text is read as an amount of money, even without a currency.
        var isMoney = false
        /// The currency of a text without one.
        var currency: String?
    }

    /// - Throws: if a word may multiply the number or not, or by several factors.
    init(of token: NumberToken, _ setting: Setting, _ text: String) throws(StepError) {
        end = token.range.upperBound
        words = end..<end
        let place = Place(of: token)
        let reading = Reading(token: token, place: place, setting: setting, text: text)
        if !setting.places.isEmpty { try reading.checkBefore() }
        let rest = token.scalars[place.word.startIndex...]
        if place.word.isEmpty || place.word.count == 1 && MoneyReader.isNationalCurrency(rest) { return }
        if place.kind == .direct, try reading.isSign() { return }
        if place.kind == .direct, let found = try reading.characters() {
            (power, end) = found
            words = place.start..<end
        } else if let first = MultiplierWord.named(place.word) {
            guard let found = try reading.words(from: first) else { return }
            power = found.power
            words = place.start..<found.end
        } else if place.kind == .direct, let found = try reading.code() {
            (power, end) = found
            words = place.start..<end
        }
    }

    /// Where the word after a number is.
    fileprivate struct Place {
        enum Kind {
            /// Only white space precedes it, and the parenthesis that closes after a number and its currency.
            case direct
            /// A hyphen precedes it: `5-million`.
            case hyphenated
            /// A currency's sign precedes it, or a parenthesis after other words: `5 € million`, `five (5) million`.
            case afterSign
        }

        let word: ArraySlice<Unicode.Scalar>
        let kind: Kind
        /// The start of the word, or of the hyphen before it.
        let start: Int
        /// Whether white space precedes the word.
        let hasSpace: Bool

        init(of token: NumberToken) {
            let scalars = token.scalars
            var index = token.range.upperBound
            var kind = Kind.direct
            func skipSpaces() {
                while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
            }
            if let close = Place.closing(of: token) {
                index = close.index + 1
                if !close.isWhole { kind = .afterSign }
            }
            let begin = index
            if index < scalars.count, ["-", "\u{2010}", "\u{2011}"].contains(scalars[index]) {
                index += 1
                kind = .hyphenated
            } else {
                skipSpaces()
                if index < scalars.count, scalars[index].properties.generalCategory == .currencySymbol {
                    index += 1
                    kind = .afterSign
                    skipSpaces()
                }
            }
            self.kind = kind
            word = scalars[index...].prefix(while: MultiplierWord.hasLetter)
            start = kind == .hyphenated ? begin : index
            hasSpace = index > begin && scalars[index - 1].properties.isWhitespace
        }

        /// The parenthesis after a number that has only its currency's sign with it in parentheses, and whether only a
        /// currency precedes them: `$(5) million`.
        private static func closing(of token: NumberToken) -> (index: Int, isWhole: Bool)? {
            let scalars = token.scalars
            func isSign(_ scalar: Unicode.Scalar) -> Bool {
                scalar.properties.isWhitespace || scalar.properties.generalCategory == .currencySymbol
                    || NumberSign.isMinusSign(scalar)
            }
            guard let close = scalars[token.range.upperBound...].firstIndex(where: { !isSign($0) }),
                NumberSign.isClosing(scalars[close]),
                let open = scalars[..<token.range.lowerBound].lastIndex(where: { !isSign($0) }),
                NumberSign.isOpening(scalars[open])
            else { return nil }
            let before = scalars[..<open].filter { !NumberSign.isMinusSign($0) }
            return (close, MoneyReader.isOfCurrencies(before[...]))
        }
    }

    /// A number's text, and what is known about it.
    fileprivate struct Reading {
        let token: NumberToken
        let place: Place
        let setting: Setting
        let text: String

        /// Whether the text is an amount of money.
        var isAmount: Bool { setting.isMoney || MoneyReader.namesCurrency(token.scalars[...]) }
    }
}

// MARK: - Words

extension Multiplier.Reading {
    /// Whether the word belongs to a currency's sign after it, and does not multiply: `500 NT$`.
    ///
    /// - Throws: if it may be the sign of an unknown currency: `5 T$` in Vietnamese.
    func isSign() throws(StepError) -> Bool {
        let rest = token.scalars[place.word.endIndex...]
        let sign = rest.first.map(NumberTail.isSpace) == true ? rest.dropFirst() : rest
        guard sign.first?.properties.generalCategory == .currencySymbol else { return false }
        if MoneyReader.isSign(token.scalars[place.word.startIndex...]) { return true }
        guard place.word.count == 1, rest.first == "$", let word = MultiplierWord.named(place.word) else {
            return false
        }
        switch word.usual {
        case .letter, .attached, .amount: return false
        default: throw ambiguity(of: place.word)
        }
    }

    /// The power of ten of the words that multiply, and their end, each the product of those before it: `5 thousand
    /// million`, `5 mil millones`; `nil` if they do not multiply.
    func words(from first: MultiplierWord) throws(StepError) -> (power: Int, end: Int)? {
        let scalars = token.scalars
        var letters = place.word
        var next: MultiplierWord? = first
        var sum = 0
        var end = letters.endIndex
        var multiplies = false
        // A word that only multiplies before another.
        var pending: (letters: ArraySlice<Unicode.Scalar>, word: MultiplierWord)?
        while let word = next {
            // "3 hundred-year-old trees".
            if word.usual == .power(2), letters.endIndex < scalars.count, scalars[letters.endIndex] == "-" {
                break
            }
            let isFirst = letters.startIndex == place.word.startIndex
            let power = isFirst ? try power(of: word) : try laterPower(of: word, letters, multiplies)
            if let power {
                sum += power
                multiplies = true
                end = letters.endIndex
            } else if case .before(let power) = word.usual {
                sum += power
                end = letters.endIndex
                pending = pending ?? (letters, word)
            } else if word.usual != .link {
                break
            }
            letters = self.letters(after: letters)
            next = letters.isEmpty ? nil : MultiplierWord.named(letters)
        }
        if multiplies { return (sum, end) }
        if let pending, place.kind != .hyphenated { throw ambiguity(of: pending.letters, pending.word) }
        return nil
    }

    /// The letters of the next word, after spaces, or after a full stop without spaces: those of "কো" in `5 লা.কো.`.
    private func letters(after word: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        var rest = token.scalars[word.endIndex...]
        if rest.first == ".", rest.dropFirst().first.map(MultiplierWord.hasLetter) == true {
            rest = rest.dropFirst()
        } else {
            rest = rest.drop(while: NumberTail.isSpace)
        }
        return rest.prefix(while: MultiplierWord.hasLetter)
    }

    /// Checks that no word before the number multiplies it: "elfu" in `elfu 2` in Swahili.
    func checkBefore() throws(StepError) {
        let before = token.scalars[..<token.range.lowerBound].reversed().drop(while: Self.isBetween)
        let letters = before.prefix(while: MultiplierWord.hasLetter).reversed()
        let word = String(String.UnicodeScalarView(letters))
        guard MultiplierWord.isBefore(word, in: setting.places) else { return }
        throw StepError(
            "\(text.quoted): \(word.quoted) before a number multiplies it in this locale: write it in digits with \"replace\""
        )
    }

    /// Whether a character may be between a word and the number that it multiplies: a space, or a sign of the number.
    private static func isBetween(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .dashPunctuation, .mathSymbol, .currencySymbol, .openPunctuation: true
        default: scalar.properties.isWhitespace || scalar == "\u{F0B}"
        }
    }

    /// The power of ten of the word after the number; `nil` if it does not multiply by itself.
    private func power(of word: MultiplierWord) throws(StepError) -> Int? {
        let isDirect = place.kind == .direct
        switch word.usual {
        case .power(let power):
            return try decided(word, place.word) ?? power
        case .attached(let power):
            guard isDirect else { return nil }
            // A byte or the name of a flat as well.
            if place.hasSpace { throw ambiguity(of: place.word) }
            return try decided(word, place.word) ?? power
        case .letter(let power):
            return isDirect ? try decided(word, place.word) ?? power : nil
        case .before, .amount, .beforeCurrency, .unit, .word, .refused, .link:
            if place.kind == .hyphenated { return nil }
        }
        if let power = try decided(word, place.word) { return power }
        switch word.usual {
        case .amount(let power):
            // "300 К" are kelvins, and "к оплате" after an amount is a word.
            if !isDirect || place.hasSpace && !isAmount { return nil }
            let isLetter = place.word.count == 1
            guard isAmount, !isLetter || !place.hasSpace || isBeforeCurrency else {
                throw ambiguity(of: place.word, isLetter ? nil : word)
            }
            return power
        case .beforeCurrency(let power):
            return isDirect && (isBeforeCurrency || isBeforeRubles) ? power : nil
        case .unit where isDirect && isAmount,
            .refused,
            .word where isDirect && place.word.count > 1 && isBeforeCurrency:
            throw ambiguity(of: place.word, word)
        case .power, .letter, .attached, .before, .unit, .word, .link:
            return nil
        }
    }

    /// The power of ten of a word after other words that multiply, or may.
    private func laterPower(
        of word: MultiplierWord,
        _ letters: ArraySlice<Unicode.Scalar>,
        _ multiplies: Bool
    ) throws(StepError) -> Int? {
        if case .power(let power) = word.usual { return try decided(word, letters) ?? power }
        if case .letter(let power) = word.usual {
            // "5 mil M" in Spanish.
            guard multiplies, !setting.places.isEmpty, case .before = MultiplierWord.named(place.word)?.usual
            else { return nil }
            return power
        }
        if letters.count == 1 { return nil }
        if let power = try decided(word, letters) { return power }
        switch word.usual {
        // "20 de mii", "$5 million bil".
        case .refused where !multiplies || isAmount, .unit where multiplies && isAmount:
            throw ambiguity(of: letters, word)
        case .power, .before, .letter, .attached, .amount, .beforeCurrency, .unit, .word, .refused, .link:
            return nil
        }
    }

    /// The power of ten in the locale, or at the currency.
    private func decided(
        _ word: MultiplierWord,
        _ letters: ArraySlice<Unicode.Scalar>
    ) throws(StepError) -> Int? {
        if word.powers.isEmpty { return nil }
        for place in setting.places {
            switch word.powers[place] {
            case .power(let power): return power
            case .refused: throw ambiguity(of: letters, word)
            case .refusedAttached where !self.place.hasSpace: throw ambiguity(of: letters, word)
            case .refusedAttached, .undecided: return nil
            case nil: continue
            }
        }
        for (code, decision) in word.powers where code.count == 3 && code == code.uppercased() {
            guard setting.currency == code || MoneyReader.names(code, in: token.scalars[...]) else {
                continue
            }
            if case .power(let power) = decision { return power }
            // A locale decides for the usual factor.
            if !setting.places.isEmpty, word.hasUsualFactor { return nil }
            throw ambiguity(of: letters, word)
        }
        return nil
    }

    /// Whether a currency follows the word.
    private var isBeforeCurrency: Bool {
        let rest = token.scalars[place.word.endIndex...].drop { $0 == "." || NumberTail.isSpace($0) }
        guard let first = rest.first,
            MultiplierWord.hasLetter(first) || first.properties.generalCategory == .currencySymbol
        else { return false }
        return MoneyReader.words(rest).first.map(MoneyReader.isCurrency) ?? false
    }

    /// Whether the shortest abbreviation of rubles follows the word, which is a currency only there: `500 т.р.`
    private var isBeforeRubles: Bool {
        token.scalars[place.word.endIndex...].drop { $0 == "." || NumberTail.isSpace($0) }
            .prefix(while: MultiplierWord.hasLetter).elementsEqual(["р"])
    }

    private func ambiguity(
        of letters: some Collection<Unicode.Scalar>,
        _ word: MultiplierWord? = nil
    ) -> StepError {
        let unit = String(String.UnicodeScalarView(letters))
        let step = setting.isMoney ? "money" : "number"
        guard let word, !word.description.isEmpty, unit.utf8.count > 1 || word.hasUsualFactor else {
            return StepError(
                "\(text.quoted): \(unit.quoted) after an amount may multiply it or not: replace it by a word, such as \"million\""
            )
        }
        return StepError(
            "\(text.quoted): \(unit.quoted) depends on the language (\(word.description)): set it with {\"\(step)\": {\"locale\": …}}, or replace or remove the word"
        )
    }
}

// MARK: - Codes and characters

extension Multiplier.Reading {
    /// The power of ten of letters before a code, and their end: `5 kEUR`.
    func code() throws(StepError) -> (power: Int, end: Int)? {
        let unit = String(String.UnicodeScalarView(place.word))
        guard unit.count > 3, MoneyReader.isReported(String(unit.suffix(3))) else { return nil }
        let start = place.word.dropLast(3)
        guard let word = MultiplierWord.named(start) else { return nil }
        var power = try decided(word, start)
        if power == nil, case .power(let atCode) = word.powers[String(unit.suffix(3))] { power = atCode }
        if power == nil {
            switch word.usual {
            case .power(let usual), .letter(let usual), .amount(let usual): power = usual
            case .attached: throw ambiguity(of: start, word)
            case .before, .beforeCurrency, .unit, .word, .refused: throw ambiguity(of: start, word)
            case .link: return nil
            }
        }
        return power.map { ($0, start.endIndex) }
    }

    /// The power of ten of Chinese, Japanese and Korean characters, and their end. They need no space after them.
    func characters() throws(StepError) -> (power: Int, end: Int)? {
        let word = place.word
        guard let first = word.first, !first.isASCII else { return nil }
        var index = word.startIndex
        var power = 0
        while index < word.endIndex, let factor = try character(at: index) {
            power += factor
            index += 1
        }
        guard power > 0, !place.hasSpace || isUnit(word[index...]) else { return nil }
        return (power, index)
    }

    /// Whether characters are the currency, or missing.
    private func isUnit(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
        rest.isEmpty || MoneyReader.isCurrency(String(String.UnicodeScalarView(rest)))
    }

    private func character(at index: Int) throws(StepError) -> Int? {
        let character = token.scalars[index]
        if let power = Self.factors[character] { return power }
        guard let word = Self.ambiguousCharacters[character] else { return nil }
        let isWhole = isUnit(place.word[(index + 1)...])
        if isWhole || character == "兆" {
            for place in setting.places {
                if case .power(let power) = word.powers[place] { return power }
            }
        }
        guard isWhole || isAmount else { return nil }
        throw ambiguity(of: [character], word)
    }

    private static let factors: [Unicode.Scalar: Int] = [
        "百": 2, "千": 3, "万": 4, "萬": 4, "億": 8, "亿": 8, "백": 2, "천": 3, "만": 4, "억": 8,
    ]

    /// Those that are a million in China and 10¹² in Japan, or the number of an article or a group in Korea.
    private static let ambiguousCharacters: [Unicode.Scalar: MultiplierWord] = [
        "兆": MultiplierWord(.refused, "12 ja zh_Hant zh_TW zh_HK"),
        "조": MultiplierWord(.refused, "12 ko"),
    ]
}
