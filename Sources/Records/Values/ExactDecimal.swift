/// A decimal number, exact at any length: decimal digits, and how many of them come after the point. Results keep the
/// digits that people write: `1.50 + 1` is `2.50` (the "ideal exponents" of the General Decimal Arithmetic
/// Specification).
struct ExactDecimal: Hashable {
    /// The maximum number of digits without the exponent, which bounds time and memory on hostile input.
    static let digitLimit = 1000

    var isNegative: Bool
    /// The digits' values, the most significant first, without leading zeros; empty for zero.
    var magnitude: [UInt8]
    /// The number of digits after the point, never below zero.
    var scale: Int

    init(isNegative: Bool, magnitude: [UInt8], scale: Int) {
        self.magnitude = Array(magnitude.drop { $0 == 0 })
        self.isNegative = isNegative && !self.magnitude.isEmpty
        self.scale = scale
    }

    /// Creates the number that `number` denotes, with its exponent applied.
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

    /// Checks the number against ``digitLimit``.
    func check() throws(ArithmeticError) {
        if max(magnitude.count, scale) > ExactDecimal.digitLimit {
            throw .tooLong(limit: ExactDecimal.digitLimit)
        }
    }

    var isZero: Bool { magnitude.isEmpty }

    /// Returns the number without zeros at the end of its fraction, which keeps at least `least` digits.
    func trimmed(to least: Int = 0) -> ExactDecimal {
        var result = self
        while result.scale > least, result.magnitude.last ?? 0 == 0 {
            if !result.magnitude.isEmpty { result.magnitude.removeLast() }
            result.scale -= 1
        }
        return result
    }

    /// The number in JSON's grammar, without an exponent.
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
    /// The number, or the nearest 32-bit integer: enough for a comparison with a small limit.
    fileprivate var clampedToInt32: Int { Swift.min(Swift.max(self, -0x7FFF_FFFF), 0x7FFF_FFFF) }
}

// MARK: - Arithmetic

extension ExactDecimal {
    static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
        let (left, right) = aligned(left, right)
        guard left.isNegative != right.isNegative else {
            let sum = Digits.sum(left.magnitude, right.magnitude)
            return ExactDecimal(isNegative: left.isNegative, magnitude: sum, scale: left.scale)
        }
        let isLess = Digits.isLess(left.magnitude, right.magnitude)
        let (greater, less) = isLess ? (right, left) : (left, right)
        return ExactDecimal(
            isNegative: greater.isNegative,
            magnitude: Digits.difference(greater.magnitude, less.magnitude),
            scale: left.scale
        )
    }

    static prefix func - (number: ExactDecimal) -> ExactDecimal {
        ExactDecimal(isNegative: !number.isNegative, magnitude: number.magnitude, scale: number.scale)
    }

    static func * (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
        ExactDecimal(
            isNegative: left.isNegative != right.isNegative,
            magnitude: Digits.product(left.magnitude, right.magnitude),
            scale: left.scale + right.scale
        )
    }

    /// Returns the exact quotient if its digits end within ``quotientDigits`` significant ones, else the quotient
    /// rounded to that many, with a half rounded to the even digit.
    func divided(by divisor: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        if divisor.isZero { throw .divisionByZero }
        let ideal = max(0, scale - divisor.scale)
        // So many that the quotient has one digit more than is kept; the rest only decides a half.
        let more = max(0, ExactDecimal.quotientDigits + 1 + divisor.magnitude.count - magnitude.count)
        let (quotient, remainder) = Digits.quotient(
            magnitude + [UInt8](repeating: 0, count: more),
            divisor.magnitude
        )
        var result = ExactDecimal(
            isNegative: isNegative != divisor.isNegative,
            magnitude: quotient,
            scale: scale + more - divisor.scale
        )
        if result.scale < 0 {
            result.magnitude += [UInt8](repeating: 0, count: -result.scale)
            result.scale = 0
        }
        let excess = result.magnitude.count - ExactDecimal.quotientDigits
        if remainder.isEmpty || excess <= 0 { return result.trimmed(to: ideal) }
        // With a remainder, a five is more than a half.
        result.magnitude.append(1)
        result.scale += 1
        return result.rounded(to: result.scale - excess - 1, .halfEven).trimmed(to: ideal)
    }

    /// The number of significant digits of a quotient whose digits do not end: that of IEEE 754's decimal128.
    static let quotientDigits = 34

    static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        let (left, right) = aligned(left, right)
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative
            ? Digits.isLess(right.magnitude, left.magnitude) : Digits.isLess(left.magnitude, right.magnitude)
    }

    /// Returns both with the same number of digits after the point.
    private static func aligned(
        _ left: ExactDecimal,
        _ right: ExactDecimal
    ) -> (ExactDecimal, ExactDecimal) {
        let scale = max(left.scale, right.scale)
        return (left.extended(to: scale), right.extended(to: scale))
    }

    private func extended(to scale: Int) -> ExactDecimal {
        let zeros = [UInt8](repeating: 0, count: max(0, scale - self.scale))
        return ExactDecimal(
            isNegative: isNegative,
            magnitude: magnitude + zeros,
            scale: self.scale + zeros.count
        )
    }
}

