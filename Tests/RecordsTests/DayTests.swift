import Records
import Testing

@Suite struct DayTests {
    @Test(arguments: [
        "2018-05-28", "2016-02-29", "2000-02-29", "0001-01-01", "0000-02-29", "-0001-12-31", "9999-12-31",
        "-9999-01-01",
    ])
    func daysAreReadAndWritten(_ text: String) {
        #expect(Day(text)?.description == text)
    }

    @Test(arguments: [
        "", "2018", "2018-5-28", "2018-02-29", "1900-02-29", "2018-04-31", "2018-13-01", "2018-00-01",
        "2018-01-00", "2018-01-32", "2018-05-28T00:00:00", " 2018-05-28", "2018-05-28 ", "20180528",
        "10000-01-01",
        "٢٠١٨-٠٥-٢٨", "+2018-05-28",
    ])
    func whatIsNoDayIsNone(_ text: String) {
        #expect(Day(text) == nil)
    }

    @Test func daysAreCounted() throws {
        let first = try #require(Day("1970-01-01"))
        #expect(first.number == 0)
        // Every day of more than four centuries follows the previous one.
        var day = try #require(Day("1599-12-31"))
        let start = day.number
        for number in 1...160_000 {
            let next = day.advanced(by: 1)
            #expect(next > day && next.number == start + number && Day(number: next.number) == next)
            if next <= day { return }
            day = next
        }
        let days = try #require(Day("2018-12-30"))..<(try #require(Day("2019-01-02")))
        #expect(days.map(\.description) == ["2018-12-30", "2018-12-31", "2019-01-01"])
        #expect(first.advanced(by: .max).description == "9999-12-31")
        #expect(first.advanced(by: .min).description == "-9999-01-01")
        #expect(Day("9999-12-31")?.advanced(by: 1).description == "9999-12-31")
        #expect(Day("-0001-01-01").map { $0.distance(to: first) } == 719_893)
    }

    @Test(
        arguments: [
            ("2018-05-28T05:45:00", nil), ("2018-05-28T05:45:00Z", 0), ("2018-05-28T05:45:00-05:30", -330),
            ("2018-05-28T23:59:60+14:00", 840), ("2018-05-28T05:45:00.000000001Z", 0),
            ("2018-05-28T05:45:00.25", nil),
        ] as [(String, Int?)]
    )
    func timesAreReadAndWritten(_ text: String, _ offset: Int?) throws {
        let time = try #require(DateTime(text))
        #expect(time.description == text && time.offset == offset)
    }

    @Test(arguments: [
        "", "2018-05-28", "2018-05-28T", "2018-05-28T24:00:00", "2018-05-28T05:60:00", "2018-05-28T05:45:61",
        "2018-05-28T05:45", "2018-05-28T05:45:00.", "2018-05-28T05:45:00.0000000001",
        "2018-05-28T05:45:00+5:00",
        "2018-05-28T05:45:00+05:60", "2018-05-28T05:45:00ZZ", "2018-05-28 05:45:00", "2018-02-30T05:45:00",
        "2018-05-28T05:45:00+24:00", "2018-05-28t05:45:00z",
    ])
    func whatIsNoTimeIsNone(_ text: String) {
        #expect(DateTime(text) == nil)
    }

    @Test func equalTextsAreEqualTimes() {
        #expect(DateTime("2018-05-28T05:45:00+00:00") == DateTime("2018-05-28T05:45:00Z"))
        #expect(DateTime("2018-05-28T05:45:00.50Z") == DateTime("2018-05-28T05:45:00.5Z"))
        #expect(DateTime("2018-05-28T05:45:00") != DateTime("2018-05-28T05:45:00Z"))
    }
}
