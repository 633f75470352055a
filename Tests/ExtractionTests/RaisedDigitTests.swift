import Records
import RulesTestSupport
import Scraping
import Testing

/// Numbers whose last digits are in a separate element.
@Suite struct RaisedDigitTests {
    @Test(arguments: [
        (#""apply": ["money"], "type": "json""#, "$12<sup>99</sup>", #"{"amount":12.99,"currency":"USD"}"#),
        (
            #""apply": ["money"], "type": "json""#, "<i>$1,234</i><i>50</i> each",
            #"{"amount":1234.50,"currency":"USD"}"#
        ),
        (
            #""apply": ["money"], "type": "json""#, "1.234<sup>50</sup> €",
            #"{"amount":1234.50,"currency":"EUR"}"#
        ),
        (#""apply": ["money"], "type": "json""#, "$1299", #"{"amount":1299,"currency":"USD"}"#),
        (#""apply": ["money"], "type": "json""#, "$12<sup>.99</sup>", #"{"amount":12.99,"currency":"USD"}"#),
        (#""apply": ["number"], "type": "decimal""#, "$12<sup>99</sup>", "12.99"),
        (#""apply": ["number"], "type": "decimal""#, "<i>1</i><i>2</i><i>9</i>", "129"),
        (#""apply": ["number"], "type": "decimal""#, "10<sup>9</sup>", nil),
        (#""type": "integer""#, "1234<sup>12</sup>", nil),
        (#""type": "integer""#, "1234<b>12</b>", "123412"),
        (#""type": "integer""#, "1234", "1234"),
    ])
    func fractions(_ keys: String, _ content: String, _ value: String?) throws {
        let rules =
            #"{ "records": { "R": { "fields": { "x": { "select": "p", \#(keys) }, "y": { "value": 1 } } } } }"#
        let outcome = try scrape(rules, "<p>\(content)</p>")
        let found = outcome.records.first?["x"].map(JSONWriter.compact)
        #expect(found == value)
        #expect(outcome.messages.contains { $0.contains("raised digits") } == (value == nil))
    }

    /// Each element of a list is read in this way.
    @Test func lists() throws {
        let rules =
            #"{ "records": { "R": { "fields": { "x": { "select": "p", "apply": ["number"], "type": ["decimal"] } } } } }"#
        let outcome = try scrape(rules, "<p>$1<sup>50</sup></p><p>$2<sup>75</sup></p><p>10<sup>3</sup></p>")
        #expect(outcome.lines == [#"{"@type":"R","x":[1.50,2.75]}"#])
        #expect(outcome.messages.count == 1)
    }
}
