import DOM
import Encoding
import Records
import RulesTestSupport
import Scraping
import TestSupport
import Testing

/// The gym's rules on single lines of a board.
@Suite struct AlchemyTests {
    private func board(_ content: String, classes: String = "mk-single-content clearfix") throws -> Outcome {
        let rules = try Rules.load(SharedCases.catalogue("alchemy"), registry: Registry())
        let page = "<!DOCTYPE html><body><div class='\(classes)'>\n\(content)</div><p>A20</p>"
        return rules.scrape(Page(name: "page", bytes: Array(page.utf8), encoding: .utf8))
    }

    /// The result for a line below the class APulse: its class, and the exercise in it.
    @Test(arguments: [
        ("A10", "A10", ""),
        ("<strong>A10</strong>", "A10", ""),
        ("<strong>&nbsp;A10&nbsp;</strong>", "A10", ""),
        ("A10: 3 rounds: row", "A10", "3 rounds: row"),
        ("A10 : 3 rounds", "A10", "3 rounds"),
        ("A10 – 3 rounds", "A10", "3 rounds"),
        ("A10 - 3 rounds", "A10", "3 rounds"),
        ("A10—3 rounds", "A10", "3 rounds"),
        ("A10 | 3 rounds", "A10", "3 rounds"),
        ("<strong>A10</strong> 3 rounds", "A10", "3 rounds"),
        ("<b>A10</b>&nbsp;&nbsp;rounds of three", "A10", "rounds of three"),
        ("<strong>A10:</strong> 3 rounds", "A10", "3 rounds"),
        ("<strong>A10</strong>: 3 rounds", "A10", "3 rounds"),
        ("<strong>A10 –</strong> 3 rounds", "A10", "3 rounds"),
        ("<strong>A10: 3 rounds</strong>", "A10", "3 rounds"),
        ("<em><strong>A10</strong></em> 3 rounds", "A10", "3 rounds"),
        ("<span style='font-weight: bold'>AStrong</span> Press", "AStrong", "Press"),
        ("<strong>A10:</strong>", "A10", ""),
        // Other spellings.
        ("a10: 3 rounds", "A10", "3 rounds"), ("A 10", "A10", ""), ("A.10", "A10", ""), ("A10.", "A10", ""),
        ("A-20", "A20", ""), ("<strong>A Strong:</strong>", "AStrong", ""),
        ("A-Strong – Press", "AStrong", "Press"),
        // A line that only begins with the letters.
        ("A10 rounds", "APulse", "A10 rounds"),
        ("A20s are back", "APulse", "A20s are back"),
        ("<strong>A20s</strong> are back", "APulse", "A20s are back"),
        ("<strong>A20</strong>s are back", "APulse", "A20s are back"),
        ("<strong>A20</strong>, then row", "APulse", "A20, then row"),
        ("Rest as in <strong>A20</strong> on Monday", "APulse", "Rest as in A20 on Monday"),
        ("A10-15-20 reps", "APulse", "A10-15-20 reps"),
        ("A10:30 is too late", "APulse", "A10:30 is too late"),
        ("<strong>Cash out:</strong> 60 Sit-Ups", "APulse", "Cash out: 60 Sit-Ups"),
    ])
    func linesOpenClasses(_ line: String, _ name: String, _ exercise: String) throws {
        let outcome = try board("<p><strong>APulse</strong><br>\nRide</p><p>\(line)</p><p>&nbsp;</p>")
        var expected = ["APulse": ["Ride"]]
        expected[name, default: []] += [exercise].filter { !$0.isEmpty }
        for workout in outcome.records {
            let className = try #require(workout["className"]?.string)
            #expect(workout["exercises"]?.list?.map(\.text) == expected[className] ?? [])
        }
        #expect(Set(outcome.records.map { $0["className"]?.text }) == ["A10", "A20", "AStrong", "APulse"])
        #expect(outcome.messages == [])
    }

    /// Lines that are not a known class, but may be one: the exercises after them do not belong to the class above.
    @Test(
        arguments: [
            ("A20 (Team)", "A20"), ("APulso", "APulse"), ("<strong>A20 (Team)</strong>", "A20"),
            ("AFlow", nil),
            ("<strong>Mobility</strong>", nil),
            ("<h3>Mobility</h3>", nil), ("<span style='font-weight: 700'>Mobility</span>", nil),
        ] as [(String, String?)]
    )
    func unknownClassesAreErrors(_ line: String, _ suggestion: String?) throws {
        let outcome = try board("<p><strong>AStrong</strong><br>\nPress</p><p>\(line)</p><p>Ride</p>")
        let diagnostic = try #require(outcome.diagnostics.first)
        #expect(outcome.diagnostics.count == 1 && diagnostic.severity == .error)
        #expect(
            diagnostic.message.contains(
                "is not a known section; what follows it is read as part of \"AStrong\""
            )
        )
        #expect(diagnostic.help == suggestion.map { "did you mean \"\($0)\"?" } ?? diagnostic.help)
    }

    @Test(arguments: [
        "mk-single-content clearfix", "clearfix mk-single-content",
        " entry\tclearfix\nmk-single-content wide ",
    ])
    func theContainersClassesHaveNoOrder(_ classes: String) throws {
        #expect(try board("<p>A10<br>Row</p>", classes: classes).records.count == 4)
    }

    @Test(arguments: [
        ("other clearfix", "<p>A10<br>Row</p>", ["page: error: the page has no records"]),
        ("mk-single-content-wide clearfix", "<p>A10<br>Row</p>", ["page: error: the page has no records"]),
        (
            "mk-single-content clearfix", "<p>Closed</p>",
            [
                #"page:2: warning: text before the first section: "Closed""#,
                #"page:1:22: error: no section found: none of "A10", "A20", "AStrong", "APulse" begins one"#,
                "page: error: the page has no records",
            ]
        ),
    ])
    func aPageWithoutAWorkoutIsReported(_ classes: String, _ content: String, _ messages: [String]) throws {
        let outcome = try board(content, classes: classes)
        #expect(outcome.records == [])
        #expect(outcome.messages == messages)
    }
}
