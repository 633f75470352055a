package import Records

/// What a value is compared by: numbers by value, times by the instant, lengths of time by how long they are,
/// everything else by its text.
package enum SortKey: Comparable, Sendable {
    case number(Number)
    case seconds(Double)
    case text(String)

    package init(_ value: Value, _ type: Schema.FieldType) {
        if let number = value.number {
            self = .number(number)
            return
        }
        let text = value.text
        switch type {
        case .scalar(.dateTime): self = SortKey.instant(text).map(SortKey.seconds) ?? .text(text)
        case .scalar(.duration): self = DurationReader.seconds(text).map(SortKey.seconds) ?? .text(text)
        case .scalar, .enumeration, .list, .object, .enclosing, .alternatives: self = .text(text)
        }
    }

    /// Seconds since 1970 began, as ISO 8601 tells them; a time without an offset is taken for one of UTC.
    private static func instant(_ text: String) -> Double? {
        guard let fields = ISO8601.read(DateText.fold(text)),
            let moment = try? fields.moment(DateSetting())
        else { return nil }
        let fraction = Double("0.\(moment.time?.fraction ?? "")") ?? 0
        return Double(moment.localSeconds - (moment.time?.offset ?? 0) * 60) + fraction
    }
}
