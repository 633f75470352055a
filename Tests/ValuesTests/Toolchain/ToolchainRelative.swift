import Foundation
import _FoundationICU

/// A locale's phrases such as "3 hours ago" and "yesterday", from ICU.
struct ToolchainRelative {
    /// A phrase with a count: the text before and after it.
    struct Counted: Hashable {
        let before: String
        let after: String
        /// 0 is a year, 6 a second.
        let unit: Int
        let isPast: Bool
        /// Long, short or narrow.
        let style: Int
    }

    /// A phrase without a count.
    struct Named: Hashable {
        let unit: Int
        /// Negative in the past.
        let count: Int
        /// Whether it is a day, not a time: "yesterday", but not "now".
        let isDay: Bool
    }

    /// The phrases without a count that have one meaning.
    private(set) var named: [String: Named] = [:]
    /// The phrases with a count that have one meaning, in the order in which they are tried.
    private(set) var counted: [Counted] = []

    private static let units = [
        UDAT_REL_UNIT_YEAR, UDAT_REL_UNIT_MONTH, UDAT_REL_UNIT_WEEK, UDAT_REL_UNIT_DAY, UDAT_REL_UNIT_HOUR,
        UDAT_REL_UNIT_MINUTE, UDAT_REL_UNIT_SECOND,
    ]
    /// Counts that together have every plural form of every language.
    private static let counts = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 20, 21, 22, 100]

    private struct Phrase {
        let text: String
        let unit: Int
        let count: Int
        let isNumeric: Bool
        let style: Int
    }

    init(locale: String) {
        let phrases = ToolchainRelative.phrases(locale)
        // A locale without a word returns the count: "in 2 days" is not a name of a day.
        let numeric = Set(phrases.lazy.filter(\.isNumeric).map(\.text))
        var meanings: [String: [Named]] = [:]
        for phrase in phrases where phrase.isNumeric || !numeric.contains(phrase.text) {
            let text = ToolchainRelative.withoutPoints(ToolchainText.fold(phrase.text))
            if let found = ToolchainRelative.counted(phrase, text) {
                counted.append(found)
            } else {
                let isDay = !phrase.isNumeric && phrase.unit != 6
                let meaning = Named(unit: phrase.unit, count: phrase.count, isDay: isDay)
                meanings[text, default: []].append(meaning)
            }
        }
        named = meanings.compactMapValues { ToolchainRelative.common($0) }
        keepClear()
    }

    /// The one meaning of a phrase; the same distance in two units, such as 0 days and 0 weeks, is one meaning.
    private static func common(_ meanings: [Named]) -> Named? {
        struct Distance: Hashable {
            let kind: Int
            let count: Int
            let isDay: Bool
        }
        let kinds = [(0, 12), (0, 1), (1, 7), (1, 1), (2, 3600), (2, 60), (2, 1)]
        let distances = meanings.map { meaning in
            let (kind, length) = kinds[meaning.unit]
            let count = meaning.count * length
            return Distance(kind: count == 0 ? 0 : kind, count: count, isDay: meaning.isDay)
        }
        return Set(distances).count == 1 ? meanings.min { $0.unit < $1.unit } : nil
    }

    private mutating func keepClear() {
        struct Words: Hashable {
            let before, after: String
        }
        struct Meaning: Hashable {
            let unit: Int
            let isPast: Bool
        }
        var meanings: [Words: Set<Meaning>] = [:]
        for phrase in counted {
            meanings[Words(before: phrase.before, after: phrase.after), default: []].insert(
                Meaning(unit: phrase.unit, isPast: phrase.isPast)
            )
        }
        var seen: Set<Counted> = []
        counted = counted.filter { phrase in
            meanings[Words(before: phrase.before, after: phrase.after)]?.count == 1
                && seen.insert(phrase).inserted
        }
    }

    private static func counted(_ phrase: Phrase, _ text: String) -> Counted? {
        guard phrase.isNumeric else { return nil }
        let bytes = Array(text.utf8)
        let digits = Array(String(abs(phrase.count)).utf8)
        let starts = bytes.indices.filter { bytes[$0...].starts(with: digits) }
        guard starts.count == 1, let start = starts.first else { return nil }
        var before = bytes[..<start]
        while before.last == 0x20 { before.removeLast() }
        let after = bytes[(start + digits.count)...].drop { $0 == 0x20 }
        let words = (String(decoding: before, as: UTF8.self), String(decoding: after, as: UTF8.self))
        // Narrow phrases of some locales have only a sign.
        guard !before.isEmpty || !after.isEmpty, words.0 != "-", words.0 != "+" else { return nil }
        return Counted(
            before: words.0,
            after: words.1,
            unit: phrase.unit,
            isPast: phrase.count < 0,
            style: phrase.style
        )
    }

    /// Without the points of abbreviations.
    private static func withoutPoints(_ text: String) -> String {
        let bytes = Array(text.utf8)
        func isDigit(_ index: Int) -> Bool {
            bytes.indices.contains(index) && (0x30...0x39).contains(bytes[index])
        }
        let kept = bytes.indices.filter { bytes[$0] != 0x2E || (isDigit($0 - 1) && isDigit($0 + 1)) }
        return String(decoding: kept.map { bytes[$0] }, as: UTF8.self)
    }

    private static func phrases(_ locale: String) -> [Phrase] {
        [UDAT_STYLE_LONG, UDAT_STYLE_SHORT, UDAT_STYLE_NARROW].enumerated().flatMap { style, value in
            var status = U_ZERO_ERROR
            let formatter = swift_ureldatefmt_open(locale, nil, value, UDISPCTX_CAPITALIZATION_NONE, &status)
            defer { if let formatter { swift_ureldatefmt_close(formatter) } }
            guard let formatter, status.rawValue <= U_ZERO_ERROR.rawValue else { return [Phrase]() }
            return units.enumerated().flatMap { unit, code in
                let numeric = counts.flatMap { [-$0, $0] }.compactMap { count in
                    ToolchainText.written {
                        swift_ureldatefmt_formatNumeric(formatter, Double(count), code, $0, $1, $2)
                    }
                    .map { Phrase(text: $0, unit: unit, count: count, isNumeric: true, style: style) }
                }
                let few = unit == 3 ? [-2, -1, 0, 1, 2] : unit == 6 ? [0] : [-1, 1]
                let named = few.compactMap { count in
                    ToolchainText.written {
                        swift_ureldatefmt_format(formatter, Double(count), code, $0, $1, $2)
                    }
                    .map { Phrase(text: $0, unit: unit, count: count, isNumeric: false, style: style) }
                }
                return numeric + named
            }
        }
    }

    /// The word by which a locale joins the last two of a list, folded: "and".
    static func conjunction(locale: String) -> String {
        var status = U_ZERO_ERROR
        let formatter = swift_ulistfmt_openForType(locale, ULISTFMT_TYPE_AND, ULISTFMT_WIDTH_WIDE, &status)
        defer { if let formatter { swift_ulistfmt_close(formatter) } }
        guard let formatter, status.rawValue <= U_ZERO_ERROR.rawValue else { return "" }
        let one: [UInt16] = [0x31]
        let joined = one.withUnsafeBufferPointer { one in
            ToolchainText.written {
                swift_ulistfmt_format(formatter, [one.baseAddress, one.baseAddress], [1, 1], 2, $0, $1, $2)
            }
        }
        return ToolchainText.fold((joined ?? "").replacingOccurrences(of: "1", with: " "))
    }

    /// The words of the numbers from 1 to 12 in a locale, in all forms: one, eine, einem, deux.
    static func numberWords(locale: String) -> NumberedNames {
        var names = NameCollector()
        // English articles are not forms of the number in ICU.
        if locale.hasPrefix("en") { for article in ["a", "an"] { names.add(article, 1) } }
        var status = U_ZERO_ERROR
        let formatter = swift_unum_open(UNUM_SPELLOUT, nil, 0, locale, nil, &status)
        defer { if let formatter { swift_unum_close(formatter) } }
        guard let formatter, status.rawValue <= U_ZERO_ERROR.rawValue else { return [:] }
        let sets = ToolchainText.written {
            swift_unum_getTextAttribute(formatter, UNUM_PUBLIC_RULESETS, $0, $1, $2)
        }
        for set in (sets ?? "").split(separator: ";") where set.hasPrefix("%spellout-cardinal") {
            let name = Array(set.utf16)
            var status = U_ZERO_ERROR
            swift_unum_setTextAttribute(formatter, UNUM_DEFAULT_RULESET, name, Int32(name.count), &status)
            guard status.rawValue <= U_ZERO_ERROR.rawValue else { continue }
            for number in 1...12 {
                let word = ToolchainText.written {
                    swift_unum_formatInt64(formatter, Int64(number), $0, $1, nil, $2)
                }
                if let word { names.add(ToolchainText.name(word), number) }
            }
        }
        return names.names
    }
}
