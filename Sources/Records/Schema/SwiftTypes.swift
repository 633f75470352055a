extension Schema {
    /// Returns Swift types that decode such records: a structure for each record type and each nested object, an
    /// enumeration for words and for alternatives.
    ///
    /// A field that a record may lack is optional. A `decimal` is a `Decimal`, a `url` a `URL`, a `date` a ``Day``, and
    /// a `duration` a string. A `datetime` is a `Date` if the rules give its time zone, or else a ``DateTime``, since
    /// the page need not give an offset. `decode(_:of:)` of the module `Scraping` decodes them; so does Foundation's
    /// `JSONDecoder` from the output format `json`, with `dateDecodingStrategy = .iso8601`.
    ///
    /// - Parameter origin: the source of the records, for the comment at the beginning.
    public func swiftTypes(origin: String? = nil) -> String {
        var writer = SwiftTypes()
        var scope = SwiftIdentifier()
        let declarations = types.map { type in
            writer.structure(
                named: scope.type(type.name),
                about: "A record of the type \(SwiftTypes.shown(type.name)).",
                fields: type.fields
            )
        }
        var header: [String] = []
        if let origin { header.append("// The records of \(SwiftTypes.shown(origin, quote: "")).\n") }
        let modules = (writer.usesFoundation ? ["Foundation"] : []) + (writer.usesDays ? ["Scraping"] : [])
        if !modules.isEmpty { header.append(modules.map { "import \($0)\n" }.joined()) }
        let helpers = writer.usesJSON ? [SwiftTypes.jsonValue] : []
        return (header + declarations.map { $0.joined(separator: "\n") + "\n" } + helpers).joined(
            separator: "\n"
        )
    }
}

/// Writes the Swift types of a schema.
struct SwiftTypes {
    /// Whether the written types use Foundation.
    private(set) var usesFoundation = false
    /// Whether the written types use ``Day`` or ``DateTime``.
    private(set) var usesDays = false
    /// Whether the written types use `JSONValue`.
    private(set) var usesJSON = false
    /// Whether the times of the current field have an offset.
    private var hasOffset = false

    /// The open structures, each with the field that contains its objects, the outermost first.
    private var enclosing: [(field: String, identifier: String)] = []

    private static let conformances = "Codable, Hashable, Sendable"

    /// Returns a structure with a property for each field.
    mutating func structure(named name: String, about: String, fields: [Schema.Field]) -> [String] {
        var names = SwiftIdentifier()
        let properties = names.properties(fields.map(\.name))
        var types = SwiftIdentifier(taken: names.taken)
        var nested: [[String]] = []
        var lines: [String] = []
        let outer = hasOffset
        defer { hasOffset = outer }
        for (field, property) in zip(fields, properties) {
            hasOffset = field.hasOffset
            let type = expression(field.type, field.name, &types, &nested)
            if let about = field.type.about(hasOffset: field.hasOffset) { lines.append("/// \(about)") }
            lines.append("var \(property): \(type)\(field.isAlwaysPresent ? "" : "?")")
        }
        if zip(fields, properties).contains(where: { $0.name != SwiftTypes.plain($1) }) {
            let keys = zip(fields, properties).map { (name: $0.name, identifier: $1) }
            nested.append(SwiftTypes.codingKeys(keys))
        }
        lines += nested.flatMap { [""] + $0 }
        return ["/// \(about)", "struct \(name): \(SwiftTypes.conformances) {"] + SwiftTypes.indented(lines)
            + ["}"]
    }

