import Basics

/// The texts of labels: case, white space and the mark at the end are ignored.
package enum LabelText {
    private static func isMark(_ character: Character) -> Bool { character == ":" || character == "：" }

    /// Characters between labels with their values on a line.
    private static func isSeparator(_ character: Character) -> Bool { "|·•".contains(character) }

    /// Whether a character may be around a label and before its value: white space, and characters that are not shown,
    /// such as marks of the text's direction.
    private static func isPadding(_ character: Character) -> Bool {
        character.isWhitespace
            || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
    }

    /// The form in which labels are compared.
    package static func key(_ text: String) -> String { withoutMark(WhiteSpace.collapse(text)).lowercased() }

    static func withoutMark(_ text: String) -> String {
        var rest = text[...]
        while let last = rest.last, isMark(last) || isPadding(last) { rest.removeLast() }
        while let first = rest.first, isPadding(first) { rest.removeFirst() }
        return String(rest)
    }

    /// The text after a label, without one colon or dash before it, and without what separates it from the next label.
    ///
    /// - Parameter hasColon: whether the label ends with a colon, after which a dash is part of the value.
    static func value(_ text: String, hasColon: Bool) -> String {
        var rest = trimmed(text)[...]
        if let first = rest.first, isMark(first) || !hasColon && beginsWithDash(rest) { rest.removeFirst() }
        while let last = rest.last, isSeparator(last) || isPadding(last) { rest.removeLast() }
        return trimmed(String(rest))
    }

    static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while let first = rest.first, isPadding(first) { rest.removeFirst() }
        while let last = rest.last, isPadding(last) { rest.removeLast() }
        return String(rest)
    }

    /// Whether a text has nothing but separators and characters that may be around a label.
    static func isFiller(_ text: String) -> Bool { text.allSatisfy { isSeparator($0) || isPadding($0) } }

    /// Whether a text may have a label, which a colon or a dash follows: whether it has the first byte of one.
    static func mayBeginLabel(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        utf8.contains { $0 == 0x3A || $0 == 0xEF || $0 == 0x2D || $0 == 0xE2 }
    }

    /// Whether a text begins with a dash that is not a number's sign: a long one, or one before a space or a letter.
    static func beginsWithDash(_ text: some StringProtocol) -> Bool {
        guard let dash = text.first, dashes.contains(dash) else { return false }
        guard let next = text.dropFirst().first, !isPadding(next) else { return true }
        return dash == "—" || dash == "―" || dash == "–" && !next.isNumber && next != "." && next != ","
    }

    private static let dashes: Set<Character> = ["-", "–", "—", "―", "‒", "−"]

    /// Whether a text is only a colon.
    static func isMark(_ text: String) -> Bool { text.count == 1 && beginsWithMark(text) }

    /// Whether a text ends with a colon.
    package static func isMarked(_ text: String) -> Bool { text.last { !isPadding($0) }.map(isMark) ?? false }

    static func beginsWithMark(_ text: String) -> Bool { text.first.map(isMark) ?? false }

    /// Whether a text has one of two bytes: most lines have none of the first bytes of the characters that are searched
    /// for, which is faster to see in bytes than in characters.
    private static func has(_ first: UInt8, _ second: UInt8, in text: Substring) -> Bool {
        text.utf8.contains { $0 == first || $0 == second }
    }

    /// A line's label and the rest after the colon; `nil` for a line without one, for a time and for an address.
    static func split(_ line: Substring) -> (label: String, rest: String)? {
        // A colon, narrow or wide.
        guard has(0x3A, 0xEF, in: line) else { return nil }
        guard let mark = line.prefix(120).firstIndex(where: isMark) else { return nil }
        let label = WhiteSpace.collapse(String(line[..<mark]))
        let rest = line[line.index(after: mark)...]
        guard label.contains(where: \.isLetter), !rest.hasPrefix("//"), label.count <= 60 else { return nil }
        return (label, String(rest))
    }

    /// A line's words before a dash between spaces, and the rest with the dash; `nil` for a line without one.
    static func splitAtDash(_ line: Substring) -> (label: String, rest: String)? {
        // A hyphen, or one of the longer dashes.
        guard has(0x2D, 0xE2, in: line) else { return nil }
        let start = line.prefix(120)
        let found = start.indices.dropFirst().first { index in
            dashes.contains(line[index]) && isPadding(line[line.index(before: index)])
                && beginsWithDash(line[index...])
        }
        guard let found else { return nil }
        let label = WhiteSpace.collapse(String(line[..<found]))
        guard label.contains(where: \.isLetter), label.count <= 60 else { return nil }
        return (label, String(line[found...]))
    }

    /// The parts of a line that each begin with a label and a colon: `ISBN: 978 | Height: 4 m`.
    static func parts(of line: Substring) -> [Substring] {
        guard line.utf8.contains(where: { $0 == 0x7C || $0 == 0xC2 || $0 == 0xE2 }) else { return [line] }
        var parts: [Substring] = []
        for part in line.split(omittingEmptySubsequences: false, whereSeparator: isSeparator) {
            if split(part) == nil, let last = parts.popLast() {
                parts.append(line[last.startIndex..<part.endIndex])
            } else {
                parts.append(part)
            }
        }
        return parts
    }
}

/// The text after a label while it is read.
struct RunText {
    private(set) var text: String
    /// Whether its value is empty so far: it has nothing but a mark, separators and white space. Found for each part, as
    /// for the whole text each time it would take quadratic time.
    private(set) var isEmpty: Bool
    /// Whether it has nothing but white space.
    private var isBlank: Bool
    private let hasColon: Bool

    init(_ text: String, hasColon: Bool) {
        self.text = text
        self.hasColon = hasColon
        isBlank = LabelText.trimmed(text).isEmpty
        isEmpty = LabelText.value(text, hasColon: hasColon).isEmpty
    }

    mutating func append(_ part: String) {
        if isEmpty {
            isEmpty = isBlank ? LabelText.value(part, hasColon: hasColon).isEmpty : LabelText.isFiller(part)
            isBlank = isBlank && LabelText.trimmed(part).isEmpty
        }
        text += part
    }
}
