import Addresses
import Engine
import Records

/// Infers the type that all values of a field fit: guesses from their form, and tests each guess with the rules language.
struct TypeInference {
    /// The page that supplies the address and the clock.
    let page: Page
    /// The maximum number of values of a field that are tested. The draft is later tested with all.
    private static let sampleLimit = 300

    /// Returns a conversion for each field, by default to a string.
    func conversions(of fields: [FieldExamples]) -> [ValueConversion] {
        let samples = fields.map { Array(Set($0.all)).sorted().prefix(TypeInference.sampleLimit) }
        let language = PageLanguage.of(page)
        let guesses = zip(fields, samples).map { TypeGuess.conversions(of: Array($1), $0.field, language) }
        var members: [Value.Member] = []
        var rules: [String] = []
        for (index, sample) in samples.enumerated() where !guesses[index].isEmpty {
            members.append(Value.Member("v\(index)", .list(sample.map(Value.string))))
            for (number, guess) in guesses[index].enumerated() {
                var field = FieldDraft(name: "f\(index)c\(number)", selectors: ["> v\(index) > item"])
                field.conversion = guess
                field.isList = true
                rules.append(DraftWriter.member(field))
            }
        }
        guard !rules.isEmpty else { return guesses.map { _ in ValueConversion() } }
        let outcome = read(members, rules)
        return guesses.indices.map { index in
            let fitting = guesses[index].indices.filter { number in
                let name = "f\(index)c\(number)"
                return outcome.records.first?[name]?.list?.count == samples[index].count
                    && !outcome.diagnostics.contains { $0.field == name }
            }
            return TypeGuess.choose(fitting.map { guesses[index][$0] })
        }
    }

    private func read(_ members: [Value.Member], _ fields: [String]) -> Outcome {
        let text =
            "{\"source\": \"json\", \"records\": {\"Values\": {\"fields\": {\(fields.joined(separator: ", "))}}}}"
        guard let rules = try? Rules(SourceText(name: "types", bytes: Array(text.utf8)), registry: Registry())
        else {
            return Outcome(records: [], diagnostics: [])
        }
        let bytes = Array(JSONWriter.compact(.object(members)).utf8)
        let url = PageAddresses.address(of: page)
        return rules.scrape(Page(name: "values", bytes: bytes, url: url, clock: page.clock))
    }
}

/// Guesses types from the characters of values.
enum TypeGuess {
    /// Returns the conversions to test, best first. Empty for plain text.
    ///
    /// - Parameter language: the language of the page, if it is not English.
    static func conversions(
        of values: [String],
        _ field: FieldDraft,
        _ language: String? = nil
    ) -> [ValueConversion] {
        let found = conversions(ofForms: values, field, language)
        guard let language, !values.isEmpty, values.allSatisfy(mayBeDate),
            found.allSatisfy({ ["date", "datetime"].contains($0.type) })
        else { return found + datesInText(values, field, language) }
        return found + namedDates(language, values) + datesInText(values, field, language)
    }

    /// The dates in longer texts, such as "Posted on 3 May 2024", of a field whose name is that of a date.
    private static func datesInText(
        _ values: [String],
        _ field: FieldDraft,
        _ language: String?
    ) -> [ValueConversion] {
        let names = field.hints.words.compactMap { Lexicon.name(for: $0) }
        guard names.contains(where: { ["date", "updated"].contains($0) }), !values.isEmpty,
            values.allSatisfy(mayBeDate)
        else { return [] }
        return ["datetime", "date"].map {
            ValueConversion(type: $0, locale: language, isInText: true)
        }
    }

    /// Whether a text may be a date with names in another language.
    private static func mayBeDate(_ text: String) -> Bool {
        text.utf8.count <= 60 && text.contains(where: \.isNumber) && text.contains(where: \.isLetter)
    }

