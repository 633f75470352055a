/// Unicode's normalization forms, on sequences of scalars.
///
/// The decompositions are Foundation's, from Unicode 15. They are in ``DecompositionTable``, a table of 85 kB in
/// the sources, whose rows are found by binary search; the order of marks comes from the standard library. Only
/// non-ASCII text needs them. `Tests/TableGenerator/generate.sh` writes the table, and `ValuesTests` compares all
/// characters with the toolchain.
package enum Normalization {
    /// Which characters are decomposed.
    package enum Decomposition {
        /// Characters that are equivalent to their parts: "é".
        case canonical
        /// Also characters that only look different: "ﬁ", "①", "Ａ".
        case compatibility
    }

    /// The text decomposed, with its marks in canonical order (NFD or NFKD).
    package static func decomposed(
        _ text: some Sequence<Unicode.Scalar>,
        _ kind: Decomposition
    ) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        /// The classes of the marks at the result's end.
        var classes: [UInt8] = []
        func append(_ scalar: Unicode.Scalar) {
            let rank = scalar.value < 0x300 ? 0 : scalar.properties.canonicalCombiningClass.rawValue
            guard rank != 0 else {
                classes.removeAll(keepingCapacity: true)
                result.append(scalar)
                return
            }
            // A mark goes before those of a higher class.
            var index = classes.count
            while index > 0, classes[index - 1] > rank { index -= 1 }
            result.insert(scalar, at: result.count - (classes.count - index))
            classes.insert(rank, at: index)
        }
        for scalar in text {
            if scalar.value < 0xA0 {
                append(scalar)
            } else if Hangul.syllables.contains(scalar.value) {
                Hangul.decompose(scalar.value, append)
            } else {
                decompose(scalar, kind, append)
            }
        }
        return result
    }

    private static func decompose(
        _ scalar: Unicode.Scalar,
        _ kind: Decomposition,
        _ append: (Unicode.Scalar) -> Void
    ) {
        let parts =
            switch kind {
            case .canonical: parts(of: scalar, DecompositionTable.canonical)
            case .compatibility:
                parts(of: scalar, DecompositionTable.compatibility)
                    ?? parts(of: scalar, DecompositionTable.canonical)
            }
        guard var reader = parts?.reader, let count = parts?.count else { return append(scalar) }
        for _ in 0..<count {
            if let part = Unicode.Scalar(UInt32(reader.fixed(digits: 4))) { append(part) }
        }
    }

    private static func parts(
        of scalar: Unicode.Scalar,
        _ table: StaticString
    ) -> (reader: TableReader, count: Int)? {
        let index = TableSearch.index(of: table.utf8CodeUnitCount / 8) { index in
            var reader = TableReader(table, from: index * 8)
            return reader.fixed(digits: 4) - Int(scalar.value)
        }
        guard let index else { return nil }
        var row = TableReader(table, from: index * 8 + 4)
        let start = row.fixed(digits: 3)
        return (TableReader(DecompositionTable.sequences, from: start * 4), row.fixed(digits: 1))
    }

    /// The text with every character composed with the marks that follow it (NFC).
    package static func composed(_ text: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        /// The index of the last character that is not a mark.
        var starter: Int?
        var lastRank: UInt8 = 0
        for scalar in decomposed(text, .canonical) {
            let rank = scalar.value < 0x300 ? 0 : scalar.properties.canonicalCombiningClass.rawValue
            let isNext = starter == result.count - 1
            if let starter, isNext || lastRank < rank,
                let composed = composition(result[starter], scalar)
            {
                result[starter] = composed
                continue
            }
            if rank == 0 { starter = result.count }
            lastRank = rank
            result.append(scalar)
        }
        return result
    }

    private static func composition(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        // No character of ASCII or Latin 1 composes with the one before it.
        guard second.value >= 0x300 else { return nil }
        if let syllable = Hangul.composition(first.value, second.value) { return syllable }
        let table = DecompositionTable.pairs
        let index = TableSearch.index(of: table.utf8CodeUnitCount / 12) { index in
            var reader = TableReader(table, from: index * 12)
            let order = reader.fixed(digits: 4) - Int(first.value)
            return order == 0 ? reader.fixed(digits: 4) - Int(second.value) : order
        }
        guard let index else { return nil }
        var reader = TableReader(table, from: index * 12 + 8)
        return Unicode.Scalar(UInt32(reader.fixed(digits: 4)))
    }
}

/// The syllables of Hangul, whose parts are computed (Unicode Standard, 3.12).
private enum Hangul {
    static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
    private static let leading: UInt32 = 0x1100
    private static let vowel: UInt32 = 0x1161
    /// One before the first trailing consonant.
    private static let trailing: UInt32 = 0x11A7

    static func decompose(_ syllable: UInt32, _ append: (Unicode.Scalar) -> Void) {
        let index = syllable - syllables.lowerBound
        let parts = [leading + index / 588, vowel + index % 588 / 28, trailing + index % 28]
        for part in index % 28 == 0 ? parts.dropLast() : parts[...] {
            if let scalar = Unicode.Scalar(part) { append(scalar) }
        }
    }

    static func composition(_ first: UInt32, _ second: UInt32) -> Unicode.Scalar? {
        if (leading..<leading + 19).contains(first), (vowel..<vowel + 21).contains(second) {
            return Unicode.Scalar(
                syllables.lowerBound + ((first - leading) * 21 + (second - vowel)) * 28
            )
        }
        if syllables.contains(first), (first - syllables.lowerBound) % 28 == 0,
            (trailing + 1..<trailing + 28).contains(second)
        {
            return Unicode.Scalar(first + (second - trailing))
        }
        return nil
    }
}
