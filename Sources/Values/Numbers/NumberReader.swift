import Records

/// Reads the number in a text: `1,234.50`, `1.2k`, `3,5 Mio.`, `1 234,5`.
struct NumberReader: Sendable {
    let marks: NumberMarks

    /// The words after a number that multiply it, as powers of ten; letter case is ignored.
    private static let words: [String: Int] = [
        "thousand": 3, "thousands": 3, "tsd": 3, "tausend": 3, "тыс": 3, "lakh": 5, "lakhs": 5,
        "million": 6, "millions": 6, "mio": 6, "mln": 6, "millionen": 6, "млн": 6,
        "trillion": 12, "trillions": 12, "tn": 12, "trn": 12, "billionen": 12,
        "crore": 7, "crores": 7, "bn": 9, "billion": 9, "billions": 9, "mrd": 9, "milliarde": 9,
        "milliarden": 9, "milliard": 9, "milliards": 9, "млрд": 9, "万": 4, "萬": 4, "億": 8, "亿": 8,
    ]

    /// The letters that multiply it, with their case: a small "m" is a metre or a minute.
    private static let letters: [String: Int] = ["k": 3, "K": 3, "M": 6]

    /// Letters after an amount of money that may multiply it, and that have other meanings too: "m" for millions or
    /// thousands, and the Spanish "mil" for a thousand.
    private static let ambiguous: Set<String> = ["m", "mm", "MM", "b", "B", "t", "T", "mil"]

    /// Checks that the text after an amount of money is unambiguous.
    func checkUnit(of token: NumberToken, _ text: String) throws(StepError) {
        let unit = token.unit
        guard NumberReader.ambiguous.contains(unit), unit != "B" || token.hasSpace else { return }
        throw StepError(
            "\(text.quoted): \(unit.quoted) after an amount may multiply it or not: replace it by a word, such as \"million\""
        )
    }

    /// The number of a text.
    func number(in text: String, _ context: PageContext) throws(StepError) -> Number {
        // The result of an earlier step may have an exponent.
        if text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }), let number = Number(text) {
            return number
        }
        let token = try NumberToken(in: text, marks, context)
        if token.scalars.contains(where: { $0.properties.generalCategory == .currencySymbol }) {
            try checkUnit(of: token, text)
        }
        return try number(of: token)
    }

    /// The number of a token, multiplied by the word after it.
    func number(of token: NumberToken) throws(StepError) -> Number {
        let unit = token.unit
        let isBillion = unit == "B" && !token.hasSpace
        guard
            let power = NumberReader.words[unit.lowercased()] ?? NumberReader.letters[unit]
                ?? (isBillion ? 9 : nil)
        else { return token.number }
        return try calculate { () throws(ArithmeticError) in try token.number.shifted(by: power) }
    }
}

/// Returns the result of a calculation; its errors become errors of a step.
func calculate(_ body: () throws(ArithmeticError) -> Number) throws(StepError) -> Number {
    do throws(ArithmeticError) {
        return try body()
    } catch {
        throw StepError(error.description)
    }
}

