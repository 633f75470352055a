import Testing

@testable import Selectors

@Suite struct ErrorTests {
    private func mistake(_ text: String) -> SelectorError? {
        do {
            _ = try SelectorList(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (
            "div:frist-child",
            """
            1:4: error: expected a pseudo-class, found ":frist-child"
              1 | div:frist-child
                |    ^~~~~~~~~~~~
              help: did you mean ":first-child"?
            """
        ),
        (
            "p >",
            """
            1:4: error: expected a selector, found the end
              1 | p >
                |    ^
            """
        ),
        (
            "a[href=#]",
            """
            1:8: error: expected a value in quotes, found "#"
              1 | a[href=#]
                |        ^
              help: did you mean ""#""?
            """
        ),
        (
            "é é:contians(x)",
            """
            1:4: error: expected a pseudo-class, found ":contians("
              1 | é é:contians(x)
                |    ^~~~~~~~~~
              help: did you mean ":contains"?
            """
        ),
        (
            "a,\n\tb:nth-child(x)",
            """
            2:14: error: expected a position such as "2", "odd" or "3n+1", found "x"
              2 | \tb:nth-child(x)
                | \t            ^
            """
        ),
        (
            "p:matches(a**)",
            """
            1:13: error: the "*" in the regular expression has nothing to repeat; for the character write "\\\\*"
              1 | p:matches(a**)
                |             ^
            """
        ),
        (
            "p::txt",
            """
            1:4: error: expected a pseudo-element, found "txt"
              1 | p::txt
                |    ^~~
              help: did you mean "::text"?
            """
        ),
        (
            "ns|a",
            """
            1:1: error: expected a name without a namespace prefix, found "ns"
              1 | ns|a
                | ^~
            """
        ),
        (
            "li:first-child(2)",
            """
            1:3: error: expected no argument, found ":first-child("
              1 | li:first-child(2)
                |   ^~~~~~~~~~~~~
              help: did you mean ":first-child"?
            """
        ),
        (
            "li:nth-child",
            """
            1:13: error: expected "(" and an argument after it, found the end
              1 | li:nth-child
                |             ^
            """
        ),
        (
            "#1a",
            """
            1:1: error: expected an identifier after "#", found "#1a"
              1 | #1a
                | ^~~
              help: did you mean "#\\31 a"?
            """
        ),
    ])
    func messages(_ text: String, _ message: String) {
        #expect((mistake(text)?.description ?? "") == message)
    }

    @Test func offsetsAreInBytes() throws {
        let error = try #require(mistake("é, 台:nothing"))
        #expect(error.offset == 7)
        #expect(error.length == 8)
        #expect(error.line == 1)
        #expect(error.column == 5)
        #expect(error.expected == "a pseudo-class")
        #expect(error.found == "\":nothing\"")
        #expect(error.suggestion == nil)
    }

    @Test func longLinesAreCut() throws {
        let text = String(repeating: "a, ", count: 500) + ":nothing" + String(repeating: ", b", count: 500)
        let lines = try #require(mistake(text)).description.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count < 250 })
        let caret = try #require(Array(lines[2]).firstIndex(of: "^"))
        #expect(lines[1].dropFirst(caret).hasPrefix(":nothing"))
    }
}
