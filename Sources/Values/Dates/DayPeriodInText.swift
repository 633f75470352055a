import Records

/// Reads the time of day that follows a time of a form without one in running text: "2018-05-28 5:45 PM", "8:15 (PM)",
/// "8:15 Uhr abends", "1:00 PMUpdated".
///
/// A word that may be one is read or refused, never skipped: the time would be twelve hours off.
struct DayPeriodInText {
    private let letterCase: DateCase
    private let names: Names
    private let isEnglish: Bool

    init(_ zones: ZoneInText) {
        letterCase = zones.letterCase
        names = DayPeriodInText.known[zones.locale]
        isEnglish = zones.isEnglish
    }

    private struct Names: Sendable {
        /// The names of a locale.
        let whole: FoldedNames
        /// The last words of those of several words, which may have other meanings: "evening". "Midnight" is one of two.
        let parts: FoldedNames
        let weekdays: FoldedNames

        init(locale: String) {
            let names = LocaleData(locale).names(.dayPeriods)
            var last: [[UInt8]: Int] = [:]
            for word in Names.evenings { last[word] = 0 }
            for (name, hours) in names {
                let word = FoldedNames.lastWord(name[...])
                if word.count > 3, word.count < name.count { last[Array(word), default: 0] |= hours }
            }
            whole = FoldedNames(folded: names, ignoringPoints: true)
            parts = FoldedNames(folded: last)
            weekdays = DateNames.of(locale: locale).weekdays
        }

        /// Words for a time of day that CLDR does not have. They determine no hours here.
        private static let evenings = [
            "midnight", "tonight", "stasera", "stanotte", "vanavond", "vanmiddag", "ikväll", "wieczorem",
            "вечером",
            "večer", "Abend", "Nachmittag",
        ].map { DateText.fold($0) }
    }

    private static let known = LocaleCache<Names> { Names(locale: $0) }

    /// The hours that the words after a time can mean, and where they end; `nil` if there are none, or if the time of
    /// a clock of 24 hours does not need them.
    func read(
        _ text: [UInt8],
        after time: DateFields,
        at end: Int
    ) throws(StepError) -> (hours: Int, end: Int)? {
        guard let hour = time.hour, hour < 24, time.dayPeriod == nil, time.zone == nil else { return nil }
        var scanner = DateScanner(text[end...])
        ZoneInText.readClock(&scanner)
        let hasComma = scanner.byte(",")
        _ = scanner.space()
        let isEnclosed = scanner.byte("(") || scanner.byte("[")
        let start = scanner.rest.startIndex
        let whole = scanner.name(names.whole)
        guard let hours = whole ?? scanner.name(names.parts) else {
            if hour <= 12 {
                try refuseAbbreviation(text, at: start)
                try refuseLater(text, at: start, hour, hasComma: hasComma)
            }
            return nil
        }
        let length = scanner.rest.startIndex - start
        _ = scanner.byte(".")
        let next = scanner.rest.startIndex
        // Scripts without spaces write it before the time. A digit is the next text of the page: "8:15 PM4 min read".
        let isJoined = scanner.isInWord && (text[next] >= 0xE0 || isWordBegun(text, at: next))
        // No word begins with "pm".
        let isUnclear =
            whole == nil || scanner.isInWord && text[start..<next].elementsEqual("pm".utf8) && !isJoined
        guard isJoined || isUnclear || !scanner.isInWord else { return nil }
        if whole == nil, scanner.isInWord { return nil }
        // "8:15, p. 5".
        if hasComma, length <= 2 { return nil }
        // "12:15 am Bahnhof".
        if !isEnglish, text[start..<next].elementsEqual("am".utf8),
            !letterCase.isInCapitals(start..<next, of: text)
        {
            return nil
        }
        if hour > 12, hours & (1 << hour) == 0 { return nil }
        let isRead = hour > 12 || [hour % 12, hour % 12 + 12].count { hours & (1 << $0) != 0 } == 1
        let isBeforeText = isJoined && text[next] >= 0xE0
        guard isRead, !isBeforeText && !isUnclear || hours & (1 << hour) != 0 else {
            throw refusal(of: text[start..<next])
        }
        if isUnclear { return nil }
        if isEnclosed { _ = scanner.byte(")") || scanner.byte("]") }
        return (hours, scanner.rest.startIndex)
    }