/// Reads amounts of money: `$1,234.50`, `12,50 €`, `EUR 5`, `5 zł`.
package struct MoneyReader: Sendable {
    let numbers: NumberReader
    /// The currency of texts without one, or with a sign that several currencies share.
    let currency: String?

    /// Signs and abbreviations of one currency, letter case ignored.
    private static let signs: [String: String] = [
        "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "₪": "ILS", "₫": "VND", "₴": "UAH",
        "₺": "TRY", "₦": "NGN", "₱": "PHP", "฿": "THB", "₸": "KZT", "₾": "GEL", "₼": "AZN", "₡": "CRC",
        "₲": "PYG", "₵": "GHS", "₿": "BTC", "元": "CNY", "円": "JPY", "원": "KRW",
        "us$": "USD", "$us": "USD", "a$": "AUD", "au$": "AUD", "$au": "AUD", "c$": "CAD", "ca$": "CAD",
        "can$": "CAD", "$ca": "CAD", "nz$": "NZD", "$nz": "NZD", "hk$": "HKD", "$hk": "HKD", "s$": "SGD",
        "sg$": "SGD", "r$": "BRL", "mx$": "MXN", "mex$": "MXN", "$mx": "MXN", "nt$": "TWD", "tw$": "TWD",
        "col$": "COP", "co$": "COP", "$u": "UYU", "ar$": "ARS", "arg$": "ARS", "cl$": "CLP", "rd$": "DOP",
        "bz$": "BZD", "tt$": "TTD", "fj$": "FJD", "n$": "NAD", "ec$": "XCD", "bds$": "BBD", "ci$": "KYD",
        "$b": "BOB", "cn¥": "CNY", "jp¥": "JPY", "rmb": "CNY",
        "zł": "PLN", "zl": "PLN", "kč": "CZK", "ft": "HUF", "лв": "BGN", "руб": "RUB", "грн": "UAH",
        "lei": "RON",
        "euro": "EUR", "euros": "EUR", "dollars": "USD",
    ]

    /// Signs that several currencies have, with the default currency.
    private static let sharedSigns: [String: String?] = [
        "$": "USD", "¥": "JPY", "￥": "JPY", "kr": nil, "rs": nil,
    ]

    /// The maximum number of letters at a shared sign that are the name of a currency.
    private static let mostLetters = 4

    /// `{"amount": 12.50, "currency": "EUR"}`.
    func money(in text: String, _ context: PageContext) throws(StepError) -> Value {
        let token = try NumberToken(in: text, numbers.marks, context, isMoney: true)
        try numbers.checkUnit(of: token, text)
        let amount = try numbers.number(of: token)
        let words =
            MoneyReader.words(token.scalars[..<token.range.lowerBound])
            + MoneyReader.words(token.scalars[token.range.upperBound...])
        let currency = try currency(words, text)
        return .object([Value.Member("amount", .number(amount)), Value.Member("currency", .string(currency))])
    }

    private func currency(_ words: [String], _ text: String) throws(StepError) -> String {
        let found = Set(words.compactMap(MoneyReader.currency))
        if found.count > 1 { throw StepError("\(text.quoted) has several currencies") }
        if let currency = found.first ?? currency { return currency }
        if let unknown = words.first(where: MoneyReader.isUnknownSign) {
            throw StepError(
                "\(text.quoted) has an unknown sign \(unknown.quoted): name the currency with {\"money\": {\"currency\": …}}"
            )
        }
        let shared = words.compactMap { word in MoneyReader.sharedSigns[word.lowercased()] }
        if let common = shared.lazy.compactMap({ $0 }).first { return common }
        let reason = shared.isEmpty ? "has no currency" : "has a sign of several currencies"
        throw StepError("\(text.quoted) \(reason): name the currency with {\"money\": {\"currency\": …}}")
    }

    /// Whether a word of a text is a currency, by its sign, abbreviation or code.
    static func isCurrency(_ word: String) -> Bool {
        currency(word) != nil || sharedSigns[word.lowercased()] != nil
    }

    /// The currency of an unambiguous word: a sign, or a code, which a sign may follow.
    private static func currency(_ word: String) -> String? {
        if let currency = signs[word.lowercased()] { return currency }
        let code = word.filter { sharedSigns[String($0)] == nil }
        return code.count == 3 && code == code.uppercased() && LocaleMarks.isCurrency(code) ? code : nil
    }

    /// Whether a word is a shared sign together with letters that name no known currency.
    private static func isUnknownSign(_ word: String) -> Bool {
        word.count > 1 && word.contains { sharedSigns[String($0)] != nil && !$0.isLetter }
    }

    /// Whether a text has a currency.
    package static func namesCurrency(_ text: String) -> Bool {
        namesCurrency(Array(text.unicodeScalars)[...])
    }

    static func namesCurrency(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        words(scalars).contains(where: isCurrency)
    }

    /// The words of a text: letters alone, a currency sign alone, or such a sign with the letters before or after it
    /// that belong to it.
    private static func words(_ scalars: ArraySlice<Unicode.Scalar>) -> [String] {
        var words: [String] = []
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let start = index
            while index < scalars.endIndex, scalars[index].properties.isAlphabetic { index += 1 }
            let letters = String(String.UnicodeScalarView(scalars[start..<index]))
            guard let sign = sign(in: scalars, at: index, after: letters) else {
                if !letters.isEmpty { words.append(letters) } else { index += 1 }
                continue
            }
            index = sign.end
            let tail = scalars[index...].prefix { $0.properties.isAlphabetic }
            let after = String(String.UnicodeScalarView(tail))
            if signs[(sign.text + after).lowercased()] != nil
                || !after.isEmpty && isName(after, of: sign.text)
            {
                words.append(letters)
                words.append(sign.text + after)
                index = tail.endIndex
            } else if belong(letters, to: sign.text) {
                words.append(letters + sign.text)
            } else {
                words += [letters, sign.text]
            }
        }
        return words.filter { !$0.isEmpty }
    }

    /// The currency sign at an index, or after one space if the letters before it make it another sign: `AU $5`.
    private static func sign(
        in scalars: ArraySlice<Unicode.Scalar>,
        at index: Int,
        after letters: String
    ) -> (text: String, end: Int)? {
        var index = index
        var isApart = false
        if index < scalars.endIndex, !letters.isEmpty, NumberTail.isSpace(scalars[index]) {
            index += 1
            isApart = true
        }
        guard index < scalars.endIndex, scalars[index].properties.generalCategory == .currencySymbol else {
            return nil
        }
        let sign = String(scalars[index])
        if isApart, letters != letters.uppercased() || signs[(letters + sign).lowercased()] == nil {
            return nil
        }
        return (sign, index + 1)
    }

    /// Whether letters directly before a sign belong to it: with all known combinations, and with a shared sign unless
    /// there are too many for a currency's name.
    private static func belong(_ letters: String, to sign: String) -> Bool {
        if letters.isEmpty { return false }
        if signs[(letters + sign).lowercased()] != nil { return true }
        return sharedSigns[sign] != nil && letters.count <= mostLetters
    }

    /// Whether letters directly after a shared sign may name the currency: they are few, and capital letters.
    private static func isName(_ letters: String, of sign: String) -> Bool {
        sharedSigns[sign] != nil && letters.count < mostLetters && letters == letters.uppercased()
    }
}

