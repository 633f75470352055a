public import Cases
import Engine
public import Records

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
    /// The crawls that both rules files make, with the differences in their requests.
    public let crawls: [PageDifferences]

    /// The differences of a page that was read twice.
    public struct PageDifferences: Sendable {
        /// The name of the page, or of its case.
        public let name: String
        /// The differences, as in ``GoldenComparison``.
        public let differences: [Difference]
        /// The reasons why a part of the page is not read: the differences are those of the rest.
        public let unread: [Diagnostic]

        package init(name: String, differences: [Difference], unread: [Diagnostic] = []) {
            self.name = name
            self.differences = differences
            self.unread = unread
        }
    }

    /// A page that two rules files read; a page of a crawl is read with the rules of its kind in each file.
    package struct ComparedPage: Sendable {
        let name: String
        let page: Page
        let kind: String?
        /// The diagnostics that the golden file of its case has, and accepts.
        let accepted: Set<String>

        package init(name: String, page: Page, kind: String? = nil, accepted: [String] = []) {
            self.name = name
            self.page = page
            self.kind = kind
            self.accepted = Set(accepted)
        }
    }

    /// Whether all pages and requests are the same, and all pages are read to their end.
    public var isSame: Bool { differing.isEmpty && unread.isEmpty }

    /// The reasons why a part of a page is not read, each once, as errors of the input.
    public var unread: [Diagnostic] { pages.flatMap(\.unread).unread }

    /// The pages that differ, and the crawls whose requests do.
    public var differing: [PageDifferences] { (pages + crawls).filter { !$0.differences.isEmpty } }

    /// Reads pages with two rules files.
    ///
    /// Records are matched by the unique fields of the new rules, or of the old ones for types without any.
    ///
    /// - Parameters:
    ///   - old: the old rules.
    ///   - new: the new rules.
    ///   - pages: the pages, each with its name in the report.
    ///   - jobs: the number of pages that are read in parallel.
    public init(
        from old: Rules,
        to new: Rules,
        pages: [(name: String, page: Page)],
        jobs: Int = TestRun.processors
    ) {
        self.init(from: old, to: new, compared: pages.map { ComparedPage(name: $0, page: $1) }, jobs: jobs)
    }

    /// Reads pages with two rules files, pages of crawls among them.
    ///
    /// - `crawls`: what is known about the crawls' requests.
    package init(
        from old: Rules,
        to new: Rules,
        compared pages: [ComparedPage],
        crawls: [PageDifferences] = [],
        jobs: Int = TestRun.processors
    ) {
        self.crawls = crawls
        self.old = old.file.name
        self.new = new.file.name
        let keys = new.keysOfAllTypes.merging(old.keysOfAllTypes) { new, _ in new }
        var results: [PageDifferences] = []
        ParallelWork.run(
            pages.count,
            threads: jobs,
            work: { index in
                let (page, kind) = (pages[index].page, pages[index].kind)
                let one = old.ofKind(named: kind).scrape(page)
                let other = new.ofKind(named: kind).scrape(page)
                let accepted = pages[index].accepted
                return PageDifferences(
                    name: pages[index].name,
                    differences: Golden(one).differences(to: Golden(other), keys: keys),
                    unread: (one.unread + other.unread).filter { !accepted.contains(Golden.line(of: $0)) }
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
        crawls = []
        let (one, other) = (rules.scrape(old), rules.scrape(new))
        let differences = DiffReport.withoutLines(one)
            .differences(to: DiffReport.withoutLines(other), keys: rules.uniqueKeys)
        pages = [PageDifferences(name: new.name, differences: differences, unread: one.unread + other.unread)]
    }

    private static func withoutLines(_ outcome: Outcome) -> Golden {
        var outcome = outcome
        for index in outcome.diagnostics.indices { outcome.diagnostics[index].location?.line = nil }
        return Golden(outcome)
    }
}

extension DiffReport {
    /// The report in JSON: `{"old": …, "new": …, "same": …, "pages": [{"page": …, "differences": […]}]}`, with each
    /// difference as ``Difference/value``. Pages without differences are included. Where there are crawls, `"crawls"` has
    /// the differences in their requests: `[{"crawl": …, "differences": […]}]`. `"unread"` has the reasons why parts of
    /// pages are not read, if there are any.
    public var value: Value {
        func values(_ all: [PageDifferences], _ key: String) -> Value {
            .list(
                all.map { page in
                    [key: .string(page.name), "differences": .list(page.differences.map(\.value))]
                }
            )
        }
        var members = [
            Value.Member("old", .string(old)), Value.Member("new", .string(new)),
            Value.Member("same", .boolean(isSame)), Value.Member("pages", values(pages, "page")),
        ]
        if !crawls.isEmpty { members.append(Value.Member("crawls", values(crawls, "crawl"))) }
        if !unread.isEmpty {
            members.append(Value.Member("unread", .list(unread.map { .string($0.message) })))
        }
        return .object(members)
    }

    /// The number of pages that differ, in a sentence.
    public var summary: String {
        let count = differing.flatMap(\.differences).count
        let all = "\(pages.count) page\(pages.count == 1 ? "" : "s")"
        let parts = pages.count { !$0.unread.isEmpty }
        let rest = parts == 0 ? "" : "; \(parts) \(parts == 1 ? "is" : "are") not read to the end"
        if differing.isEmpty {
            let requests =
                crawls.isEmpty
                ? "" : " and the requests of \(crawls.count) crawl\(crawls.count == 1 ? "" : "s")"
            return "no difference in \(all)\(requests)\(rest)"
        }
        let (own, others) = (differing(pages), differing(crawls))
        let requests = others == 0 ? "" : ", the requests of \(others) crawl\(others == 1 ? "" : "s")"
        return "\(own) of \(all) \(own == 1 ? "differs" : "differ")\(requests), "
            + "\(count) difference\(count == 1 ? "" : "s")\(rest)"
    }

    private func differing(_ all: [PageDifferences]) -> Int {
        all.count { !$0.differences.isEmpty }
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
        // By scalars: a mark after a backtick would make another `Character` of it.
        let line = text.unicodeScalars.map { isLineEnd($0) ? " " : $0 }
        let longest = line.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        let space = line.first == "`" || line.last == "`" ? " " : ""
        return fence + space + escaped(line) { $0 == "|" } + space + fence
    }

    /// Text without Markdown syntax: special characters are escaped.
    static func text(_ text: String) -> String {
        let marks = "\\`*_{}[]<>#+!|~&".unicodeScalars
        return escaped(text.unicodeScalars.map { isLineEnd($0) ? " " : $0 }) { marks.contains($0) }
    }

    /// Text with a backslash before some characters.
    private static func escaped(_ text: [Unicode.Scalar], _ isMark: (Unicode.Scalar) -> Bool) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text {
            if isMark(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{A}"..."\u{D}", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }
}
