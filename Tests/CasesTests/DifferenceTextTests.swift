import Records
import Testing

@testable import Cases

/// The texts of differences, and their parts that can be accepted.
@Suite struct DifferenceTextTests {
    private static func keyed(_ key: String) -> RecordPlace {
        RecordPlace(type: "R", key: [Value.Member("k", .string(key))], oldNumber: 1, newNumber: nil)
    }

    /// A key of up to 60 characters is shown whole, on one line.
    @Test func keysAreShortened() {
        let text = String(repeating: "a", count: 40) + String(repeating: "b", count: 19)
        #expect(Self.keyed(text + "c").description == "R 1 (k \(text)c)")
        #expect(
            Self.keyed(text.dropLast() + "b\ny").description
                == "R 1 (k \(String(repeating: "a", count: 40))…\(String(repeating: "b", count: 17)) y)"
        )
        let two = RecordPlace(type: "R", key: [.init("a", 1), .init("b", "x")], oldNumber: 1, newNumber: 2)
        #expect(two.description == "R 2 (a 1, b x)")
        #expect(RecordPlace(type: "R", key: [], oldNumber: nil, newNumber: nil).description == "R")
    }

    @Test(
        arguments: [
            ([], ""), ([.member("a")], "a"), ([.member("a"), .member("b")], "a.b"),
            ([.member("a"), .element(old: 1, new: 2), .member("b")], "a[2].b"),
            ([.element(old: 1, new: nil)], "[1]"),
            ([.element(old: nil, new: nil), .member("b")], "[].b"),
        ] as [([DifferencePath.Component], String)]
    )
    func paths(_ components: [DifferencePath.Component], _ text: String) {
        #expect(DifferencePath(components).description == text)
    }

    @Test(arguments: [
        (
            Difference(
                .record(RecordPlace(type: "R", key: [.init("k", 1)], oldNumber: 1, newNumber: nil)),
                .removed,
                old: 1,
                new: nil
            ),
            #"{"kind":"removed","record":{"type":"R","key":{"k":1},"old":1},"old":1}"#
        ),
        (
            Difference(
                .field(
                    RecordPlace(type: "R", key: [], oldNumber: nil, newNumber: 2),
                    DifferencePath([.member("a"), .element(old: 3, new: nil), .element(old: nil, new: nil)])
                ),
                .inserted,
                old: nil,
                new: "x"
            ),
            #"{"kind":"inserted","record":{"type":"R","new":2},"field":"a[3][]","path":["a",3,null],"new":"x"}"#
        ),
        (
            Difference(.types, .reordered, old: [1], new: [2]),
            #"{"kind":"reordered","of":"types","old":[1],"new":[2]}"#
        ),
        (
            Difference(.diagnostic(3), .removed, old: "x", new: nil),
            #"{"kind":"removed","of":"diagnostics","number":3,"old":"x"}"#
        ),
    ])
    func differencesInJSON(_ difference: Difference, _ json: String) {
        #expect(JSONWriter.compact(difference.value) == json)
    }

    @Test func placesAndNames() {
        let place = RecordPlace(type: "R", key: [], oldNumber: 1, newNumber: 1)
        let path = DifferencePath([.member("a"), .element(old: 0, new: 0), .member("b")])
        let differences = [
            Difference(.record(place), .reordered, old: nil, new: nil),
            Difference(.record(place), .changed, old: nil, new: nil),
            Difference(.field(place, path), .reordered, old: nil, new: nil),
            Difference(.types, .changed, old: nil, new: nil),
            Difference(.diagnostic(2), .reordered, old: nil, new: nil),
        ]
        #expect(
            differences.map(\.place) == [
                "R 1 · order", "R 1", "R 1 · a[0].b · order", "types", "diagnostic 2",
            ]
        )
        #expect(differences.map(\.type) == ["R", "R", "R", nil, nil])
        #expect(differences.map(\.fieldNames) == [[], [], ["a", "b"], [], []])
    }

    @Test func movesAndLabels() {
        let place = RecordPlace(type: "R", key: [], oldNumber: 1, newNumber: 2)
        func text(_ difference: Difference, _ labels: DifferenceText.Labels) -> String {
            DifferenceText(difference, width: 40, labels: labels).plain
        }
        #expect(text(Difference(.record(place), .moved, old: 1, new: 2), .test) == "R 2\n  moved from 1 to 2")
        #expect(
            text(Difference(.record(place), .moved, old: nil, new: nil), .test) == "R 2\n  moved from ? to ?"
        )
        #expect(
            text(Difference(.record(place), .changed, old: 1, new: nil), .test)
                == "R 2\n  expected 1\n  found    nothing"
        )
        #expect(
            text(Difference(.record(place), .changed, old: nil, new: 2), .diff)
                == "R 2\n  old nothing\n  new 2"
        )
    }

    /// What two texts have in common is counted once, and at least twenty characters are shown.
    @Test(arguments: [
        ("ab", "ab", 20, "ab||", "ab||"), ("aa", "aaa", 20, "aa||", "aa|a|"),
        ("aaa", "aa", 20, "aa|a|", "aa||"),
        ("abc", "axc", 20, "a|b|c", "a|x|c"), ("", "x", 20, "||", "|x|"), ("xab", "ab", 20, "|x|ab", "||ab"),
        ("0123456789abcdefghij", "", 20, "|0123456789abcdefghij|", "||"),
        ("0123456789abcdefghijk", "", 20, "|01234…jk|", "||"),
    ])
    func contrasts(_ old: String, _ new: String, _ width: Int, _ first: String, _ second: String) {
        func text(_ text: ValueContrast.Text?) -> String? {
            text.map { "\($0.before)|\($0.part)|\($0.after)" }
        }
        let contrast = ValueContrast(old, new, width: width)
        #expect(text(contrast.old) == first)
        #expect(text(contrast.new) == second)
        #expect(ValueContrast(nil, nil, width: width).old == nil)
    }

    /// Of the common characters of a long text, up to 30 are shown on either side, and fewer where the width is smaller.
    @Test(arguments: [(16, 8), (20, 9), (24, 11), (41, 20), (60, 29), (61, 30), (70, 30)])
    func contextOfLongTexts(_ width: Int, _ context: Int) {
        for count in [context, context + 1] {
            let (before, after) = (String(repeating: "a", count: count), String(repeating: "b", count: count))
            let rest = String(repeating: "c", count: 80)
            let contrast = ValueContrast(before + "x" + rest, before + "y" + rest, width: width)
            #expect(
                contrast.old?.before
                    == (count > context ? "…" + String(repeating: "a", count: context - 1) : before)
            )
            let other = ValueContrast(rest + "x" + after, rest + "y" + after, width: width)
            #expect(
                other.new?.after
                    == (count > context ? String(repeating: "b", count: context - 1) + "…" : after)
            )
            #expect(contrast.old?.part == "x" && other.new?.part == "y")
        }
    }

    private static let cases = [
        Case(site: "s", name: "a", folder: ""), Case(site: "s", name: "a.b", folder: ""),
        Case(site: "t", name: "c", folder: ""),
    ]

    @Test(arguments: [
        ("s/a", "s/a", ""), ("s/a.x", "s/a", "x"), ("s/a.b", "s/a.b", ""), ("s/a.b.x", "s/a.b", "x"),
        ("t/c.T.x", "t/c", "T.x"),
    ])
    func partsOfCases(_ text: String, _ test: String, _ part: String) throws {
        let found = try AcceptedPart(text, among: Self.cases)
        #expect(found.test == test && found.part == part && found.description == text)
    }

    @Test(arguments: [
        ("s/b", "did you mean s/a?"), ("t", "did you mean t/c?"),
        ("x/yyyy", "write SITE/CASE, SITE/CASE.FIELD or SITE/CASE.TYPE.FIELD"),
        ("s/ab", "did you mean s/a?"), ("t/d.x", "did you mean t/c?"),
    ])
    func unknownCases(_ text: String, _ help: String) {
        let error = #expect(throws: Diagnostic.self) { try AcceptedPart(text, among: Self.cases) }
        #expect(error?.message == "no case \"\(text)\" (--accept)")
        #expect(error?.help == help)
    }

    @Test func partsIncludeDifferences() throws {
        let place = RecordPlace(type: "T", key: [], oldNumber: 1, newNumber: 1)
        func field(_ names: String...) -> Difference {
            Difference(.field(place, DifferencePath(names.map { .member($0) })), .changed, old: 1, new: 2)
        }
        let differences = [
            Difference(.record(place), .removed, old: 1, new: nil), field("a"), field("a", "b"), field("ab"),
            Difference(.types, .reordered, old: 1, new: 2),
            Difference(.diagnostic(1), .removed, old: "x", new: nil),
        ]
        func included(_ part: String) throws -> [Bool] {
            let part = try AcceptedPart("s/a" + (part.isEmpty ? "" : "." + part), among: Self.cases)
            return differences.map(part.includes)
        }
        #expect(try included("") == [true, true, true, true, true, true])
        #expect(try included("a") == [false, true, true, false, false, false])
        #expect(try included("a.b") == [false, false, true, false, false, false])
        #expect(try included("T") == [true, true, true, true, false, false])
        #expect(try included("T.a") == [false, true, true, false, false, false])
        #expect(try included("T.a.b") == [false, false, true, false, false, false])
        #expect(try included("types") == [false, false, false, false, true, false])
        #expect(try included("diagnostics") == [false, false, false, false, false, true])
    }

    private static func features(_ json: String) -> ValueFeatures {
        let text = json.replacing("'", with: "\"").replacing(#/([{ ])([a-z]+):/#) { "\($0.1)\"\($0.2)\":" }
        return ValueFeatures(JSON.read(Array(text.utf8), dialect: .strict).0?.value ?? .null)
    }

    /// The share of common features; the features of a text are the whole text and each of its words.
    @Test(
        arguments: [
            ("{}", "{}", 1, 0, 0), ("1", "1", 1, 1, 1), ("1", "2", 0, 1, 1), ("{a: 1}", "{b: 1}", 0, 1, 1),
            ("{a: 1, b: 2}", "{a: 1, b: 3}", 0.5, 2, 2), ("{a: 1, b: 2, c: 3}", "{a: 1}", 0.5, 3, 1),
            ("[1, 2]", "[2, 1]", 1, 2, 2), ("[1, 1]", "[1]", 2.0 / 3, 2, 1),
            ("'x y'", "'y x'", 2.0 / 3, 1, 1),
            ("{'@type': 'A', a: 1}", "{'@type': 'B', a: 1}", 1, 1, 1), ("null", "false", 0, 1, 1),
            ("true", "true", 1, 1, 1),
            ("{a: {b: 1}}", "{a: {b: 1}, c: []}", 1, 1, 1),
        ] as [(String, String, Double, Int, Int)]
    )
    func similarities(_ one: String, _ other: String, _ share: Double, _ leaves: Int, _ others: Int) {
        let (one, other) = (Self.features(one), Self.features(other))
        #expect(one.similarity(to: other) == share)
        #expect(other.similarity(to: one) == share)
        #expect(one.leaves == leaves && other.leaves == others)
    }

    /// Elements without features of their own are matched between those that have some: at both ends and in the middle.
    @Test func elementsBetweenAnchorsAreMatched() {
        let shared: Set = [0, 1, 150, 151, 298, 299]
        func values(_ offset: Int) -> [Value] {
            (0..<300).map { index in
                shared.contains(index)
                    ? ["z": 1, "y": .number(Number(index + offset))]
                    : ["k": .number(Number(-index)), "v": .number(Number(index + offset))]
            }
        }
        var matching = SimilarityMatching(values(1_000), values(5_000))
        let pairs = matching.pairs(0..<300, 0..<300)
        #expect(pairs.map(\.0) == Array(0..<300))
        #expect(pairs.map(\.1) == Array(0..<300))
        #expect(matching.pairs(3..<3, 0..<300).isEmpty && matching.pairs(0..<300, 3..<3).isEmpty)
        // Up to 40,000 comparisons are made one by one.
        #expect(matching.pairs(0..<200, 0..<200).map(\.1) == Array(0..<200))
    }

    /// As many elements as are compared in pairs, all of them changed.
    @Test(arguments: [(1, 1), (199, 200), (200, 200)]) func allPairsAreCompared(_ olds: Int, _ news: Int) {
        func values(_ count: Int, _ other: Int) -> [Value] {
            (0..<count).map { number in
                .object(
                    ["a", "b", "c"].map { Value.Member($0, .string("\($0)\(number)")) } + [
                        Value.Member("d", .number(Number(other)))
                    ]
                )
            }
        }
        var matching = SimilarityMatching(values(olds, 1), values(news, 2), isStrict: true)
        let pairs = matching.pairs(0..<olds, 0..<news)
        #expect(pairs.map(\.0) == Array(0..<olds) && pairs.map(\.1) == Array(0..<olds))
    }

    /// At most twelve words of a text, and at most 256 features, are compared.
    @Test func featuresAreLimited() {
        let words = (1...13).map(String.init)
        func text(_ last: String) -> ValueFeatures {
            Self.features("{a: '\((words.dropLast() + [last]).joined(separator: " "))'}")
        }
        // The whole text differs.
        #expect(text("13").all.count == 13)
        #expect(text("13").similarity(to: text("x")) == 12.0 / 13)
        func list(_ count: Int) -> ValueFeatures {
            Self.features("[\((0..<count).map(String.init).joined(separator: ","))]")
        }
        #expect([255, 256, 257].map { list($0).all.count } == [255, 256, 256])
    }
}
