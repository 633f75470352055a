import Records

/// The words, the letter or the characters after a number that multiply it: `1.2k`, `3,5 Mio.`, `5万`, `5-million`,
/// `5 hundred thousand`, `5 kEUR`.
struct Multiplier {
    /// The power of ten.
    private(set) var power = 0
    /// The end of the characters that multiply and may be followed by a currency without a space, such as 万 in `5万円` and "k"
    /// in `5 kEUR`; else the end of the number.
    private(set) var end: Int

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
        let place = Place(of: token)
        if place.word.isEmpty { return }
        let reading = Reading(token: token, place: place, setting: setting, text: text)
        if place.kind == .direct, let found = try reading.characters() {
            (power, end) = found
        } else if let first = MultiplierWord.named(place.word) {
            power = try reading.words(from: first) ?? 0
        } else if place.kind == .direct, let found = try reading.code() {
            (power, end) = found
        }
    }

    /// Where the word after a number is.
    fileprivate struct Place {
        enum Kind {
            /// Only white space precedes it.
            case direct
            /// A hyphen precedes it: `5-million`.
            case hyphenated
            /// A currency's sign precedes it: `5 € million`.
            case afterSign
        }

        let word: ArraySlice<Unicode.Scalar>
        let kind: Kind

        init(of token: NumberToken) {
            let scalars = token.scalars
            var index = token.range.upperBound
            var kind = Kind.direct
            func skipSpaces() {
                while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
            }
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
    /// The power of ten of the words that multiply, each the product of those before it: `5 thousand million`,
    /// `5 mil millones`; `nil` if they do not multiply.
    func words(from first: MultiplierWord) throws(StepError) -> Int? {
        let scalars = token.scalars
        var letters = place.word
        var next: MultiplierWord? = first
        var sum = 0
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
            } else if case .before(let power) = word.usual {
                sum += power
                pending = pending ?? (letters, word)
            } else if word.usual != .link {
                break
            }
            letters = scalars[letters.endIndex...].drop(while: NumberTail.isSpace)
                .prefix(while: MultiplierWord.hasLetter)
            next = letters.isEmpty ? nil : MultiplierWord.named(letters)
        }
        if multiplies { return sum }
        if let pending, place.kind != .hyphenated { throw ambiguity(of: pending.letters, pending.word) }
        return nil
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
            if token.hasSpace { throw ambiguity(of: place.word) }
            return try decided(word, place.word) ?? power
        case .letter(let power):
            return isDirect ? try decided(word, place.word) ?? power : nil
        case .before, .amount, .unit, .word, .refused, .link:
            if place.kind == .hyphenated { return nil }
        }
        if let power = try decided(word, place.word) { return power }
        switch word.usual {
        case .amount(let power):
            return isDirect && isAmount ? power : nil
        case .unit where isDirect && isAmount, .word where isDirect && isBeforeCurrency, .refused:
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
        case .power, .before, .letter, .attached, .amount, .unit, .word, .refused, .link:
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
            if let power = word.powers[place] { return power }
        }
        for (code, power) in word.powers where code.count == 3 && code == code.uppercased() {
            guard setting.currency == code || MoneyReader.names(code, in: token.scalars[...]) else {
                continue
            }
            guard let power else { throw ambiguity(of: letters, word) }
            return power
        }
        return nil
    }

    /// Whether a currency follows the word, which is more than a letter.
    private var isBeforeCurrency: Bool {
        if place.word.count == 1 { return false }
        let rest = token.scalars[place.word.endIndex...].drop { $0 == "." || NumberTail.isSpace($0) }
        guard let first = rest.first,
            MultiplierWord.hasLetter(first) || first.properties.generalCategory == .currencySymbol
        else { return false }
        return MoneyReader.words(rest).first.map(MoneyReader.isCurrency) ?? false
    }

    private func ambiguity(
        of letters: some Collection<Unicode.Scalar>,
        _ word: MultiplierWord? = nil
    ) -> StepError {
        let unit = String(String.UnicodeScalarView(letters))
        let step = setting.isMoney ? "money" : "number"
        guard let word, !word.description.isEmpty, unit.utf8.count > 1 else {
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
        if power == nil, let atCode = word.powers[String(unit.suffix(3))] { power = atCode }
        if power == nil {
            switch word.usual {
            case .power(let usual), .letter(let usual), .amount(let usual): power = usual
            case .attached: throw ambiguity(of: start)
            case .before, .unit, .word, .refused: throw ambiguity(of: start, word)
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
        guard power > 0, !token.hasSpace || isUnit(word[index...]) else { return nil }
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
                if let power = word.powers[place] { return power }
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
