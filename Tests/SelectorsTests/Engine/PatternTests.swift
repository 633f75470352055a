import Testing

@testable import Selectors

@Suite struct PatternTests {
    @Test(arguments: [
        ("abc", "xabcx", true), ("abc", "ab", false), ("", "", true), ("^a", "ba", false), ("a$", "ba", true),
        ("^$", "", true), ("^$", "x", false),
        ("a|b", "b", true), ("(ab)+c", "ababc", true), ("a*b", "b", true), ("a+b", "b", false),
        ("colou?r", "color", true), ("[a-c]x", "bx", true),
        ("[^a-c]x", "bx", false), ("\\d{3}", "12", false), ("\\d{3}", "123", true),
        ("^\\d{2,3}$", "1234", false), ("^\\d{2,}$", "1234", true),
        ("\\bcat\\b", "a cat.", true), ("\\bcat\\b", "concat", false), ("\\Bcat", "concat", true),
        ("(?i)ABC", "abc", true), ("(?i:A)b", "aB", false),
        ("a.c", "a\nc", false), ("(?s)a.c", "a\nc", true), ("(?m)^b$", "a\nb\nc", true),
        ("^b$", "a\nb\nc", false), ("\\p{Lu}", "aÉ", true),
        ("^\\p{L}+$", "äé", true), ("\\P{L}", "ab", false), ("[\\d\\s]", "x y", true), ("[]a]", "]", true),
        ("[a-]", "-", true), ("\\u00e9", "é", true),
        ("\\x41", "A", true), ("(?<y>\\d+)", "1", true), ("(?P<y>a)", "a", true), ("(a|b)*c", "ababc", true),
        ("x{0}y", "y", true), ("(?:)", "", true),
        ("\\.", "a", false), ("a{,3}", "a{,3}", true), ("{", "{", true), ("é+", "éé", true),
        ("(?i)É", "é", true), ("[^\\d]", "5", false), ("\\$\\d", "$5", true),
        ("(a*)*b", "aaab", true), ("(|a)+b", "ab", true), ("a??b", "b", true),
        ("^(?:a|ab)(?:c|bcd)$", "abcd", true), ("\\w+@\\w+", "me@x", true),
    ])
    func found(_ pattern: String, _ text: String, _ isFound: Bool) throws {
        #expect(try Pattern(Array(pattern.utf8)).isFound(in: Array(text.utf8)) == isFound)
    }

    @Test(arguments: [
        "(", ")", "a)", "[", "[a", "*", "+a", "?", "a**", "a{2}{3}", "a++", "\\", "\\1", "\\k<a>", "(?=a)",
        "(?!a)", "(?<=a)", "(?<!a)", "[b-a]", "\\p{Xx}", "\\q",
        "a{1001}", "a{3,2}", "\\u12", "^*", "(?x", "(?<1>a)", "((a{1000}){1000}){1000}", "(?>a)",
    ])
    func refused(_ pattern: String) {
        #expect(throws: PatternError.self) { try Pattern(Array(pattern.utf8)) }
    }

    @Test func deepGroupsAreRefused() {
        let text = String(repeating: "(", count: 100_000)
        #expect(throws: PatternError.self) { try Pattern(Array(text.utf8)) }
    }

    @Test func nothingTakesLong() throws {
        // Patterns that take exponential time where possibilities are tried one after another.
        let text = Array(repeating: UInt8(ascii: "a"), count: 20_000)
        for pattern in ["(a+)+$b", "(a|a)*b", "(a|aa)+c", "^(a*)*b$", "(.*)(.*)(.*)x"] {
            #expect(try !Pattern(Array(pattern.utf8)).isFound(in: text))
        }
    }

    @Test func textNeedNotBeValid() throws {
        let pattern = try Pattern(Array("é|x$".utf8))
        #expect(!pattern.isFound(in: [0xC3, 0x28, 0xFF, 0xE2, 0x82]))
        #expect(pattern.isFound(in: [0xFF, UInt8(ascii: "x")]))
    }
}
