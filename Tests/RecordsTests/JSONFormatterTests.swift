import Foundation
import Testing

@testable import Records

@Suite struct JSONFormatterTests {
    /// A text and its formatted form.
    static let table: [(String, String)] = [
        // Scalars and white space
        ("1.10", "1.10\n"), ("\u{FEFF} \"\\u0041\\/\"\r\n", "\"\\u0041\\/\"\n"), ("[ ]", "[]\n"),
        ("{\n\n}", "{}\n"),
        ("[1,2 ,3,]", "[1, 2, 3]\n"), (#"{"a":1,"b":[ ],}"#, "{ \"a\": 1, \"b\": [] }\n"),
        // Small containers are on one line, wherever the lines of the source end.
        ("{\n  \"a\": [\n    1,\n    2\n  ]\n}", "{ \"a\": [1, 2] }\n"),
        (
            #"{"a":{"b":{"c":{"d":1}}}}"#,
            """
            {
              "a": { "b": { "c": { "d": 1 } } }
            }

            """
        ),
        (
            #"{"a":{"x":1},"b":{"y":[{"z":2},{"z":3}]}}"#,
            """
            {
              "a": { "x": 1 },
              "b": { "y": [{ "z": 2 }, { "z": 3 }] }
            }

            """
        ),
        // Blank lines
        (
            "[\n\n1,\n\n\n2,\n3\n,\n\n4\n\n]",
            """
            [
              1,

              2,
              3,

              4
            ]

            """
        ),
        // Comments before, after and at the end
        (
            """
            // head

            // root
            { // open
            "a": 1, // a
              /* b */ "b": 2 // more
              , "c": [ // list
              ],

                 // of d
              "d": {}
            // end
            } // foot
            // last
            """,
            """
            // head

            // root
            { // open
              "a": 1, // a
              /* b */ "b": 2, // more
              "c": [ // list
              ],

              // of d
              "d": {}
              // end
            } // foot
            // last

            """
        ),
        ("[1 /* one */, /* two */ 2, /* end */]", "[\n  1, /* one */\n  /* two */ 2 /* end */\n]\n"),
        ("[1, /* a */ // b\n2\n// c\n, 3]", "[\n  1, /* a */ // b\n  2,\n  // c\n  3\n]\n"),
        ("[1 // a\n, // b\n2]", "[\n  1, // a\n  // b\n  2\n]\n"),
        // Of several comments, the last one decides whether all of them end the line.
        ("[1, /* a */ /* b */ 2]", "[\n  1,\n  /* a */ /* b */ 2\n]\n"),
        ("[1, /* a */ /* b */\n2]", "[\n  1, /* a */ /* b */\n  2\n]\n"),
        ("[1 /* a */ /* b */, 2]", "[\n  1, /* a */ /* b */\n  2\n]\n"),
        ("{ /* a */ /* b */ \"x\": 1 }", "{\n  /* a */ /* b */ \"x\": 1\n}\n"),
        ("{ /* a */ // b\n\"x\": 1 }", "{ /* a */ // b\n  \"x\": 1\n}\n"),
        ("{ /* nothing */ }", "{\n  /* nothing */\n}\n"), ("[ // nothing\n]", "[ // nothing\n]\n"),
        // Comments between a key and its value
        (
            "{\"a\" /* x */ : /* y */ 1, \"b\": // z\n {}}",
            "{\n  \"a\": /* x */ /* y */ 1,\n  // z\n  \"b\": {}\n}\n"
        ),
        ("{\n\n/* x */ \"a\":\n// y\n1}", "{\n  /* x */\n  // y\n  \"a\": 1\n}\n"),
        // The lines of a comment stay aligned.
        (
            "{\n      /* one   \n       * two\r\n\n  three */\n\"a\": 1}",
            "{\n  /* one\n   * two\n\nthree */\n  \"a\": 1\n}\n"
        ),
        ("/* a\n b */ 1 // c  ", "/* a\n b */ 1 // c\n"),
        ("[1]//", "[1] //\n"), ("/**/[]/***/", "/**/ [] /***/\n"),
        ("// a /* b\n\"//\"", "// a /* b\n\"//\"\n"),
    ]

    @Test(arguments: table) func textsAreFormatted(_ text: String, _ formatted: String) {
        let (result, errors) = JSONFormatter.format(Array(text.utf8))
        #expect(errors.isEmpty)
        #expect(result.map { String(decoding: $0, as: UTF8.self) } == formatted)
        checkLaws(text)
    }

    @Test(arguments: [
        (100, "[\"\(String(repeating: "é", count: 96))\"]\n"),
        (101, "[\n  \"\(String(repeating: "é", count: 97))\"\n]\n"),
    ])
    func aLineHasOneHundredColumns(_ columns: Int, _ formatted: String) {
        let text = "[\"\(String(repeating: "é", count: columns - 4))\"]"
        #expect(JSONFormatter.format(Array(text.utf8)).text == Array(formatted.utf8))
    }

    /// The width of a line includes the comma after a value, but not a comment.
    @Test func theLastColumnIsForTheComma() {
        let list = "[\"\(String(repeating: "x", count: 94))\"]"
        func formatted(_ text: String) -> Int {
            let result = JSONFormatter.format(Array(text.utf8)).text ?? []
            return String(decoding: result, as: UTF8.self).split(separator: "\n").count
        }
        #expect(formatted("[\n// c\n\(list) // comment\n]") == 4)
        #expect(formatted("[\n// c\n\(list), 1]") == 7)
        #expect(formatted("[\n// c\n\(list.replacing("xx", with: "x", maxReplacements: 1)), 1]") == 5)
    }

    @Test func textsWithMistakesAreLeftAlone() {
        let (text, errors) = JSONFormatter.format(Array("{\"a\" 1}".utf8))
        #expect(text == nil)
        #expect(errors.map(\.message) == ["expected a colon after the key, found \"1\""])
    }

    /// The repository's own rules are formatted, and formatting does not change them.
    @Test func rulesOfTheRepositoryAreFormatted() throws {
        let folder = URL(filePath: "\(#filePath)").deletingLastPathComponent()
            .appending(path: "../../Rules")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".json") }
        #expect(!names.isEmpty)
        for name in names {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            checkLaws(text)
            let formatted = JSONFormatter.format(Array(text.utf8)).text ?? []
            #expect(String(decoding: formatted, as: UTF8.self) == text, "\(name)")
        }
    }

    @Test(arguments: 0..<400 as Range<UInt64>) func lawsHoldForGeneratedTexts(_ seed: UInt64) {
        var generator = JSONTextGenerator(seed: seed)
        checkLaws(generator.text())
    }

    /// Without comments, line breaks and white space between tokens do not change the result.
    @Test(arguments: 0..<100 as Range<UInt64>) func layoutIsIgnored(_ seed: UInt64) throws {
        var generator = JSONTextGenerator(seed: seed, hasComments: false)
        let text = generator.text()
        let (json, _) = JSON.read(Array(text.utf8), dialect: .relaxed)
        let value = try #require(json).value
        let formats = [JSONWriter.compact(value), JSONWriter.pretty(value)].map {
            JSONFormatter.format(Array($0.utf8)).text
        }
        #expect(formats[0] != nil)
        #expect(formats[0] == formats[1])
    }

    @Test func depthCostsNoStack() {
        let depth = JSON.depthLimit
        let text = String(repeating: "[", count: depth) + "// c\n" + String(repeating: "]", count: depth)
        checkLaws(text)
        #expect(JSONFormatter.format(Array((text + "]").utf8)).text == nil)
    }

    // MARK: - Laws

    /// Formatting preserves the value, every comment in order, and its own result.
    private func checkLaws(_ text: String) {
        let bytes = Array(text.utf8)
        guard let formatted = JSONFormatter.format(bytes).text else {
            Issue.record("not formatted: \(text)")
            return
        }
        let shown = Comment(rawValue: "\(text)\n-- becomes\n\(String(decoding: formatted, as: UTF8.self))")
        let before = JSON.read(bytes, dialect: .relaxed)
        let after = JSON.read(formatted, dialect: .relaxed)
        #expect(before.json?.value == after.json?.value, shown)
        #expect(after.errors.isEmpty, shown)
        #expect(comments(bytes) == comments(formatted), shown)
        #expect(JSONFormatter.format(formatted).text == formatted, shown)
        #expect(!formatted.split(separator: 0x0A).contains { $0.last == 0x20 }, shown)
    }

    /// The comments of a text, without white space.
    private func comments(_ text: [UInt8]) -> [String] {
        let tokens = JSONTokens.read(text, dialect: .relaxed, depthLimit: JSON.depthLimit).tokens ?? []
        return tokens.filter(\.isComment).map {
            String(decoding: text[$0.range].filter { ![0x20, 0x09, 0x0D, 0x0A].contains($0) }, as: UTF8.self)
        }
    }
}

