import Basics

/// The folded form in which texts of dates are compared.
///
/// White space is collapsed, letters are in lower case without accents and have one width, digits of any script become
/// ASCII digits, dashes become hyphens, and directional marks are left out.
package enum DateText {
    /// Folds the text of a page.
    ///
    /// - Parameters:
    ///   - accents: whether accents are kept, for the few languages in which names differ only in them.
    ///   - keepsCase: whether the case of letters is kept.
    ///
    /// Complexity: linear; one pass over the bytes if all are ASCII, as in nearly all dates.
    package static func fold(_ text: String, accents: Bool = false, keepsCase: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte >= 0x80 { return collapsed(foldedScalars(text, accents, keepsCase), keepsCase) }
            append(byte, keepsCase, to: &bytes)
        }
        if bytes.last == space { bytes.removeLast() }
        return bytes
    }

    /// Folds a part of a pattern, with every space kept.
    static func foldPart(_ text: String, accents: Bool) -> [UInt8] {
        Array(foldedScalars(text, accents).lowercased().utf8)
    }

    private static func collapsed(_ text: String, _ keepsCase: Bool) -> [UInt8] {
        let text = keepsCase ? text : text.lowercased()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 { append(byte, keepsCase, to: &bytes) }
        if bytes.last == space { bytes.removeLast() }
        return bytes
    }

    private static let space = UInt8(ascii: " ")

    /// Appends a byte: white space once and not at the start, an ASCII letter in lower case unless its case is kept.
    private static func append(_ byte: UInt8, _ keepsCase: Bool, to bytes: inout [UInt8]) {
        if byte.isWhiteSpace {
            if let last = bytes.last, last != space { bytes.append(space) }
        } else {
            bytes.append(keepsCase ? byte : byte.asciiLowercased)
        }
    }

    /// The text with every scalar folded; ASCII letters keep their case, and if wanted all do.
    private static func foldedScalars(_ text: String, _ accents: Bool, _ keepsCase: Bool = false) -> String {
        var result = ""
        for scalar in Normalization.decomposed(text.unicodeScalars, .compatibility) {
            let properties = scalar.properties
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else if isAccent(scalar) ? !accents : properties.generalCategory == .format {
                continue
            } else if properties.generalCategory == .decimalNumber, let digit = properties.numericValue,
                let byte = UInt8(exactly: digit)
            {
                result.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "0") &+ byte))
            } else if properties.isWhitespace {
                result += " "
            } else if properties.generalCategory == .dashPunctuation || scalar == "\u{2212}" {
                result += "-"
            } else {
                result += replacement(of: scalar, keepsCase)
            }
        }
        return result
    }

    /// Accents of Latin, Greek and Cyrillic and the vowel signs of Arabic, which are optional. The marks of other
    /// scripts are letters: Thai's March and January differ in one.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0640, 0x064B...0x0655, 0x0670: true
        default: false
        }
    }

    private static func replacement(of scalar: Unicode.Scalar, _ keepsCase: Bool) -> String {
        switch scalar {
        case "ı": "i"
        case "ς": "σ"
        case "\u{2018}", "\u{2019}", "\u{02BC}", "\u{02B9}": "'"
        default: keepsCase ? String(scalar) : scalar.properties.lowercaseMapping
        }
    }
}

/// The case of the letters in a folded text, which distinguishes an abbreviation from a word.
final class DateCase {
    private let original: String
    private let accents: Bool
    /// Folded once, and only for the few texts that need it.
    private lazy var written = DateText.fold(original, accents: accents, keepsCase: true)

    /// - Parameter original: the page's text.
    init(_ original: String, accents: Bool) {
        self.original = original
        self.accents = accents
    }

    /// The folded text with the case of its letters, byte for byte the same otherwise; `nil` if the case changes lengths.
    func written(of text: [UInt8]) -> [UInt8]? { written.count == text.count ? written : nil }

    /// Whether a range is in capitals of ASCII.
    func isInCapitals(_ range: Range<Int>, of text: [UInt8]) -> Bool {
        written(of: text)?[range].allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
    }

