import Records

/// Reads the number out of a text: `1,234.50`, `1.2k`, `3,5 Mio.`, `1 234,5`.
struct NumberReader: Sendable {
    let marks: NumberMarks

    /// The words behind a number that multiply it, as powers of ten; letter case does not count.
    private static let words: [String: Int] = [
        "thousand": 3, "tsd": 3, "tausend": 3, "тыс": 3, "lakh": 5, "lakhs": 5,
        "million": 6, "millions": 6, "mio": 6, "mln": 6, "millionen": 6, "млн": 6,
        "crore": 7, "crores": 7, "bn": 9, "billion": 9, "billions": 9, "mrd": 9, "milliarde": 9,
        "milliarden": 9, "milliard": 9, "milliards": 9, "млрд": 9, "万": 4, "萬": 4, "億": 8, "亿": 8,
    ]

    /// The letters that do, where letter case counts: a small "m" is a metre or a minute.
    private static let letters: [String: Int] = ["k": 3, "K": 3, "M": 6]

    /// The number of a text.
    func number(in text: String) throws(StepError) -> Number {
        // What a step before has calculated may have an exponent.
        if text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }), let number = Number(text) {
            return number
        }
        return try number(of: NumberToken(in: text, marks))
    }

    /// The number of a token, times the word behind it.
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

/// A calculation whose errors are those of a step.
func calculate(_ body: () throws(ArithmeticError) -> Number) throws(StepError) -> Number {
    do throws(ArithmeticError) {
        return try body()
    } catch {
        throw StepError(error.description)
    }
}
