import Cases
import Engine
import Extraction
import Mutation
import Records
import Selectors

/// Renames each name that rules use, on each page of a site.
package struct RenamingTest: Sendable {
    private let rules: Rules
    /// The same rules without expectations.
    private let bare: Rules
    private let pages: [Page]
    private let originals: [Reading]
    private let common: CommonPaths

    /// The result of reading a page.
    private struct Reading: Sendable {
        let outcome: Outcome
        let paths: RecordPaths
        /// The messages for the unchanged pages.
        let messages: [Message: Int]
        /// The same, for rules without expectations.
        let bareMessages: [Message: Int]
    }

    private struct Message: Hashable {
        let severity: Diagnostic.Severity
        let text: String
        /// Its notes, in which a message that the page had before may now name the replacement of a missing name.
        let notes: [String]
        let field: String

        init(_ diagnostic: Diagnostic) {
            severity = diagnostic.severity
            text = diagnostic.message
            notes = diagnostic.notes.map(\.message)
            let path = diagnostic.field.map { ".\($0)" } ?? ""
            field = (diagnostic.record ?? "") + path
        }
    }

    package init(_ rules: Rules, _ pages: [Page]) {
        self.rules = rules
        self.pages = pages
        let bare = rules.withoutExpectations
        self.bare = bare
        originals = pages.map { page in
            let outcome = rules.scrape(page)
            return Reading(
                outcome: outcome,
                paths: RecordPaths(outcome.records),
                messages: RenamingTest.counts(outcome),
                bareMessages: RenamingTest.counts(bare.scrape(page))
            )
        }
        common = CommonPaths(originals.map(\.paths))
    }

    /// Attributes that browsers need to show the page: no site renames them.
    private static let fixed: Set<String> = [
        "class", "href", "http-equiv", "id", "lang", "name", "property", "rel", "src", "type",
    ]

    /// All renamings, in the order of the rules.
    package var renamings: [PageRenaming] {
        var known: Set<PageRenaming.Subject> = []
        let names = rules.selectors.flatMap(\.list.consultedNames).filter { name in
            switch name.kind {
            case .attribute: !RenamingTest.fixed.contains(name.name)
            // The names of languages are those of a standard.
            case .value(let attribute): attribute != "lang" && attribute != "hreflang"
            default: true
            }
        }.map(PageRenaming.Subject.name)
        let labels = rules.labels.map(PageRenaming.Subject.label)
        return (names + labels).filter { known.insert($0).inserted }.flatMap { subject in
            PageRenaming.Style.allCases.map { PageRenaming(subject, $0) }
        }
    }

    /// The results of a renaming on each page that it changes, and on all of them.
    func results(of renaming: PageRenaming) -> [ChangeResult] {
        var results: [ChangeResult] = []
        for index in pages.indices {
            // A page without records has nothing to lose.
            guard !originals[index].outcome.records.isEmpty, let changed = renaming.applied(to: pages[index]),
                let result = result(of: "\(renaming)", changed, index)
            else { continue }
            results.append(result)
        }
        guard results.count > 0 else { return [] }
        let run = ChangeResult(
            page: rules.file.name,
            change: "\(renaming)",
            loss: .run,
            lost: Array(Set(results.flatMap(\.lost))).sorted(),
            isReported: results.contains(where: \.isReported),
            isReportedWithout: results.contains(where: \.isReportedWithout),
            exitCode: results.map(\.exitCode).max() ?? 0,
            named: []
        )
        return results + [run]
    }

    private func result(of change: String, _ page: Page, _ index: Int) -> ChangeResult? {
        let original = originals[index]
        let outcome = rules.scrape(page)
        if outcome.records == original.outcome.records { return nil }
        let lost = common.losses(from: original.paths, to: RecordPaths(outcome.records))
        let messages = RenamingTest.new(outcome, original.messages)
        let bareMessages = RenamingTest.new(bare.scrape(page), original.bareMessages)
        func isReported(_ messages: [Message]) -> Bool {
            lost.isEmpty
                ? !messages.isEmpty
                : messages.contains { RenamingTest.names($0, lost, isEmpty: outcome.records.isEmpty) }
        }
        return ChangeResult(
            page: page.name,
            change: change,
            loss: lost.isEmpty ? .partial : .common,
            lost: lost,
            isReported: isReported(messages),
            isReportedWithout: isReported(bareMessages),
            exitCode: messages.contains { $0.severity == .error } ? 1 : 0,
            named: Array(Set(messages.map(\.field))).sorted()
        )
    }

    /// How often each message occurs.
    private static func counts(_ outcome: Outcome) -> [Message: Int] {
        Dictionary(outcome.diagnostics.map { (Message($0), 1) }, uniquingKeysWith: +)
    }

    /// The messages that occur more often than before.
    private static func new(_ outcome: Outcome, _ known: [Message: Int]) -> [Message] {
        counts(outcome).filter { $0.value > known[$0.key, default: 0] }.map(\.key)
    }

    /// Whether a message is an error that names something lost, or an object that contains it.
    ///
    /// - Parameter isEmpty: whether the page has no records.
    private static func names(_ message: Message, _ lost: [String], isEmpty: Bool) -> Bool {
        guard message.severity == .error else { return false }
        // A message about the page as a whole explains why it has no records.
        if message.field.isEmpty { return isEmpty || lost.contains { message.text.contains($0) } }
        return lost.contains { path in
            path == message.field || path.hasPrefix("\(message.field).") && message.field.contains(".")
                || message.field.hasPrefix("\(path).") || message.text.contains(path)
        }
    }
}
