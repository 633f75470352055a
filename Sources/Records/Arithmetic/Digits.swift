/// Whole numbers as decimal digits, the most significant first: the arithmetic of paper and pencil. Lengths are
/// bounded by ``ExactDecimal/digitLimit``, so that its quadratic cost is too.
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

    /// `left` − `right`, which must not be greater.
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

    /// The whole quotient by a divisor above zero, and what is left over, without leading zeros.
    static func quotient(_ dividend: [UInt8], _ divisor: [UInt8]) -> (quotient: [UInt8], rest: [UInt8]) {
        var quotient: [UInt8] = []
        var rest: [UInt8] = []
        for digit in dividend {
            rest.append(digit)
            var count: UInt8 = 0
            while !isLess(rest, divisor) {
                rest = difference(rest, divisor)
                count += 1
            }
            rest = Array(rest.drop { $0 == 0 })
            quotient.append(count)
        }
        return (quotient, rest)
    }

    /// The digits of both from the last to the first, the shorter filled up with zeros.
    private static func pairs(_ left: [UInt8], _ right: [UInt8]) -> [(UInt8, UInt8)] {
        (1...max(left.count, right.count, 1)).map { place in
            (
                place <= left.count ? left[left.count - place] : 0,
                place <= right.count ? right[right.count - place] : 0
            )
        }
    }
}
