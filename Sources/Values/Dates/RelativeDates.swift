import Records

/// Dates that a page tells from its own time: "yesterday 14:05", "3 hours ago", "vor 2 Tagen".
///
/// Built of a locale's phrases, never of a language's grammar: a count stands where the locale puts it.
package struct RelativeDates: Sendable {
    /// Phrases without a count.
    private let phrases: [[UInt8]: Meaning]
    /// The names of days, the longest first.
    private let days: [(name: [UInt8], distance: RelativeDistance)]
    private let counted: [CountedPhrase]
    private let chains: [RelativeChain]
    private let numbers: NameTable
    private let times: RelativeTimes

    private struct Meaning: Hashable, Sendable {
        let distance: RelativeDistance
        /// Whether a day is meant, not a time: "yesterday", but not "now".
        let isDay: Bool
    }

    private static let known = LocaleCache<RelativeDates> { RelativeDates(locale: $0) }

    /// The phrases of a locale, made once.
    static func of(locale identifier: String) -> RelativeDates { known[identifier] }

    private init(locale identifier: String) {
        let locale = identifier.replacing("-", with: "_")
        let phrases = RelativeWords.phrases(locale)
        var meanings: [[UInt8]: Set<Meaning>] = [:]
        var counted: [CountedPhrase] = []
        // Where a locale has no word it gives the count: "in 2 days" is no name of a day.
        let numeric = Set(phrases.lazy.filter(\.isNumeric).map(\.text))
        for phrase in phrases where phrase.isNumeric || !numeric.contains(phrase.text) {
            let text = RelativeDates.normal(DateText.fold(phrase.text))
            if let phrase = CountedPhrase(phrase, text) {
                counted.append(phrase)
            } else if let distance = RelativeDistance(Double(phrase.count), phrase.unit) {
                let isDay = !phrase.isNumeric && phrase.unit != .second
                meanings[text, default: []].insert(Meaning(distance: distance, isDay: isDay))
            }
        }
        // A phrase with two meanings, as Hindi's word for yesterday and tomorrow, tells neither.
        let clear = meanings.compactMapValues { $0.count == 1 ? $0.first : nil }
        self.phrases = clear
        days = clear.filter { $0.value.isDay && $0.value.distance.months == 0 }
            .map { (name: $0.key, distance: $0.value.distance) }
            .sorted { $0.name.count > $1.name.count }
        counted = CountedPhrase.clear(counted)
        self.counted = CountedPhrase.distinct(counted)
        chains = RelativeChain.chains(counted, locale: locale)
        numbers = NameTable(NumberWords.words(locale))
        times = RelativeTimes(locale: identifier)
    }

    /// The moment that a whole folded text tells; `nil` where it is not one of the locale's phrases.
    func read(_ text: [UInt8], _ setting: DateSetting) throws(StepError) -> Moment? {
        let text = RelativeDates.normal(text)
        if let meaning = phrases[text] {
            var moment = try meaning.distance.moment(from: try setting.now(), setting.zone)
            if meaning.isDay { moment?.time = nil }
            return moment
        }
        if let distance = distance(text) {
            return try distance.moment(from: try setting.now(), setting.zone)
        }
        guard let (distance, time) = dayWithTime(text),
            let day = try distance.moment(from: try setting.now(), setting.zone)
        else { return nil }
        var fields = time
        fields.year = day.year
        fields.month = day.month
        fields.day = day.day
        return try fields.moment(setting)
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
    private func dayWithTime(_ text: [UInt8]) -> (RelativeDistance, DateFields)? {
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
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard text.contains(UInt8(ascii: ".")) else { return text }
        return text.indices.compactMap { index in
            guard text[index] == UInt8(ascii: ".") else { return text[index] }
            let isBetween =
                index > 0 && index + 1 < text.count && digits.contains(text[index - 1])
                && digits.contains(text[index + 1])
            return isBetween ? text[index] : nil
        }
    }
}
