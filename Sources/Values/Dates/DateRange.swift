import Basics

/// An incomplete date next to a date, with which it is a range or a list: "28 and 29 May 2018", "28 May – 2 June 2018",
/// "May 28, 2018 – June 2", "2018年5月28日～6月2日".
///
/// Only what is clearly a date is found: a number and a dash may also be the title before a date, "Part 2 – 28 May 2018".
struct DateRange {
    /// The page's text, folded.
    let text: [UInt8]
    /// The pattern of the date; `nil` for ISO 8601.
    let pattern: DatePattern?
    let names: DateNames?
    /// Where the date is, with the zone of its time.
    private let date: Range<Int>
    private let fields: DateFields

    init(text: [UInt8], pattern: DatePattern?, date: Range<Int>, _ fields: DateFields) {
        self.text = text
        self.pattern = pattern
        names = pattern?.names
        self.date = date
        self.fields = fields
    }

    /// The text of the other date; `nil` if there is none.
    ///
    /// Complexity: linear in the lengths of the words next to the date.
    func other() -> ArraySlice<UInt8>? {
        if let later = later() { return later }
        return pattern?.beginsWithYear ?? true ? nil : earlier()
    }

    private func isName(_ word: ArraySlice<UInt8>, _ names: FoldedNames?) -> Bool {
        !word.isEmpty && names?.match(word)?.length == word.count
    }

    // MARK: - Before the date

    private func earlier() -> ArraySlice<UInt8>? {
        var end = date.lowerBound
        let weekday = word(before: skipping(" .,", end))
        let hasWeekday = isName(weekday, names?.weekdays)
        if hasWeekday { end = weekday.startIndex }
        // Without anything between them: "28 May 29 May 2018", "Mon 28 Tue 29 May 2018".
        if let found = dayOfMonth(before: skipping(" .,", end)) { return found }
        if hasWeekday, let day = dayNumber(before: skipping(" ,", end)),
            isName(word(before: skipping(" .,", day.start)), names?.weekdays)
        {
            return text[day.start..<skipping(" ,", end)]
        }
        guard let (link, linkStart) = link(before: end) else { return nil }
        end = skipping(" ", linkStart)
        if let found = dayOfMonth(before: end) { return found }
        guard let day = dayNumber(before: end) else { return nil }
        let place = skipping(" ", day.start)
        let before = word(before: place)
        let found = text[day.start..<end]
        if pattern?.beginsWithMonth ?? false, !day.isWithMonth { return nil }
        switch link {
        case .unknown: return contains(DateRange.starts, before) ? found : nil
        // "28, 29 May 2018" after any word.
        case .mark where day.isBefore(fields.day), .shortWord where day.isBefore(fields.day):
            return found
        case .clear: return found
        case .mark where day.hasPoint: return found
        case .dash where day.number >= fields.day ?? 0 && !day.isWithMonth,
            .mark where day.number >= fields.day ?? 0 && !day.isWithMonth:
            return nil
        case .dash, .mark, .shortWord: return isIntroduced(before, place) ? found : nil
        }
    }

    /// A day with its month's name before an index: "28 May", "28 de mayo", "May 28".
    private func dayOfMonth(before end: Int) -> ArraySlice<UInt8>? {
        let month = word(before: skipping(" .,", end))
        guard isName(month, names?.months) else {
            guard let day = dayNumber(before: end) else { return nil }
            let before = word(before: skipping(" ", day.start))
            return isName(before, names?.months) ? text[before.startIndex..<end] : nil
        }
        var start = skipping(" ", month.startIndex)
        let preposition = word(before: start)
        if preposition.elementsEqual("de".utf8) { start = skipping(" ", preposition.startIndex) }
        return dayNumber(before: start).map { text[$0.start..<end] }
    }

    /// Whether a number at a place is likely to be a day.
    private func isIntroduced(_ word: ArraySlice<UInt8>, _ place: Int) -> Bool {
        guard place > 0 else { return true }
        if text[place - 1] == UInt8(ascii: "(") { return true }
        var word = word
        if ":'".utf8.contains(text[place - 1]) { word = self.word(before: place - 1) }
        return contains(DateRange.introductions, word) || isName(word, names?.weekdays)
    }

