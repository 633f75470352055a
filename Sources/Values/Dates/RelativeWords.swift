import Foundation
import _FoundationICU

/// A locale's phrases such as "3 hours ago" and "yesterday", from the toolchain's ICU: Foundation on Linux lacks them.
struct RelativeWords {
    /// A phrase with its meaning: the text, the unit and the count, negative in the past.
    struct Phrase: Hashable {
        let text: String
        let unit: RelativeUnit
        let count: Int
        /// Whether the phrase contains the count in digits.
        let isNumeric: Bool
        /// Long, short or narrow.
        let style: UInt32
    }

    /// Counts that together have every plural form of every language.
    private static let counts = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 20, 21, 22, 100]

    /// All phrases of a locale.
    static func phrases(_ locale: String) -> [Phrase] {
        [UDAT_STYLE_LONG, UDAT_STYLE_SHORT, UDAT_STYLE_NARROW].flatMap { style in
            var status = U_ZERO_ERROR
            let formatter = swift_ureldatefmt_open(
                locale,
                nil,
                style,
                UDISPCTX_CAPITALIZATION_NONE,
                &status
            )
            defer { if let formatter { swift_ureldatefmt_close(formatter) } }
            guard let formatter, status.rawValue <= U_ZERO_ERROR.rawValue else { return [Phrase]() }
            return RelativeUnit.allCases.flatMap { unit in
                numeric(formatter, unit, style) + named(formatter, unit, style)
            }
        }
    }

    private static func numeric(
        _ formatter: OpaquePointer,
        _ unit: RelativeUnit,
        _ style: UDateRelativeDateTimeFormatterStyle
    ) -> [Phrase] {
        counts.flatMap { [-$0, $0] }.compactMap { count in
            return text { buffer, capacity, status in
                swift_ureldatefmt_formatNumeric(formatter, Double(count), unit.icu, buffer, capacity, status)
            }.map { Phrase(text: $0, unit: unit, count: count, isNumeric: true, style: style.rawValue) }
        }
    }

    /// Phrases without a count, such as "yesterday" and "now".
    private static func named(
        _ formatter: OpaquePointer,
        _ unit: RelativeUnit,
        _ style: UDateRelativeDateTimeFormatterStyle
    ) -> [Phrase] {
        let counts =
            switch unit {
            case .day: [-2, -1, 0, 1, 2]
            case .second: [0]
            case .year, .month, .week, .hour, .minute: [-1, 1]
            }
        return counts.compactMap { count in
            text { buffer, capacity, status in
                swift_ureldatefmt_format(formatter, Double(count), unit.icu, buffer, capacity, status)
            }.map { Phrase(text: $0, unit: unit, count: count, isNumeric: false, style: style.rawValue) }
        }
    }

    /// The word by which a locale joins the last two of a list, folded: "and".
    static func conjunction(_ locale: String) -> [UInt8] {
        var status = U_ZERO_ERROR
        let formatter = swift_ulistfmt_openForType(locale, ULISTFMT_TYPE_AND, ULISTFMT_WIDTH_WIDE, &status)
        defer { if let formatter { swift_ulistfmt_close(formatter) } }
        guard let formatter, status.rawValue <= U_ZERO_ERROR.rawValue else { return [] }
        let one = [UInt16(UInt8(ascii: "1"))]
        let joined = one.withUnsafeBufferPointer { one in
            text { buffer, capacity, status in
                swift_ulistfmt_format(
                    formatter,
                    [one.baseAddress, one.baseAddress],
                    [1, 1],
                    2,
                    buffer,
                    capacity,
                    status
                )
            }
        }
        return DateText.fold((joined ?? "").replacing("1", with: " "))
    }

    /// The text that a function of ICU writes into a buffer.
    static func text(
        _ write: (UnsafeMutablePointer<UInt16>, Int32, UnsafeMutablePointer<UErrorCode>) -> Int32
    ) -> String? {
        // Longer than every requested text; a longer one is an error and left out.
        let capacity = 8192
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: capacity) { buffer -> String? in
            guard let start = buffer.baseAddress else { return nil }
            var status = U_ZERO_ERROR
            let count = Int(write(start, Int32(capacity), &status))
            guard status.rawValue <= U_ZERO_ERROR.rawValue, (1..<capacity).contains(count) else { return nil }
            return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF16.self)
        }
    }
}

extension RelativeUnit {
    fileprivate var icu: URelativeDateTimeUnit {
        switch self {
        case .year: UDAT_REL_UNIT_YEAR
        case .month: UDAT_REL_UNIT_MONTH
        case .week: UDAT_REL_UNIT_WEEK
        case .day: UDAT_REL_UNIT_DAY
        case .hour: UDAT_REL_UNIT_HOUR
        case .minute: UDAT_REL_UNIT_MINUTE
        case .second: UDAT_REL_UNIT_SECOND
        }
    }
}

/// The words of small numbers in a locale, in all forms, from the toolchain's ICU: one, eine, einem, deux.
enum NumberWords {
    /// The greatest number; pages write greater ones in digits.
    private static let last = 12

    /// Each word with its number.
    static func words(_ locale: String) -> [(text: String, number: Int)] {
        var status = U_ZERO_ERROR
        let formatter = swift_unum_open(UNUM_SPELLOUT, nil, 0, locale, nil, &status)
        defer { if let formatter { swift_unum_close(formatter) } }
        guard let formatter, status.rawValue <= U_ZERO_ERROR.rawValue else { return [] }
        let sets = RelativeWords.text { buffer, capacity, status in
            swift_unum_getTextAttribute(formatter, UNUM_PUBLIC_RULESETS, buffer, capacity, status)
        }
        let cardinals = (sets ?? "").split(separator: ";").filter { $0.hasPrefix("%spellout-cardinal") }
        var words = cardinals.flatMap { set -> [(text: String, number: Int)] in
            let name = Array(set.utf16)
            var status = U_ZERO_ERROR
            swift_unum_setTextAttribute(
                formatter,
                UNUM_DEFAULT_RULESET,
                name,
                Int32(truncatingIfNeeded: name.count),
                &status
            )
            guard status.rawValue <= U_ZERO_ERROR.rawValue else { return [] }
            return (1...last).compactMap { number in
                RelativeWords.text { buffer, capacity, status in
                    swift_unum_formatInt64(formatter, Int64(number), buffer, capacity, nil, status)
                }.map { (text: $0, number: number) }
            }
        }
        // English articles are not forms of the number in ICU.
        if locale.hasPrefix("en") { words += [(text: "a", number: 1), (text: "an", number: 1)] }
        return words
    }
}
