import Basics

/// A number that keeps its digits: `1.10` stays `1.10`, and no digit is lost to binary rounding.
public struct Number: Hashable, Sendable {
    /// The number in JSON's grammar.
    public let digits: String

    /// Creates a number from text in JSON's grammar (RFC 8259, section 6), or `nil` from any other text.
    ///
    /// Complexity: linear in the text's length.
    @specialized(where Text == String)
    public init?<Text: StringProtocol>(_ digits: Text) {
        let text = String(digits)
        let isNumber = text.utf8.withContiguousStorageIfAvailable(Number.isNumber)
        guard isNumber ?? Array(text.utf8).withUnsafeBufferPointer(Number.isNumber) else { return nil }
        self.digits = text
    }

    /// Creates a number from digits in JSON's grammar, which are not checked.
    package init(digits: String) {
        self.digits = digits
    }

    /// Creates a whole number.
    public init(_ value: Int) {
        digits = String(value)
    }

    /// Creates the shortest decimal that reads back as `value`, or `nil` from infinities and NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let text = value.description
        digits = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The nearest binary number, infinite beyond the range of `Double`.
    public var double: Double { Double(digits) ?? .nan }

    /// The value of digits without a fraction, an exponent or an overflow, otherwise `nil`.
    public var integer: Int? { Int(digits) }

    /// Whether a text is a number in JSON's grammar.
    package static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        _ = take(UInt8(ascii: "-"), text, &start)
        let hasZero = start < text.count && text[start] == UInt8(ascii: "0")
        let whole = takeDigits(text, &start)
        if whole == 0 || hasZero && whole > 1 { return false }
        if take(UInt8(ascii: "."), text, &start), takeDigits(text, &start) == 0 { return false }
        if take(UInt8(ascii: "e"), text, &start) || take(UInt8(ascii: "E"), text, &start) {
            if !take(UInt8(ascii: "+"), text, &start) { _ = take(UInt8(ascii: "-"), text, &start) }
            if takeDigits(text, &start) == 0 { return false }
        }
        return start == text.count
    }

    /// Skips a byte, if it is the next one.
    private static func take(_ byte: UInt8, _ text: UnsafeBufferPointer<UInt8>, _ start: inout Int) -> Bool {
        guard start < text.count, text[start] == byte else { return false }
        start += 1
        return true
    }

    /// Skips digits, and returns their number.
    private static func takeDigits(_ text: UnsafeBufferPointer<UInt8>, _ start: inout Int) -> Int {
        let first = start
        while start < text.count, (0x30...0x39).contains(text[start]) { start += 1 }
        return start - first
    }
}

extension Number: CustomStringConvertible {
    /// The digits.
    public var description: String { digits }
}

extension Number: Comparable {
    /// Compares by value, exactly.
    public static func < (left: Number, right: Number) -> Bool {
        if let left = left.integer, let right = right.integer { return left < right }
        let (near, far) = (left.double, right.double)
        if near != far { return near < far }
        // Both have the same nearest binary number; their digits may still differ.
        guard let left = try? ExactDecimal(left), let right = try? ExactDecimal(right) else { return false }
        return left < right
    }
}

// MARK: - Arithmetic

// Exact decimal arithmetic: no digit is lost to binary rounding, and results keep the digits that people write
// (`1.50 + 1` is `2.50`).
extension Number {
    /// Returns the sum.
    public func adding(_ other: Number) throws(ArithmeticError) -> Number {
        try Number(ExactDecimal(self) + ExactDecimal(other))
    }

    /// Returns the difference.
    public func subtracting(_ other: Number) throws(ArithmeticError) -> Number {
        try Number(ExactDecimal(self) + -ExactDecimal(other))
    }

    /// Returns the product.
    public func multiplied(by other: Number) throws(ArithmeticError) -> Number {
        try Number(ExactDecimal(self) * ExactDecimal(other))
    }

    /// Returns the quotient: exact if its digits end, else rounded to 34 significant digits, with a half rounded to the
    /// even digit.
    public func divided(by other: Number) throws(ArithmeticError) -> Number {
        try Number(ExactDecimal(self).divided(by: ExactDecimal(other)))
    }

    /// Returns the nearest number with at most `digits` digits after the point; with `digits` below zero, the nearest
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

    /// Returns the number times ten to the power of `places`: its point moves, its digits are unchanged.
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

    /// This value without point or exponent; `nil` if it has a fraction, or more digits than
    /// ``ArithmeticError/tooLong(limit:)`` allows.
    public var whole: Number? {
        guard let decimal = try? ExactDecimal(self).trimmed(), decimal.scale == 0 else { return nil }
        return decimal.number
    }

    private init(_ decimal: ExactDecimal) throws(ArithmeticError) {
        try decimal.check()
        self = decimal.number
    }
}

/// The direction in which a number is rounded to fewer digits.
public enum RoundingRule: String, CaseIterable, Sendable {
    /// To the nearest; a half away from zero, as in everyday arithmetic.
    case half
    /// To the nearest; a half to the even digit.
    case halfEven = "half-even"
    /// To the greater number.
    case up
    /// To the lesser number.
    case down
    /// To the number nearer to zero: digits are dropped.
    case towardZero = "toward-zero"
}

/// Why a calculation has no result.
public enum ArithmeticError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The divisor is zero.
    case divisionByZero
    /// The result, or an operand without its exponent, has more than `limit` digits.
    case tooLong(limit: Int)

    /// The reason, for a message.
    public var description: String {
        switch self {
        case .divisionByZero: "a number cannot be divided by zero"
        case .tooLong(let limit): "the number has more than \(limit) digits"
        }
    }
}

extension Number {
    /// The number without exponent and redundant zeros; unchanged if it would have too many digits.
    package var compared: Number {
        let isPlain = digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if isPlain { return self }
        guard let plain = try? ExactDecimal(self).trimmed().number else { return self }
        return plain.digits == "-0" ? Number(0) : plain
    }
}
