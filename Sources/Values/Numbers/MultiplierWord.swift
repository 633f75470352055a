import Records

/// A word, an abbreviation or a letter after a number that may multiply it, letter case ignored: `million`, `Mrd`, `mil`.
///
/// This is the only table of such words: those of CLDR's compact decimal forms, long and short, with their inflections. A
/// word either has one factor, or its factor depends on the language, which only a locale or a currency identifies.
struct MultiplierWord: Sendable {
    /// What the word means without a locale or currency that decides.
    let usual: Meaning
    /// The powers of ten in languages, locales, and amounts of currencies.
    private(set) var powers: [String: Decision]
    /// The languages by their powers, for a message: "10^3 in es, pt".
    let description: String

    /// What a word means.
    enum Meaning: Equatable {
        /// It multiplies by this power of ten everywhere.
        case power(Int)
        /// As a word before one that multiplies it does too: "5 mil millones". Alone it is refused.
        case before(Int)
        /// It multiplies directly after the number: "5M", not "10-M".
        case letter(Int)
        /// It multiplies without a space before it, and is refused with one: "5B".
        case attached(Int)
        /// It multiplies amounts of money, and is a unit elsewhere: "mn" is minutes. Elsewhere it is refused without a space
        /// before it: "1.2mn".
        case amount(Int)
        /// It multiplies before a currency, and is a unit elsewhere: "т. руб." is thousand roubles, "т" tons.
        case beforeCurrency(Int)
        /// It may multiply an amount of money, and is refused there; elsewhere it is a unit or another word: "mi" is miles.
        case unit
        /// It is another word, and refused only between an amount and its currency: "12 bin €".
        case word
        /// It is refused.
        case refused
        /// It connects a number and a word that multiplies: "20 de milioane".
        case link
    }

    /// The word with these letters; `nil` if it cannot multiply.
    static func named(_ letters: some Collection<Unicode.Scalar>) -> MultiplierWord? {
        named(String(String.UnicodeScalarView(letters)))
    }

    static func named(_ word: String) -> MultiplierWord? { all[word] ?? all[word.lowercased()] }

    /// Whether a word is one that multiplies an amount, and neither its unit nor its currency.
    static func isMultiplier(_ word: String) -> Bool {
        guard let word = named(word) else { return false }
        switch word.usual {
        case .power, .before, .refused: return true
        case .letter, .attached, .amount, .beforeCurrency, .unit, .word, .link: return false
        }
    }

    /// Whether it is a letter that multiplies anything, or an amount: `5k`, `5M`, `5B`, `5К`.
    var isLetter: Bool {
        switch usual {
        case .letter, .attached, .amount: true
        case .power, .before, .beforeCurrency, .unit, .word, .refused, .link: false
        }
    }

    /// Whether it multiplies without a locale or currency that decides.
    var hasUsualFactor: Bool {
        switch usual {
        case .power, .letter, .attached, .amount: true
        case .before, .beforeCurrency, .unit, .word, .refused, .link: false
        }
    }

    /// Whether a character belongs to a word: a letter, or a mark on one, as in Hindi and Thai.
    static func hasLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) }
        let properties = scalar.properties
        return properties.isAlphabetic || properties.generalCategory == .nonspacingMark
            || properties.generalCategory == .spacingMark
    }

    /// The locale in a transform's arguments and those that contain it, the most specific first: `zh_Hant_TW`, `zh_Hant`,
    /// `zh`.
    static func places(of arguments: Value) -> [String] {
        guard let locale = NumberMarks.locale(arguments) else { return [] }
        let parts = locale.split { $0 == "-" || $0 == "_" }
        return parts.indices.reversed().map { parts[...$0].joined(separator: "_") }
    }
}

