import Basics

/// An incomplete date next to a date, with which it is a range or a list: "28 and 29 May 2018", "28 May – 2 June 2018",
/// "May 28, 2018 – June 2", "2018年5月28日～6月2日".
///
/// Only what is clearly a date is found: a number and a dash may also be the title before a date, "Part 2 – 28 May 2018".
struct DateRange {
    /// The page's text, folded.
    private let text: [UInt8]
    /// The pattern of the date; `nil` for ISO 8601.
    private let pattern: DatePattern?
    private let names: DateNames?
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

    // MARK: - Between two dates

    /// What is between two dates.
    private enum Link {
        /// A word, or a dash without spaces.
        case clear
        /// A dash between spaces, another mark, or a word with other meanings.
        case dash, mark, shortWord
        /// A word of no list.
        case unknown
    }

    /// "And", "or", "to" and "until" in many languages, without accents; the locale's own "and" is in its names.
    private static let words: Set = set(
        """
        and or to until till through thru und oder sowie bis et ou au aux y e al hasta ao ai ed all ate en tot og och \
        eller til till ja tai do po az nebo alebo albo lub oraz и или до по або та і και εως μεχρι ve veya ile ila \
        dan atau sampai hingga va den đen hoac si sau pana es vagy ali ili dhe ose deri vai lidz ir arba \
        iki voi kuni eta edo fins و او الى حتى تا یا और या से तक ถึง และ หรือ og eða eda na au hadi
        """
    )
    /// Those that have other meanings in other languages.
    private static let shortWords: Set = set("a i o u à of la in un η")
    /// Words that may be between such a word and a day.
    private static let articles: Set = set(
        "the el la le il lo los las les der die das den dem zum am met jusqu fino pana de del dal dall incl inclusive"
    )
    /// Words before the first of two dates.
    private static let introductions: Set = set(
        """
        on date dates when des le les los de do il el la am den der datum termin fecha fechas data van tanggal
        """
    )
    .union(starts)
    /// Those that only a range has.
    private static let starts: Set = set(
        """
        from between du entre del dal dall vom von zwischen od fra fran mellem mellan tussen с з від от между між \
        dari antara απο μεταξυ desde depuis tra intre din
        """
    )
    /// Two words in one, which ends with a mark: Dutch "tot en met", Indonesian "sampai dengan", and others.
    private static let abbreviations = [" t/m", " s/d", " s.d.", " t.o.m.", " bzw."].map { Array($0.utf8) }

    private static func set(_ words: String) -> Set<[UInt8]> {
        Set(words.split(separator: " ").map { DateText.fold(String($0)) })
    }

    private func contains(_ words: Set<[UInt8]>, _ word: ArraySlice<UInt8>) -> Bool {
        guard pattern?.accents == true else { return words.contains(Array(word)) }
        return words.contains(DateText.fold(String(decoding: word, as: UTF8.self)))
    }

    private func isConjunction(_ word: ArraySlice<UInt8>) -> Bool {
        contains(DateRange.words, word) || names.map { word.elementsEqual($0.conjunction) } ?? false
    }

    /// Whether a word is between two dates, alone or with others; what the words mean together becomes `link`.
    private func isOfLink(_ word: ArraySlice<UInt8>, _ link: inout Link?) -> Bool {
        if word.isEmpty { return false }
        if contains(DateRange.shortWords, word) {
            link = link ?? .shortWord
        } else if isConjunction(word) {
            link = .clear
        } else {
            return contains(DateRange.articles, word)
        }
        return true
    }

    private func isName(_ word: ArraySlice<UInt8>, _ names: FoldedNames?) -> Bool {
        !word.isEmpty && names?.match(word)?.length == word.count
    }

    // MARK: - Before the date

