import Drafting
import Records
import Scraping
import Testing

/// Properties that every draft must have, for any pages.
enum DraftCheck {
    /// Checks a draft against the pages that it was made from: it loads, nothing in it is brittle or matches nothing,
    /// it is formatted, and every page has records and no diagnostics.
    static func check(
        _ draft: Draft,
        _ pages: [Page],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let text = Array(draft.text.utf8)
        let rules = try Rules(SourceText(name: "draft.json", bytes: text), registry: Registry())
        #expect(rules.brittle.map(\.message) == [], sourceLocation: sourceLocation)
        #expect(JSONFormatter.format(text).text == text, sourceLocation: sourceLocation)
        let log = SelectorLog()
        for page in pages {
            let outcome = rules.scrape(page, observer: log)
            #expect(!outcome.records.isEmpty, sourceLocation: sourceLocation)
            let errors = outcome.diagnostics.filter { $0.severity == .error }
            #expect(errors.map(\.message) == [], sourceLocation: sourceLocation)
        }
        #expect(rules.unused(in: log).map(\.message) == [], sourceLocation: sourceLocation)
    }
}
