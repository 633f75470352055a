import Records

/// The name of a unit that several countries have, which the name of a country makes one currency: `5 Canadian dollars`,
/// `5 dollars canadiens`, `5 бел. руб.`, `5 lei moldovenești`.
struct CountryUnit {
    /// Its words, in lower case.
    private let words: Set<String>
    /// The currency without the name of a country, if the word is not shared by too many.
    let usual: String?
    /// The currencies that are named so.
    let currencies: Set<String>
    /// The names and adjectives of countries before or after it, in lower case, without marks between their words.
    fileprivate let names: [String: String]

    /// The unit with a name; `nil` if there is none.
    static func named(_ word: String) -> CountryUnit? { all[word.lowercased()] }

    static func isPeso(_ word: String) -> Bool { pesos.words.contains(word.lowercased()) }

    static func isPesoCode(_ code: String) -> Bool { pesos.currencies.contains(code) }

    /// - Parameters:
    ///   - names: currencies and the names of their countries, separated by commas.
    ///   - others: further currencies that have the word.
    private init(
        _ words: Set<String>,
        usual: String? = nil,
        others: Set<String> = [],
        _ names: [String: String]
    ) {
        self.words = words
        self.usual = usual
        currencies = others.union(names.keys)
        var table: [String: String] = [:]
        for (currency, list) in names {
            for name in list.split(separator: ",") { table[String(name.drop { $0 == " " })] = currency }
        }
        self.names = table
    }
}

// The tables.
extension CountryUnit {
    private static let dollars = CountryUnit(
        ["dollars", "dollar"],
        [
            "USD": "us, american, américains, des états unis",
            "CAD": "canadian, canadiens, canadien, canada",
            "AUD": "australian, australiens, australien, australia",
            "NZD": "new zealand, néo zélandais",
            "HKD": "hong kong, de hong kong",
            "SGD": "singapore, de singapour, singapouriens",
            "TWD": "taiwan, new taiwan, taïwanais",
            "JMD": "jamaican, jamaïcains",
            "FJD": "fijian, fiji, fidjiens",
            "NAD": "namibian, namibia, namibiens",
            "LRD": "liberian, libériens",
            "BSD": "bahamian, bahaméens",
            "BBD": "barbadian, barbados, barbadiens",
            "BZD": "belize, bélizéens",
            "BMD": "bermudian, bermudan, bermuda, bermudiens",
            "GYD": "guyanese, guyanaese, guyaniens, du guyana",
            "SRD": "surinamese, suriname, surinamais, du suriname",
            "XCD": "east caribbean, des caraïbes orientales",
            "KYD": "cayman islands, des îles caïmans",
            "BND": "brunei, brunéiens",
            "SBD": "solomon islands, des îles salomon",
            "TTD": "trinidad tobago, trinidad and tobago, de trinité et tobago",
            "ZWL": "zimbabwean, zimbabwéens",
        ]
    )

    private static let pesos = CountryUnit(
        ["pesos", "peso"],
        [
            "MXN": "mexican, mexicanos, mexicano, mexicains",
            "ARS": "argentine, argentinos, argentino, argentins",
            "CLP": "chilean, chilenos, chileno, chiliens",
            "COP": "colombian, colombianos, colombiano, colombiens",
            "CUP": "cuban, cubanos, cubano, cubains",
            "DOP": "dominican, dominicanos, dominicano, dominicains",
            "PHP": "philippine, filipinos, filipino, philippins",
            "UYU": "uruguayan, uruguayos, uruguayo, uruguaios, uruguayens",
        ]
    )

    private static let units = [
        dollars, pesos,
        CountryUnit(
            ["руб", "рубль", "рубля", "рублей", "рубли"],
            usual: "RUB",
            [
                "RUB": "рос, росс, российский, российского, российских, российские",
                "BYN": "бел, белорус, белорусский, белорусского, белорусских, белорусские",
            ]
        ),
        CountryUnit(
            ["lei", "leu"],
            usual: "RON",
            [
                "RON": "românești, româneşti, românesc, romanian",
                "MDL": "moldovenești, moldoveneşti, moldovenesc, moldovan",
            ]
        ),
        // Yuan and dollars.
        CountryUnit(["元"], usual: "CNY", others: ["CNY", "TWD", "HKD", "MOP", "SGD", "USD"], [:]),
    ]

    private static let all: [String: CountryUnit] = {
        var all: [String: CountryUnit] = [:]
        for unit in units {
            for word in unit.words { all[word] = unit }
        }
        return all
    }()

    /// The maximum number of words in the name of a country.
    private static let mostWords = 4

