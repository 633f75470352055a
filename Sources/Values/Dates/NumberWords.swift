import _FoundationICU

/// The small numbers in a locale's words and all their forms, from the toolchain's ICU: one, eine, einem, deux.
enum NumberWords {
    /// How far it counts: beyond, pages write digits.
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
        // The article is no number, and English alone has one here that is no form of the number either.
        if locale.hasPrefix("en") { words += [(text: "a", number: 1), (text: "an", number: 1)] }
        return words
    }
}
