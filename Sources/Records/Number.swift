/// A number that keeps the digits it was written with: `1.10` stays `1.10`, and no digit is lost to binary
/// rounding.
public struct Number: Hashable, Sendable {
    /// The number as JSON writes it.
    public let digits: String

    /// A number from text in JSON's grammar (RFC 8259, section 6); `nil` for any other text.
    ///
    /// Complexity: linear in the text's length.
    public init?(_ digits: some StringProtocol) {
        guard Number.isNumber(digits.utf8) else { return nil }
        self.digits = String(digits)
    }

    /// A number of digits that are known to be in JSON's grammar.
    init(digits: String) {
        self.digits = digits
    }

    /// A whole number.
    public init(_ value: Int) {
        digits = String(value)
    }

    /// The shortest decimal that reads back as `value`; `nil` for infinities and NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let text = value.description
        digits = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The nearest binary number; infinite where there is none.
    public var double: Double { Double(digits) ?? .nan }

    /// The whole number that these digits spell, or `nil` where there is a fraction, an exponent or an overflow.
    public var integer: Int? { Int(digits) }

    private static func isNumber(_ text: some Collection<UInt8>) -> Bool {
        var rest = Array(text)[...]
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let whole = rest.prefix(while: isDigit)
        guard let first = whole.first, first != UInt8(ascii: "0") || whole.count == 1 else { return false }
        rest = rest[whole.endIndex...]
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            let fraction = rest.prefix(while: isDigit)
            if fraction.isEmpty { return false }
            rest = rest[fraction.endIndex...]
        }
        if let e = rest.first, e | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
            let exponent = rest.prefix(while: isDigit)
            if exponent.isEmpty { return false }
            rest = rest[exponent.endIndex...]
        }
        return rest.isEmpty
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension Number: CustomStringConvertible {
    /// The digits.
    public var description: String { digits }
}

extension Number: Comparable {
    /// Compares by value, exactly.
    public static func < (left: Number, right: Number) -> Bool { isLess(left, right) }
}
