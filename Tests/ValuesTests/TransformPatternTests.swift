import Foundation
import Records
import RulesTestSupport
import Scraping
import Testing

/// Transforms that search: the steps, a text, and the result.
@Suite struct TransformPatternTests {
    @Test(arguments: [
        (#"{ "replace": ["\\s*\\(.*?\\)", ""] }"#, "a (b) c (d)", #""a c""#),
        (#"{ "replace": ["(\\d+)/(\\d+)", "$2.$1"] }"#, "3/4 5/6", #""4.3 6.5""#),
        (#"{ "replace": ["(?<day>\\d+)/", "${day}."] }"#, "3/4", #""3.4""#),
        (#"{ "replace": ["(\\d)", "$10"] }"#, "3", #""30""#),
        (#"{ "replace": ["\\d", "$$$0$"] }"#, "3", #""$3$""#),
        (#"{ "replace": ["(a)|b", "[$1]"] }"#, "ab", #""[a][]""#),
        (#"{ "replace": ["^", "x"] }"#, "a", #"error"#),
        (#"{ "replace": ["(?i)KM\\b", "km"] }"#, "5 kM", #""5 km""#),
        (#"{ "replace": [{ "text": "." }, ","] }"#, "1.5", #""1,5""#),
        (#"{ "replace": [{ "text": "$1" }, "$1 (net)"] }"#, "$1", #""$1 (net)""#),
        (#"{ "replace": [{ "pattern": "é+" }, "e"] }"#, "ééa😀é", #""ea😀e""#),
        (#"{ "replace": ["x*", "-"] }"#, "ab", #""-a-b-""#),
        (#"{ "replace": ["€", " euros"] }"#, "5€, 😀€", #""5 euros, 😀 euros""#),
        (#"{ "replace": ["aa", "b"] }"#, "aaaaa", #""bba""#),
        (#"{ "replace": ["ab", ""] }"#, "aab", #""a""#),
        (#"{ "replace": ["long text", "x"] }"#, "short", #""short""#),
        (#"{ "replace": ["é", "e"] }"#, "e\u{301}é", "\"e\u{301}e\""),
        (#"{ "replace": ["x", "<$0>"] }"#, "x😀x", #""<x>😀<x>""#),
        (#"{ "replace": ["b{2}", "c"] }"#, "abb", #""ac""#),
    ])
    func replacing(_ steps: String, _ text: String, _ result: String) throws {
        if result == "error" {
            #expect(throws: Diagnostics.self) { try apply(steps, toText: text) }
        } else {
            #expect(try apply(steps, toText: text) == result)
        }
    }

    @Test(arguments: [
        (#"{ "match": "(\\d+) cal" }"#, "5 g, 120 cal, 3 cal", #""120""#),
        (#"{ "match": "\\d+" }"#, "a 12 b 3", #""12""#),
        (#"{ "match": "a(\\d)|b(\\d)" }"#, "b7", #""7""#),
        (#"{ "match": "x" }"#, "abc", "nothing"),
        (#"{ "match": "é 😀" }"#, "a é 😀 b", #""é 😀""#),
        (#"{ "match": { "pattern": "😀a", "all": true } }"#, "b😀a😀a", #"["😀a","😀a"]"#),
        (#"{ "match": "a(x)?" }"#, "abc", "nothing"),
        (
            #"{ "match": "(?<w>\\d+) x (?<h>\\d+)( x (?<d>\\d+))?" }"#, "10 x 20 cm",
            #"{"w":"10","h":"20"}"#
        ),
        (#"{ "match": { "pattern": "@(\\w+)", "all": true } }"#, "@a and @b", #"["a","b"]"#),
        (#"{ "match": { "pattern": "@(\\w+)", "all": true } }"#, "none", "[]"),
        (
            #"{ "match": { "pattern": "(?<k>\\w)=(?<v>\\d)", "all": true } }"#, "a=1,b=2",
            #"[{"k":"a","v":"1"},{"k":"b","v":"2"}]"#
        ),
        (#"{ "match": "(?<!\\w)é(?=l)" }"#, "élan", #""é""#),
        (#"{ "match": "[(\\]]\\Q(*\\E(.)" }"#, "((*x", #""x""#),
    ])
    func matching(_ steps: String, _ text: String, _ result: String) throws {
        #expect(try apply(steps, toText: text) == result)
    }

    @Test(arguments: [
        (#"{ "split": " | " }"#, "a | b|c | d", #"["a","b|c","d"]"#),
        (#"{ "split": { "pattern": "\\s*[,;]\\s*" } }"#, "a , b;c", #"["a","b","c"]"#),
        (#"{ "split": { "text": "." } }"#, "1.2.", #"["1","2",""]"#),
        (#"{ "split": "," }"#, "", "nothing"),
        (#"{ "split": "😀" }"#, "é😀b😀", #"["é","b",""]"#),
        (#"{ "split": "," }, "trim""#, "a, b", #"["a","b"]"#),
    ])
    func splitting(_ steps: String, _ text: String, _ result: String) throws {
        #expect(try apply(steps, toText: text) == (result == "nothing" ? #"[""]"# : result))
    }

    /// No page can make a pattern run for long.
    @Test(arguments: [
        ("(a+)+$", String(repeating: "a", count: 100_000) + "b"),
        ("(.|\\\\n)*x", String(repeating: "a", count: 300_000)),
    ])
    func costIsLinear(_ pattern: String, _ text: String) throws {
        #expect(
            try apply(#"{ "match": { "pattern": "\#(pattern)", "all": true } }, "count""#, toText: text)
                == "0"
        )
    }

    /// Steps for texts with repetitions.
    @Test(arguments: [
        ("Rain\nRain | News\nNews", #"{ "if-repeated": "\\s*[|-]" }"#, "\"Rain\""),
        ("Rain\nRain\nNews", #"{ "if-repeated": "\\s*[|-]" }"#, "\"Rain\""),
        ("Rain\nRain\nRain", #"{ "if-repeated": "\\s*[|-]" }"#, "nothing"),
        ("Rain\nRainy", #"{ "if-repeated": "\\s*[|-]" }"#, "nothing"),
        ("Rain\nThe Rain", #"{ "if-repeated": "\\s*[|-]" }"#, "nothing"),
        ("Rain", #"{ "if-repeated": "\\s*[|-]" }"#, "nothing"),
        ("\nx", #"{ "if-repeated": "x" }"#, "nothing"),
        ("Rain | News\nNews", #"{ "without-last": "\\s*[|-]\\s*" }"#, "\"Rain\""),
        ("A - B | News\nB | News", #"{ "without-last": "\\s*[|-]\\s*" }"#, "\"A\""),
        ("Rain News\nNews", #"{ "without-last": "\\s*[|-]\\s*" }"#, "\"Rain News\""),
        ("Rain | News", #"{ "without-last": "\\s*[|-]\\s*" }"#, "\"Rain | News\""),
        ("Rain\n", #"{ "without-last": "\\s*[|-]\\s*" }"#, "\"Rain\""),
        ("News\nNews", #"{ "without-last": "\\s*[|-]\\s*" }"#, "\"News\""),
        ("Mix...\nMix it well", #""drop-repeated", { "join": "/" }"#, "\"Mix it well\""),
        ("Mix\nThen mix", #""drop-repeated", { "join": "/" }"#, "\"Mix/Then mix\""),
        ("Mix\nMix", #""drop-repeated", { "join": "/" }"#, "\"Mix\""),
        ("Mix", #""drop-repeated", { "join": "/" }"#, "\"Mix\""),
        ("...\n.x", #""drop-repeated", { "join": "/" }"#, "\".x\""),
    ])
    func repetitions(_ text: String, _ step: String, _ result: String) throws {
        #expect(try apply(#"{ "split": "\n" }, \#(step)"#, toText: text) == result)
    }

    @Test func longTextsAreSearched() throws {
        let text = String(repeating: "word ", count: 100_000)
        #expect(
            try apply(#"{ "match": { "pattern": "\\w+", "all": true } }, "count""#, toText: text) == "100000"
        )
    }

    /// Errors in a pattern are reported at their places.
    @Test(arguments: [
        (#"{ "match": "a(b" }"#, #"(b"#, #"the "(" in the regular expression does not end"#),
        (
            #"{ "match": "ab)" }"#, #")" }"#,
            #"the ")" in the regular expression has no "(" before it; for the character write "\\)""#
        ),
        (#"{ "match": "é\\d[a" }"#, #"[a""#, #"the "[" in the regular expression does not end"#),
        (
            #"{ "match": "*" }"#, #"*" }"#,
            #"the "*" in the regular expression has nothing to repeat; for the character write "\\*""#
        ),
        (
            #"{ "match": "(?=a)(?:+)" }"#, #"+)""#,
            #"the "+" in the regular expression has nothing to repeat; for the character write "\\+""#
        ),
        (
            #"{ "match": "a{2,1}" }"#, #"{2,1}"#,
            #"the repetition "{2,1}" in the regular expression has a maximum below its minimum"#
        ),
        (
            #"{ "if-repeated": "a++" }"#, #"++""#,
            #"the regular expression has a possessive quantifier, which is not supported: write "+" in place of "++""#
                + "; no search takes long"
        ),
        (
            #"{ "replace": ["(a)", "$2"] }"#, #""replace""#,
            #""$2" is not a group of the regular expression, which has 1 group"#
        ),
        (
            #"{ "replace": ["(?<a>b)", "${b}"] }"#, #""replace""#,
            #""${b}" is not a group of the regular expression, which has 1 group"#
        ),
        (
            #"{ "replace": [".", ","] }"#, #""replace""#,
            #"the regular expression "." is useless: it matches any text: for the character itself write {"text": "."}"#
        ),
        (
            #"{ "split": { "pattern": "\\s*" } }"#, #""split""#,
            "the regular expression of split matches the empty text"
        ),
        (#"{ "filter": { "nto": "a" } }"#, #""nto""#, #"unknown key "nto" in filter"#),
        (#"{ "filter": { "not": "(" } }"#, #"(" }"#, #"the "(" in the regular expression does not end"#),
    ])
    func wrongPatternsAreReported(_ step: String, _ mark: String, _ message: String) throws {
        let rules = #"{ "records": { "R": { "fields": { "x": { "select": "a", "apply": [\#(step)] } } } } }"#
        let place = try #require(rules.range(of: mark))
        let column = rules.distance(from: rules.startIndex, to: place.lowerBound) + 1
        let reported = errors(rules).split(separator: "\n").first.map(String.init)
        #expect(reported == "rules.json:1:\(column): error: \(message)")
    }
}
