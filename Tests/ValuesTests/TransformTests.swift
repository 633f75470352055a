import Records
import RulesTestSupport
import Scraping
import Testing

/// Applies steps to a value given as JSON; returns the result as JSON, or the report.
func apply(_ steps: String, to value: String, url: String? = "https://x.example/a/b") throws -> String {
    func rules(_ type: String) -> String {
        """
        { "records": { "R": { "fields": {
          "y": { "value": 1 }, "x": { "value": \(value), "apply": [\(steps)], "type": "\(type)" } } } } }
        """
    }
    // A text is not JSON, nor is a list text.
    let isText = errors(rules("json")).contains("returns a string")
    let outcome = try scrape(rules(isText ? "html" : "json"), "<p>", url: url)
    if let diagnostic = outcome.diagnostics.first {
        return diagnostic.message.replacing("R.x: ", with: "error: ")
    }
    return outcome.records.first?["x"].map(JSONWriter.compact) ?? "nothing"
}

/// The same for a text.
func apply(_ steps: String, toText text: String, url: String? = "https://x.example/a/b") throws -> String {
    try apply(steps, to: JSONWriter.compact(.string(text)), url: url)
}

/// Transforms of texts: the steps, a text, and the result.
@Suite struct TransformTests {
    @Test(arguments: [
        (#"{ "append": " km" }"#, "5", #""5 km""#),
        (#"{ "prepend": "https:" }"#, "//x", #""https://x""#),
        (#""trim""#, " \u{A0}a b\n", #""a b""#),
        (#"{ "trim": ":-" }"#, " - Price: ", #""Price""#),
        (#"{ "trim": "[]" }"#, "[[a]]", #""a""#),
        (#""collapse""#, " a \n\u{A0} b ", #""a b""#),
        (#""lowercase""#, "ÄÖ İ", #""äö i̇""#),
        (#""uppercase""#, "straße", #""STRASSE""#),
        (
            #""strip-diacritics""#, "Crème Brûlée, Łódź, Ångström, Việt",
            #""Creme Brulee, Łodz, Angstrom, Viet""#
        ),
        (#""strip-diacritics""#, "ガ 각 हिन्दी", #""ガ 각 हिन्दी""#),
    ])
    func texts(_ steps: String, _ text: String, _ result: String) throws {
        #expect(try apply(steps, toText: text) == result)
    }

    @Test(arguments: [
        (#"{ "query": "id" }"#, "https://x.example/?a=1&id=7&id=8#id=9", #""7""#),
        (#"{ "query": "q" }"#, "/s?q=caf%C3%A9+au%20lait", #""café au lait""#),
        (#"{ "query": "a[]" }"#, "?a%5B%5D=1", #""1""#),
        (#"{ "query": "id" }"#, "/list", "nothing"),
        (#"{ "query": "id" }"#, "/list?id", "nothing"),
        (#""resolve""#, "c?d", #""https://x.example/a/c?d""#),
        (#"{ "resolve": "https://y.example/z/" }"#, "c", #""https://y.example/z/c""#),
        (#""url-decode""#, "a%20b+c%C3%A9%zz", #""a b+cé%zz""#),
        (#""url-decode""#, "%FF", #"error: "%FF" is not percent-encoded UTF-8"#),
        (#""url-encode""#, "a b&é~/", #""a%20b%26%C3%A9~%2F""#),
    ])
    func addresses(_ steps: String, _ text: String, _ result: String) throws {
        #expect(try apply(steps, toText: text) == result)
    }

    @Test(arguments: [
        (#""strip-tags""#, "<p>A <b>b</b></p><script>x</script><p>c &amp; d", #""A b\nc & d""#),
        (#""strip-tags""#, "", "nothing"),
        (
            #""decode-entities""#, "Tom &amp; J&eacute;r&ocirc;me &lt;b> &#8364; <i>",
            #""Tom & Jérôme <b> € <i>""#
        ),
        (#""decode-entities""#, " &nbsp;x ", "\" \u{A0}x \""),
        (#""decode-entities""#, "AT&T", #""AT&T""#),
        (
            #"{ "parse": { "as": "html-fragment", "select": "a::attr(href)" } }"#,
            "<a href=1>x</a><a href=2>", #""1""#
        ),
        (
            #"{ "parse": { "as": "html-fragment", "select": "a::attr(href)", "all": true } }"#,
            "<a href=1>x</a><a href=2>", #"["1","2"]"#
        ),
        (#"{ "parse": { "as": "html-fragment", "select": "b" } }"#, "<a>x", "nothing"),
        (#"{ "parse": { "as": "json", "select": "a > b" } }"#, #"{"a": {"b": 1.50}, "b": 2}"#, #""1.50""#),
        (#"{ "parse": { "as": "json" } }"#, #"{"a": [1.50, null]}"#, #"{"a":[1.50,null]}"#),
        (#"{ "parse": { "as": "csv", "select": "b" } }"#, "a,b\n1,2", #""2""#),
        (
            #"{ "parse": { "as": "json" } }"#, "{'a': 1}",
            #"error: not JSON: expected double quotes, found single quotes: "{'a': 1}""#
        ),
    ])
    func markup(_ steps: String, _ text: String, _ result: String) throws {
        #expect(try apply(steps, toText: text) == result)
    }

    @Test(arguments: [
        (#"{ "map": { "1": "one", "2": 2 } }"#, "1", #""one""#),
        (#"{ "map": { "1": "one", "2": 2 } }"#, "\"2\"", "2"),
        (#"{ "map": { "1": "one" } }"#, "\" 1 \"", #""one""#),
        (#"{ "map": { "true": "yes" } }"#, "true", #""yes""#),
        (#"{ "map": { "1": "one" } }"#, "3", #"error: the table of map has no "3""#),
        (#"{ "map": { "table": { "1": "one" }, "default": "many" } }"#, "3", #""many""#),
        (#"{ "map": { "table": { "1": "one" }, "default": null } }"#, "3", "nothing"),
        (#"{ "map": { "table": "a piece of furniture" } }"#, "\"table\"", #""a piece of furniture""#),
        (#"{ "map": { "a": "A", "b": "B" } }"#, #"["b", "a"]"#, #"["B","A"]"#),
    ])
    func tables(_ steps: String, _ value: String, _ result: String) throws {
        #expect(try apply(steps, to: value) == result)
    }

    @Test func tablesAreShared() throws {
        let rules = """
            { "tables": { "rooms": { "1": "Hall", "2": "Pool" } }, "records": { "R": { "fields": {
              "a": { "select": "p", "apply": [{ "map": "rooms" }] },
              "b": { "select": "i", "apply": [{ "map": { "table": "rooms", "default": "elsewhere" } }] }
            } } } }
            """
        #expect(try scrape(rules, "<p>2</p><i>3</i>").lines == [#"{"@type":"R","a":"Pool","b":"elsewhere"}"#])
        let wrong = rules.replacing("\"map\": \"rooms\"", with: "\"map\": \"room\"")
        let reported = errors(wrong)
        #expect(reported.hasPrefix(#"rules.json:2:44: error: unknown table "room""#))
        #expect(reported.contains(#"did you mean "rooms"?"#))
    }
}
