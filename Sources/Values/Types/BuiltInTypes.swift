import Basics
package import Records

extension FieldType {
    /// The types that every rules file can use.
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
    package static let url = FieldType(
        name: "url",
        about: "an address, made absolute as browsers do",
        arguments: .either([
            .none,
            .object([
                Argument(
                    "schemes",
                    "the schemes of the addresses to keep, in place of http and https",
                    .strings
                )
            ]),
        ])
    ) { arguments throws(StepError) in
        let schemes = try arguments.strings("schemes").map(AddressSchemes.checked) ?? ["http", "https"]
        return { value, context throws(StepError) in
            let text = try value.scalarText
            let href = try context.resolve(text)
            let scheme = href.utf8.prefix { $0 != UInt8(ascii: ":") }
            if schemes.contains(where: { scheme.elementsEqual($0.utf8) }) { return .string(href) }
            let wanted = schemes.joined(separator: " or ")
            context.remarks.add("\(text.quoted) is left out: its scheme is not \(wanted)")
            return .null
        }
    }

    /// Markup, unchanged.
    package static let html = FieldType(name: "html", about: "HTML, unchanged") {
        value,
        _ throws(StepError) in
        .string(try value.scalarText)
    }
    .making(.text)

    /// A JSON value.
    package static let json = FieldType(
        name: "json",
        about: "any value: a part of a JSON page, the value of a JSON text, the result of steps",
        accepts: [.any],
        gives: .any
    ) { value, _ in value }

    /// The same type, marked as one whose result for a text is known.
    private func making(_ form: Form) -> FieldType {
        var type = self
        type.form = form
        return type
    }

    /// One of a list of words.
    package static let enumeration: FieldType = {
        var type = FieldType(
            name: "enum",
            about: "one of the given words",
            accepts: [.string, .number],
            arguments: .strings
        ) { arguments throws(StepError) in
            let words = arguments.strings
            let known = WordSet(words)
            for (index, word) in words.enumerated() {
                let place = arguments.value.list == nil ? nil : "\(index)"
                // A text is compared with its white space collapsed.
                if word.isEmpty || word != WhiteSpace.collapse(word) {
                    throw StepError(
                        "no text is ever \"\(word)\": its white space is collapsed",
                        argument: place
                    )
                }
                if known.firstIndex(of: word) != index {
                    throw StepError("the word \"\(word)\" occurs twice in \"enum\"", argument: place)
                }
            }
            return { value, _ throws(StepError) in
                let text = try value.trimmedText
                guard known.firstIndex(of: text) != nil else {
                    let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
                    throw StepError("\(text.quoted) is not one of \(list)\(text.spelling(unlike: words))")
                }
                return .string(text)
            }
        }
        type.words = { $0.strings }
        return type
    }()
}

/// Words that are compared byte by byte: a few one by one, many by a dictionary.
private struct WordSet {
    private let words: [String]
    /// Empty for a few words.
    private var places: [[UInt8]: Int] = [:]

    private static let few = 16

    init(_ words: [String]) {
        self.words = words
        guard words.count > WordSet.few else { return }
        places = Dictionary(words.indices.map { (Array(words[$0].utf8), $0) }) { first, _ in first }
    }

    /// The index of a word, or `nil`.
    func firstIndex(of word: String) -> Int? {
        if places.isEmpty { return words.firstIndex { word.hasSameBytes(as: $0) } }
        return places[Array(word.utf8)]
    }
}

extension ScalarType {
    /// The type of a field without `type`.
    package static let string = ScalarType(name: FieldType.string.name, form: .line, read: collapsed)

    /// The type of a field without `type` on a JSON page: a number or a boolean unchanged, a text on one line.
    package static let scalarOfJSON = ScalarType(
        name: "value",
        accepts: FieldType.string.accepts,
        gives: .any,
        read: { value, _ throws(StepError) in
            switch value {
            case .number, .boolean: value
            case .null, .string, .list, .object: .string(WhiteSpace.collapse(try value.scalarText))
            }
        }
    )

    fileprivate static let collapsed: FieldType.Function = { value, _ throws(StepError) in
        .string(WhiteSpace.collapse(try value.scalarText))
    }
}

extension FieldType {
    /// A whole number: digits with an optional sign, nothing else.
    package static let integer = FieldType(
        name: "integer",
        about: "a whole number",
        accepts: [.string, .number],
        gives: .number,
        read: wholeNumber
    )

    private static let wholeNumber: Function = { value, _ throws(StepError) in
        if let number = value.number {
            guard let whole = number.whole else { throw StepError("\(value.quoted) is not an integer") }
            return .number(whole)
        }
        let text = try value.trimmedText
        if startsWithDigit(text), text.utf8.dropFirst().allSatisfy(\.isASCIIDigit), let number = Number(text)
        {
            return .number(number)
        }
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else {
            throw StepError("\(text.quoted) is not an integer")
        }
        // All digits are kept, however many.
        let significant = digits.drop { $0 == "0" }
        guard let number = Number(significant.isEmpty ? "0" : sign + significant) else {
            throw StepError("\(text.quoted) is not an integer")
        }
        return .number(number)
    }

    /// A decimal number: digits with an optional sign and a point, kept digit by digit.
    package static let decimal = FieldType(
        name: "decimal",
        about: "a number with its digits kept",
        accepts: [.string, .number],
        gives: .number
    ) { value, _ throws(StepError) in
        if let number = value.number { return .number(number) }
        var text = try value.trimmedText
        if text.utf8.first == UInt8(ascii: "+"), text.hasPrefix("+") { text.removeFirst() }
        guard let number = Number(withoutLeadingZeros(text)) else {
            throw StepError("\(text.quoted) is not a decimal number")
        }
        return .number(number)
    }

