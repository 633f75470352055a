import Records
import Testing

@testable import Drafting

/// Changes of a rules file's text.
@Suite struct RulesEditTests {
    /// A comment of an earlier `learn` right before a field is replaced; others stay.
    @Test(arguments: [
        ("\"a\": \"b\"", "// x\n\"a\": \"b\""),
        ("// found; 98% sure\n\"a\": \"b\"", "// x\n\"a\": \"b\""),
        ("// survives 98% of changes\n\"a\": \"b\"", "// x\n\"a\": \"b\""),
        ("/* 98% sure */\"a\": \"b\"", "// x\n\"a\": \"b\""),
        ("/* 98% sure */ \"a\": \"b\"", "// x\n\"a\": \"b\""),
        ("// mine\n\"a\": \"b\"", "// mine\n// x\n\"a\": \"b\""),
        ("// 98% sure\n// mine\n\"a\": \"b\"", "// 98% sure\n// mine\n// x\n\"a\": \"b\""),
        ("// mine\n// 98% sure\n\"a\": \"b\"", "// mine\n// x\n\"a\": \"b\""),
        ("// 98% sure\n\"c\": \"d\", \"a\": \"b\"", "// 98% sure\n\"c\": \"d\", // x\n\"a\": \"b\""),
        ("\"a\": \"b\" // 98% sure", "// x\n\"a\": \"b\" // 98% sure"),
    ])
    func commentsOfLearning(_ fields: String, _ result: String) {
        func text(_ fields: String) -> String { "{\"records\": {\"R\": {\"fields\": {\n\(fields)\n}}}}" }
        var edit = RulesEdit(Array(text(fields).utf8))
        let member = edit.members(ofFieldsIn: "R").first { $0.key == "a" }
        if let member { edit.annotate(member, "x") }
        #expect(String(decoding: edit.result, as: UTF8.self) == text(result))
    }

