import Records
import RulesTestSupport
import Scraping
import Testing

/// The values read from a text, type by type; texts that do not fit are reported.
@Suite struct TypeTests {
    private func read(_ text: String, _ field: String, url: String? = nil) throws -> String {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let rules =
            #"{ "records": { "R": { "fields": { "x": { "select": "p", \#(field) }, "y": { "value": 1 } } } } }"#
        let outcome = try scrape(rules, "<p>\(escaped)</p>", url: url)
        if let message = outcome.diagnostics.first?.message {
            return message.split(separator: ": ").last.map(String.init) ?? ""
        }
        return outcome.records.first?["x"].map(JSONWriter.compact) ?? "nothing"
    }

    @Test(arguments: [
        ("12", "12"), (" +12 ", "12"), ("-007", "-7"), ("0", "0"),
        ("12 apples", #""12 apples" is not an integer"#),
        ("1,234", #""1,234" is not an integer"#), ("1.0", #""1.0" is not an integer"#),
        ("99999999999999999999", "99999999999999999999"), ("", "nothing"),
    ])
    func integers(_ text: String, _ result: String) throws {
        #expect(try read(text, #""type": "integer""#) == result)
    }

    @Test(arguments: [
        ("1.10", "1.10"), ("+5", "5"), (".357", "0.357"), ("-.5", "-0.5"), ("+.50", "0.50"),
        ("-0.50", "-0.50"), ("007.5", "7.5"), ("00", "0"), ("000.10", "0.10"),
        ("1e3", "1e3"),
        ("123456789.123456789123456789", "123456789.123456789123456789"),
        ("1,5", #""1,5" is not a decimal number"#),
        (".", #""." is not a decimal number"#), ("NaN", #""NaN" is not a decimal number"#),
        ("٣", #""٣" is not a decimal number"#),
    ])
    func decimals(_ text: String, _ result: String) throws {
        #expect(try read(text, #""type": "decimal""#) == result)
    }

    @Test(arguments: [("true", "true"), ("False", "false"), ("yes", #""yes" is neither true nor false"#)])
    func booleans(_ text: String, _ result: String) throws {
        #expect(try read(text, #""type": "boolean""#) == result)
    }

    @Test(arguments: [("gold", #""gold""#), ("lead", #""lead" is not one of "gold", "silver""#)])
    func enumerations(_ text: String, _ result: String) throws {
        #expect(try read(text, #""type": { "enum": ["gold", "silver"] }"#) == result)
    }

    /// A few words are compared one by one, and many are looked up.
    @Test(arguments: [1, 15, 16, 17, 100])
    func enumerationsOfManyWords(_ count: Int) throws {
        let words = ["\u{E9}"] + (1..<count).map { "w\($0)" }
        let type = #""type": { "enum": [\#(words.map { "\"\($0)\"" }.joined(separator: ", "))] }"#
        for word in words { #expect(try read(word, type) == "\"\(word)\"") }
        for word in ["w0", "w\(count)"] {
            #expect(try read(word, type).contains("is not one of"))
        }
    }

    @Test(arguments: [
        ("2018-05-28", #""2018-05-28""#), ("2018-05-28T23:30:00-0500", #""2018-05-28""#),
        ("2020-02-29", #""2020-02-29""#), ("2019-02-29", #""2019-02-29" is not a date in ISO 8601"#),
        ("2018-13-01", #""2018-13-01" is not a date in ISO 8601"#),
        ("28.5.2018", #""28.5.2018" is not a date in ISO 8601"#),
    ])
    func dates(_ text: String, _ result: String) throws {
        #expect(try read(text, #""type": "date""#) == result)
    }

    @Test(arguments: [
        ("2018-05-28T05:45:00-0500", #""2018-05-28T05:45:00-05:00""#),
        ("2018-05-28 05:45", #""2018-05-28T05:45:00""#),
        ("2018-05-28T05:45:00.250Z", #""2018-05-28T05:45:00.250Z""#),
        ("2018-05-28T05:45:00+00:00", #""2018-05-28T05:45:00Z""#),
        ("2018-05-28", #""2018-05-28" has no time of day"#),
        ("2018-05-28T25:00", #""2018-05-28T25:00" is not a date with a time in ISO 8601"#),
    ])
    func dateTimes(_ text: String, _ result: String) throws {
        #expect(try read(text, #""type": "datetime""#) == result)
    }

    @Test(arguments: [
        ("MMM d yyyy", "Oct 11 2017", #""2017-10-11""#), ("MMM dd yyyy", "october 7 2017", #""2017-10-07""#),
        ("yyyyMMdd", "20171007", #""2017-10-07""#), ("d/M/yy", "7/10/68", #""2068-10-07""#),
        ("d/M/yy", "7/10/69", #""1969-10-07""#),
        ("EEEE, d MMMM yyyy", "Wednesday, 11 Oct. 2017", #""2017-10-11""#),
        ("yyyy-MM-dd", "2017-10-7", #""2017-10-07""#),
        ("MMM d yyyy", "Oct 32 2017", #""Oct 32 2017" is not a date in the given format"#),
        ("MMM d yyyy", "Oct 11 2017 x", #""Oct 11 2017 x" is not a date in the given format"#),
    ])
    func datePatterns(_ format: String, _ text: String, _ result: String) throws {
        #expect(try read(text, #""type": "date", "format": "\#(format)""#) == result)
    }

    @Test(arguments: [
        ("yyyy-MM-dd'T'HH:mm:ssZ", "2018-05-28T05:45:00-0500", #""2018-05-28T05:45:00-05:00""#),
        ("M/d/yyyy h:mm a", "5/28/2018 12:05 am", #""2018-05-28T00:05:00""#),
        ("M/d/yyyy h:mm a", "5/28/2018 12:05 PM", #""2018-05-28T12:05:00""#),
        (
            "M/d/yyyy h:mm a", "5/28/2018 13:05 PM",
            #""5/28/2018 13:05 PM" is not a date with a time in the given format"#
        ),
        ("d.M.yyyy 'um' HH:mm 'Uhr'", "28.5.2018 um 05:45 Uhr", #""2018-05-28T05:45:00""#),
    ])
    func dateTimePatterns(_ format: String, _ text: String, _ result: String) throws {
        #expect(try read(text, #""type": "datetime", "format": "\#(format)""#) == result)
    }

    @Test(arguments: [
        (#""url""#, "mailto:a@x.example", "its scheme is not http or https"),
        (#"{ "url": { "schemes": "mailto" } }"#, "MAILTO:a@x.example", #""mailto:a@x.example""#),
        (#"{ "url": { "schemes": ["mailto", "TEL"] } }"#, "tel:1", #""tel:1""#),
        (
            #"{ "url": { "schemes": ["mailto", "tel"] } }"#, "https://x.example",
            "its scheme is not mailto or tel"
        ),
        (#"{ "url": { "schemes": ["http"] } }"#, "https://x.example", "its scheme is not http"),
        (#""url""#, "https://a b/", #"it has the host "a b", which is not a valid name"#),
        (
            #""url""#, "https://x.example:99999/",
            #"it has the port "99999", which is not a number up to 65535"#
        ),
    ])
    func schemesOfAddresses(_ type: String, _ text: String, _ result: String) throws {
        #expect(try read(text, "\"type\": \(type)") == result)
    }

    @Test func equalAddressesAreOneRecord() throws {
        let rules =
            #"{ "records": { "R": { "each": "a", "unique": "x", "fields": { "x": { "select": "::attr(href)", "type": "url" } } } } }"#
        let addresses = [
            "https://x.example", "https://x.example/", "HTTPS://X.example:443/", "//x.example/a/..",
        ]
        let page = addresses.map { "<a href='\($0)'>x</a>" }.joined()
        let outcome = try scrape(rules, page, url: "https://y.example/")
        #expect(outcome.records.compactMap { $0["x"]?.string } == ["https://x.example/"])
        #expect(outcome.diagnostics.isEmpty)
    }

    @Test(arguments: ["[]", #""mailto:""#, #"["http", "1"]"#, #""""#])
    func wrongSchemesAreErrors(_ schemes: String) {
        #expect(throws: (any Error).self) {
            try read("/a", #""type": { "url": { "schemes": \#(schemes) } }"#)
        }
    }

    @Test(
        arguments: [
            ("/a", "https://x.example/b/c", #""https://x.example/a""#),
            ("d?q=1#f", "https://x.example/b/c", #""https://x.example/b/d?q=1#f""#),
            ("//y.example/z", "https://x.example/", #""https://y.example/z""#),
            ("https://y.example", nil, #""https://y.example/""#),
            ("../é b", "https://x.example/b/c/d", #""https://x.example/b/%C3%A9%20b""#),
            ("HTTPS://Y.example:443/a/../b", nil, #""https://y.example/b""#),
            ("/it%27s…?q=ü%20", "https://x.example/", #""https://x.example/it%27s%E2%80%A6?q=%C3%BC%20""#),
            ("/100%/é", "https://x.example/", #""https://x.example/100%/%C3%A9""#),
            ("https://bücher.example/a%20ß", nil, #""https://xn--bcher-kva.example/a%20%C3%9F""#),
            ("/a", nil, #""/a" is relative, and the page's own address is not known (give --url)"#),
        ] as [(String, String?, String)]
    )
    func addresses(_ text: String, _ base: String?, _ result: String) throws {
        #expect(try read(text, #""type": "url""#, url: base) == result)
    }
}
