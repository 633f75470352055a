import Testing

@testable import Records

/// Record types with the same name in the rules of several sites.
@Suite struct SchemaUnionTests {
    private func type(
        _ name: String,
        _ fields: [(String, Schema.Scalar)],
        unique: [String] = []
    ) -> Schema.RecordType {
        Schema.RecordType(
            name: name,
            fields: fields.map { Schema.Field(name: $0.0, type: .scalar($0.1), isRequired: true) },
            uniqueKeys: unique
        )
    }

    @Test func typesOfOneNameAreOne() {
        let schema = Schema(types: [
            type("Plant", [("name", .string), ("height", .integer)]),
            type("Pot", [("name", .string)]),
            type("Plant", [("height", .decimal), ("name", .string), ("colour", .string)]),
        ])
        let types = schema.distinctTypes
        #expect(types.map(\.name) == ["Plant", "Pot"])
        #expect(types[0].fields.map(\.name) == ["name", "height", "colour"])
        #expect(types[0].fields.map(\.type.description) == ["string", "integer | decimal", "string"])
        #expect(types[0].fields.map(\.isRequired) == [true, true, false])
        #expect(types[1] == schema.types[1])
    }

    @Test(
        arguments: [
            ([["a", "b"], ["b", "a"]], ["a", "b"]), ([["a"], ["b"]], []), ([["a"], []], []), ([["a"]], ["a"]),
        ] as [([[String]], [String])]
    )
    func keysAreThoseOfAll(_ keys: [[String]], _ expected: [String]) {
        let schema = Schema(types: keys.map { type("Plant", [("a", .string), ("b", .string)], unique: $0) })
        #expect(schema.distinctTypes.map(\.uniqueKeys) == [expected])
    }

    /// Conflicts name both files.
    @Test func conflictsAreReported() {
        var types = [
            type("Plant", [("name", .string), ("height", .integer)], unique: ["name"]),
            type("Pot", [("size", .string)]),
            type("Plant", [("height", .decimal), ("name", .string)], unique: ["name", "height"]),
            type("Plant", [("height", .string), ("name", .string)]),
        ]
        for (index, name) in ["a", "a", "b", "c"].enumerated() { types[index].origin = "\(name).json" }
        let schema = Schema(types: types)
        #expect(schema.keyConflicts.map(\.type) == ["Plant"])
        #expect(schema.keyConflicts.map(\.text) == [#""name" in a.json, "name", "height" in b.json"#])
        #expect(schema.fieldConflicts.map(\.field) == ["height"])
        #expect(schema.fieldConflicts.map(\.text) == ["integer in a.json, decimal in b.json"])
        #expect(schema.distinctTypes.map(\.origin) == [nil, "a.json"])
        let same = Schema(types: [types[0], types[0]])
        #expect(same.keyConflicts.isEmpty && same.fieldConflicts.isEmpty)
    }
}

