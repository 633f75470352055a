import Records

/// The dash before a fraction in place of no whole units: `CHF -.50`, `--,50 €`.
enum NumberHead {
    /// The start of a number: of its digits, or of that dash.
    ///
    /// - Parameter isMoney: whether it is an amount of money, even without a currency.
    /// - Throws: if the dash may be a minus sign.
    static func start(
        _ scalars: [Unicode.Scalar],
        _ run: Range<Int>,
        isMoney: Bool,
        _ text: String
    ) throws(StepError) -> Int {
        var start = run.lowerBound
        guard !run.isEmpty, start > 0, !NumberToken.isDigit(scalars[start]),
            NumberSign.isMinusSign(scalars[start - 1])
        else { return start }
        while start > 0, NumberSign.isMinusSign(scalars[start - 1]) { start -= 1 }
        let dash = scalars[start..<run.lowerBound]
        let isTrueMinus = dash.elementsEqual(["\u{2212}"])
        switch MoneyReader.replacesUnits(scalars, isMoney: isMoney) {
        case true where !isTrueMinus: return start
        case nil where isTrueMinus || dash.elementsEqual(["-"]) && scalars[run.lowerBound] == ".":
            return run.lowerBound
        case nil where start > 0 && scalars[start - 1].properties.isAlphabetic: return run.lowerBound
        default:
            throw StepError(
                "\(text.quoted) has a dash before its fraction, which may be a minus sign or in place of the whole units: replace it by \"-0\" or \"0\""
            )
        }
    }
}

/// The text after the digits of a number that belongs to it: a dash for no fraction (`1.299,-`), a fraction of one
/// character (`1½`).
struct NumberTail {
    /// The end of the number.
    private(set) var end: Int
    /// The mark before a dash, which is that before fractions.
    private(set) var mark: Unicode.Scalar?
    /// The value of the fraction.
    private(set) var fraction: Number?

    init(_ scalars: [Unicode.Scalar], _ run: Range<Int>, _ text: String) throws(StepError) {
        end = run.upperBound
        readDash(scalars)
        if mark == nil { try readFraction(scalars, run, text) }
    }

    private mutating func readDash(_ scalars: [Unicode.Scalar]) {
        guard end + 1 < scalars.count, scalars[end] == "," || scalars[end] == ".",
            NumberSign.isMinusSign(scalars[end + 1])
        else { return }
        mark = scalars[end]
        end += 1
        while end < scalars.count, NumberSign.isMinusSign(scalars[end]) { end += 1 }
    }

    private mutating func readFraction(
        _ scalars: [Unicode.Scalar],
        _ run: Range<Int>,
        _ text: String
    ) throws(StepError) {
        var index = end
        // "1 ½" is one and a half.
        if index + 1 < scalars.count, NumberTail.isSpace(scalars[index]),
            NumberTail.isFraction(scalars[index + 1])
        {
            index += 1
        }
        guard index < scalars.count else { return }
        let isApart = NumberTail.isRaised(scalars[index]) || NumberTail.isLowered(scalars[index])
        if isApart, index == end, !run.isEmpty {
            let place = NumberTail.isLowered(scalars[index]) ? "lowered" : "raised"
            throw StepError(
                "\(text.quoted) has \(place) digits after its number, which may be part of it"
            )
        }
        guard NumberTail.isFraction(scalars[index]) else { return }
        guard let value = NumberTail.value(of: scalars[index]), scalars[run].allSatisfy(NumberToken.isDigit)
        else {
            throw StepError("\(text.quoted) has a fraction that has no exact number")
        }
        fraction = value
        end = index + 1
    }

    /// A space within a line.
    static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || NumberMarks.firmSpaces.contains(scalar)
    }

    /// Whether it is a digit above the line, or a sign before one, which may be a fraction, an exponent or the number of a note.
    private static func isRaised(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xB2, 0xB3, 0xB9, 0x2070, 0x2074...0x2079, 0x207A, 0x207B: true
        default: false
        }
    }

    private static func isLowered(_ scalar: Unicode.Scalar) -> Bool {
        (0x2080...0x208B).contains(scalar.value)
    }

    /// Whether it is a fraction of one character.
    static func isFraction(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xBC...0xBE, 0x2150...0x215E, 0x2189: true
        default: false
        }
    }

    /// The number of a fraction whose digits end; `nil` for thirds and the like.
    private static func value(of scalar: Unicode.Scalar) -> Number? {
        let value = scalar.properties.numericValue ?? 0
        // All that end are multiples of a fortieth.
        let parts = (value * 40).rounded()
        guard abs(value * 40 - parts) < 1e-9 else { return nil }
        return try? Number(Int(parts)).divided(by: Number(40))
    }
}

