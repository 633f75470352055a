extension Schema {
    /// Swift types that such records are decoded into: a structure for each record type and each nested object, an
    /// enumeration for words and for alternatives.
    ///
    /// What a record need not have is optional. A `decimal` is a `Decimal`, a `url` a `URL`; a `date`, a `datetime`
    /// and a `duration` are strings, since a day is no instant and a page need not tell its time zone. The types are
    /// decoded from records as from the output format `json`.
    ///
    /// - Parameter origin: where the records come from, for the comment at the beginning.
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
        if writer.usesFoundation { header.append("import Foundation\n") }
        let helpers = writer.usesJSON ? [SwiftTypes.jsonValue] : []
        return (header + declarations.map { $0.joined(separator: "\n") + "\n" } + helpers).joined(
            separator: "\n"
        )
    }
}

/// Writes the Swift types of a schema.
struct SwiftTypes {
    /// Whether a type of Foundation's stands in what has been written.
    private(set) var usesFoundation = false
    /// Whether a field of any value stands in what has been written.
    private(set) var usesJSON = false

    /// The structures that are being written and the fields that they are the objects of, the outermost first.
    private var enclosing: [(field: String, identifier: String)] = []

    private static let conformances = "Codable, Hashable, Sendable"

    /// A structure with a property for each field.
    mutating func structure(named name: String, about: String, fields: [Schema.Field]) -> [String] {
        var names = SwiftIdentifier()
        let properties = names.properties(fields.map(\.name))
        var types = SwiftIdentifier(taken: names.taken)
        var nested: [[String]] = []
        var lines: [String] = []
        for (field, property) in zip(fields, properties) {
            let type = expression(field.type, field.name, &types, &nested)
            if let about = field.type.about { lines.append("/// \(about)") }
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

    /// The type of a field as Swift spells it; types of its own are added to the nested ones.
    private mutating func expression(
        _ type: Schema.FieldType,
        _ name: String,
        _ scope: inout SwiftIdentifier,
        _ nested: inout [[String]]
    ) -> String {
        switch type {
        case .scalar(let scalar):
            usesFoundation = usesFoundation || [.decimal, .url, .json].contains(scalar)
            usesJSON = usesJSON || scalar == .json
            return scalar.swiftType
        case .list(let element):
            return "[\(expression(element, name, &scope, &nested))]"
        case .object(let fields):
            let identifier = scope.type(name)
            let about = "The object in the field \(SwiftTypes.shown(name))."
            enclosing.append((name, identifier))
            nested.append(structure(named: identifier, about: about, fields: fields))
            enclosing.removeLast()
            return identifier
        case .enclosing(let field):
            return enclosing.last { $0.field == field }?.identifier ?? jsonValue()
        case .enumeration(let words):
            let identifier = scope.type(name)
            nested.append(SwiftTypes.enumeration(named: identifier, of: name, words))
            return identifier
        case .alternatives(let types):
            return alternatives(types, name, &scope, &nested)
        }
    }

    private mutating func jsonValue() -> String {
        usesFoundation = true
        usesJSON = true
        return Schema.Scalar.json.swiftType
    }

    /// An enumeration of the types that a value can have; of one type where all are the same to Swift.
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

    /// A case with its raw value, where that is not its name.
    private static func line(of identifier: String, meaning text: String) -> String {
        plain(identifier) == text ? "case \(identifier)" : "case \(identifier) = \(literal(text))"
    }

    /// An identifier without its back-ticks.
    private static func plain(_ identifier: String) -> String {
        identifier.hasPrefix("`") ? String(identifier.dropFirst().dropLast()) : identifier
    }

    static func indented(_ lines: [String]) -> [String] {
        lines.map { $0.isEmpty ? "" : "    " + $0 }
    }
}

// MARK: - Texts

extension SwiftTypes {
    /// A text as a string of Swift's.
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

    /// A text within a comment, on one line.
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
    /// What a value is, where the Swift type does not say it.
    fileprivate var about: String? {
        switch self {
        case .scalar(.string), .scalar(.integer), .scalar(.boolean): nil
        case .scalar(let scalar): scalar.about
        case .list(let element): element.about.map { "Each: \($0)" }
        case .enumeration, .object, .enclosing, .alternatives: nil
        }
    }

    /// The name of the case of an alternative.
    fileprivate var caseName: String {
        switch self {
        case .scalar(let scalar): scalar.rawValue
        case .enumeration: "word"
        case .list: "list"
        case .object, .enclosing: "object"
        case .alternatives: "other"
        }
    }
}

extension Schema.Scalar {
    /// The Swift type of the values.
    fileprivate var swiftType: String {
        switch self {
        case .string, .text, .html, .date, .dateTime, .duration: "String"
        case .integer, .size: "Int"
        case .decimal: "Decimal"
        case .boolean: "Bool"
        case .url: "URL"
        case .json: "JSONValue"
        }
    }
}