    /// Whether a text begins with a digit that is not zero, after a minus sign or without one, as nearly all numbers do.
    private static func startsWithDigit(_ text: String) -> Bool {
        let utf8 = text.utf8
        let first = utf8.first == UInt8(ascii: "-") ? utf8.dropFirst().first : utf8.first
        return first.map { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    /// JSON does not allow leading zeros, but texts have them.
    private static func withoutLeadingZeros(_ text: String) -> String {
        if startsWithDigit(text) { return text }
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text.dropFirst(sign.count)
        let kept = digits.drop { $0 == "0" }
        // A batting average is written .357.
        let isFraction = kept.first == "." && kept.dropFirst().first?.isNumber == true
        guard kept.count < digits.count || isFraction else { return text }
        return sign + (kept.first?.isNumber == true ? "" : "0") + kept
    }

    /// A size in bytes; a number is used unchanged.
    package static let size = FieldType(
        name: "size",
        about: "a number of bytes, read from a size with its unit",
        accepts: [.string, .number],
        gives: .number
    ) { value, context throws(StepError) in
        if value.number != nil { return try wholeNumber(value, context) }
        return .number(try SizeReader().bytes(in: try value.trimmedText, context))
    }
}

extension FieldType {
    /// A length of time.
    package static let duration = FieldType(
        name: "duration",
        about: "a length of time, given as ISO 8601 writes it: PT1H30M"
    ) { value, _ throws(StepError) in
        .string(try DurationReader.read(try value.trimmedText))
    }
}

extension FieldType {
    /// The names of calendars that dates may be in.
    package static let calendars = DateCalendar.names

    /// A day: `2018-05-28`.
    package static let date = dated(
        "date",
        about: "a day, returned as ISO 8601 writes it",
        expected: "a date"
    ) { moment, _ in moment.dateText }

    /// A day with a time, and the zone's offset if it is known: `2018-05-28T05:45:00-05:00`. A day alone if one of the
    /// formats has no time.
    package static let dateTime = dated(
        "datetime",
        about: "a day and time, returned as ISO 8601 writes them",
        expected: "a date with a time"
    ) { moment, mayLackTime in moment.time == nil && !mayLackTime ? nil : moment.text }

    /// - Parameter text: the value of a moment; `nil` if the moment lacks a part, unless that is the time and may be
    ///   missing.
    private static func dated(
        _ name: String,
        about: String,
        expected: String,
        text: @escaping @Sendable (Moment, _ mayLackTime: Bool) -> String?
    ) -> FieldType {
        FieldType(
            name: name,
            about: about,
            arguments: .object([
                Argument("format", "how a date is written; the first of a list that fits applies", .strings),
                Argument("locale", "the language of names, such as de or pt_BR", .locale),
                Argument(
                    "calendar",
                    "the calendar of years, months and days, gregorian by default",
                    .word(DateCalendar.names)
                ),
                Argument(
                    "timezone",
                    "the zone of a time without its own, such as Europe/Berlin",
                    .string
                ),
                Argument("in-text", "whether the value is a text with one date in it", .boolean),
            ])
        ) { arguments throws(StepError) in
            let reader = try DateReader(arguments, needsTime: name == "datetime")
            return { value, context throws(StepError) in
                let moment = try reader.read(value, expected, context)
                guard let text = text(moment, reader.mayLackTime) else {
                    throw StepError("\(WhiteSpace.collapse(value.text).quoted) has no time of day")
                }
                return .string(text)
            }
        }
    }
}

/// JSON in a text as a value of a record.
package enum JSONValue {
    /// The value of a JSON text; losses in its strings become remarks.
    package static func read(_ text: String, _ context: PageContext) throws(StepError) -> Value {
        let bytes = Array(text.utf8)
        let (json, errors, losses) = JSON.readWithLosses(bytes, dialect: .strict)
        guard let json, errors.isEmpty else {
            throw StepError("not JSON: \(errors.first?.message ?? "no value"): \(text.quoted)")
        }
        // A value may contain NUL.
        let messages = losses.first.filter { $0.kind == .halfSurrogate }.map { $0.message }
        for message in messages { context.remarks.add("\(message) in \(text.quoted)") }
        if losses.others > 0 { context.remarks.add("\(losses.others) more such escapes in \(text.quoted)") }
        return json.value
    }
}

extension JSONLoss {
    /// The message for a loss that U+FFFD replaces.
    package var message: String {
        switch kind {
        case .halfSurrogate: return "\(written) is half of a surrogate pair: read as U+FFFD"
        case .nul: return "\(written) is NUL, which no text of a page contains: read as U+FFFD"
        }
    }
}

/// The option `"schemes"` of the type `url`.
private enum AddressSchemes {
    /// The schemes that a browser executes, or displays in place of a web page.
    private static let scripts: Set = ["javascript", "vbscript", "data"]

    /// The schemes in lower case, without a colon.
    static func checked(_ schemes: [String]) throws(StepError) -> [String] {
        if schemes.isEmpty {
            throw StepError("no address has a scheme of an empty list", argument: "schemes")
        }
        for scheme in schemes {
            let isValid =
                scheme.utf8.first?.isASCIILetter == true
                && scheme.utf8.allSatisfy { $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }
            guard isValid else {
                throw StepError(
                    "\"\(scheme)\" is not a scheme: write it as in \"mailto\"",
                    argument: "schemes"
                )
            }
        }
        if let scheme = schemes.map(\.asciiLowercased).first(where: scripts.contains) {
            throw StepError(
                "no address may have the scheme \"\(scheme)\": a page could run a script where the record is used",
                argument: "schemes",
                help: "take it as a string"
            )
        }
        return schemes.map(\.asciiLowercased)
    }
}
