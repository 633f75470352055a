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
        (#""type": "integer""#, "1234<b>12</b>", nil), (#""type": "integer""#, "<i>1</i><i>2</i>", "12"),
        (#""type": "integer""#, "1234", "1234"),
    ])
    func fractions(_ keys: String, _ content: String, _ value: String?) throws {
        let rules =
            #"{ "records": { "R": { "fields": { "x": { "select": "p", \#(keys) }, "y": { "value": 1 } } } } }"#
        let outcome = try scrape(rules, "<p>\(content)</p>")
        let found = outcome.records.first?["x"].map(JSONWriter.compact)
        #expect(found == value)
        #expect(outcome.messages.contains(where: isAboutDigits) == (value == nil))
    }

    /// What follows the digits in their element, and further elements.
    @Test(arguments: [
        (#""money""#, "12<sup>99 €</sup>", #"{"amount":12.99,"currency":"EUR"}"#),
        (#""money""#, "12<sup>99&nbsp;€</sup>", #"{"amount":12.99,"currency":"EUR"}"#),
        (#""money""#, "£12<sup>50p</sup>", #"{"amount":12.50,"currency":"GBP"}"#),
        (#"{ "money": "pl" }"#, "R$ 1&nbsp;234<sup>50</sup>", #"{"amount":1234.50,"currency":"BRL"}"#),
        (
            #"{ "money": { "currency": "SEK" } }"#, "12<span>50 kr</span>",
            #"{"amount":12.50,"currency":"SEK"}"#
        ),
        (#""money""#, "$12<sup><i>99</i></sup>", #"{"amount":12.99,"currency":"USD"}"#),
        (#""money""#, "<i>$12</i>99", #"{"amount":12.99,"currency":"USD"}"#),
        (#""money""#, "<i>$1</i><i>299</i>", #"{"amount":1299,"currency":"USD"}"#),
        (#""money""#, "$12<!-- -->99", #"{"amount":1299,"currency":"USD"}"#),
        (#""number""#, "12<span>50</span> CHF", "12.50"), (#""number""#, "<b>3</b><i>99</i> zł", "3.99"),
        (#""number""#, "<b>3</b><i>99</i> km", nil), (#""number""#, "$12<sup>99</sup> or not", "12.99"),
        (#""money""#, "$12<sup>99</sup><sup>1</sup>", nil), (#""money""#, "$12.99<sup>12</sup>", nil),
        (#""money""#, "$<sup>12</sup>99", nil), (#""money""#, "$<i>1</i><i>234</i><i>50</i>", nil),
        (#""money""#, "$12<sup>9</sup>", nil), (#""number""#, "10<sup>9</sup> m", nil),
        // A number and another, and counters with an element for each digit.
        (#""number""#, "<b>4.5</b><i>12</i>", nil), (#""number""#, "<b>4.5</b><i>2</i>", nil),
        (#""number""#, "<b>5</b><b>20</b>", nil), (#""number""#, "<i>5</i><i>2</i>", "52"),
        (#""number""#, "<i>4</i><i>.</i><i>5</i><i>2</i>", "4.52"),
        (#""money""#, "<b>$4.50</b><i>123</i>", nil),
        // Digits of other scripts, and marks that are not seen.
        (#""money""#, "$１２<sup>９９</sup>", #"{"amount":12.99,"currency":"USD"}"#),
        (#""number""#, "Fr.<i>１２</i><i>９０</i>", "12.90"), (#""number""#, "10<sup>９</sup> m", nil),
        (#""money""#, "$12<i>\u{200E}99</i>", #"{"amount":12.99,"currency":"USD"}"#),
    ])
    func digitsOfElements(_ step: String, _ content: String, _ value: String?) throws {
        try expect(#"{ "select": "p", "apply": [\#(step)], "type": "json" }"#, "<p>\(content)</p>", value)
    }

    /// The digits are those of their elements, whatever precedes the number's step and wherever the text comes from.
    @Test(arguments: [
        (#""select": "p", "apply": ["trim", "money"]"#, "$12<sup>99</sup>", "12.99"),
        (#""select": "p", "apply": ["collapse", "money"]"#, "$12<sup>99</sup>", "12.99"),
        (#""select": "p", "apply": ["first", "money"]"#, "$12<sup>99</sup>", "12.99"),
        (#""select": "p", "apply": [{ "match": "\\$\\S+" }, "money"]"#, "Now $12<sup>99</sup> each", "12.99"),
        (
            #""select": "p", "apply": [{ "match": "\\$(\\d+)" }, { "money": { "currency": "USD" } }]"#,
            "$12<sup>99</sup>", "12.99"
        ),
        (
            #""select": "p", "apply": [{ "match": "\\d\\d$" }, { "append": " $" }, "money"]"#,
            "$12<sup>99</sup>", "99"
        ),
        (
            #""select": "p", "apply": [{ "match": "\\d+" }, { "append": " $" }, "money"]"#,
            "<b>12</b><i>99</i>", "12.99"
        ),
        (#""select": "p", "apply": [{ "replace": [",", ""] }, "money"]"#, "$1,234<sup>50</sup>", "1234.50"),
        (
            #""select": "p", "apply": [{ "replace": ["(\\d\\d)$", ".$1"] }, "money"]"#, "$12<sup>99</sup>",
            "12.99"
        ),
        (#""select": "p", "apply": [{ "split": "/" }, "first", "money"]"#, "$12<sup>99</sup> / 5", "12.99"),
        (#""select": "p", "apply": [{ "append": "!" }, "money"]"#, "$12<sup>99</sup>", "12.99"),
        (#""select": "p", "apply": [{ "join": "+" }, "money"]"#, "$12<sup>99</sup>", "12.99"),
        (#""select": "p::lines", "apply": ["first", "money"]"#, "$12<sup>99</sup><br>a", "12.99"),
        (#""select": "p::html", "apply": ["strip-tags", "money"]"#, "$12<sup>99</sup>", "12.99"),
        (#""value": "$12<sup>99</sup>", "apply": ["strip-tags", "money"]"#, "", "12.99"),
        (
            #""value": "<b>$12<sup>99</sup></b>", "apply": [{ "parse": { "as": "html-fragment", "select": "b" } }, "money"]"#,
            "", "12.99"
        ),
        (#""label": "Price", "apply": ["money"]"#, "<b>Price:</b> $12<sup>99</sup>", "12.99"),
        (#""label": "Price", "apply": ["money"]"#, "Price: $12<sup>99</sup>", "12.99"),
        (
            #""label": "Price", "apply": ["money"]"#, "<b>Price:</b> $1299<br><b>Cost:</b> $12<sup>99</sup>",
            "1299"
        ),
        (#""from": "text", "apply": ["money"]"#, "$12<sup>99</sup>", "12.99"),
        (#""template": "{text} or less", "apply": ["money"]"#, "$12<sup>99</sup>", "12.99"),
        (
            #""select": "p", "without": ".n", "apply": ["money"]"#,
            "$12<sup>99</sup><sup class=n>1</sup>", "12.99"
        ),
        (#""select": "p", "without": "sup", "apply": ["money"]"#, "$12<sup>99</sup>", "12"),
        (#""select": "p::attr(title)", "apply": ["money"]"#, "$12<sup>99</sup>", "1299"),
        (#""from": "title", "apply": ["money"]"#, "$12<sup>99</sup>", "1299"),
        (#""select": "p", "apply": ["trim", "number", { "append": " $" }, "money"]"#, "10<sup>9</sup>", nil),
    ])
    func routes(_ keys: String, _ content: String, _ amount: String?) throws {
        let outcome = try expect(#"{ \#(keys), "type": "json" }"#, "<p title='$1299'>\(content)</p>", amount)
        #expect(outcome?["amount"].map(JSONWriter.compact) == amount)
    }

    @Test(arguments: [
        (#""apply": ["trim", "number"], "type": "decimal""#, "10<sup>9</sup>", nil),
        (#""apply": [{ "match": "\\d+" }], "type": "integer""#, "$12<sup>99</sup>", nil),
        (#""apply": [{ "match": "\\d+" }], "type": "integer""#, "$12<i>99</i>", nil),
        (#""apply": [{ "match": "\\d+" }], "type": "integer""#, "1<i>299</i> of 5 €", "1299"),
        (
            #""apply": [{ "replace": ["\\D", ""] }, "number", { "divide": 100 }], "type": "decimal""#,
            "$12<sup>99</sup>", nil
        ),
        (#""type": "size""#, "1<sup>2</sup> MB", nil),
    ])
    func types(_ keys: String, _ content: String, _ value: String?) throws {
        try expect(#"{ "select": "p", \#(keys) }"#, "<p>\(content)</p>", value)
    }

    /// Reads a field, and expects that it has a value without an error, or an error about the digits.
    @discardableResult
    private func expect(_ field: String, _ page: String, _ value: String?) throws -> Value? {
        let rules = """
            { "records": { "R": { "fields": {
              "y": { "value": 1 }, "text": "p", "title": "p::attr(title)", "x": \(field)
            } } } }
            """
        let outcome = try scrape(rules, page)
        let found = outcome.records.first?["x"]
        if found?["amount"] == nil || value?.hasPrefix("{") == true {
            #expect(found.map(JSONWriter.compact) == value)
        }
        #expect(outcome.messages.isEmpty == (value != nil), "\(outcome.messages)")
        #expect(outcome.messages.contains(where: isAboutDigits) == (value == nil), "\(outcome.messages)")
        #expect(!outcome.messages.contains { $0.unicodeScalars.contains("\u{10FFFD}") })
        return found
    }

    private func isAboutDigits(_ message: String) -> Bool {
        ["raised digits", "digits of several elements", "letters of several elements"].contains(
            where: message.contains
        )
    }

    /// The word after a number ends with its element.
    @Test(arguments: [
        (#""number""#, "<b>1.2K</b><i>views</i>", "1200"), (#""number""#, "<b>1.2 K</b><i>views</i>", "1200"),
        (#""number""#, "<b>5 <u>thousand</u></b><i>views</i>", "5000"),
        (#""number""#, "<b>5</b><i>km</i><i>away</i>", "5"), (#""number""#, "<b>5K</b>", "5000"),
        (#""number""#, "5<b>K</b>ids", nil), (#""number""#, "5K<b>ids</b>", "5000"),
        (#""number""#, "5 Ki<b>ds</b>", "5"), (#""number""#, "<b>1.2</b><i>M</i> <u>views</u>", "1200000"),
        (#""number""#, "<b>5</b><i>m</i><u>ago</u>", "5"),
        (#""number""#, "<b>5</b><i>M</i><u>views</u>", nil),
        (#""money""#, "<b>$1.2M</b><i>raised</i>", #"{"amount":1200000,"currency":"USD"}"#),
        (#""money""#, "<b>$5</b><i>million</i><u>raised</u>", #"{"amount":5000000,"currency":"USD"}"#),
        (#""money""#, "<b>5</b><i>EUR</i><u>each</u>", #"{"amount":5,"currency":"EUR"}"#),
        (#""size""#, "<b>5</b><i>MB</i><u>used</u>", "5000000"),
    ])
    func wordsOfElements(_ step: String, _ content: String, _ value: String?) throws {
        try expect(#"{ "select": "p", "apply": [\#(step)], "type": "json" }"#, "<p>\(content)</p>", value)
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
