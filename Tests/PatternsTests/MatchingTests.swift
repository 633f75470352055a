import Testing

@testable import Patterns

@Suite struct MatchingTests {
    @Test(arguments: [
        ("abc", "xabcx", true), ("abc", "ab", false), ("", "", true), ("^a", "ba", false), ("a$", "ba", true),
        ("^$", "", true), ("^$", "x", false), ("a|b", "b", true), ("(ab)+c", "ababc", true),
        ("a*b", "b", true),
        ("a+b", "b", false), ("colou?r", "color", true), ("[a-c]x", "bx", true), ("[^a-c]x", "bx", false),
        ("\\d{3}", "12", false), ("\\d{3}", "123", true), ("^\\d{2,3}$", "1234", false),
        ("^\\d{2,}$", "1234", true),
        ("\\bcat\\b", "a cat.", true), ("\\bcat\\b", "concat", false), ("\\Bcat", "concat", true),
        ("(?i)ABC", "abc", true), ("(?i:A)b", "aB", false), ("a.c", "a\nc", false), ("(?s)a.c", "a\nc", true),
        ("(?m)^b$", "a\nb\nc", true), ("^b$", "a\nb\nc", false), ("\\p{Lu}", "aÉ", true),
        ("^\\p{L}+$", "äé", true),
        ("\\P{L}", "ab", false), ("[\\d\\s]", "x y", true), ("[]a]", "]", true), ("[a-]", "-", true),
        ("\\u00e9", "é", true), ("\\x41", "A", true), ("(?<y>\\d+)", "1", true), ("x{0}y", "y", true),
        ("(?i)É", "é", true), ("\\$\\d", "$5", true), ("(|a)+b", "ab", true), ("a??b", "b", true),
        ("^(?:a|ab)(?:c|bcd)$", "abcd", true), ("(?<=\\s*)a", "a", true), ("(?<=(?:ab)+)c", "ababc", true),
        ("(?<!x+)a", "xxa", false), ("(?=.*\\d)(?=.*[a-z]).+", "a1", true),
        ("(?=.*\\d)(?=.*[a-z]).+", "ab", false),
        ("\\d", "٣", true), ("\\w", "é", true), ("\\s", "\u{2009}", true), ("\\bé", "aé", false),
    ])
    func isMatch(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
        #expect(try Pattern(pattern).isMatch(in: text) == isMatch)
    }

    /// The leftmost match that a backtracking engine would find, in bytes.
    @Test(arguments: [
        ("b", "abc", 1..<2), ("a*", "baa", 0..<0), ("a+", "baab", 1..<3), ("a+?", "baab", 1..<2),
        ("a|ab", "xab", 1..<2), ("ab|a", "xab", 1..<3), ("(a|ab)(c|bcd)", "abcd", 0..<4),
        ("é.", "aéb", 1..<4),
        ("<.*>", "<a><b>", 0..<6), ("<.*?>", "<a><b>", 0..<3), ("b$", "bab", 2..<3), ("x*y|x", "xxxz", 0..<1),
        ("(a*)*b", "caab", 1..<4), ("\\b", " a", 1..<1), ("z", "abc", nil), ("$", "a\n", 1..<1),
        ("\\z", "a\n", 2..<2),
        // An anchor that is optional.
        ("(?:^a)*b", "xb", 1..<2), ("(?:^a)?b", "xab", 2..<3), ("(?:^a)+b", "xab", nil),
        ("(?:^a){0,2}b", "abab", 0..<2),
    ])
    func firstMatch(_ pattern: String, _ text: String, _ range: Range<Int>?) throws {
        #expect(try Pattern(pattern).firstMatch(in: Array(text.utf8)) == range)
    }