/// Whether a number is negative, judged by the text around it.
struct NumberSign {
    /// Whether a minus sign precedes the number, or accountants' notation makes it negative.
    let isNegative: Bool
    /// What may be a minus sign or not.
    private let doubt: Doubt?

    private enum Doubt {
        /// Accountants' notation: `(5)`, `5-`, `- 5`, `△5`; arrows too.
        case accounting
        /// A dash after a colon, apart from the number: `Rabatt: - 5 €`.
        case dash
        /// Parentheses together with a minus sign after the number.
        case twice
    }

    /// - Parameters:
    ///   - number: the range of the number without its sign.
    ///   - words: the range of the words that multiply it, after it.
    init(_ scalars: [Unicode.Scalar], _ number: Range<Int>, multipliedBy words: Range<Int>? = nil) {
        var after = scalars[number.upperBound...]
        if let words { after = after[..<words.lowerBound] + after[words.upperBound...] }
        let apart = NumberSign.minusApart(scalars, number, after, isMultiplied: words != nil)
        let isMinus = NumberSign.hasMinus(scalars, before: number.lowerBound) || apart == .minus
        if isMinus {
            doubt = nil
        } else if let doubt = NumberSign.parentheses(scalars, number, after) {
            self.doubt = doubt
        } else {
            let isAccounted =
                apart == .accounting || NumberSign.hasMinus(after)
                || NumberSign.hasTriangle(scalars, before: number.lowerBound, after)
            doubt = isAccounted ? .accounting : apart == .dash ? .dash : nil
        }
        isNegative = isMinus || doubt != nil
    }

    /// Checks that the sign is clear.
    ///
    /// - Parameter isAccounting: whether accountants' notation is read.
    func check(isAccounting: Bool, _ text: String) throws(StepError) {
        switch doubt {
        case nil: return
        case .accounting where isAccounting: return
        case .accounting:
            throw StepError(
                "\(text.quoted) may be negative, as accountants write it: set \"accounting\": true, or extract the number"
            )
        case .dash:
            throw StepError(
                "\(text.quoted) has a dash before its number, which may be a minus sign: remove it, or extract the number"
            )
        case .twice:
            throw StepError(
                "\(text.quoted) has parentheses and a minus sign, each of which may make it negative: extract the number"
            )
        }
    }

