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
        /// Accountants' notation: `(5)`, `5-`, `- 5`, `△5`.
        case accounting
        /// Parentheses together with a minus sign after the number.
        case twice
    }

    /// - Parameters:
    ///   - number: the range of the number without its sign.
    ///   - words: the range of the words that multiply it, after it.
    init(_ scalars: [Unicode.Scalar], _ number: Range<Int>, multipliedBy words: Range<Int>? = nil) {
        var after = scalars[number.upperBound...]
        if let words { after = after[..<words.lowerBound] + after[words.upperBound...] }
        let apart = NumberSign.minusApart(scalars, number, after)
        let isMinus = NumberSign.hasMinus(scalars, before: number.lowerBound) || apart == "\u{2212}"
        if isMinus {
            doubt = nil
        } else if let doubt = NumberSign.parentheses(scalars, number, after) {
            self.doubt = doubt
        } else {
            let isAccounted =
                apart != nil || NumberSign.hasMinus(after)
                || NumberSign.hasTriangle(scalars, before: number.lowerBound)
            doubt = isAccounted ? .accounting : nil
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

    /// Whether a triangle, which is a minus sign in Japan, precedes a number or the currency directly after it.
    private static func hasTriangle(_ scalars: [Unicode.Scalar], before start: Int) -> Bool {
        let first = max(0, start - longestCurrency - 2)
        guard let sign = scalars[first..<start].lastIndex(where: isTriangle) else { return false }
        return sign + 1 == start || isCurrency(scalars[(sign + 1)..<start])
    }

    private static func isTriangle(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{25B2}", "\u{25B3}", "\u{25BC}", "\u{25BD}": true
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

    /// The minus sign, or the dash, before a number that is apart from it, in a text of only the number and its currency:
    /// `- 5`, `- $5`, `$ - 5`.
    private static func minusApart(
        _ scalars: [Unicode.Scalar],
        _ number: Range<Int>,
        _ after: ArraySlice<Unicode.Scalar>
    ) -> Unicode.Scalar? {
        let before = scalars[..<number.lowerBound]
        guard let sign = before.firstIndex(where: isMinusSign),
            MoneyReader.isOfCurrencies(before[..<sign]), MoneyReader.isOfCurrencies(before[(sign + 1)...]),
            MoneyReader.isOfCurrencies(after)
        else { return nil }
        return before[sign]
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

    private static func isUnit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .currencySymbol || scalar == "%" || scalar == "\u{2030}"
    }
}