// MARK: - Rounding

extension ExactDecimal {
    /// Returns the nearest number with at most `digits` digits after the point; below zero, digits before the point
    /// become zeros.
    func rounded(to digits: Int, _ rule: RoundingRule) -> ExactDecimal {
        let cut = scale - digits
        guard cut > 0 else { return self }
        let kept = magnitude.dropLast(cut)
        let dropped = [UInt8](repeating: 0, count: max(0, cut - magnitude.count)) + magnitude.suffix(cut)
        let isUp = rule.isUp(dropped: dropped, isOdd: (kept.last ?? 0) % 2 == 1, isNegative: isNegative)
        var result = Array(kept)
        if isUp { result = Digits.sum(result, [1]) }
        if digits < 0 { result += [UInt8](repeating: 0, count: -digits) }
        return ExactDecimal(isNegative: isNegative, magnitude: result, scale: max(0, digits))
    }
}

extension RoundingRule {
    /// Whether the last of the kept digits is increased by one.
    fileprivate func isUp(dropped: [UInt8], isOdd: Bool, isNegative: Bool) -> Bool {
        guard dropped.contains(where: { $0 != 0 }), let first = dropped.first else { return false }
        let isHalf = first == 5 && !dropped.dropFirst().contains { $0 != 0 }
        switch self {
        case .half: return first >= 5
        case .halfEven: return isHalf ? isOdd : first >= 5
        case .up: return !isNegative
        case .down: return isNegative
        case .towardZero: return false
        }
    }
}

// MARK: - Digits

/// Schoolbook arithmetic on whole numbers, given as decimal digits with the most significant first. Products and
/// quotients take quadratic time, bounded by ``ExactDecimal/digitLimit``.
enum Digits {
    static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let left = left.drop { $0 == 0 }
        let right = right.drop { $0 == 0 }
        return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }

    static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var carry: UInt8 = 0
        for (l, r) in pairs(left, right) {
            result.append((l + r + carry) % 10)
            carry = (l + r + carry) / 10
        }
        result.append(carry)
        return result.reversed()
    }

    /// Returns `left` − `right`, which must not be greater than `left`.
    static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var borrow: UInt8 = 0
        for (l, r) in pairs(left, right) {
            let digit = l + 10 - r - borrow
            result.append(digit % 10)
            borrow = digit < 10 ? 1 : 0
        }
        return result.reversed()
    }

    static func product(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var result = [Int](repeating: 0, count: left.count + right.count)
        for i in left.indices.reversed() {
            for j in right.indices.reversed() { result[i + j + 1] += Int(left[i]) * Int(right[j]) }
        }
        var carry = 0
        for place in result.indices.reversed() {
            carry += result[place]
            result[place] = carry % 10
            carry /= 10
        }
        return result.map { UInt8($0) }
    }

    /// Returns the whole quotient by a divisor above zero, and the remainder without leading zeros.
    static func quotient(_ dividend: [UInt8], _ divisor: [UInt8]) -> (quotient: [UInt8], remainder: [UInt8]) {
        var quotient: [UInt8] = []
        var remainder: [UInt8] = []
        for digit in dividend {
            remainder.append(digit)
            var count: UInt8 = 0
            while !isLess(remainder, divisor) {
                remainder = difference(remainder, divisor)
                count += 1
            }
            remainder = Array(remainder.drop { $0 == 0 })
            quotient.append(count)
        }
        return (quotient, remainder)
    }

    /// Returns pairs of digits from the last to the first, the shorter number padded with zeros.
    private static func pairs(_ left: [UInt8], _ right: [UInt8]) -> [(UInt8, UInt8)] {
        (1...max(left.count, right.count, 1)).map { place in
            (
                place <= left.count ? left[left.count - place] : 0,
                place <= right.count ? right[right.count - place] : 0
            )
        }
    }
}
