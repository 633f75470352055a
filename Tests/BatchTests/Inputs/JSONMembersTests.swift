import Testing

@testable import Batch

/// The members of a line's object, found without parsing their values.
@Suite struct JSONMembersTests {
    /// Each member as key, kind and value, separated by white space; `nil` if the text is not an object.
    private func members(_ text: String) -> [String]? {
        Array(text.utf8).withUnsafeBytes { bytes in
            func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
            return JSONMembers.of(bytes)?.map { "\(part($0.key)) \($0.kind) \(part($0.value))" }
        }
    }

    @Test(arguments: [
        (#"{}"#, []), (#" { } "#, []), (#"{"a":"b"}"#, ["a string b"]), (#"{"a":""}"#, ["a string "]),
        (#"{"":"b"}"#, [" string b"]), ("\u{FEFF}{\"a\":1}", ["a other 1"]),
        ("\t{\r\n\"a\" : 1\n}\n", ["a other 1"]),
        (#"{"a":{},"b":[],"c":null}"#, ["a object {}", "b array []", "c null null"]),
        (#"{"a":[1,{"b":"]"}],"c":{"d":["}"]}}"#, [#"a array [1,{"b":"]"}]"#, #"c object {"d":["}"]}"#]),
        (#"{"a":true,"b":-1.5e3,"c":false}"#, ["a other true", "b other -1.5e3", "c other false"]),
        // A quotation mark after an odd number of backslashes belongs to the string, even at its start.
        (#"{"a":"\""}"#, [#"a string \""#]), (#"{"a":"\\"}"#, [#"a string \\"#]),
        (#"{"a":"\\\""}"#, [#"a string \\\""#]),
        (#"{"a":"b\\","c":"\"d"}"#, [#"a string b\\"#, #"c string \"d"#]),
        (#"{"\"a":"b"}"#, [#"\"a string b"#]), (#"{"a":["\"]"]}"#, [#"a array ["\"]"]"#]),
        (#"{"a":"\\\\","b":1}"#, [#"a string \\\\"#, "b other 1"]),
        (#"{"a":1,"a":2}"#, ["a other 1", "a other 2"]),
    ])
    func objects(_ text: String, _ expected: [String]) {
        #expect(members(text) == expected)
    }

    @Test(arguments: [
        "", " ", "[]", "1", "null", "{", "}", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":\"",
        "{\"a\":\"\\\"}",
        "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\" 1}", "{a:1}", "{\"a\":}", "{\"a\":[}",
        "{\"a\":[1}",
        "{\"a\":{\"b\"}", "{} {}", "{}x", "x{}",
    ])
    func others(_ text: String) {
        #expect(members(text) == nil)
    }

    /// Truncated text is always detected.
    @Test func everyPrefixIsMissed() {
        let text = #"{"a":"b\"","c":[{"d":"]"}],"e":{"f":null},"g":12}"#
        #expect(members(text)?.count == 4)
        for length in 0..<text.utf8.count {
            #expect(members(String(text.prefix(length))) == nil)
        }
    }
}
