import Records
import RulesTestSupport
import Scraping
import Testing

/// Flat lists with depths become trees.
@Suite struct NestingTests {
    private static let rules = #"""
        { "source": "json", "records": { "C": { "each": "item", "nest": { "r": "d" }, "unique": "n", "order": { "by": "n", "descending": true },
          "fields": { "n": { "select": "> n", "type": "integer" }, "d": { "select": "> d", "type": "decimal" } } } } }
        """#

    private static func page(_ depths: [String?]) -> String {
        let items = depths.enumerated().map { index, depth in
            #"{"n": \#(index)\#(depth.map { ", \"d\": \($0)" } ?? "")}"#
        }
        return "[\(items.joined(separator: ","))]"
    }

    /// A tree as text: `0(1(2) 3)`.
    private static func text(_ value: Value) -> String {
        let inner = (value["r"]?.list ?? []).map(text)
        return (value["n"]?.text ?? "") + (inner.isEmpty ? "" : "(\(inner.joined(separator: " ")))")
    }

    @Test(arguments: [
        (["0", "1", "2", "1", "0"], ["4", "0(1(2) 3)"]),
        // Depths may begin with any number and skip numbers.
        (["5", "7", "6", "3", "9"], ["3(4)", "0(1 2)"]),
        (["0.5", "0.75", "0.50"], ["2", "0(1)"]),
        (["-1", "0"], ["0(1)"]),
        (["0"], ["0"]),
    ])
    func trees(_ depths: [String], _ expected: [String]) throws {
        let outcome = try scrape(NestingTests.rules, NestingTests.page(depths))
        #expect(outcome.records.map { NestingTests.text($0.value) } == expected)
        #expect(outcome.messages == [])
    }

    @Test func anElementWithoutADepthIsInNothing() throws {
        let outcome = try scrape(NestingTests.rules, NestingTests.page(["0", nil, "1"]))
        #expect(outcome.records.map { NestingTests.text($0.value) } == ["1", "0(2)"])
        #expect(outcome.messages == ["page: error: 1 of 3 records have no d: they are nested in nothing"])
    }

    @Test func depthIsLimited() throws {
        let within = try scrape(NestingTests.rules, NestingTests.page((0..<64).map { "\($0)" }))
        #expect(within.messages == [])
        let beyond = try scrape(NestingTests.rules, NestingTests.page((0..<66).map { "\($0)" }))
        #expect(
            beyond.messages == [
                "page: error: 2 of 66 records are nested more than 64 deep: they become siblings"
            ]
        )
        let text = NestingTests.text(beyond.records[0].value)
        #expect(text.contains("62(63 64 65)"))
    }

    @Test func listsOfObjects() throws {
        let rules = #"""
            { "source": "json", "records": { "P": { "fields": { "c": { "each": "item", "nest": { "r": "d" },
              "fields": { "n": "> n", "d": { "select": "> d", "type": "integer" } } } } } } }
            """#
        #expect(
            try scrape(rules, NestingTests.page(["1", "2", "1"])).lines == [
                #"{"@type":"P","c":[{"n":0,"d":1,"r":[{"n":1,"d":2,"r":[]}]},{"n":2,"d":1,"r":[]}]}"#
            ]
        )
        let schema = JSONWriter.compact(try load(rules).schema.jsonSchema())
        #expect(schema.contains(#""r":{"type":"array""#))
    }
}
