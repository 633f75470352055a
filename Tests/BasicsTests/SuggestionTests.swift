import Testing

@testable import Basics

@Suite struct SuggestionTests {
    @Test(
        arguments: [
            ("slect", "select"), ("SELECT", "select"), ("fied", "fields"), ("tpye", "type"), ("nothing", nil),
            ("", nil),
        ] as [(String, String?)]
    )
    func suggestsTheNearestName(_ name: String, _ nearest: String?) {
        #expect(Suggestion.nearest(to: name, among: ["select", "fields", "type", "apply"]) == nearest)
    }

    /// A name of 64 bytes gets a suggestion, a longer one none, and neither does a name that resembles a longer one.
    @Test func longNamesGetNoSuggestion() {
        let name = String(repeating: "a", count: 63)
        #expect(Suggestion.nearest(to: name + "b", among: [name + "c"]) == name + "c")
        #expect(Suggestion.nearest(to: name + "bb", among: [name + "c"]) == nil)
        #expect(Suggestion.nearest(to: name + "b", among: [name + "bc"]) == nil)
    }

    @Test(arguments: [
        ("slect", "did you mean \"select\"?"), ("nothing", "expected one of \"select\", \"type\""),
    ])
    func helpNamesTheNearestOrAll(_ name: String, _ help: String) {
        #expect(Suggestion.help(for: name, among: ["select", "type"]) == help)
        #expect(Suggestion.help(for: name, among: []) == nil)
    }

    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("ca", "abc", 3),
        ("kitten", "sitting", 3), ("abcd", "dcba", 3), ("a", "bcdefg", 6), ("aaaa", "bbbb", 4),
        ("ab", "ba", 1), ("xab", "ba", 2), ("abxcd", "bacd", 2),
    ])
    func countsEdits(_ left: String, _ right: String, _ expected: Int) {
        for (from, to) in [(left, right), (right, left)] {
            let (from, to) = (Array(from.utf8), Array(to.utf8))
            for limit in 0...9 {
                let distance = editDistance(from: from, to: to, limit: limit)
                #expect(distance == (expected <= limit ? expected : nil), "limit \(limit)")
            }
            #expect(editDistance(from: from, to: to, limit: .max) == expected)
        }
    }

    /// The distance without a limit, by the recursive definition.
    private static func oracle(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var rows = [[Int]](repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
        for i in 0...left.count {
            for j in 0...right.count {
                guard i > 0, j > 0 else {
                    rows[i][j] = i + j
                    continue
                }
                let replacement = rows[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
                rows[i][j] = min(replacement, rows[i - 1][j] + 1, rows[i][j - 1] + 1)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
                }
            }
        }
        return rows[left.count][right.count]
    }

    /// All texts of up to four letters from a, b and c.
    private static let shortTexts: [[UInt8]] = (0..<4).reduce([[]]) { texts, _ in
        [[]] + texts.flatMap { text in Array("abc".utf8).map { text + [$0] } }
    }

    @Test func limitsChangeNoDistanceWithinThem() {
        #expect(SuggestionTests.shortTexts.count == 121)
        var wrong: [(left: [UInt8], right: [UInt8], limit: Int)] = []
        for left in SuggestionTests.shortTexts {
            for right in SuggestionTests.shortTexts {
                let distance = SuggestionTests.oracle(left, right)
                for limit in 0...5 {
                    let expected = distance <= limit ? distance : nil
                    if editDistance(from: left, to: right, limit: limit) != expected {
                        wrong.append((left, right, limit))
                    }
                }
            }
        }
        #expect(wrong.isEmpty)
    }
}