/// Reads sizes of data: `1.4 GiB`, `700 MB`, `1,4 Гб`.
struct SizeReader: Sendable {
    let marks: NumberMarks
    /// The factor of "k" in an ambiguous unit: 1000, or 1024 for pages that use powers of two with "KB".
    let base: Int
    /// Further units in bytes.
    let units: [String: Number]

    init(marks: NumberMarks = .usual, base: Int = 1000, units: [String: Number] = [:]) {
        self.marks = marks
        self.base = base
        self.units = units
    }

    /// The letters before the byte, each a thousand times the previous one.
    private static let prefixes: [[Character]] = [
        ["k", "к"], ["m", "м"], ["g", "г"], ["t", "т"], ["p", "п"], ["e", "э"],
    ]

    /// The names of the byte after those letters: nothing, "B", "o" (octet), "б", and so on.
    private static let bytes: Set<String> = ["", "b", "o", "б", "byte", "bytes", "octet", "octets", "байт"]

    /// The number of bytes in a text, rounded to a whole number.
    func bytes(in text: String, _ context: PageContext) throws(StepError) -> Number {
        let token = try NumberToken(in: text, marks, context)
        guard let factor = units[token.unit] ?? factor(token.unit.lowercased()) else {
            let unit = token.unit.isEmpty ? "no unit" : "an unknown unit \(token.unit.quoted)"
            throw StepError("\(text.quoted) has \(unit)")
        }
        return try calculate { () throws(ArithmeticError) in
            try token.number.multiplied(by: factor).rounded(to: 0)
        }
    }

    private func factor(_ unit: String) -> Number? {
        if unit.isEmpty { return nil }
        if SizeReader.bytes.contains(unit) { return Number(1) }
        guard let power = SizeReader.prefixes.firstIndex(where: { unit.first.map($0.contains) ?? false })
        else {
            return nil
        }
        let rest = unit.dropFirst()
        let isBinary = rest.first == "i" || rest.first == "и"
        guard SizeReader.bytes.contains(String(isBinary ? rest.dropFirst() : rest)) else { return nil }
        let base = isBinary ? 1024 : base
        return Number((0..<power).reduce(base) { product, _ in product * base })
    }
}