    /// Returns the Swift type of a field, and adds the types that it declares to the nested ones.
    private mutating func expression(
        _ type: Schema.FieldType,
        _ name: String,
        _ scope: inout SwiftIdentifier,
        _ nested: inout [[String]]
    ) -> String {
        switch type {
        case .scalar(let scalar):
            let isDate = scalar == .dateTime && hasOffset
            usesFoundation = usesFoundation || isDate || [.decimal, .url, .json].contains(scalar)
            usesDays = usesDays || scalar == .date || scalar == .dateTime && !hasOffset
            usesJSON = usesJSON || scalar == .json
            return isDate ? "Date" : scalar.swiftType
        case .list(let element):
            return "[\(expression(element, name, &scope, &nested))]"
        case .object(let fields):
            let identifier = scope.type(name)
            let about = "The object in the field \(SwiftTypes.shown(name))."
            enclosing.append((name, identifier))
            nested.append(structure(named: identifier, about: about, fields: fields))
            enclosing.removeLast()
            return identifier
        case .dictionary(let values):
            return "[String: \(expression(values, name, &scope, &nested))]"
        case .enclosing(let field):
            return enclosing.last { $0.field == field }?.identifier ?? jsonValue()
        case .enumeration(let words):
            let identifier = scope.type(name)
            nested.append(SwiftTypes.enumeration(named: identifier, of: name, words))
            return identifier
        case .alternatives(let types):
            return alternatives(types, name, &scope, &nested)
        case .nullable(let type):
            return expression(type, name, &scope, &nested) + "?"
        }
    }

    private mutating func jsonValue() -> String {
        usesFoundation = true
        usesJSON = true
        return Schema.Scalar.json.swiftType
    }

    /// Returns an enumeration of the types of a value, or the single Swift type that represents all of them.
    private mutating func alternatives(
        _ types: [Schema.FieldType],
        _ name: String,
        _ scope: inout SwiftIdentifier,
        _ nested: inout [[String]]
    ) -> String {
        let identifier = scope.type(name)
        var cases: [SwiftAlternatives.Case] = []
        var names = SwiftIdentifier()
        for type in types {
            let expression = expression(type, name, &scope, &nested)
            if cases.contains(where: { $0.type == expression }) { continue }
            cases.append(
                SwiftAlternatives.Case(name: names.property(type.caseName), type: expression, of: type)
            )
        }
        if cases.count == 1 { return cases[0].type }
        let about = "What the field \(SwiftTypes.shown(name)) can be."
        nested.append(SwiftAlternatives(name: identifier, about: about, cases: cases).lines)
        return identifier
    }

    private static func enumeration(named name: String, of field: String, _ words: [String]) -> [String] {
        var names = SwiftIdentifier()
        var seen: Set<[UInt8]> = []
        let words = words.filter { seen.insert(Array($0.utf8)).inserted }
        let cases = zip(names.properties(words), words).map { line(of: $0, meaning: $1) }
        return ["/// The words of the field \(shown(field)).", "enum \(name): String, \(conformances) {"]
            + indented(cases) + ["}"]
    }

    private static func codingKeys(_ keys: [(name: String, identifier: String)]) -> [String] {
        ["enum CodingKeys: String, CodingKey {"]
            + indented(keys.map { line(of: $0.identifier, meaning: $0.name) }) + ["}"]
    }

    /// Returns a case with its raw value, if that differs from its name.
    private static func line(of identifier: String, meaning text: String) -> String {
        plain(identifier) == text ? "case \(identifier)" : "case \(identifier) = \(literal(text))"
    }

    /// Returns an identifier without its backticks.
    private static func plain(_ identifier: String) -> String {
        identifier.hasPrefix("`") ? String(identifier.dropFirst().dropLast()) : identifier
    }

    static func indented(_ lines: [String]) -> [String] {
        lines.map { $0.isEmpty ? "" : "    " + $0 }
    }
}

// MARK: - Literals and comments

extension SwiftTypes {
    /// Returns a text as a string literal.
    private static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case _ where isPrintable(scalar): literal.unicodeScalars.append(scalar)
            default: literal += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return literal + "\""
    }

    /// Returns a text for a comment, on one line.
    static func shown(_ text: String, quote: String = "\"") -> String {
        let scalars = text.unicodeScalars.map { isPrintable($0) ? $0 : " " }
        return quote + String(String.UnicodeScalarView(scalars)) + quote
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
            false
        default: true
        }
    }
}

extension Schema.FieldType {
    /// A comment on the value, if the Swift type does not suffice.
    fileprivate func about(hasOffset: Bool) -> String? {
        switch self {
        case .scalar(.string), .scalar(.integer), .scalar(.boolean): nil
        case .scalar(.dateTime) where hasOffset: "A day and time."
        case .scalar(let scalar): scalar.about
        case .list(let element): element.about(hasOffset: hasOffset).map { "Each: \($0)" }
        case .nullable(let type): type.about(hasOffset: hasOffset)
        case .enumeration, .object, .enclosing, .alternatives, .dictionary: nil
        }
    }

