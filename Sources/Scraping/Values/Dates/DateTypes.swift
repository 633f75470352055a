import DOM
import Records

extension FieldType {
    /// A day: `2018-05-28`.
    ///
    /// - Parameter patterns: the formats to try in order; none means ISO 8601.
    static func date(_ patterns: [DatePattern]) -> FieldType {
        FieldType(name: "date", about: "a day, given as ISO 8601 writes it") { value, _ throws(StepError) in
            .string(try moment(value, patterns, "a date").dateText)
        }
    }

    /// A day with a time, and the zone's offset where the page tells it: `2018-05-28T05:45:00-05:00`.
    static func dateTime(_ patterns: [DatePattern]) -> FieldType {
        FieldType(name: "datetime", about: "a day and time, given as ISO 8601 writes them") {
            value,
            _ throws(StepError) in
            let moment = try moment(value, patterns, "a date with a time")
            guard moment.time != nil else { throw StepError("\"\(value.text)\" has no time of day") }
            return .string(moment.text)
        }
    }

    private static func moment(
        _ value: Value,
        _ patterns: [DatePattern],
        _ what: String
    ) throws(StepError) -> Moment {
        let text = try value.trimmedText
        let moment = patterns.isEmpty ? ISO8601.read(text) : patterns.lazy.compactMap { $0.read(text) }.first
        guard let moment else {
            throw StepError(
                "\"\(text)\" is not \(what) in \(patterns.isEmpty ? "ISO 8601" : "the given format")"
            )
        }
        return moment
    }
}