// The tables, as powers of ten.
extension MultiplierWord {
    /// Words with one factor in all languages that have them.
    private static let words: [(power: Int, words: String)] = [
        (2, "hundred"),
        (
            3,
            """
            thousand thousands tsd tausend mila millier milliers duizend duisend tusen tusind þúsund \
            tuhat tuhatta tuh tys tysiąc tysiąca tysiące tysięcy tis tisíc tisíce tisíca tisíců \
            tisoč tisuća tisuće tisuću hilj hiljada hiljade hiljadu ezer mijë miler milers tūkst \
            tūkstotis tūkstoši tūkstošu tūkstantis tūkstančio tūkstančiai tūkstančių тыс тысяча \
            тысячи тысяч тысячу тысячы тис тисяча тисячі тисяч тисячу хил хиляда хиляди хиљ хиљада \
            хиљаде хиљаду илј илјада илјади мың миң χιλιάδα χιλιάδες nghìn ngàn ribu libo ألف ألفا \
            آلاف الف هزار ہزار אלף אלפים þ ಸಾವಿರ వేయి వేలు हज़ार हजार হাজার ஆயிரம் હજાર ਹਜ਼ਾਰ พัน \
            พันบาท
            """
        ),
        (4, "หมื่น หมื่นบาท"),
        (5, "lakh lakhs लाख লাখ لاکھ લાખ ਲੱਖ แสน แสนบาท"),
        (
            6,
            """
            million millions mio mln millionen millón millones millon milhão milhões milione milioni \
            miljoen miljon miljoner millioner millionar milljón milljónir miljoona miljoonaa milj \
            miljonit miljons miljoni miljonu miljona milijonas milijono milijonai milijonų milion \
            miliona miliony milionów milionu milionů milión milióna milióny miliónov milijon \
            milijona milijoni milijonov milijun milijuna millió milioane milyon juta triệu milions \
            milió milioi millóns млн миллион миллиона миллионов мільйон мільйона мільйони мільйонів \
            мільён мільёна мільёны мільёнаў мил милион милиона милиони εκατομμύριο εκατομμύρια εκατ \
            مليون مليونا ملايين میلیون ملین מיליון מיליוני ล้าน ล้านบาท ล้านคน மில்லியன் మిలియన్ \
            మిలియన్లు ಮಿಲಿಯನ್
            """
        ),
        (7, "crore crores करोड करोड़ कोटी কোটি کروڑ કરોડ ਕਰੋੜ"),
        (
            9,
            """
            milliard milliards mrd milliarde milliarden mld mlrd mlr mljrd mjd miljard miljarder \
            milliarder milliardar milljarður milljarðar miljardi miljardia miljardit miljards \
            miljardu miljarda milijardas milijardo milijardai milijardų miliard miliarda miliardy \
            miliardów miliardu miliardů miliárd milijarda milijarde milijardi milijard miliardo \
            miliardi miliarde milliárd bilhão bilhões milyar milyard bilyon miliar tỷ tỉ млрд \
            миллиард миллиарда миллиардов мільярд мільярда мільярди мільярдів мільярды мільярдаў \
            милиард милиарда млд милијарда милијарде милијарди милј δισ δισεκατομμύριο \
            δισεκατομμύρια مليار مليارات میلیارد מיליארד พันล้าน พันล้านบาท பில்லியன் బిలియన్ \
            బిలియన్లు ಬಿಲಿಯನ್
            """
        ),
        (10, "หมื่นล้าน หมื่นล้านบาท"),
        (11, "แสนล้าน แสนล้านบาท"),
        (
            12,
            """
            trn trln трлн billionen billón billones billon bilião biliões biljoen biljon biljoner \
            billioner billionar billjón billjónir biljoona biljoonaa bilj biliony bilionów biliona \
            bilionu bilionů bilión bilióna bilióny biliónov bilijon bilijona bilijoni bilijonov \
            bilijun bilijuna billió bilioni bilions bilió bilioi billóns trilhão trilhões triljonit \
            triljons triljoni trilijonas trilijono trilijonai trilijonų trilioane trilyon triliun \
            бил билион билиона билиони триллион триллиона триллионов трильйон трильйона трильйони \
            трильйонів трыльён трыльёна трыльёны трыльёнаў τρισ τρισεκατομμύριο τρισεκατομμύρια \
            ترليون تريليون تریلیون هزارمیلیارد ٹریلین டிரில்லியன் ట్రిలియన్ ట్రిలియన్లు ಟ್ರಿಲಿಯನ್ \
            טריליון ล้านล้าน ล้านล้านบาท
            """
        ),
        (15, "billiarde billiarden biljard biljarder quatrilhão quatrilhões katrilyon квадриллион"),
        (18, "trillionen triljoen trillón trillones triljoner trillioner triljoona triljoonaa trillió"),
        (21, "trilliarde trilliarden"),
    ]

