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
        isPast = phrase.count < 0 || phrase.count == 0
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

    /// Each phrase once, without those that mean two things.
    static func clear(_ phrases: [CountedPhrase]) -> [CountedPhrase] {
        struct Words: Hashable {
            let before: [UInt8]
            let after: [UInt8]
        }
        struct Meaning: Hashable {
            let unit: RelativeUnit
            let isPast: Bool
        }
        var meanings: [Words: Set<Meaning>] = [:]
        for phrase in phrases {
            let words = Words(before: phrase.before, after: phrase.after)
            meanings[words, default: []].insert(Meaning(unit: phrase.unit, isPast: phrase.isPast))
        }
        var seen: Set<Words> = []
        return phrases.filter { phrase in
            let words = Words(before: phrase.before, after: phrase.after)
            return meanings[words]?.count == 1 && seen.insert(words).inserted
        }
    }
}

/// Reads a count: digits, perhaps with a fraction, or a number's word.
enum RelativeCount {
    static func read(_ text: inout ArraySlice<UInt8>, _ numbers: NameTable) -> Double? {
        text = skipSpace(text)
        let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if digits.isEmpty {
            guard let (number, length) = numbers.match(text) else { return nil }
            text = text.dropFirst(length)
            return Double(number)
        }
        var end = digits.endIndex
        if end < text.endIndex, text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: ",") {
            let fraction = text[(end + 1)...].prefix {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
            // Three digits may as well be thousands.
            guard fraction.count != 3 else { return nil }
            if !fraction.isEmpty { end = fraction.endIndex }
        }
        guard digits.count <= 9 else { return nil }
        let number = String(decoding: text[..<end], as: UTF8.self).replacing(",", with: ".")
        text = text[end...]
        return Double(number)
    }

    static func skipSpace(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.drop { $0 == UInt8(ascii: " ") }
    }
}
