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
        "empty/notes.txt": "",
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
                        /// A number with the digits of the page.
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

    /// Two sites with types of the same name, and one with another.
    private static let folder = [
        "Rules/a.json": """
        { "records": { "Plant": { "each": "li", "fields": {
          "name": { "select": "b", "required": true }, "height": { "select": "i", "type": "integer" }
        } } } }
        """,
        "Rules/b.json": """
        { "records": {
          "Plant": { "each": "p", "fields": {
            "height": { "select": "i", "type": "decimal" }, "name": { "select": "b", "required": true },
            "seen": { "select": "em", "type": "date", "format": "yyyy-MM-dd" }
          } },
          "Pot": { "each": "q", "fields": { "size": { "select": "b", "required": true } } }
        } }
        """,
        "Rules/rules.schema.json": "{}",
    ]

    private static let union = """
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "type": "array",
          "items": {
            "anyOf": [
              {
                "title": "Plant",
                "type": "object",
                "properties": {
                  "@type": { "const": "Plant" },
                  "name": { "type": "string" },
                  "height": { "anyOf": [{ "type": "integer" }, { "type": "number" }] },
                  "seen": { "type": "string", "format": "date" }
                },
                "required": ["@type", "name"],
                "additionalProperties": false
              },
              {
                "title": "Pot",
                "type": "object",
                "properties": {
                  "@type": { "const": "Pot" },
                  "size": { "type": "string" }
                },
                "required": ["@type", "size"],
                "additionalProperties": false
              }
            ]
          }
        }

        """

    @Test(arguments: [["Rules"], ["rules/"], ["a", "b"], ["Rules/a.json", "Rules"]])
    func typesOfSeveralFilesAreUnited(_ rules: [String]) throws {
        try withFolder(SchemaTests.folder) { folder in
            let command = try Command(["schema"] + rules, in: folder)
            #expect(command.status == 0)
            #expect(
                command.errors
                    == "warning: Plant.height is integer in Rules/a.json, decimal in Rules/b.json: "
                    + "a value can be of either type\n"
            )
            #expect(command.output == SchemaTests.union)
        }
    }

    @Test func swiftTypesOfAFolderArePrinted() throws {
        try withFolder(SchemaTests.folder) { folder in
            let command = try Command(["schema", "--swift", "Rules/"], in: folder)
            #expect(command.status == 0)
            #expect(command.output.hasPrefix("// The records of Rules/.\n"))
            for line in [
                "struct Plant: Codable", "struct Pot: Codable", "var height: Height?", "var size: String",
            ] {
                #expect(command.output.contains(line), "\(line)")
            }
        }
    }

    @Test func allErrorsOfAFolderAreReported() throws {
        let files = ["Rules/a.json": "{}", "Rules/b.json": #"{ "records": {} }"#, "Rules/c.json": "{}"]
        try withFolder(files) { folder in
            let command = try Command(["schema", "Rules"], in: folder)
            #expect(command.status == 2)
            #expect(command.output == "")
            for name in ["a", "c"] { #expect(command.errors.contains("Rules/\(name).json:1:1: error: ")) }
        }
    }

    @Test(
        arguments: [
            (["schema"], 2, "error: no rules file is given\n"),
            (["schema", "plants", "b"], 2, "error: no rules file \"b\""),
            (["schema", "empty"], 2, "error: no rules files in empty\n"),
            (["schema", "--language", "plants"], 2, "error: --language cannot be combined"),
            (
                ["schema", "--documentation", "https://docs.example", "plants"], 2,
                "error: --documentation is for --language\n"
            ),
            (["schema", "plant"], 2, "error: no rules file \"plant\""),
            (["schema", "broken.json"], 2, "broken.json:1:1: error: expected \"records\" in a rules file\n"),
        ] as [([String], Int32, String)]
    )
    func errorsAreReported(_ arguments: [String], _ status: Int32, _ message: String) throws {
        try withFolder(SchemaTests.files) { folder in
            let command = try Command(arguments, in: folder)
            #expect(command.status == status)
            #expect(command.output == "")
            #expect(command.errors.hasPrefix(message))
        }
    }
}
