import Basics

/// An incomplete date next to a date, with which it is a range or a list: "28 and 29 May 2018", "28 May – 2 June 2018",
/// "2018年5月28日～6月2日".
///
/// Only what is clearly a date is found: a number and a dash may also be the title before a date, "Part 2 – 28 May 2018".
struct DateRange {
    /// The page's text, folded.
    let text: [UInt8]
    /// The pattern of the date.
    let pattern: DatePattern

    /// The text of the other date; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - date: where the date is.
    ///   - day: its day of the month.
    /// - Complexity: linear in the lengths of the words next to the date.
    func other(than date: Range<Int>, day: Int) -> ArraySlice<UInt8>? {
        pattern.beginsWithYear ? later(after: date.upperBound) : earlier(before: date.lowerBound, day: day)
    }

    // MARK: - Before the date

    /// What is between two dates.
    private enum Link {
        /// A word, or a dash without spaces.
        case clear
        /// A dash between spaces, or a word with other meanings.
        case dash, shortWord
    }

    private static let words: Set = Set(
        [
            "and", "or", "to", "until", "till", "through", "thru", "und", "oder", "sowie", "bis", "et", "ou",
            "au", "aux", "y", "al", "e", "ao", "ai", "en", "tot", "og", "och", "til", "ja", "do", "po", "az",
            "и", "до", "по", "та", "ve", "si",
        ].map { Array($0.utf8)[...] }
    )
    private static let shortWords: Set = Set(["a", "i", "o", "u", "à"].map { Array($0.utf8)[...] })
    /// Words before the first of two dates.
    private static let introductions: Set = Set(
        [
            "from", "between", "on", "date", "dates", "when", "du", "des", "le", "les", "entre", "del",
            "los", "de", "do", "dal", "il", "vom", "von", "am", "den", "der", "datum", "termin", "fecha",
            "fechas", "data", "od", "van", "fra", "fran", "с",
        ].map { Array($0.utf8)[...] }
    )

    private func earlier(before start: Int, day: Int) -> ArraySlice<UInt8>? {
        var end = start
        let weekday = word(before: skippingMarks(end))
        if isName(weekday, pattern.names?.weekdays) { end = weekday.startIndex }
        guard let (link, linkStart) = link(before: end) else { return nil }
        end = skippingSpaces(linkStart)
        let dateEnd = end
        var hasMonth = false
        let month = word(before: skippingMarks(end))
        if isName(month, pattern.names?.months) {
            hasMonth = true
            end = skippingSpaces(month.startIndex)
            let preposition = word(before: end)
            if preposition.elementsEqual("de".utf8) { end = skippingSpaces(preposition.startIndex) }
        }
        guard let (number, start, isWithMonth) = dayNumber(before: end) else { return nil }
        let place = skippingSpaces(start)
        let before = word(before: place)
        let found = text[start..<dateEnd]
        if hasMonth { return found }
        if isName(before, pattern.names?.months) { return text[before.startIndex..<dateEnd] }
        if pattern.beginsWithMonth, !isWithMonth { return nil }
        switch link {
        case .clear: return found
        case .dash where number >= day && !isWithMonth: return nil
        case .dash, .shortWord: return isIntroduced(before, place) ? found : nil
        }
    }

    /// Whether a number at a place is likely to be a day.
    private func isIntroduced(_ word: ArraySlice<UInt8>, _ place: Int) -> Bool {
        guard place > 0 else { return true }
        if text[place - 1] == UInt8(ascii: "(") { return true }
        var word = word
        if text[place - 1] == UInt8(ascii: ":") { word = self.word(before: place - 1) }
        return DateRange.introductions.contains(word) || isName(word, pattern.names?.weekdays)
    }

    private func link(before start: Int) -> (Link, start: Int)? {
        let end = skippingSpaces(start)
        guard end > 0 else { return nil }
        switch text[end - 1] {
        case UInt8(ascii: "-"):
            let isApart = end < start || end > 1 && text[end - 2] == UInt8(ascii: " ")
            return (isApart ? .dash : .clear, end - 1)
        case UInt8(ascii: "~"), UInt8(ascii: "&"): return (.clear, end - 1)
        default:
            // Dutch "tot en met".
            if text[..<end].suffix(4).elementsEqual(" t/m".utf8) { return (.clear, end - 3) }
            let word = word(before: end)
            if DateRange.words.contains(word) { return (.clear, word.startIndex) }
            return DateRange.shortWords.contains(word) ? (.shortWord, word.startIndex) : nil
        }
    }

