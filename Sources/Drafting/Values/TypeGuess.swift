/// Which types values may have, told by their characters.
enum TypeGuess {
    /// What is worth trying, the best first; nothing for what is plainly text.
    static func readings(of values: [String], _ field: FieldSketch) -> [Reading] {
        guard !values.isEmpty else { return [] }
        switch field.hints.kind {
        case .link, .image: return [Reading(type: "url")]
        case .time, .text, .attribute: break
        }
        if values.allSatisfy(isAddress) { return [Reading(type: "url")] }
        if values.contains(where: isLong) { return [Reading(type: "text")] }
        if field.isWord { return values.allSatisfy(isDateLike) ? dates : [] }
        if values.allSatisfy({ $0 == "true" || $0 == "false" }) { return [Reading(type: "boolean")] }
        // What begins with zeros is a code: a number would lose them.
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
        if values.allSatisfy(isPlainNumber) { return [Reading(type: "integer"), Reading(type: "decimal")] }
        if values.allSatisfy({
            $0.hasPrefix("P") && $0.dropFirst().allSatisfy { $0.isNumber || "YMWDTHS.".contains($0) }
        }) {
            return [Reading(type: "duration")]
        }
        let number = Reading(steps: ["\"number\""], type: "decimal")
        if values.allSatisfy(isMoney) { return [number] }
        if field.hints.words.contains(where: Lexicon.isCount) || values.allSatisfy(isCount) {
            return [Reading(steps: ["\"number\""], type: "integer"), number]
        }
        return values.allSatisfy(isDateLike) ? dates : []
    }

    /// The one to take of those that fit all values. Of a day and month that could each be the other none is.
    static func choose(_ fitting: [Reading]) -> Reading {
        let ambiguous = ["d/M/yyyy", "M/d/yyyy"].map { Reading(type: "date", formats: [$0]) }
        let isAmbiguous = ambiguous.allSatisfy(fitting.contains)
        return fitting.first { !(isAmbiguous && ambiguous.contains($0)) } ?? Reading()
    }

    // MARK: - Looks

    private static func isAddress(_ text: String) -> Bool {
        (text.hasPrefix("https://") || text.hasPrefix("http://")) && !text.contains(where: \.isWhitespace)
    }

    /// Whether a text is so long that its line breaks are worth keeping.
    private static func isLong(_ text: String) -> Bool { text.utf8.count > 400 }

    private static func isPlainNumber(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        return digits.first?.isASCIIDigit == true && digits.allSatisfy { $0.isASCIIDigit || $0 == "." }
            && digits.utf8.count <= 18
    }

    private static let currencies = [
        "USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "Rs", "Kč", "kr", "zł",
    ]

    private static func isMoney(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
            || currencies.contains { text.hasPrefix($0) || text.hasSuffix($0) }
    }

    /// A number with a word of what is counted behind it: "12 comments".
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

    /// The ways to write dates that pages have, those with a time first.
    private static let dates: [Reading] =
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

    private static func date(_ pair: (type: String, format: String)) -> Reading {
        // ISO 8601 is what is read without a format.
        Reading(type: pair.type, formats: pair.format == "iso-8601" ? [] : [pair.format])
    }
}

extension Character {
    /// Whether this is one of the ten digits of ASCII.
    var isASCIIDigit: Bool { isASCII && isNumber }
}
