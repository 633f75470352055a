import Records

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
            NumberTail.isDash(scalars[end + 1])
        else { return }
        mark = scalars[end]
        end += 1
        while end < scalars.count, NumberTail.isDash(scalars[end]) { end += 1 }
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
        if NumberTail.isRaised(scalars[index]), index == end, !run.isEmpty {
            throw StepError("\(text.quoted) has raised digits after its number, which may be part of it")
        }
        guard NumberTail.isFraction(scalars[index]) else { return }
        guard let value = NumberTail.value(of: scalars[index]), scalars[run].allSatisfy(NumberToken.isDigit)
        else {
            throw StepError("\(text.quoted) has a fraction that has no exact number")
        }
        fraction = value
        end = index + 1
    }

    static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        NumberSign.isMinusSign(scalar) || scalar == "\u{2014}" || scalar == "\u{2015}"
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
    /// Whether there is nothing that may be a minus sign or not: `(5)`, `5-`, `- 5`.
    let isClear: Bool

    /// - Parameter number: the range of the number without its sign.
    init(_ scalars: [Unicode.Scalar], _ number: Range<Int>) {
        let apart = NumberSign.minusApart(scalars, number)
        let isMinus = NumberSign.hasMinus(scalars, before: number.lowerBound) || apart == "\u{2212}"
        let isAccounted =
            !isMinus
            && (apart != nil || NumberSign.isInParentheses(scalars, number)
                || NumberSign.hasMinus(scalars, after: number.upperBound))
        isNegative = isMinus || isAccounted
        isClear = !isAccounted
    }

    /// Whether a character may be a minus sign: one of either width, a hyphen, or the dash of a number or a range.
    static func isMinusSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", "\u{2010}"..."\u{2013}", "\u{2212}", "\u{FE63}", "\u{FF0D}": true
        default: false
        }
    }

    /// Whether a minus sign precedes a number or the currency directly after the sign: `-5`, `-$5`, `-EUR 5`. A hyphen after
    /// a word is not a minus sign, and one before a space is a dash.
    private static func hasMinus(_ scalars: [Unicode.Scalar], before start: Int) -> Bool {
        let first = max(0, start - longestCurrency - 2)
        guard let sign = scalars[first..<start].lastIndex(where: isMinusSign) else { return false }
        if sign + 1 < start {
            if NumberTail.isSpace(scalars[sign + 1]) { return false }
            var currency = scalars[(sign + 1)..<start]
            if currency.last.map(NumberTail.isSpace) == true { currency.removeLast() }
            guard
                currency.allSatisfy({ $0.properties.generalCategory == .currencySymbol })
                    || MoneyReader.isCurrency(String(String.UnicodeScalarView(currency)))
            else { return false }
        }
        guard sign > 0 else { return true }
        return !scalars[sign - 1].properties.isAlphabetic && !NumberToken.isDigit(scalars[sign - 1])
    }

    /// The minus sign, or the dash, before a number that is apart from it, in a text of only the number and its currency:
    /// `- 5`, `- $5`, `$ - 5`.
    private static func minusApart(_ scalars: [Unicode.Scalar], _ number: Range<Int>) -> Unicode.Scalar? {
        let before = scalars[..<number.lowerBound]
        guard let sign = before.firstIndex(where: isMinusSign),
            MoneyReader.isOfCurrencies(before[..<sign]), MoneyReader.isOfCurrencies(before[(sign + 1)...]),
            MoneyReader.isOfCurrencies(scalars[number.upperBound...])
        else { return nil }
        return before[sign]
    }

    /// The maximum number of characters of a currency's sign, abbreviation or name: `dollars`.
    private static let longestCurrency = 7

    /// Whether a minus sign follows a number, and only a currency follows the sign. A dash that is the number's own
    /// (`5,-`) is part of its range.
    private static func hasMinus(_ scalars: [Unicode.Scalar], after end: Int) -> Bool {
        var rest = scalars[end...].drop { NumberTail.isSpace($0) || isUnit($0) }
        guard let sign = rest.popFirst(), isMinusSign(sign) else { return false }
        return MoneyReader.isOfCurrencies(rest)
    }

    /// Whether a number and at most its currency are in parentheses, with only a currency around them.
    private static func isInParentheses(_ scalars: [Unicode.Scalar], _ number: Range<Int>) -> Bool {
        guard let open = scalars.firstIndex(of: "("), let close = scalars.lastIndex(of: ")"),
            open < number.lowerBound, close >= number.upperBound
        else { return false }
        let before = scalars[..<open].filter { !isMinusSign($0) }
        return [
            before[...], scalars[(open + 1)..<number.lowerBound], scalars[number.upperBound..<close],
            scalars[(close + 1)...],
        ]
        .allSatisfy(MoneyReader.isOfCurrencies)
    }

    private static func isUnit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .currencySymbol || scalar == "%" || scalar == "\u{2030}"
    }
}