    private func earlier() -> ArraySlice<UInt8>? {
        var end = date.lowerBound
        let weekday = word(before: skipping(" .,", end))
        if isName(weekday, names?.weekdays) { end = weekday.startIndex }
        guard let (link, linkStart) = link(before: end) else { return nil }
        end = skipping(" ", linkStart)
        let dateEnd = end
        var hasMonth = false
        let month = word(before: skipping(" .,", end))
        if isName(month, names?.months) {
            hasMonth = true
            end = skipping(" ", month.startIndex)
            let preposition = word(before: end)
            if preposition.elementsEqual("de".utf8) { end = skipping(" ", preposition.startIndex) }
        }
        guard let day = dayNumber(before: end) else { return nil }
        let place = skipping(" ", day.start)
        let before = word(before: place)
        let found = text[day.start..<dateEnd]
        if hasMonth { return found }
        if isName(before, names?.months) { return text[before.startIndex..<dateEnd] }
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

    /// Whether a number at a place is likely to be a day.
    private func isIntroduced(_ word: ArraySlice<UInt8>, _ place: Int) -> Bool {
        guard place > 0 else { return true }
        if text[place - 1] == UInt8(ascii: "(") { return true }
        var word = word
        if ":'".utf8.contains(text[place - 1]) { word = self.word(before: place - 1) }
        return contains(DateRange.introductions, word) || isName(word, names?.weekdays)
    }

    private func link(before start: Int) -> (Link, start: Int)? {
        let end = skipping(" ", start)
        guard end > 0 else { return nil }
        switch text[end - 1] {
        case UInt8(ascii: "-"):
            let isApart = end < start || end > 1 && text[end - 2] == UInt8(ascii: " ")
            return (isApart ? .dash : .clear, end - 1)
        case UInt8(ascii: "~"), UInt8(ascii: "&"): return (.clear, end - 1)
        case UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: "+"): return (.mark, end - 1)
        default: return linkWords(before: end)
        }
    }

    /// One to three words: "and", "tot en met", "y el".
    private func linkWords(before end: Int) -> (Link, start: Int)? {
        for abbreviation in DateRange.abbreviations where text[..<end].suffix(8).ends(with: abbreviation) {
            return (.clear, end - abbreviation.count + 1)
        }
        var link: Link?
        var start = end
        for _ in 0..<3 {
            let word = word(before: skipping(" '", start))
            guard isOfLink(word, &link) else { break }
            start = word.startIndex
        }
        if let link { return (link, skipping(" ,", start)) }
        let word = word(before: end)
        return word.isEmpty || start < end ? nil : (.unknown, word.startIndex)
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
        let token = text[..<end].reversed().prefix { byte in
            byte.isASCIIDigit || byte.isASCIILetter || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/")
        }
        let start = end - token.count
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
    private func skipping(_ characters: String, _ end: Int) -> Int {
        end - text[..<end].reversed().prefix { characters.utf8.contains($0) }.count
    }

    private func word(before end: Int) -> ArraySlice<UInt8> { FoldedNames.lastWord(text[..<end]) }

    // MARK: - After the date

    private static let marks = ["-", "~", "&", "+", "/", ","].map { Array($0.utf8) }
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

    /// "～6月2日", "、29日".
    private func laterWide(_ scanner: DateScanner) -> ArraySlice<UInt8>? {
        var scanner = scanner
        let marks = DateRange.wideMarks + DateRange.marks
        guard pattern?.beginsWithYear ?? false, marks.contains(where: { scanner.text($0) }) else {
            return nil
        }
        _ = scanner.space()
        let start = scanner.rest.startIndex
        guard scanner.number(1...2) != nil else { return nil }
        if DateRange.monthMarks.contains(where: { scanner.text($0) }) {
            _ = scanner.space()
            guard scanner.number(1...2) != nil else { return nil }
        }
        guard DateRange.dayMarks.contains(where: { scanner.text($0) }),
            !DateRange.durationMarks.contains(where: { scanner.rest.starts(with: $0) })
        else { return nil }
        return text[start..<scanner.rest.startIndex]
    }

    /// Reads a mark or words between two dates, and articles after them.
    private func readLink(_ scanner: inout DateScanner) -> Link? {
        var link: Link?
        for (index, mark) in DateRange.marks.enumerated() where scanner.text(mark) {
            link = index < 2 ? .dash : .mark
            _ = scanner.space()
            break
        }
        for _ in 0..<3 {
            let word = FoldedNames.word(scanner.rest)
            guard isOfLink(word, &link) else { break }
            _ = scanner.text(word)
            if !scanner.space() { _ = scanner.byte("'") }
        }
        return link
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

extension ArraySlice<UInt8> {
    fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
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
