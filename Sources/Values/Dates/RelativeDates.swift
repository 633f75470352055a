import Basics
import Records

/// Dates relative to the page's own time: "yesterday 14:05", "3 hours ago", "vor 2 Tagen".
///
/// Built from a locale's phrases, not from a language's grammar: the locale determines the position of a count.
package struct RelativeDates: Sendable {
    /// Phrases without a count.
    private let phrases: [[UInt8]: Meaning]
    /// The names of days, the longest first.
    private let days: [(name: [UInt8], distance: RelativeDistance)]
    private let counted: [CountedPhrase]
    private let chains: [RelativeChain]
    private let numbers: RelativeNumbers
    private let times: RelativeTimes
    private let timesInText: RelativeTimes

    private struct Meaning: Hashable, Sendable {
        let distance: RelativeDistance
        /// Whether it is a day, not a time: "yesterday", but not "now".
        let isDay: Bool

        /// The meaning of a number of ``LocaleData/Names/phrases``: the count from -128 on, the unit, and whether it is a
        /// day.
        init?(code: Int) {
            guard let unit = RelativeUnit(rawValue: code >> 1 & 7),
                let distance = RelativeDistance(Double((code >> 4) - 128), unit)
            else { return nil }
            self.distance = distance
            isDay = code & 1 == 1
        }
    }

    private static let known = LocaleCache<RelativeDates> { RelativeDates(locale: $0) }

    /// The phrases of a locale, cached.
    static func of(locale identifier: String) -> RelativeDates { known[identifier] }

    private init(locale identifier: String) {
        let data = LocaleData(identifier)
        let notation = data.notation()
        var phrases = data.names(.phrases).compactMapValues { Meaning(code: $0) }
        if let now = phrases[Array("now".utf8)] { phrases[Array("just now".utf8)] = now }
        self.phrases = phrases
        days = phrases.filter { $0.value.isDay && $0.value.distance.months == 0 }
            .map { (name: $0.key, distance: $0.value.distance) }
            .sorted { $0.name.count > $1.name.count }
        let counted = data.countedPhrases()
        self.counted = CountedPhrase.distinct(counted)
        chains = RelativeChain.chains(counted, conjunction: notation.conjunction)
        numbers = RelativeNumbers(FoldedNames(folded: data.names(.numbers)), locale: identifier)
        times = RelativeTimes(notation, locale: identifier, zones: ["Z", "z"])
        timesInText = RelativeTimes(notation, locale: identifier, zones: ["Z"])
    }

    /// The moment of a whole folded text; `nil` if it is not one of the locale's phrases.
    ///
    /// - Parameter isInText: whether it is a part of running text, in which only an offset may follow the time: an abbreviation
    ///   of a zone may be a word, and ``ZoneInText`` reads it.
    func read(
        _ text: [UInt8],
        _ setting: DateSetting,
        isInText: Bool = false
    ) throws(StepError) -> Moment? {
        let text = RelativeDates.normal(text)
        if let meaning = phrases[text] {
            var moment = try meaning.distance.moment(from: try setting.now(), setting.zone)
            if meaning.isDay || meaning.distance.isOfDays { moment?.time = nil }
            return moment
        }
        if let distance = distance(text) {
            var moment = try distance.moment(from: try setting.now(), setting.zone)
            if distance.isOfDays { moment?.time = nil }
            return moment
        }
        return try dayWithTime(text, isInText ? timesInText : times, setting)?.moment(setting)
    }

    /// The fields of a whole folded text that is a day with a time, in which only an offset may follow the time:
    /// "yesterday 14:05", "14:05 today".
    func dayWithTime(_ text: [UInt8], _ setting: DateSetting) throws(StepError) -> DateFields? {
        try dayWithTime(RelativeDates.normal(text), timesInText, setting)
    }

    private func dayWithTime(
        _ text: [UInt8],
        _ times: RelativeTimes,
        _ setting: DateSetting
    ) throws(StepError) -> DateFields? {
        guard let (distance, time) = dayWithTime(text, times),
            let day = try distance.moment(from: try setting.now(), setting.zone)
        else { return nil }
        var fields = time
        fields.year = day.year
        fields.month = day.month
        fields.day = day.day
        return fields
    }

    private func distance(_ text: [UInt8]) -> RelativeDistance? {
        for phrase in counted {
            if let distance = phrase.distance(text, numbers) { return distance }
        }
        for chain in chains {
            if let distance = chain.distance(text, numbers) { return distance }
        }
        return nil
    }

    /// "Yesterday 14:05", "14:05, yesterday".
    private func dayWithTime(_ text: [UInt8], _ times: RelativeTimes) -> (RelativeDistance, DateFields)? {
        for (name, distance) in days where text.count > name.count {
            if text.starts(with: name), let time = times.read(text.dropFirst(name.count)) {
                return (distance, time)
            }
            if text.suffix(name.count).elementsEqual(name), let time = times.read(text.dropLast(name.count)) {
                return (distance, time)
            }
        }
        return nil
    }

    /// The form in which phrases are compared: without the points of abbreviations.
    static func normal(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(UInt8(ascii: ".")) else { return text }
        return text.indices.compactMap { index in
            guard text[index] == UInt8(ascii: ".") else { return text[index] }
            let isBetween =
                index > 0 && index + 1 < text.count && text[index - 1].isASCIIDigit
                && text[index + 1].isASCIIDigit
            return isBetween ? text[index] : nil
        }
    }
}

/// The times of day next to the name of a day: "yesterday at 2:05 PM", "gestern um 14:05".
struct RelativeTimes: Sendable {
    private let patterns: [DatePattern]
    /// Words between the day and the time, folded.
    private let glue: [[UInt8]]

    /// - Parameter zones: the symbols of the zones that may follow a time.
    init(_ notation: LocaleData.Notation, locale identifier: String, zones: [String]) {
        let clocks = ["H:mm", "H:mm:ss", "h:mm a", "h:mm:ss a", "h a"]
        let common = clocks + zones.flatMap { zone in clocks.map { "\($0) \(zone)" } }
        var seen: Set<String> = []
        patterns = (notation.times + common).filter { seen.insert($0).inserted }
            .compactMap { try? DatePattern($0, locale: identifier) }
        glue = notation.glue
    }

    /// The time in a text next to the day's name.
    func read(_ text: ArraySlice<UInt8>) -> DateFields? {
        var text = RelativeTimes.trimmed(text)
        for word in glue where text.starts(with: word) {
            text = RelativeTimes.trimmed(text.dropFirst(word.count))
            break
        }
        let whole = Array(text)
        for pattern in patterns {
            if let fields = pattern.read(whole), fields.time() != nil { return fields }
        }
        return nil
    }

    /// The text without white space, commas and dashes at its ends; several scripts have a comma of their own.
    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while let count = separator(text) { text = text.dropFirst(count) }
        while text.last == UInt8(ascii: " ") || text.last == UInt8(ascii: ",") { text.removeLast() }
        return text
    }

    private static func separator(_ text: ArraySlice<UInt8>) -> Int? {
        for mark in [" ", ",", "-", "،", "、"] where text.starts(with: mark.utf8) { return mark.utf8.count }
        return nil
    }
}
