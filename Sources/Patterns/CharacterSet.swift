/// The characters that match at one place of a pattern.
///
/// A set is an expression, not a list of ranges: the cost of reading a pattern does not depend on the size of Unicode's
/// classes, and a matcher tests a character only once, when it first occurs.
indirect enum CharacterSet: Hashable, Sendable {
    case scalar(UInt32)
    case range(UInt32, UInt32)
    case property(UnicodeProperty)
    case any
    case union([CharacterSet])
    case intersection(CharacterSet, CharacterSet)
    case difference(CharacterSet, CharacterSet)
    case complement(CharacterSet)
    /// Including the characters that differ from one in the set only in case.
    case ignoringCase(CharacterSet)

    static let lineTerminators = CharacterSet.union([
        .range(0x0A, 0x0D), .scalar(0x85), .range(0x2028, 0x2029),
    ])
    static let horizontalSpaces = CharacterSet.union([.property(.category(.spaceSeparator)), .scalar(0x09)])

    func contains(_ value: UInt32) -> Bool {
        switch self {
        case .scalar(let scalar): scalar == value
        case .range(let first, let last): first <= value && value <= last
        case .property(let property): property.contains(value)
        case .any: true
        case .union(let sets): sets.contains { $0.contains(value) }
        case .intersection(let set, let other): set.contains(value) && other.contains(value)
        case .difference(let set, let other): set.contains(value) && !other.contains(value)
        case .complement(let set): !set.contains(value)
        case .ignoringCase(let set): CaseFolding.variants(of: value).contains(where: set.contains)
        }
    }

    /// The only character of the set; `nil` if there are several.
    var single: UInt32? {
        switch self {
        case .scalar(let value): value
        case .range(let first, let last): first == last ? first : nil
        case .union(let sets): sets.count == 1 ? sets[0].single : nil
        case .property, .any, .intersection, .difference, .complement, .ignoringCase: nil
        }
    }

    /// Whether no non-ASCII character is in the set; false also if that is not obvious.
    var isASCII: Bool {
        switch self {
        case .scalar(let value): value < 0x80
        case .range(_, let last): last < 0x80
        case .property, .any, .complement: false
        case .union(let sets): sets.allSatisfy(\.isASCII)
        case .intersection(let set, let other): set.isASCII || other.isASCII
        case .difference(let set, _): set.isASCII
        case .ignoringCase(let set):
            set.isASCII && !set.contains(0x6B) && !set.contains(0x73) && !set.contains(0x4B)
                && !set.contains(0x53)
        }
    }

    /// The ASCII characters of the set.
    var ascii: ASCIISet {
        switch self {
        case .scalar(let value): ASCIISet(value, value)
        case .range(let first, let last): ASCIISet(first, last)
        case .property(let property): property.ascii
        case .any: .all
        case .union(let sets): sets.reduce(into: ASCIISet()) { $0 = $0.union($1.ascii) }
        case .intersection(let set, let other): set.ascii.intersection(other.ascii)
        case .difference(let set, let other): set.ascii.intersection(other.ascii.complement)
        case .complement(let set): set.ascii.complement
        case .ignoringCase(let set): ignoringCase(set)
        }
    }

    private func ignoringCase(_ set: CharacterSet) -> ASCIISet {
        var result = set.ascii.ignoringCase
        // The two characters beyond ASCII that differ from ASCII in case.
        if !set.isASCII {
            if set.contains(0x212A) { result = result.union(ASCIISet(0x6B, 0x6B)).ignoringCase }
            if set.contains(0x17F) { result = result.union(ASCIISet(0x73, 0x73)).ignoringCase }
        }
        return result
    }
}

/// A set of ASCII characters.
struct ASCIISet: Hashable, Sendable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    static let all = ASCIISet(0, 0x7F)

    init() {}

    /// The ASCII characters of a range.
    init(_ first: UInt32, _ last: UInt32) {
        guard first <= 0x7F, first <= last else { return }
        let last = min(last, 0x7F)
        low = ASCIISet.bits(first, last)
        high = last < 64 ? 0 : ASCIISet.bits(first < 64 ? 0 : first - 64, last - 64)
    }

    /// The bits of the part of a range below 64.
    private static func bits(_ first: UInt32, _ last: UInt32) -> UInt64 {
        guard first < 64 else { return 0 }
        let upTo = last >= 63 ? UInt64.max : (1 << UInt64(last + 1)) - 1
        return upTo & ~((1 << UInt64(first)) - 1)
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 == 1
    }

    func union(_ other: ASCIISet) -> ASCIISet { ASCIISet(low: low | other.low, high: high | other.high) }
    func intersection(_ other: ASCIISet) -> ASCIISet {
        ASCIISet(low: low & other.low, high: high & other.high)
    }
    var complement: ASCIISet { ASCIISet(low: ~low, high: ~high) }
    var isEmpty: Bool { low | high == 0 }

    /// With each letter in both cases.
    var ignoringCase: ASCIISet {
        // Upper case letters are bits 1 to 26 of the upper half, lower case letters bits 33 to 58.
        let upper: UInt64 = 0x07FF_FFFE
        let letters = (high & upper) | (high >> 32 & upper)
        return ASCIISet(low: low, high: high | letters | letters << 32)
    }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }
}

