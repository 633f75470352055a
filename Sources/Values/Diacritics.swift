import Foundation

/// The marks on letters, by Unicode's canonical decomposition.
enum Diacritics {
    /// The blocks of marks that are put on letters of any script; the vowel signs and the like that belong to one
    /// script are no diacritics.
    private static let marks: [ClosedRange<UInt32>] = [
        0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
    ]

    /// A text without them.
    static let stripped: @Sendable (String) -> String = { text in
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter { scalar in
            !marks.contains { $0.contains(scalar.value) }
        }
        return String(String.UnicodeScalarView(scalars)).precomposedStringWithCanonicalMapping
    }
}
