import Basics
import Testing

@testable import Records

@Suite struct JSONReaderTests {
    /// A text, and the serialization of its value.
    @Test(arguments: [
        ("null", "null"), (" true ", "true"), ("[]", "[]"), ("{}", "{}"), ("[[],{}]", "[[],{}]"),
        ("\u{FEFF}[1]", "[1]"),
        ("[1.10, -0, 1e5, 12345678901234567890]", "[1.10,-0,1e5,12345678901234567890]"),
        (#""\u0041\n\/\\\"\u00e9""#, #""A\n/\\\"é""#), (#""\ud83c\udf4e""#, #""🍎""#),
        (#""\ud83c""#, "\"\u{FFFD}\""),
        (#""\ud83cx""#, "\"\u{FFFD}x\""), (#""\udf4e\ud83c\udf4e""#, "\"\u{FFFD}🍎\""),
        (#"{"b": 1, "a": {"c": []}}"#, #"{"b":1,"a":{"c":[]}}"#),
        (#"["\u0000\u001f\u007f"]"#, #"["\u0000\u001f\u007f"]"#),
    ])
    func strictTextsAreRead(_ text: String, _ written: String) throws {
        let (json, errors) = JSON.read(Array(text.utf8), dialect: .strict)
        #expect(errors.isEmpty)
        #expect(JSONWriter.compact(try #require(json).value) == written)
    }

    /// Strings of all lengths up to two words of eight bytes, with a character at each place that is not copied unchanged,
    /// or that looks like one that is not.
    @Test(arguments: ["", #"\""#, #"\\"#, #"\n"#, "'", "é", "\u{FF}", "🍎", "\u{7F}", " ", "!", "["])
    func stringsAreReadAndWrittenWhereverTheyEnd(_ special: String) throws {
        let values = ["": "", #"\""#: "\"", #"\\"#: "\\", #"\n"#: "\n"]
        for count in 0...18 {
            for place in 0...count {
                let (before, after) = (
                    String(repeating: "a", count: place), String(repeating: "b", count: count - place)
                )
                let expected = before + (values[special] ?? special) + after
                let string = "\"\(before)\(special)\(after)\""
                for (text, dialect) in [
                    ("{\(string):\(string)}", JSONReader.Dialect.strict), ("[\(string)]", .repaired),
                ] {
                    let (json, errors) = JSON.read(Array(text.utf8), dialect: dialect)
                    #expect(errors.isEmpty)
                    let value = try #require(json).value
                    let found =
                        value.object.map { [$0[0].name, $0[0].value.string ?? ""] } ?? value.list?.map(\.text)
                    #expect(found?.allSatisfy { $0 == expected } == true, "\(text)")
                }
                let escapes = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\u{7F}": "\\u007f"]
                let written = expected.map { escapes[String($0)] ?? String($0) }.joined()
                #expect(JSONWriter.compact(.string(expected)) == "\"\(written)\"")
                // A string ends with the quote that it begins with.
                let script = "['\(before)\(special == "'" ? "\\'" : special)\(after)', '\(before)\"\(after)']"
                let (json, errors) = JSON.read(Array(script.utf8), dialect: .script)
                #expect(errors.isEmpty)
                #expect(
                    json?.value == .list([.string(expected), .string(before + "\"" + after)]),
                    "\(script)"
                )
            }
        }
    }

    /// Keys are compared as a whole, for few and for many.
    @Test(arguments: [1, 2, 11, 12, 13, 30])
    func aKeyIsThereOnce(_ count: Int) {
        let names = (0..<count).map { String(repeating: "k", count: $0 % 4) + "\($0)" }
        let members = names.map { "\"\($0)\": 1" }
        let text = { (members: [String]) in Array("[{\(members.joined(separator: ", "))}, {}]".utf8) }
        #expect(JSON.read(text(members), dialect: .strict).errors.isEmpty)
        for name in names {
            let errors = JSON.read(text(members + ["\"\(name)\": 2"]), dialect: .strict).errors
            #expect(errors.map(\.message) == ["duplicate key \"\(name)\""])
            #expect(JSON.read(text(members + ["\"\(name)x\": 2"]), dialect: .strict).errors.isEmpty)
        }
    }

    /// Every pair of objects with up to three of three keys: the keys of one have no effect on the next.
    @Test func keysAreThoseOfTheirObject() {
        var lists: [[String]] = [[]]
        for _ in 0..<3 { lists += lists.flatMap { list in ["a", "b", "ab"].map { list + [$0] } } }
        let all = Set(lists).sorted { $0.lexicographicallyPrecedes($1) }
        for first in all {
            for second in all {
                let objects = [first, second].map { keys in
                    "{\(keys.map { "\"\($0)\":1" }.joined(separator: ","))}"
                }
                let text = "[\(objects[0]),\(objects[1])]"
                let repeated = [first, second].reduce(0) { $0 + $1.count - Set($1).count }
                #expect(JSON.read(Array(text.utf8), dialect: .strict).errors.count == repeated, "\(text)")
            }
        }
    }

    @Test(arguments: [
        ("// note\n{\"a\": 1, /* b */ \"b\": [1, 2,],}", #"{"a":1,"b":[1,2]}"#),
        ("/* a // b */ [ // c\n 1 // d\n , ]// e", "[1]"),
    ])
    func whatPeopleWriteIsRead(_ text: String, _ written: String) throws {
        let (json, errors) = JSON.read(Array(text.utf8), dialect: .relaxed)
        #expect(errors.isEmpty)
        #expect(JSONWriter.compact(try #require(json).value) == written)
    }

    /// Literals of JavaScript, and their values.
    @Test(arguments: [
        ("[+1, -.5, - 1, .5, 5., 5.e3, 1_000, 1_0.2_5]", "[1,-0.5,-1,0.5,5,5e3,1000,10.25]"),
        ("[0b11, 0B1_1, 0o17, 0x1f, 0XfF, -0x1F]", "[3,3,15,31,255,-31]"),
        (
            "[12n, -1n, 0x1Fn, 0n, 340282366920938463463374607431768211456n]",
            "[12,-1,31,0,340282366920938463463374607431768211456]"
        ),
        ("[0xffffffffffffffffffffffffffffffff]", "[340282366920938463463374607431768211455]"),
        ("[010, 00, 08, 08.5, 009]", "[8,0,8,8.5,9]"),
        (
            "[NaN, -NaN, Infinity, +Infinity, undefined, void 0, void(0), void  0]",
            "[null,null,null,null,null,null,null,null]"
        ),
        ("[!0, !1, !!0, !!1]", "[true,false,false,true]"), ("[1,,2,]", "[1,null,2]"),
        ("[,1,,]", "[null,1,null]"),
        ("[,]", "[null]"),
        ("\u{A0}{\u{FEFF}a\u{2028}:\u{3000}1,\u{B}b:2\u{2029}}", #"{"a":1,"b":2}"#),
        ("{a:1 // b\u{2028},c:/* d */2}", #"{"a":1,"c":2}"#),
        (#"{é:1,$_1:2,\u0061b:3,c\u{64}:4}"#, #"{"é":1,"$_1":2,"ab":3,"cd":4}"#),
        (
            "{.5:1,1.50:2,0x10:3,1e3:4,1_0:5,1n:6,08:7}",
            #"{"0.5":1,"1.5":2,"16":3,"1000":4,"10":5,"1":6,"8":7}"#
        ),
        (
            "[`a\"b'c`, `\\`\\${d}$`, ``, `a\n\tb`, `a\r\nb\rc`]",
            #"["a\"b'c","`${d}$","","a\n\tb","a\nb\nc"]"#
        ),
        (
            "[`a\\\nb`, `a\\\r\nb`, 'a\\\nb', \"a\\\r\nb\", 'a\\\rb', 'a\\\u{2028}b', `\\é`]",
            #"["ab","ab","ab","ab","ab","ab","é"]"#
        ),
        (#"[`\u{41}\x42\u0043`, '\101\60\377\400\8\08']"#, #"["ABC","A0ÿ 08\u00008"]"#),
        ("['a\tb']", #"["a\tb"]"#),
    ])
    func scriptsAreRead(_ text: String, _ written: String) throws {
        let (json, errors) = JSON.read(Array(text.utf8), dialect: .script)
        #expect(errors.isEmpty)
        #expect(JSONWriter.compact(try #require(json).value) == written)
    }

    @Test(arguments: [
        "1__0", "1_", "_1", "0_1", "0x", "0x_1", "0b2", "0o8", "1.5n", "08n", "010.5", "+1n", "1.5.3", "1e",
        "1e+", "1..a",
        "1a", ".", "+", "-", "--1", "+'1'", "void 1", "void", "!2", "1-2", "1+2", "'a'+'b'", "a", "é", "a()",
        "`a", "`${1}`",
        #"`\101`"#, #"`\8`"#, #"`\01`"#, "{,}", "{a:1,,}", "{[\"a\"]:1}", "{“a”:1}", "{a}", "{a(){}}",
        "{...b}", "{1e-7:1}",
        "{1a:1}", "[...a]", "new Date(0)", "/a/",
    ])
    func codeIsAMistake(_ text: String) {
        #expect(JSON.read(Array(text.utf8), dialect: .script).errors.count == 1)
        for dialect in [JSONReader.Dialect.strict, .relaxed] {
            #expect(!JSON.read(Array(text.utf8), dialect: dialect).errors.isEmpty)
        }
    }

    /// Of equal keys in a script the last value is kept, in the place of the first, for few keys and for many.
    @Test(arguments: [1, 2, 11, 12, 13, 30])
    func theLastValueOfAKeyIsKept(_ count: Int) {
        let names = (0..<count).map { "k\($0)" }
        for again in names {
            let values = Dictionary(uniqueKeysWithValues: names.map { ($0, $0 == again ? 3 : 1) })
            let members = names.map { "\($0): 1" } + ["\(again): 2", "\"\(again)\": 3"]
            let expected = names.map { "\"\($0)\":\(values[$0] ?? 0)" }
            let text = "[{\(members.joined(separator: ", "))}, {k0: 4}]"
            let json = JSON.read(Array(text.utf8), dialect: .script).json
            let written = json.map { JSONWriter.compact($0.value) }
            #expect(written == "[{\(expected.joined(separator: ","))},{\"k0\":4}]")
        }
    }

    /// Nested arrays and objects, and whether they are too deep: exactly as many as the limit are not.
    @Test(arguments: [(JSON.depthLimit, false), (JSON.depthLimit + 1, true)])
    func nestingHasALimit(_ depth: Int, _ isTooDeep: Bool) {
        let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let objects = String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
        for text in [arrays, objects] {
            #expect(JSON.read(Array(text.utf8), dialect: .strict).errors.isEmpty != isTooDeep)
            #expect(JSON.read(Array(text.utf8), dialect: .relaxed).errors.isEmpty != isTooDeep)
        }
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let text: String
        let errors: [String]
        var dialect = JSONReader.Dialect.relaxed
        var testDescription: String { text }
    }

    /// Texts with mistakes, and every error with its place.
    static let mistakes = [
        Mistake(text: "", errors: ["1:1 expected a value, found the end of the text"]),
        Mistake(text: "[1", errors: ["1:3 expected a comma or \"]\", found the end of the text"]),
        Mistake(text: "{\"a\": 1\n\"b\": 2}", errors: ["1:8 expected a comma or \"}\", found a quote"]),
        Mistake(
            text: "{a: 1, 'b': 2}",
            errors: [
                "1:2 expected a key in double quotes, found a",
                "1:8 expected double quotes, found single quotes",
            ]
        ),
        // The comma is missing where the previous value ends; what follows on other lines is read.
        Mistake(
            text: "{\"a\": [1] // b\n\n  \"c\": True\n}",
            errors: ["1:10 expected a comma or \"}\", found a quote", "3:8 expected a value, found True"]
        ),
        Mistake(text: "[1 2 3]", errors: ["1:3 expected a comma or \"]\", found \"2\""]),
        Mistake(
            text: "{\"a\": 1\n\"b\": 2}",
            errors: ["2:1 expected a comma or \"}\", found a quote"],
            dialect: .strict
        ),
        // A missing quote has one message, whatever the rest of the line looks like.
        Mistake(
            text: "{\"a\": {\"b\": \"c, \"d\": \"e\"},\n\"f\": True}",
            errors: ["1:18 expected a comma or \"}\", found \"d\""]
        ),
        Mistake(
            text: "{\"a\": {\"b\": c\", \"d\": \"e\"},\n\"f\": True}",
            errors: ["1:13 expected a value, found c"]
        ),
        Mistake(
            text: "{\"a: {\"b\": \"c\"}}",
            errors: ["1:8 expected a colon after the key, found \"b\""]
        ),
        Mistake(
            text: "{a\": {\"b\": \"c\"}}",
            errors: ["1:2 expected a key in double quotes, found a"]
        ),
        Mistake(text: "{\"a\": b:c}", errors: ["1:7 expected a value, found b"]),
        Mistake(text: "{\"a\": \"b,\n\"c\": True}", errors: ["1:7 unterminated string"]),
        Mistake(
            text: "{7: [01, nul], b: True}",
            errors: [
                "1:2 expected a key in double quotes, found 7", "1:6 invalid number 01",
                "1:10 expected a value, found nul", "1:16 expected a key in double quotes, found b",
                "1:19 expected a value, found True",
            ]
        ),
        Mistake(text: "{\"a\" 1}", errors: ["1:6 expected a colon after the key, found \"1\""]),
        Mistake(text: "{\"a\": 1, \"a\": 2}", errors: ["1:10 duplicate key \"a\""]),
        Mistake(
            text: "[True, nul]",
            errors: ["1:2 expected a value, found True", "1:8 expected a value, found nul"]
        ),
        Mistake(
            text: "[01, 1., .5]",
            errors: [
                "1:2 invalid number 01", "1:6 invalid number 1.",
                "1:10 expected a value, found \".\"",
            ]
        ),
        Mistake(text: "[\"a\nb\"]", errors: ["1:2 unterminated string"]),
        Mistake(text: "[\"a", errors: ["1:2 unterminated string"]),
        Mistake(
            text: #"["\x", "\u12"]"#,
            errors: [
                "1:3 invalid escape sequence",
                "1:9 expected four hexadecimal digits after \\u",
            ]
        ),
        Mistake(
            text: #"["\ud83d", "\ud83d\ude00"]"#,
            errors: [#"1:3 unpaired surrogate \ud83d"#]
        ),
        Mistake(text: "[1] 2", errors: ["1:5 expected the end of the text after its value, found \"2\""]),
        Mistake(text: "[1}", errors: ["1:3 expected a comma or \"]\", found \"}\""]),
        Mistake(text: "/* a", errors: ["1:1 unterminated comment"]),
        Mistake(
            text: "[1,]",
            errors: ["1:3 expected a value after the comma, found \"]\""],
            dialect: .strict
        ),
        Mistake(text: "[1 // a\n]", errors: ["1:4 comments are not allowed in JSON data"], dialect: .strict),
        Mistake(text: "[\u{7}]", errors: ["1:2 expected a value, found \"\u{7}\""]),
        Mistake(text: "[\"\u{7}\"]", errors: ["1:3 unescaped control character in a string"]),
        Mistake(text: "é", errors: ["1:1 expected a value, found \"é\""]),
    ]

    @Test(arguments: mistakes) func mistakesAreReported(_ mistake: Mistake) {
        let bytes = Array(mistake.text.utf8)
        let source = SourceText(name: "", bytes: bytes)
        let errors = JSON.read(bytes, dialect: mistake.dialect).errors.map { error in
            let location = source.location(of: error.range)
            return "\(location.line ?? 0):\(location.column ?? 0) \(error.message)"
        }
        #expect(errors == mistake.errors)
    }

    /// Texts of any length before and after the word, number or key, and the message about it.
    @Test(
        arguments: [
            ("", "", "expected a value, found %"), ("-", "", "invalid number -%"),
            ("{", ": 1}", "expected a key in double quotes, found %"),
            (#"{"a": 1, ""#, #"": 2, "%": 3}"#, #"duplicate key "%""#),
        ]
    )
    func longTextsAreShortened(_ start: String, _ end: String, _ message: String) {
        // A number has its sign as one of the 80 characters.
        let limit = start == "-" ? 79 : 80
        for length in [limit, limit + 1, 1_000_000] {
            let word = String(repeating: "x", count: length)
            let text = start + word + end.replacing("%", with: word)
            let shown = length == limit ? word : word.prefix(limit) + "…"
            let error = JSON.read(Array(text.utf8), dialect: .relaxed).errors.first
            #expect(error?.message == message.replacing("%", with: shown))
            #expect(error?.help?.utf8.count ?? 0 < 100)
        }
    }

    @Test func nestingIsLimitedAndCostsNoStack() {
        let text = Array(String(repeating: "[", count: 1_000_000).utf8)
        #expect(
            JSON.read(text, dialect: .strict).errors == [
                JSONError(message: "arrays and objects are nested more than 512 deep", range: 512..<513)
            ]
        )
    }

    /// The first losses are kept with what was written, others are counted.
    @Test(arguments: [(19, 19, 0), (20, 20, 0), (21, 20, 1), (25, 20, 5)])
    func lossesAreKeptUpToALimit(_ count: Int, _ kept: Int, _ others: Int) {
        let text = "[\(Array(repeating: #""\u0000""#, count: count).joined(separator: ","))]"
        let losses = JSON.readWithLosses(Array(text.utf8), dialect: .strict).losses
        #expect(losses.first.map(\.written) == Array(repeating: #"\u0000"#, count: kept))
        #expect(losses.others == others)
    }

    /// Takes a number of values and keys.
    private struct Taking: JSONHandler {
        var left: Int
        var taken = 0
        var isDone: Bool { left <= taken }

        mutating func beginObject(at offset: Int) { taken += 1 }
        mutating func endObject(at end: Int) {}
        mutating func beginArray(at offset: Int) { taken += 1 }
        mutating func endArray(at end: Int) {}
        mutating func key(_ utf8: UnsafeBufferPointer<UInt8>, at range: Range<Int>) {}
        mutating func string(_ utf8: UnsafeBufferPointer<UInt8>, at range: Range<Int>) { taken += 1 }
        mutating func number(_ digits: UnsafeBufferPointer<UInt8>, at range: Range<Int>) { taken += 1 }
        mutating func boolean(_ value: Bool, at range: Range<Int>) { taken += 1 }
        mutating func null(at range: Range<Int>) { taken += 1 }
    }

    /// What needs no more of a text does not read it to its end, and nothing is a mistake.
    @Test(arguments: ["[1,[2,3],4,5,6]", #"{"a":1,"b":true,"c":null,"d":"x","e":2}"#])
    func aTextIsReadAsFarAsNeeded(_ text: String) {
        for left in 1...8 {
            var handler = Taking(left: left)
            let result = JSONReader.read(Array(text.utf8), dialect: .strict, depthLimit: 8, into: &handler)
            #expect(result.errors == [])
            #expect((result.end == nil) == handler.isDone)
            #expect(handler.taken <= left + 1)
        }
    }

    @Test func invalidUTF8IsReported() {
        let (json, errors) = JSON.read([0x5B, 0x22, 0xFF, 0x22, 0x5D], dialect: .strict)
        #expect(json == nil)
        #expect(errors == [JSONError(message: "the text is not valid UTF-8", range: 2..<3)])
    }

    /// A key is found again among few keys and among many, in any position, and is forgotten with its object.
    @Test(arguments: [1, 2, 11, 12, 13, 40])
    func duplicateKeysAreFoundAmongAnyNumber(_ count: Int) {
        let keys = (0..<count).map { "\"k\($0)\": 0" }.joined(separator: ", ")
        #expect(JSON.read(Array("[{\(keys)}, {\(keys)}]".utf8), dialect: .relaxed).errors.isEmpty)
        for again in Set([0, count / 2, count - 1]) {
            let errors = JSON.read(Array("{\(keys), \"k\(again)\": 1}".utf8), dialect: .relaxed).errors
            #expect(errors.map(\.message) == ["duplicate key \"k\(again)\""])
        }
    }
}