    /// A day before a date.
    private struct Day {
        let number: Int
        let start: Int
        /// Whether a month in digits follows it: "3.5.".
        let isWithMonth: Bool
        let hasPoint: Bool

        func isBefore(_ day: Int?) -> Bool { number + 1 == day && !isWithMonth }
    }

    /// A day before an index, perhaps with a month in digits: "28", "28th", "3.5.".
    private func dayNumber(before end: Int) -> Day? {
        let ending = DateScanner.ordinals.first { text[..<end].ends(with: $0) }?.count ?? 0
        let token = text[..<(end - ending)].reversed().prefix { byte in
            byte.isASCIIDigit || byte.isASCIILetter || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/")
        }
        let start = end - ending - token.count
        guard start == 0 || " ([:'".utf8.contains(text[start - 1]) else { return nil }
        // A time of day: "10:28".
        if start > 1, text[start - 1] == UInt8(ascii: ":"), text[start - 2].isASCIIDigit { return nil }
        var scanner = DateScanner(text[start..<end])
        guard let number = scanner.number(1...2), (1...31).contains(number), !scanner.isBeforeDigit else {
            return nil
        }
        scanner.ordinal()
        var month: Int?
        if scanner.byte(".") || scanner.byte("/") {
            month = pattern?.hasMonthNumber ?? false ? scanner.number(1...2) : nil
            if month != nil { _ = scanner.byte(".") }
        }
        guard scanner.isAtEnd else { return nil }
        return Day(
            number: number,
            start: start,
            isWithMonth: month != nil,
            hasPoint: text[end - 1] == UInt8(ascii: ".")
        )
    }

    /// The index without some characters before it, as spaces or the point of an abbreviation.
    func skipping(_ characters: String, _ end: Int) -> Int {
        end - text[..<end].reversed().prefix { characters.utf8.contains($0) }.count
    }

    func word(before end: Int) -> ArraySlice<UInt8> { FoldedNames.lastWord(text[..<end]) }

    // MARK: - After the date

    /// What is between two dates in scripts without spaces, the year only in the first.
    private static let wideMarks = [
        "から", "または", "又は", "及び", "および", "ー", "と", "や", "・", "、", "至", "到", "和", "与", "與", "及", "或",
        "부터", "또는", "와", "과", "및",
    ].map { DateText.fold($0) }
    private static let monthMarks = ["月", "월"].map { DateText.fold($0) }
    private static let dayMarks = ["日", "号", "號", "일"].map { DateText.fold($0) }
    /// What follows the day mark in a number of days: "3日間".
    private static let durationMarks = ["間", "间", "目", "前", "後", "后", "以", "内", "간", " 간", "째", "만", " 동안"]
        .map { DateText.fold($0) }

    private func later() -> ArraySlice<UInt8>? {
        var scanner = DateScanner(text[date.upperBound...])
        // The day of the week: "28日(月)".
        if scanner.byte("(") {
            _ = scanner.text(scanner.rest.prefix(12).prefix { $0 != UInt8(ascii: ")") })
            guard scanner.byte(")") else { return nil }
        }
        _ = scanner.space()
        if let day = laterWide(scanner) { return day }
        guard let link = readLink(&scanner) else { return nil }
        _ = scanner.space()
        if isName(FoldedNames.word(scanner.rest), names?.weekdays) {
            _ = scanner.text(FoldedNames.word(scanner.rest))
            _ = scanner.byte(".")
            _ = scanner.byte(",")
            _ = scanner.space()
        }
        return laterNamed(scanner) ?? laterNumber(scanner, link)
    }

