import DOM
public import Records

/// A named type that a field's value is read as.
public struct FieldType: Sendable {
    /// Reads a value as the type, or throws how it does not fit.
    public typealias Reader = @Sendable (Value, PageContext) throws(StepError) -> Value

    /// The name as rules files spell it.
    public let name: String
    /// What it is, in one line.
    public let about: String
    /// Reads a value.
    public let read: Reader

    /// A field type.
    public init(name: String, about: String, read: @escaping Reader) {
        self.name = name
        self.about = about
        self.read = read
    }
}

extension FieldType {
    /// The types that need nothing but their name.
    static let builtIn: [FieldType] = [.string, .text, .integer, .decimal, .boolean, .url, .html]

    /// The names of those that a rules file can also give a `format`.
    static let dated = ["date", "datetime"]

    /// All names, for messages.
    static let names = builtIn.map(\.name) + dated

    /// One line: white space collapsed.
    static let string = FieldType(name: "string", about: "text on one line, white space collapsed") {
        value,
        _ throws(StepError) in
        .string(WhiteSpace.collapse(try value.scalarText))
    }

    /// Several lines: white space collapsed within each.
    static let text = FieldType(name: "text", about: "text with its line breaks") {
        value,
        _ throws(StepError) in
        .string(try value.scalarText)
    }

    /// A whole number: digits with an optional sign, nothing else.
    static let integer = FieldType(name: "integer", about: "a whole number") { value, _ throws(StepError) in
        let text = try value.trimmedText
        guard let integer = Int(text) else { throw StepError("\"\(text)\" is not an integer") }
        return .number(Number(integer))
    }

    /// A decimal number: digits with an optional sign and a point, kept digit by digit.
    static let decimal = FieldType(name: "decimal", about: "a number with its digits kept") {
        value,
        _ throws(StepError) in
        if let number = value.number { return .number(number) }
        var text = try value.trimmedText
        if text.hasPrefix("+") { text.removeFirst() }
        guard let number = Number(FieldType.withoutLeadingZeros(text)) else {
            throw StepError("\"\(text)\" is not a decimal number")
        }
        return .number(number)
    }

    /// JSON writes no zeros before a number's digits, people do.
    private static func withoutLeadingZeros(_ text: String) -> String {
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text.dropFirst(sign.count)
        let kept = digits.drop { $0 == "0" }
        guard kept.count < digits.count else { return text }
        return sign + (kept.first?.isNumber == true ? "" : "0") + kept
    }

    /// `true` or `false`.
    static let boolean = FieldType(name: "boolean", about: "true or false") { value, _ throws(StepError) in
        if case .boolean = value { return value }
        switch try value.trimmedText.lowercased() {
        case "true": return true
        case "false": return false
        case let text: throw StepError("\"\(text)\" is neither true nor false")
        }
    }

    /// An absolute address.
    static let url = FieldType(name: "url", about: "an address, made absolute") {
        value,
        context throws(StepError) in
        .string(try Addresses.resolve(try value.trimmedText, against: context.baseURL))
    }

    /// Markup, as it is.
    static let html = FieldType(name: "html", about: "HTML, as it is") { value, _ throws(StepError) in
        .string(try value.scalarText)
    }

    /// One of a list of words.
    static func enumeration(_ words: [String]) -> FieldType {
        FieldType(name: "enum", about: "one of the given words") { value, _ throws(StepError) in
            let text = try value.trimmedText
            guard words.contains(text) else {
                throw StepError("\"\(text)\" is none of \(words.map { "\"\($0)\"" }.joined(separator: ", "))")
            }
            return .string(text)
        }
    }
}

extension Value {
    /// The text of a value that has one: a string, a number, a boolean.
    var scalarText: String {
        get throws(StepError) {
            switch self {
            case .string, .number, .boolean: text
            case .null, .list, .object: throw StepError("expected one value, found \(kind)")
            }
        }
    }

    var trimmedText: String {
        get throws(StepError) { WhiteSpace.collapse(try scalarText) }
    }
}
