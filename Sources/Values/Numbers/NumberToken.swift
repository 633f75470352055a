import Records

/// The only number in a text, with the text around it.
package struct NumberToken {
    /// The number, its sign before it.
    let number: Number
    /// The text's characters without invisible ones, with digits of every script replaced by ASCII digits.
    let scalars: [Unicode.Scalar]
    /// Whether the number is negative, even if it is zero.
    private let isNegative: Bool
    /// The number's range in them, without its sign.
    let range: Range<Int>
    /// Whether accountants' notation makes the number negative.
    private let isAccounting: Bool

    /// Finds the number in a text.
    ///
    /// - Parameter isMoney: whether it is an amount of money, even without a currency.
    init(
        in text: String,
        _ marks: NumberMarks,
        _ context: PageContext,
        isMoney: Bool = false
    )
        throws(StepError)
    {
        let plain = NumberToken.plain(text)
        var scalars =
            context.digits.isEmpty
            ? plain
            : try context.digits.separated(
                plain,
                isAmount: isMoney || MoneyReader.namesCurrency(plain[...]),
                text
            )
        let isSeparated = scalars.count > plain.count
        let runs = NumberToken.runs(scalars, marks)
        guard let run = runs.first else { throw StepError("\(text.quoted) has no number") }
        guard runs.count == 1 else { throw StepError("\(text.quoted) has more than one number") }
        if !context.digits.isEmpty {
            scalars = try context.digits.divided(scalars, after: run.upperBound, text)
        }
        self.scalars = scalars
        let tail = try NumberTail(scalars, run, text)
        range = try NumberHead.start(scalars, run, isMoney: isMoney, text)..<tail.end
        isAccounting = marks.isAccounting
        let notations = [marks] + marks.alternative
        let digits =
            tail.mark == nil
            ? notations.lazy.compactMap { NumberToken.digits(scalars[run], $0) }.first
            : NumberToken.wholeDigits(scalars[run], notations, before: tail.mark)
        let sign = NumberSign(scalars, range)
        try sign.check(isAccounting: isAccounting, text)
        isNegative = sign.isNegative
        if digits == nil, isSeparated {
            throw JoinedDigits.raised(text)
        }
        guard let digits, let number = Number((sign.isNegative ? "-" : "") + digits),
            let sum = tail.fraction.map({
                try? number.adding(sign.isNegative ? Number(0).subtracting($0) : $0)
            }) ?? number
        else {
            throw StepError("\(text.quoted) is not a number in the expected notation")
        }
        self.number = sum
    }

    /// The text after the number and white space.
    var afterSpaces: ArraySlice<Unicode.Scalar> {
        scalars[range.upperBound...].drop(while: \.properties.isWhitespace)
    }

    /// The letters that follow the number, spaces before them skipped.
    var unit: String {
        String(String.UnicodeScalarView(afterSpaces.prefix(while: \.properties.isAlphabetic)))
    }

    /// The number, multiplied by the words after it.
    func number(times multiplier: Multiplier, _ text: String) throws(StepError) -> Number {
        if multiplier.power == 0 { return number }
        let sign = NumberSign(scalars, range, multipliedBy: multiplier.words)
        try sign.check(isAccounting: isAccounting, text)
        return try calculate { () throws(ArithmeticError) in
            let product = try number.shifted(by: multiplier.power)
            return sign.isNegative && !isNegative ? try Number(0).subtracting(product) : product
        }
    }

    /// A text's characters in the form in which numbers are read.
    private static func plain(_ text: String) -> [Unicode.Scalar] {
        var plain: [Unicode.Scalar] = []
        plain.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                plain.append(scalar)
            } else if let scalar = NumberToken.plain(scalar) {
                plain.append(scalar)
            }
        }
        return plain
    }

    /// The ASCII digit for a digit of any script, and any other character unchanged; `nil` for an invisible one, such as a
    /// directional mark between a sign and its number.
    package static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar == NumberMarks.elementBoundary { return "\u{FFFD}" }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .format: return nil
        case .decimalNumber: return properties.numericValue.map { Unicode.Scalar(0x30 + UInt8($0)) } ?? scalar
        default: return scalar
        }
    }
}

// MARK: - Finding

extension NumberToken {
    package static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Whether a character belongs to a word after a number.
    package static func isLetter(_ scalar: Unicode.Scalar) -> Bool { MultiplierWord.hasLetter(scalar) }

