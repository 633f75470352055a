import Testing

@testable import Records

/// Members of an object that are read without the others.
@Suite struct JSONSkimmingTests {
    /// Texts with the same members as if the whole text were read.
    @Test(arguments: [
        "{}", " { } // end", "\u{FEFF}{ \"a\": 1 }", #"{"a":[1,{"b":"]}"}],"b":null,"c":{"a":2}}"#,
        #"{"x": "\"}", "a": "\u00e9\\", /* { */ "b": -1.5e3, }"#, "// {\n{\n\"a\": true // }\n, \"c\": {}\n}",
        #"{"x":{"a":1},"a":{"x":[[[]]]},"b":"b"}"#, #"{"records":[],"a":"x"}"#, #"{"A":1,"aa":2,"":3}"#,
    ])
    func membersAreThoseOfTheWholeText(_ text: String) throws {
        let (whole, errors) = JSON.read(Array(text.utf8), dialect: .relaxed)
        #expect(errors.isEmpty)
        let all = try #require(whole)
        let members = try #require(JSON.members(["a", "b"], passing: ["c"], of: Array(text.utf8)))
        for key in ["a", "b"] {
            let found = members.first { $0.key == key }
            #expect(found?.value.value == all.member(key)?.value.value)
            #expect(found?.keyRange == all.member(key)?.keyRange)
            #expect(found?.value.range == all.member(key)?.value.range)
        }
        let passed = members.first { $0.key == "c" }?.value
        #expect((passed == nil) == (all.member("c") == nil))
        if let passed { #expect(passed.range == all.member("c")?.value.range) }
        #expect(members.count == ["a", "b", "c"].count { all.member($0) != nil })
    }

    /// Texts that have to be read completely, so that their errors are reported.
    @Test(arguments: [
        "", "[]", "1", "{", "{\"a\": 1", "{\"a\" 1}", "{\"a\": }", "{a: 1}", "{'a': 1}", "{\"a\": x}",
        "{} {}",
        "{\"a\": 1 \"b\": 2}", "{\"a\": 1, \"a\": 1}", "{\"c\": 1, \"c\": 1}", "{\"\\u0061\": 1}",
        "{\"a\": \"",
        "{\"a\": \"x\ny\"}", "{\"x\": [}", "{\"a\": 1} /", "{\"a\": 1} /* ", "{\"a\": [1,,2]}", "{,}",
    ])
    func textsThatAreNotUnderstood(_ text: String) {
        #expect(JSON.members(["a", "b"], passing: ["c"], of: Array(text.utf8)) == nil, "\(text)")
    }

    @Test func nullIsKnownOfWhatIsPassedOver() throws {
        let members = try #require(
            JSON.members([], passing: ["a", "b"], of: Array(#"{"a": null, "b": [null]}"#.utf8))
        )
        #expect(members.map(\.value.value) == [.null, .boolean(true)])
    }
}
