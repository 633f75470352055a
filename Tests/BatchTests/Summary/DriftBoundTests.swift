import Records
import Testing

@testable import Batch

/// The bounds beyond which a run differs from its baseline.
@Suite struct DriftBoundTests {
    /// A run of pages with records of the type T; `counts` are those of its fields, `forms` those of the form of their values.
    private static func summary(
        _ pages: Int,
        failed: Int = 0,
        _ records: Int,
        _ counts: String = "",
        _ forms: String = "",
        rules: String = "r"
    ) throws -> RunSummary {
        let text = """
            {"pages": \(pages), "rules": {"\(rules)": {"pages": \(pages), "failed": \(failed), "records": {"T":
              {"count": \(records), "filled": { \(counts)}\(forms.isEmpty ? "" : ", " + forms)}}}}}
            """
            .replacing("'", with: "\"").replacing(#/([{ ])([a-z]+):/#) { "\($0.1)\"\($0.2)\":" }
        let value = try #require(JSON.read(Array(text.utf8), dialect: .strict).0?.value)
        return try #require(RunSummary(value))
    }

    private static func messages(
        _ run: RunSummary,
        _ expected: RunSummary,
        _ tolerance: Double? = 0.1
    ) -> [String] {
        Drift(run, against: Baseline(expected), tolerance: tolerance).changes.map {
            "\($0.severity.rawValue): \($0.message)"
        }
    }

    @Test(arguments: [(20, nil), (21, "21%"), (10, nil), (0, nil)] as [(Int, String?)])
    func failedPages(_ failed: Int, _ share: String?) throws {
        let found = try Self.messages(
            Self.summary(100, failed: failed, 1000),
            Self.summary(100, failed: 10, 1000)
        )
        #expect(found == (share.map { ["error: r: \($0) of the pages failed, expected 10%"] } ?? []))
    }

    @Test(
        arguments: [
            (1000, 900, nil), (1000, 899, "8.99 records on a page, expected 10"), (1000, 1100, nil),
            (1000, 1110, "11.1 records on a page, expected 10"), (0, 0, nil),
            (0, 5, "0.05 records on a page, expected 0"),
            (5, 0, "no records on 100 pages, expected some"),
            (125, 400, "4 records on a page, expected 1.25"),
        ] as [(Int, Int, String?)]
    )
    func numbersOfRecords(_ expected: Int, _ count: Int, _ message: String?) throws {
        let found = try Self.messages(Self.summary(100, count), Self.summary(100, expected))
        #expect(found == (message.map { ["error: r: T: \($0)"] } ?? []))
    }

    @Test(
        arguments: [
            ("a: 900", "a: 1000", []), ("a: 899", "a: 1000", ["a is in 89.9% of the records, expected 100%"]),
            ("", "a: 1000", ["a is in 0% of the records, expected 100%"]), ("", "a: 100", []),
            ("", "a: 101", ["a is in 0% of the records, expected 10.1%"]), ("a: 1000", "a: 500", []),
            // The elements of lists: a quarter fewer.
            ("l: 1000, 'l[]': 3000", "l: 1000, 'l[]': 4000", []),
            ("l: 1000, 'l[]': 2990", "l: 1000, 'l[]': 4000", ["l has 2.99 elements on average, expected 4"]),
            ("l: 0, 'l[]': 0", "l: 1000, 'l[]': 4000", ["l is in 0% of the records, expected 100%"]),
            // What is missing together with the object around it.
            ("o: 0, 'o.x': 0", "o: 1000, 'o.x': 1000", ["o is in 0% of the records, expected 100%"]),
            (
                "o: 500, 'o.x': 100", "o: 1000, 'o.x': 1000",
                ["o is in 50% of the records, expected 100%", "o.x is in 20% of the objects, expected 100%"]
            ),
            ("o: 500, 'o.x': 450", "o: 500, 'o.x': 500", []),
            ("o: 500, 'o.x': 449", "o: 500, 'o.x': 500", ["o.x is in 89.8% of the objects, expected 100%"]),
        ] as [(String, String, [String])]
    )
    func sharesOfFields(_ counts: String, _ expected: String, _ messages: [String]) throws {
        let found = try Self.messages(Self.summary(100, 1000, counts), Self.summary(100, 1000, expected))
        #expect(found == messages.map { "error: r: T.\($0)" })
    }

    /// The share of values with letters or digits: of fewer than twenty values, more may differ; of fewer than five, all.
    @Test(
        arguments: [
            (1000, 1000, 800, nil), (1000, 1000, 799, "79.9%"), (5, 5, 3, nil), (5, 5, 2, "40%"),
            (4, 4, 0, nil),
            (20, 20, 10, "50%"), (20, 19, 10, nil), (19, 20, 10, nil), (20, 19, 9, "47.4%"),
        ] as [(Int, Int, Int, String?)]
    )
    func formsOfValues(_ expected: Int, _ count: Int, _ letters: Int, _ share: String?) throws {
        for aspect in ["letters", "digits"] {
            let found = try Self.messages(
                Self.summary(1, count, "a: \(count)", "\(aspect): {a: \(letters)}"),
                Self.summary(1, expected, "a: \(expected)", "\(aspect): {a: \(expected)}")
            )
            #expect(
                found
                    == (share.map { ["error: r: T.a: \($0) of the values have \(aspect), expected 100%"] }
                        ?? [])
            )
        }
    }

