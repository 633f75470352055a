import Records

/// Reads the number in a text: `1,234.50`, `1.2k`, `3,5 Mio.`, `1 234,5`.
struct NumberReader: Sendable {
    let marks: NumberMarks

    /// The words after a number that multiply it, as powers of ten; letter case is ignored.
    private static let words: [String: Int] = [
        "thousand": 3, "tsd": 3, "tausend": 3, "тыс": 3, "lakh": 5, "lakhs": 5,
        "million": 6, "millions": 6, "mio": 6, "mln": 6, "millionen": 6, "млн": 6,
        "crore": 7, "crores": 7, "bn": 9, "billion": 9, "billions": 9, "mrd": 9, "milliarde": 9,
        "milliarden": 9, "milliard": 9, "milliards": 9, "млрд": 9, "万": 4, "萬": 4, "億": 8, "亿": 8,
    ]

    /// The letters that multiply it, with their case: a small "m" is a metre or a minute.
    private static let letters: [String: Int] = ["k": 3, "K": 3, "M": 6]

    /// The number of a text.
    func number(in text: String) throws(StepError) -> Number {
        // The result of an earlier step may have an exponent.
        if text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }), let number = Number(text) {
            return number
        }
        return try number(of: NumberToken(in: text, marks))
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
struct MoneyReader: Sendable {
    let numbers: NumberReader
    /// The currency of texts without one, or with a sign that several have.
    let currency: String?

    /// Signs and abbreviations of one currency, letter case ignored.
    private static let signs: [String: String] = [
        "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "₪": "ILS", "₫": "VND", "₴": "UAH",
        "₺": "TRY", "₦": "NGN", "₱": "PHP", "฿": "THB", "₸": "KZT", "₾": "GEL", "₼": "AZN", "₡": "CRC",
        "₲": "PYG", "₵": "GHS", "₿": "BTC", "元": "CNY", "円": "JPY", "원": "KRW",
        "us$": "USD", "a$": "AUD", "au$": "AUD", "c$": "CAD", "ca$": "CAD", "nz$": "NZD", "hk$": "HKD",
        "s$": "SGD", "r$": "BRL", "mx$": "MXN", "nt$": "TWD", "cn¥": "CNY", "jp¥": "JPY",
        "zł": "PLN", "zl": "PLN", "kč": "CZK", "ft": "HUF", "лв": "BGN", "руб": "RUB", "грн": "UAH",
        "lei": "RON",
        "euro": "EUR", "euros": "EUR", "dollars": "USD",
    ]

    /// Signs that several currencies have, with the default currency.
    private static let sharedSigns: [String: String?] = [
        "$": "USD", "¥": "JPY", "￥": "JPY", "kr": nil, "rs": nil,
    ]

    /// `{"amount": 12.50, "currency": "EUR"}`.
    func money(in text: String) throws(StepError) -> Value {
        let token = try NumberToken(in: text, numbers.marks)
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
        let shared = words.compactMap { word in MoneyReader.sharedSigns[word.lowercased()] }
        if let common = shared.lazy.compactMap({ $0 }).first { return common }
        let reason = shared.isEmpty ? "has no currency" : "has a sign of several currencies"
        throw StepError("\(text.quoted) \(reason): say which by {\"money\": {\"currency\": …}}")
    }

    /// The currency of an unambiguous word.
    private static func currency(_ word: String) -> String? {
        if let currency = signs[word.lowercased()] { return currency }
        return word.count == 3 && word == word.uppercased() && LocaleMarks.isCurrency(word) ? word : nil
    }

    /// The words of a text: letters with a currency sign that follows them, or such a sign alone.
    private static func words(_ scalars: ArraySlice<Unicode.Scalar>) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in scalars {
            if scalar.properties.generalCategory == .currencySymbol {
                let joined = String(word) + String(scalar)
                words += signs[joined.lowercased()] == nil ? [String(word), String(scalar)] : [joined]
                word = String.UnicodeScalarView()
            } else if scalar.properties.isAlphabetic {
                word.append(scalar)
            } else {
                words.append(String(word))
                word = String.UnicodeScalarView()
            }
        }
        return (words + [String(word)]).filter { !$0.isEmpty }
    }
}

/// Reads sizes of data: `1.4 GiB`, `700 MB`, `1,4 Гб`.
struct SizeReader: Sendable {
    let marks: NumberMarks
    /// The factor of "k" in an ambiguous unit: 1000, or 1024 for pages that mean powers of two by "KB".
    let base: Int
    /// Further units in bytes.
    let units: [String: Number]

    init(marks: NumberMarks = .usual, base: Int = 1000, units: [String: Number] = [:]) {
        self.marks = marks
        self.base = base
        self.units = units
    }

    /// The letters before the byte, each a thousand times the one before it.
    private static let prefixes: [[Character]] = [
        ["k", "к"], ["m", "м"], ["g", "г"], ["t", "т"], ["p", "п"], ["e", "э"],
    ]

    /// The names of the byte after those letters: nothing, "B", "o" (octet), "б", and so on.
    private static let bytes: Set<String> = ["", "b", "o", "б", "byte", "bytes", "octet", "octets", "байт"]

    /// The number of bytes in a text, rounded to a whole number.
    func bytes(in text: String) throws(StepError) -> Number {
        let token = try NumberToken(in: text, marks)
        guard let factor = units[token.unit] ?? factor(token.unit.lowercased()) else {
            let unit = token.unit.isEmpty ? "no unit" : "no unit of data: \(token.unit.quoted)"
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
