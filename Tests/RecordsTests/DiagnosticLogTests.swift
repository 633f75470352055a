import Basics
import Records
import Testing

/// Diagnostics with the same cause are one message.
@Suite struct DiagnosticLogTests {
    private func diagnostic(
        _ message: String,
        line: Int,
        field: String? = "x",
        _ severity: Diagnostic.Severity = .error
    )
        -> Diagnostic
    {
        Diagnostic(
            .page,
            message,
            severity: severity,
            at: Location(file: "page", line: line),
            record: "R",
            field: field
        )
    }

    private func lines(_ diagnostics: [Diagnostic]) -> [String] {
        var log = DiagnosticLog()
        log.add(diagnostics)
        return log.take().flatMap { $0.description.split(separator: "\n").map(String.init) }
    }

    @Test(arguments: 1...5) func theFirstThreePlacesAreShown(_ count: Int) {
        let expected = [
            "page:1: error: R.x is required" + (count > 1 ? " (\(count) times)" : ""),
            "page:2: note: also here",
            "page:3: note: also here",
        ]
        let found = lines((1...count).map { diagnostic("R.x is required", line: $0) })
        #expect(found == Array(expected.prefix(count)))
        var log = DiagnosticLog()
        log.add((1...count).map { diagnostic("R.x is required", line: $0) })
        #expect(log.omitsAny == (count > 3))
    }

    /// Whether two diagnostics have the same cause.
    @Test func causes() {
        let first = diagnostic(#"R.x: "a" is not a number"#, line: 1)
        let second = diagnostic(#"R.x: "b 12" is not a number"#, line: 2)
        #expect(
            lines([first, second]) == [
                #"page:1: error: R.x: "a" is not a number (2 times)"#,
                #"page:2: note: R.x: "b 12" is not a number"#,
            ]
        )
        #expect(lines([first, diagnostic(#"R.x: "a" is not a date"#, line: 2)]).count == 2)
        #expect(lines([first, diagnostic(#"R.x: "a" is not a number"#, line: 2, field: "y")]).count == 2)
        #expect(lines([first, diagnostic(#"R.x: "a" is not a number"#, line: 2, .warning)]).count == 2)
        let input = Diagnostic(.input, "cannot read the page", at: Location(file: "a"))
        #expect(lines([input, input]).count == 2)
        #expect(lines([diagnostic("1 of 3", line: 1), diagnostic("2 of 30", line: 2)]).count == 2)
    }

    /// In a log of a crawl, failures of several addresses are one message.
    @Test func failuresOfACrawl() {
        func failure(_ page: Int, _ message: String) -> Diagnostic {
            Diagnostic(.input, message, at: Location(file: "https://a.example/\(page)"))
        }
        var log = DiagnosticLog(groupsInputs: true)
        log.add([
            failure(1, "not found; the nearest is https://a.example/x?y=1"), failure(2, "cut"),
            failure(3, "not found; the nearest is https://b.example/z"),
            failure(4, "not found; none is near"),
        ])
        let messages = log.take()
        #expect(
            messages.map(\.message) == [
                "not found; the nearest is https://a.example/x?y=1 (2 times)", "cut",
                "not found; none is near",
            ]
        )
        #expect(messages[0].notes.map(\.message) == ["not found; the nearest is https://b.example/z"])
        // It is still a log of a crawl for the next messages.
        log.add([failure(1, "cut"), failure(2, "cut")])
        #expect(log.take().map(\.message) == ["cut (2 times)"])
    }

    /// Causes are in the order of their first occurrence; those that were taken are forgotten.
    @Test func order() {
        var log = DiagnosticLog()
        log.add([diagnostic("a", line: 1), diagnostic("b", line: 2), diagnostic("a", line: 3)])
        #expect(log.take().map(\.message) == ["a (2 times)", "b"])
        log.add([diagnostic("a", line: 4)])
        #expect(log.take().map(\.message) == ["a"])
        #expect(log.take().isEmpty)
    }

    @Test func aLogOfManyCausesIsFull() {
        var log = DiagnosticLog()
        func letters(_ number: Int) -> String { String(repeating: "x", count: number) }
        for number in 1...999 { log.add([diagnostic(letters(number), line: 1)]) }
        #expect(!log.isFull)
        log.add([diagnostic(letters(1000), line: 1)])
        #expect(log.isFull)
        #expect(log.take().count == 1000 && !log.isFull)
    }
}
