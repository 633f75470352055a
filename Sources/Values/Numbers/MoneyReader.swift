import Records

/// Reads amounts of money: `$1,234.50`, `12,50 €`, `EUR 5`, `5 zł`.
struct MoneyReader: Sendable {
    let numbers: NumberReader
    /// The currency of texts that tell none, or only a sign that several have.
    let currency: String?

    /// Signs and abbreviations of one currency, letter case not counted.
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

    /// Signs that several currencies have, and the one that is meant unless the rules say otherwise.
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
        let told = Set(words.compactMap(MoneyReader.currency))
        if told.count > 1 { throw StepError("\(text.quoted) tells several currencies") }
        if let currency = told.first ?? currency { return currency }
        let shared = words.compactMap { word in MoneyReader.sharedSigns[word.lowercased()] }
        if let meant = shared.lazy.compactMap({ $0 }).first { return meant }
        let reason = shared.isEmpty ? "tells no currency" : "has a sign of several currencies"
        throw StepError("\(text.quoted) \(reason): say which by {\"money\": {\"currency\": …}}")
    }

    /// The currency of a word that stands for one alone.
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
