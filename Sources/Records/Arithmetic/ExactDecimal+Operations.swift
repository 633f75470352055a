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

    /// The exact quotient where its digits end within ``quotientDigits`` significant ones, else the quotient rounded
    /// to that many, a half to the even digit.
    func divided(by divisor: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
        if divisor.isZero { throw .divisionByZero }
        let ideal = max(0, scale - divisor.scale)
        // As many more digits as give one digit more than is kept; what is cut off then only decides a half.
        let more = max(0, ExactDecimal.quotientDigits + 1 + divisor.magnitude.count - magnitude.count)
        let (quotient, rest) = Digits.quotient(
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
        if rest.isEmpty || excess <= 0 { return result.trimmed(to: ideal) }
        // A rest means that a five is more than a half.
        result.magnitude.append(1)
        result.scale += 1
        return result.rounded(to: result.scale - excess - 1, .halfEven).trimmed(to: ideal)
    }

    /// The significant digits of a quotient whose digits do not end: those of IEEE 754's decimal128.
    static let quotientDigits = 34

    static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        let (left, right) = aligned(left, right)
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative
            ? Digits.isLess(right.magnitude, left.magnitude) : Digits.isLess(left.magnitude, right.magnitude)
    }

    /// Both with the same number of digits behind the point.
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
    /// The nearest number with at most `digits` digits behind the point; below zero, digits before the point become
    /// zeros.
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
    /// Whether the digits that are kept grow by one in their last place.
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
