import Foundation
import Scraping
import Testing

@Suite struct RulesTests {
    /// The rules, and the types generated for them by `scrape schema --swift`.
    static let generated = URL(filePath: #filePath).appending(path: "../Generated").standardized

    static let page = """
        <base href=https://plants.example/><ul class=plants>
        <li><b>Oak</b><i>40</i><s>1.50</s><time>2018-05-28</time><var>2018-05-28T05:45:00</var>
        <samp>2018-05-28T05:45:00</samp><a href=/oak>o</a><em>tree</em><u>red</u><u>green</u><q cite=2018-06-01>n</q>
        <li><b>Fern</b></ul>
        """

    private func rules() throws -> Rules {
        try Rules(contentsOf: RulesTests.generated.appending(path: "plants.json"))
    }

    @Test func writtenTypesAreThoseOfTheRules() throws {
        let file = RulesTests.generated.appending(path: "Plant.swift")
        let types = try rules().schema.swiftTypes(origin: "plants.json")
        #expect(try String(contentsOf: file, encoding: .utf8) == types, "run scrape schema --swift again")
    }

    @Test func recordsAreDecodedIntoWrittenTypes() throws {
        let outcome = try rules().scrape(Page(Data(RulesTests.page.utf8), url: "https://other.example/"))
        #expect(!outcome.hasErrors, "\(outcome.diagnostics)")
        let plants = try outcome.records.decode(Plant.self)
        #expect(plants.failures == [])
        let oak = try #require(plants.first)
        #expect(oak.name == "Oak" && oak.height == 40 && oak.price == Decimal(string: "1.5"))
        #expect(oak.planted == Day("2018-05-28") && oak.seen == DateTime("2018-05-28T05:45:00"))
        #expect(oak.watered == Date(timeIntervalSince1970: 1_527_479_100))
        #expect(oak.link == URL(string: "https://plants.example/oak") && oak.kind == .tree)
        #expect(oak.colours == ["red", "green"] && oak.notes.first?.day == Day("2018-06-01"))
        #expect(plants.last?.planted == nil)
        // The same types decode the output format `json`.
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        #expect(try decoder.decode([Plant].self, from: try encoder.encode(plants.values)) == plants.values)
    }

    @Test func oneBadRecordLeavesTheOthers() throws {
        struct Plant: Decodable { let name: String; let height: Int }
        let plants = try rules().scrape(Page(Data(RulesTests.page.utf8))).records.decode(Plant.self)
        #expect(plants.map(\.name) == ["Oak"])
        #expect(
            plants.failures.map(\.description)
                == ["Plant[1].height: the field is missing, and the property is not optional"]
        )
        #expect(plants.failures.first?.localizedDescription == plants.failures.first?.description)
        #expect(throws: RecordDecodingError.self) { try plants.get() }
    }

    @Test func errorsHaveText() throws {
        let error = #expect(throws: Diagnostics.self) {
            try Rules(
                text:
                    "{ \"records\": { \"P\": { \"each\": \"li\", \"fields\": { \"a\": { \"typ\": 1 } } } } }"
            )
        }
        let text = try #require(error).localizedDescription
        #expect(text.hasPrefix("rules:1:") && text.contains("did you mean \"type\"?"))
        #expect(throws: Diagnostics.self) { try Rules(contentsOf: URL(filePath: "/none.json")) }
        let remote = #expect(throws: Diagnostics.self) {
            try Rules(contentsOf: try #require(URL(string: "https://a.example/r.json")))
        }
        #expect(try #require(remote).localizedDescription.contains("not the address of a file"))
        let broken = try rules().scrape(Page(Data("<ul class=plants><li>no name".utf8)))
        #expect(broken.hasErrors && broken.errors.allSatisfy { $0.record == "Plant" })
    }

    @Test func outcomesCrossTasks() async throws {
        let rules = try rules()
        let outcomes = await withTaskGroup(of: Outcome.self, returning: [Outcome].self) { group in
            for _ in 0..<4 { group.addTask { rules.scrape(Page(Data(RulesTests.page.utf8))) } }
            var found: [Outcome] = []
            for await outcome in group { found.append(outcome) }
            return found
        }
        #expect(Set(outcomes.map(\.records)).count == 1)
    }

    @Test func pagesHaveAClock() throws {
        let rules = try Rules(
            text: """
                { "records": { "R": { "each": "p", "fields": {
                  "day": { "select": "::text", "type": "date", "format": "relative", "locale": "en" } } } } }
                """
        )
        let page = Page(Data("<p>yesterday".utf8), received: Date(timeIntervalSince1970: 1_527_486_300))
        let outcome = rules.scrape(page)
        #expect(outcome.records.first?["day"]?.string == "2018-05-27", "\(outcome.diagnostics)")
    }

    // MARK: - Days and times

    @Test func daysAreDaysAnywhere() throws {
        let day = try #require(Day("2018-10-28"))
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(day.date(in: berlin).timeIntervalSince1970 == 1_540_677_600)
        #expect(Day(day.date(in: berlin), in: berlin) == day)
        #expect(Day(day.date(in: berlin).addingTimeInterval(-1), in: berlin) == day.advanced(by: -1))
        // Midnight is skipped: the day begins at one.
        let paulo = try #require(TimeZone(identifier: "America/Sao_Paulo"))
        let summer = try #require(Day("2018-11-04"))
        #expect(summer.date(in: paulo).timeIntervalSince1970 == 1_541_300_400)
        #expect(Day(summer.date(in: paulo), in: paulo) == summer)
        #expect(day.dateComponents == DateComponents(year: 2018, month: 10, day: 28))
        // A time that occurs twice is the first one; a skipped one is the first after the gap.
        #expect(DateTime("2018-10-28T02:30:00")?.date(in: berlin).timeIntervalSince1970 == 1_540_686_600)
        #expect(DateTime("2018-03-25T02:30:00")?.date(in: berlin).timeIntervalSince1970 == 1_521_941_400)
        #expect(DateTime("2018-10-28T02:30:00+01:00")?.date(in: paulo).timeIntervalSince1970 == 1_540_690_200)
        #expect(DateTime("2018-10-28T02:30:00")?.date == nil)
        let now = Date(timeIntervalSince1970: 1_540_690_200.5)
        #expect(DateTime(now).description == "2018-10-28T01:30:00.5Z" && DateTime(now).date == now)
    }
}