    /// The comment has the indentation of the field, if nothing else precedes it on its line.
    @Test(arguments: [
        ("{\n  \t\"a\": 1}", "{\n  \t// x\n  \t\"a\": 1}"), ("{ \"a\": 1}", "{ // x\n\"a\": 1}"),
        ("{\n  // 9% sure\n    \"a\": 1}", "{\n  // x\n  \"a\": 1}"),
    ])
    func commentsAreIndented(_ fields: String, _ result: String) {
        let (start, end) = (#"{"records": {"R": {"fields": "#, "}}}")
        var edit = RulesEdit(Array((start + fields + end).utf8))
        for member in edit.members(ofFieldsIn: "R") { edit.annotate(member, "x") }
        #expect(String(decoding: edit.result, as: UTF8.self) == start + result + end)
    }

    private static let file = #"{"records": {"R": {"fields": {"a": "b"}}}}"#

    /// Members at the end of an object, with and without a comma.
    @Test(arguments: [
        ("{}", "{\n// x\n\"n\": 1\n}"), ("{\"a\": 1}", "{\"a\": 1,\n// x\n\"n\": 1\n}"),
        ("{\"a\": 1 , }", "{\"a\": 1 ,\n// x\n\"n\": 1,\n }"),
        ("{\"a\": 1 }", "{\"a\": 1,\n// x\n\"n\": 1\n }"),
        ("{\"a\": 1,}", "{\"a\": 1,\n// x\n\"n\": 1,\n}"),
    ])
    func membersAreAddedAtTheEnd(_ fields: String, _ result: String) throws {
        let (start, end) = (#"{"records": {"R": {"fields": "#, "}}}")
        var edit = RulesEdit(Array((start + fields + end).utf8))
        edit.add("n", "1", to: try #require(edit.fields(of: "R")), comment: "x")
        #expect(String(decoding: edit.result, as: UTF8.self) == start + result + end)
    }

    /// Preparations before all others, and after them.
    @Test(arguments: [
        (
            #"{"records": {}}"#, "{\"prepare\": [{\"a\":1}],\n\"records\": {}}",
            "{\"prepare\": [{\"a\":1}],\n\"records\": {}}"
        ),
        (
            #"{"prepare": [], "records": {}}"#, #"{"prepare": [{"a":1}], "records": {}}"#,
            #"{"prepare": [{"a":1}], "records": {}}"#
        ),
        (
            #"{"prepare": [{"b": 2}], "records": {}}"#, #"{"prepare": [{"a":1}, {"b": 2}], "records": {}}"#,
            #"{"prepare": [{"b": 2}, {"a":1}], "records": {}}"#
        ),
        (
            #"{"prepare": [{ "a": 1 }], "records": {}}"#,
            #"{"prepare": [{"a":1}, { "a": 1 }], "records": {}}"#,
            #"{"prepare": [{ "a": 1 }], "records": {}}"#
        ),
        (
            #"{"prepare": 1, "records": {}}"#, #"{"prepare": 1, "records": {}}"#,
            #"{"prepare": 1, "records": {}}"#
        ),
        ("{}", "{}", "{}"),
    ])
    func preparationsAreAdded(_ text: String, _ before: String, _ after: String) {
        var edit = RulesEdit(Array(text.utf8))
        #expect(edit.prepend(#"{"a":1}"#) == (before != text))
        #expect(String(decoding: edit.result, as: UTF8.self) == before)
        var other = RulesEdit(Array(text.utf8))
        other.add([#"{"a":1}"#])
        #expect(String(decoding: other.result, as: UTF8.self) == after)
    }

    /// Strings with a text, anywhere or in one member; the old one is kept next to the new one in a list.
    @Test(
        arguments: [
            (#"{"a": "Oak"}"#, nil, false, #"{"a": "Elm"}"#),
            (#"{"a": "Oak"}"#, nil, true, #"{"a": ["Oak", "Elm"]}"#),
            (#"{"a": ["Oak", 1]}"#, nil, true, #"{"a": ["Oak", "Elm", 1]}"#),
            (#"{"a": "Oak", "b": {"c": "Oak"}}"#, nil, false, #"{"a": "Elm", "b": {"c": "Elm"}}"#),
            (#"{"a": "Oak", "b": {"c": "Oak"}}"#, "b", false, #"{"a": "Oak", "b": {"c": "Elm"}}"#),
            (#"{"a": "Oaks", "Oak": 1}"#, nil, false, nil), (#"{"a": "Oak"}"#, "b", false, nil),
        ] as [(String, String?, Bool, String?)]
    )
    func stringsAreReplaced(_ text: String, _ key: String?, _ keepsOld: Bool, _ result: String?) {
        var edit = RulesEdit(Array(text.utf8))
        #expect(
            edit.replaceStrings(LearningText.key("Oak"), by: "Elm", under: key, keepsOld: keepsOld)
                == (result != nil)
        )
        #expect(String(decoding: edit.result, as: UTF8.self) == result ?? text)
    }

    @Test(arguments: [
        (#"{"fields": {}}"#, #"[{"fields": {}},\#nX]"#), (#"[{"fields": {}}]"#, #"[{"fields": {}},\#nX\#n]"#),
    ])
    func layoutsAreAdded(_ record: String, _ result: String) {
        var edit = RulesEdit(Array("{\"records\": {\"R\": \(record)}}".utf8))
        edit.addLayout("X", to: "R")
        edit.addLayout("X", to: "S")
        #expect(String(decoding: edit.result, as: UTF8.self) == "{\"records\": {\"R\": \(result)}}")
    }

    @Test func partsOfTheFile() {
        let edit = RulesEdit(Array(RulesEditTests.file.utf8))
        #expect(edit.onlyRecord == "R")
        #expect(edit.definition(of: "a", in: "R") == #""b""#)
        #expect(edit.definition(of: "b", in: "R") == nil)
        #expect(edit.record("S") == nil)
        #expect(edit.text(of: "records") == #""records": {"R": {"fields": {"a": "b"}}}"#)
        #expect(edit.text(of: "prepare") == nil)
        #expect(RulesEdit(Array(#"{"records": {"R": {}, "S": {}}}"#.utf8)).onlyRecord == nil)
        #expect(RulesEdit(Array(#"{"records": {"R": [{}]}}"#.utf8)).record("R") == nil)
        #expect(RulesEdit.alternatives(#"["a", { "select": "b" }]"#) == [#""a""#, #"{ "select": "b" }"#])
        #expect(RulesEdit.alternatives(#""a""#) == [#""a""#])
        // A formatted file stays one.
        let formatted =
            "{\n    \"records\": {\n        \"R\": {\n            \"fields\": {}\n        }\n    }\n}\n"
        #expect(JSONFormatter.format(Array(formatted.utf8)).text != nil)
    }
}
