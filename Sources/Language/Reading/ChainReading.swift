import DOM
import Records
import Selectors
import Values

// Reads the steps of a field.
extension RulesReader {
    mutating func readSteps(_ json: JSON) -> [Step] {
        guard case .array(let elements) = json.content else {
            error(
                "expected a list of transforms for \"apply\", found \(json.kind)",
                at: json.range,
                help: "write […]"
            )
            return []
        }
        var chain = ChainType(.string, isPerMatch: true)
        return elements.compactMap { readStep($0) }.map { step in
            let step = chain.gathers(step) ? step.gathering : step
            _ = chain.append(step)
            return step
        }
    }

    private mutating func readStep(_ json: JSON) -> Step? {
        switch json.content {
        case .string(let name):
            let none = JSON(content: .null, range: json.range)
            return readStep(name, arguments: none, nameRange: json.range, range: json.range)
        case .object(let members) where members.count == 1:
            let member = members[0]
            return readStep(
                member.key,
                arguments: member.value,
                nameRange: member.keyRange,
                range: member.keyRange.lowerBound..<member.value.range.upperBound
            )
        default:
            error(
                "expected a transform's name, or an object of its name and its arguments, found \(json.kind)",
                at: json.range
            )
            return nil
        }
    }

    private mutating func readStep(
        _ name: String,
        arguments: JSON,
        nameRange: Range<Int>,
        range: Range<Int>
    ) -> Step? {
        guard let transform = vocabulary.transform(name) else {
            error(unknown: .transform, name, at: nameRange)
            return nil
        }
        return function(of: transform, arguments, at: range).map { function, arguments in
            Step(transform: transform, arguments: arguments.value, apply: function, range: range)
        }
    }
}

// Reads the type of a field, with its formats.
extension RulesReader {
    mutating func readType(
        _ members: Members,
        origin: FieldAlternative.Origin?,
        _ earlier: EarlierRules
    ) -> TypeRule? {
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
            // Its type may be the value of the unknown key.
            if members.isMisspelt { return nil }
            if members["apply"] == nil, let constant = ScalarType.constant(for: origin) {
                checkFormats(members, typeName: constant.name)
                return TypeRule(kind: .scalar(constant), isList: false)
            }
            checkFormats(members, typeName: "string")
            return TypeRule(kind: .scalar(untyped(members, origin, earlier)), isList: false)
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

    /// The type of a selected value without a given type: if all pages are JSON, numbers and booleans are kept, unless
    /// something else in the field requires text. The same holds for the value of such an earlier field.
    func untyped(
        _ members: Members,
        _ origin: FieldAlternative.Origin?,
        _ earlier: EarlierRules
    ) -> ScalarType {
        guard readsOnlyJSON, members["apply"] == nil,
            LanguageKey.constraint.allSatisfy({ members[$0.name] == nil })
        else { return .string }
        let isKept =
            switch origin {
            case .select(let lists):
                lists.allSatisfy { list in list.selectors.allSatisfy { $0.extractor == nil } }
            case .from(let names, isList: false):
                names.allSatisfy { name in
                    earlier[name].map { !$0.isKnown || $0.alternatives.allSatisfy(\.keepsNumbers) } ?? false
                }
            case .from, .value, .template, .cases, .nested, .labels, .request, nil: false
            }
        return isKept ? .scalarOfJSON : .string
    }

    /// Reads a type by its name, or an object with its name and its arguments. The arguments of dates are keys of the
    /// field next to the type.
    private mutating func readScalar(_ json: JSON, _ members: Members) -> ScalarType? {
        var name = json
        var arguments: JSON?
        if case .object(let keys) = json.content {
            guard keys.count == 1, let key = keys.first else {
                error(
                    "expected an object of a type's name and its arguments, found \(json.kind)",
                    at: json.range,
                    help: "write {\"enum\": [\"gold\", \"silver\"]}"
                )
                return nil
            }
            name = JSON(content: .string(key.key), range: key.keyRange)
            arguments = key.value
        }
        guard let text = string(name, "type") else { return nil }
        checkFormats(members, typeName: text)
        guard let type = vocabulary.type(text) else {
            error(unknown: .type, text, at: name.range)
            return nil
        }
        let given = arguments ?? fieldArguments(of: type, members) ?? JSON(content: .null, range: json.range)
        guard let read = self.arguments(given, of: type.arguments, for: text) else { return nil }
        do throws(StepError) { return try ScalarType(type, read) } catch {
            let place = error.argument.flatMap { given.descendant($0) }?.range ?? given.range
            self.error(error.description, at: place, help: error.help)
            return nil
        }
    }

    /// The keys of a field that are arguments of its type.
    private func fieldArguments(of type: FieldType, _ members: Members) -> JSON? {
        guard case .object(let keys, _) = type.arguments else { return nil }
        let given = keys.compactMap { key in
            members[key.name].map { JSON.Member(key: key.name, keyRange: $0.range, value: $0) }
        }
        return JSON(content: .object(given), range: given.first?.value.range ?? 0..<0)
    }

    /// Reports keys that are arguments of other types.
    private mutating func checkFormats(_ members: Members, typeName: String) {
        guard let type = vocabulary.type(typeName) else { return }
        func keys(_ type: FieldType) -> [String] {
            guard case .object(let keys, _) = type.arguments else { return [] }
            return keys.map(\.name)
        }
        for (key, json) in members.sorted {
            let taking = vocabulary.types.filter { keys($0).contains(key) }
            guard !taking.isEmpty, !keys(type).contains(key) else { continue }
            let names = taking.map(\.name).joined(separator: " or ")
            error("\"\(key)\" needs the type \(names), and the type here is \(typeName)", at: json.range)
        }
    }
}

extension ScalarType {
    /// The type of a constant without a given type: the constant is kept.
    fileprivate static func constant(for origin: FieldAlternative.Origin?) -> ScalarType? {
        switch origin {
        case .value(let value): constant(of: [value])
        case .cases(let arms): constant(of: arms.map(\.value))
        case .labels: constant(of: [.object([])])
        case .select, .from, .template, .nested, .request, nil: nil
        }
    }

    private static func constant(of values: [Value]) -> ScalarType {
        let names = Set(values.map(\.typeName))
        let name = names.count == 1 ? names.first ?? "json" : "json"
        let type = ValueType(of: values.first ?? .null)
        let gives = names.count == 1 ? type : .any
        return ScalarType(constantOf: name, gives: gives)
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