/// The characters that differ only in case: Unicode's simple case folding, by which one character folds to one.
enum CaseFolding {
    /// The characters that fold to the same as a character, including itself.
    static func variants(of value: UInt32) -> [UInt32] {
        if value < 0x80 { return ofASCII(value) }
        if value == 0x131 { return [value] }
        for orbit in orbits where orbit.contains(value) { return orbit }
        guard let scalar = Unicode.Scalar(value) else { return [value] }
        var result = [value]
        for mapping in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
            let scalars = mapping.unicodeScalars
            if let first = scalars.first, scalars.count == 1, first.value != value {
                result.append(first.value)
            }
        }
        return result
    }

    private static func ofASCII(_ value: UInt32) -> [UInt32] {
        let letter = value | 0x20
        guard letter >= 0x61, letter <= 0x7A else { return [value] }
        if letter == 0x6B { return [0x4B, 0x6B, 0x212A] }
        if letter == 0x73 { return [0x53, 0x73, 0x17F] }
        return [letter ^ 0x20, letter]
    }

    /// The sets of characters with the same folding that are more than a letter and its mapping to the other
    /// case.
    private static let orbits: [[UInt32]] = [
        [0xB5, 0x39C, 0x3BC], [0xC5, 0xE5, 0x212B], [0xDF, 0x1E9E], [0x1C4, 0x1C5, 0x1C6],
        [0x1C7, 0x1C8, 0x1C9], [0x1CA, 0x1CB, 0x1CC], [0x1F1, 0x1F2, 0x1F3], [0x345, 0x399, 0x3B9, 0x1FBE],
        [0x390, 0x1FD3], [0x392, 0x3B2, 0x3D0], [0x395, 0x3B5, 0x3F5], [0x398, 0x3B8, 0x3D1, 0x3F4],
        [0x39A, 0x3BA, 0x3F0], [0x3A0, 0x3C0, 0x3D6], [0x3A1, 0x3C1, 0x3F1], [0x3A3, 0x3C2, 0x3C3],
        [0x3A6, 0x3C6, 0x3D5], [0x3A9, 0x3C9, 0x2126], [0x3B0, 0x1FE3], [0x412, 0x432, 0x1C80],
        [0x414, 0x434, 0x1C81], [0x41E, 0x43E, 0x1C82], [0x421, 0x441, 0x1C83],
        [0x422, 0x442, 0x1C84, 0x1C85], [0x42A, 0x44A, 0x1C86], [0x462, 0x463, 0x1C87],
        [0x1C88, 0xA64A, 0xA64B], [0x1E60, 0x1E61, 0x1E9B], [0x1F80, 0x1F88], [0x1F81, 0x1F89],
        [0x1F82, 0x1F8A], [0x1F83, 0x1F8B], [0x1F84, 0x1F8C], [0x1F85, 0x1F8D], [0x1F86, 0x1F8E],
        [0x1F87, 0x1F8F], [0x1F90, 0x1F98], [0x1F91, 0x1F99], [0x1F92, 0x1F9A], [0x1F93, 0x1F9B],
        [0x1F94, 0x1F9C], [0x1F95, 0x1F9D], [0x1F96, 0x1F9E], [0x1F97, 0x1F9F], [0x1FA0, 0x1FA8],
        [0x1FA1, 0x1FA9], [0x1FA2, 0x1FAA], [0x1FA3, 0x1FAB], [0x1FA4, 0x1FAC], [0x1FA5, 0x1FAD],
        [0x1FA6, 0x1FAE], [0x1FA7, 0x1FAF], [0x1FB3, 0x1FBC], [0x1FC3, 0x1FCC], [0x1FF3, 0x1FFC],
        [0xFB05, 0xFB06],
    ]
}
