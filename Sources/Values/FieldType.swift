import Basics
public import Records

/// A named type that a field's value is read as.
public struct FieldType: Definition {
    /// Reads a value as the type, or throws why it does not fit.
    public typealias Function = @Sendable (Value, PageContext) throws(StepError) -> Value

    /// Which kind of definition it is.
    public static var kind: DefinitionKind { .type }

    /// The name by which rules files call it.
    public let name: String
    /// What it is, in one line.
    public let about: String
    /// The types of the values that it can read; a chain of steps must end with one of them.
    public let accepts: [ValueType]
    /// The type of the values that it returns.
    public let gives: ValueType
    /// The shape of its arguments. Those of `date` and `datetime` are keys of the field beside `type`.
    public let arguments: ArgumentShape
    /// Makes the function that reads values.
    public let make: @Sendable (Arguments) throws(StepError) -> Function
    /// The words that it accepts with some arguments; none where it accepts others too.
    package private(set) var words: @Sendable (Arguments) -> [String] = { _ in [] }
    /// What it makes of a text, where that is known without a call.
    package private(set) var form = Form.other

    /// What a type makes of a text.
    package enum Form: Sendable {
        /// The text with its white space collapsed.
        case line
        /// The text.
        case text
        /// What the type's function returns for it.
        case other
    }

    /// What it accepts and gives.
    public var signature: String {
        "\(accepts.map(\.description).joined(separator: " or ")) to \(gives)"
    }

    /// A field type with arguments.
    public init(
        name: String,
        about: String,
        accepts: [ValueType] = [.string],
        gives: ValueType = .string,
        arguments: ArgumentShape,
        make: @escaping @Sendable (Arguments) throws(StepError) -> Function
    ) {
        self.name = name
        self.about = about
        self.accepts = accepts
        self.gives = gives
        self.arguments = arguments
        self.make = make
    }

    /// A field type without arguments.
    public init(
        name: String,
        about: String,
        accepts: [ValueType] = [.string],
        gives: ValueType = .string,
        read: @escaping Function
    ) {
        self.init(name: name, about: about, accepts: accepts, gives: gives, arguments: .none) {
            _ throws(StepError) in read
        }
    }
}

/// A field type with its arguments: how the values of a field are read.
package struct ScalarType: Sendable {
    package let name: String
    package let accepts: [ValueType]
    package let gives: ValueType
    package let words: [String]
    package let form: FieldType.Form
    package let read: FieldType.Function

    /// A type with arguments that have its shape, or throws what is wrong with them all the same.
    package init(_ type: FieldType, _ arguments: Arguments = Arguments()) throws(StepError) {
        name = type.name
        accepts = type.accepts
        gives = type.gives
        words = type.words(arguments)
        form = type.form
        read = try type.make(arguments)
    }

    /// The type of a constant of the rules, which stays what it is.
    package init(constantOf name: String, gives: ValueType) {
        self.name = name
        self.gives = gives
        accepts = [.any]
        words = []
        form = .other
        read = { value, _ in value }
    }

    private init(name: String, form: FieldType.Form, read: @escaping FieldType.Function) {
        self.name = name
        self.form = form
        self.read = read
        accepts = FieldType.string.accepts
        gives = .string
        words = []
    }

    /// The type of a field that names none.
    package static let string = ScalarType(name: FieldType.string.name, form: .line, read: collapsed)

    fileprivate static let collapsed: FieldType.Function = { value, _ throws(StepError) in
        .string(WhiteSpace.collapse(try value.scalarText))
    }
}

extension FieldType {
    /// The types that every rules file has.
    package static let builtIn: [FieldType] = [
        .string, .text, .integer, .decimal, .boolean, .duration, .url, .size, .html, .json, .date, .dateTime,
        .enumeration,
    ]

    /// One line: white space collapsed.
    package static let string = FieldType(
        name: "string",
        about: "text on one line, white space collapsed",
        accepts: [.string, .number, .boolean],
        read: ScalarType.collapsed
    )
    .making(.line)

    /// Several lines: white space collapsed within each.
    package static let text = FieldType(
        name: "text",
        about: "text with its line breaks",
        accepts: [.string, .number, .boolean]
    ) { value, _ throws(StepError) in .string(try value.scalarText) }
    .making(.text)

    /// `true` or `false`.
    package static let boolean = FieldType(
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
    package static let url = FieldType(name: "url", about: "an address, made absolute") {
        value,
        context throws(StepError) in
        .string(try context.resolve(try value.trimmedText))
    }

    /// Markup, unchanged.
    package static let html = FieldType(name: "html", about: "HTML, unchanged") {
        value,
        _ throws(StepError) in
        .string(try value.scalarText)
    }
    .making(.text)

    /// A value as JSON has it.
    package static let json = FieldType(
        name: "json",
        about: "any value: a part of a JSON page, the value of a text of JSON, the result of steps",
        accepts: [.any],
        gives: .any
    ) { value, _ in value }

    /// The same type, which makes a known form of a text.
    private func making(_ form: Form) -> FieldType {
        var type = self
        type.form = form
        return type
    }

    /// One of a list of words.
    static let enumeration: FieldType = {
        var type = FieldType(
            name: "enum",
            about: "one of the given words",
            accepts: [.string, .number],
            arguments: .strings
        ) { arguments throws(StepError) in
            let words = arguments.strings
            for (index, word) in words.enumerated() {
                let place = arguments.value.list == nil ? nil : "\(index)"
                // A text is compared with its white space collapsed.
                if word.isEmpty || word != WhiteSpace.collapse(word) {
                    throw StepError(
                        "no text is ever \"\(word)\": its white space is collapsed",
                        argument: place
                    )
                }
                if words[..<index].contains(word) {
                    throw StepError("the word \"\(word)\" occurs twice in \"enum\"", argument: place)
                }
            }
            return { value, _ throws(StepError) in
                let text = try value.trimmedText
                guard words.contains(text) else {
                    let known = words.map { "\"\($0)\"" }.joined(separator: ", ")
                    throw StepError("\(text.quoted) is none of \(known)")
                }
                return .string(text)
            }
        }
        type.words = { $0.strings }
        return type
    }()
}

extension Arguments {
    /// The argument as a list of strings, of which one may be written alone.
    package var strings: [String] { value.string.map { [$0] } ?? (value.list ?? []).compactMap(\.string) }

    /// The same of a key.
    package func strings(_ key: String) -> [String]? { self[key].map { Arguments($0).strings } }
}

extension Value {
    /// The text of a value that has one: a string, a number, a boolean.
    package var scalarText: String {
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