    /// Whether a word begins with a capital at an index within letters, as where a page's elements have no space
    /// between: "PM|Updated", "ago|Updated", "PM|Nov".
    static func beginsWord(_ written: [UInt8], at index: Int) -> Bool {
        // Nearly all letters: a lower-case one of ASCII.
        if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(written[index]) { return false }
        guard let next = FoldedNames.scalar(written[index...]), next.properties.isUppercase else {
            return false
        }
        var start = index - 1
        while start > 0, written[start] & 0xC0 == 0x80 { start -= 1 }
        guard start >= 0, let last = FoldedNames.scalar(written[start..<index]) else { return false }
        if last.properties.isLowercase { return true }
        let after = FoldedNames.scalar(written[(index + UTF8.width(next))...])
        return last.properties.isUppercase && after?.properties.isLowercase == true
    }
}

/// Reads numbers, names and zones from the start of a date's folded text (see ``DateText``).
struct DateScanner {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    var isAtEnd: Bool { index >= bytes.endIndex }

    /// The unread text.
    var rest: ArraySlice<UInt8> { bytes[index...] }

    /// Whether a letter follows.
    var isInWord: Bool { FoldedNames.beginsWithLetter(rest) }

    /// Whether a digit follows.
    var isBeforeDigit: Bool { next?.isASCIIDigit ?? false }

    private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    /// Reads a number with a count of digits in the given range (at most 18).
    mutating func number(_ digits: ClosedRange<Int>) -> Int? {
        var number = 0
        var end = index
        while end < bytes.endIndex, end - index < digits.upperBound, bytes[end].isASCIIDigit {
            number = number * 10 + Int(bytes[end] - UInt8(ascii: "0"))
            end += 1
        }
        guard end - index >= digits.lowerBound else { return nil }
        index = end
        return number
    }

    /// Reads all digits that follow.
    mutating func digits() -> String? {
        let digits = rest.prefix(while: \.isASCIIDigit)
        guard !digits.isEmpty else { return nil }
        index = digits.endIndex
        return String(decoding: digits, as: UTF8.self)
    }

    /// The endings of days as ordinal numbers, folded: English, French and Dutch, Spanish and Italian (º, ª), Swedish,
    /// Russian.
    static let ordinals = [
        "st", "nd", "rd", "th", "er", "ste", "e", "o", "a", ".o", ".a", ":e", ":a", "-го", "-е",
    ].map { Array($0.utf8) }

    /// Reads the ending of an ordinal number, if there is one: "27th".
    mutating func ordinal() {
        let rest = rest
        for ending in DateScanner.ordinals where rest.starts(with: ending) {
            guard !FoldedNames.beginsWithLetter(rest.dropFirst(ending.count)) else { continue }
            index += ending.count
            return
        }
    }

    /// Reads an ASCII character.
    mutating func byte(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Reads exactly a text.
    mutating func text(_ text: some Collection<UInt8>) -> Bool {
        guard rest.starts(with: text) else { return false }
        index += text.count
        return true
    }

    /// Reads a name and returns its number.
    mutating func name(_ names: FoldedNames) -> Int? {
        guard let (number, length) = names.match(rest) else { return nil }
        index += length
        return number
    }

    /// Reads white space and returns whether there was any.
    mutating func space() -> Bool { byte(" ") }

    /// Reads a zone's offset in minutes: `Z`, `UTC`, `GMT`, `GMT+1`, `+01`, `+0100`, `+01:00`.
    mutating func offset() -> Int? {
        let start = index
        if byte("z") { return 0 }
        if universal() { return signed(digits: 1...2) ?? 0 }
        if let offset = signed(digits: 2...2) { return offset }
        index = start
        return nil
    }

    /// Reads the name of UTC before an offset.
    mutating func universal() -> Bool { text("utc".utf8) || text("gmt".utf8) }

    /// Reads an offset in minutes whose hours have the given number of digits; "±0" is none.
    mutating func signed(digits: ClosedRange<Int>) -> Int? {
        let start = index
        let isWest = next == UInt8(ascii: "-")
        let isNone = text("±".utf8)
        guard isNone || byte("-") || byte("+"), let hours = number(digits) else {
            index = start
            return nil
        }
        let hasColon = byte(":")
        let minutes = number(2...2)
        guard (minutes ?? 0) < 60, !(hasColon && minutes == nil) else {
            index = start
            return nil
        }
        // No clock has ever been further from UTC.
        guard hours < (isNone ? 1 : 16), !isNone || minutes ?? 0 == 0 else {
            index = start
            return nil
        }
        return (isWest ? -1 : 1) * (hours * 60 + (minutes ?? 0))
    }
}
