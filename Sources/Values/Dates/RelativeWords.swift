import Foundation
import _FoundationICU

/// How a locale says "3 hours ago" and "yesterday", from the toolchain's ICU: Foundation has no way to it on Linux.
struct RelativeWords {
    /// A phrase with what it means: the text, the unit, how many of it, before (negative) or after.
    struct Phrase: Hashable {
        let text: String
        let unit: RelativeUnit
        let count: Int
        /// Whether the count is written in digits in it.
        let isNumeric: Bool
        /// Long, short or narrow.
        let style: UInt32
    }

    /// Counts that between them have every plural form of every language.
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

    /// "Yesterday", and "now", the only words for what is not a count of days to either side.
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

    /// What a function of ICU writes into a buffer.
    static func text(
        _ write: (UnsafeMutablePointer<UInt16>, Int32, UnsafeMutablePointer<UErrorCode>) -> Int32
    ) -> String? {
        // Longer than all that is asked for; what is longer is an error, and left out.
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
