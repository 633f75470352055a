import Basics
import Records

/// Checks the day of the week directly before or after a date in running text: "Monday, 28 May 2018", "May 28, 2018 (Mon)".
///
/// A date that falls on another day is refused: one of the two is wrong.
struct WeekdayInText {
    private let names: FoldedNames
    /// Words that may be before a day of the week. After any other it may be a part of a name: "Black Friday", "Viña del Mar".
    private static let introductions = ["on", "am", "den", "op"].map { Array($0.utf8) }
    /// The maximum number of letters of an abbreviation: "Thurs."
    private static let longestAbbreviation = 5

    init(locale: String) {
        names = DateNames.of(locale: locale).weekdays
    }

    /// - Parameter range: where the date is in the folded text.
    func check(_ text: [UInt8], _ range: Range<Int>, is day: Moment) throws(StepError) {
        for weekday in [before(text, range.lowerBound), after(text, range.upperBound)] {
            if let weekday, weekday != day.weekday { throw day.otherWeekday }
        }
    }

    private func number(_ word: ArraySlice<UInt8>) -> Int? {
        guard !word.isEmpty, let (number, length) = names.match(word), length == word.count else {
            return nil
        }
        return number
    }

    private func before(_ text: [UInt8], _ start: Int) -> Int? {
        let end = start - text[..<start].reversed().prefix { " .,".utf8.contains($0) }.count
        let word = FoldedNames.lastWord(text[..<end])
        if word.isEmpty { return nil }
        // "Segunda-feira", "thứ hai".
        let isSecond = word.startIndex > 0 && "- ".utf8.contains(text[word.startIndex - 1])
        let first = isSecond ? FoldedNames.lastWord(text[..<(word.startIndex - 1)]) : []
        if !first.isEmpty, let number = number(text[first.startIndex..<end]) {
            return isApart(text[..<first.startIndex]) ? number : nil
        }
        guard isApart(text[..<word.startIndex]) else { return nil }
        // "Open until Monday. May 29, 2018".
        if !isShort(word), end < text.count, text[end] == UInt8(ascii: ".") { return nil }
        return number(word)
    }

    /// Whether the text before a word does not belong to its name: it is empty, or ends with a mark, a digit or an introduction.
    private func isApart(_ text: ArraySlice<UInt8>) -> Bool {
        if text.last == UInt8(ascii: "-") { return false }
        let space = text.reversed().prefix { $0 == UInt8(ascii: " ") }.count
        let word = FoldedNames.lastWord(text.dropLast(space))
        return word.isEmpty || WeekdayInText.introductions.contains(Array(word))
    }

    /// Whether a name may be an abbreviation.
    private func isShort(_ word: ArraySlice<UInt8>) -> Bool {
        // Bytes that are not continuation bytes of UTF-8.
        word.count { $0 & 0xC0 != 0x80 } <= WeekdayInText.longestAbbreviation
    }

    private func after(_ text: [UInt8], _ end: Int) -> Int? {
        var scanner = DateScanner(text[end...])
        _ = scanner.byte(",")
        _ = scanner.space()
        let isEnclosed = scanner.byte("(")
        guard isEnclosed || scanner.rest.startIndex > end else { return nil }
        let name = FoldedNames.word(scanner.rest)
        guard let number = scanner.name(names), !scanner.isInWord else { return nil }
        _ = scanner.byte(".")
        if isEnclosed { return scanner.byte(")") ? number : nil }
        // "28 May 2018, Tuesday to Friday", "28 May 2018 Tuesday's talk", "28 May 2018 Sun, Moon and Stars".
        guard let mark = scanner.rest.first else { return number }
        if isShort(name) { return nil }
        if ",.;)|".utf8.contains(mark) {
            _ = scanner.text([mark])
            _ = scanner.space()
            return scanner.name(names) == nil ? number : nil
        }
        return scanner.space() && scanner.isBeforeDigit ? number : nil
    }
}

extension Moment {
    /// The error for a date with another day of the week.
    var otherWeekday: StepError {
        StepError("\(dateText) is not the day of the week that is given")
    }
}
