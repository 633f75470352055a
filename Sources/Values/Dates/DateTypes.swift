import Basics
package import Records

extension FieldType {
    /// A day: `2018-05-28`.
    package static let date = dated(
        "date",
        about: "a day, returned as ISO 8601 writes it",
        expected: "a date"
    ) { $0.dateText }

    /// A day with a time, and the zone's offset where it is known: `2018-05-28T05:45:00-05:00`.
    package static let dateTime = dated(
        "datetime",
        about: "a day and time, returned as ISO 8601 writes them",
        expected: "a date with a time"
    ) { $0.time == nil ? nil : $0.text }

    /// - Parameter text: the value of a moment; `nil` where the moment has too little.
    private static func dated(
        _ name: String,
        about: String,
        expected: String,
        text: @escaping @Sendable (Moment) -> String?
    ) -> FieldType {
        FieldType(
            name: name,
            about: about,
            arguments: .object([
                Argument("format", "how a date is written; the first of a list that fits applies", .strings),
                Argument("locale", "the language of names, such as de or pt_BR", .locale),
                Argument(
                    "timezone",
                    "the zone of a time without its own, such as Europe/Berlin",
                    .string
                ),
            ])
        ) { arguments throws(StepError) in
            let reader = try DateReader(arguments, needsTime: name == "datetime")
            return { value, context throws(StepError) in
                let moment = try reader.read(value, expected, context)
                guard let text = text(moment) else {
                    throw StepError("\(WhiteSpace.collapse(value.text).quoted) has no time of day")
                }
                return .string(text)
            }
        }
    }
}

extension DateReader {
    /// A reader of dates as a field's `format`, `locale` and `timezone` describe them.
    fileprivate init(_ arguments: Arguments, needsTime: Bool) throws(StepError) {
        var zone: DateZone?
        if let name = arguments["timezone"]?.string {
            zone = DateZone(name)
            if zone == nil {
                let nearest = Suggestion.nearest(to: name, among: DateZone.names)
                throw StepError(
                    "unknown time zone \"\(name)\"",
                    argument: "timezone",
                    help: nearest.map { "did you mean \"\($0)\"?" }
                        ?? "write it like \"Europe/Berlin\" or \"+01:00\""
                )
            }
        }
        guard let formats = arguments.strings("format") else {
            self.init(forms: [.iso8601], zone: zone)
            return
        }
        let locale = arguments["locale"]?.string ?? "en_US_POSIX"
        var forms: [DateForm] = []
        for (index, format) in formats.enumerated() {
            let place = arguments["format"]?.list == nil ? "format" : "format.\(index)"
            let nearest = Suggestion.nearest(to: format, among: DateForm.names)
            let help = nearest.map { "did you mean \"\($0)\"?" }
            let form: DateForm
            do throws(StepError) { form = try DateForm(format, locale: locale) } catch {
                throw StepError(error.description, argument: place, help: help)
            }
            if case .pattern(let pattern) = form {
                if !pattern.hasDay {
                    throw StepError("the format \"\(format)\" has no day", argument: place, help: help)
                }
                if needsTime, !pattern.hasTime {
                    throw StepError(
                        "the format \"\(format)\" has no time of day",
                        argument: place,
                        help: "use the type date"
                    )
                }
            }
            forms.append(form)
        }
        self.init(forms: forms, zone: zone)
    }
}
