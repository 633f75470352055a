/// A phrase around a count: what stands before it and behind it, and what it counts.
struct CountedPhrase: Hashable, Sendable {
    /// Without white space at the count's side.
    let before: [UInt8]
    let after: [UInt8]
    let unit: RelativeUnit
    /// Whether it counts back.
    let isPast: Bool
    /// Long, short or narrow.
    let style: UInt32

    /// A locale's phrase with its count taken out; `nil` where it is not written in digits.
    init?(_ phrase: RelativeWords.Phrase, _ text: [UInt8]) {
        guard phrase.isNumeric else { return nil }
        let digits = Array(String(abs(phrase.count)).utf8)
        let starts = text.indices.filter { text[$0...].starts(with: digits) }
        guard starts.count == 1, let start = starts.first else { return nil }
        before = CountedPhrase.trimmedEnd(text[..<start])
        after = Array(text[(start + digits.count)...].drop { $0 == UInt8(ascii: " ") })
        // Narrow phrases of some locales have a bare sign, which is no word.
        guard !before.isEmpty || !after.isEmpty, before != [UInt8(ascii: "-")], before != [UInt8(ascii: "+")]
        else { return nil }
        unit = phrase.unit
        isPast = phrase.count < 0
        style = phrase.style
    }

    /// The distance that a whole text tells.
    func distance(_ text: [UInt8], _ numbers: NameTable) -> RelativeDistance? {
        guard text.count > before.count + after.count, text.starts(with: before),
            text.suffix(after.count).elementsEqual(after)
        else { return nil }
        var count = text[before.count..<(text.count - after.count)]
        guard let number = RelativeCount.read(&count, numbers), RelativeCount.skipSpace(count).isEmpty else {
            return nil
        }
        return RelativeDistance(isPast ? -number : number, unit)
    }

    private static func trimmedEnd(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var text = text
        while text.last == UInt8(ascii: " ") { text.removeLast() }
        return Array(text)
    }

    /// What stands around the count.
    private struct Words: Hashable {
        let before: [UInt8]
        let after: [UInt8]
    }

    private struct Meaning: Hashable {
        let unit: RelativeUnit
        let isPast: Bool
    }

    private var words: Words { Words(before: before, after: after) }

    /// The phrases without those that mean two things.
    static func clear(_ phrases: [CountedPhrase]) -> [CountedPhrase] {
        var meanings: [Words: Set<Meaning>] = [:]
        for phrase in phrases {
            meanings[phrase.words, default: []].insert(Meaning(unit: phrase.unit, isPast: phrase.isPast))
        }
        return phrases.filter { meanings[$0.words]?.count == 1 }
    }

    /// Each phrase once.
    static func distinct(_ phrases: [CountedPhrase]) -> [CountedPhrase] {
        var seen: Set<Words> = []
        return phrases.filter { seen.insert($0.words).inserted }
    }
}
