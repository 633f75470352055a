import Testing

@testable import Records

/// Records that are kept as rows of bytes are the same records, in every format.
@Suite struct RecordBatchTests {
    private static let names = ["name", "height", "isTree"]
    private static let layout = RecordRows.Layout(type: "Plant", names: names)

    /// The values of each row; `nil` for a field that the record does not have.
    private static let values: [[Value?]] = [
        ["Oak", .number(Number(12)), true],
        ["", .number(Number(digits: "-1.50e3")), false],
        [nil, nil, true],
        ["tab\tand\nline\\ \"é\u{1F33F}\u{0}\u{7F}", nil, nil],
        [.null, .number(Number(digits: "123456789012345678901234567890")), .null],
        ["=1+1, a name that does not fit into a string of fifteen bytes", .number(Number(0)), false],
        ["Ash", .number(Number(1)), nil],
    ]

    private static func rows(
        _ values: some Sequence<[Value?]>,
        _ layout: RecordRows.Layout = layout
    ) -> RecordRows {
        var rows = RecordRows(layout)
        for row in values {
            for value in row {
                guard let value else {
                    rows.appendEmpty(.absent)
                    continue
                }
                let isAdded = rows.append(value)
                #expect(isAdded)
            }
        }
        return rows
    }

    private static func records(_ values: some Sequence<[Value?]>) -> [Record] {
        values.map { row in
            let fields = zip(names, row).compactMap { name, value in value.map { Value.Member(name, $0) } }
            return Record(type: "Plant", fields: fields)
        }
    }

    @Test func rowsAreTheirRecords() {
        let rows = Self.rows(Self.values)
        #expect(rows.count == Self.values.count)
        #expect(rows.records == Self.records(Self.values))
        #expect(RecordRows(Self.layout).records.isEmpty)
        #expect(RecordRows(RecordRows.Layout(type: "T", names: [])).count == 0)
    }

    @Test func listsAndObjectsAreNotCells() {
        var rows = RecordRows(Self.layout)
        for value in [[], ["a": 1]] as [Value] {
            let isAdded = rows.append(value)
            #expect(!isAdded)
        }
        #expect(rows.cells.isEmpty && rows.bytes.isEmpty)
    }

    @Test func anUnfinishedRowCanBeRemoved() {
        var rows = Self.rows(Self.values.prefix(1))
        let mark = rows.mark
        _ = rows.append("Elm")
        rows.appendEmpty(.absent)
        #expect(rows.count == 1)
        rows.remove(since: mark)
        for value in ["Fir", 2, true] as [Value] { _ = rows.append(value) }
        #expect(rows.records == Self.records([["Oak", 12, true], ["Fir", 2, true]]))
    }

    /// The parts of a batch: each is rows of one layout, rows of another one, or records.
    @Test(arguments: [
        "rr", "ro", "rv", "vr", "vv", "rvr", "ror", "vro", "rrr", "er", "re", "ee", "eve", "evrer",
    ])
    func partsAreInOrder(_ parts: String) {
        let other = RecordRows.Layout(type: "Plant", names: Self.names)
        var batch = RecordBatch()
        var expected: [Record] = []
        for (index, part) in parts.enumerated() {
            let values = part == "e" ? [] : Self.values[index..<(index + 2)]
            expected += Self.records(values)
            switch part {
            case "r": batch.append(RecordBatch(Self.rows(values)))
            case "o": batch.append(RecordBatch(Self.rows(values, other)))
            case "v": batch.append(RecordBatch(Self.records(values)))
            default: batch.append(index % 2 == 0 ? RecordBatch(RecordRows(other)) : RecordBatch())
            }
            #expect(batch.count == expected.count)
            #expect(batch.isEmpty == expected.isEmpty)
            #expect(batch.records == expected)
            #expect(batch.isOfType("Plant") && (expected.isEmpty || !batch.isOfType("Pot")))
        }
        let isOfRows = parts.allSatisfy { "re".contains($0) } && parts.contains("r")
        #expect((batch.rows != nil) == isOfRows)
    }

    /// Rows are written like their records, as the first batch and after others.
    @Test(arguments: ["json", "jsonl", "csv", "tsv"]) func rowsAreWrittenLikeRecords(_ name: String) throws {
        let format = try #require(OutputFormat.builtIn.first { $0.name == name })
        let schema = Schema(types: [
            Schema.RecordType(
                name: "Plant",
                fields: [
                    Schema.Field(name: "name", type: .scalar(.string), isRequired: false),
                    Schema.Field(name: "height", type: .scalar(.decimal), isRequired: false),
                    Schema.Field(name: "isTree", type: .scalar(.boolean), isRequired: false),
                ]
            )
        ])
        let parts = [Self.values[..<0], Self.values[..<4], Self.values[4..<5], Self.values[5...]]
        for kinds in ["rrrr", "rvrv", "vrvr", "vvvv"] {
            var encoder = try format.makeEncoder(schema)
            var plain = try format.makeEncoder(schema)
            var (bytes, expected): ([UInt8], String) = ([], "")
            for (kind, part) in zip(kinds, parts) {
                let batch =
                    kind == "r" ? RecordBatch(Self.rows(part)) : RecordBatch(Self.records(part))
                encoder.encode(batch, into: &bytes)
                for record in Self.records(part) { expected += plain.encode(record) }
            }
            let text = try String(decoding: bytes, as: UTF8.self) + encoder.finish()
            expected += try plain.finish()
            #expect(text == expected, "\(kinds)")
        }
    }
}
