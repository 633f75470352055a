public import Records
public import Scraping

/// In what two readings of pages differ: by two rules, or of two versions of a page.
///
/// ```swift
/// let report = DiffReport(from: old, to: new, pages: pages.map { ($0.name, $0) })
/// print(report.isSame, report.pages.flatMap(\.differences))
/// ```
public struct DiffReport: Sendable {
    /// What is compared, as messages call it.
    public let old: String
    /// What it is compared with.
    public let new: String
    /// The pages, in the order given.
    public let pages: [Page]

    /// A page that was read twice.
    public struct Page: Sendable {
        /// The page, or the case that it is of.
        public let name: String
        /// The differences, as ``GoldenComparison`` finds them.
        public let differences: [Difference]
    }

    /// Whether no page differs.
    public var isSame: Bool { differing.isEmpty }

    /// The pages that differ.
    public var differing: [Page] { pages.filter { !$0.differences.isEmpty } }

    /// Reads pages by two rules.
    ///
    /// Records are matched by the keys that the new rules name, and the old ones for types of which those name none.
    ///
    /// - Parameter pages: each with the name that the report calls it by.
    public init(
        from old: Rules,
        to new: Rules,
        pages: [(name: String, page: Scraping.Page)],
        jobs: Int = TestRun.processors
    ) {
        self.old = old.file.name
        self.new = new.file.name
        let keys = new.uniqueKeys.merging(old.uniqueKeys) { new, _ in new }
        var results: [Page] = []
        ParallelWork.run(
            pages.count,
            threads: jobs,
            work: { index in
                let page = pages[index].page
                let (one, other) = (Golden(old.scrape(page)), Golden(new.scrape(page)))
                return Page(name: pages[index].name, differences: one.differences(to: other, keys: keys))
            },
            finished: { _ in },
            deliver: { result in
                results.append(result)
                return true
            }
        )
        self.pages = results
    }

    /// Reads two versions of a page by one rules file.
    ///
    /// What is told of both pages in other lines only is no difference.
    public init(_ rules: Rules, from old: Scraping.Page, to new: Scraping.Page) {
        self.old = old.name
        self.new = new.name
        let (one, other) = (
            DiffReport.withoutLines(rules.scrape(old)), DiffReport.withoutLines(rules.scrape(new))
        )
        let differences = one.differences(to: other, keys: rules.uniqueKeys)
        pages = [Page(name: new.name, differences: differences)]
    }

    private static func withoutLines(_ outcome: Outcome) -> Golden {
        var outcome = outcome
        for index in outcome.diagnostics.indices { outcome.diagnostics[index].location?.line = nil }
        return Golden(outcome)
    }
}

extension DiffReport {
    /// The report as machines read it: `{"old": …, "new": …, "same": …, "pages": [{"page": …, "differences": […]}]}`,
    /// with each difference as ``Difference/value`` tells it. Pages that do not differ have no differences.
    public var value: Value {
        let pages = pages.map { page -> Value in
            ["page": .string(page.name), "differences": .list(page.differences.map(\.value))]
        }
        return [
            "old": .string(old), "new": .string(new), "same": .boolean(isSame), "pages": .list(pages),
        ]
    }

    /// How many pages differ, in a sentence.
    public var summary: String {
        let count = differing.flatMap(\.differences).count
        if isSame { return "no difference in \(pages.count) page\(pages.count == 1 ? "" : "s")" }
        let verb = differing.count == 1 ? "differs" : "differ"
        return "\(differing.count) of \(pages.count) page\(pages.count == 1 ? "" : "s") \(verb), "
            + "\(count) difference\(count == 1 ? "" : "s")"
    }
}
