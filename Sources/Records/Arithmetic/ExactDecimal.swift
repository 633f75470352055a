/// A decimal number, exact whatever its length: an integer of decimal digits and how many of them stand behind the
/// point. Results have the digits that people write: `1.50 + 1` is `2.50` (the "ideal exponents" of the General
/// Decimal Arithmetic Specification).
struct ExactDecimal: Hashable {
    /// How many digits a number may have when it is written out: what bounds time and memory on hostile input.
    static let digitLimit = 1000

    var isNegative: Bool
    /// The digits' values, the most significant first and without leading zeros; none for zero.
    var magnitude: [UInt8]
    /// How many of the digits stand behind the point, never below zero.
    var scale: Int

    init(isNegative: Bool, magnitude: [UInt8], scale: Int) {
        self.magnitude = Array(magnitude.drop { $0 == 0 })
        self.isNegative = isNegative && !self.magnitude.isEmpty
        self.scale = scale
    }

    /// The number written out, its exponent resolved.
    init(_ number: Number) throws(ArithmeticError) {
        let text = Array(number.digits.utf8)
        let mantissa = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let exponentText = String(decoding: text.dropFirst(mantissa.count + 1), as: UTF8.self)
        let exponent = exponentText.isEmpty ? 0 : Int(exponentText) ?? .max
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
        var digits = mantissa.filter { (0x30...0x39).contains($0) }.map { $0 - 0x30 }
        var scale = max(0, mantissa.endIndex - point - 1)
        guard abs(exponent.clampedToInt32) <= ExactDecimal.digitLimit else {
            throw .tooLong(limit: ExactDecimal.digitLimit)
        }
        scale -= exponent.clampedToInt32
        if scale < 0 {
            digits += [UInt8](repeating: 0, count: -scale)
            scale = 0
        }
        self.init(isNegative: text.first == UInt8(ascii: "-"), magnitude: digits, scale: scale)
        try check()
    }

    func check() throws(ArithmeticError) {
        if max(magnitude.count, scale) > ExactDecimal.digitLimit {
            throw .tooLong(limit: ExactDecimal.digitLimit)
        }
    }

    var isZero: Bool { magnitude.isEmpty }

    /// The number without zeros at the end of its fraction, which is never made shorter than `scale` digits.
    func trimmed(to least: Int = 0) -> ExactDecimal {
        var result = self
        while result.scale > least, result.magnitude.last ?? 0 == 0 {
            if !result.magnitude.isEmpty { result.magnitude.removeLast() }
            result.scale -= 1
        }
        return result
    }

    /// The number as JSON writes it, without an exponent.
    var number: Number {
        var digits = magnitude
        if digits.count <= scale {
            digits.insert(contentsOf: repeatElement(0, count: scale + 1 - digits.count), at: 0)
        }
        var text = digits.map { $0 + 0x30 }
        if scale > 0 { text.insert(UInt8(ascii: "."), at: text.count - scale) }
        if isNegative { text.insert(UInt8(ascii: "-"), at: 0) }
        return Number(digits: String(decoding: text, as: UTF8.self))
    }
}

extension Int {
    /// The number, or the nearest that 32 bits hold: enough for what is compared with a small limit.
    fileprivate var clampedToInt32: Int { Swift.min(Swift.max(self, -0x7FFF_FFFF), 0x7FFF_FFFF) }
}
