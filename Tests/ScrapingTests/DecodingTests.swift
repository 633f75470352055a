import Foundation
import Records
import RulesTestSupport
import Scraping
import Testing

/// Records as values of a library user's own types.
@Suite struct DecodingTests {
    struct Plant: Decodable, Equatable {
        struct Link: Decodable, Equatable {
            let text: String
            let to: URL
        }

        enum Kind: String, Decodable {
            case tree
            case herb
        }

        let name: String
        let height: Decimal?
        let leaves: Int?
        let planted: Day?
        let kind: Kind?
        let links: [Link]
    }

    static let rules = """
        { "records": { "Plant": { "each": "li", "fields": {
          "name": { "select": "b", "required": true },
          "height": { "select": "i", "type": "decimal" }, "leaves": { "select": "u", "type": "integer" },
          "planted": { "select": "time", "type": "date" },
          "kind": { "select": "em", "type": { "enum": ["tree", "herb"] } },
          "links": { "each": "a", "fields": {
            "text": "::text", "to": { "select": "::attr(href)", "type": "url" }
          } }
        } } } }
        """

    static let page = """
        <base href="https://plants.example/"><ul><li><b>Oak</b> <i>40.10</i> <u>7</u> <time>2018-05-28</time>
        <em>tree</em> <a href="/oak">more</a><li><b>Fern</b></ul>
        """

    @Test func recordsAreDecoded() throws {
        let outcome = try scrape(DecodingTests.rules, DecodingTests.page)
        #expect(outcome.messages == [])
        let plants = try outcome.records.decode(Plant.self, of: "Plant").get()
        #expect(
            plants == [
                Plant(
                    name: "Oak",
                    height: Decimal(string: "40.1"),
                    leaves: 7,
                    planted: Day("2018-05-28"),
                    kind: .tree,
                    links: [
                        Plant.Link(text: "more", to: try #require(URL(string: "https://plants.example/oak")))
                    ]
                ),
                Plant(name: "Fern", height: nil, leaves: nil, planted: nil, kind: nil, links: []),
            ]
        )
    }

