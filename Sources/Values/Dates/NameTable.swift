/// Names that stand for numbers, compared in the form of ``DateText``; the longest that fits is meant. A name that
/// stands for two numbers is none.
struct NameTable: Sendable {
    private struct Entry: Sendable {
        let name: [UInt8]
        let number: Int
    }

    /// The longest first.
    private let entries: [Entry]
    /// How many letters are enough to tell a name that no other name begins with; `nil` where each must be whole.
    private let shortest: Int?

    /// Whether a name was left out since it stands for two numbers.
    let isAmbiguous: Bool

    /// A table of names; a point at an abbreviation's end is left out, since texts leave it out.
    ///
    /// - Parameter accents: whether accents tell names apart.
    init(_ names: [(text: String, number: Int)], shortest: Int? = nil, accents: Bool = false) {
        var numbers: [[UInt8]: Set<Int>] = [:]
        for (text, number) in names {
            var name = DateText.fold(text, accents: accents)
            while name.last == UInt8(ascii: ".") { name.removeLast() }
            if !name.isEmpty { numbers[name, default: []].insert(number) }
        }
        entries = numbers.compactMap { name, numbers in
            guard let number = numbers.first, numbers.count == 1 else { return nil }
            return Entry(name: name, number: number)
        }
        .sorted { ($0.name.count, $1.number) > ($1.name.count, $0.number) }
        isAmbiguous = entries.count < numbers.count
        self.shortest = shortest
    }

    /// The number of the name at the front of a text, and how many bytes it has.
    ///
    /// Complexity: linear in the number of names.
    func match(_ text: ArraySlice<UInt8>) -> (number: Int, length: Int)? {
        guard let first = text.first else { return nil }
        let whole = entries.first { $0.name[0] == first && text.starts(with: $0.name) }
        guard let shortest else { return whole.map { ($0.number, $0.name.count) } }
        // "Sept" is more than "Sep".
        if let whole, !NameTable.isLetter(text.dropFirst(whole.name.count).first) {
            return (whole.number, whole.name.count)
        }
        return abbreviation(text, atLeast: shortest) ?? whole.map { ($0.number, $0.name.count) }
    }

    /// A word that one name alone begins with: "Sept".
    private func abbreviation(_ text: ArraySlice<UInt8>, atLeast count: Int) -> (number: Int, length: Int)? {
        let word = text.prefix(while: NameTable.isLetter)
        // Bytes that do not go on a character of UTF-8 are its letters.
        guard word.count(where: { $0 & 0xC0 != 0x80 }) >= count else { return nil }
        let numbers = Set(entries.lazy.filter { $0.name.starts(with: word) }.map(\.number))
        guard let number = numbers.first, numbers.count == 1 else { return nil }
        return (number, word.count)
    }

    private static func isLetter(_ byte: UInt8?) -> Bool {
        byte.map { $0 >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
    }
}
