import Basics
import DOM
package import Engine
import Extraction
import Language
package import Records
import Selectors

/// A sample from which expectations are learned: the records of a page, and the properties that distinguish its layout.
package struct ExpectationSample: Sendable {
    /// The page.
    package let page: Page
    /// The page's name, for messages.
    package var name: String { page.name }
    /// The page's records.
    package let records: [Record]
    /// Whether the page satisfies its rules, apart from their expectations.
    package let isNormal: Bool
    /// The reasons why a part of the page is not read, if it is known to satisfy its rules, or nothing is known about it.
    package let unread: [Diagnostic]
    /// What reads the page: the rules, or those of its kind.
    let rules: Rules
    /// The kind of a crawl's page.
    let kind: String?
    /// The case that the page is from. Pages of one crawl are alike, so that many of them do not show what varies.
    let source: String
    /// For each record type, how its records were found.
    let origins: [String: Origin]
    /// The selectors that match in the page and may distinguish layouts, as spelled in rules files.
    let matched: Set<String>

    /// How a page's records of a type were found.
    struct Origin: Sendable {
        /// The index of the layout.
        var layout: Int?
        /// The selector of the elements.
        var each: String?
        /// The number of elements that yielded no record.
        var empty = 0
    }

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - kind: the kind whose rules these are.
    ///   - source: the name of its case; by default that of the page.
    ///   - isNormal: whether it is known to satisfy its rules; by default its diagnostics decide.
    package init(
        _ page: Page,
        by rules: Rules,
        kind: String? = nil,
        source: String? = nil,
        isNormal: Bool? = nil
    ) {
        let log = OriginLog(rules)
        let outcome = rules.scrape(page, observer: log)
        self.page = page
        self.source = source ?? page.name
        self.rules = rules.ofKind(at: page.url)
        self.kind = kind ?? page.url.flatMap { rules.crawl?.kind(of: $0)?.name }
        records = outcome.records
        let errors = outcome.diagnostics.indices.filter { outcome.diagnostics[$0].severity == .error }
        // Violated expectations are ignored, since expectations are what is to be learned.
        unread = isNormal == false ? [] : outcome.unread
        self.isNormal = isNormal ?? (errors.count <= log.shortfalls && !outcome.records.isEmpty)
        origins = log.origins
        matched = log.matched
    }

    /// Reads the page of a case. It is normal if its golden file has no error (it may have no record: an empty day), or
    /// if there is no golden file and it satisfies its rules.
    package init(of test: Case, by rules: Rules) throws(Diagnostics) {
        let page = try test.page(try test.facts())
        var isNormal: Bool?
        if File.kind(of: test.goldenPath) == .file {
            let golden = try test.golden()
            isNormal = !golden.diagnostics.contains { $0.contains("error: ") }
        }
        self.init(page, by: rules, isNormal: isNormal)
    }

    /// Reads the pages of a case: one, or those of a crawl whose kinds have records.
    ///
    /// A page of a crawl is normal where the golden file has no error with its address.
    package static func samples(
        of test: Case,
        by rules: Rules,
        _ store: RulesStore
    ) throws(Diagnostics) -> [ExpectationSample] {
        guard test.isCrawl else { return [try ExpectationSample(of: test, by: rules)] }
        var samples: [ExpectationSample] = []
        let golden = File.kind(of: test.goldenPath) == .file ? try test.golden() : nil
        let errors = golden.map { golden in golden.diagnostics.filter { $0.contains("error: ") } }
        try test.visitPages(try test.facts(), rules, store) { found in
            // The empty end of a list, and an answer that says that there is nothing, show nothing about records.
            guard found.hasRecords, found.outcome != nil else { return }
            let url = found.page.url ?? found.page.name
            // Errors without an address may concern any page, so each page is judged by its own diagnostics.
            let isNormal: Bool? =
                errors.flatMap { errors in
                    errors.contains { !$0.hasPrefix("http") }
                        ? nil : !errors.contains { $0.hasPrefix("\(url): ") }
                }
            samples.append(
                ExpectationSample(
                    found.page,
                    by: found.rules,
                    kind: found.kind?.name,
                    source: test.description,
                    isNormal: isNormal
                )
            )
        }
        return samples
    }

    /// The record types that the page's rules have: a page of another kind rightly has none.
    var types: Set<String> { Set(rules.records.map(\.name)) }

    /// The records of a type.
    func records(of type: String) -> [Record] { records.filter { $0.type == type } }
}

/// Notes how the records of each type are found.
private final class OriginLog: ScrapeObserver {
    private(set) var origins: [String: ExpectationSample.Origin] = [:]
    private(set) var matched: Set<String> = []
    private(set) var shortfalls = 0
    private let lists: [(text: String, list: SelectorList)]
    private var rule: RecordRule?
    private var origin = ExpectationSample.Origin()
    private var layout = -1
    private var elements = 0

    init(_ rules: Rules) {
        var lists: [(text: String, list: SelectorList)] = []
        for rule in rules.records {
            lists += rule.expectations.compactMap(\.condition).map { (rules.text(of: $0), $0) }
            guard case .nodes(let layouts) = rule.content else { continue }
            lists += layouts.flatMap(\.each).map { (rules.text(of: $0), $0) }
        }
        self.lists = lists
    }

    func observe(_ event: @autoclosure () -> ReadingEvent) {
        switch event() {
        case .prepared(let document):
            let matcher = document.matcher
            for (text, list) in lists
            where matcher.firstMatch(list, from: document.node, includingScope: false) != nil {
                matched.insert(text)
            }
        case .beganRecords(let rule):
            self.rule = rule
            origin = ExpectationSample.Origin()
            layout = -1
            elements = 0
        case .beganLayout:
            layout += 1
            origin = ExpectationSample.Origin(layout: layout)
            elements = 0
        case .each(let list, _, let matches):
            if matches > 0 { origin.each = list.description }
            elements = matches
        case .condition(_, _, let matches): elements = matches
        case .endedRecords(let rule, let kept, let nested, _):
            origin.empty = max(0, elements - kept.count - nested.count)
            if !rule.unique.isEmpty { origin.empty = 0 }
            origins[rule.name] = origin
        case .expectation(_, _, let messages): shortfalls += messages.count
        default: break
        }
    }
}

extension Rules {
    /// A selector as spelled in the file.
    func text(of list: SelectorList) -> String {
        selectors.first { $0.list == list }?.text ?? list.description
    }
}
