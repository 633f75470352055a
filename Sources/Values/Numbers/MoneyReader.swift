import Records

/// Reads amounts of money: `$1,234.50`, `12,50 €`, `EUR 5`, `5 zł`.
package struct MoneyReader: Sendable {
    let marks: NumberMarks
    /// The currency of texts without one, or with a sign that several currencies share.
    let currency: String?
    private let multipliers: Multiplier.Setting

    /// - Parameter places: the locale of the texts (see ``MultiplierWord/places(of:)``).
    init(marks: NumberMarks, currency: String?, places: [String]) {
        self.marks = marks
        self.currency = currency
        multipliers = Multiplier.Setting(places: places, isMoney: true, currency: currency)
    }

    /// Signs and abbreviations of one currency, letter case ignored.
    static let signs: [String: String] = [
        "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "₪": "ILS", "₫": "VND", "₴": "UAH",
        "₺": "TRY", "₦": "NGN", "₱": "PHP", "฿": "THB", "₸": "KZT", "₾": "GEL", "₼": "AZN", "₡": "CRC",
        "₲": "PYG", "₵": "GHS", "₿": "BTC", "円": "JPY", "원": "KRW",
        "新台幣": "TWD", "新臺幣": "TWD", "新台币": "TWD", "台幣": "TWD", "臺幣": "TWD", "台币": "TWD",
        "港幣": "HKD", "港币": "HKD", "港元": "HKD", "人民幣": "CNY", "人民币": "CNY", "美元": "USD", "美金": "USD",
        "us$": "USD", "$us": "USD", "a$": "AUD", "au$": "AUD", "$au": "AUD", "c$": "CAD", "ca$": "CAD",
        "can$": "CAD", "$ca": "CAD", "nz$": "NZD", "$nz": "NZD", "hk$": "HKD", "$hk": "HKD", "s$": "SGD",
        "sg$": "SGD", "r$": "BRL", "mx$": "MXN", "mex$": "MXN", "$mx": "MXN", "nt$": "TWD", "tw$": "TWD",
        "col$": "COP", "co$": "COP", "$u": "UYU", "ar$": "ARS", "arg$": "ARS", "cl$": "CLP", "rd$": "DOP",
        "bz$": "BZD", "tt$": "TTD", "fj$": "FJD", "n$": "NAD", "ec$": "XCD", "bds$": "BBD", "ci$": "KYD",
        "cdn$": "CAD", "$b": "BOB", "cn¥": "CNY", "jp¥": "JPY", "rmb": "CNY",
        "zł": "PLN", "zl": "PLN", "kč": "CZK", "ft": "HUF", "лв": "BGN", "грн": "UAH", "j$": "JMD",
        "e£": "EGP", "le£": "EGP", "£e": "EGP", "gb£": "GBP", "uk£": "GBP", "gi£": "GIP", "fk£": "FKP",
        "sh£": "SHP", "mx₱": "MXN", "ph₱": "PHP",
        "euro": "EUR", "euros": "EUR", "yen": "JPY", "yuan": "CNY", "renminbi": "CNY", "quid": "GBP",
        "sterling": "GBP", "reais": "BRL", "rupiah": "IDR", "ringgit": "MYR", "hryvnia": "UAH", "baht": "THB",
        "shekels": "ILS", "forint": "HUF", "zloty": "PLN", "złoty": "PLN", "złotych": "PLN",
        "sfr": "CHF", "usd": "USD", "eur": "EUR", "gbp": "GBP", "chf": "CHF",
    ]

    /// Signs that several currencies have, with the default currency.
    private static let sharedSigns: [String: String?] = [
        "$": "USD", "dollars": "USD", "¥": "JPY", "￥": "JPY", "kr": nil, "rs": nil, "peso": nil, "pesos": nil,
        "fr": nil, "frs": nil,
    ]

    /// The currencies that shared signs belong to, for those whose other use contradicts them: `TOP DEAL $5`.
    private static let ownersOfSigns: [String: Set<String>] = {
        let dollars = CurrencyName.dollars.union(["SBD", "BRL", "MOP", "NIO", "ZWL", "ZWG"])
        let pesos: Set = ["MXN", "ARS", "CLP", "COP", "CUP", "DOP", "UYU", "PHP", "BOB"]
        let yen: Set = ["JPY", "CNY"]
        return ["$": dollars.union(pesos), "dollars": dollars, "¥": yen, "￥": yen]
    }()

    /// The currencies whose prices have a dash in place of no whole units: `CHF -.50`.
    private static let dashedCurrencies: Set = ["CHF", "EUR", "SEK", "NOK", "DKK", "CZK"]

    /// Signs of one currency that are another's next to one or two capital letters, or to a code.
    private static let prefixedSigns: Set<String> = ["£", "₱"]

    /// Short names of countries that belong to a dollar sign after a space.
    private static let shortNames: Set<String> = ["Mex", "Arg", "Col", "Can"]

    /// The maximum number of letters at a shared sign that are the name of a currency.
    private static let mostLetters = 4

    /// `{"amount": 12.50, "currency": "EUR"}`.
    func money(in text: String, _ context: PageContext) throws(StepError) -> Value {
        let token = try NumberToken(in: text, marks, context, isMoney: true)
        let multiplier = try Multiplier(of: token, multipliers, text)
        let amount = try token.number(times: multiplier, text)
        let rest = token.scalars[multiplier.end...]
        let before = MoneyReader.words(token.scalars[..<token.range.lowerBound])
        let after = MoneyReader.words(rest)
        let words = before + after
        let hasDollar = words.contains("$")
        var named = hasDollar || words.contains(where: CountryUnit.isPeso) ? nationalCurrency(in: rest) : nil
        if named == nil { named = try countryName(before: before, after: after, rest, text) }
        if named == nil, hasDollar { named = MoneyReader.country(directlyIn: rest) }
        if named == nil, let currency, let name = CurrencyName(before: before, after: rest),
            !words.contains(where: { MoneyReader.isCurrency($0) || MoneyReader.isUnknownSign($0) })
        {
            return MoneyReader.value(try MoneyReader.amount(amount, name, of: currency, text), currency)
        }
        return MoneyReader.value(amount, try currency(words, named, text))
    }

    private static func value(_ amount: Number, _ currency: String) -> Value {
        .object([Value.Member("amount", .number(amount)), Value.Member("currency", .string(currency))])
    }

    /// An amount whose text has no currency but a name that several have, in the field's own currency: `99¢`.
    ///
    /// - Throws: if the field's currency does not have that name.
    private static func amount(
        _ amount: Number,
        _ name: CurrencyName,
        of currency: String,
        _ text: String
    ) throws(StepError) -> Number {
        guard name.currencies.contains(currency) else {
            throw StepError(
                "\(text.quoted) has \(name.word.quoted), which is not a unit of \(currency): name its currency with {\"money\": {\"currency\": …}}, or read its \"number\""
            )
        }
        if !name.isHundredth { return amount }
        return try calculate { () throws(ArithmeticError) in try amount.shifted(by: -2) }
    }

    /// - Parameter named: the currency that has a country's name.
    private func currency(_ words: [String], _ named: String?, _ text: String) throws(StepError) -> String {
        var found = Set(words.compactMap(MoneyReader.currency) + [named].compactMap { $0 })
        let units = words.compactMap(CountryUnit.named)
        for unit in units where !unit.currencies.contains(where: found.contains) {
            guard let usual = unit.usual else { continue }
            found.insert(currency.flatMap { unit.currencies.contains($0) ? $0 : nil } ?? usual)
        }
        let contradicts = { (word: String) in
            MoneyReader.ownersOfSigns[word.lowercased()].map { $0.isDisjoint(with: found) } ?? false
        }
        if found.count > 1 || !found.isEmpty && words.contains(where: contradicts) {
            throw StepError("\(text.quoted) has several currencies")
        }
        if let currency = found.first ?? currency { return currency }
        if let unknown = words.first(where: MoneyReader.isUnknownSign) {
            throw StepError(
                "\(text.quoted) has an unknown sign \(unknown.quoted): name the currency with {\"money\": {\"currency\": …}}"
            )
        }
        let shared = words.compactMap { word in MoneyReader.sharedSigns[word.lowercased()] }
        if shared.allSatisfy({ $0 != nil }), let common = shared.lazy.compactMap({ $0 }).first {
            return common
        }
        let reason = shared.isEmpty ? "has no currency" : "has a sign of several currencies"
        throw StepError("\(text.quoted) \(reason): name the currency with {\"money\": {\"currency\": …}}")
    }

    /// Whether the prices of a text have a dash in place of no whole units, judged by the currency; `nil` if the text is
    /// no amount of money.
    ///
    /// - Parameter isMoney: whether it is an amount even without a currency.
    static func replacesUnits(_ scalars: [Unicode.Scalar], isMoney: Bool) -> Bool? {
        let words = words(scalars[...]).filter(isCurrency)
        if words.isEmpty { return isMoney ? false : nil }
        return words.allSatisfy { word in
            currency(word).map(dashedCurrencies.contains) ?? ["fr", "frs", "kr"].contains(word.lowercased())
        }
    }

    /// Whether letters before a sign make it the sign of a known currency, which is read before a word that multiplies:
    /// `500 NT$`.
    static func isSign(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let word = words(scalars).first, word.last?.isLetter == false else { return false }
        return signs[word.lowercased()] != nil
    }

    /// Whether a word of a text is a currency, by its sign, abbreviation or code.
    static func isCurrency(_ word: String) -> Bool {
        currency(word) != nil || sharedSigns[word.lowercased()] != nil
            || CountryUnit.named(word)?.usual != nil
    }

    /// The currency of an unambiguous word: a sign, or a code, which a sign may follow.
    private static func currency(_ word: String) -> String? {
        if let currency = signs[word.lowercased()] { return currency }
        let code = word.filter { !isModifiable(String($0)) }
        guard code.count == 3, code == code.uppercased(), LocaleMarks.isCurrency(code) else { return nil }
        let sign = code.count < word.count ? word.first { isModifiable(String($0)) } : nil
        let isOther = sign.flatMap { ownersOfSigns[String($0)] }.map { !$0.contains(code) } ?? false
        return isOther ? nil : code
    }

    /// Whether a code is that of a currency in whose thousands and millions accounts are written: `5 kEUR`, `5 MUSD`.
    static func isReported(_ code: String) -> Bool { reported.contains(code) }

    private static let reported: Set = [
        "EUR", "USD", "GBP", "CHF", "SEK", "NOK", "DKK", "ISK", "PLN", "CZK", "HUF", "JPY", "CNY", "INR",
        "CAD", "AUD", "NZD", "SGD", "HKD", "ZAR", "BRL", "MXN", "RUB", "UAH", "TRY", "KRW",
    ]

    /// Whether a sign with letters next to it is another currency's.
    private static func isModifiable(_ sign: String) -> Bool {
        sharedSigns[sign] != nil || prefixedSigns.contains(sign)
    }

    /// Whether a word is such a sign together with letters that name no known currency.
    private static func isUnknownSign(_ word: String) -> Bool {
        word.count > 1 && word.contains { isModifiable(String($0)) && !$0.isLetter }
    }

    /// Whether a text has a currency.
    package static func namesCurrency(_ text: String) -> Bool {
        namesCurrency(Array(text.unicodeScalars)[...])
    }

    static func namesCurrency(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        words(scalars).contains(where: isCurrency)
    }

    /// Whether a text has the given currency, or "Rs" for Indian rupees.
    static func names(_ code: String, in scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        words(scalars).contains { word in
            currency(word) == code || CountryUnit.named(word)?.usual == code
                || code == "INR" && word.lowercased() == "rs"
        }
    }

    /// Whether a text contains only spaces, currencies and percent signs.
    static func isOfCurrencies(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        scalars.allSatisfy { scalar in
            let properties = scalar.properties
            return properties.isWhitespace || properties.isAlphabetic
                || properties.generalCategory == .currencySymbol || [".", "%", "\u{2030}"].contains(scalar)
        } && words(scalars).allSatisfy(isCurrency)
    }

    /// The words of a text: letters alone, a currency sign alone, or such a sign with the letters before or after it
    /// that belong to it.
    static func words(_ scalars: ArraySlice<Unicode.Scalar>) -> [String] {
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
            if !after.isEmpty,
                signs[(sign.text + after).lowercased()] != nil || isName(after, of: sign.text)
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
        if isApart {
            let isName =
                prefixedSigns.contains(sign)
                ? letters.count > 1 && letters == letters.uppercased()
                : letters == letters.uppercased() || shortNames.contains(letters)
            guard isName, signs[(letters + sign).lowercased()] != nil else { return nil }
        }
        return (sign, index + 1)
    }

    /// Whether letters directly before a sign belong to it: with all known combinations, and with a shared sign unless
    /// there are too many for a currency's name.
    private static func belong(_ letters: String, to sign: String) -> Bool {
        if letters.isEmpty { return false }
        if signs[(letters + sign).lowercased()] != nil { return true }
        if prefixedSigns.contains(sign) { return isPrefix(letters) }
        return sharedSigns[sign] != nil && letters.count <= mostLetters
    }

    /// Whether letters directly after a shared sign may name the currency: they are few, and capital letters.
    private static func isName(_ letters: String, of sign: String) -> Bool {
        if prefixedSigns.contains(sign) { return isPrefix(letters) }
        return sharedSigns[sign] != nil && letters.count < mostLetters && letters == letters.uppercased()
    }

    /// Whether letters next to a sign such as "£" make it another currency's: in "NOW£5" they do not.
    private static func isPrefix(_ letters: String) -> Bool {
        letters == letters.uppercased()
            && (letters.count <= 2 || letters.count == 3 && LocaleMarks.isCurrency(letters))
    }
}
