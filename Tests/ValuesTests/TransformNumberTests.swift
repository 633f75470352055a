import Records
import Scraping
import Testing

/// Transforms that read numbers and calculate: the steps, a value, and the result.
@Suite struct TransformNumberTests {
    @Test(arguments: [
        ("12", "12"), ("12 apples", "12"), ("$1,234.50", "1234.50"), ("-5", "-5"), ("-$5", "-5"),
        ("−5", "-5"),
        ("COVID-19", "19"), ("+7", "7"), ("007", "7"), (".5", "0.5"), ("EUR .99", "0.99"), ("0.125", "0.125"),
        ("1.2k", "1200"), ("1.2K views", "1200"), ("3,5 Mio.", "3500000"), ("4.5M", "4500000"),
        ("12 m", "12"),
        ("2B", "2000000000"), ("1.5 million", "1500000"), ("12 km", "12"), ("3 lakh", "300000"),
        ("1.2万", "12000"), ("1\u{A0}234,5", "1234.5"), ("1\u{202F}234\u{202F}567", "1234567"),
        ("1'234.50", "1234.50"), ("12,34,567", "1234567"), ("1.234.567", "1234567"), ("1.234,50", "1234.50"),
        ("1,234", "1234"), ("1.234", "1.234"), ("3,5", "3.5"), ("0,125", "0.125"), ("５", "5"),
        ("١٢٫٥", "12.5"),
        ("5,-", "5"), ("99999999999999999999.5", "99999999999999999999.5"),
        ("none", #"error: "none" has no number"#),
        ("3 of 5", #"error: "3 of 5" has more than one number"#),
        ("12.05.2020", #"error: "12.05.2020" is not a number in the expected notation"#),
        ("1,23,4", #"error: "1,23,4" is not a number in the expected notation"#),
        ("wait...5", "5"),
        ("1.299,-", "1299"), ("€ 1.299,-", "1299"), ("1'299.–", "1299"), ("1,299.-", "1299"), ("5,-- €", "5"),
        ("1½", "1.5"), ("1 ½", "1.5"), ("½", "0.5"), ("-1½", "-1.5"), ("2¾ cups", "2.75"), ("⅛", "0.125"),
        ("1⅓", #"error: "1⅓" has a fraction that has no exact number"#),
        ("1½ of 2", #"error: "1½ of 2" has more than one number"#),
        ("1.5½", #"error: "1.5½" has a fraction that has no exact number"#),
        ("5 m²", "5"), ("10⁹", #"error: "10⁹" has raised digits after its number, which may be part of it"#),
        ("$1.2M", "1200000"), ("1.2 trillion", "1200000000000"),
        (
            "$1.2m",
            #"error: "$1.2m": "m" after an amount may multiply it or not: replace it by a word, such as "million""#
        ),
        ("Comments (5)", "5"), ("5-star", "5"), ("(5 of us)", "5"), ("(-5)", "-5"),
        ("5 thousand million", "5000000000"), ("5 mil millones", "5000000000"),
        (
            "5 mil",
            #"error: "5 mil": "mil" depends on the language (10^3 in es, pt, gl, cy, 10^6 in ro, cs, sk, hr, bs, sr): set it with {"number": {"locale": …}}, or replace or remove the word"#
        ),
        ("12 mila", "12000"), ("2,5 мільйона", "2500000"), ("5 quadrillion", "5000000000000000"),
        ("5 bin liners", "5"), ("5 mi", "5"), ("20 de milioane", "20000000"),
        ("5 hundred thousand", "500000"), ("3 hundred-year-old trees", "3"), ("5 kEUR", "5000"),
        ("24 KCUP", "24"),
        (
            "2 B",
            #"error: "2 B": "B" after an amount may multiply it or not: replace it by a word, such as "million""#
        ),
        // Minus signs of both widths, hyphens, and invisible marks around them.
        ("\u{FF0D}5", "-5"), ("\u{FE63}5", "-5"), ("\u{2010}5", "-5"), ("\u{2011}5", "-5"),
        ("\u{2012}5", "-5"), ("\u{2212}\u{200E}5", "-5"), ("\u{200E}-5", "-5"), ("COVID\u{2011}19", "19"),
        ("5\u{2010}star", "5"), ("5\u{2010}7", "error: \"5\u{2010}7\" has more than one number"),
        ("\u{66B}5", "0.5"),
    ])
    func numbersAreRead(_ text: String, _ result: String) throws {
        #expect(try apply(#""number""#, toText: text) == result)
    }

    @Test(arguments: [
        (#"{ "number": "de" }"#, "1.234,5 kg", "1234.5"), (#"{ "number": "de" }"#, "1.234", "1234"),
        (#"{ "number": "de" }"#, "1.5", #"error: "1.5" is not a number in the expected notation"#),
        (#"{ "number": "fr-FR" }"#, "1 234,5", "1234.5"), (#"{ "number": "fr" }"#, "12 345 678", "12345678"),
        (#"{ "number": "es" }"#, "12 mil", "12000"), (#"{ "number": "ro" }"#, "2 mil.", "2000000"),
        (#"{ "number": "sv" }"#, "12 tn", "12000"), (#"{ "number": "sv" }"#, "2,5 md", "2500000000"),
        (#"{ "number": "fr-FR" }"#, "2 billions", "2000000000000"),
        (#"{ "number": "en" }"#, "2 bln", "2000000000"),
        (#"{ "number": { "locale": "tr" } }"#, "12 bin", "12000"),
        (#"{ "number": { "decimal": "," } }"#, "1.234,5", "1234.5"),
        (#"{ "number": { "group": "_" } }"#, "1_234.5", "1234.5"),
        (#"{ "number": { "decimal": ".", "group": " " } }"#, "1 234.5", "1234.5"),
        (#""percent""#, "45 %", "0.45"), (#""percent""#, "-12.5%", "-0.125"), (#""percent""#, "5 ‰", "0.005"),
        (#"{ "number": "de" }"#, "\u{66B}5", "0.5"), (#"{ "number": "de" }"#, "1.234\u{66B}5", "1234.5"),
        (#"{ "number": { "accounting": true } }"#, "(5)", "-5"),
        (#"{ "number": { "accounting": true } }"#, "($1,234.50)", "-1234.50"),
        (#"{ "number": { "accounting": true } }"#, "5-", "-5"),
        (#"{ "number": { "accounting": true } }"#, "5 €-", "-5"),
        (#"{ "number": { "accounting": true } }"#, "5 USD", "5"),
        (#"{ "number": { "accounting": true, "locale": "de" } }"#, "1.234,5−", "-1234.5"),
        (#"{ "percent": { "accounting": true } }"#, "(12.5%)", "-0.125"),
        (
            #""number""#, "(5)",
            #"error: "(5)" may be negative, as accountants write it: set "accounting": true, or extract the number"#
        ),
        (
            #""number""#, "5-",
            #"error: "5-" may be negative, as accountants write it: set "accounting": true, or extract the number"#
        ),
        (#""percent""#, "45", #"error: "45" has no percent sign"#), (#""percent""#, "100%", "1.00"),
    ])
    func marksAreChosen(_ steps: String, _ text: String, _ result: String) throws {
        #expect(try apply(steps, toText: text) == result)
    }

    @Test(arguments: [
        (#""money""#, "$1,234.50", #"{"amount":1234.50,"currency":"USD"}"#),
        (#""money""#, "12,50 €", #"{"amount":12.50,"currency":"EUR"}"#),
        (#""money""#, "EUR 5", #"{"amount":5,"currency":"EUR"}"#),
        (#""money""#, "from 5 zł a month", #"{"amount":5,"currency":"PLN"}"#),
        (#""money""#, "CA$20", #"{"amount":20,"currency":"CAD"}"#),
        (#""money""#, "-£3", #"{"amount":-3,"currency":"GBP"}"#),
        (#""money""#, "1.2k €", #"{"amount":1200,"currency":"EUR"}"#),
        (#""money""#, "US$ 5", #"{"amount":5,"currency":"USD"}"#),
        (#""money""#, "$5 CAD", #"{"amount":5,"currency":"CAD"}"#),
        (#""money""#, "100 руб.", #"{"amount":100,"currency":"RUB"}"#),
        (#""money""#, "5 SEK", #"{"amount":5,"currency":"SEK"}"#),
        (#"{ "money": { "currency": "CAD" } }"#, "$5", #"{"amount":5,"currency":"CAD"}"#),
        (#"{ "money": { "currency": "CAD" } }"#, "€5", #"{"amount":5,"currency":"EUR"}"#),
        (
            #"{ "money": { "currency": "EUR", "locale": "de" } }"#, "1.234",
            #"{"amount":1234,"currency":"EUR"}"#
        ),
        (#""money""#, "€ 1.299,-", #"{"amount":1299,"currency":"EUR"}"#),
        (#""money""#, "Mex$5", #"{"amount":5,"currency":"MXN"}"#),
        (#""money""#, "COL$5", #"{"amount":5,"currency":"COP"}"#),
        (#""money""#, "$U 5", #"{"amount":5,"currency":"UYU"}"#),
        (#""money""#, "AU $5", #"{"amount":5,"currency":"AUD"}"#),
        (#""money""#, "MXN$5", #"{"amount":5,"currency":"MXN"}"#),
        (#""money""#, "5 $US", #"{"amount":5,"currency":"USD"}"#),
        (#""money""#, "$5 each", #"{"amount":5,"currency":"USD"}"#),
        (
            #""money""#, "Qx$5",
            #"error: "Qx$5" has an unknown sign "Qx$": name the currency with {"money": {"currency": …}}"#
        ),
        (
            #""money""#, "€1.2 B",
            #"error: "€1.2 B": "B" after an amount may multiply it or not: replace it by a word, such as "million""#
        ),
        (#""money""#, "$1.2B", #"{"amount":1200000000,"currency":"USD"}"#),
        (#""money""#, "5", #"error: "5" has no currency: name the currency with {"money": {"currency": …}}"#),
        (
            #""money""#, "5 kr",
            #"error: "5 kr" has a sign of several currencies: name the currency with {"money": {"currency": …}}"#
        ),
        (#""money""#, "5 EUR/USD", #"error: "5 EUR/USD" has several currencies"#),
        (#""money""#, "free", #"error: "free" has no number"#),
    ])
    func moneyIsRead(_ steps: String, _ text: String, _ result: String) throws {
        #expect(try apply(steps, toText: text) == result)
    }

    /// Units and multipliers at amounts, with the currency of the text or of the rules.
    @Test(arguments: [
        (#""money""#, "R$ 5 mi", #"{"amount":5000000,"currency":"BRL"}"#),
        (#""money""#, "R$ 1,5 tri", #"{"amount":1500000000000,"currency":"BRL"}"#),
        (
            #""money""#, "US$ 5 bi",
            #"error: "US$ 5 bi": "bi" depends on the language (10^9 in pt, 10^12 in pt_PT): set it with {"money": {"locale": …}}, or replace or remove the word"#
        ),
        (
            #""money""#, "$5 grand",
            #"error: "$5 grand": "grand" after an amount may multiply it or not: replace it by a word, such as "million""#
        ),
        (#""money""#, "2,5 miliona €", #"{"amount":2500000,"currency":"EUR"}"#),
        (#"{ "money": "es" }"#, "12 mil €", #"{"amount":12000,"currency":"EUR"}"#),
        (
            #""money""#, "12 bin €",
            #"error: "12 bin €": "bin" depends on the language (10^3 in tr): set it with {"money": {"locale": …}}, or replace or remove the word"#
        ),
        (#""money""#, "5 MUSD", #"{"amount":5000000,"currency":"USD"}"#),
        (#"{ "money": { "currency": "EUR" } }"#, "5 kEUR", #"{"amount":5000,"currency":"EUR"}"#),
        (
            #"{ "money": { "currency": "EUR" } }"#, "5 TEUR",
            #"error: "5 TEUR": "T" after an amount may multiply it or not: replace it by a word, such as "million""#
        ),
        (#"{ "money": { "currency": "USD" } }"#, "99¢", #"{"amount":0.99,"currency":"USD"}"#),
        (#"{ "money": { "currency": "USD" } }"#, "99 cents", #"{"amount":0.99,"currency":"USD"}"#),
        (#"{ "money": { "currency": "GBP" } }"#, "99p", #"{"amount":0.99,"currency":"GBP"}"#),
        (
            #"{ "money": { "currency": "USD" } }"#, "99p",
            #"error: "99p" has "p", which is not a unit of USD: name its currency with {"money": {"currency": …}}, or read its "number""#
        ),
        (#"{ "money": { "currency": "GBP" } }"#, "2 million pounds", #"{"amount":2000000,"currency":"GBP"}"#),
        (
            #"{ "money": { "currency": "USD" } }"#, "5 pounds",
            #"error: "5 pounds" has "pounds", which is not a unit of USD: name its currency with {"money": {"currency": …}}, or read its "number""#
        ),
        (#"{ "money": { "currency": "EUR" } }"#, "25 p.p.", #"{"amount":25,"currency":"EUR"}"#),
        (#"{ "money": { "currency": "USD" } }"#, "5 per pound", #"{"amount":5,"currency":"USD"}"#),
        (#"{ "money": { "currency": "USD" } }"#, "5 yen", #"{"amount":5,"currency":"JPY"}"#),
        (#""money""#, "\u{FF0D}￥5", #"{"amount":-5,"currency":"JPY"}"#),
        (#""money""#, "$\u{FF0D}5", #"{"amount":-5,"currency":"USD"}"#),
        (#""money""#, "\u{2212}\u{200F}$5", #"{"amount":-5,"currency":"USD"}"#),
    ])
    func unitsOfMoneyAreRead(_ steps: String, _ text: String, _ result: String) throws {
        #expect(try apply(steps, toText: text) == result)
    }

    @Test(arguments: [
        (#""size""#, "1.4 GiB", "1503238554"), (#""size""#, "1,4 Гб", "1400000000"),
        (#""size""#, "700 MB", "700000000"),
        (#""size""#, "1 KB", "1000"), (#""size""#, "512 B", "512"), (#""size""#, "1,024 bytes", "1024"),
        (#""size""#, "4.7G", "4700000000"), (#""size""#, "2 Mo", "2000000"), (#""size""#, "3 КБ", "3000"),
        (#""size""#, "Size: 1.5\u{A0}TB", "1500000000000"), (#""size""#, "1 ГиБ", "1073741824"),
        (#"{ "size": { "base": 1024 } }"#, "1.5 GB", "1610612736"),
        (#"{ "size": { "units": { "blocks": 512 } } }"#, "3 blocks", "1536"),
        (#"{ "size": "de" }"#, "1.234 KB", "1234000"),
        (#""size""#, "5", #"error: "5" has no unit"#),
        (#""size""#, "5 km", #"error: "5 km" has an unknown unit "km""#),
    ])
    func sizesAreRead(_ steps: String, _ text: String, _ result: String) throws {
        #expect(try apply(steps, toText: text) == result)
    }

    @Test(arguments: [
        (#"{ "add": 1 }"#, "1.50", "2.50"), (#"{ "subtract": 0.1 }"#, "0.3", "0.2"),
        (#"{ "multiply": 1.1 }"#, "3", "3.3"), (#"{ "divide": 100 }"#, "1999", "19.99"),
        (#"{ "divide": 3 }"#, "1", "0.3333333333333333333333333333333333"),
        (#""round""#, "2.5", "3"), (#"{ "round": 1 }"#, "2.25", "2.3"), (#"{ "round": -2 }"#, "1250", "1300"),
        (#"{ "round": { "digits": 1, "to": "half-even" } }"#, "2.25", "2.2"),
        (#"{ "round": { "to": "down" } }"#, "-2.1", "-3"),
        (#"{ "add": 1 }"#, "1e5000", "error: the number has more than 1000 digits"),
    ])
    func calculations(_ steps: String, _ value: String, _ result: String) throws {
        #expect(try apply(steps, to: value) == result)
    }
}