    /// The ranges of numbers: digits, and marks between digits.
    private static func runs(_ scalars: [Unicode.Scalar], _ marks: NumberMarks) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var index = 0
        while index < scalars.count {
            guard isDigit(scalars[index]) else {
                // A fraction alone, such as ½.
                if NumberTail.isFraction(scalars[index]), index == 0 || !isBeforeFraction(scalars, index) {
                    runs.append(index..<index)
                }
                index += 1
                continue
            }
            let start = hasBarePoint(scalars, index, marks) ? index - 1 : index
            while index < scalars.count, isDigit(scalars[index]) || isMark(scalars, index, marks.all) {
                index += 1
            }
            runs.append(start..<index)
        }
        return runs
    }

    /// Whether a digit precedes a fraction such as ½, or a space and a digit.
    private static func isBeforeFraction(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        if isDigit(scalars[index - 1]) { return true }
        return NumberTail.isSpace(scalars[index - 1]) && index > 1 && isDigit(scalars[index - 2])
    }

    /// Whether a number has no digit before its point or comma: ".5". If that is not the mark before fractions, the number
    /// cannot be read.
    private static func hasBarePoint(_ scalars: [Unicode.Scalar], _ index: Int, _ marks: NumberMarks) -> Bool
    {
        guard index > 0 else { return false }
        let mark = scalars[index - 1]
        guard marks.decimal.contains(mark) || mark == "." || mark == "," else { return false }
        guard index > 1 else { return true }
        let before = scalars[index - 2].properties
        return before.isWhitespace
            || [.currencySymbol, .dashPunctuation, .mathSymbol, .openPunctuation].contains(
                before.generalCategory
            )
    }

    /// Whether a character between digits belongs to their number; a plain space only before a group of three.
    private static func isMark(
        _ scalars: [Unicode.Scalar],
        _ index: Int,
        _ known: Set<Unicode.Scalar>
    ) -> Bool {
        guard known.contains(scalars[index]), index + 1 < scalars.count, isDigit(scalars[index + 1]) else {
            return false
        }
        if scalars[index] != " " { return true }
        return scalars[(index + 1)...].prefix(while: isDigit).count == 3
    }
}

// MARK: - Reading

extension NumberToken {
    /// The digits of a number as in JSON; `nil` if its marks are misplaced.
    private static func digits(_ run: ArraySlice<Unicode.Scalar>, _ marks: NumberMarks) -> String? {
        if run.isEmpty { return "0" }
        let parts = run.split(maxSplits: 1, omittingEmptySubsequences: false) { marks.decimal.contains($0) }
        guard let whole = parts.first, let groups = groups(whole, marks) else { return nil }
        let kept = groups.drop { $0 == "0" }
        let integer = kept.isEmpty ? "0" : String(String.UnicodeScalarView(kept))
        guard parts.count == 2 else { return integer }
        guard parts[1].allSatisfy(isDigit), !parts[1].isEmpty else { return nil }
        return integer + "." + String(String.UnicodeScalarView(parts[1]))
    }

    /// The digits of a number before a dash in place of its fraction: a whole number, preferably in a notation with the mark
    /// that is before the dash.
    private static func wholeDigits(
        _ run: ArraySlice<Unicode.Scalar>,
        _ notations: [NumberMarks],
        before mark: Unicode.Scalar?
    ) -> String? {
        let fitting = notations.filter { notation in mark.map(notation.decimal.contains) ?? true }
        return (fitting + notations).lazy.compactMap { digits(run, $0) }.first { !$0.contains(".") }
    }

    /// The digits before the fraction without the marks between them: one mark throughout, three digits after each, or
    /// after a comma two until the last three (India groups by two).
    private static func groups(
        _ whole: ArraySlice<Unicode.Scalar>,
        _ marks: NumberMarks
    ) -> [Unicode.Scalar]? {
        guard let mark = whole.first(where: { !isDigit($0) }) else { return Array(whole) }
        let groups = whole.split(separator: mark, omittingEmptySubsequences: false)
        guard marks.group.contains(mark), groups.allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
        guard let first = groups.first, (1...3).contains(first.count), first.first != "0" || first.count > 1,
            groups.last?.count == 3
        else { return nil }
        let middle = groups.dropFirst().dropLast()
        let isIndian = (mark == "," || mark == "\u{66C}") && first.count < 3
        guard middle.allSatisfy({ $0.count == 3 }) || isIndian && middle.allSatisfy({ $0.count == 2 }) else {
            return nil
        }
        return groups.flatMap { $0 }
    }
}

