import Basics
package import Records
package import Values

// Calls, pages, answers and schemas as the protocol's JSON.

extension PluginCall {
    /// The call as JSON: `{"transform": "one-rep-max", "input": [100, 5]}`.
    package var message: Value {
        var members = [Value.Member(kind.rawValue, .string(name)), Value.Member("input", input)]
        if arguments != .null { members.append(Value.Member("arguments", arguments)) }
        return .object(members)
    }

    /// Reads a call; `nil` for an invalid one.
    init?(_ message: Value) {
        let kinds = DefinitionKind.allCases.filter { message[$0.rawValue] != nil }
        guard let kind = kinds.first, kinds.count == 1, let name = message[kind.rawValue]?.string,
            let input = message["input"]
        else { return nil }
        self.init(kind: kind, name: name, input: input, arguments: message["arguments"] ?? .null)
    }
}

extension PluginPage {
    /// The page as JSON: `{"name": "a.html", "base": "https://…", "clock": "2026-05-28T18:00:00Z"}`.
    package var message: Value {
        let members = [("name", name), ("base", baseURL), ("clock", clock)]
        return .object(members.compactMap { key, value in value.map { Value.Member(key, .string($0)) } })
    }

    /// The context for the steps of a page.
    static func context(_ message: Value?) -> PageContext {
        PageContext(baseURL: message?["base"]?.string, clock: message?["clock"]?.string)
    }
}

/// A plugin's answer to a call: an output or an error.
package typealias PluginAnswer = Result<Value, StepError>

extension PluginAnswer {
    /// The answer as JSON: `{"output": 112.5}` or `{"error": "…"}`.
    package var message: Value {
        switch self {
        case .success(let value): ["output": value]
        case .failure(let error): ["error": .string(error.description)]
        }
    }

    /// Reads an answer; `nil` for an invalid one.
    package init?(_ message: Value) {
        switch (message["output"], message["error"]) {
        case (let output?, nil): self = .success(output)
        case (nil, .string(let error)?): self = .failure(StepError(TerminalText.line(error)))
        case (nil, _), (.some, .some): return nil
        }
    }
}

// MARK: - Schemas

extension Schema {
    package var message: Value {
        .list(types.map(\.message))
    }

    /// Reads a schema; invalid types are omitted.
    package init(_ message: Value?) {
        let types = (message?.list ?? []).compactMap { type in
            type["name"]?.string.map { name in
                RecordType(
                    name: name,
                    fields: Field.all(type["fields"]),
                    uniqueKeys: (type["unique"]?.list ?? []).compactMap(\.string)
                )
            }
        }
        self.init(types: types)
    }
}

extension Schema.RecordType {
    /// `{"name": "Plant", "fields": […], "unique": ["name"]}`; `unique` is omitted if empty.
    fileprivate var message: Value {
        var members = [
            Value.Member("name", .string(name)), Value.Member("fields", .list(fields.map(\.message))),
        ]
        if !uniqueKeys.isEmpty { members.append(Value.Member("unique", .list(uniqueKeys.map(Value.string)))) }
        return .object(members)
    }
}

extension Schema.Field {
    /// `{"name": "weight", "type": "decimal", "required": true, "always": true}`: whether a record without it is a
    /// failure, and whether every record has it.
    fileprivate var message: Value {
        [
            "name": .string(name), "type": type.message, "required": .boolean(isRequired),
            "always": .boolean(isAlwaysPresent),
        ]
    }

    fileprivate static func all(_ message: Value?) -> [Schema.Field] {
        (message?.list ?? []).compactMap { field in
            field["name"]?.string.map {
                Schema.Field(
                    name: $0,
                    type: Schema.FieldType(field["type"]),
                    isRequired: field["required"] == true,
                    isAlwaysPresent: field["always"] == true
                )
            }
        }
    }
}

extension Schema.FieldType {
    /// A word for a type of single values, in brackets for a list; `{"enum": […]}`, `{"fields": […]}`,
    /// `{"anyOf": […]}`; `{"values": …}` for an object with members of any names; `{"fields": "comments"}` for an object with
    /// the same fields as those of the enclosing field of that name.
    fileprivate var message: Value {
        switch self {
        case .scalar(let scalar): .string(scalar.rawValue)
        case .enumeration(let words): ["enum": .list(words.map(Value.string))]
        case .list(let element): [element.message]
        case .object(let fields): ["fields": .list(fields.map(\.message))]
        case .enclosing(let name): ["fields": .string(name)]
        case .dictionary(let type): ["values": type.message]
        case .alternatives(let types): ["anyOf": .list(types.map(\.message))]
        case .nullable(let type): ["nullable": type.message]
        }
    }

    /// Reads a type; an invalid one becomes any JSON.
    fileprivate init(_ message: Value?) {
        switch message {
        case .string(let word): self = .scalar(Schema.Scalar(rawValue: word) ?? .json)
        case .list(let elements): self = .list(Schema.FieldType(elements.first))
        case .object(let members):
            switch members.first?.name {
            case "enum": self = .enumeration((members[0].value.list ?? []).compactMap(\.string))
            case "fields" where members[0].value.string != nil:
                self = .enclosing(members[0].value.string ?? "")
            case "fields": self = .object(Schema.Field.all(members[0].value))
            case "values": self = .dictionary(Schema.FieldType(members[0].value))
            case "nullable": self = .nullable(Schema.FieldType(members[0].value))
            case "anyOf": self = .alternatives((members[0].value.list ?? []).map { Schema.FieldType($0) })
            default: self = .scalar(.json)
            }
        case nil, .null, .boolean, .number: self = .scalar(.json)
        }
    }
}
