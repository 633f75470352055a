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

    private func text(_ format: OutputFormat, _ records: [Record]) throws -> String {
        var encoder = try format.makeEncoder(OutputFormatTests.schema)
        var appending = try format.makeEncoder(OutputFormatTests.schema)
        var bytes: [UInt8] = []
        appending.encode(records, into: &bytes)
        let text = records.map { encoder.encode($0) }.joined()
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        return try text + encoder.finish()
    }

    @Test func onlyLinesDoNotDependOnEachOther() throws {
        let stateless = try OutputFormat.builtIn.filter {
            // A calendar requires records that have a day, and these do not.
            try $0.name != "ics" && $0.makeEncoder(OutputFormatTests.schema).isStateless
        }
        #expect(stateless.map(\.name) == ["jsonl"])
    }

    /// Every ASCII byte, at every place of a block.
    @Test func stringsAreEscapedWhereverTheBytesAre() {
        for byte in UInt8(0)..<0x80 {
            let escape =
                switch byte {
                case 0x22: #"\""#
                case 0x5C: #"\\"#
                case 0x0A: #"\n"#
                case 0x0D: #"\r"#
                case 0x09: #"\t"#
                case ..<0x10: #"\u000"# + String(byte, radix: 16)
                case ..<0x20, 0x7F: #"\u00"# + String(byte, radix: 16)
                default: String(UnicodeScalar(byte))
                }
            for count in 0..<20 {
                let before =
                    String(repeating: "é", count: count / 2) + String(repeating: "a", count: count % 2)
                let text = before + String(UnicodeScalar(byte)) + before
                #expect(JSONWriter.compact(.string(text)) == "\"\(before)\(escape)\(before)\"")
            }
        }
    }

    @Test func json() throws {
        #expect(
            try text(.json, OutputFormatTests.records) == """
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
        #expect(try text(.json, []) == "[]\n")
    }

    @Test func jsonLines() throws {
        #expect(
            try text(.jsonLines, OutputFormatTests.records) == """
                {"@type":"Plant","name":"Apple, \\"wild\\"","height":12,"colours":["red","green"]}
                {"@type":"Plant","name":"tab\\tand\\nline\\\\"}

                """
        )
        #expect(try text(.jsonLines, []) == "")
    }

    /// Separators of cells or rows are quoted, each by itself; other text is not.
    @Test(arguments: [
        ("a\rb", "\"a\rb\""), ("\r", "\"'\r\""), ("a\nb", "\"a\nb\""), ("a,b", "\"a,b\""),
        ("a\"b", "\"a\"\"b\""),
        ("a;b", "a;b"), ("a\tb", "a\tb"), ("a'b", "a'b"), ("a b", "a b"),
    ])
    func csvCells(_ value: String, _ cell: String) throws {
        let record = Record(type: "Plant", fields: [Value.Member("name", .string(value))])
        #expect(try text(.csv, [record]) == "@type,name,height,colours\nPlant,\(cell),,\n")
    }

    /// Texts that a spreadsheet would evaluate are escaped unless the user wants them unchanged.
    @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "'=1", "''-1"])
    func formulas(_ value: String) throws {
        let record = Record(type: "Plant", fields: [Value.Member("name", .string(value))])
        let number = Record(type: "Plant", fields: [Value.Member("name", .number(Number(-1)))])
        for (options, cell) in [
            ([:], "'" + value), (["formulas": "escape"], "'" + value), (["formulas": "raw"], value),
        ] {
            var encoder = try OutputFormat.csv.makeEncoder(OutputFormatTests.schema, options: options)
            #expect(encoder.encode(record).hasSuffix("\nPlant,\(cell),,\n"))
            #expect(encoder.encode(number) == "Plant,-1,,\n")
        }
        #expect(throws: OutputError.self) {
            try OutputFormat.csv.makeEncoder(OutputFormatTests.schema, options: ["formulas": "rw"])
        }
    }

    @Test func csv() throws {
        #expect(
            try text(.csv, OutputFormatTests.records) == """
                @type,name,height,colours
                Plant,"Apple, ""wild""\",12,"[""red"",""green""]"
                Plant,"tab\tand
                line\\",,

                """
        )
        #expect(try text(.csv, []) == "@type,name,height,colours\n")
    }

    /// Readers of the table treat a quotation mark with a combining accent as a quotation mark.
    @Test func quotationMarksWithAccents() throws {
        let record = Record(type: "Plant", fields: [Value.Member("name", "a\"\u{301}b,\r\n")])
        #expect(
            try text(.csv, [record]) == "@type,name,height,colours\nPlant,\"a\"\"\u{301}b,\r\n\",,\n"
        )
    }

    @Test func tsv() throws {
        #expect(
            try text(.tsv, OutputFormatTests.records) == """
                @type\tname\theight\tcolours
                Plant\tApple, "wild"\t12\t["red","green"]
                Plant\ttab\\tand\\nline\\\\\t\t

                """
        )
    }

    @Test(
        arguments: [
            ([:], "-"), (["mark": "*"], "*"),
            (["mrk": "*"], #"the format marks has no option "mrk", did you mean "mark"?"#),
            (["mark": ""], "a mark is needed"),
        ] as [([String: String], String)]
    )
    func options(_ options: [String: String], _ output: String) {
        let format = OutputFormat(
            name: "marks",
            about: "a mark",
            options: [FormatOption("mark", "the mark")]
        ) { _, options throws(OutputError) in
            let mark = options["mark"] ?? "-"
            if mark.isEmpty { throw OutputError("a mark is needed") }
            return MarkEncoder(mark: mark)
        }
        do throws(OutputError) {
            var encoder = try format.makeEncoder(OutputFormatTests.schema, options: options)
            #expect(try encoder.finish() == output)
        } catch {
            #expect(error.message + (error.help.map { ", " + $0 } ?? "") == output)
        }
    }

    @Test func formatsWithoutOptionsSaySo() throws {
        let error = #expect(throws: OutputError.self) {
            try OutputFormat.json.makeEncoder(OutputFormatTests.schema, options: ["x": "y"])
        }
        #expect(error == OutputError(#"the format json has no option "x""#, help: "it has no options"))
    }

    @Test func storesAreNoText() throws {
        let format = OutputFormat(name: "kept", about: "a store", options: [FormatOption("as", "a name")]) {
            _,
            path,
            options,
            continues in
            KeptRecords(opened: "\(path) \(options["as"] ?? "-") \(continues)")
        }
        #expect(format.isStore)
        #expect(!OutputFormat.json.isStore)
        let store = try format.makeStore(
            OutputFormatTests.schema,
            path: "x.db",
            options: ["as": "y"],
            continues: true
        )
        #expect((store as? KeptRecords)?.opened == "x.db y true")
        let mistakes: [(() throws(OutputError) -> Void, String)] = [
            (
                { () throws(OutputError) in _ = try format.makeEncoder(OutputFormatTests.schema) },
                "the format kept writes a file, not text"
            ),
            (
                { () throws(OutputError) in
                    _ = try OutputFormat.csv.makeStore(OutputFormatTests.schema, path: "x", continues: false)
                }, "the format csv writes text, not a store"
            ),
            (
                { () throws(OutputError) in
                    let options = ["is": "y"]
                    _ = try format.makeStore(
                        OutputFormatTests.schema,
                        path: "x",
                        options: options,
                        continues: false
                    )
                }, #"the format kept has no option "is""#
            ),
        ]
        for (make, message) in mistakes {
            #expect(throws: OutputError.self) { try make() }
            do throws(OutputError) { try make() } catch { #expect(error.message == message) }
        }
    }

    @Test func recordsAreReadBackFromTheirObjects() {
        for record in OutputFormatTests.records { #expect(Record(record.value) == record) }
        #expect(Record(["name": "x"]) == nil)
    }
}

private final class KeptRecords: RecordStore {
    let opened: String

    init(opened: String) {
        self.opened = opened
    }

    func readNotes(_ body: (String) -> Void) {}
    func write(_ records: [Record], note: String) {}
    func finish() {}
}

private struct MarkEncoder: RecordEncoder {
    let mark: String

    mutating func encode(_ record: Record) -> String { "" }

    mutating func finish() -> String { mark }
}