/// The characters in numbers besides digits.
package struct NumberMarks: Hashable, Sendable {
    let decimal: Set<Unicode.Scalar>
    let group: Set<Unicode.Scalar>
    /// The marks for texts that the other marks cannot read; empty if the rules choose marks.
    private(set) var alternative: [NumberMarks] = []
    /// All marks, including those of the alternatives.
    private(set) var all: Set<Unicode.Scalar>
    /// Whether a number in parentheses, before a minus sign or after a triangle is negative.
    private(set) var isAccounting = false

    /// A mark before a fraction that is in its own element, in every notation, and between letters of two elements. Texts do
    /// not contain it.
    static let elementBoundary: Unicode.Scalar = "\u{10FFFD}"

    /// Spaces that never separate two numbers.
    static let firmSpaces: Set<Unicode.Scalar> = ["\u{A0}", "\u{202F}", "\u{2007}", "\u{2009}"]
    private static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2019}"]

    /// The given marks. No-break spaces and apostrophes group digits everywhere, and the Arabic marks have one meaning.
    init(decimal: String, group: String) {
        let group = Set(group.unicodeScalars)
        let spaces: Set<Unicode.Scalar> = group.isDisjoint(with: NumberMarks.firmSpaces) ? [] : [" "]
        self.decimal = Set(decimal.unicodeScalars).union([NumberMarks.elementBoundary, "\u{66B}"])
        self.group = group.union(spaces).union(NumberMarks.firmSpaces).union(NumberMarks.apostrophes)
            .union(["\u{66C}"]).subtracting(self.decimal)
        all = self.decimal.union(self.group)
    }

    /// A point before the fraction and commas between groups of three, as in English; other texts (`3,5`, `1.234,50`) are
    /// read with the marks swapped.
    static let usual: NumberMarks = {
        var marks = NumberMarks(decimal: ".", group: ",")
        marks.alternative = [NumberMarks(decimal: ",", group: ".")]
        for alternative in marks.alternative { marks.all.formUnion(alternative.all) }
        return marks
    }()

    /// The marks in a transform's arguments: none, a locale, or an object with `locale`, or `decimal` and `group`.
    init(_ arguments: Value) throws(StepError) {
        self = try NumberMarks(notation: arguments)
        isAccounting = arguments["accounting"] == .boolean(true)
    }

    /// The locale in a transform's arguments.
    static func locale(_ arguments: Value) -> String? { arguments.string ?? arguments["locale"]?.string }

    private init(notation arguments: Value) throws(StepError) {
        if let locale = NumberMarks.locale(arguments) {
            self = LocaleMarks.marks(locale: locale)
            return
        }
        let decimal = arguments["decimal"]?.string
        let group = arguments["group"]?.string
        guard decimal != nil || group != nil else {
            self = .usual
            return
        }
        for mark in [decimal, group] {
            guard let mark, mark.unicodeScalars.contains(where: { $0.properties.numericType != nil }) else {
                continue
            }
            throw StepError("\(mark.quoted) is a digit, not a mark between digits")
        }
        if decimal == group { throw StepError("the marks before fractions and between groups are the same") }
        self.init(
            decimal: decimal ?? (group == "." ? "," : "."),
            group: group ?? (decimal == "," ? "." : ",")
        )
    }

    /// The keys for the notation of numbers.
    static let arguments = [
        Argument("locale", "the locale by whose rules numbers are written: \"de\"", .locale),
        Argument("decimal", "the mark before the fraction", .string),
        Argument("group", "the mark between groups of digits", .string),
        Argument("accounting", "whether (5), 5- and △5 are negative; without it they are refused", .boolean),
    ]

    /// The shape of arguments with the notation of numbers and further keys.
    static func shape(with more: [Argument] = []) -> ArgumentShape {
        .either([.none, .locale, .object(NumberMarks.arguments + more)])
    }
}

/// A locale's notation of numbers, and the currencies.
package enum LocaleMarks {
    /// Whether a locale with this name exists.
    package static func isKnown(locale identifier: String) -> Bool { LocaleData.isKnown(identifier) }

    /// A locale's marks.
    static func marks(locale identifier: String) -> NumberMarks {
        let notation = LocaleData(identifier).notation()
        return NumberMarks(decimal: notation.decimal, group: notation.group)
    }

    /// Whether a currency with this code exists (ISO 4217).
    static func isCurrency(_ code: String) -> Bool { LocaleData.isCurrency(code) }
}