    @Test(arguments: [
        ("abc)", 3..<4, "has no \"(\" before it"), ("a**", 2..<3, "nothing to repeat"),
        ("[b-a]", 2..<4, "must end with a character that follows its first one"),
        ("é\\q", 2..<4, "write \"q\""),
        ("x(a", 1..<2, "does not end"), ("x[a", 1..<2, "does not end"),
        ("x{3,2}", 1..<6, "maximum below its minimum"),
        ("a\\", 1..<2, "ends within an escape"), ("a{", 1..<2, "write \"\\\\{\""),
        ("(a)\\1", 3..<5, "back-reference"),
        ("\\k<a>", 0..<2, "back-reference"), ("a*+", 1..<3, "write \"*\" in place of \"*+\""),
        ("(?>a)", 0..<3, "atomic"),
        ("\\X", 0..<2, "\\\\P{M}\\\\p{M}*"), ("\\G", 0..<2, "write \"^\""),
        ("(?(1)a)", 0..<3, "condition on a group"),
        ("(?R)", 0..<3, "contains itself"), ("(?1)", 0..<3, "contains itself"), ("(?C)", 0..<3, "call-out"),
        ("(?|a)", 0..<3, "numbers the groups of alternatives"), ("(?P<a>b)", 0..<3, "(?<name>"),
        ("(?<a>b)(?<a>c)", 7..<12, "two groups"), ("(?<=(a))b", 4..<5, "cannot capture"),
        ("\\b+", 2..<3, "condition"),
        ("(?=a)*", 5..<6, "condition"), ("\\p{Xx}", 0..<6, "not a known class"),
        ("[[:x:]]", 1..<6, "not a known class"),
        ("[\\b]", 1..<3, "backspace"), ("[a&&]", 0..<5, "nothing on one side"),
        ("a{10001}", 1..<8, "at most 10000"),
        ("((a{1000}){1000}){1000}", 0..<23, "too large"), ("\\N{SPACE}", 0..<2, "its number"),
        ("\\xg", 0..<2, "number"),
        ("a{2}{3}", 4..<7, "follows another"), ("(?w)a", 0..<3, "flag \"w\""), ("(?d)a", 0..<3, "flag \"d\""),
    ])
    func errorsHaveAPlaceAndSayWhatToWrite(_ pattern: String, _ range: Range<Int>, _ part: String) {
        let error = #expect(throws: PatternError.self) { try Pattern(pattern) }
        #expect(error?.range == range, "\(pattern): \(error?.message ?? "")")
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [(100, true), (101, false)])
    func depthIsLimited(_ depth: Int, _ isValid: Bool) {
        for (open, close) in [("(", ")"), ("[", "]")] {
            let text = String(repeating: open, count: depth) + "a" + String(repeating: close, count: depth)
            #expect(((try? Pattern(text)) != nil) == isValid)
        }
        #expect(throws: PatternError.self) { try Pattern(String(repeating: "(", count: 100_000)) }
    }

