package import Records

extension Value {
    /// The value as a step of the given input takes it: numbers and booleans become their texts where strings are
    /// wanted, nothing else changes.
    package func converted(to type: ValueType) throws(StepError) -> Value {
        switch (type, self) {
        case (.any, _), (.string, .string), (.number, .number), (.boolean, .boolean), (.object, .object):
            return self
        case (.string, .number), (.string, .boolean):
            return .string(text)
        case (.list(.any), .list):
            return self
        case (.list(let element), .list(let values)):
            var converted: [Value] = []
            converted.reserveCapacity(values.count)
            for value in values { converted.append(try value.converted(to: element)) }
            return .list(converted)
        case (.string, _), (.number, _), (.boolean, _), (.object, _), (.list, _):
            throw StepError("expected \(type), found \(kind): \(quoted)")
        }
    }

    /// The value's text in quotes, for messages: its beginning where it is long.
    package var quoted: String { text.quoted }
}

extension String {
    /// How many characters of a value messages show.
    private static let shownLength = 80

    /// The text in quotes, for messages: its beginning where it is long, line ends and the like as spaces.
    package var quoted: String {
        let shown = String(
            String.UnicodeScalarView(
                unicodeScalars.prefix(String.shownLength).map { scalar in
                    scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar
                }
            )
        )
        return "\"\(shown)\(shown.unicodeScalars.count < unicodeScalars.count ? "…" : "")\""
    }
}