@Suite struct JSONSchemaTests {
    /// A field's type, its spelling in the rules language, and its JSON Schema.
    static let types: [(Schema.FieldType, String, String)] = [
        (.scalar(.string), "string", #"{"type":"string"}"#),
        (.scalar(.text), "text", #"{"type":"string","description":"Text with its line breaks."}"#),
        (.scalar(.html), "html", #"{"type":"string","description":"HTML, as on the page."}"#),
        (.scalar(.integer), "integer", #"{"type":"integer"}"#),
        (.scalar(.size), "size", #"{"type":"integer","description":"A number of bytes."}"#),
        (.scalar(.decimal), "decimal", #"{"type":"number"}"#),
        (.scalar(.boolean), "boolean", #"{"type":"boolean"}"#),
        (.scalar(.date), "date", #"{"type":"string","format":"date"}"#),
        (
            .scalar(.dateTime), "datetime",
            #"{"type":"string","anyOf":[{"format":"date-time"},{"pattern":"#
                + #""^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?$"}]}"#
        ),
        (
            .scalar(.duration), "duration",
            #"{"type":"string","description":"A length of time in ISO 8601: PT1H30M."}"#
        ),
        (.scalar(.url), "url", #"{"type":"string","format":"uri"}"#), (.scalar(.json), "json", "{}"),
        (.enumeration(["gold", "a \"b\""]), "enum", #"{"type":"string","enum":["gold","a \"b\""]}"#),
        (.list(.scalar(.decimal)), "[decimal]", #"{"type":"array","items":{"type":"number"}}"#),
        (
            .alternatives([.scalar(.integer), .list(.scalar(.url))]), "integer | [url]",
            #"{"anyOf":[{"type":"integer"},{"type":"array","items":{"type":"string","format":"uri"}}]}"#
        ),
        (
            .list(
                .object([
                    Schema.Field(name: "a", type: .scalar(.string), isRequired: true),
                    Schema.Field(name: "b", type: .scalar(.string), isRequired: false),
                ])
            ),
            "[object]",
            #"{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"#
                + #""required":["a"],"additionalProperties":false}}"#
        ),
        (
            .dictionary(.alternatives([.scalar(.string), .list(.scalar(.string))])), "object",
            #"{"type":"object","additionalProperties":{"anyOf":[{"type":"string"},"#
                + #"{"type":"array","items":{"type":"string"}}]}}"#
        ),
        (
            .dictionary(.list(.object([Schema.Field(name: "a", type: .enclosing("x"), isRequired: false)]))),
            "object",
            #"{"type":"object","additionalProperties":{"type":"array","items":{"type":"object","properties":"#
                + ##"{"a":{"$ref":"#/items/anyOf/0/properties/x/additionalProperties/items"}},"##
                + #""additionalProperties":false}}}"#
        ),
    ]

    @Test(arguments: types) func typesAreWritten(_ type: Schema.FieldType, _ name: String, _ json: String) {
        #expect(type.description == name)
        let schema = Schema(types: [
            Schema.RecordType(name: "R", fields: [Schema.Field(name: "x", type: type, isRequired: false)])
        ])
        let object =
            #"{"title":"R","type":"object","properties":{"@type":{"const":"R"},"x":\#(json)},"#
            + #""required":["@type"],"additionalProperties":false}"#
        #expect(
            JSONWriter.compact(schema.jsonSchema(title: "About"))
                == #"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"About","type":"array","#
                + #""items":{"anyOf":[\#(object)]}}"#
        )
    }

    @Test func everyTypeIsInTheTable() {
        for scalar in Schema.Scalar.allCases {
            #expect(JSONSchemaTests.types.contains { $0.0 == .scalar(scalar) }, "\(scalar)")
        }
    }

    /// A type, a value, and whether the type accepts the value.
    @Test(
        arguments: [
            (.scalar(.integer), 7, true), (.scalar(.integer), "7", false),
            (.scalar(.integer), .number(Number(7.5) ?? Number(0)), false),
            (.scalar(.decimal), .number(Number(7.5) ?? Number(0)), true), (.scalar(.boolean), true, true),
            (.scalar(.boolean), .null, false), (.scalar(.url), "x", true), (.scalar(.json), .null, true),
            (.enumeration(["a"]), "a", true), (.enumeration(["a"]), "b", false),
            (.list(.scalar(.string)), ["a", "b"], true), (.list(.scalar(.string)), ["a", 1], false),
            (.list(.scalar(.string)), "a", false),
            (.alternatives([.scalar(.integer), .scalar(.string)]), "a", true),
            (.object([Schema.Field(name: "a", type: .scalar(.string), isRequired: true)]), ["a": "x"], true),
            (.object([Schema.Field(name: "a", type: .scalar(.string), isRequired: true)]), [:], false),
            (.object([Schema.Field(name: "a", type: .scalar(.string), isRequired: false)]), [:], true),
            (
                .object([Schema.Field(name: "a", type: .scalar(.string), isRequired: false)]), ["b": "x"],
                false
            ),
            (.dictionary(.scalar(.string)), [:], true), (.dictionary(.scalar(.string)), ["b": "x"], true),
            (.dictionary(.scalar(.string)), ["b": ["x"]], false), (.dictionary(.scalar(.string)), "x", false),
        ] as [(Schema.FieldType, Value, Bool)]
    )
    func valuesAreTaken(_ type: Schema.FieldType, _ value: Value, _ isTaken: Bool) {
        #expect(type.accepts(value) == isTaken)
    }

    @Test func unionsAreFlatAndHaveEachTypeOnce() {
        let text = Schema.FieldType.scalar(.text)
        let url = Schema.FieldType.scalar(.url)
        #expect(Schema.FieldType.union([text, text]) == text)
        #expect(
            Schema.FieldType.union([.alternatives([text, url]), url, .list(text)])
                == .alternatives([text, url, .list(text)])
        )
    }
}