    private static func conversions(
        ofForms values: [String],
        _ field: FieldDraft,
        _ language: String?
    ) -> [ValueConversion] {
        guard !values.isEmpty else { return [] }
        switch field.hints.kind {
        case .link, .image: return [ValueConversion(type: "url")]
        case .time, .text, .attribute: break
        }
        if values.allSatisfy(isAddress) { return [ValueConversion(type: "url")] }
        if values.contains(where: isLong) { return [ValueConversion(type: "text")] }
        if field.isWord { return values.allSatisfy(isDateLike) ? dates : [] }
        if values.allSatisfy({ $0 == "true" || $0 == "false" }) { return [ValueConversion(type: "boolean")] }
        // Values with leading zeros are codes: a number would lose them.
        if values.contains(where: {
            $0.hasPrefix("0") && $0.count > 1 && !$0.contains(where: { ".,:/-年".contains($0) })
        }) {
            return []
        }
        guard
            values.allSatisfy({ $0.utf8.count <= 60 && $0.contains(where: \.isNumber) || isRelativeDay($0) })
        else {
            return []
        }
        // The next price may have cents.
        let words = field.hints.words + [field.hints.given].compactMap { $0 }
        let isPrice = words.contains { Lexicon.name(for: $0).map(Lexicon.isPrice) ?? false }
        if let language, values.allSatisfy(isLocalNumber), values.contains(where: hasMark) {
            return numbers(language, isPrice ? ["decimal"] : ["integer", "decimal"])
                + (values.allSatisfy(isPlainNumber) ? [ValueConversion(type: "decimal")] : [])
        }
        if values.allSatisfy(isPlainNumber) {
            if isPrice { return [ValueConversion(type: "decimal")] }
            return [ValueConversion(type: "integer"), ValueConversion(type: "decimal")]
        }
        if values.allSatisfy({
            $0.hasPrefix("P") && $0.dropFirst().allSatisfy { $0.isNumber || "YMWDTHS.".contains($0) }
        }) {
            return [ValueConversion(type: "duration")]
        }
        let local = values.contains(where: hasMark) ? language : nil
        if values.allSatisfy(isMoney) { return numbers(local, ["decimal"]) }
        if field.hints.words.contains(where: Lexicon.isCount) || values.allSatisfy(isCount) {
            return numbers(local, ["integer", "decimal"])
        }
        return values.allSatisfy(isDateLike) ? dates : []
    }

    /// Chooses among the conversions that fit all values. If day and month are ambiguous, neither order is chosen.
    static func choose(_ fitting: [ValueConversion]) -> ValueConversion {
        let ambiguous = ["d/M/yyyy", "M/d/yyyy"].map { ValueConversion(type: "date", formats: [$0]) }
        let isAmbiguous = ambiguous.allSatisfy(fitting.contains)
        return fitting.first { !(isAmbiguous && ambiguous.contains($0)) } ?? ValueConversion()
    }

    /// The conversions of texts with a number, as the page's language writes them, and as English does.
    private static func numbers(_ language: String?, _ types: [String]) -> [ValueConversion] {
        let local = language.map { ["{ \"number\": \"\($0)\" }"] } ?? []
        return (local + ["\"number\""]).flatMap { step in
            types.map { ValueConversion(steps: [step], type: $0) }
        }
    }

    // MARK: - Forms

    private static func isAddress(_ text: String) -> Bool {
        WebAddress.begins(text) && !text.contains(where: \.isWhitespace)
    }

    /// Whether a text is so long that its line breaks matter.
    private static func isLong(_ text: String) -> Bool { text.utf8.count > 400 }

    private static func isPlainNumber(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        // `1.5.2026` is a day.
        return digits.first?.isASCIIDigit == true && digits.allSatisfy { $0.isASCIIDigit || $0 == "." }
            && digits.count { $0 == "." } <= 1 && digits.utf8.count <= 18
    }

    /// Marks within numbers other than a point before the fraction: those of languages other than English.
    private static let marks: Set<Character> = [".", ",", "'", "’", " ", "\u{A0}", "\u{202F}", "\u{2009}"]

