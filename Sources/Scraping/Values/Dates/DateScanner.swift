/// Reads numbers, names and zones off the front of a date's text.
struct DateScanner {
    private(set) var rest: Substring

    init(_ text: String) {
        rest = text[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a number of the given count of digits, or as many of them as there are.
    mutating func number(_ digits: ClosedRange<Int>) -> Int? {
        let text = rest.utf8.prefix(digits.upperBound).prefix { (0x30...0x39).contains($0) }
        guard text.count >= digits.lowerBound, let number = Int(Substring(text)) else { return nil }
        rest = rest[text.endIndex...]
        return number
    }

    /// Reads all digits that follow.
    mutating func digits() -> String? {
        let text = rest.utf8.prefix { (0x30...0x39).contains($0) }
        guard !text.isEmpty else { return nil }
        rest = rest[text.endIndex...]
        return String(Substring(text))
    }

    /// Reads one character if it is among the given ones.
    mutating func character(_ characters: String) -> Bool {
        guard let first = rest.first, characters.contains(first) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a text without regard to case.
    mutating func text(_ text: String) -> Bool {
        guard !text.isEmpty, rest.prefix(text.count).lowercased() == text.lowercased() else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }

    /// Reads the longest of several names; tells which. A point behind an abbreviation is read too.
    mutating func name(_ names: [(text: String, number: Int)]) -> Int? {
        let fitting = names.filter { rest.prefix($0.text.count).lowercased() == $0.text.lowercased() }
        guard let longest = fitting.max(by: { $0.text.count < $1.text.count }) else { return nil }
        rest = rest.dropFirst(longest.text.count)
        if !longest.text.hasSuffix("."), rest.first == "." { rest.removeFirst() }
        return longest.number
    }

    /// Reads white space; tells whether there was any.
    mutating func space() -> Bool {
        let space = rest.prefix(while: \.isWhitespace)
        rest = rest[space.endIndex...]
        return !space.isEmpty
    }

    /// Reads a zone's offset in minutes: `Z`, `UTC`, `GMT`, `+01`, `+0100`, `+01:00`.
    mutating func offset() -> Int? {
        for name in ["UTC", "GMT", "Z"] where text(name) { return 0 }
        let isWest = rest.first == "-" || rest.first == "−"
        guard character("+-−"), let hours = number(2...2) else { return nil }
        _ = character(":")
        let minutes = number(2...2) ?? 0
        guard minutes < 60 else { return nil }
        return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }
}
