import Basics
import Records

/// Reads the zone that follows a time in running text: "5:45 pm EST", "17:45 (Pacific Time)", "17:45 +02:00",
/// "17:45 UTC +2", "17:45 Uhr MESZ".
///
/// Text that may be a zone is read or refused, never skipped: the field's own zone would turn the time into another
/// instant.
struct ZoneInText {
    let letterCase: DateCase
    let locale: String

    var isEnglish: Bool { locale == "en" || locale.hasPrefix("en_") || locale.hasPrefix("en-") }

    /// The English words that are abbreviations of zones in capitals only.
    private static let englishWords: Set = [
        "at", "art", "cat", "cot", "eat", "et", "pet", "wat", "west", "wet", "wit",
    ]

    /// The zone after a time that ends at an index of the folded text, and where the zone ends; `nil` if there is none.
    func read(_ text: [UInt8], after time: DateFields, at end: Int) throws(StepError) -> (DateZone, end: Int)?
    {
        if let zone = time.zone { return try read(text, after: zone, of: time, at: end) }
        var scanner = DateScanner(text[end...])
        ZoneInText.readClock(&scanner)
        let hasComma = scanner.byte(",")
        let isApart = scanner.space()
        if !scanner.byte("(") { _ = scanner.byte("[") }
        let start = scanner.rest.startIndex
        if !hasComma, ZoneInText.isSigned(scanner.rest) {
            guard let offset = scanner.offset(), ZoneInText.isWhole(scanner) else {
                throw refusal(of: text[start...], "is not the offset of a time zone")
            }
            let length = scanner.rest.startIndex - start
            if isApart, length == 3 || length == 6 && ZoneInText.mayEndRange(offset, time) {
                throw refusal(of: text[start...], "may be an offset or not: include it in the \"format\"")
            }
            return (.offset(offset), scanner.rest.startIndex)
        }
        if let zone = ZoneNames.readIdentifier(&scanner) { return (zone, scanner.rest.startIndex) }
        if ZoneInText.readUniversal(&scanner) {
            return try offset(afterUniversal: scanner.rest.startIndex, in: text, time)
        }
        guard let zone = ZoneNames.of(locale: locale).read(&scanner) else {
            try refuseAbbreviation(text, at: start)
            return nil
        }
        let next = scanner.rest.startIndex
        guard isZone(start..<next, of: text) else { return nil }
        try refuseOffset(text[next...])
        try refuseName(zone, text, at: start, to: next)
        return (zone, next)
    }

    /// The zone after a time whose form includes a zone: an offset after "UTC", or no other.
    private func read(
        _ text: [UInt8],
        after zone: DateZone,
        of time: DateFields,
        at end: Int
    ) throws(StepError) -> (DateZone, end: Int)? {
        let read = text[..<end].dropLast(text[end - 1] == UInt8(ascii: " ") ? 1 : 0)
        let name = read.reversed().prefix(while: \.isASCIILetter).count
        if name == 3, ZoneInText.universals.contains(where: { read.suffix(3).elementsEqual($0) }) {
            return try offset(afterUniversal: read.endIndex, in: text, time)
        }
        try refuseOffset(text[end...])
        if name > 0 { try refuseName(zone, text, at: read.endIndex - name, to: read.endIndex) }
        return nil
    }

    /// The words between a time and its zone, folded, with a point or without.
    private static let clockWords = [
        "uhr", "hrs", "hr", "hours", "h", "o'clock", "heures", "horas", "hs", "uur", "hod", "ч",
    ].map { Array($0.utf8) }

    /// Reads such a word: "17:45 Uhr MESZ", "17:45h".
    static func readClock(_ scanner: inout DateScanner) {
        var attempt = scanner
        _ = attempt.space()
        for word in clockWords {
            var attempt = attempt
            guard attempt.text(word), !attempt.isInWord, !attempt.isBeforeDigit else { continue }
            _ = attempt.byte(".")
            scanner = attempt
            return
        }
    }

    // MARK: - Offsets

