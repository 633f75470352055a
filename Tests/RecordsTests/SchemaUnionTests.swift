import Testing

@testable import Records

/// Record types of one name in the rules of several sites.
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

    /// What differs is told with both files.
    @Test func conflictsAreTold() {
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
