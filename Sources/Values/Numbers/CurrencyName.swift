/// A word at an amount that several currencies have, for their unit or its hundredth: `5 pounds`, `99¢`, `50p`.
///
/// Such a word does not name a currency by itself, and it contradicts a currency that does not have it.
struct CurrencyName {
    /// As in the text, in lower case.
    let word: String
    /// The codes of the currencies that have it.
    let currencies: Set<String>
    /// Whether it is a hundredth of their unit.
    let isHundredth: Bool

    /// The name directly after an amount, or before it; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - before: the words before the number.
    ///   - after: the characters after the number, without those that multiply it.
    init?(before: [String], after: ArraySlice<Unicode.Scalar>) {
        var rest = after
        var word: String
        repeat {
            rest = rest.drop(while: \.properties.isWhitespace)
            let letters = rest.first == "¢" ? rest.prefix(1) : rest.prefix(while: \.properties.isAlphabetic)
            rest = rest[letters.endIndex...]
            word = String(String.UnicodeScalarView(letters)).lowercased()
        } while MultiplierWord.isMultiplier(word)
        // "25 p.p." is the price for a person.
        let isAbbreviation = rest.first == "." && word.count == 1
        if let currencies = CurrencyName.hundredths[word], !isAbbreviation {
            self.init(word: word, currencies: currencies, isHundredth: true)
            return
        }
        for word in [word, before.last?.lowercased() ?? ""] {
            guard let currencies = CurrencyName.units[word] else { continue }
            self.init(word: word, currencies: currencies, isHundredth: false)
            return
        }
        return nil
    }

    private init(word: String, currencies: Set<String>, isHundredth: Bool) {
        self.word = word
        self.currencies = currencies
        self.isHundredth = isHundredth
    }
}

// The tables; letter case is ignored.
extension CurrencyName {
    private static let pounds: Set = ["GBP", "EGP", "LBP", "SYP", "SDG", "SSP", "GIP", "FKP", "SHP"]
    private static let crowns: Set = ["SEK", "NOK", "DKK", "ISK", "CZK"]
    private static let francs: Set = ["CHF", "XOF", "XAF", "XPF", "RWF", "BIF", "CDF", "DJF", "GNF", "KMF"]
    private static let rupees: Set = ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"]
    private static let dinars: Set = ["KWD", "BHD", "IQD", "JOD", "LYD", "TND", "DZD", "RSD", "MKD"]
    private static let riyals: Set = ["SAR", "QAR", "YER", "OMR", "IRR"]
    private static let rubles: Set = ["RUB", "BYN"]
    static let dollars: Set = [
        "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "NAD", "JMD", "TTD", "BBD", "BSD", "BZD", "BMD",
        "KYD", "XCD", "FJD", "BND", "GYD", "SRD", "LRD",
    ]

    private static let units: [String: Set<String>] = [
        "pound": pounds, "pounds": pounds,
        "krona": crowns, "kronor": crowns, "krone": crowns, "kroner": crowns, "koruna": crowns,
        "crowns": crowns, "dollar": dollars, "franc": francs, "francs": francs, "franken": francs,
        "rupee": rupees, "rupees": rupees, "dinar": dinars, "dinars": dinars, "riyal": riyals,
        "riyals": riyals, "rial": riyals, "rials": riyals, "ruble": rubles, "rubles": rubles,
        "rouble": rubles, "roubles": rubles,
        "dirham": ["AED", "MAD"], "dirhams": ["AED", "MAD"], "lira": ["TRY", "LBP", "SYP"],
        // As the sign of a unit, before the number.
        "¢": ["CRC", "GHS", "SVC"],
    ]

    private static let cents = dollars.union(["EUR", "ZAR", "KES", "LKR", "MUR"])
    private static let pence: Set = ["GBP", "GIP", "FKP", "SHP"]
    private static let centavos: Set = ["BRL", "MXN", "ARS", "CLP", "COP", "PHP", "CUP", "DOP", "BOB"]

    private static let hundredths: [String: Set<String>] = [
        "¢": cents, "c": cents, "ct": cents, "cts": cents, "cent": cents, "cents": cents,
        "p": pence, "pence": pence, "penny": pence, "pennies": pence,
        "centime": ["EUR", "CHF"], "centimes": ["EUR", "CHF"], "rappen": ["CHF"],
        "céntimo": ["EUR"], "céntimos": ["EUR"], "centesimi": ["EUR"], "cêntimos": ["EUR"],
        "centavo": centavos, "centavos": centavos, "öre": ["SEK"], "øre": ["NOK", "DKK"],
        "paisa": ["INR", "PKR", "NPR"], "paise": ["INR"], "grosz": ["PLN"], "grosze": ["PLN"],
        "groszy": ["PLN"], "коп": ["RUB"], "копейка": ["RUB"], "копейки": ["RUB"], "копеек": ["RUB"],
        "kuruş": ["TRY"],
    ]
}
