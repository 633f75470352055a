import Records

extension ArgumentShape {
    /// Whether what takes it may stand by its name alone.
    var allowsNone: Bool {
        switch self {
        case .none: true
        case .either(let shapes): shapes.contains { $0.allowsNone }
        case .anything, .scalar, .string, .number, .integer, .boolean, .pattern, .selector, .locale, .word,
            .tuple, .table, .object:
            false
        }
    }

    /// The shape as JSON Schema; `nil` for no arguments.
    var schema: Value? {
        switch self {
        case .none: nil
        case .anything: [:]
        case .scalar: ["type": ["string", "number", "boolean"]]
        case .string, .pattern, .locale: ["type": "string"]
        case .selector: ["$ref": "#/$defs/selector"]
        case .number: ["type": "number"]
        case .integer: ["type": "integer"]
        case .boolean: ["type": "boolean"]
        case .word(let words): ["enum": .list(words.map(Value.string))]
        case .tuple(let shapes, let required):
            [
                "type": "array", "prefixItems": .list(shapes.map { $0.schema ?? [:] }), "items": false,
                "minItems": .number(Number(required)),
            ]
        case .table(let shape):
            // Or the name of one of the file's own tables.
            [
                "type": ["object", "string"], "minProperties": 1,
                "additionalProperties": shape.schema ?? [:],
            ]
        case .object(let arguments):
            [
                "type": "object",
                "properties": .object(
                    arguments.map { argument in
                        let schema = argument.shape.schema?.object ?? []
                        return Value.Member(
                            argument.name,
                            .object(schema + [Value.Member("description", .string(argument.about))])
                        )
                    }
                ),
                "additionalProperties": false,
                "required": .list(arguments.filter(\.isRequired).map { .string($0.name) }),
            ]
        case .either(let shapes):
            ["anyOf": .list(shapes.compactMap(\.schema))]
        }
    }
}
