@testable import Engine
import Records
import RulesTestSupport
import Testing

/// The facts about records that are known before any page is read.
@Suite struct SchemaTests {
    /// A field's rules, its type, and its properties: `r` required, `p` always present.
    @Test(arguments: [
        (#""b""#, "string", ""), (#"{ "select": "b", "required": true }"#, "string", "rp"),
        (#"{ "select": "b", "type": "integer", "default": 0 }"#, "integer", "p"),
        (#"{ "select": "b", "type": ["decimal"] }"#, "[decimal]", "p"),
        (#"{ "select": "b", "type": { "enum": ["a", "b"] } }"#, "enum", ""),
        (#"{ "value": "x" }"#, "string", "p"), (#"{ "value": 7 }"#, "integer", "p"),
        (#"{ "value": "x", "when": "b" }"#, "string", ""),
        (#"{ "select": "b", "type": ["url"], "when": "b" }"#, "[url]", ""),
        (#"[{ "select": "b", "when": "i", "required": true }, "i"]"#, "string", "rp"),
        (#"[{ "select": "b", "type": "url" }, { "select": "i" }]"#, "url | string", ""),
        (#"["b", { "value": "none" }]"#, "string", "p"),
        (#"{ "within": "b", "fields": { "x": "i" } }"#, "object", ""),
        (#"{ "each": "b", "fields": { "x": "i" } }"#, "[object]", "p"),
        (#"{ "labels": "b" }"#, "object", ""),
    ])
    func fieldsHaveTypes(_ field: String, _ type: String, _ known: String) throws {
        let schema = try load(#"{ "records": { "R": { "fields": { "f": \#(field) } } } }"#).schema
        let found = try #require(schema.types.first?.fields.first)
        #expect(found.type.description == type)
        #expect((found.isRequired ? "r" : "") + (found.isAlwaysPresent ? "p" : "") == known)
    }

    /// A value without a type stays a number if its pages are JSON only: of the file, or of its kind.
    @Test(arguments: [
        (#""source": "json","#, "", "string | decimal | boolean"), (#""source": "html","#, "", "string"),
        ("", "", "string"),
        (#""source": ["json", "html"],"#, "", "string"),
        ("", #""source": "json","#, "string | decimal | boolean"),
        (#""source": "json","#, #""source": "html","#, "string"),
        ("", #""source": "csv","#, "string"),
        (#""source": "html","#, #""source": ["html", "json"],"#, "string"),
    ])
    func typesOfUntypedFields(_ file: String, _ kind: String, _ type: String) throws {
        let schema = try load(
            """
            { "match": "https://x.example/*", \(file) "requests": { "a": { "get": "https://x.example/", \(kind)
              "records": { "T": { "fields": { "t": "t" } } } } }, "records": { "R": { "fields": { "t": "t" } } } }
            """
        ).schema
        #expect(schema.types.first { $0.name == "T" }?.fields.first?.type.description == type)
        let isJSON = file == #""source": "json","#
        #expect(
            schema.types.first { $0.name == "R" }?.fields.first?.type.description
                == (isJSON ? "string | decimal | boolean" : "string")
        )
    }

    @Test func labelsAreMembersOfAnyNames() throws {
        let schema = try load(
            #"{ "records": { "R": { "fields": { "facts": { "labels": "table" }, "n": "b" }, "expect": { "filled": { "facts.Height": 1 } } } } }"#
        ).schema
        #expect(
            schema.types.first?.fields.first?.type
                == .dictionary(.alternatives([.scalar(.string), .list(.scalar(.string))]))
        )
        #expect(Schema(schema.message).types.first?.fields == schema.types.first?.fields)
    }

    @Test func nestedFieldsAndWordsAreKnown() throws {
        let rules = """
            { "records": { "R": { "fields": { "list": { "each": "li", "fields": {
              "kind": { "select": "i", "type": { "enum": ["a", "b"] }, "required": true },
              "one": { "within": "b", "fields": { "at": { "select": "i", "type": "date" } } }
            } } } } } }
            """
        let at = Schema.Field(name: "at", type: .scalar(.date), isRequired: false)
        let object: [Schema.Field] = [
            Schema.Field(name: "kind", type: .enumeration(["a", "b"]), isRequired: true),
            Schema.Field(name: "one", type: .object([at]), isRequired: false),
        ]
        #expect(
            try load(rules).schema.types.first?.fields == [
                Schema.Field(
                    name: "list",
                    type: .list(.object(object)),
                    isRequired: false,
                    isAlwaysPresent: true
                )
            ]
        )
    }

    @Test func groupsHaveTypes() throws {
        let rules = """
            { "records": {
              "Set": { "each": "p", "fields": {
                "lift": "b", "day": "i", "weight": { "select": "u", "type": "decimal" },
                "reps": { "select": "s", "type": "integer", "required": true }
              } },
              "Lift": { "group": "Set", "by": "lift", "fields": {
                "lift": "lift", "day": "day", "best": { "max": "weight" }, "most": { "max": "reps" },
                "count": { "count": "weight" }, "all": { "collect": "weight" },
                "days": { "by": "day", "fields": { "day": "day", "lift": "lift" } }
              } }
            } }
            """
        let group = try #require(try load(rules).schema.types.last)
        let fields = group.fields.map { "\($0.name) \($0.type)\($0.isAlwaysPresent ? "" : "?")" }
        #expect(
            fields == [
                "lift string", "day string?", "best decimal?", "most integer", "count integer",
                "all [decimal]",
                "days [object]",
            ]
        )
        guard case .list(.object(let days)) = group.fields.last?.type else {
            Issue.record("days is not a list of objects")
            return
        }
        #expect(days.map(\.isAlwaysPresent) == [true, true])
    }

    @Test func layoutsShareTheirFields() throws {
        let rules = """
            { "records": { "R": [
              { "each": "p", "fields": { "a": { "select": "b", "required": true }, "b": { "select": "i", "required": true } } },
              { "each": "q", "fields": { "b": { "select": "i", "type": "url", "default": "https://x.example/" } } }
            ] } }
            """
        let fields = try load(rules).schema.types.first?.fields ?? []
        #expect(
            fields.map { "\($0.name) \($0.type) \($0.isRequired) \($0.isAlwaysPresent)" } == [
                "a string false false", "b string | url false true",
            ]
        )
    }

    @Test func uniqueKeysAreKnown() throws {
        let rules = """
            { "records": {
              "Set": { "each": "p", "unique": ["lift", "day"], "fields": { "lift": "b", "day": "i" } },
              "Lift": { "group": "Set", "by": "lift", "unique": ["lift"], "fields": { "lift": "lift" } },
              "Note": { "each": "u", "fields": { "text": "i" } }
            } }
            """
        let schema = try load(rules).schema
        #expect(schema.types.map(\.uniqueKeys) == [["lift", "day"], ["lift"], []])
        // An output format does not depend on the files in which types are declared.
        #expect(schema.types.map(\.origin) == ["rules.json", "rules.json", "rules.json"])
        var reported = schema
        for index in reported.types.indices { reported.types[index].origin = nil }
        #expect(Schema(schema.message) == reported)
    }

    /// Everything that a page yields is described by the schema.
    @Test(arguments: DocumentationTests.examples)
    func recordsFitTheirSchema(_ example: DocumentationTests.Example) throws {
        let rules = try load(example.rules)
        let outcome = rules.scrape(Page(name: "page", bytes: Array(example.page.utf8)))
        for record in outcome.records {
            let type = try #require(rules.schema.types.first { $0.name == record.type })
            #expect(
                Schema.FieldType.object(type.fields).accepts(.object(record.fields)),
                "\(JSONWriter.compact(record.value))"
            )
        }
    }
}
