public import Cases
public import Records
import Scraping

/// The differences between two readings of pages: with two rules files, or of two versions of a page.
///
/// ```swift
/// let report = DiffReport(from: old, to: new, pages: pages.map { ($0.name, $0) })
/// print(report.isSame, report.pages.flatMap(\.differences))
/// ```
public struct DiffReport: Sendable {
    /// The name of the old rules or page.
    public let old: String
    /// The name of the new rules or page.
    public let new: String
    /// The pages, in the order given.
    public let pages: [PageDifferences]

    /// The differences of a page that was read twice.
    public struct PageDifferences: Sendable {
        /// The name of the page, or of its case.
        public let name: String
        /// The differences, as in ``GoldenComparison``.
        public let differences: [Difference]
    }

    /// Whether all pages are the same.
    public var isSame: Bool { differing.isEmpty }

    /// The pages that differ.
    public var differing: [PageDifferences] { pages.filter { !$0.differences.isEmpty } }

    /// Reads pages with two rules files.
    ///
    /// Records are matched by the unique fields of the new rules, or of the old ones for types without any.
    ///
    /// - `pages`: the pages, each with its name in the report.
    ///   - jobs: the number of pages that are read in parallel.
    public init(
        from old: Rules,
        to new: Rules,
        pages: [(name: String, page: Page)],
        jobs: Int = TestRun.processors
    ) {
        self.old = old.file.name
        self.new = new.file.name
        let keys = new.uniqueKeys.merging(old.uniqueKeys) { new, _ in new }
        var results: [PageDifferences] = []
        ParallelWork.run(
            pages.count,
            threads: jobs,
            work: { index in
                let page = pages[index].page
                let (one, other) = (Golden(old.scrape(page)), Golden(new.scrape(page)))
                return PageDifferences(
                    name: pages[index].name,
                    differences: one.differences(to: other, keys: keys)
                )
            },
            finished: { _ in },
            deliver: { result in
                results.append(result)
                return true
            }
        )
        self.pages = results
    }

    /// Reads two versions of a page with one rules file.
    ///
    /// Diagnostics that differ only in their line are equal.
    public init(_ rules: Rules, from old: Page, to new: Page) {
        self.old = old.name
        self.new = new.name
        let (one, other) = (
            DiffReport.withoutLines(rules.scrape(old)), DiffReport.withoutLines(rules.scrape(new))
        )
        let differences = one.differences(to: other, keys: rules.uniqueKeys)
        pages = [PageDifferences(name: new.name, differences: differences)]
    }

    private static func withoutLines(_ outcome: Outcome) -> Golden {
        var outcome = outcome
        for index in outcome.diagnostics.indices { outcome.diagnostics[index].location?.line = nil }
        return Golden(outcome)
    }
}

extension DiffReport {
    /// The report in JSON: `{"old": …, "new": …, "same": …, "pages": [{"page": …, "differences": […]}]}`, with each
    /// difference as ``Difference/value``. Pages without differences are included.
    public var value: Value {
        let pages = pages.map { page -> Value in
            ["page": .string(page.name), "differences": .list(page.differences.map(\.value))]
        }
        return [
            "old": .string(old), "new": .string(new), "same": .boolean(isSame), "pages": .list(pages),
        ]
    }

    /// The number of pages that differ, in a sentence.
    public var summary: String {
        let count = differing.flatMap(\.differences).count
        if isSame { return "no difference in \(pages.count) page\(pages.count == 1 ? "" : "s")" }
        let verb = differing.count == 1 ? "differs" : "differ"
        return "\(differing.count) of \(pages.count) page\(pages.count == 1 ? "" : "s") \(verb), "
            + "\(count) difference\(count == 1 ? "" : "s")"
    }
}

extension DiffReport {
    /// The report in Markdown: a table for each page that differs (CommonMark with GitHub's tables).
    public var markdown: String {
        let head = "### \(DiffMarkdown.code(old)) → \(DiffMarkdown.code(new))"
        let pages = differing.map { page in
            let rows = page.differences.map(DiffMarkdown.row)
            return "#### \(DiffMarkdown.code(page.name))\n\n"
                + "| record | field | old | new |\n|---|---|---|---|\n" + rows.joined(separator: "\n")
        }
        let summary = self.summary
        let sentence = summary.prefix(1).uppercased() + summary.dropFirst() + "."
        return ([head, sentence] + pages).joined(separator: "\n\n") + "\n"
    }
}

/// Writes differences as rows of Markdown tables.
enum DiffMarkdown {
    /// The maximum number of characters of a value.
    private static let width = 120

    static func row(_ difference: Difference) -> String {
        let cells: [String]
        let (old, new) = (value(difference.old), value(difference.new))
        switch difference.subject {
        case .record(let record): cells = [text(record.description), label(difference), old, new]
        case .field(let record, let path):
            let order = difference.kind == .reordered ? " (order)" : ""
            cells = [text(record.description), text(path.description + order), old, new]
        case .types: cells = ["", "order of the types", old, new]
        case .diagnostic: cells = ["", "diagnostics", old, new]
        }
        return "| " + cells.joined(separator: " | ") + " |"
    }

    /// The label of a difference of a whole record.
    private static func label(_ difference: Difference) -> String {
        switch difference.kind {
        case .inserted: "*new*"
        case .removed: "*removed*"
        case .moved: "*moved*"
        case .reordered: "*order*"
        case .changed: "*changed*"
        }
    }

    static func value(_ value: Value?) -> String {
        guard let value else { return "" }
        let text = JSONWriter.compact(value)
        return code(text.count > width ? text.prefix(width * 2 / 3) + "…" + text.suffix(width / 3) : text)
    }

    /// Text as a code span, in a fence longer than any run of backticks in it. Vertical bars are escaped for tables.
    static func code(_ text: String) -> String {
        let line = text.map { $0.isNewline ? " " : String($0) }.joined()
        let longest = line.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        let space = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
        return fence + space + line.replacing("|", with: "\\|") + space + fence
    }

    /// Text without Markdown syntax: special characters are escaped.
    static func text(_ text: String) -> String {
        text.map { character in
            if character.isNewline { return " " }
            return "\\`*_{}[]<>#+!|~&".contains(character) ? "\\\(character)" : String(character)
        }.joined()
    }
}