    /// The currency of the longest name at the end of words before the unit, or at the beginning of those after it.
    fileprivate func currency(before: ArraySlice<String>, after: ArraySlice<String>) -> String? {
        for count in (1...CountryUnit.mostWords).reversed() {
            for words in [before.suffix(count), after.prefix(count)] where words.count == count {
                if let currency = names[words.joined(separator: " ").lowercased()] { return currency }
            }
        }
        return nil
    }
}

extension MoneyReader {
    /// The currency of a unit with the name of a country: `5 Canadian dollars`; `nil` if there is none.
    ///
    /// - Parameter rest: the characters after the number.
    /// - Throws: if the word at it begins with a capital letter and is unknown.
    func countryName(
        before: [String],
        after: [String],
        _ rest: ArraySlice<Unicode.Scalar>,
        _ text: String
    ) throws(StepError) -> String? {
        if let named = try countryName(in: before, text) { return named }
        guard after.contains(where: { CountryUnit.named($0) != nil }) else { return nil }
        // "5 dollars, Canadian edition".
        let clause = rest.prefix { !",;:/|(".unicodeScalars.contains($0) }
        return try countryName(in: MoneyReader.words(clause), text)
    }

    private func countryName(in words: [String], _ text: String) throws(StepError) -> String? {
        guard let name = words.firstIndex(where: { CountryUnit.named($0) != nil }),
            let unit = CountryUnit.named(words[name])
        else { return nil }
        let (before, after) = (words[..<name], words[(name + 1)...])
        if let currency = unit.currency(before: before, after: after) { return currency }
        if unit.usual != nil { return nil }
        for word in [before.last, after.first].compactMap({ $0 }) {
            if let currency = MoneyReader.country(word) { return currency }
        }
        if currency != nil { return nil }
        let isTitle = words[name].first?.isUppercase == true
        for (word, isAfter) in [(before.last, false), (after.first, true)] {
            guard let word, isUnknownCountry(word), !isAfter || !isTitle && word != word.uppercased() else {
                continue
            }
            let unknown = isAfter ? "\(words[name]) \(word)" : "\(word) \(words[name])"
            throw StepError(
                "\(text.quoted) has unknown \(unknown.quoted): name the currency with {\"money\": {\"currency\": …}}"
            )
        }
        return nil
    }

    private func isUnknownCountry(_ word: String) -> Bool {
        word.count > 2 && word.first?.isUppercase == true && !MoneyReader.isCurrency(word)
            && !MultiplierWord.isMultiplier(word.lowercased())
    }

    /// The dollar of the country that a text begins with, after spaces and the sign itself: `$5 CA`, `5 $ CDN`,
    /// `$5 Canadian`.
    static func country(directlyIn scalars: ArraySlice<Unicode.Scalar>) -> String? {
        let rest = scalars.drop { NumberTail.isSpace($0) || $0 == "$" }
        let word = String(String.UnicodeScalarView(rest.prefix { $0.properties.isAlphabetic }))
        let names = word.first?.isUppercase == true ? CountryUnit.named("dollars")?.names : nil
        return country(word) ?? names?[word.lowercased()]
    }

    /// The dollar of a country's short name in capital letters: `CA`.
    private static func country(_ word: String) -> String? {
        (2...3).contains(word.count) && word == word.uppercased() ? signs["\(word.lowercased())$"] : nil
    }

    /// The peso after which a text has "moneda nacional", after spaces, signs and their unit: `$5 M.N.`, `5 pesos MN`. It is
    /// that of Mexico unless the rules name another peso.
    func nationalCurrency(in scalars: ArraySlice<Unicode.Scalar>) -> String? {
        var rest = scalars.drop { NumberTail.isSpace($0) || $0 == "$" }
        let word = rest.prefix { $0.properties.isAlphabetic }
        if CountryUnit.isPeso(String(String.UnicodeScalarView(word))) {
            rest = rest[word.endIndex...].drop(while: NumberTail.isSpace)
        }
        guard MoneyReader.isNationalCurrency(rest) else { return nil }
        return currency.flatMap { CountryUnit.isPesoCode($0) ? $0 : nil } ?? "MXN"
    }

    /// Whether characters begin with the abbreviation of "moneda nacional": `M.N.`, `MN`.
    static func isNationalCurrency(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        guard scalars.first == "M" else { return false }
        var rest = scalars.dropFirst()
        if rest.first == "." { rest = rest.dropFirst().drop(while: NumberTail.isSpace) }
        guard rest.first == "N" else { return false }
        return rest.dropFirst().first?.properties.isAlphabetic != true
    }
}
