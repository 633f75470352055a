import DOM
import Encoding
import Records
import Scraping
import Testing

@testable import Drafting

/// A draft keeps no selector that is brittle or invalid.
@Suite struct RobustnessTests {
    private static let page = Page(
        name: "page.html",
        bytes: Array(
            (1...4).map {
                "<li class='card css-1x2y'><b class=name>Oak \($0)</b> <i class=css-9f8a7>\($0) m</i>"
            }
            .joined().utf8
        ),
        encoding: .utf8
    )

    private func fields(_ selectors: [[String]], each: String = ".card") -> [[String]] {
        var record = RecordDraft(name: "Tree", comment: "", each: each)
        record.fields = selectors.map { selectors in
            var field = FieldDraft()
            field.selectors = selectors
            return field
        }
        var draft = RulesDraft()
        draft.records = [record]
        var notes: [String] = []
        let fitted = DraftFitting(pages: [RobustnessTests.page]).fitted(draft, &notes)
        return (fitted?.records ?? []).flatMap(\.fields).map(\.selectors)
    }

    @Test(arguments: [
        // A generated class, positions, depth, words of a language, no selector.
        ".css-9f8a7", ":nth-child(1):nth-child(1) > i:nth-of-type(1)", "html > body > * > * > * > * > i",
        "i:contains('m')", "i:::", "",
    ])
    func brittleSelectorsAreLeftOut(_ selector: String) {
        #expect(fields([[".name"], [selector]]) == [[".name"]])
        #expect(fields([[".name"], [".none", selector]]) == [[".name"]])
        #expect(fields([[selector]]) == [])
    }

    @Test func robustSelectorsAreKept() {
        #expect(fields([[".name"], ["i"]]) == [[".name"], ["i"]])
    }

    @Test func recordsByBrittleSelectorsAreLeftOut() {
        #expect(fields([[".name"]], each: ".css-1x2y") == [])
        #expect(fields([[".name"]], each: "li:nth-child(1):nth-child(1):nth-child(1)") == [])
    }
}