    /// Whether a character may be a minus sign: one of either width, a hyphen, or a dash.
    static func isMinusSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FE63}", "\u{FF0D}": true
        default: false
        }
    }

    /// Whether a minus sign precedes a number or the currency directly after the sign: `-5`, `-$5`, `-EUR 5`. A hyphen after
    /// a word is not a minus sign, and one before a space is a dash.
    private static func hasMinus(_ scalars: [Unicode.Scalar], before start: Int) -> Bool {
        let first = max(0, start - longestCurrency - 2)
        guard let sign = scalars[first..<start].lastIndex(where: isMinusSign) else { return false }
        if sign + 1 < start {
            guard isCurrency(scalars[(sign + 1)..<start]) else { return false }
        }
        guard sign > 0 else { return true }
        return !scalars[sign - 1].properties.isAlphabetic && !NumberToken.isDigit(scalars[sign - 1])
    }

    /// Whether a triangle, which is a minus sign in Japan, precedes a number or the currency directly after it; or one or an
    /// arrow downwards a percentage, also with a space after it: `▼ 5 %`, but `▲ 5` votes and `▼ $5`.
    private static func hasTriangle(
        _ scalars: [Unicode.Scalar],
        before start: Int,
        _ after: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        let first = max(0, start - longestCurrency - 2)
        guard let sign = scalars[first..<start].lastIndex(where: { isTriangle($0) || isDownwards($0) }) else {
            return false
        }
        let between = scalars[(sign + 1)..<start].drop { $0 == "\u{FE0E}" || $0 == "\u{FE0F}" }
        if isTriangle(scalars[sign]), between.isEmpty || isCurrency(between) { return true }
        return isDownwards(scalars[sign]) && between.allSatisfy(NumberTail.isSpace)
            && after.first { !NumberTail.isSpace($0) }.map(isPercent) == true
    }

    private static func isTriangle(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{25B2}", "\u{25B3}", "\u{25BC}", "\u{25BD}": true
        default: false
        }
    }

    private static func isDownwards(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{25BC}"..."\u{25BF}", "\u{2193}", "\u{2198}", "\u{21D3}", "\u{21E9}", "\u{2B07}", "\u{2B0A}",
            "\u{1F53B}", "\u{1F53D}", "\u{1F4C9}":
            true
        default: false
        }
    }

    /// Whether the characters between a sign and a number are its currency, without a space before it.
    private static func isCurrency(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        if scalars.first.map(NumberTail.isSpace) == true { return false }
        let currency = scalars.last.map(NumberTail.isSpace) == true ? scalars.dropLast() : scalars
        return currency.allSatisfy { $0.properties.generalCategory == .currencySymbol }
            || MoneyReader.isCurrency(String(String.UnicodeScalarView(currency)))
    }

    /// What a minus sign, or a dash, before a number and apart from it means.
    private enum Apart {
        /// A true minus sign, U+2212, before an amount at the start of the text: `− 5 °C`.
        case minus
        /// A dash in place of that sign: `- 5`, `- $5`, `$ - 5`, `- 5 °C`, `- 5 % off`; or such a sign before another number.
        /// `- 5 kg flour` is of a list.
        case accounting
        /// A dash before an amount and after a colon: `Temp.: - 5`.
        case dash
    }

    /// Between words and a number, a dash without a colon separates them, as in menus: `Pizza - 5 €`.
    private static func minusApart(
        _ scalars: [Unicode.Scalar],
        _ number: Range<Int>,
        _ after: ArraySlice<Unicode.Scalar>,
        isMultiplied: Bool
    ) -> Apart? {
        let before = scalars[..<number.lowerBound]
        guard let sign = before.lastIndex(where: isMinusSign),
            MoneyReader.isOfCurrencies(before[(sign + 1)...])
        else { return nil }
        let lead = before[..<sign]
        let isAmount = MoneyReader.isOfCurrencies(after) || hasUnit(before[(sign + 1)...], after)
        if MoneyReader.isOfCurrencies(lead) {
            let isTrueMinus = before[sign] == "\u{2212}"
            if isAmount || isMultiplied && isTrueMinus { return isTrueMinus ? .minus : .accounting }
            return isTrueMinus && isWord(after) ? .accounting : nil
        }
        let isLong = ("\u{2014}"..."\u{2015}").contains(before[sign])
        let isAfterColon = lead.last { !NumberTail.isSpace($0) } == ":"
        return isAmount && isAfterColon && !isLong ? .dash : nil
    }

    /// Whether a text is one word with its spaces: " km", " comments".
    private static func isWord(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        let text = text.drop(while: NumberTail.isSpace)
        let rest = text.drop { !$0.properties.isWhitespace }
        return text.first?.properties.isAlphabetic == true && rest.allSatisfy(\.properties.isWhitespace)
    }

    /// Whether a currency, a percent sign or a degree sign is next to a number.
    private static func hasUnit(
        _ between: ArraySlice<Unicode.Scalar>,
        _ after: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        if !between.allSatisfy(NumberTail.isSpace) { return true }
        let rest = after.drop(while: NumberTail.isSpace)
        if let first = rest.first, isUnit(first) || first == "°" || first == "\u{2103}" || first == "\u{2109}"
        {
            return true
        }
        let word = rest.prefix(while: \.properties.isAlphabetic)
        return !word.isEmpty && MoneyReader.isCurrency(String(String.UnicodeScalarView(word)))
    }

    /// The maximum number of characters of a currency's sign, abbreviation or name: `dollars`.
    private static let longestCurrency = 7

    /// Whether a minus sign is the first of the characters after a number, its currency aside, and only a currency follows
    /// it. A dash that is the number's own (`5,-`) is part of its range.
    private static func hasMinus(_ after: ArraySlice<Unicode.Scalar>) -> Bool {
        var rest = after.drop { NumberTail.isSpace($0) || isUnit($0) }
        guard let sign = rest.popFirst(), isMinusSign(sign) else { return false }
        return MoneyReader.isOfCurrencies(rest)
    }

    /// What makes a number doubtful that is in parentheses with at most its currency, and with only a currency around them.
    private static func parentheses(
        _ scalars: [Unicode.Scalar],
        _ number: Range<Int>,
        _ after: ArraySlice<Unicode.Scalar>
    ) -> Doubt? {
        guard let open = scalars[..<number.lowerBound].firstIndex(where: isOpening),
            let close = after.lastIndex(where: isClosing)
        else { return nil }
        let around = [
            scalars[..<open].filter { !isMinusSign($0) }[...], scalars[(open + 1)..<number.lowerBound],
            after[..<close].filter { !isMinusSign($0) }[...],
            after[(close + 1)...].filter { !isMinusSign($0) }[...],
        ]
        guard around.allSatisfy(MoneyReader.isOfCurrencies) else { return nil }
        return after.contains(where: isMinusSign) ? .twice : .accounting
    }

    static func isOpening(_ scalar: Unicode.Scalar) -> Bool { scalar == "(" || scalar == "\u{FF08}" }

    static func isClosing(_ scalar: Unicode.Scalar) -> Bool { scalar == ")" || scalar == "\u{FF09}" }

    private static func isPercent(_ scalar: Unicode.Scalar) -> Bool {
        ["%", "\u{66A}", "\u{FF05}", "\u{2030}"].contains(scalar)
    }

    private static func isUnit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .currencySymbol || isPercent(scalar)
    }
}
