import Basics

/// Non-ASCII labels in letters, digits and hyphens (RFC 3492).
enum Punycode {
    private static let base: UInt32 = 36
    private static let smallest: UInt32 = 1
    private static let greatest: UInt32 = 26
    private static let firstScalar: UInt32 = 0x80
    private static let firstBias: UInt32 = 72
    private static let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// A label without the prefix `xn--`; `nil` if its length overflows.
    static func encoded(_ label: [Unicode.Scalar]) -> [UInt8]? {
        var result = label.filter(\.isASCII).map { UInt8($0.value) }
        let basic = UInt32(result.count)
        if basic > 0 { result.append(UInt8(ascii: "-")) }
        var (next, delta, bias, handled) = (firstScalar, UInt32(0), firstBias, basic)
        while handled < UInt32(label.count) {
            guard let least = label.lazy.map(\.value).filter({ $0 >= next }).min() else { return nil }
            let (step, overflow) = (least - next).multipliedReportingOverflow(by: handled + 1)
            let (sum, overflows) = delta.addingReportingOverflow(step)
            if overflow || overflows { return nil }
            delta = sum
            next = least
            for scalar in label {
                if scalar.value < next {
                    guard delta < UInt32.max else { return nil }
                    delta += 1
                }
                guard scalar.value == next else { continue }
                append(delta, bias, to: &result)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return result
    }

    private static func append(_ delta: UInt32, _ bias: UInt32, to result: inout [UInt8]) {
        var rest = delta
        var place = base
        while true {
            let threshold = threshold(place, bias)
            if rest < threshold { break }
            result.append(digits[Int(threshold + (rest - threshold) % (base - threshold))])
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        result.append(digits[Int(rest)])
    }

    /// The label of a name without the prefix `xn--`; `nil` if it is not valid.
    static func decoded(_ label: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar]? {
        guard label.allSatisfy(\.isASCII) else { return nil }
        let hyphen = label.lastIndex(of: "-")
        var result = hyphen.map { Array(label[..<$0]) } ?? []
        var rest = hyphen.map { label[($0 + 1)...] } ?? label
        var (scalar, index, bias) = (firstScalar, UInt32(0), firstBias)
        while !rest.isEmpty {
            let before = index
            guard let next = number(&rest, from: index, bias) else { return nil }
            let count = UInt32(result.count) + 1
            bias = adapted(next - before, count: count, isFirst: before == 0)
            let (sum, overflows) = scalar.addingReportingOverflow(next / count)
            guard !overflows, let decoded = Unicode.Scalar(sum) else { return nil }
            scalar = sum
            index = next % count
            result.insert(decoded, at: Int(index))
            index += 1
        }
        return result
    }

    private static func number(
        _ rest: inout ArraySlice<Unicode.Scalar>,
        from start: UInt32,
        _ bias: UInt32
    ) -> UInt32? {
        var (number, weight, place) = (start, UInt32(1), base)
        while true {
            guard let first = rest.popFirst(),
                let digit = digits.firstIndex(of: UInt8(first.value).asciiLowercased).map(UInt32.init)
            else { return nil }
            let (step, overflow) = digit.multipliedReportingOverflow(by: weight)
            let (sum, overflows) = number.addingReportingOverflow(step)
            if overflow || overflows { return nil }
            number = sum
            let threshold = threshold(place, bias)
            if digit < threshold { return number }
            let (next, isTooLarge) = weight.multipliedReportingOverflow(by: base - threshold)
            if isTooLarge { return nil }
            weight = next
            place += base
        }
    }

    private static func threshold(_ place: UInt32, _ bias: UInt32) -> UInt32 {
        place <= bias ? smallest : min(place - bias, greatest)
    }

    private static func adapted(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var place: UInt32 = 0
        while delta > (base - smallest) * greatest / 2 {
            delta /= base - smallest
            place += base
        }
        return place + (base - smallest + 1) * delta / (delta + 38)
    }
}
