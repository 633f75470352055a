public import Records

/// The JSON Schema of the rules language, for editors: made of the tables that the language itself is read by.
public enum LanguageSchema {
    /// The schema as JSON Schema 2020-12.
    ///
    /// - Parameter registry: what plugins add to the language.
    public static func value(_ registry: Registry) -> Value {
        var schema: [Value.Member] = [
            Value.Member("$schema", "https://json-schema.org/draft/2020-12/schema"),
            Value.Member("title", "Rules of scrape"),
        ]
        schema += object(LanguageKey.file, required: []).object ?? []
        schema.append(Value.Member("anyOf", [["required": ["records"]], ["required": ["extends"]]]))
        schema.append(Value.Member("$defs", definitions(registry)))
        return .object(schema)
    }

    private static func object(_ keys: [LanguageKey], required: [String]) -> Value {
        LanguageObject(keys, required: required).schema
    }

    /// A schema with a text for whoever edits.
    private static func described(_ schema: Value, _ about: String) -> Value {
        .object((schema.object ?? []) + [Value.Member("description", .string(about))])
    }

    private static func reference(_ name: String) -> Value { ["$ref": .string("#/$defs/\(name)")] }

    private static func oneOrMore(_ item: Value) -> Value {
        ["anyOf": [item, ["type": "array", "items": item, "minItems": 1]]]
    }

    private static func words(_ names: [String]) -> Value { ["enum": .list(names.map(Value.string))] }

    private static func definitions(_ registry: Registry) -> Value {
        let string: Value = ["type": "string"]
        let vocabulary = Vocabulary(plugins: registry.plugins)
        return [
            "strings": oneOrMore(string),
            "selector": described(
                string,
                "a CSS selector; see the documentation for what it may say beyond CSS"
            ),
            "selectors": oneOrMore(reference("selector")),
            "sources": oneOrMore(reference("source")),
            "source": source(vocabulary),
            "preparation": preparation(vocabulary),
            "record": [
                "anyOf": [
                    object(LanguageKey.record, required: ["fields"]),
                    object(LanguageKey.group, required: ["group", "by", "fields"]),
                    [
                        "type": "array", "minItems": 1,
                        "items": object(LanguageKey.layout, required: ["fields"]),
                    ],
                ]
            ],
            "fields": ["type": "object", "minProperties": 1, "additionalProperties": reference("field")],
            "field": oneOrMore(["anyOf": [reference("selector"), object(LanguageKey.field, required: [])]]),
            "groupField": groupField,
            "order": order,
            "extreme": extreme,
            "place": place,
            "expect": [
                "type": "object",
                "properties": [
                    "count": ["type": ["integer", "string"]],
                    "filled": [
                        "type": "object",
                        "additionalProperties": ["type": "number", "exclusiveMinimum": 0, "maximum": 1],
                    ],
                    "when": described(reference("selector"), "only on pages in which it matches"),
                ],
                "additionalProperties": false,
            ],
            "type": type(vocabulary),
            "transform": transform(registry),
        ]
    }

    // MARK: - Parts

    private static func source(_ vocabulary: Vocabulary) -> Value {
        let options = vocabulary.decoders.compactMap { decoder in
            decoder.optionsSchema.map { Value.Member(decoder.name, $0) }
        }
        return [
            "anyOf": [
                words(vocabulary.decoders.map(\.name)),
                [
                    "type": "object", "properties": .object(options), "additionalProperties": false,
                    "minProperties": 1,
                ],
            ]
        ]
    }

    private static func preparation(_ vocabulary: Vocabulary) -> Value {
        let names = vocabulary.preparations.map {
            Value.Member($0.name, described($0.arguments.schema, $0.about))
        }
        let limits = [
            Value.Member("in", described(reference("selector"), "only below the elements that match")),
            Value.Member("when", described(reference("selector"), "only on pages in which it matches")),
        ]
        let one = names.map { Value.object([Value.Member("required", [.string($0.name)])]) }
        return [
            "type": "object", "properties": .object(names + limits), "additionalProperties": false,
            "oneOf": .list(one),
        ]
    }

    private static var groupField: Value {
        // One of the functions, and perhaps what limits it.
        var aggregate = object(LanguageKey.aggregate, required: []).object ?? []
        let functions = Aggregate.allCases.map {
            Value.object([Value.Member("required", [.string($0.rawValue)])])
        }
        aggregate.append(Value.Member("oneOf", .list(functions)))
        return [
            "anyOf": [
                ["type": "string"], .object(aggregate),
                object(LanguageKey.innerGroup, required: ["by", "fields"]),
            ]
        ]
    }

    private static var order: Value {
        let key: Value = ["anyOf": [["type": "string"], object(LanguageKey.order, required: ["by"])]]
        return oneOrMore(key)
    }

    private static var extreme: Value {
        let words = [Aggregate.min, .max].map { Value.Member($0.rawValue, ["type": "string"]) }
        return [
            "type": "object", "properties": .object(words), "additionalProperties": false,
            "minProperties": 1, "maxProperties": 1,
        ]
    }

    private static var place: Value {
        func one(_ key: String) -> Value {
            [
                "type": "object", "properties": [key: reference("selector")], "additionalProperties": false,
                "required": [.string(key)],
            ]
        }
        return ["anyOf": [words(["record", "document"]), one("closest"), one("previous")]]
    }

    private static func type(_ vocabulary: Vocabulary) -> Value {
        let scalar: Value = [
            "anyOf": [
                words(vocabulary.fieldTypes.map(\.name) + FieldType.dated),
                [
                    "type": "object", "properties": ["enum": reference("strings")],
                    "additionalProperties": false,
                    "required": ["enum"],
                ],
            ]
        ]
        return ["anyOf": [scalar, ["type": "array", "items": scalar, "minItems": 1, "maxItems": 1]]]
    }

    private static func transform(_ registry: Registry) -> Value {
        let all = Transform.builtIn + registry.plugins.flatMap(\.transforms)
        let bare = all.filter { $0.arguments.allowsNone }.map { transform -> Value in
            described(["const": .string(transform.name)], transform.about)
        }
        let members = all.compactMap { transform in
            transform.arguments.schema.map { Value.Member(transform.name, described($0, transform.about)) }
        }
        let withArguments: Value = [
            "type": "object", "properties": .object(members), "additionalProperties": false,
            "minProperties": 1,
            "maxProperties": 1,
        ]
        return ["anyOf": .list(bare + [withArguments])]
    }
}