    /// The name of an alternative's case.
    fileprivate var caseName: String {
        switch self {
        case .scalar(let scalar): scalar.rawValue
        case .enumeration: "word"
        case .list: "list"
        case .object, .enclosing, .dictionary: "object"
        case .alternatives, .nullable: "other"
        }
    }
}

extension Schema.Scalar {
    /// The Swift type of the values.
    fileprivate var swiftType: String {
        switch self {
        case .string, .text, .html, .duration: "String"
        case .date: "Day"
        case .dateTime: "DateTime"
        case .integer, .size: "Int"
        case .decimal: "Decimal"
        case .boolean: "Bool"
        case .url: "URL"
        case .json: "JSONValue"
        }
    }
}

// MARK: - Alternatives

/// An enumeration of the Swift types of a value, which is decoded as the first that fits.
private struct SwiftAlternatives {
    /// A type of the value.
    struct Case {
        let name: String
        let type: String
        /// The order in which types are tried when decoding: types that accept fewer values come first.
        let rank: Int

        init(name: String, type: String, of fieldType: Schema.FieldType) {
            self.name = name
            self.type = type
            rank =
                switch fieldType {
                case .enumeration: 0
                case .scalar(.boolean): 1
                case .scalar(.integer), .scalar(.size): 2
                case .scalar(.decimal): 3
                case .object, .enclosing, .list, .dictionary: 4
                case .scalar(.date), .scalar(.dateTime): 5
                case .scalar(.url): 6
                case .scalar(.string), .scalar(.text), .scalar(.html), .scalar(.duration): 7
                case .alternatives, .nullable: 8
                case .scalar(.json): 9
                }
        }
    }

    let name: String
    let about: String
    let cases: [Case]

    /// The lines of the declaration.
    var lines: [String] {
        let ranked = cases.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element)
        return ["/// \(about)", "enum \(name): Codable, Hashable, Sendable {"]
            + SwiftTypes.indented(
                cases.map { "case \($0.name)(\($0.type))" } + [""] + decoding(ranked) + [""] + encoding
            )
            + ["}"]
    }

    private func decoding(_ ranked: [Case]) -> [String] {
        var lines = [
            "init(from decoder: any Decoder) throws {",
            "    let container = try decoder.singleValueContainer()",
        ]
        for (index, one) in ranked.enumerated() {
            let decode = "container.decode(\(one.type).self)"
            if index == ranked.count - 1 {
                lines.append("    self = .\(one.name)(try \(decode))")
            } else {
                lines.append("    if let value = try? \(decode) {")
                lines.append("        self = .\(one.name)(value)")
                lines.append("        return")
                lines.append("    }")
            }
        }
        return lines + ["}"]
    }

    private var encoding: [String] {
        [
            "func encode(to encoder: any Encoder) throws {",
            "    var container = encoder.singleValueContainer()", "    switch self {",
        ]
            + cases.map { "    case .\($0.name)(let value): try container.encode(value)" }
            + ["    }", "}"]
    }
}

// MARK: - Any value

extension SwiftTypes {
    /// The declaration of the type `JSONValue`.
    fileprivate static let jsonValue = """
        /// Any value.
        enum JSONValue: Codable, Hashable, Sendable {
            case null
            case boolean(Bool)
            case number(Decimal)
            case string(String)
            case list([JSONValue])
            case object([String: JSONValue])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if container.decodeNil() {
                    self = .null
                } else if let value = try? container.decode(Bool.self) {
                    self = .boolean(value)
                } else if let value = try? container.decode(Decimal.self) {
                    self = .number(value)
                } else if let value = try? container.decode(String.self) {
                    self = .string(value)
                } else if let value = try? container.decode([JSONValue].self) {
                    self = .list(value)
                } else {
                    self = .object(try container.decode([String: JSONValue].self))
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .null: try container.encodeNil()
                case .boolean(let value): try container.encode(value)
                case .number(let value): try container.encode(value)
                case .string(let value): try container.encode(value)
                case .list(let value): try container.encode(value)
                case .object(let value): try container.encode(value)
                }
            }
        }

        """
}
