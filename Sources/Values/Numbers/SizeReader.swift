import Records

/// Reads sizes of data: `1.4 GiB`, `700 MB`, `1,4 Гб`.
struct SizeReader: Sendable {
    let marks: NumberMarks
    /// What "k" multiplies by where the unit does not say: 1000, or 1024 for pages that mean powers of two by "KB".
    let base: Int
    /// Further units in bytes.
    let units: [String: Number]

    init(marks: NumberMarks = .usual, base: Int = 1000, units: [String: Number] = [:]) {
        self.marks = marks
        self.base = base
        self.units = units
    }

    /// The letters before the byte, each a thousand times the one before it.
    private static let prefixes: [[Character]] = [
        ["k", "к"], ["m", "м"], ["g", "г"], ["t", "т"], ["p", "п"], ["e", "э"],
    ]

    /// What the byte is called behind those letters: nothing, "B", "o" (octet), "б", and so on.
    private static let bytes: Set<String> = ["", "b", "o", "б", "byte", "bytes", "octet", "octets", "байт"]

    /// The number of bytes that a text tells, to the nearest whole one.
    func bytes(in text: String) throws(StepError) -> Number {
        let token = try NumberToken(in: text, marks)
        guard let factor = units[token.unit] ?? factor(token.unit.lowercased()) else {
            let unit = token.unit.isEmpty ? "no unit" : "no unit of data: \(token.unit.quoted)"
            throw StepError("\(text.quoted) has \(unit)")
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
