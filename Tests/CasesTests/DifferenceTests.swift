import Records
import Cases
import Testing

/// Differences between two lists of records.
@Suite struct DifferenceTests {
    private static func golden(_ records: String, _ diagnostics: [String] = []) throws -> Golden {
        let (json, errors) = JSON.read(Array(records.utf8), dialect: .strict)
        var golden = Golden(records: try #require(json?.value.list, "\(errors)"))
        golden.diagnostics = diagnostics
        return golden
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let about: String
        let old: String
        let new: String
        var keys: [String: [String]] = [:]
        let expected: [String]
        var testDescription: String { about }
    }

    private static let a = #"{"@type": "R", "id": "a", "x": "1", "y": "2", "z": "3"}"#
    private static let a2 = #"{"@type": "R", "id": "a", "x": "0", "y": "0", "z": "0"}"#
    private static let b = #"{"@type": "R", "id": "b", "x": "4", "y": "5", "z": "6"}"#
    private static let c = #"{"@type": "R", "id": "c", "x": "7", "y": "8", "z": "9"}"#
    private static let c2 = #"{"@type": "R", "id": "c", "x": "7", "y": "8", "z": "0"}"#
    private static let keys = ["R": ["id"]]

    static let rows = [
        Row(about: "the same", old: "[\(a), \(b)]", new: "[\(a), \(b)]", expected: []),
        Row(
            about: "a record before others",
            old: "[\(b), \(c)]",
            new: "[\(a), \(b), \(c)]",
            expected: [
                "inserted R 1"
            ]
        ),
        Row(
            about: "a record removed",
            old: "[\(a), \(b), \(c)]",
            new: "[\(a), \(c)]",
            expected: ["removed R 2"]
        ),
        Row(
            about: "one removed, the next changed",
            old: "[\(a), \(b), \(c)]",
            new: "[\(a), \(c2)]",
            expected: [
                "removed R 2", "changed R 2 · z: \"9\" → \"0\"",
            ]
        ),
        Row(
            about: "one inserted, the next changed",
            old: "[\(a), \(c)]",
            new: "[\(a), \(b), \(c2)]",
            expected: [
                "inserted R 2", "changed R 3 · z: \"9\" → \"0\"",
            ]
        ),
        Row(
            about: "a record moved",
            old: "[\(a), \(b), \(c)]",
            new: "[\(c), \(a), \(b)]",
            expected: [
                "moved R 1: 3 → 1"
            ]
        ),
        Row(
            about: "moved and changed, matched by its key",
            old: "[\(a), \(b), \(c)]",
            new: "[\(c2), \(a), \(b)]",
            keys: keys,
            expected: ["moved R 1 (id c): 3 → 1", "changed R 1 (id c) · z: \"9\" → \"0\""]
        ),
        Row(
            about: "other keys are other records",
            old: "[\(a)]",
            new: "[\(b)]",
            keys: keys,
            expected: [
                "inserted R 1 (id b)", "removed R 1 (id a)",
            ]
        ),
        Row(
            about: "a key twice in the old records: the first is matched",
            old: "[\(a), \(a2)]",
            new: "[\(a)]",
            keys: keys,
            expected: ["removed R 2 (id a)"]
        ),
        Row(
            about: "a key twice in the new records: the first is matched",
            old: "[\(a)]",
            new: "[\(a), \(a2)]",
            keys: keys,
            expected: ["inserted R 2 (id a)"]
        ),
        Row(
            about: "a key twice in both",
            old: "[\(a), \(a2)]",
            new: "[\(a), \(a2)]",
            keys: keys,
            expected: []
        ),
        Row(
            about: "a key that changed",
            old: #"[{"@type": "R", "id": "/a", "x": "1", "y": "2"}]"#,
            new: #"[{"@type": "R", "id": "https://e.example/a", "x": "1", "y": "2"}]"#,
            keys: keys,
            expected: ["changed R 1 (id https://e.example/a) · id: \"/a\" → \"https://e.example/a\""]
        ),
        Row(
            about: "elements of lists, inserted and removed",
            old: #"[{"@type": "R", "l": ["p", "q", "r"], "m": [{"n": 1, "k": "u v"}, {"n": 2, "k": "w"}]}]"#,
            new: #"[{"@type": "R", "l": ["o", "p", "q", "r"], "m": [{"n": 3, "k": "w"}]}]"#,
            expected: [
                "inserted R 1 · l[0]", "removed R 1 · m[0]", "changed R 1 · m[0].n: 2 → 3",
            ]
        ),
        Row(
            about: "elements in another order",
            old: #"[{"@type": "R", "l": ["p", "q"]}]"#,
            new: #"[{"@type": "R", "l": ["q", "p"]}]"#,
            expected: [#"reordered R 1 · l · order: ["p","q"] → ["q","p"]"#]
        ),
        Row(
            about: "members in another order, one removed",
            old: #"[{"@type": "R", "a": "1", "b": "2", "c": "3"}]"#,
            new: #"[{"@type": "R", "c": "3", "a": "1"}]"#,
            expected: [
                #"reordered R 1 · order: ["@type","a","c"] → ["@type","c","a"]"#, "removed R 1 · b",
            ]
        ),
        Row(
            about: "types in another order",
            old: #"[{"@type": "R", "a": 1}, {"@type": "S", "a": 1}]"#,
            new: #"[{"@type": "S", "a": 1}, {"@type": "R", "a": 1}]"#,
            expected: [#"reordered types · order: ["R","S"] → ["S","R"]"#]
        ),
        Row(
            about: "types interleaved in another way",
            old: #"[{"@type": "R"}, {"@type": "S"}, {"@type": "R"}]"#,
            new: #"[{"@type": "R"}, {"@type": "R"}, {"@type": "S"}]"#,
            expected: [#"reordered types · order: ["R","S","R"] → ["R","R","S"]"#]
        ),
        Row(
            about: "another normalization form",
            old: "[{\"@type\": \"R\", \"a\": \"caf\u{E9}\"}]",
            new: "[{\"@type\": \"R\", \"a\": \"cafe\u{301}\"}]",
            expected: ["changed R 1 · a: \"caf\u{E9}\" → \"cafe\u{301}\""]
        ),
        Row(about: "values without a type", old: "[1, 2]", new: "[2]", expected: ["removed record 1"]),
        Row(
            about: "no records left",
            old: "[\(a), \(b)]",
            new: "[]",
            expected: ["removed R 1", "removed R 2"]
        ),
    ]

    private static func text(_ difference: Difference) -> String {
        let head = "\(difference.kind.rawValue) \(difference.place)"
        guard let old = difference.old, let new = difference.new else { return head }
        return head + ": \(JSONWriter.compact(old)) → \(JSONWriter.compact(new))"
    }

    @Test(arguments: rows) func differencesOfRows(_ row: Row) throws {
        let old = try DifferenceTests.golden(row.old)
        let new = try DifferenceTests.golden(row.new)
        let comparison = GoldenComparison(old, new, keys: row.keys)
        #expect(comparison.differences.map(DifferenceTests.text) == row.expected)
        #expect(comparison.accepting { _ in true } == new)
        #expect(comparison.accepting { _ in false } == old || row.about == "types interleaved in another way")
    }

    @Test func diagnosticsAreInsertedAndRemoved() throws {
        let old = try DifferenceTests.golden("[]", ["line 1: error: a", "line 2: error: b"])
        let new = try DifferenceTests.golden("[]", ["line 2: error: b", "line 9: error: c"])
        let differences = old.differences(to: new)
        #expect(differences.map(\.place) == ["diagnostic 1", "diagnostic 2"])
        #expect(differences.map(\.kind) == [.removed, .inserted])
    }

    @Test func someDifferencesAreAccepted() throws {
        let old = try DifferenceTests.golden(
            "[\(DifferenceTests.a), \(DifferenceTests.b), \(DifferenceTests.c)]"
        )
        let new = try DifferenceTests.golden("[\(DifferenceTests.c2), \(DifferenceTests.a)]")
        let comparison = GoldenComparison(old, new, keys: DifferenceTests.keys)
        let field = comparison.accepting { $0.fieldNames == ["z"] }
        #expect(
            try field
                == DifferenceTests.golden(
                    "[\(DifferenceTests.a), \(DifferenceTests.b), \(DifferenceTests.c2)]"
                )
        )
        let removed = comparison.accepting { $0.kind == .removed }
        #expect(try removed == DifferenceTests.golden("[\(DifferenceTests.a), \(DifferenceTests.c)]"))
        let moved = comparison.accepting { $0.kind == .moved }
        #expect(
            try moved
                == DifferenceTests.golden(
                    "[\(DifferenceTests.c), \(DifferenceTests.a), \(DifferenceTests.b)]"
                )
        )
    }

    /// Names that occur twice in an object do not identify members: the object is compared as a whole.
    @Test func objectsWithANameTwiceAreComparedAsAWhole() {
        func golden(_ members: [Value.Member]) -> Golden {
            Golden(records: [["@type": "R", "o": .object(members)]])
        }
        let once = golden([Value.Member("k", 1), Value.Member("l", 2)])
        let twice = golden([Value.Member("k", 1), Value.Member("k", 2)])
        let other = golden([Value.Member("k", 1), Value.Member("k", 3)])
        #expect(twice.differences(to: twice).isEmpty)
        for (old, new) in [(once, twice), (twice, once), (twice, other)] {
            let differences = old.differences(to: new)
            #expect(differences.count == 1)
            #expect(differences.first?.kind == .changed)
            let text = differences.first?.description ?? ""
            #expect(text.hasPrefix("R 1 · o\n") && text.contains("expected {"), "\(differences)")
        }
    }

    /// Ten thousand records, all changed, some removed and some inserted.
    @Test func manyRecordsAreMatchedBySimilarity() throws {
        func record(_ number: Int, _ price: Int) -> Value {
            [
                "@type": "R", "title": .string("the title of number \(number)"),
                "url": .string("https://shop.example/\(number)"), "price": .number(Number(price)),
            ]
        }
        let old = Golden(records: (0..<10_000).map { record($0, $0) })
        let numbers = (0..<10_000).filter { $0 % 1000 != 7 } + [20_000, 20_001]
        let new = Golden(records: numbers.map { record($0, $0 + 1) })
        let differences = old.differences(to: new)
        #expect(differences.count { $0.kind == .removed } == 10)
        #expect(differences.count { $0.kind == .inserted } == 2)
        #expect(differences.count { $0.kind == .changed && $0.fieldNames == ["price"] } == 9_990)
        #expect(differences.count == 10_002)
    }

    /// If there are more records than before, a record with 3 of 10 values in common is the same, one with 2 is not;
    /// one with 1 of 2 is.
    @Test(arguments: [(10, 3, true), (10, 2, false), (3, 0, false), (2, 0, true), (1, 0, true)])
    func recordsAreSimilar(_ count: Int, _ common: Int, _ isSame: Bool) {
        func record(_ changed: Int, _ offset: Int) -> Value {
            .object(
                [Value.Member("@type", "R")]
                    + (0..<count).map { index in
                        Value.Member(
                            "n\(index)",
                            .number(Number(index < count - changed ? index : index + offset))
                        )
                    }
            )
        }
        let old = Golden(records: [record(0, 0)])
        let new = Golden(records: [record(count - common, 100), record(count, 200)])
        let kinds = old.differences(to: new).map(\.kind)
        #expect(kinds.contains(.removed) == !isSame, "\(old.differences(to: new))")
        // If there are as many as before, they are the same ones.
        let even = old.differences(to: Golden(records: [record(count, 300)]))
        #expect(!even.contains { $0.kind == .removed || $0.kind == .inserted })
    }

    /// Records without common features and without distinguishing ones.
    @Test func manyRecordsWithNothingInCommonAreCompared() {
        let old = Golden(records: (0..<10_000).map { ["@type": "R", "a": .number(Number($0 % 3))] })
        let new = Golden(records: (0..<9_000).map { ["@type": "R", "b": .number(Number($0 % 3))] })
        let differences = old.differences(to: new)
        #expect(!differences.isEmpty)
        let shuffled = Golden(records: (0..<10_000).map { old.records[$0 * 7919 % 10_000] })
        #expect(!old.differences(to: shuffled).isEmpty)
    }

    @Test(
        arguments: [
            ("\"1.00\"", "\"1.50\"", 40, "\"1.[0]0\"", "\"1.[5]0\""),
            ("nothing", "\"a\"", 40, "nothing", "[\"a\"]"),
            (
                String(repeating: "very ", count: 40) + "long",
                String(repeating: "very ", count: 20) + "extra " + String(repeating: "very ", count: 20)
                    + "long",
                60,
                "…very very very very very very very very very very very v…",
                ""
            ),
        ] as [(String, String, Int, String, String)]
    )
    func longValuesAreShortenedAroundTheDifference(
        old: String,
        new: String,
        width: Int,
        first: String,
        second: String
    ) {
        func value(_ text: String) -> Value? {
            if text == "nothing" { return nil }
            return .string(text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text)
        }
        let place = RecordPlace(type: "R", key: [], oldNumber: 1, newNumber: 1)
        let difference = Difference(.record(place), .changed, old: value(old), new: value(new))
        let lines = DifferenceText(difference, width: width).lines.dropFirst().map { line in
            line.dropFirst().map { span in
                span.role == .oldPart || span.role == .newPart ? "[\(span.text)]" : span.text
            }.joined()
        }
        if second.isEmpty {
            #expect(lines.allSatisfy { $0.count <= width + 10 && $0.hasPrefix("…") })
            #expect(lines.last?.contains("[extra ]") == true)
        } else {
            #expect(lines == [first, second])
        }
    }
}