    /// Whether a number has a mark between its digits, which languages read differently.
    private static func hasMark(_ text: String) -> Bool {
        zip(text, zip(text.dropFirst(), text.dropFirst(2))).contains { before, next in
            before.isNumber && marks.contains(next.0) && next.1.isNumber
        }
    }

    /// Whether a text is a number alone, with groups of three digits or a comma before the fraction: `1.234`, `12,50`.
    private static func isLocalNumber(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= 2, text.utf8.count <= 24, parts.allSatisfy({ !$0.isEmpty }) else { return false }
        if parts.count == 2, !parts[1].allSatisfy(\.isASCIIDigit) { return false }
        let groups = parts[0].split(omittingEmptySubsequences: false) { marks.contains($0) }
        return groups.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }
            && groups.dropFirst().allSatisfy { $0.count == 3 }
            && (groups.count == 1 || groups[0].count <= 3)
    }

    private static let currencies = [
        "USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RUB",
        "BRL",
        "Rs", "Kč", "kr", "kr.", "zł", "Ft", "lei", "лв.", "руб", "руб.", "грн", "грн.", "TL", "円", "元", "원",
        "Fr.",
    ]

    private static func isMoney(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
            || currencies.contains { text.hasPrefix($0) || text.hasSuffix($0) }
            || text.contains { "円元원".contains($0) }
    }

    /// Whether a text is a number followed by a counted noun: "12 comments".
    private static func isCount(_ text: String) -> Bool {
        let parts = text.split(separator: " ")
        return parts.count == 2 && parts[0].allSatisfy { $0.isASCIIDigit || $0 == "," }
            && Lexicon.isCount(String(parts[1]).lowercased())
    }

    private static func isRelativeDay(_ text: String) -> Bool {
        ["today", "yesterday", "just now"].contains(text.lowercased())
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func isDateLike(_ text: String) -> Bool {
        let lower = text.lowercased()
        if isRelativeDay(lower) || lower.hasSuffix(" ago") { return true }
        let hasMonth = lower.split(whereSeparator: { !$0.isLetter }).contains { word in
            months.contains { word.hasPrefix($0) } && word.count <= 9
        }
        if hasMonth { return true }
        let parts = lower.split(whereSeparator: { !$0.isASCIIDigit })
        return parts.count >= 3 && lower.contains { "-/.年".contains($0) }
            && parts.contains { $0.count == 4 || $0.count == 8 }
    }

    /// The date formats of pages, those with a time first.
    private static let dates: [ValueConversion] =
        [("datetime", "iso-8601"), ("date", "iso-8601"), ("datetime", "rfc-2822")].map(date)
        + [
            "MMM d, yyyy h:mm a", "MMM d, yyyy 'at' h:mm a", "MMM d, yyyy, h:mm a", "d MMM yyyy HH:mm",
            "d MMM yyyy, HH:mm",
            "d.M.yyyy HH:mm", "d.M.yyyy, HH:mm", "yyyy/M/d H:mm", "yyyy.M.d H:mm", "yyyy年M月d日 H:mm",
            "MMM d yyyy HH:mm:ss z",
        ].map { date(("datetime", $0)) }
        + [
            "MMM d, yyyy", "MMM d yyyy", "d MMM yyyy", "d MMM, yyyy", "EEE, MMM d, yyyy", "EEE, d MMM yyyy",
            "EEE MMM d, yyyy",
            "d. MMM yyyy", "yyyy/M/d", "yyyy.M.d", "yyyy-M-d", "d.M.yyyy", "d-M-yyyy", "d/M/yyyy", "M/d/yyyy",
            "yyyy年M月d日",
        ].map { date(("date", $0)) }
        + [date(("datetime", "relative"))]

    /// The formats of days that only some languages have, with those that are mixed on pages.
    private static func ownDates(_ language: String, _ values: [String]) -> [ValueConversion] {
        func days(_ formats: [String], _ calendar: String? = nil) -> [ValueConversion] {
            let each = formats.map { [$0] } + (formats.count > 1 ? [formats] : [])
            return each.map { ValueConversion(type: "date", formats: $0, calendar: calendar) }
        }
        let years = values.flatMap { text in
            text.split { !$0.isNumber }.compactMap { part in
                part.count == 4
                    ? Int(String(part.compactMap { $0.wholeNumberValue.map(String.init) }.joined())) : nil
            }
        }
        func areYears(_ range: ClosedRange<Int>) -> Bool {
            !years.isEmpty && years.allSatisfy(range.contains)
        }
        switch language.prefix(2) {
        case "ru", "bg", "be": return days(["d MMMM yyyy 'г.'", "d MMMM yyyy"])
        case "uk": return days(["d MMMM yyyy 'р.'", "d MMMM yyyy"])
        case "pl": return days(["d MMMM yyyy 'r.'", "d MMMM yyyy"])
        case "ja": return days(["yyyy年M月d日", "Gy年M月d日"]) + days(["yyyy年M月d日(E)", "yyyy年M月d日"])
        case "zh": return days(["yyyy年M月d日", "Gy年M月d日"])
        case "ko": return days(["yyyy년 M월 d일"])
        case "hu": return days(["yyyy. MMMM d."])
        case "th" where areYears(2400...2700): return days(["d MMMM y", "d MMM y", "d/M/y"], "buddhist")
        case "fa" where areYears(1300...1500): return days(["d MMMM y"], "persian")
        case "ar" where areYears(1300...1500): return days(["d MMMM y"], "islamic")
        default: return []
        }
    }

    /// The formats with names, in the words of a language.
    private static func namedDates(_ language: String, _ values: [String]) -> [ValueConversion] {
        let more = [
            "d. MMMM yyyy, HH:mm", "d. MMMM yyyy HH:mm", "d MMMM yyyy 'à' HH:mm",
            "d 'de' MMMM 'de' yyyy HH:mm",
        ]
        .map { date(("datetime", $0)) }
        let days = [
            "d. MMMM yyyy", "EEEE, d. MMMM yyyy", "EEEE d MMMM yyyy", "d 'de' MMMM 'de' yyyy",
            "d MMMM 'de' yyyy",
        ].map { date(("date", $0)) }
        let known = dates.filter { $0.formats.contains { $0.contains("MMM") || $0 == "relative" } }
        return (ownDates(language, values) + more + days + known).map { conversion in
            var named = conversion
            named.locale = language
            return named
        }
    }

    private static func date(_ pair: (type: String, format: String)) -> ValueConversion {
        // ISO 8601 is the default format.
        ValueConversion(type: pair.type, formats: pair.format == "iso-8601" ? [] : [pair.format])
    }
}