/// Generates JSON texts as careless people may write them, the same for the same seed: white space, comments and
/// trailing commas anywhere.
struct JSONTextGenerator {
    private var state: UInt64
    private let hasComments: Bool
    private var comments = 0

    init(seed: UInt64, hasComments: Bool = true) {
        state = seed
        self.hasComments = hasComments
    }

    mutating func text() -> String {
        space() + value(depth: 0) + space()
    }

    /// A number below `limit` (SplitMix64).
    private mutating func random(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(limit))
    }

    private mutating func value(depth: Int) -> String {
        switch random(depth > 6 ? 4 : 9) {
        case 0: return ["true", "false", "null"][random(3)]
        case 1: return ["1.10", "-0", "1e5", "12"][random(4)]
        case 2, 3: return string()
        case 4, 5, 6:
            return list("{", "}") { "\"\($1)\"" + $0.space() + ":" + $0.space() + $0.value(depth: depth + 1) }
        default: return list("[", "]") { generator, _ in generator.value(depth: depth + 1) }
        }
    }

    private mutating func string() -> String {
        let texts = ["", "a // b", "/* c", "*/", "\\\"", "\\\\", "é, ü", "{[", "a: b", "\\u0041"]
        return "\"" + texts[random(texts.count)]
            + String(repeating: "x", count: random(12) == 0 ? 60 : random(6)) + "\""
    }

    private mutating func list(
        _ open: String,
        _ close: String,
        _ element: (inout JSONTextGenerator, Int) -> String
    ) -> String {
        var text = open + space()
        let count = random(5)
        for index in 0..<count {
            text += element(&self, index) + space()
            if index < count - 1 || random(4) == 0 { text += "," + space() }
        }
        return text + close
    }

    /// White space with comments; may be empty.
    private mutating func space() -> String {
        var text = ""
        for _ in 0..<random(4) {
            switch random(hasComments ? 10 : 7) {
            case 0, 1, 2: text += [" ", "  ", "\t"][random(3)]
            case 3, 4: text += "\n"
            case 5: text += "\r\n\n"
            case 6: text += "\n    "
            case 7: text += "// \(comment())" + ["", " ", " \r"][random(3)] + "\n"
            case 8: text += "/* \(comment()) */"
            default: text += "/* \(comment())\n      * \(comment())  \n*/"
            }
        }
        return text
    }

    private mutating func comment() -> String {
        comments += 1
        return "c\(comments)" + ["", " \"", " // x", " {", ","][random(5)]
    }
}
