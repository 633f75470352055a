import Records
import Testing

@testable import Batch

@Suite struct GlobTests {
    @Test(arguments: [
        ("*.html", ["a.html", "b/c.html", ".html"], ["a.htm", "a.html/b", "a.htmlx"]),
        ("a?c", ["abc", "aéc", "x/a😀c"], ["ac", "abbc"]),
        ("[a-c]x", ["ax", "cx"], ["dx", "-x", "x"]),
        ("[!a-c]x", ["dx", "éx"], ["ax", "x"]),
        ("[^a]", ["b"], ["a"]),
        ("[]-]x", ["]x", "-x"], ["ax"]),
        ("[a\\]", ["a", "\\"], ["b"]),
        ("*.{html,htm}", ["a.html", "a.htm"], ["a.{html", "a.xml"]),
        ("{a,b{c,d}}{,e}", ["a", "bc", "bd", "ae", "bce"], ["b", "ab", "e"]),
        ("{a}", ["a"], ["{a}"]),
        ("\\*\\{a,b\\}", ["*{a,b}"], ["xa"]),
        ("a}b", ["a}b"], ["ab"]),
        ("a/*.html", ["a/x.html"], ["x.html", "b/a/x.html", "a/b/x.html"]),
        ("./a/*", ["a/x"], ["a", "b/x"]),
        ("**/x", ["x", "a/x", "a/b/x"], ["xa", "a/xx"]),
        ("a/**", ["a/x", "a/b/x"], ["b/x"]),
        ("a/**/b/*", ["a/b/x", "a/c/b/x", "a/b/b/x"], ["a/x", "b/x"]),
        ("**.html", ["a.html", "a/b.html"], ["a.htm"]),
        ("a*b*c", ["abc", "axbxbxc"], ["ab", "acb"]),
        ("{a,b}/c", ["a/c", "b/c"], ["c"]),
        ("", [], ["a"]),
    ])
    func `A pattern matches names and paths`(
        _ text: String,
        _ matching: [String],
        _ others: [String]
    ) throws {
        let glob = try Glob(text)
        #expect(matching.filter { !glob.matches(path: $0) } == [])
        #expect(others.filter { glob.matches(path: $0) } == [])
    }

    @Test(arguments: [
        ("[a", "invalid pattern [a: a [ is not closed"),
        ("{a", "invalid pattern {a: a { is not closed"),
        ("[z-a]", "invalid pattern [z-a]: the range z-a is reversed"),
        (
            "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
            "invalid pattern {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}: "
                + "its braces expand to more than 1000 patterns"
        ),
    ])
    func `An invalid pattern is an error`(_ text: String, _ message: String) {
        let error = #expect(throws: Diagnostic.self) { try Glob(text) }
        #expect(error?.message == message)
    }

    @Test func `Many stars cost no more than their number`() throws {
        let glob = try Glob(String(repeating: "*a", count: 200) + "b")
        #expect(!glob.matches(path: String(repeating: "a", count: 2_000)))
    }
}