/// The language that an HTML page declares.
enum PageLanguage {
    /// The language of a page in the form of a locale, such as `de` or `pt_BR`; `nil` for English, and if none is
    /// declared or known.
    static func of(_ page: Page) -> String? {
        guard PageReader.probableSource(of: page) == "html",
            let document = PageReader(source: "html")?.parse(page).document,
            let declared = document.root?["lang"]
        else { return nil }
        let parts = declared.split(separator: "-").map { String($0) }
        guard let language = parts.first?.lowercased(), language != "en", !language.isEmpty else {
            return nil
        }
        var locales = [language]
        if let region = parts.dropFirst().first(where: { $0.utf8.count == 2 }) {
            locales.insert("\(language)_\(region.uppercased())", at: 0)
        }
        return locales.first { isKnown($0) }
    }

    /// Whether the rules language knows a locale.
    private static func isKnown(_ locale: String) -> Bool {
        let field =
            "{\"select\": \"a\", \"type\": \"date\", \"format\": \"d MMM y\", \"locale\": \"\(locale)\"}"
        let text = "{\"records\": {\"R\": {\"fields\": {\"x\": \(field)}}}}"
        return (try? Rules(SourceText(name: "locale", bytes: Array(text.utf8)), registry: Registry())) != nil
    }
}
