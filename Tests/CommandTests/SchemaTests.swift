import Foundation
import Testing

/// `scrape schema RULES`, as a user types it.
@Suite struct SchemaTests {
    static let files = [
        "Rules/plants.json": """
        {
          "about": "Plants",
          "records": { "Plant": { "each": "li", "fields": {
            "name": { "select": "b", "required": true },
            "height": { "select": "i", "type": "decimal" },
            "links": { "each": "a", "fields": { "to": { "select": "::attr(href)", "type": "url" } } }
          } } }
        }
        """,
        "broken.json": "{}",
    ]

    @Test func theJSONSchemaIsPrinted() throws {
        try withFolder(SchemaTests.files) { folder in
            let command = try Command(["schema", "plants"], in: folder)
            #expect(command.status == 0)
            #expect(command.errors == "")
            #expect(
                command.output == """
                    {
                      "$schema": "https://json-schema.org/draft/2020-12/schema",
                      "title": "Plants",
                      "type": "array",
                      "items": {
                        "anyOf": [
                          {
                            "title": "Plant",
                            "type": "object",
                            "properties": {
                              "@type": { "const": "Plant" },
                              "name": { "type": "string" },
                              "height": { "type": "number" },
                              "links": {
                                "type": "array",
                                "items": {
                                  "type": "object",
                                  "properties": { "to": { "type": "string", "format": "uri" } },
                                  "additionalProperties": false
                                }
                              }
                            },
                            "required": ["@type", "name", "links"],
                            "additionalProperties": false
                          }
                        ]
                      }
                    }

                    """
            )
        }
    }

    @Test func swiftTypesArePrinted() throws {
        try withFolder(SchemaTests.files) { folder in
            let command = try Command(["schema", "--swift", "rules/plants.json"], in: folder)
            #expect(command.status == 0)
            #expect(
                command.output == """
                    // The records of Rules/plants.json.

                    import Foundation

                    /// A record of the type "Plant".
                    struct Plant: Codable, Hashable, Sendable {
                        var name: String
                        /// A number with the digits that the page gives.
                        var height: Decimal?
                        var links: [Links]

                        /// The object in the field "links".
                        struct Links: Codable, Hashable, Sendable {
                            /// An absolute address.
                            var to: URL?
                        }
                    }

                    """
            )
        }
    }

    @Test(
        arguments: [
            (["schema"], 2, "error: no rules file is given\n"),
            (["schema", "a", "b"], 2, "error: a schema is that of one rules file, 2 are given\n"),
            (["schema", "plant"], 2, "error: no rules file \"plant\""),
            (["schema", "broken.json"], 2, "broken.json:1:1: error: expected \"records\" in a rules file\n"),
        ] as [([String], Int32, String)]
    )
    func whatIsWrongIsTold(_ arguments: [String], _ status: Int32, _ message: String) throws {
        try withFolder(SchemaTests.files) { folder in
            let command = try Command(arguments, in: folder)
            #expect(command.status == status)
            #expect(command.output == "")
            #expect(command.errors.hasPrefix(message))
        }
    }
}
