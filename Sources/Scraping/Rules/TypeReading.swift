import DOM
import Records
import Selectors

// Reads the type of a field, with its formats.
extension RulesReader {
    mutating func readType(_ members: [String: JSON], origin: FieldAlternative.Origin?) -> TypeRule? {
        if case .nested = origin {
            if let type = members["type"] {
                error(
                    "the type of a field with \"fields\" is that of its fields",
                    at: type.range,
                    help: "leave it out"
                )
                return nil
            }
            return TypeRule(kind: .object, isList: members["each"] != nil)
        }
        guard let json = members["type"] else {
            if members["apply"] == nil, let constant = FieldType.constant(for: origin) {
                checkFormats(members, typeName: constant.name)
                return TypeRule(kind: .scalar(constant), isList: false)
            }
            checkFormats(members, typeName: "string")
            return TypeRule(kind: .scalar(.string), isList: false)
        }
        switch json.content {
        case .array(let elements):
            guard elements.count == 1 else {
                error(
                    "expected one type in the brackets of a list's type, found \(elements.count)",
                    at: json.range
                )
                return nil
            }
            return readScalar(elements[0], members).map { TypeRule(kind: .scalar($0), isList: true) }
        case .null, .boolean, .number, .string, .object:
            return readScalar(json, members).map { TypeRule(kind: .scalar($0), isList: false) }
        }
    }

    private mutating func readWords(_ json: JSON) -> [String]? {
        guard let strings = strings(json, "enum") else { return nil }
        var words: [String] = []
        for (text, json) in strings {
            // A text is compared with its white space collapsed.
            if text.isEmpty || text != WhiteSpace.collapse(text) {
                error("no text is ever \"\(text)\": its white space is collapsed", at: json.range)
            } else if words.contains(text) {
                error("the word \"\(text)\" stands twice in \"enum\"", at: json.range)
            }
            words.append(text)
        }
        return words
    }

    private mutating func readScalar(_ json: JSON, _ members: [String: JSON]) -> FieldType? {
        if case .object = json.content {
            guard let options = self.members(json, of: "a type", allowed: ["enum"]) else { return nil }
            guard let words = options["enum"] else {
                error(
                    "expected \"enum\" in a type",
                    at: json.range,
                    help: "write {\"enum\": [\"gold\", \"silver\"]}"
                )
                return nil
            }
            checkFormats(members, typeName: "enum")
            return readWords(words).map(FieldType.enumeration)
        }
        guard let name = string(json, "type") else { return nil }
        checkFormats(members, typeName: name)
        if FieldType.dated.contains(name) { return readDated(name, members) }
        if let type = vocabulary.fieldTypes.first(where: { $0.name == name }) { return type }
        error(unknown: .fieldType, name, at: json.range)
        return nil
    }
}

extension FieldType {
    /// The type of a constant that no type is given for: it stays what it is.
    fileprivate static func constant(for origin: FieldAlternative.Origin?) -> FieldType? {
        switch origin {
        case .value(let value): constant(of: [value])
        case .cases(let arms): constant(of: arms.map(\.value))
        case .select, .from, .template, .nested, nil: nil
        }
    }

    private static func constant(of values: [Value]) -> FieldType {
        let names = Set(values.map(\.typeName))
        let name = names.count == 1 ? names.first ?? "json" : "json"
        let type = ValueType(of: values.first ?? .null)
        let gives = names.count == 1 ? type : .any
        return FieldType(name: name, about: "a constant", accepts: [.any], gives: gives) { value, _ in value }
    }
}

extension Value {
    /// The field type that a constant has.
    fileprivate var typeName: String {
        switch self {
        case .string: "string"
        case .number(let number): number.integer == nil ? "decimal" : "integer"
        case .boolean: "boolean"
        case .null, .list, .object: "json"
        }
    }
}