    /// Words whose factor depends on the language, or that are other words too: the powers of ten with the languages,
    /// locales and currencies where they apply; "?" where these do not decide.
    private static let others: [(words: String, usual: Meaning, powers: String)] = [
        ("billion billions", .power(9), "12 fr de da nb nn no"),
        ("trillion trillions", .power(12), "18 fr de da nb nn no"),
        ("quadrillion quadrillions", .power(15), "24 fr de da nb nn no"),
        ("quintillion quintillions", .power(18), "30 fr de da nb nn no"),
        ("bn", .power(9), "12 fr sv is af ? SEK ISK"),
        ("tn", .power(12), "3 sv ? SEK"),
        ("bln", .refused, "9 en 12 it nl pl sq"),
        ("bilion", .refused, "9 ms 12 bs cs pl sq sr"),
        ("trilion", .refused, "12 ms ro 18 cs"),
        ("triljon", .refused, "12 et 18 sv"),
        ("трилион трилиона", .refused, "12 bg 18 mk sr"),
        ("bil", .refused, "12 bs cs hr sk sl sr"),
        ("tril", .refused, "12 ro"),
        ("trilj", .refused, "12 lv 18 fi"),
        ("mil", .before(3), "3 es pt gl cy BRL 6 ro cs sk hr bs sr"),
        ("mille", .before(3), "3 fr it"),
        ("mii", .refused, "3 ro RON"),
        ("mie", .word, "3 ro"),
        ("mi", .unit, "6 pt BRL"),
        ("bi", .refused, "9 pt BRL 12 pt_PT ? pt_AO pt_CH pt_CV pt_GQ pt_GW pt_LU pt_MO pt_MZ pt_ST pt_TL"),
        ("tri", .refused, "12 pt BRL"),
        ("md", .refused, "9 fr sv EUR"),
        ("MD", .word, "9 fr sv EUR"),
        ("mds", .refused, "9 fr EUR"),
        ("mia", .refused, "9 da de nb nn no"),
        ("mill", .unit, "6 da nb nn no"),
        ("bill", .word, "12 nb nn no"),
        ("bio", .unit, "12 da de"),
        ("mn", .amount(6), "6 sv tr"),
        ("MN", .word, "6 sv tr"),
        ("bin", .word, "3 tr TRY"),
        ("mr", .word, "9 tr"),
        ("min", .word, "3 az"),
        ("ming", .word, "3 uz"),
        ("tr", .word, "6 vi VND"),
        ("rb", .refused, "3 id IDR"),
        ("jt", .refused, "6 id IDR"),
        ("नील", .refused, "13 hi pa"),
        ("ਅਰਬ", .refused, "9 pa"),
        ("ਖਰਬ", .refused, "11 pa"),
        ("અબજ", .refused, "9 gu"),
        ("अरब", .refused, "9 hi ne"),
        ("खरब", .refused, "11 hi ne"),
        ("अब्ज", .refused, "9 mr"),
        ("ارب", .refused, "9 ur"),
        ("کھرب", .refused, "11 ur"),
        ("lac lacs", .word, "5 INR"),
        // A crore and a credit; a lakh and a litre.
        ("cr crs", .refused, "7 en_IN ? INR"),
        ("l", .word, "? INR"),
        // Centimetres and millimetres too.
        ("εκ χιλ", .unit, ""),
        ("grand mm", .unit, ""),
        ("MM", .refused, ""),
        ("т", .beforeCurrency(3), ""),
        ("k K", .letter(3), ""),
        ("M", .letter(6), "9 id ? IDR"),
        ("B", .attached(9), "12 ca es eu gl hu 3 tr ? HUF TRY MXN ARS CLP COP PEN UYU"),
        // Cyrillic and Greek letters.
        ("К к Κ", .amount(3), ""),
        ("Μ", .amount(6), ""),
        ("м κ μ", .unit, ""),
        ("T", .unit, "12 id fr_CA 9 vi"),
        ("m b t", .unit, ""),
        // Units elsewhere: newtons, joules, grams and metres.
        ("E", .word, "3 hu HUF"),
        ("e", .word, "3 HUF"),
        ("eFt EFt MFt mFt", .refused, ""),
        ("N", .word, "3 vi VND"),
        ("NT", .word, "12 vi"),
        ("J", .word, "6 ms MYR"),
        ("G", .word, "9 fr_CA"),
        ("mM", .unit, "9 pt_PT"),
        ("М", .amount(6), "6 mk"),
        ("ми", .word, "9 mk"),
        // In Romanian, Filipino, Cebuano and Kabyle.
        ("de na ka n", .link, ""),
    ]

    private static let all: [String: MultiplierWord] = {
        var all: [String: MultiplierWord] = [:]
        for (power, words) in words {
            for word in words.split(separator: " ") {
                all[String(word)] = MultiplierWord(usual: .power(power), powers: [:], description: "")
            }
        }
        for (words, usual, powers) in others {
            let meaning = MultiplierWord(usual, powers)
            for word in words.split(separator: " ") { all[String(word)] = meaning }
        }
        for (word, powers) in compact.after {
            let known = all[word] ?? all[word.lowercased()] ?? MultiplierWord(.word, "")
            all[word] = known
            all[word]?.powers.merge(powers) { _, new in new }
        }
        return all
    }()

    /// - Parameter text: powers, each before the languages, locales and currencies where it applies.
    init(_ usual: Meaning, _ text: String) {
        var powers: [String: Decision] = [:]
        var power: Int?
        var languages: [(power: Int, names: [Substring])] = []
        for part in text.split(separator: " ") {
            if part == "?" {
                power = nil
            } else if let number = Int(part) {
                power = number
                languages.append((number, []))
            } else {
                powers[String(part)] = power.map(Decision.power) ?? .undecided
                let isLanguage = part.first?.isLowercase == true && power != nil
                if isLanguage { languages[languages.count - 1].names.append(part) }
            }
        }
        self.usual = usual
        self.powers = powers
        description = languages.filter { !$0.names.isEmpty }.map {
            "10^\($0.power) in \($0.names.joined(separator: ", "))"
        }
        .joined(separator: ", ")
    }
}
