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

    private mutating func readScalar(_ json: JSON, _ members: [String: JSON]) -> FieldType? {
        if case .object = json.content {
            guard let options = self.members(json, of: "a type", allowed: ["enum"]) else { return nil }
            guard let words = options["enum"] else { return nil }
            checkFormats(members, typeName: "enum")
            return strings(words, "enum").map { FieldType.enumeration($0.map(\.text)) }
        }
        guard let name = string(json, "type") else { return nil }
        checkFormats(members, typeName: name)
        if FieldType.dated.contains(name) { return readDated(name, members) }
        if let type = FieldType.builtIn.first(where: { $0.name == name }) { return type }
        error(
            "unknown type \"\(name)\"",
            at: json.range,
            help: Suggestion.help(for: name, among: FieldType.names + ["enum"])
        )
        return nil
    }

    private mutating func checkFormats(_ members: [String: JSON], typeName: String) {
        guard !FieldType.dated.contains(typeName) else { return }
        for key in ["format", "locale"] {
            guard let json = members[key] else { continue }
            error(
                "\"\(key)\" goes with the type date or datetime, the type here is \(typeName)",
                at: json.range
            )
        }
    }

    private mutating func readDated(_ name: String, _ members: [String: JSON]) -> FieldType? {
        var locale = "en_US_POSIX"
        if let json = members["locale"] {
            guard let text = string(json, "locale") else { return nil }
            guard DateNames.isKnown(locale: text) else {
                error("unknown locale \"\(text)\"", at: json.range, help: "write it like \"de\" or \"pt_BR\"")
                return nil
            }
            locale = text
        }
        var patterns: [DatePattern] = []
        if let json = members["format"] {
            guard let formats = strings(json, "format") else { return nil }
            let compiled = formats.map { readPattern($0.text, locale, name, at: $0.json.range) }
            guard !compiled.contains(where: { $0 == nil }) else { return nil }
            patterns = compiled.compactMap { $0 }
        }
        return name == "date" ? .date(patterns) : .dateTime(patterns)
    }

    private mutating func readPattern(
        _ text: String,
        _ locale: String,
        _ type: String,
        at range: Range<Int>
    ) -> DatePattern? {
        do throws(StepError) {
            let pattern = try DatePattern(text, locale: locale)
            if !pattern.isComplete {
                error("the format \"\(text)\" does not tell year, month and day", at: range)
                return nil
            }
            if type == "datetime", !pattern.hasTime {
                error("the format \"\(text)\" tells no time of day", at: range, help: "use the type date")
                return nil
            }
            return pattern
        } catch {
            self.error(error.description, at: range)
            return nil
        }
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
