import Records
import Testing

@testable import Batch

@Suite struct DriftTests {
    /// A summary of pages with `records` records each; `filled` of all records have the field.
    private static func summary(pages: Int, failed: Int = 0, records: Int, filled: Int) -> RunSummary {
        let type = Schema.RecordType(
            name: "Plant",
            fields: [Schema.Field(name: "name", type: .scalar(.string), isRequired: false)]
        )
        var summary = RunSummary()
        for page in 0..<pages {
            let all = (0..<records).map { number in
                Record(type: "Plant", fields: page * records + number < filled ? [.init("name", "Fern")] : [])
            }
            summary.add(PageTally(RecordBatch(all), types: [type], rules: "plants"), isFailed: page < failed)
            summary.pages += 1
        }
        return summary
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let found: RunSummary
        let message: String?
    }

    static let expected = summary(pages: 100, records: 10, filled: 1000)

    @Test(arguments: [
        Case(testDescription: "the same", found: expected, message: nil),
        Case(
            testDescription: "a little less",
            found: summary(pages: 50, records: 10, filled: 460),
            message: nil
        ),
        Case(
            testDescription: "a tenth of the pages fail",
            found: summary(pages: 100, failed: 10, records: 10, filled: 1000),
            message: nil
        ),
        Case(
            testDescription: "a tenth more or fewer records",
            found: summary(pages: 100, records: 9, filled: 900),
            message: nil
        ),
        Case(
            testDescription: "a tenth of a field is gone",
            found: summary(pages: 100, records: 10, filled: 900),
            message: nil
        ),
        Case(
            testDescription: "no records on one page",
            found: summary(pages: 1, records: 0, filled: 0),
            message: "plants: Plant: no records on 1 page, expected some"
        ),
        Case(
            testDescription: "a field is gone",
            found: summary(pages: 100, records: 10, filled: 0),
            message: "plants: Plant.name is in 0% of the records, expected 100%"
        ),
        Case(
            testDescription: "a field is often gone",
            found: summary(pages: 100, records: 10, filled: 880),
            message: "plants: Plant.name is in 88% of the records, expected 100%"
        ),
        Case(
            testDescription: "fewer records",
            found: summary(pages: 100, records: 8, filled: 800),
            message: "plants: Plant: 8 records on a page, expected 10"
        ),
        Case(
            testDescription: "more records",
            found: summary(pages: 100, records: 12, filled: 1200),
            message: "plants: Plant: 12 records on a page, expected 10"
        ),
        Case(
            testDescription: "no records",
            found: summary(pages: 100, records: 0, filled: 0),
            message: "plants: Plant: no records on 100 pages, expected some"
        ),
        Case(
            testDescription: "pages fail",
            found: summary(pages: 100, failed: 11, records: 10, filled: 1000),
            message: "plants: 11% of the pages failed, expected 0%"
        ),
        Case(
            testDescription: "no pages at all",
            found: RunSummary(),
            message: "plants: expected pages for these rules, found none"
        ),
    ])
    func reportsWhatHasChanged(_ oneCase: Case) throws {
        // As read from its file.
        let baseline = Baseline(try #require(RunSummary(Self.expected.value)))
        let drift = Drift(oneCase.found, against: baseline, tolerance: 0.1)
        #expect(drift.changes.map(\.message) == (oneCase.message.map { [$0] } ?? []))
    }

    /// Menus of a canteen: some have a price, each dish has a name, few have a note.
    private static func menus(
        pages: Int = 40,
        price: Bool = true,
        name: String? = "Soup",
        note: Bool = true,
        dishes: Int = 4
    ) -> RunSummary {
        let dish = Schema.FieldType.object(
            ["name", "note"].map { Schema.Field(name: $0, type: .scalar(.string), isRequired: false) }
        )
        let type = Schema.RecordType(
            name: "Menu",
            fields: [
                Schema.Field(name: "price", type: .scalar(.decimal), isRequired: false),
                Schema.Field(name: "dishes", type: .list(dish), isRequired: false),
            ]
        )
        var summary = RunSummary()
        for page in 0..<pages {
            let all = (0..<dishes).map { number -> Value in
                var members: [Value.Member] = [.init("kind", "x")]
                if let name { members.append(.init("name", .string(name))) }
                if note, number == 0, page % 5 == 0 { members.append(.init("note", "hot")) }
                return .object(members)
            }
            var fields: [Value.Member] = [.init("dishes", .list(all))]
            if price, page % 5 == 0 { fields.insert(.init("price", 4), at: 0) }
            let records = [Record(type: "Menu", fields: fields)]
            summary.add(PageTally(RecordBatch(records), types: [type], rules: "menu"), isFailed: false)
            summary.pages += 1
        }
        return summary
    }

    @Test(arguments: [
        Case(testDescription: "the same", found: menus(), message: nil),
        Case(testDescription: "fewer pages", found: menus(pages: 30), message: nil),
        Case(
            testDescription: "a nested field is gone",
            found: menus(name: nil),
            message: "menu: Menu.dishes[].name is in 0% of the objects, expected 100%"
        ),
        Case(
            testDescription: "a rare field is gone",
            found: menus(price: false),
            message: "menu: Menu.price is in 0% of the records, expected 20%"
        ),
        Case(
            testDescription: "a rare nested field is gone",
            found: menus(note: false),
            message: "menu: Menu.dishes[].note is in 0% of the objects, expected 5%"
        ),
        Case(
            testDescription: "a rare field is missing on few pages",
            found: menus(pages: 4, note: false),
            message: nil
        ),
        Case(
            testDescription: "a rare field is missing on as many pages as may be by chance",
            found: menus(pages: 21, note: false),
            message: nil
        ),
        Case(
            testDescription: "a rare field is missing on one page more",
            found: menus(pages: 22, note: false),
            message: "menu: Menu.dishes[].note is in 0% of the objects, expected 5%"
        ),
        Case(testDescription: "lists are shorter by a quarter", found: menus(dishes: 3), message: nil),
        Case(
            testDescription: "few values",
            found: menus(pages: 1, name: "4.50"),
            message: nil
        ),
        Case(
            testDescription: "lists are short",
            found: menus(dishes: 2),
            message: "menu: Menu.dishes has 2 elements on average, expected 4"
        ),
        Case(
            testDescription: "values are others",
            found: menus(name: "4.50"),
            message: "menu: Menu.dishes[].name: 0% of the values have letters, expected 100%"
        ),
    ])
    func comparesAtAnyDepth(_ oneCase: Case) throws {
        let baseline = Baseline(try #require(RunSummary(Self.menus().value)))
        let drift = Drift(oneCase.found, against: baseline, tolerance: nil)
        #expect(drift.changes.first?.message == oneCase.message, "\(drift.changes.map(\.message))")
    }

    @Test func numbersOfAnyFileAreCompared() throws {
        let text = #"""
            {"pages": 1, "rules": {"plants": {"pages": 1, "records": {"Plant":
              {"count": 9223372036854775807, "filled": {"name": 9223372036854775807}}}}}}
            """#
        let json = try #require(JSON.read(Array(text.utf8), dialect: .strict).json?.value)
        let drift = Drift(Self.expected, against: Baseline(try #require(RunSummary(json))), tolerance: 0.1)
        #expect(drift.changes.count == 1)
    }

    @Test func rulesWithoutABaselineAreAWarning() {
        let drift = Drift(Self.expected, against: Baseline(RunSummary()), tolerance: 0.1)
        #expect(drift.changes.map(\.severity) == [.warning])
    }

    @Test func theSummaryShowsCountsAndRates() {
        var summary = Self.summary(pages: 1200, failed: 3, records: 2, filled: 2399)
        summary.leftOut = ["status 404": 12]
        summary.failed = 3
        summary.seconds = 2
        summary.bytes = 3_000_000
        #expect(
            SummaryText(summary).lines == [
                "1,200 pages, 3 failed in 2.0 s (600 pages/s, 1.5 MB/s)", "left out 12: status 404",
                "plants: 1,200 pages, 3 failed", "  Plant 2,400", "    name 99.9%",
            ]
        )
    }
}
