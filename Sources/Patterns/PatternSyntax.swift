/// A regular expression, parsed.
indirect enum PatternNode: Hashable {
    case empty
    case character(CharacterTest)
    case assertion(Assertion)
    case sequence([PatternNode])
    case choice([PatternNode])
    case repetition(Repetition)

    /// A condition on a place between characters.
    enum Assertion: Hashable {
        case start, end, lineStart, lineEnd, wordBoundary, noWordBoundary
    }

    /// A node that is repeated: `*`, `+`, `?` or `{2,3}`.
    struct Repetition: Hashable {
        let node: PatternNode
        let minimum: Int
        /// `nil` where there is no bound.
        let maximum: Int?
        /// Whether few repetitions are preferred: `*?`.
        let isLazy: Bool
    }
}

/// The characters that match at one place of a pattern.
struct CharacterTest: Hashable {
    enum Item: Hashable {
        case range(ClosedRange<UInt32>)
        case digit, word, space
        case notDigit, notWord, notSpace
        /// A general category by the first letter of its name, or by both.
        case category(String, isNegated: Bool)
    }

    var items: [Item]
    var isNegated = false
    var ignoresCase = false

    static func scalar(_ scalar: Unicode.Scalar, ignoresCase: Bool) -> CharacterTest {
        CharacterTest(items: [.range(scalar.value...scalar.value)], ignoresCase: ignoresCase)
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isListed =
            items.contains { CharacterTest.contains($0, scalar) }
            || ignoresCase
                && scalar.otherCases.contains { other in items.contains { CharacterTest.contains($0, other) }
                }
        return isListed != isNegated
    }

    private static func contains(_ item: Item, _ scalar: Unicode.Scalar) -> Bool {
        switch item {
        case .range(let range): range.contains(scalar.value)
        case .digit: isDigit(scalar)
        case .notDigit: !isDigit(scalar)
        case .word: isWord(scalar)
        case .notWord: !isWord(scalar)
        case .space: isSpace(scalar)
        case .notSpace: !isSpace(scalar)
        case .category(let name, let isNegated):
            scalar.properties.generalCategory.abbreviation.hasPrefix(name) != isNegated
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x30 && scalar.value <= 0x39
    }

    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 && (UInt8(ascii: scalar).isASCIILetter || isDigit(scalar)) || scalar == "_"
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x09 && scalar.value <= 0x0D || scalar == " "
            || scalar.value > 0x7F
                && scalar.properties.isWhitespace
    }
}

extension Unicode.Scalar {
    /// The letter in lower and in upper case, where these are single characters.
    fileprivate var otherCases: [Unicode.Scalar] {
        [properties.lowercaseMapping, properties.uppercaseMapping].compactMap { mapping in
            let scalars = mapping.unicodeScalars
            return scalars.count == 1 ? scalars.first : nil
        }
    }
}

extension Unicode.GeneralCategory {
    /// The Unicode standard's two-letter name.
    fileprivate var abbreviation: String {
        switch self {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}

// The classes of bytes that the parser distinguishes.
extension UInt8 {
    var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

    var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

    var hexDigitValue: UInt32? {
        if isASCIIDigit { return UInt32(self - 0x30) }
        let lowered = self | 0x20
        return lowered >= 0x61 && lowered <= 0x66 ? UInt32(lowered - 0x61 + 10) : nil
    }
}