    /// "～6月2日", "、29日", " 29日".
    private func laterWide(_ scanner: DateScanner) -> ArraySlice<UInt8>? {
        var scanner = scanner
        guard pattern?.beginsWithYear ?? false else { return nil }
        let hasMark =
            DateRange.wideMarks.contains { scanner.text($0) }
            || DateRange.marks.contains { scanner.text($0.text) }
        _ = scanner.space()
        let start = scanner.rest.startIndex
        guard scanner.number(1...2) != nil else { return nil }
        if DateRange.monthMarks.contains(where: { scanner.text($0) }) {
            _ = scanner.space()
            guard scanner.number(1...2) != nil else { return nil }
        }
        guard DateRange.dayMarks.contains(where: { scanner.text($0) }),
            !DateRange.durationMarks.contains(where: { scanner.rest.starts(with: $0) }),
            hasMark || !scanner.isInWord
        else { return nil }
        return text[start..<scanner.rest.startIndex]
    }

    /// A day with its month's name and without a year: "2 June", "June 2nd".
    private func laterNamed(_ scanner: DateScanner) -> ArraySlice<UInt8>? {
        guard let months = names?.months else { return nil }
        var scanner = scanner
        let start = scanner.rest.startIndex
        var day = scanner.number(1...2)
        if day != nil {
            scanner.ordinal()
            _ = scanner.byte(".")
            _ = scanner.space()
            _ = scanner.text("de ".utf8) || scanner.text("of ".utf8)
        }
        guard let month = scanner.name(months), !scanner.isInWord else { return nil }
        if day == nil {
            _ = scanner.byte(".")
            _ = scanner.space()
            day = scanner.number(1...2)
            scanner.ordinal()
        }
        guard let day, (1...31).contains(day), !scanner.isBeforeDigit, !scanner.isInWord else { return nil }
        let end = scanner.rest.startIndex
        if scanner.rest.first == UInt8(ascii: ":") { return nil }
        // A whole date, or the same one again.
        while scanner.byte(".") || scanner.byte(",") || scanner.space() {}
        _ = scanner.text("de ".utf8) || scanner.text("del ".utf8)
        if scanner.number(4...4) != nil, !scanner.isBeforeDigit { return nil }
        return day == fields.day && month == fields.month ? nil : text[start..<end]
    }

    /// A day without the name of a month: "30.05.", "6/2"; after a dash also "30" alone, and in the order of ISO 8601
    /// "06-02".
    private func laterNumber(_ scanner: DateScanner, _ link: Link) -> ArraySlice<UInt8>? {
        var scanner = scanner
        let start = scanner.rest.startIndex
        guard let first = scanner.number(1...2), (1...31).contains(first) else { return nil }
        let isAfterPoint = scanner.byte(".")
        let isAfterDash = !isAfterPoint && scanner.byte("-")
        let hasMonth = isAfterPoint || isAfterDash || scanner.byte("/")
        let second = hasMonth ? scanner.number(1...2) : nil
        let hasLastPoint = isAfterPoint && second != nil && scanner.byte(".")
        guard !scanner.isBeforeDigit, !scanner.isInWord else { return nil }
        let found = text[start..<scanner.rest.startIndex]
        if let second {
            guard pattern?.hasMonthNumber ?? true, (1...31).contains(second),
                (isAfterPoint ? second : min(first, second)) <= 12
            else { return nil }
            // Not "10.05 Uhr", "10-12 Uhr", "1/2".
            let isDate =
                hasLastPoint || link != .mark && (isAtEnd(scanner) || !isAfterPoint && !isAfterDash)
            let isSame = Set([first, second]) == Set([fields.day, fields.month])
            return isDate && !isSame && (isAtEnd(scanner) || scanner.rest.first == UInt8(ascii: " "))
                ? found : nil
        }
        guard link == .dash || link == .clear, !fields.hasTime, first > fields.day ?? 31, isAtEnd(scanner)
        else {
            return nil
        }
        return found
    }

    /// Whether the text or a part of it ends here, so that no word follows that the number counts.
    private func isAtEnd(_ scanner: DateScanner) -> Bool {
        let rest = scanner.rest
        guard let mark = rest.first else { return true }
        return ".,;)]|".utf8.contains(mark) && rest.dropFirst().first?.isASCIIDigit != true
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
