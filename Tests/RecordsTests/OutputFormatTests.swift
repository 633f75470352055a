import Testing

@testable import Records

@Suite struct OutputFormatTests {
    static let schema = Schema(types: [
        Schema.RecordType(
            name: "Plant",
            fields: [
                Schema.Field(name: "name", type: .scalar(.string), isRequired: true),
                Schema.Field(name: "height", type: .scalar(.decimal), isRequired: false),
                Schema.Field(name: "colours", type: .list(.scalar(.string)), isRequired: false),
            ]
        )
    ])

    static let records = [
        Record(
            type: "Plant",
            fields: [
                Value.Member("name", "Apple, \"wild\""), Value.Member("height", .number(Number(12))),
                Value.Member("colours", ["red", "green"]),
            ]
        ),
        Record(type: "Plant", fields: [Value.Member("name", "tab\tand\nline\\")]),
    ]

    private func text(_ format: OutputFormat, _ records: [Record]) -> String {
        var encoder = format.makeEncoder(OutputFormatTests.schema)
        return records.map { encoder.encode($0) }.joined() + encoder.finish()
    }

    @Test func json() {
        #expect(
            text(.json, OutputFormatTests.records) == """
                [
                  {
                    "@type": "Plant",
                    "name": "Apple, \\"wild\\"",
                    "height": 12,
                    "colours": [
                      "red",
                      "green"
                    ]
                  },
                  {
                    "@type": "Plant",
                    "name": "tab\\tand\\nline\\\\"
                  }
                ]

                """
        )
        #expect(text(.json, []) == "[]\n")
    }

    @Test func jsonLines() {
        #expect(
            text(.jsonLines, OutputFormatTests.records) == """
                {"@type":"Plant","name":"Apple, \\"wild\\"","height":12,"colours":["red","green"]}
                {"@type":"Plant","name":"tab\\tand\\nline\\\\"}

                """
        )
        #expect(text(.jsonLines, []) == "")
    }

    @Test func csv() {
        #expect(
            text(.csv, OutputFormatTests.records) == """
                @type,name,height,colours
                Plant,"Apple, ""wild""\",12,"[""red"",""green""]"
                Plant,"tab\tand
                line\\",,

                """
        )
        #expect(text(.csv, []) == "@type,name,height,colours\n")
    }

    @Test func tsv() {
        #expect(
            text(.tsv, OutputFormatTests.records) == """
                @type\tname\theight\tcolours
                Plant\tApple, "wild"\t12\t["red","green"]
                Plant\ttab\\tand\\nline\\\\\t\t

                """
        )
    }

    @Test func recordsAreReadBackFromTheirObjects() {
        for record in OutputFormatTests.records { #expect(Record(record.value) == record) }
        #expect(Record(["name": "x"]) == nil)
    }
}
