extension Schema {
    /// A named type of single values, by the name that it has in the rules language.
    public enum Scalar: String, CaseIterable, Hashable, Sendable {
        case string
        case text
        case html
        case integer
        case decimal
        case boolean
        case date
        case dateTime = "datetime"
        case duration
        case url
        case size
        /// Any value.
        case json
    }
}

extension Schema.Scalar {
    /// What the values are, in one line.
    package var about: String {
        switch self {
        case .string: "Text on one line."
        case .text: "Text with its line breaks."
        case .html: "HTML, as the page has it."
        case .integer: "A whole number."
        case .decimal: "A number with the digits that the page gives."
        case .boolean: "True or false."
        case .date: "A day, as ISO 8601 writes it: 2018-05-28."
        case .dateTime:
            "A day and time, as ISO 8601 writes them, the offset where the page tells it: 2018-05-28T05:45:00-05:00."
        case .duration: "A length of time, as ISO 8601 writes it: PT1H30M."
        case .url: "An absolute address."
        case .size: "A number of bytes."
        case .json: "Any value."
        }
    }

    func accepts(_ value: Value) -> Bool {
        switch self {
        case .string, .text, .html, .date, .dateTime, .duration, .url: value.string != nil
        case .integer, .size: value.number?.digits.allSatisfy { $0 == "-" || $0.isWholeNumber } ?? false
        case .decimal: value.number != nil
        case .boolean: value == .boolean(true) || value == .boolean(false)
        case .json: true
        }
    }
}