    /// A day before an index, perhaps with a month in digits, and where it starts: "28", "28th", "3.5.".
    private func dayNumber(before end: Int) -> (number: Int, start: Int, isWithMonth: Bool)? {
        let token = text[..<end].reversed().prefix { byte in
            byte.isASCIIDigit || byte.isASCIILetter || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/")
        }
        let start = end - token.count
        guard start == 0 || " ([:".utf8.contains(text[start - 1]) else { return nil }
        // A time of day: "10:28".
        if start > 1, text[start - 1] == UInt8(ascii: ":"), text[start - 2].isASCIIDigit { return nil }
        var scanner = DateScanner(text[start..<end])
        guard let number = scanner.number(1...2), (1...31).contains(number), !scanner.isBeforeDigit else {
            return nil
        }
        scanner.ordinal()
        var month: Int?
        if scanner.byte(".") || scanner.byte("/") {
            month = pattern.hasMonthNumber ? scanner.number(1...2) : nil
            if month != nil { _ = scanner.byte(".") }
        }
        return scanner.isAtEnd ? (number, start, month != nil) : nil
    }

    private func skippingSpaces(_ end: Int) -> Int {
        end - text[..<end].reversed().prefix { $0 == UInt8(ascii: " ") }.count
    }

    /// The index without spaces, the point of an abbreviation and a comma before it.
    private func skippingMarks(_ end: Int) -> Int {
        end - text[..<end].reversed().prefix { " .,".utf8.contains($0) }.count
    }

    private func word(before end: Int) -> ArraySlice<UInt8> {
        text[..<end].suffix(text[..<end].reversed().prefix(while: FoldedNames.isLetter).count)
    }

    private func isName(_ word: ArraySlice<UInt8>, _ names: FoldedNames?) -> Bool {
        !word.isEmpty && names?.match(word)?.length == word.count
    }

    // MARK: - After the date

    /// What is between the two dates, the year only in the first.
    private static let marks = ["-", "~", "から", "至", "到", "부터"].map { DateText.fold($0) }
    private static let monthMarks = ["月", "월"].map { DateText.fold($0) }
    private static let dayMarks = ["日", "일"].map { DateText.fold($0) }

    private func later(after end: Int) -> ArraySlice<UInt8>? {
        var scanner = DateScanner(text[end...])
        // The day of the week: "28日(月)".
        if scanner.byte("(") {
            _ = scanner.text(scanner.rest.prefix(12).prefix { $0 != UInt8(ascii: ")") })
            guard scanner.byte(")") else { return nil }
        }
        _ = scanner.space()
        guard DateRange.marks.contains(where: { scanner.text($0) }) else { return nil }
        _ = scanner.space()
        let start = scanner.rest.startIndex
        guard scanner.number(1...2) != nil else { return nil }
        if DateRange.monthMarks.contains(where: { scanner.text($0) }) {
            _ = scanner.space()
            guard scanner.number(1...2) != nil else { return nil }
        }
        guard DateRange.dayMarks.contains(where: { scanner.text($0) }) else { return nil }
        return text[start..<scanner.rest.startIndex]
    }
}

extension DatePattern {
    /// The first of its fields that is not a day of the week.
    private var firstField: Part? {
        parts.first { part in
            switch part {
            case .weekday, .weekdayName, .space, .literal: false
            case .era, .year, .yearOfCentury, .month, .monthName, .day, .dayOfYear, .hour, .hourOfHalf,
                .dayPeriod,
                .minute, .second, .fraction, .offset, .zoneName, .zoneIdentifier:
                true
            }
        }
    }

    fileprivate var hasMonthNumber: Bool { parts.contains(.month) }

    fileprivate var beginsWithMonth: Bool { firstField == .month || firstField == .monthName }

    fileprivate var beginsWithYear: Bool {
        firstField == .year || firstField == .yearOfCentury || firstField == .era
    }
}
