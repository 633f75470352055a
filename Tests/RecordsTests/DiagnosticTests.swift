import Basics
import Testing

@testable import Records

@Suite struct DiagnosticTests {
    @Test func messagesShowTheLineWithACaret() {
        let source = SourceText(name: "a.json", bytes: Array("{\n\t\"slect\": \"é\", \"x\": 1\n}".utf8))
        let range = 4..<11
        let diagnostic = Diagnostic(
            .rules,
            "unknown key \"slect\"",
            at: source.location(of: range),
            notes: [Diagnostic.Note("here", at: source.location(at: 19))],
            help: "did you mean \"select\"?"
        )
        #expect(
            diagnostic.description == """
                a.json:2:3: error: unknown key "slect"
                  2 | \t"slect": "é", "x": 1
                    | \t ^~~~~~~
                  help: did you mean "select"?
                a.json:2:17: note: here
                  2 | \t"slect": "é", "x": 1
                    | \t               ^
                """
        )
    }

    /// Control characters are shown as U+FFFD, each alone in a text too; line breaks and tabs are kept.
    @Test(arguments: [
        ("\u{7F}", "\u{FFFD}"), ("\u{1}", "\u{FFFD}"), ("\u{1F}", "\u{FFFD}"), ("\u{85}", "\u{FFFD}"),
        ("\u{9B}", "\u{FFFD}"),
        ("\t", "\t"), ("a\nb", "a\nb"), ("\r", "\u{FFFD}"), (" ", " "), ("~", "~"), ("é", "é"),
        ("\u{A0}", "\u{A0}"), ("–", "–"),
    ])
    func controlCharactersInMessages(_ text: String, _ shown: String) {
        #expect(
            Diagnostic(.page, text).description.unicodeScalars.elementsEqual("error: \(shown)".unicodeScalars)
        )
    }

    @Test func longLinesAreCutAroundTheMark() {
        let line = String(repeating: "é", count: 5_000) + "here" + String(repeating: "b", count: 5_000)
        let location = SourceText(name: "a", bytes: Array(line.utf8)).location(of: 10_000..<10_004)
        #expect(location.column == 5_001)
        #expect(location.excerpt?.text.count ?? 0 < 250)
        #expect(location.excerpt?.text.contains("here") == true)
        #expect(location.excerpt?.marker.hasSuffix(" ^~~~") == true)
    }

    @Test func whatAPageHoldsMovesNoCursor() {
        let source = SourceText(
            name: "a\u{1B}[2J",
            bytes: Array("x\u{1B}]0;title\u{7}\u{9B}1m\u{8}é\ty".utf8)
        )
        let diagnostic = Diagnostic(.page, "\"\u{1B}[31m\" is not a number", at: source.location(at: 0))
        #expect(
            diagnostic.description == """
                a\u{FFFD}[2J:1:1: error: "\u{FFFD}[31m" is not a number
                  1 | x\u{FFFD}]0;title\u{FFFD}\u{FFFD}1m\u{FFFD}é\ty
                    | ^
                """
        )
    }

    @Test func placesBeyondTheEndAreTheEnd() {
        let source = SourceText(name: "a", bytes: Array("ab\r\ncd".utf8))
        #expect(source.location(of: 90..<95).description == "a:2:3")
        #expect(source.location(of: 3..<4).description == "a:1:3")
        #expect(SourceText(name: "a", bytes: []).location(at: 0).description == "a:1:1")
    }

    @Test(
        arguments: [
            ("slect", "select"), ("SELECT", "select"), ("fied", "fields"), ("tpye", "type"), ("nothing", nil),
            ("", nil),
        ] as [(String, String?)]
    )
    func nearNamesAreSuggested(_ name: String, _ nearest: String?) {
        #expect(Suggestion.nearest(to: name, among: ["select", "fields", "type", "apply"]) == nearest)
    }
}
