import Records
import Testing

@testable import Batch

/// Summaries as text, and as JSON.
@Suite struct SummaryTextTests {
    @Test(
        arguments: [
            (0, "0%"), (0.0001, "0.1%"), (0.0004, "0.1%"), (0.0005, "0.1%"), (0.0015, "0.2%"),
            (0.125, "12.5%"),
            (0.5, "50%"), (0.9994, "99.9%"), (0.9995, "99.9%"), (0.99999, "99.9%"), (1, "100%"),
            (1.5, "150%"),
        ] as [(Double, String)]
    )
    func shares(_ share: Double, _ text: String) { #expect(SummaryText.percent(share) == text) }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (999_999, "999,999"), (1_000_000, "1,000,000"), (-1, "-1"),
        (-999, "-999"), (-1000, "-1,000"), (-12_345, "-12,345"),
    ])
    func counts(_ count: Int, _ text: String) { #expect(SummaryText.count(count) == text) }

    @Test(
        arguments: [
            (0, 1, "0.0"), (0.04, 1, "0.0"), (0.05, 1, "0.1"), (12.34, 1, "12.3"), (-1.25, 1, "-1.3"),
            (2.5, 0, "3"),
            (2.4, 0, "2"), (999_999_999_999_999, 0, "999999999999999"), (1e15, 0, "1000000000000000.0"),
            (1e14, 1, "100000000000000.0"), (.infinity, 1, "inf"),
        ] as [(Double, Int, String)]
    )
    func numbers(_ number: Double, _ digits: Int, _ text: String) {
        #expect(SummaryText.number(number, digits: digits) == text)
    }

    private static func summary(_ fields: [String], count: Int = 2) -> RunSummary {
        var summary = RunSummary()
        summary.pages = 1
        var type = RunSummary.TypeSummary()
        (type.count, type.fields) = (count, fields)
        for field in fields { type.filled[field] = 1 }
        var rules = RunSummary.RulesSummary()
        (rules.pages, rules.names, rules.types) = (1, ["T"], ["T": type])
        summary.rules["r"] = rules
        return summary
    }

    /// The fields are in lines of up to a hundred characters.
    @Test func fieldsAreWrapped() {
        func lines(_ lengths: [Int]) -> [Int] {
            let names = zip("abc", lengths).map { String(repeating: String($0), count: $1 - 4) }
            return SummaryText(Self.summary(names)).lines.dropFirst(3).map(\.count)
        }
        #expect(
            SummaryText(Self.summary(["a", "b[]", "c"])).lines == [
                "1 page, 0 failed", "r: 1 page", "  T 2", "    a 50%, b[] 0.5, c 50%",
            ]
        )
        #expect(SummaryText(Self.summary(["a"], count: 0)).lines.dropFirst(2) == ["  T 0"])
        #expect(lines([40, 53]) == [99])
        #expect(lines([40, 54]) == [44, 58])
        #expect(lines([90, 20, 20]) == [94, 46])
    }

    /// A count of 1 is singular; a count of 0 is left out.
    @Test func wordsFollowNumbers() {
        func lines(_ change: (inout RunSummary) -> Void) -> [String] {
            var summary = RunSummary()
            change(&summary)
            return SummaryText(summary).lines
        }
        let slow = [1.0, 2.06].map { RunSummary.SlowPage(name: "p\(Int($0))", milliseconds: $0) }
        #expect(lines { _ in } == ["0 pages, 0 failed"])
        #expect(lines { $0.pages = 1 } == ["1 page, 0 failed"])
        #expect(lines { ($0.pages, $0.failed, $0.warnings) = (2, 1, 1) } == ["2 pages, 1 failed, 1 warning"])
        #expect(lines { ($0.pages, $0.warnings) = (1000, 2) } == ["1,000 pages, 0 failed, 2 warnings"])
        #expect(lines { ($0.pages, $0.slowest) = (1, slow) } == ["1 page, 0 failed"])
        #expect(
            lines { ($0.pages, $0.slowest) = (2, slow) } == [
                "2 pages, 0 failed", "slowest pages", "  1.0 ms  p1", "  2.1 ms  p2",
            ]
        )
        #expect(
            lines { ($0.pages, $0.bytes, $0.seconds) = (3, 5_000_000, 2) } == [
                "3 pages, 0 failed in 2.0 s (2 pages/s, 2.5 MB/s)"
            ]
        )
        // The most frequent reason first, then in alphabetical order.
        #expect(
            lines { $0.leftOut = ["b": 2, "a": 2, "c": 1000] } == [
                "0 pages, 0 failed", "left out 1,000: c", "left out 2: a", "left out 2: b",
            ]
        )
        #expect(
            lines { summary in
                for (name, pages, failed) in [("b", 2, 1), ("a", 1, 0)] {
                    (summary.rules[name]) = RunSummary.RulesSummary(pages: pages, failed: failed)
                }
            } == ["0 pages, 0 failed", "a: 1 page", "b: 2 pages, 1 failed"]
        )
    }

    /// What earlier parts have done is included in the pages, and not in the speed.
    @Test func earlierPartsAreNotInTheSpeed() {
        var summary = RunSummary()
        (summary.pages, summary.bytes, summary.leftOut) = (10, 1_000_000, ["x": 3])
        #expect(summary.found == 13)
        summary.beginPart()
        #expect([summary.before.pages, summary.before.found, summary.before.bytes] == [10, 13, 1_000_000])
        (summary.pages, summary.bytes, summary.seconds) = (14, 5_000_000, 2)
        #expect(
            SummaryText(summary).lines.first
                == "14 pages, 10 of them done before, 0 failed in 2.0 s (2 pages/s, 2.0 MB/s)"
        )
        #expect(summary.value["doneBefore"] == 10)
    }

    /// The five slowest pages are kept; of equally slow ones, the first.
    @Test func slowestPagesAreKept() {
        var summary = RunSummary()
        summary.add(
            [(1, 30), (2, 10), (3, 20), (4, 20), (5, 40), (6, 10), (7, 11), (8, 9)].map { index, time in
                var result = PageResult(
                    PendingPage(name: "\(index)", place: InputPlace(file: "f", index: index)) { .leftOut("") }
                )
                result.duration = .milliseconds(time)
                return FinishedPage(result)
            }
        )
        #expect(summary.slowest.map(\.name) == ["5", "1", "3", "4", "7"])
    }

    /// Fifty reasons are counted one by one.
    @Test func reasonsAreLimited() {
        var summary = RunSummary()
        summary.add(
            (1...52).map { index in
                var result = PageResult(
                    PendingPage(name: "", place: InputPlace(file: "f", index: index)) { .leftOut("") }
                )
                result.leftOut = "reason \(index)"
                return FinishedPage(result)
            }
                + [50, 51].map { index in
                    var result = PageResult(
                        PendingPage(name: "", place: InputPlace(file: "f", index: index)) { .leftOut("") }
                    )
                    result.leftOut = "reason \(index)"
                    return FinishedPage(result)
                }
        )
        #expect(summary.leftOut.count == 51)
        #expect(summary.leftOut["other reasons"] ?? 0 >= 2)
        #expect(summary.leftOut.values.reduce(0, +) == 54)
        #expect(summary.pages == 0 && summary.slowest.isEmpty)
    }

    /// A path's total is the count of the object around it.
    @Test func ratesAreOfTheObjectAround() {
        var type = RunSummary.TypeSummary()
        type.count = 10
        type.filled = ["a": 5, "a.b": 4, "c": 8, "c[]": 16, "c[].d": 4, "x.y": 1, "x.y.z": 1]
        #expect(
            ["a", "a.b", "c[]", "c[].d", "x.y", "x.y.z", "q"].map(type.rate) == [
                0.5, 0.8, 1.6, 0.25, 0.1, 1, 0,
            ]
        )
        type.count = 0
        #expect(type.rate(of: "a") == 0)
    }

    /// JSON that is not a summary is rejected.
    @Test(
        arguments: [
            (#"{}"#, nil), (#"{"rules": {}}"#, nil), (#"{"pages": 1}"#, nil),
            (#"{"pages": 1, "rules": []}"#, nil),
            (#"{"pages": 1, "rules": {}}"#, "1 0"), (#"{"pages": 3, "failed": 2, "rules": {}}"#, "3 2"),
            (#"{"pages": 1, "rules": {"r": {}}}"#, nil),
            (#"{"pages": 1, "rules": {"r": {"pages": 1}}}"#, nil),
            (#"{"pages": 1, "rules": {"r": {"records": {}}}}"#, nil),
            (#"{"pages": 1, "rules": {"r": {"pages": 5, "failed": 4, "records": {}}}}"#, "1 0 r 5 4"),
            (#"{"pages": 1, "rules": {"r": {"pages": 5, "records": {"T": {"count": 1}}}}}"#, nil),
            (#"{"pages": 1, "rules": {"r": {"pages": 5, "records": {"T": {"filled": {}}}}}}"#, nil),
            (
                #"{"pages": 1, "rules": {"r": {"pages": 5, "records": {"T": {"count": 1, "filled": {"a": "x"}}}}}}"#,
                nil
            ),
            (
                #"{"pages": 1, "rules": {"r": {"pages": 5, "records": {"T": {"count": 1, "filled": {"a": 1}, "letters": {"a": ""}}}}}}"#,
                nil
            ),
            (
                #"{"pages": 1, "rules": {"r": {"pages": 5, "records": {"T": {"count": 2, "filled": {"b": 1, "a": 1}, "letters": {"a": 9}}}}}}"#,
                "1 0 r 5 0 T 2 b a"
            ),
        ] as [(String, String?)]
    )
    func summariesAreRead(_ text: String, _ expected: String?) throws {
        let value = try #require(JSON.read(Array(text.utf8), dialect: .strict).0?.value)
        let found = RunSummary(value).map { summary in
            var words = ["\(summary.pages)", "\(summary.failed)"]
            for (name, rules) in summary.rules {
                words += [name, "\(rules.pages)", "\(rules.failed)"]
                for type in rules.names {
                    words += [type, "\(rules.types[type]?.count ?? -1)"] + (rules.types[type]?.paths ?? [])
                }
            }
            return words.joined(separator: " ")
        }
        #expect(found == expected)
        // What was read is written in the same way.
        if let summary = RunSummary(value), let again = RunSummary(summary.value) {
            #expect(again.value == summary.value)
            #expect(again.rules.count == summary.rules.count)
        }
    }
}
