import Basics
import Records

/// Checks the day of the week directly before or after a date in running text: "Monday, 28 May 2018", "May 28, 2018 (Mon)".
///
/// A date that falls on another day is refused: one of the two is wrong.
struct WeekdayInText {
    private let names: FoldedNames
    /// Words before which a short name is not a day of the week: "The Sun, May 28, 2018".
    private static let articles = ["the", "le", "la", "el", "il"].map { Array($0.utf8) }
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
        if !first.isEmpty, let number = number(text[first.startIndex..<end]) { return number }
        // Bytes that are not continuation bytes of UTF-8.
        let isShort = word.count { $0 & 0xC0 != 0x80 } <= WeekdayInText.longestAbbreviation
        if isShort, WeekdayInText.articles.contains(Array(first)) { return nil }
        // "Open until Monday. May 29, 2018".
        if !isShort, end < text.count, text[end] == UInt8(ascii: ".") { return nil }
        return number(word)
    }

    private func after(_ text: [UInt8], _ end: Int) -> Int? {
        var scanner = DateScanner(text[end...])
        _ = scanner.byte(",")
        _ = scanner.space()
        let isEnclosed = scanner.byte("(")
        guard isEnclosed || scanner.rest.startIndex > end else { return nil }
        guard let number = scanner.name(names), !scanner.isInWord else { return nil }
        _ = scanner.byte(".")
        if isEnclosed { return scanner.byte(")") ? number : nil }
        // "28 May 2018, Tuesday to Friday", "28 May 2018 Tuesday's talk".
        guard let mark = scanner.rest.first else { return number }
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
    var otherWeekday: StepError { StepError("\(dateText) is not the day of the week that is given") }
}
