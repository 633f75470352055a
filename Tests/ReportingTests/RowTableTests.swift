import Records
import Scraping
import TestSupport
import Testing

@testable import Reporting

/// The tables of `Tests/Tables/Reporting`: a page, and what its frame shows with the rules in `@rules`; with `@panel`, the
/// panel next to the frame.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Reporting"))
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("Reporting", name) { settings, page in
            let source = SourceText(name: "rules.json", bytes: Array((settings["rules"] ?? "").utf8))
            let report = PageReport(
                Page(name: "page", bytes: Array(page.utf8), encoding: .utf8),
                try Rules(source, registry: Registry())
            )
            if settings["panel"] != nil {
                let text = report.panel
                return text.firstRange(of: "</p>\n").map { String(text[$0.upperBound...]) } ?? text
            }
            guard let frame = report.frame else { return "no frame" }
            let text = String(decoding: frame, as: UTF8.self)
            return text.firstRange(of: "</style>\n").map { String(text[$0.upperBound...]) } ?? text
        }
        #expect(differences == [])
    }
}