    private static func isSigned(_ text: ArraySlice<UInt8>) -> Bool {
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return false
        }
        return text.dropFirst().first?.isASCIIDigit == true
    }

    /// Whether an offset ends where it was read to, and not within a number or a word: "+2.5".
    private static func isWhole(_ scanner: DateScanner) -> Bool {
        if scanner.isBeforeDigit || scanner.isInWord { return false }
        guard let mark = scanner.rest.first, ".,:".utf8.contains(mark) else { return true }
        return scanner.rest.dropFirst().first?.isASCIIDigit != true
    }

    /// The names of UTC before offsets.
    private static let universals = ["utc", "gmt"].map { Array($0.utf8) }

    /// Reads the name of UTC, unless it is the beginning of a word.
    private static func readUniversal(_ scanner: inout DateScanner) -> Bool {
        var attempt = scanner
        guard attempt.universal(), !attempt.isInWord || attempt.rest.starts(with: "±".utf8) else {
            return false
        }
        scanner = attempt
        return true
    }

    /// The offset after the name of UTC, next to it or apart, and where it ends: "UTC+2", "UTC/GMT +2", "GMT (+02:00)".
    private func offset(
        afterUniversal next: Int,
        in text: [UInt8],
        _ time: DateFields
    ) throws(StepError) -> (DateZone, end: Int) {
        var scanner = DateScanner(text[next...])
        var attempt = scanner
        if attempt.byte("/"), ZoneInText.readUniversal(&attempt) { scanner = attempt }
        let end = scanner.rest.startIndex
        let isApart = scanner.space()
        let isEnclosed = scanner.byte("(")
        let rest = scanner.rest
        guard ZoneInText.isSigned(rest) || rest.starts(with: "±".utf8) else {
            try refuseName(.offset(0), text, at: next - 3, to: end)
            return (.offset(0), end)
        }
        guard let offset = scanner.signed(digits: 1...2), ZoneInText.isWhole(scanner) else {
            throw refusal(of: rest, "is not the offset of a time zone")
        }
        let length = scanner.rest.startIndex - rest.startIndex
        if isApart, !isEnclosed,
            length < 4 && ZoneInText.isBeforeWord(scanner)
                || length == 6 && ZoneInText.mayEndRange(offset, time)
        {
            throw refusal(of: rest, "may be an offset or not: include it in the \"format\"")
        }
        return (.offset(offset), scanner.rest.startIndex)
    }

    /// Whether a word follows a number: "+3 comments".
    private static func isBeforeWord(_ scanner: DateScanner) -> Bool {
        var scanner = scanner
        return scanner.space() && scanner.isInWord
    }

    /// Whether the end of "9:45 -11:30" is a later time rather than an offset.
    private static func mayEndRange(_ offset: Int, _ time: DateFields) -> Bool {
        guard offset < 0, let time = time.time() else { return false }
        return -offset > time.hour * 60 + time.minute
    }

    /// No zone is followed by an offset: "UTC+16".
    private func refuseOffset(_ text: ArraySlice<UInt8>) throws(StepError) {
        if ZoneInText.isSigned(text) {
            throw refusal(of: text, "is not the offset of a time zone")
        }
    }

    private func refusal(of text: ArraySlice<UInt8>, _ reason: String) -> StepError {
        let shown = text.prefix { $0.isASCIIDigit || "+-:.±".utf8.contains($0) }
        return StepError("\(String(decoding: shown, as: UTF8.self).quoted) after the time \(reason)")
    }

    // MARK: - A second zone

    /// Refuses another zone after that of a time, unless both have the same offset at the time: "EST CET", but "+0200
    /// (CEST)".
    ///
    /// - Parameter moment: the time with its offset.
    func checkSecond(
        _ text: [UInt8],
        after zone: DateZone,
        of moment: Moment,
        at end: Int
    ) throws(StepError) {
        var scanner = DateScanner(text[end...])
        _ = scanner.byte(")") || scanner.byte("]")
        let hasComma = scanner.byte(",")
        _ = scanner.space()
        _ = scanner.byte("/")
        _ = scanner.space()
        let isEnclosed = scanner.byte("(") || scanner.byte("[")
        let start = scanner.rest.startIndex
        guard start > end, let other = second(&scanner, text, hasComma: hasComma), other != zone else {
            return
        }
        // "ET MT. VERNON", "EST WEST PALM BEACH".
        let isAlone = scanner.rest.first.map { ",;)]|/".utf8.contains($0) } ?? true
        guard isAlone || isEnclosed || ZoneInText.isSigned(text[start...]) else { return }
        let offset: Int?
        if case .shared(let shared) = other {
            offset = try? shared.offset(at: moment, in: zone)
        } else {
            offset = try? other.offset(at: moment)
        }
        if offset == moment.time?.offset { return }
        let shown = String(decoding: text[start..<scanner.rest.startIndex], as: UTF8.self).uppercased()
        throw StepError("\(shown.quoted) after the time is a second time zone, and not the same as the first")
    }

    /// A zone that is surely one: an offset with minutes, or one after "UTC", or a name.
    private func second(_ scanner: inout DateScanner, _ text: [UInt8], hasComma: Bool) -> DateZone? {
        let start = scanner.rest.startIndex
        if ZoneInText.isSigned(scanner.rest) {
            guard !hasComma, let offset = scanner.offset(), scanner.rest.startIndex >= start + 5,
                ZoneInText.isWhole(scanner)
            else { return nil }
            return .offset(offset)
        }
        if let zone = ZoneNames.readIdentifier(&scanner) { return zone }
        if ZoneInText.readUniversal(&scanner) { return .offset(scanner.signed(digits: 1...2) ?? 0) }
        guard let zone = ZoneNames.of(locale: locale).read(&scanner) else { return nil }
        let range = start..<scanner.rest.startIndex
        let isAbbreviation = range.count <= 5 && text[range].allSatisfy(\.isASCIILetter)
        return isAbbreviation && !letterCase.isInCapitals(range, of: text) || range.count < 2 ? nil : zone
    }

    // MARK: - Abbreviations

    /// Whether the name of a zone is one in this text: an abbreviation in capitals, or in English in any case if it is
    /// no word; a longer name in any case.
    private func isZone(_ range: Range<Int>, of text: [UInt8]) -> Bool {
        let name = text[range]
        guard name.count <= 5, name.allSatisfy(\.isASCIILetter) else { return true }
        if letterCase.isInCapitals(range, of: text) { return true }
        let word = String(decoding: name, as: UTF8.self)
        if word == "utc" || word == "gmt" { return true }
        return isEnglish && !ZoneInText.englishWords.contains(word)
    }

    /// Refuses a name that continues, so that it is another zone's: "EST5EDT", "CET/CEST".
    private func refuseName(_ zone: DateZone, _ text: [UInt8], at start: Int, to next: Int) throws(StepError)
    {
        var scanner = DateScanner(text[next...])
        if scanner.isBeforeDigit { throw refusal(ofName: text[start...]) }
        _ = scanner.space()
        guard scanner.byte("/") else { return }
        _ = scanner.space()
        let second = scanner.rest.startIndex
        guard let other = ZoneNames.of(locale: locale).read(&scanner), other != zone else { return }
        let end = scanner.rest.startIndex
        guard isZone(second..<end, of: text) else { return }
        let shown = String(decoding: text[start..<end], as: UTF8.self).uppercased()
        throw StepError("\(shown.quoted) after the time has two time zones")
    }

    private func refusal(ofName text: ArraySlice<UInt8>) -> StepError {
        let name = text.prefix { $0.isASCIIDigit || $0.isASCIILetter }
        let shown = String(decoding: name, as: UTF8.self).uppercased()
        return StepError("\(shown.quoted) after the time is not the name of a known time zone")
    }

    /// Abbreviations of zones in other languages: German, French of Canada, Indonesian; and others that do not end like
    /// those of English.
    private static let foreign: Set = [
        "mez", "mesz", "oez", "oesz", "wez", "wesz", "wib", "wit", "wita", "hne", "hae", "hnc", "hac", "hnr",
        "har", "hnp", "hap", "hna", "haa", "msk", "samt", "yekt", "omst", "krat", "irkt", "yakt", "vlat",
        "magt", "novt", "azot", "galt",
    ]

    /// Refuses a word in capitals that only some locales know as a zone, or in the form of such: AEST, ACDT, SGT, MESZ.
    private func refuseAbbreviation(_ text: [UInt8], at start: Int) throws(StepError) {
        let word = text[start...].prefix(while: \.isASCIILetter)
        let name = String(decoding: word, as: UTF8.self)
        let isAbbreviation =
            ZoneInText.foreign.contains(name) || word.count == 3 && word.last == UInt8(ascii: "t")
            || (4...5).contains(word.count)
                && (word.suffix(2).elementsEqual("st".utf8) || word.suffix(2).elementsEqual("dt".utf8))
        let next = text[word.endIndex...]
        guard isAbbreviation, !FoldedNames.beginsWithLetter(next), next.first?.isASCIIDigit != true,
            letterCase.isInCapitals(word.startIndex..<word.endIndex, of: text)
        else { return }
        throw StepError(
            "\(name.uppercased()) after the time may be a time zone, and the field's \"locale\" has none of that name"
        )
    }
}
