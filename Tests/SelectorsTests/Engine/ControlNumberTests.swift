import Testing

@testable import Selectors

/// The values of form controls that `:in-range` compares.
@Suite struct ControlNumberTests {
    @Test(
        arguments: [
            ("5", 5), ("-1.5e3", -1500), ("1E+2", 100), ("25e-1", 2.5), (".5", 0.5), ("-0", 0), ("007", 7),
            ("5.", nil), (".", nil), ("", nil), ("-", nil), ("+5", nil), ("e5", nil), ("5e", nil),
            ("5e+", nil),
            ("5e-+1", nil), (" 5", nil), ("5 ", nil), ("0x5", nil), ("1e999", nil), ("NaN", nil),
            ("1,5", nil),
        ] as [(String, Double?)]
    )
    func numbers(_ text: String, _ value: Double?) {
        #expect(ControlNumber(text, type: "number")?.value == value)
        #expect(ControlNumber(text, type: "range")?.value == value)
    }

    /// In seconds.
    @Test(
        arguments: [
            ("00:00", 0), ("23:59", 86_340), ("23:59:59", 86_399), ("01:02:03.5", 3723.5),
            ("01:02:03.25", 3723.25),
            ("01:02:03.125", 3723.125), ("01:02:03.", nil), ("01:02:03.1234", nil), ("24:00", nil),
            ("23:60", nil),
            ("23:59:60", nil), ("1:00", nil), ("001:00", nil), ("01", nil), ("01:0", nil), ("01:00:", nil),
            ("01:00Z", nil),
        ] as [(String, Double?)]
    )
    func times(_ text: String, _ value: Double?) {
        #expect(ControlNumber(text, type: "time")?.value == value)
    }

    /// Dates are compared by days: each is one more than the one before it.
    @Test(arguments: [
        ["2023-12-31", "2024-01-01"], ["2024-02-28", "2024-02-29", "2024-03-01"],
        ["2023-02-28", "2023-03-01"],
        ["1900-02-28", "1900-03-01"], ["2000-02-29", "2000-03-01"], ["2024-04-30", "2024-05-01"],
        ["9999-12-31", "10000-01-01"], ["0001-01-01", "0001-01-02"],
    ])
    func followingDates(_ dates: [String]) throws {
        let days = try dates.map { try #require(ControlNumber($0, type: "date")).value }
        #expect(zip(days, days.dropFirst()).allSatisfy { $1 - $0 == 1 })
        let noons = try dates.map { try #require(ControlNumber($0 + "T12:00", type: "datetime-local")).value }
        #expect(noons == days.map { $0 * 86_400 + 43_200 })
        #expect(ControlNumber(dates[0] + " 12:00", type: "datetime-local")?.value == noons[0])
    }

    @Test(arguments: [
        ("date", "2023-02-29"), ("date", "1900-02-29"), ("date", "2024-02-30"), ("date", "2024-04-31"),
        ("date", "2024-13-01"), ("date", "2024-00-01"), ("date", "2024-01-00"), ("date", "2024-01-32"),
        ("date", "0000-01-01"), ("date", "275761-01-01"), ("date", "999-01-01"), ("date", "2024-1-1"),
        ("date", "2024-01-01T"), ("date", "2024/01/01"), ("datetime-local", "2024-01-01"),
        ("datetime-local", "2024-01-01x12:00"), ("month", "2024-13"), ("month", "2024-00"), ("month", "2024"),
        ("week", "2024-W53"), ("week", "2024-W00"), ("week", "2024-53"), ("week", "2021-W53"), ("text", "5"),
    ])
    func invalid(_ type: String, _ text: String) {
        #expect(ControlNumber(text, type: type)?.value == nil)
    }

    /// Years of 53 weeks begin on a Thursday, or are leap years that begin on a Wednesday.
    @Test(arguments: ["2020-W53", "2015-W53", "1998-W53", "2032-W53", "2024-W52", "2024-W01", "275760-W01"])
    func weeks(_ text: String) {
        #expect(ControlNumber(text, type: "week")?.value != nil)
    }

    @Test func monthsFollowEachOther() throws {
        let months = try ["2023-12", "2024-01", "2024-02", "275760-12"].map {
            try #require(ControlNumber($0, type: "month"))
        }
        #expect(months[1].value - months[0].value == 1)
        #expect(months == months.sorted())
    }
}
