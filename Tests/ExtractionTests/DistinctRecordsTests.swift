import Language
import Records
import RulesTestSupport
import Scraping
import Testing

@testable import Extraction

/// Records that repeat the keys of earlier ones (`unique`), which are kept as bytes.
@Suite struct DistinctRecordsTests {
    private static func rule(_ unique: String) throws -> RecordRule {
        let text = """
            { "source": "json", "records": { "R": { "each": "json > item", "unique": \(unique), "fields": {
              "k": { "select": "> k", "type": "decimal" }, "s": "> s", "t": { "select": "> t", "type": "datetime" },
              "l": { "select": "> l > item", "type": ["string"] }
            } } } }
            """
        let rules = try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: Registry([]))
        return try #require(rules.records.first)
    }

    /// What the definition says: the first record with a key is kept, and others are compared with it.
    private struct Model {
        let rule: RecordRule
        var known: [(key: [Value], record: Record, line: Int)] = []

        mutating func add(_ record: Record, _ line: Int) -> String {
            guard let key = rule.uniqueValues(of: record) else { return "new" }
            guard let first = known.first(where: { $0.key == key }) else {
                known.append((key, record, line))
                return "new"
            }
            let type = rule.schema(ofLayout: nil)
            if first.record.compared(as: type) == record.compared(as: type) { return "repeated" }
            let keys = rule.uniqueText(of: first.record)
            return "several R have \(keys) and differ; the first is kept \(first.line)"
        }
    }

    private static func text(_ result: DistinctRecords.Result) -> String {
        switch result {
        case .new: return "new"
        case .repeated: return "repeated"
        case .different(let message, let place):
            guard case .line(let line) = place else { return "\(message) \(place)" }
            return "\(message) \(line)"
        }
    }

    private static let values: [[Value?]] = [
        [nil, .null, .number(Number(1)), .number(Number(digits: "1.0"))],
        [nil, "", "é", "e\u{301}", .string(String(repeating: "long\u{0} ", count: 40))],
        [nil, "2018-05-28T10:00:00+02:00", "2018-05-28T08:00:00Z"],
        [
            nil, .list([]), ["a", "b"], ["ab"],
            [.object([.init("x", .boolean(true)), .init("y", .list([.null]))])],
            [.object([.init("x", .boolean(false))])],
        ],
    ]

    /// A fixed sequence of records with all combinations of values, in an order without a pattern.
    private static let records: [Record] = {
        let counts = values.map(\.count)
        let total = counts.reduce(1, *)
        return (0..<2 * total).map { step in
            var rest = step * 7919 % total
            var fields: [Value.Member] = []
            for (name, (column, count)) in zip(["k", "s", "t", "l"], zip(values, counts)) {
                if let value = column[rest % count] { fields.append(.init(name, value)) }
                rest /= count
            }
            return Record(type: "R", fields: fields)
        }
    }()

    /// The results are those of the definition, even if all keys have the same hash, or the same part of it.
    @Test(
        arguments: [#""k""#, #"["s", "t"]"#, #"["k", "s", "t", "l"]"#],
        [UInt64.max, 0, 0xFF << 40]
    )
    func isTheDefinition(_ unique: String, _ mask: UInt64) throws {
        let rule = try Self.rule(unique)
        var model = Model(rule: rule)
        var distinct = DistinctRecords(rule, hashMask: mask)
        for (line, record) in Self.records.enumerated() {
            let expected = model.add(record, line)
            let found = Self.text(distinct.add(record, at: .line(line)))
            guard found == expected else {
                Issue.record("\(line): \(found), not \(expected)")
                return
            }
        }
    }

    @Test func placesAreKept() throws {
        let rule = try Self.rule(#""k""#)
        for place in [DistinctRecords.Place.unknown, .line(0), .line(1), .line(1_000_000_000)] {
            var distinct = DistinctRecords(rule)
            _ = distinct.add(Record(type: "R", fields: [.init("k", .number(Number(1)))]), at: place)
            let other = Record(type: "R", fields: [.init("k", .number(Number(1))), .init("s", "x")])
            guard case .different(_, let first) = distinct.add(other, at: .line(9)) else {
                Issue.record("no difference")
                continue
            }
            #expect("\(first)" == "\(place)")
        }
    }

    /// A record takes little more than its values, and what is not kept takes nothing.
    @Test func recordsTakeLittleMemory() throws {
        var distinct = DistinctRecords(try Self.rule(#""k""#))
        var valueBytes = 0
        for round in 0..<2 {
            for number in 0..<20_000 {
                let record = Record(
                    type: "R",
                    fields: [
                        .init("k", .number(Number(number))), .init("s", .string("Plant number \(number)")),
                    ]
                )
                _ = distinct.add(record, at: .line(number))
                if round == 0 { valueBytes += 13 + 2 * "\(number)".utf8.count }
            }
        }
        #expect(distinct.byteCount < valueBytes + 20_000 * 40)
    }

    /// A record that is larger than a chunk of the kept bytes, between others.
    @Test func largeRecords() throws {
        var distinct = DistinctRecords(try Self.rule(#""k""#))
        func record(_ number: Int) -> Record {
            let text = String(repeating: "x", count: number * 20_000 % 150_000)
            return Record(
                type: "R",
                fields: [.init("k", .number(Number(number))), .init("s", .string(text))]
            )
        }
        for number in 0..<20 { #expect(Self.text(distinct.add(record(number), at: .unknown)) == "new") }
        for number in 0..<20 { #expect(Self.text(distinct.add(record(number), at: .unknown)) == "repeated") }
    }
}
