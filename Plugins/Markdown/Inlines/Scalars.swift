/// The characters at the ends of texts, as CommonMark tells them apart to find where emphasis begins and ends.
enum Scalars {
    /// What a character is to a mark beside it.
    enum Class {
        case whiteSpace
        case punctuation
        /// Punctuation to some readers of Markdown and none to others.
        case symbol
        case other

        /// Whether some reader may take it for punctuation.
        var mayBePunctuation: Bool { self == .punctuation || self == .symbol }
        /// Whether every reader takes it for white space or punctuation.
        var isBoundary: Bool { self == .whiteSpace || self == .punctuation }
    }

    /// The class of a character.
    static func classify(_ scalar: Unicode.Scalar?) -> Class {
        guard let scalar else { return .whiteSpace }
        if scalar.isASCII {
            switch scalar.value {
            case 0x09, 0x0A, 0x0C, 0x0D, 0x20: return .whiteSpace
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0..<0x21, 0x7F: return .other
            default: return .punctuation
            }
        }
        switch scalar.properties.generalCategory {
        case .spaceSeparator: return .whiteSpace
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation:
            return .punctuation
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: return .symbol
        default: return .other
        }
    }

    /// The first character of a text; `nil` of an empty one.
    static func first(of text: some Collection<UInt8>) -> Unicode.Scalar? {
        var decoder = UTF8()
        var bytes = text.prefix(4).makeIterator()
        if case .scalarValue(let scalar) = decoder.decode(&bytes) { return scalar }
        return nil
    }

    /// The last character of a text; `nil` of an empty one.
    static func last(of text: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let start = text.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return nil }
        return first(of: text[start...])
    }

    /// Whether a byte is one of ASCII's punctuation characters, which a backslash may stand before.
    static func isPunctuation(_ byte: UInt8) -> Bool {
        (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
            || (0x7B...0x7E).contains(byte)
    }

    /// Whether a byte is an ASCII letter or digit.
    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
