import Records

/// Reads the number in a text: `1,234.50`, `1.2k`, `3,5 Mio.`, `1 234,5`.
struct NumberReader: Sendable {
    let marks: NumberMarks
    let multipliers: Multiplier.Setting

    /// The number of a text.
    func number(in text: String, _ context: PageContext) throws(StepError) -> Number {
        // The result of an earlier step may have an exponent.
        if text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }), let number = Number(text) {
            return number
        }
        let token = try NumberToken(in: text, marks, context)
        return try token.number(times: try Multiplier(of: token, multipliers, text), text)
    }
}

/// Returns the result of a calculation; its errors become errors of a step.
func calculate(_ body: () throws(ArithmeticError) -> Number) throws(StepError) -> Number {
    do throws(ArithmeticError) {
        return try body()
    } catch {
        throw StepError(error.description)
    }
}

/// Reads sizes of data: `1.4 GiB`, `700 MB`, `1,4 Гб`.
struct SizeReader: Sendable {
    let marks: NumberMarks
    /// The factor of "k" in an ambiguous unit: 1000, or 1024 for pages that use powers of two with "KB".
    let base: Int
    /// Further units in bytes.
    let units: [String: Number]

    init(marks: NumberMarks = .usual, base: Int = 1000, units: [String: Number] = [:]) {
        self.marks = marks
        self.base = base
        self.units = units
    }

    /// The letters before the byte, each a thousand times the previous one.
    private static let prefixes: [[Character]] = [
        ["k", "к"], ["m", "м"], ["g", "г"], ["t", "т"], ["p", "п"], ["e", "э"],
    ]

    /// The names of the byte after those letters: nothing, "B", "o" (octet), "б", and so on.
    private static let bytes: Set<String> = ["", "b", "o", "б", "byte", "bytes", "octet", "octets", "байт"]

    /// The number of bytes in a text, rounded to a whole number if its unit is greater than a byte.
    func bytes(in text: String, _ context: PageContext) throws(StepError) -> Number {
        let token = try NumberToken(in: text, marks, context)
        guard let factor = units[token.unit] ?? factor(token.unit.lowercased()) else {
            let unit = token.unit.isEmpty ? "no unit" : "an unknown unit \(token.unit.quoted)"
            throw StepError("\(text.quoted) has \(unit)")
        }
        if factor.double == 1, token.number.whole == nil {
            throw StepError(
                "\(text.quoted) has a fraction of a byte: set its \"locale\" if the mark groups digits"
            )
        }
        return try calculate { () throws(ArithmeticError) in
            try token.number.multiplied(by: factor).rounded(to: 0)
        }
    }

    private func factor(_ unit: String) -> Number? {
        if unit.isEmpty { return nil }
        if SizeReader.bytes.contains(unit) { return Number(1) }
        guard let power = SizeReader.prefixes.firstIndex(where: { unit.first.map($0.contains) ?? false })
        else {
            return nil
        }
        let rest = unit.dropFirst()
        let isBinary = rest.first == "i" || rest.first == "и"
        guard SizeReader.bytes.contains(String(isBinary ? rest.dropFirst() : rest)) else { return nil }
        let base = isBinary ? 1024 : base
        return Number((0..<power).reduce(base) { product, _ in product * base })
    }
}
