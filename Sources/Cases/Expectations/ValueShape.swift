import Language
import Records
import Values

/// The form of a field's values on the pages that have been seen.
struct ValueShape {
    private let path: RecordPath
    private let type: Schema.FieldType
    /// The values of each page that has any.
    private let pages: [[Value]]
    /// Whether the pages come from enough cases to show what varies.
    private let isSure: Bool

    /// The values from which bounds of lengths and numbers are learned.
    private static let manyValues = 20
    private static let falseAlarm = 1.0 / 200
    /// The share of a page's values from which on most of them differ.
    private static let mostDiffer = 0.6
    /// How many times a bound may exceed the greatest number, or fall below the least.
    private static let farBound = 10_000.0

    init(_ path: RecordPath, _ type: Schema.FieldType, _ pages: [[Value]], isSure: Bool) {
        self.isSure = isSure
        self.path = path
        self.type = type
        self.pages = pages.filter { !$0.isEmpty }
    }

    func claims() -> [ExpectationLearning.Claim] {
        guard !pages.isEmpty else { return [] }
        var claims: [(key: String, bound: Value?)] = []
        switch type {
        case .scalar(.integer), .scalar(.decimal), .scalar(.size):
            let numbers = all.compactMap(\.number)
            claims.append(("min", bound(of: numbers, isUpper: false)))
            claims.append(("max", bound(of: numbers, isUpper: true)))
        case .scalar(.string), .scalar(.text), .scalar(.url):
            claims.append(("pattern", pattern.map(Value.string)))
            claims.append(("length", length))
        case .nullable(let type):
            return ValueShape(path, type, pages.map { $0.filter { $0 != .null } }, isSure: isSure)
                .claims()
        case .scalar, .enumeration, .list, .object, .enclosing, .dictionary, .alternatives: break
        }
        claims.append(("distinct", distinct))
        return claims.compactMap { claim in
            claim.bound.map { ExpectationLearning.Claim(key: claim.key, path: path, bound: $0) }
        }
    }

    private var all: [Value] { pages.flatMap(\.self) }

    private var hasMany: Bool { pages.count > 1 && all.count >= Self.manyValues }

    // MARK: - Numbers

    /// The smallest or largest number that is likely, with one significant digit. For few numbers, and for numbers of many
    /// magnitudes, such as identifiers, the only bound is that none is negative.
    private func bound(of numbers: [Number], isUpper: Bool) -> Value? {
        let values = numbers.map(\.double)
        guard let least = values.min(), let greatest = values.max(), least >= 0 else { return nil }
        guard hasMany, least > 0 else { return isUpper ? nil : 0 }
        let (mean, deviation) = values.map(logarithm).meanAndDeviation
        let margin = max(5 * deviation, 2.3)
        let limit =
            isUpper
            ? max(exponential(mean + margin), 4 * greatest) : min(exponential(mean - margin), least / 4)
        let isFar = isUpper ? limit > greatest * Self.farBound : limit < least / Self.farBound
        if isFar { return isUpper ? nil : 0 }
        return Number(limit.withOneDigit(isUp: isUpper)).map(Value.number)
    }

    // MARK: - Texts

    /// The length of values in characters, with a wide margin.
    private var length: Value? {
        guard hasMany else { return nil }
        let lengths = all.map { Double($0.text.unicodeScalars.count) }
        guard let greatest = lengths.max() else { return nil }
        let (mean, deviation) = lengths.map { logarithm(max(1, $0)) }.meanAndDeviation
        let limit = max(exponential(mean + 5 * deviation), 4 * greatest).withOneDigit(isUp: true)
        guard limit < 1e9 else { return nil }
        return .string((1...Int(limit)).countSpelling)
    }

    /// A regular expression for what all values have in common.
    private var pattern: String? {
        let texts = all.map(\.text)
        if case .scalar(.url) = type {
            return texts.allSatisfy { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
                ? "^https?://" : nil
        }
        // Either all values are numbers, such as a site's own, or all are words; a mixture says nothing.
        if texts.allSatisfy({ $0.unicodeScalars.allSatisfy(\.isDigit) }) {
            return pages.count > 1 && Set(texts).count >= 5 ? "^\\d+$" : nil
        }
        guard pages.count > 1, texts.count >= 5 else { return nil }
        let areWords = texts.allSatisfy { text in
            let letters = text.unicodeScalars.count { $0.properties.isAlphabetic }
            return letters > 2 * text.unicodeScalars.count(where: \.isDigit)
        }
        return areWords ? "\\p{L}" : nil
    }

    // MARK: - Differences

    /// How many of the values of a page differ, as far as several pages show it.
    private var distinct: Value? {
        guard !path.isEach else { return nil }
        let counts = pages.map { (all: $0.count, different: Set($0).count) }
        // Other pages may have fewer values than the pages learned from, so that few pages show no number.
        guard isSure, counts.allSatisfy({ $0.all > 1 }) else { return distinctShare(counts) }
        if counts.allSatisfy({ $0.all == $0.different }) { return 1 }
        guard counts.allSatisfy({ $0.different > 1 }) else { return nil }
        // The probability that on a page with as few values as the smallest one, all are the most frequent value.
        var frequencies: [Value: Int] = [:]
        for value in all { frequencies[value, default: 0] += 1 }
        let share = Double(frequencies.values.max() ?? 0) / Double(all.count)
        let least = counts.map(\.all).min() ?? 0
        let chance = (0..<min(least, 64)).reduce(1.0) { result, _ in result * share }
        return chance <= Self.falseAlarm ? "2.." : distinctShare(counts)
    }

    /// A third of the share of values that differ, if most of many do on each page: the same value everywhere, such as the
    /// address of an image that is still to be loaded, is then no value. A single value always satisfies it.
    private func distinctShare(_ counts: [(all: Int, different: Int)]) -> Value? {
        let several = counts.filter { $0.all > 1 }
        guard several.count > 1, several.reduce(0, { $0 + $1.all }) >= Self.manyValues else {
            return nil
        }
        let least = several.map { Double($0.different) / Double($0.all) }.min() ?? 0
        guard least >= Self.mostDiffer else { return nil }
        return .number(Number(digits: "0.\(Int(10 * least / 3))"))
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension Double {
    /// The number with one significant digit.
    fileprivate func withOneDigit(isUp: Bool) -> Double {
        guard self > 0, isFinite else { return self }
        var scale = 1.0
        while self / scale >= 10 { scale *= 10 }
        while self / scale < 1 { scale /= 10 }
        let digit = (self / scale).rounded(isUp ? .up : .down)
        // A power of ten is exact as text; its inverse is not exact as a number.
        return scale >= 1 ? digit * scale : digit / (1 / scale).rounded()
    }
}