    /// Without a tolerance, what is missing on too many pages to be chance is reported too.
    @Test(
        arguments: [
            (100, 1000, 94, 1000, 100, nil), (100, 1000, 93, 1000, 100, "99%"), (7, 0, 0, 50, 50, nil),
            (8, 0, 0, 50, 50, "0%"),
            (4, 0, 0, 50, 50, nil),
        ] as [(Int, Int, Int, Int, Int, String?)]
    )
    func smallFalls(
        _ pages: Int,
        _ filled: Int,
        _ with: Int,
        _ expected: Int,
        _ known: Int,
        _ share: String?
    ) throws {
        let filled = filled == 0 ? 0 : 990
        let run = try Self.summary(pages, pages * 10, "a: \(filled)", "pages: {a: \(with)}")
        let baseline = try Self.summary(100, 1000, "a: \(expected)", "pages: {a: \(known)}")
        let wanted = expected == 1000 ? "100%" : "5%"
        #expect(
            Self.messages(run, baseline, nil)
                == (share.map { ["error: r: T.a is in \($0) of the records, expected \(wanted)"] } ?? [])
        )
        #expect(Self.messages(run, baseline) == [])
    }

    /// Pages that a baseline has none of say nothing about how often a field is missing.
    @Test func baselineWithoutPages() throws {
        let run = try Self.summary(100, 0, "a: 0", "pages: {a: 0}")
        let baseline = try Self.summary(0, 0, "a: 0", "pages: {a: 0}")
        let wanted = ["warning: r: the baseline has no pages to compare with"]
        #expect(Self.messages(run, baseline, nil) == wanted)
    }

    @Test func rulesOfOneOnly() throws {
        let (run, baseline) = try (Self.summary(1, 1, rules: "a"), Self.summary(1, 1, rules: "b"))
        #expect(
            Self.messages(run, baseline) == [
                "warning: a: the baseline has no pages to compare with",
                "error: b: expected pages for these rules, found none",
            ]
        )
    }

    /// Rules are reported by name, those of the run before those that it has no pages for.
    @Test func rulesAreReportedInOrder() throws {
        func run(_ names: String) throws -> RunSummary {
            let rules = names.map { "\"\($0)\": {\"pages\": 1, \"failed\": 0, \"records\": {}}" }
            let text = "{\"pages\": \(names.count), \"rules\": {\(rules.joined(separator: ", "))}}"
            let value = try #require(JSON.read(Array(text.utf8), dialect: .strict).0?.value)
            return try #require(RunSummary(value))
        }
        let reported = Self.messages(try run("dbcahi"), try run("fhecgi"))
        #expect(reported.map { $0.split(separator: ":")[1] } == [" a", " b", " d", " e", " f", " g"])
    }
}
