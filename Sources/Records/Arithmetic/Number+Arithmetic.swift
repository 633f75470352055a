// Exact decimal arithmetic: no digit is lost to binary rounding, and the digits that people write are kept
// (`1.50 + 1` is `2.50`).
extension Number {
    /// The sum.
    public func adding(_ other: Number) throws(ArithmeticError) -> Number {
        try Number(ExactDecimal(self) + ExactDecimal(other))
    }

    /// The difference.
    public func subtracting(_ other: Number) throws(ArithmeticError) -> Number {
        try Number(ExactDecimal(self) + -ExactDecimal(other))
    }

    /// The product.
    public func multiplied(by other: Number) throws(ArithmeticError) -> Number {
        try Number(ExactDecimal(self) * ExactDecimal(other))
    }

    /// The quotient: exact where its digits end, else rounded to 34 significant digits, a half to the even one.
    public func divided(by other: Number) throws(ArithmeticError) -> Number {
        try Number(ExactDecimal(self).divided(by: ExactDecimal(other)))
    }

    /// The nearest number that has at most `digits` digits behind the point; with `digits` below zero, the nearest
    /// ten, hundred, …
    public func rounded(
        to digits: Int,
        _ rule: RoundingRule = .half
    ) throws(ArithmeticError) -> Number {
        guard digits.magnitude <= ExactDecimal.digitLimit else {
            throw .tooLong(limit: ExactDecimal.digitLimit)
        }
        return try Number(ExactDecimal(self).rounded(to: digits, rule))
    }

    /// The number times a power of ten: its point moved, no digit changed.
    public func shifted(by places: Int) throws(ArithmeticError) -> Number {
        guard places.magnitude <= ExactDecimal.digitLimit else {
            throw .tooLong(limit: ExactDecimal.digitLimit)
        }
        var decimal = try ExactDecimal(self)
        decimal.scale -= places
        if decimal.scale < 0 {
            decimal.magnitude += [UInt8](repeating: 0, count: -decimal.scale)
            decimal.scale = 0
        }
        let isNegative = decimal.isNegative
        return try Number(
            ExactDecimal(isNegative: isNegative, magnitude: decimal.magnitude, scale: decimal.scale)
        )
    }

    /// The whole number of this value without point or exponent; `nil` where there is a fraction, or more digits
    /// than are kept.
    public var whole: Number? {
        guard let decimal = try? ExactDecimal(self).trimmed(), decimal.scale == 0 else { return nil }
        return decimal.number
    }

    private init(_ decimal: ExactDecimal) throws(ArithmeticError) {
        try decimal.check()
        self = decimal.number
    }

    /// Whether the value is less than the other's, exactly.
    static func isLess(_ left: Number, _ right: Number) -> Bool {
        if let left = left.integer, let right = right.integer { return left < right }
        let (near, far) = (left.double, right.double)
        if near != far { return near < far }
        // Both have the same nearest binary number; their digits may still differ.
        guard let left = try? ExactDecimal(left), let right = try? ExactDecimal(right) else { return false }
        return left < right
    }
}
