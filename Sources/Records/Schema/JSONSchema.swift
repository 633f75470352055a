extension Schema {
    /// The JSON Schema (2020-12) of an array of such records, as the output format `json` writes it.
    ///
    /// It holds for pages that satisfy their rules; a record that is told of as incomplete may lack what is required.
    ///
    /// - Parameter title: what the records are, in a line.
    public func jsonSchema(title: String? = nil) -> Value {
        var members = [Value.Member("$schema", "https://json-schema.org/draft/2020-12/schema")]
        if let title { members.append(Value.Member("title", .string(title))) }
        let types = types.map { type in
            FieldType.objectSchema(
                type.fields,
                title: type.name,
                first: Value.Member(Record.typeKey, ["const": .string(type.name)])
            )
        }
        members.append(Value.Member("type", "array"))
        members.append(Value.Member("items", ["anyOf": .list(types)]))
        return .object(members)
    }
}

extension Schema.FieldType {
    /// The JSON Schema of a value of this type.
    fileprivate var jsonSchema: Value {
        switch self {
        case .scalar(let scalar): scalar.jsonSchema
        case .enumeration(let words): ["type": "string", "enum": .list(words.map(Value.string))]
        case .list(let element): ["type": "array", "items": element.jsonSchema]
        case .object(let fields): Schema.FieldType.objectSchema(fields)
        case .alternatives(let types): ["anyOf": .list(types.map(\.jsonSchema))]
        }
    }

    /// The JSON Schema of an object: its fields, and nothing else.
    fileprivate static func objectSchema(
        _ fields: [Schema.Field],
        title: String? = nil,
        first: Value.Member? = nil
    ) -> Value {
        var members: [Value.Member] = []
        if let title { members.append(Value.Member("title", .string(title))) }
        let properties = fields.map { Value.Member($0.name, $0.type.jsonSchema) }
        let required = (first.map { [$0.name] } ?? []) + fields.filter(\.isAlwaysPresent).map(\.name)
        members.append(Value.Member("type", "object"))
        members.append(Value.Member("properties", .object((first.map { [$0] } ?? []) + properties)))
        if !required.isEmpty { members.append(Value.Member("required", .list(required.map(Value.string)))) }
        members.append(Value.Member("additionalProperties", false))
        return .object(members)
    }
}

extension Schema.Scalar {
    fileprivate var jsonSchema: Value {
        switch self {
        case .string: ["type": "string"]
        case .text, .html, .duration: ["type": "string", "description": .string(about)]
        case .integer: ["type": "integer"]
        case .size: ["type": "integer", "description": .string(about)]
        case .decimal: ["type": "number"]
        case .boolean: ["type": "boolean"]
        case .date: ["type": "string", "format": "date"]
        case .dateTime:
            // The format wants an offset, which a page need not tell.
            [
                "type": "string",
                "anyOf": [["format": "date-time"], ["pattern": .string(Schema.Scalar.localTime)]],
            ]
        case .url: ["type": "string", "format": "uri"]
        case .json: [:]
        }
    }

    /// A day and time without an offset, in ECMA 262's regular expressions.
    private static let localTime = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?$"
}
