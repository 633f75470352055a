import Records

// The schema of records as the protocol writes it, for output formats.

extension Schema {
    package var message: Value {
        .list(types.map(\.message))
    }

    /// Reads a schema; what is no type is left out.
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
    /// `{"name": "Plant", "fields": […], "unique": ["name"]}`; the last only where there are such fields.
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
    /// A word for a type of single values, brackets around it for a list; `{"enum": […]}`, `{"fields": […]}`,
    /// `{"anyOf": […]}`; `{"fields": "comments"}` for an object with the fields of those in the field of that name
    /// that it stands in.
    fileprivate var message: Value {
        switch self {
        case .scalar(let scalar): .string(scalar.rawValue)
        case .enumeration(let words): ["enum": .list(words.map(Value.string))]
        case .list(let element): [element.message]
        case .object(let fields): ["fields": .list(fields.map(\.message))]
        case .enclosing(let name): ["fields": .string(name)]
        case .alternatives(let types): ["anyOf": .list(types.map(\.message))]
        }
    }

    /// Reads a type: any JSON for what is none.
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
            case "anyOf": self = .alternatives((members[0].value.list ?? []).map { Schema.FieldType($0) })
            default: self = .scalar(.json)
            }
        case nil, .null, .boolean, .number: self = .scalar(.json)
        }
    }
}
