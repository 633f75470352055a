import Basics
import Records

/// Reads the zone that follows a time in running text: "5:45 pm EST", "17:45 (Pacific Time)", "17:45 +02:00".
///
/// Text that may be a zone is read or refused, never skipped: the field's own zone would turn the time into another
/// instant.
struct ZoneInText {
    /// The page's text, whose case distinguishes an abbreviation from a word.
    let original: String
    let accents: Bool
    let locale: String

    /// The English words that are abbreviations of zones in capitals only.
    private static let englishWords: Set = [
        "at", "art", "cat", "cot", "eat", "et", "pet", "wat", "west", "wet", "wit",
    ]

    /// The zone after a time that ends at an index of the folded text, and where the zone ends; `nil` if there is none.
    func read(_ text: [UInt8], after time: DateFields, at end: Int) throws(StepError) -> (DateZone, end: Int)?
    {
        if time.zone != nil {
            try refuseOffset(text[end...])
            return nil
        }
        var scanner = DateScanner(text[end...])
        let hasComma = scanner.byte(",")
        let isApart = scanner.space()
        if !scanner.byte("(") { _ = scanner.byte("[") }
        let start = scanner.rest.startIndex
        if !hasComma, ZoneInText.isSigned(scanner.rest) {
            guard let offset = scanner.offset(), !(scanner.isBeforeDigit || scanner.isInWord) else {
                throw refusal(of: text[start...], "is not the offset of a time zone")
            }
            let length = scanner.rest.startIndex - start
            if isApart, length == 3 || length == 6 && ZoneInText.mayEndRange(offset, time) {
                throw refusal(of: text[start...], "may be an offset or not: include it in the \"format\"")
            }
            return (.offset(offset), scanner.rest.startIndex)
        }
        if let zone = ZoneNames.readIdentifier(&scanner) { return (zone, scanner.rest.startIndex) }
        guard let zone = ZoneNames.of(locale: locale).read(&scanner) else {
            try refuseAbbreviation(text, at: start)
            return nil
        }
        let next = scanner.rest.startIndex
        guard isZone(start..<next, of: text) else { return nil }
        try refuseOffset(text[next...])
        return (zone, next)
    }

    // MARK: - Offsets

    private static func isSigned(_ text: ArraySlice<UInt8>) -> Bool {
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return false
        }
        return text.dropFirst().first?.isASCIIDigit == true
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
        let shown = text.prefix { $0.isASCIIDigit || "+-:".utf8.contains($0) }
        return StepError("\(String(decoding: shown, as: UTF8.self).quoted) after the time \(reason)")
    }

    // MARK: - Abbreviations

    /// Whether the name of a zone is one in this text: an abbreviation in capitals, or in English in any case if it is
    /// no word; a longer name in any case.
    private func isZone(_ range: Range<Int>, of text: [UInt8]) -> Bool {
        let name = text[range]
        guard name.count <= 5, name.allSatisfy(\.isASCIILetter) else { return true }
        if isInCapitals(range, of: text) { return true }
        let word = String(decoding: name, as: UTF8.self)
        if word == "utc" || word == "gmt" { return true }
        return (locale == "en" || locale.hasPrefix("en_") || locale.hasPrefix("en-"))
            && !ZoneInText.englishWords.contains(word)
    }

    /// Refuses a word in capitals in the form of the abbreviations that only some locales know: AEST, ACDT, SGT.
    private func refuseAbbreviation(_ text: [UInt8], at start: Int) throws(StepError) {
        let word = text[start...].prefix(while: \.isASCIILetter)
        let isAbbreviation =
            word.count == 3 && word.last == UInt8(ascii: "t")
            || (4...5).contains(word.count)
                && (word.suffix(2).elementsEqual("st".utf8) || word.suffix(2).elementsEqual("dt".utf8))
        let next = text[word.endIndex...].first
        guard isAbbreviation, !FoldedNames.isLetter(next), next?.isASCIIDigit != true,
            isInCapitals(word.startIndex..<word.endIndex, of: text)
        else { return }
        let name = String(decoding: word, as: UTF8.self).uppercased()
        throw StepError(
            "\(name) after the time may be a time zone, and the field's \"locale\" has none of that name"
        )
    }

    private func isInCapitals(_ range: Range<Int>, of text: [UInt8]) -> Bool {
        let written = DateText.fold(original, accents: accents, keepsCase: true)
        return written.count == text.count
            && written[range].allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}