    @Test func groupsHaveNamesAndKeepWhatTheyMatchedLast() throws {
        let pattern = try Pattern("(?<word>[a-z]+)(?:(-)|(\\d))*")
        #expect(pattern.groups == ["word", nil, nil])
        let text = Array("ab-1--c".utf8)
        let matches = text.withUnsafeBufferPointer { pattern.matches(in: $0) }
        #expect(
            matches.map { match in (0...3).map { match[$0] } } == [
                [0..<6, 0..<2, 5..<6, 3..<4], [6..<7, 6..<7, nil, nil],
            ]
        )
        #expect(matches[0][4] == nil && matches[0][-1] == nil)
    }

    @Test func limitStopsTheSearch() throws {
        let text = Array("aaaa".utf8)
        let pattern = try Pattern("a")
        for limit in 0...5 {
            #expect(
                text.withUnsafeBufferPointer { pattern.matches(in: $0, limit: limit) }.count == min(limit, 4)
            )
        }
    }

    @Test func invalidUTF8IsReadAsReplacementCharacters() throws {
        let pattern = try Pattern("é|x$")
        #expect(!pattern.isMatch(in: [0xC3, 0x28, 0xFF, 0xE2, 0x82]))
        #expect(pattern.isMatch(in: [0xFF, UInt8(ascii: "x")]))
        let replacement = try Pattern("\\x{FFFD}")
        let text: [UInt8] = [0xC3, 0x28, 0xFF, 0xE2, 0x82, 0xC0, 0x80, 0xED, 0xA0, 0x80]
        for method in Matcher.Method.allCases {
            let found = replacement.matches(in: text, by: method).matches.map(\.range.lowerBound)
            #expect(found == [0, 2, 3, 4, 5, 6, 7, 8, 9])
        }
    }

    /// A character that the end of the text truncates is as many replacement characters as it has bytes.
    @Test(arguments: [".", "(?s).", "[^a]", "(?<=(?s:.))(?s:.)|^.", "\\x{FFFD}|\\w|\\p{So}"])
    func truncatedCharacters(_ pattern: String) throws {
        let pattern = try Pattern(pattern)
        let whole = Array("é日😀".utf8)
        for end in 0...whole.count {
            for start in 0...end {
                let text = Array(whole[start..<end])
                let replaced = String(decoding: text, as: UTF8.self)
                let expected =
                    text.count
                    - replaced.unicodeScalars.reduce(0) { sum, scalar in
                        sum + (scalar == "\u{FFFD}" ? 0 : UTF8.width(scalar) - 1)
                    }
                for method in Matcher.Method.allCases {
                    let found = pattern.matches(in: text, by: method).matches
                    #expect(found.count == expected || text.isEmpty, "\(text)")
                }
            }
        }
    }

    /// A matcher can be reused, and forgets the results for the previous text.
    @Test func matchersAreUsedAgain() throws {
        let pattern = try Pattern("(?<=x.*)(\\w+) (\\d+)(?= *$)")
        for count in [1, 100, 3, 5000, 0, 2] {
            let padding = String(repeating: "é-", count: count)
            #expect(pattern.isMatch(in: "x\(padding)ab 12  "))
            #expect(!pattern.isMatch(in: "\(padding)ab 12  "))
            #expect(!pattern.isMatch(in: "x\(padding)ab 12  x"))
        }
    }

    @Test func threadsShareAPattern() async throws {
        let pattern = try Pattern("(\\p{L}+)-(\\d+)")
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let text = Array("\(String(repeating: "ä ", count: number * 40)) wörd-\(number)".utf8)
                    let range = text.withUnsafeBufferPointer { pattern.matches(in: $0).first?[2] }
                    return range.map { String(decoding: text[$0], as: UTF8.self) } == "\(number)"
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    /// Texts with more different characters than any table has columns for.
    @Test func manyCharacters() throws {
        let scalars = (0x4E00..<0x9000).compactMap(Unicode.Scalar.init).map(String.init)
        let words = stride(from: 0, to: scalars.count, by: 7).map { scalars[$0] }
        let pattern = try Pattern("(?:\(words.prefix(600).joined(separator: "|")))+")
        let text = Array(scalars.prefix(5000).joined().utf8)
        let counts = Set(Matcher.Method.allCases.map { pattern.matches(in: text, by: $0).matches.count })
        #expect(counts == [600])
    }

    /// A text for which the automaton needs more states than it keeps: it gives up, and the other ways find the same.
    @Test func manyStates() throws {
        let pattern = try Pattern("[ab]*a[ab]{16}c|(?<=a[ab]{15})d")
        var state: UInt64 = 0x2545_F491_4F6C_DD1D
        var text: [UInt8] = []
        for index in 0..<30_000 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            let letters: [UInt8] = index % 5_000 == 4_999 ? [0x63, 0x64] : [0x61, 0x62]
            text.append(letters[Int(state >> 40) & 1])
        }
        let found = Matcher.Method.allCases.map { pattern.matches(in: text, by: $0).matches.map(\.range) }
        #expect(found.allSatisfy { $0 == found[0] } && !found[0].isEmpty)
    }

    /// Characters at the bounds of sets: where half of the ASCII characters ends, at their end, and at that of Unicode.
    @Test(arguments: [
        ("[\\x3F]", "?", true), ("[\\x3F]", "@", false), ("[\\x40]", "@", true), ("[\\x40]", "?", false),
        ("[\\x3F-\\x40]", "?", true), ("[\\x3F-\\x40]", "@", true), ("[\\x3F-\\x40]", "A", false),
        ("[\\x7F]", "\u{7F}", true), ("[\\x7F-\\xFF]", "\u{7F}", true), ("[\\x7F-\\xFF]", "\u{7E}", false),
        ("[\\x7F-\\xFF]", "\u{80}", true), ("[\\x80-\\xFF]", "\u{7F}", false), ("[^\\x7F]", "\u{7F}", false),
        ("\\p{script=Latin}", "\u{10FFFF}", false), ("\\P{script=Latin}", "\u{10FFFF}", true),
        ("\\p{script=Inherited}", "\u{E01EF}", true), ("\\p{script=Inherited}", "\u{E01F0}", false),
        ("[\\x{10FFFE}-\\x{10FFFF}]", "\u{10FFFF}", true), ("[^\\x{10FFFF}]", "\u{10FFFF}", false),
    ])
    func boundsOfSets(_ text: String, _ character: String, _ isMatch: Bool) throws {
        let pattern = try Pattern("\(text)+")
        #expect(pattern.isMatch(in: character) == isMatch)
        for method in Matcher.Method.allCases {
            #expect(pattern.matches(in: Array(character.utf8), by: method).matches.isEmpty != isMatch)
        }
    }

    @Test func namesOfClasses() throws {
        let names = [
            ("Lu", "É"), ("L", "é"), ("Letter", "é"), ("Uppercase_Letter", "É"), ("gc=Nd", "٣"),
            ("Greek", "α"),
            ("IsGreek", "α"), ("script=Cyrillic", "ж"), ("sc=Hani", "日"), ("Alphabetic", "é"),
            ("White Space", "\u{2009}"),
            ("alnum", "9"), ("punct", "¿"), ("Any", "\u{378}"), ("Emoji=No", "é"), ("emoji", "😀"),
            ("LC", "ǅ"),
        ]
        for (name, text) in names { #expect(try Pattern("^\\p{\(name)}$").isMatch(in: text), "\(name)") }
        for (name, text) in names { #expect(try !Pattern("^\\P{\(name)}$").isMatch(in: text), "\(name)") }
    }
}