    private func refusal(of text: ArraySlice<UInt8>) -> StepError {
        let shown = String(decoding: text, as: UTF8.self).quoted
        return StepError("\(shown) after the time may be a time of day, and does not determine it")
    }

    /// Words between a time and the time of day of the same or another day, folded: "this evening".
    private static let days = Set(
        [
            "this", "today", "tomorrow", "yesterday", "heute", "morgen", "gestern", "ce", "cet", "cette",
            "demain", "hier",
            "hoy", "esta", "este", "ayer", "oggi", "questa", "questo", "domani", "ieri", "hoje", "ontem",
            "vandaag",
            "idag", "i", "dziś", "dzisiaj", "jutro", "wczoraj", "dnes", "сегодня", "завтра", "вчера",
            "сьогодні", "bugün",
        ].map { DateText.fold($0) }
    )

    /// Refuses a time of day that is not directly after the time, unless the time is one of it: "5:45 this evening"; and
    /// in English "5:45 p".
    private func refuseLater(_ text: [UInt8], at start: Int, _ hour: Int, hasComma: Bool) throws(StepError) {
        var scanner = DateScanner(text[start...])
        if isEnglish, !hasComma, scanner.byte("p") {
            let hasPoint = scanner.byte(".")
            guard let next = scanner.rest.first else { throw refusal(of: text[start...]) }
            // "5:45 P. Smith".
            if scanner.space(), hasPoint, !FoldedNames.word(scanner.rest).isEmpty { return }
            let isEnd = " ,;)".utf8.contains(next) && !scanner.isBeforeDigit
            if isEnd { throw refusal(of: text[start..<start + 1]) }
            return
        }
        let word = FoldedNames.word(scanner.rest)
        guard !word.isEmpty,
            DayPeriodInText.days.contains(Array(word)) || names.weekdays.match(word)?.length == word.count,
            scanner.text(word)
        else { return }
        _ = scanner.byte(".")
        _ = scanner.space()
        guard let hours = scanner.name(names.whole) ?? scanner.name(names.parts), !scanner.isInWord,
            hours & (1 << hour) == 0
        else { return }
        throw refusal(of: text[start..<scanner.rest.startIndex])
    }

    private static let others = ["i.e.", "e.g.", "z.b.", "d.h.", "u.a."].map { Array($0.utf8) }

    /// Refuses an abbreviation of two small letters that the locale does not have: Albanian "m.d." is a time of day,
    /// "J.K." a name.
    private func refuseAbbreviation(_ text: [UInt8], at start: Int) throws(StepError) {
        var scanner = DateScanner(text[start...])
        for _ in 0..<2 {
            let letters = FoldedNames.word(scanner.rest)
            guard letters.count(where: { $0 & 0xC0 != 0x80 }) == 1, scanner.text(letters), scanner.byte(".")
            else { return }
        }
        let end = scanner.rest.startIndex
        if scanner.isInWord || letterCase.isInCapitals(start..<start + 1, of: text) { return }
        if DayPeriodInText.others.contains(where: { text[start..<end].elementsEqual($0) }) { return }
        let shown = String(decoding: text[start..<end], as: UTF8.self).quoted
        throw StepError(
            "\(shown) after the time may be a time of day, and the field's \"locale\" has none of that name"
        )
    }

    /// Whether another word begins at an index within letters: "PMUpdated".
    private func isWordBegun(_ text: [UInt8], at index: Int) -> Bool {
        letterCase.written(of: text).map { DateCase.beginsWord($0, at: index) } ?? false
    }
}

extension DateFields {
    /// The fields with the time of day that follows the hour.
    func with(dayPeriod hours: Int) -> DateFields {
        guard let hour, hour <= 12 else { return self }
        var fields = self
        fields.hour = nil
        fields.hourOfHalf = hour
        fields.dayPeriod = hours
        return fields
    }
}
