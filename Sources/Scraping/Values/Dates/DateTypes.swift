import DOM
import Records

extension FieldType {
    /// A day: `2018-05-28`.
    static func date(_ reader: DateReader) -> FieldType {
        FieldType(name: "date", about: "a day, given as ISO 8601 writes it") {
            value,
            context throws(StepError) in
            .string(try reader.read(value, "a date", context).dateText)
        }
    }

    /// A day with a time, and the zone's offset where it is known: `2018-05-28T05:45:00-05:00`.
    static func dateTime(_ reader: DateReader) -> FieldType {
        FieldType(name: "datetime", about: "a day and time, given as ISO 8601 writes them") {
            value,
            context throws(StepError) in
            let moment = try reader.read(value, "a date with a time", context)
            guard moment.time != nil else {
                throw StepError("\(WhiteSpace.collapse(value.text).quoted) has no time of day")
            }
            return .string(moment.text)
        }
    }
}