    @Test func aTypeWithoutRecordsIsEmptyAndAnUnknownOneIsAnError() throws {
        let empty = try scrape(DecodingTests.rules, "<p>nothing</p>")
        #expect(try empty.records.decode(Plant.self).isEmpty)
        let two = DecodingTests.rules.replacing(
            "\"records\": {",
            with: "\"records\": { \"Rock\": { \"each\": \"hr\", \"fields\": { \"a\": \"::attr(a)\" } },"
        )
        // The rules have the type, and the page has records of another.
        #expect(try scrape(two, "<hr a=1>").records.decode(Plant.self).isEmpty)
        #expect(throws: RecordDecodingError.unknownType("Plants", known: ["Rock", "Plant"])) {
            try scrape(two, "<hr a=1>").records.decode(Plant.self, of: "Plants")
        }
        let error = RecordDecodingError.unknownType("Plants", known: ["Plant"])
        #expect(error.description == "the rules have no record type \"Plants\"; did you mean \"Plant\"?")
        #expect(error.errorDescription == error.description)
        // Records without their rules know their own types.
        #expect(throws: RecordDecodingError.unknownType("Plants", known: ["Plant"])) {
            try [Record(type: "Plant", fields: [])].decode(Plant.self, of: "Plants")
        }
    }

    @Test func aRecordThatDoesNotFitLeavesTheOthers() throws {
        struct Thing: Decodable, Equatable { let name: String }
        let records = ["a", 7, "b"].map { Record(type: "Thing", fields: [Value.Member("name", $0)]) }
        let things = try records.decode(Thing.self)
        #expect(things.values == [Thing(name: "a"), Thing(name: "b")])
        #expect(things.count == 2 && things[1].name == "b")
        #expect(things.failures.map(\.description) == ["Thing[1].name: expected a string, found 7"])
        #expect(throws: RecordDecodingError.self) { try things.get() }
    }

    // MARK: - Values

    /// The decoded value of a field, or the message of the error.
    private func decoded<Model: Decodable>(_ value: Value, as type: Model.Type) -> String {
        let other = Record(type: "Other", fields: [])
        let record = Record(type: "R", fields: [Value.Member("x", value)])
        do {
            let outcome = Outcome(records: [other, record], diagnostics: [])
            return try outcome.records.decode([String: Either<Model>].self, of: "R").get()
                .compactMap { $0["x"]?.value }.map { "\($0)" }.joined()
        } catch {
            return "\(error)"
        }
    }

    /// The field in question, next to `@type`, which is a string.
    private struct Either<Model: Decodable>: Decodable {
        let value: Model?

        init(from decoder: any Decoder) throws {
            let isType = decoder.codingPath.last?.stringValue == "@type"
            value = isType ? nil : try decoder.singleValueContainer().decode(Model.self)
        }
    }

    private static func number(_ digits: String) -> Value { Number(digits).map(Value.number) ?? .null }

    @Test(arguments: [
        ("7", "7"), ("-7", "-7"), ("9223372036854775807", "9223372036854775807"),
        ("9223372036854775808", "R[0].x: expected a whole number (Int), found 9223372036854775808"),
        ("7.5", "R[0].x: expected a whole number (Int), found 7.5"),
    ])
    func integers(_ digits: String, _ decoded: String) {
        #expect(self.decoded(DecodingTests.number(digits), as: Int.self) == decoded)
    }

    @Test func integersFitTheirWidth() {
        #expect(decoded(255, as: UInt8.self) == "255")
        #expect(decoded(256, as: UInt8.self) == "R[0].x: expected a whole number (UInt8), found 256")
        #expect(decoded(-1, as: UInt64.self) == "R[0].x: expected a whole number (UInt64), found -1")
        #expect(decoded(-128, as: Int8.self) == "-128")
        #expect(decoded("7", as: Int.self) == "R[0].x: expected a whole number (Int), found \"7\"")
    }

    @Test(arguments: [
        ("1.10", "1.1"), ("0.1", "0.1"), ("-0.30", "-0.3"), ("1e3", "1000"), ("0", "0"), ("0.00", "0"),
        ("12345678901234567890.123456789012345678", "12345678901234567890.123456789012345678"),
        ("100000000000000000000000000000000000000000", "100000000000000000000000000000000000000000"),
    ])
    func decimalsKeepTheirDigits(_ digits: String, _ decoded: String) {
        #expect(self.decoded(DecodingTests.number(digits), as: Decimal.self) == decoded)
    }

    @Test(arguments: [
        "123456789012345678901234567890.1234567891", "1e400", "1e-400",
        "0." + String(repeating: "0", count: 110) + "12345678901234567890123456789",
    ])
    func aDecimalThatWouldLoseDigitsIsReportedOf(_ digits: String) {
        let message = decoded(DecodingTests.number(digits), as: Decimal.self)
        #expect(message.hasPrefix("R[0].x: expected a number of at most 38 digits (Decimal), found "))
    }

    @Test func binaryNumbersAreTheNearest() {
        #expect(decoded(DecodingTests.number("0.1"), as: Double.self) == "0.1")
        #expect(decoded(DecodingTests.number("16777217"), as: Float.self) == "16777216.0")
        #expect(
            decoded(DecodingTests.number("1e400"), as: Double.self)
                == "R[0].x: expected a number (Double), found 1e400"
        )
    }

    @Test func textsAndBooleans() {
        #expect(decoded("a", as: String.self) == "a")
        #expect(decoded(7, as: String.self) == "R[0].x: expected a string, found 7")
        #expect(decoded(true, as: Bool.self) == "true")
        #expect(decoded("true", as: Bool.self) == "R[0].x: expected true or false, found \"true\"")
        #expect(decoded("https://a.example/ä?q", as: URL.self) == "https://a.example/%C3%A4?q")
        #expect(decoded("", as: URL.self) == "R[0].x: expected an address (URL), found \"\"")
        #expect(decoded(.null, as: String.self) == "R[0].x: expected a string, found null")
        #expect(decoded(.null, as: Int?.self) == "nil")
    }

    @Test(arguments: [
        ("2018-05-28T05:45:00Z", 1_527_486_300), ("2018-05-28T05:45:00-05:00", 1_527_504_300),
        ("2018-05-28T05:45:00.25+00:00", 1_527_486_300.25), ("0001-01-01T00:00:00Z", -62_135_596_800),
    ])
    func dates(_ text: String, _ seconds: Double) throws {
        let records = [Record(type: "R", fields: [Value.Member("x", .string(text))])]
        struct Model: Decodable { let x: Date }
        #expect(try records.decode(Model.self, of: "R").first?.x.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        ("", ""), ("today", ""), ("2018-02-30", ""), ("28.05.2018", ""),
        ("2018-05-28", "; a day is not an instant: decode it as a Day"),
        (
            "2018-05-28T05:45:00",
            "; the time has no offset: give the field a timezone in the rules, or decode it as a DateTime"
        ),
    ])
    func whatIsNoInstantIsAnError(_ text: String, _ advice: String) {
        #expect(
            decoded(.string(text), as: Date.self)
                == "R[0].x: expected a time with its offset as ISO 8601 writes it (Date), found \"\(text)\"\(advice)"
        )
    }

    @Test func daysAndTimesAreDecoded() {
        #expect(decoded("2018-05-28", as: Day.self) == "2018-05-28")
        #expect(decoded("2018-05-28T05:45:00", as: DateTime.self) == "2018-05-28T05:45:00")
        #expect(
            decoded("2018-02-30", as: Day.self)
                == "R[0].x: expected a day as ISO 8601 writes it (Day), found \"2018-02-30\""
        )
        #expect(
            decoded("2018-05-28", as: DateTime.self)
                == "R[0].x: expected a day and time as ISO 8601 writes them (DateTime), found \"2018-05-28\""
        )
        #expect(decoded(7, as: Day.self) == "R[0].x: expected a string, found 7")
    }

    // MARK: - Structure

    @Test func listsAndObjects() {
        #expect(decoded(["a", "b"], as: [String].self) == #"["a", "b"]"#)
        #expect(decoded([["a"], []], as: [[String]].self) == #"[["a"], []]"#)
        #expect(decoded([1, 1], as: Set<Int>.self) == "[1]")
        #expect(decoded([1, .null], as: [Int?].self) == "[Optional(1), nil]")
        #expect(decoded(["a": 1], as: [String: Int].self) == #"["a": 1]"#)
        #expect(decoded([:], as: [String: Int].self) == "[:]")
        #expect(decoded(["a", 1], as: [String].self) == "R[0].x[1]: expected a string, found 1")
        #expect(
            decoded([["y": [["z": "a"]]]], as: [[String: [[String: Int]]]].self)
                == "R[0].x[0].y[0].z: expected a whole number (Int), found \"a\""
        )
        #expect(decoded("a", as: [String].self) == "R[0].x: expected a list, found \"a\"")
        #expect(decoded([], as: [String: Int].self) == "R[0].x: expected an object, found a list")
        let long = String(repeating: "x", count: 200)
        #expect(
            decoded(.string(long), as: Int.self).hasSuffix("found \"\(String(repeating: "x", count: 78))…")
        )
    }

    @Test func aMissingFieldIsReportedWithItsPath() throws {
        struct Inner: Decodable { let name: String }
        struct Model: Decodable { let inner: [Inner] }
        let good: Value = ["name": "a"]
        let records = [[good], [good, [:]]].map {
            Record(type: "R", fields: [Value.Member("inner", .list($0))])
        }
        let error = #expect(throws: RecordDecodingError.self) {
            try records.decode(Model.self, of: "R").get()
        }
        #expect(
            error?.description
                == "R[1].inner[1].name: the field is missing, and the property is not optional"
        )
    }

    @Test func typesMayDecodeThemselves() throws {
        class Base: Decodable {
            let name: String
        }
        final class Derived: Base {
            let size: (Int, String)
            let all: Set<String>

            enum Keys: String, CodingKey { case size, other }

            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                all = Set(container.allKeys.map(\.rawValue))
                var size = try container.nestedUnkeyedContainer(forKey: .size)
                // A value that does not fit can be decoded as another type.
                #expect(throws: DecodingError.self) { try size.decode(String.self) }
                let number = try size.decode(Int.self)
                let inner = try size.nestedContainer(keyedBy: Keys.self)
                self.size = (number, try inner.decode(String.self, forKey: .other))
                #expect(size.isAtEnd && size.count == 2)
                #expect(throws: DecodingError.self) { try size.decode(Int.self) }
                try super.init(from: container.superDecoder())
            }
        }
        let record = Record(
            type: "R",
            fields: [Value.Member("name", "n"), Value.Member("size", [7, ["other": "cm"]])]
        )
        let outcome = Outcome(records: [record], diagnostics: [])
        let model = try #require(try outcome.records.decode(Derived.self, of: "R").get().first)
        #expect(model.name == "n" && model.size == (7, "cm") && model.all == ["size"])
    }

    @Test func anErrorOfATypesOwnIsReported() {
        struct Odd: Error, CustomStringConvertible { let description = "odd" }
        struct Model: Decodable {
            init(from decoder: any Decoder) throws { throw Odd() }
        }
        let outcome = Outcome(records: [Record(type: "R", fields: [])], diagnostics: [])
        let error = #expect(throws: RecordDecodingError.self) {
            try outcome.records.decode(Model.self, of: "R").get()
        }
        #expect(error?.description == "R[0]: odd")
    }
}
