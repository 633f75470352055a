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
    /// The types of the values that it can read; a chain of steps must end with one of them.
    public let accepts: [ValueType]
    /// The type of the values that it gives.
    public let gives: ValueType
    /// Reads a value.
    public let read: Reader
    /// The words that it takes; none where it takes others too.
    private(set) var words: [String] = []
    /// What it makes of a text, where that is known without calling it.
    private(set) var form = Form.other

    /// What a type makes of a text.
    enum Form {
        /// The text with its white space collapsed.
        case line
        /// The text.
        case text
        /// What ``FieldType/read`` makes of it.
        case other
    }

    /// A field type.
    public init(
        name: String,
        about: String,
        accepts: [ValueType] = [.string],
        gives: ValueType = .string,
        read: @escaping Reader
    ) {
        self.name = name
        self.about = about
        self.accepts = accepts
        self.gives = gives
        self.read = read
    }
}

extension FieldType {
    /// The types that need nothing but their name.
    static let builtIn: [FieldType] = [
        .string, .text, .integer, .decimal, .boolean, .duration, .url, .size, .html, .json,
    ]

    /// The names of those that a rules file can also give a `format`.
    static let dated = ["date", "datetime"]

    /// All names, for messages.
    static let names = builtIn.map(\.name) + dated

    /// One line: white space collapsed.
    static let string = FieldType(
        name: "string",
        about: "text on one line, white space collapsed",
        accepts: [.string, .number, .boolean]
    ) { value, _ throws(StepError) in .string(WhiteSpace.collapse(try value.scalarText)) }
    .making(.line)

    /// Several lines: white space collapsed within each.
    static let text = FieldType(
        name: "text",
        about: "text with its line breaks",
        accepts: [.string, .number, .boolean]
    ) { value, _ throws(StepError) in .string(try value.scalarText) }
    .making(.text)

    /// `true` or `false`.
    static let boolean = FieldType(
        name: "boolean",
        about: "true or false",
        accepts: [.string, .boolean],
        gives: .boolean
    ) { value, _ throws(StepError) in
        if case .boolean = value { return value }
        switch try value.trimmedText.lowercased() {
        case "true": return true
        case "false": return false
        case let text: throw StepError("\(text.quoted) is neither true nor false")
        }
    }

    /// An absolute address.
    static let url = FieldType(name: "url", about: "an address, made absolute") {
        value,
        context throws(StepError) in
        .string(try context.resolve(try value.trimmedText))
    }

    /// Markup, as it is.
    static let html = FieldType(name: "html", about: "HTML, as it is") { value, _ throws(StepError) in
        .string(try value.scalarText)
    }
    .making(.text)

    /// The same type, of which it is known what it makes of a text.
    private func making(_ form: Form) -> FieldType {
        var type = self
        type.form = form
        return type
    }

    /// One of a list of words.
    static func enumeration(_ words: [String]) -> FieldType {
        var type = FieldType(name: "enum", about: "one of the given words", accepts: [.string, .number]) {
            value,
            _ throws(StepError) in
            let text = try value.trimmedText
            guard words.contains(text) else {
                throw StepError(
                    "\(text.quoted) is none of \(words.map { "\"\($0)\"" }.joined(separator: ", "))"
                )
            }
            return .string(text)
        }
        type.words = words
        return type
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
