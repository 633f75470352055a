public import Records
import Values

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
        schema.append(
            Value.Member(
                "anyOf",
                [["required": ["records"]], ["required": ["requests"]], ["required": ["extends"]]]
            )
        )
        schema.append(Value.Member("$defs", definitions(registry)))
        return .object(schema)
    }

    private static func object(_ keys: [LanguageKey], required: [String]) -> Value {
        let properties = keys.map { Value.Member($0.name, described($0.schema, $0.about)) }
        var members = [
            Value.Member("type", "object"),
            Value.Member("properties", .object(properties)),
            Value.Member("additionalProperties", false),
        ]
        if !required.isEmpty { members.append(Value.Member("required", .list(required.map(Value.string)))) }
        return .object(members)
    }

    /// A schema with a description for editors.
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
        let vocabulary = Vocabulary(registry.builtIn, registry.plugins)
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
                        "items": object(LanguageKey.layout + [.expect], required: ["fields"]),
                    ],
                ]
            ],
            "fields": ["type": "object", "minProperties": 1, "additionalProperties": reference("field")],
            "field": oneOrMore(["anyOf": [reference("selector"), object(LanguageKey.field, required: [])]]),
            "groupField": groupField,
            "order": order,
            "extreme": extreme,
            "place": place,
            "expect": oneOrMore(object(LanguageKey.expectation, required: [])),
            "type": type(vocabulary),
            "anyField": reference("field"),
            "parameters": ["type": "object"],
            "input": object(LanguageKey.input, required: []),
            "session": object(LanguageKey.session, required: []),
            "sessionCheck": object(LanguageKey.check, required: ["get", "select"]),
            "request": object(LanguageKey.request, required: []),
            "step": object(LanguageKey.step, required: []),
            "next": object(LanguageKey.next, required: []),
            "submit": object(LanguageKey.submit, required: []),
            "graphql": object(LanguageKey.graphql, required: ["query"]),
            "answer": object(LanguageKey.answer, required: ["is"]),
            "limits": object(LanguageKey.limits, required: []),
            "transform": transform(registry.builtIn.transforms + registry.plugins.flatMap(\.transforms)),
        ]
    }

    // MARK: - Parts

    /// An object of a definition's name and its arguments, for the definitions that have any.
    private static func called(_ definitions: [any Definition]) -> Value {
        let members = definitions.compactMap { definition in
            definition.arguments.schema.map { Value.Member(definition.name, described($0, definition.about)) }
        }
        return [
            "type": "object", "properties": .object(members), "additionalProperties": false,
            "minProperties": 1, "maxProperties": 1,
        ]
    }

    private static func source(_ vocabulary: Vocabulary) -> Value {
        ["anyOf": [words(vocabulary.sources.map(\.name)), called(vocabulary.sources)]]
    }

    private static func preparation(_ vocabulary: Vocabulary) -> Value {
        let names = vocabulary.preparations.map {
            Value.Member($0.name, described($0.arguments.schema ?? [:], $0.about))
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
        let places = LanguageKey.place.map { object([$0], required: [$0.name]) }
        let join = object(LanguageKey.join, required: ["join", "by"])
        return ["anyOf": .list([words(LanguageKey.placeWords + LanguageKey.askedPlaces)] + places + [join])]
    }

    private static func type(_ vocabulary: Vocabulary) -> Value {
        // The arguments of dates are keys of the field or follow the type.
        let named = vocabulary.types.filter { type in
            if case .object = type.arguments { true } else { type.arguments.allowsNone }
        }
        let scalar: Value = ["anyOf": [words(named.map(\.name)), called(vocabulary.types)]]
        return ["anyOf": [scalar, ["type": "array", "items": scalar, "minItems": 1, "maxItems": 1]]]
    }

    private static func transform(_ transforms: [Transform]) -> Value {
        let bare = transforms.filter { $0.arguments.allowsNone }.map { transform -> Value in
            described(["const": .string(transform.name)], transform.about)
        }
        return ["anyOf": .list(bare + [called(transforms)])]
    }
}
