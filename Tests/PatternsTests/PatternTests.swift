import Testing

import Patterns

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
    func matches(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
        #expect(try Pattern(Array(pattern.utf8)).isMatch(in: Array(text.utf8)) == isMatch)
    }

    /// The leftmost match that a backtracking engine would find, in bytes.
    @Test(arguments: [
        ("b", "abc", 1..<2), ("a*", "baa", 0..<0), ("a+", "baab", 1..<3), ("a+?", "baab", 1..<2),
        ("a|ab", "xab", 1..<2), ("ab|a", "xab", 1..<3), ("(a|ab)(c|bcd)", "abcd", 0..<4),
        ("\\d{2,3}", "1234", 0..<3), ("\\d{2,3}?", "1234", 0..<2), ("é.", "aéb", 1..<4),
        ("<.*>", "<a><b>", 0..<6), ("<.*?>", "<a><b>", 0..<3), ("b$", "bab", 2..<3), ("^|x", "x", 0..<0),
        ("x*y|x", "xxxz", 0..<1), ("(a*)*b", "caab", 1..<4), ("\\b", " a", 1..<1), ("z", "abc", nil),
    ])
    func firstMatch(_ pattern: String, _ text: String, _ range: Range<Int>?) throws {
        #expect(try Pattern(Array(pattern.utf8)).firstMatch(in: Array(text.utf8)) == range)
    }

    @Test(arguments: [
        ("abc)", 3..<4), ("a**", 2..<3), ("[b-a]", 3..<4), ("é\\q", 2..<4), ("(a", 2..<2), ("x{3,2}", 1..<6),
    ])
    func errorsHaveAnOffset(_ pattern: String, _ range: Range<Int>) throws {
        let error = #expect(throws: PatternError.self) { try Pattern(Array(pattern.utf8)) }
        #expect(error?.range == range)
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

    @Test func matchingIsLinear() throws {
        // Patterns that take a backtracking engine exponential time.
        let text = Array(repeating: UInt8(ascii: "a"), count: 20_000)
        for pattern in ["(a+)+$b", "(a|a)*b", "(a|aa)+c", "^(a*)*b$", "(.*)(.*)(.*)x"] {
            #expect(try !Pattern(Array(pattern.utf8)).isMatch(in: text))
        }
    }

    @Test func invalidUTF8Matches() throws {
        let pattern = try Pattern(Array("é|x$".utf8))
        #expect(!pattern.isMatch(in: [0xC3, 0x28, 0xFF, 0xE2, 0x82]))
        #expect(pattern.isMatch(in: [0xFF, UInt8(ascii: "x")]))
    }
}
