import Basics
import Cases
import Drafting
import Engine
import Mutation
import Records
import Regression
import Reporting

/// The readers that give generated inputs to the tools: what explains, compares, drafts, learns, repairs and reduces.
///
/// A generated input of several parts has ``separator`` between them; a part that has been lost is the first one again.
enum ToolReaders {
    /// The line between the parts of an input.
    static let separator = "\n=====\n"

    static func all(_ registry: Registry) -> [FormatFuzz] {
        pages(registry) + records(registry) + drafts(registry)
    }

    private static func parts(_ input: [UInt8]) -> [[UInt8]] {
        let text = String(decoding: input, as: UTF8.self)
        return text.split(separator: separator, omittingEmptySubsequences: false).map { Array($0.utf8) }
    }

    private static func page(_ bytes: [UInt8], _ name: String = "page.html") -> Page {
        Page(
            name: name,
            bytes: bytes,
            url: "https://plants.example/list",
            encoding: .utf8,
            clock: "2024-02-29T12:00:00Z"
        )
    }

    /// A reader that uses rules, which are loaded once.
    private static func reader(
        _ name: String,
        cost: Int,
        rules text: String = ToolExamples.rules,
        examples: [String],
        _ registry: Registry,
        reading: @escaping @Sendable (_ rules: Rules, _ input: [UInt8], _ index: Int) throws -> FuzzResult
    ) -> FormatFuzz {
        let loaded = Result {
            try Rules(SourceText(name: "rules.json", bytes: Array(text.utf8)), registry: registry)
        }
        return FormatFuzz(name, cost: cost, examples: examples) { input, index in
            guard case .success(let rules) = loaded else {
                return FuzzResult(problem: "the rules of \(name) cannot be loaded: \(loaded)")
            }
            do { return try reading(rules, input, index) } catch { return FuzzReaders.failure("\(error)") }
        }
    }

    // MARK: - Pages

    /// What is shown of a page and its rules.
    private static func pages(_ registry: Registry) -> [FormatFuzz] {
        [
            reader("explain", cost: 20, examples: ToolExamples.pages, registry) { rules, input, _ in
                let page = page(input)
                let plain = rules.scrape(page)
                let (outcome, trace) = rules.trace(page)
                let isSame =
                    plain.records.map(\.value) == outcome.records.map(\.value)
                    && plain.diagnostics.map(\.message) == outcome.diagnostics.map(\.message)
                var result = FuzzReaders.result(outcome)
                if !isSame { result.problem = "the trace changes the records or messages" }
                result.text = {
                    [FuzzReaders.text(outcome), trace.text(), JSONWriter.compact(trace.value)]
                        .joined(separator: "\n")
                }
                return result
            },
            reader("report", cost: 40, examples: ToolExamples.pages, registry) { rules, input, _ in
                let report = PageReport(page(input), rules)
                return FuzzResult(nodes: report.diagnostics.count + 1) {
                    // The report's own style and script, and the nonce of its policy, do not depend on the page.
                    String(decoding: HTMLReport(title: "Plants", pages: [report]).html, as: UTF8.self)
                        .replacing(/<style>.*?<\/style>|<script nonce=.*/.dotMatchesNewlines(), with: "")
                        .replacing(/nonce-[^']*/, with: "nonce")
                }
            },
            reader(
                "main-content",
                cost: 20,
                rules: ToolExamples.articleRules,
                examples: ToolExamples.articles,
                registry
            ) { rules, input, _ in
                FuzzReaders.result(rules.scrape(page(input)))
            },
            reader(
                "markdown",
                cost: 10,
                rules: ToolExamples.markdownRules,
                examples: ToolExamples.articles + ToolExamples.markup,
                registry
            ) { rules, input, _ in
                FuzzReaders.result(rules.scrape(page(input)))
            },
            reader("minimise", cost: 400, examples: ToolExamples.pages, registry) { rules, input, _ in
                let reduced = try PageReducer(runs: 60).reduce(page(input), rules)
                return FuzzResult(
                    nodes: reduced.after.elements,
                    problem: reduced.after.bytes > reduced.before.bytes ? "it has become larger" : nil
                ) {
                    "\(reduced.before) \(reduced.after) \(reduced.runs) \(reduced.isEnded)\n"
                        + String(decoding: reduced.page.bytes, as: UTF8.self)
                }
            },
            reader("stress", cost: 600, examples: ToolExamples.pages, registry) { rules, input, index in
                let test = MutationTest(seed: UInt64(index), mutations: 12, jobs: 1)
                let report = test.report(rules, pages: [page(input)])
                return FuzzResult(nodes: report.fields.count) { JSONWriter.compact(report.value) }
            },
        ]
    }

    // MARK: - Records

    /// What compares records, and learns from them.
    private static func records(_ registry: Registry) -> [FormatFuzz] {
        [
            FormatFuzz("differences", cost: 4, examples: ToolExamples.records) { input, _ in
                let parts = parts(input)
                let (old, new) = (list(parts.first ?? []), list(parts.last ?? []))
                let keys = ["Plant": ["id"]]
                let found = Golden(records: old).differences(to: Golden(records: new), keys: keys)
                var options = RecordChanges.Options()
                options.keys = keys
                options.otherKeys = ["sku"]
                let changes = RecordChanges(old, new, options)
                let report = ChangeReport(changes, from: "old", to: "new", clock: "2024-02-29T12:00:00Z")
                let isEmpty = old == new && (!found.isEmpty || !changes.isEmpty)
                return FuzzResult(
                    nodes: found.count + changes.changes.count,
                    problem: isEmpty ? "the same records differ" : nil
                ) {
                    let differences = found.map { DifferenceText($0, width: 40).plain + $0.description }
                    let reports = [report.text(width: 40), report.markdown, report.atom] + report.lines
                    return (differences + reports).joined(separator: "\n")
                }
            },
            reader("expectations", cost: 40, examples: ToolExamples.pageSeries, registry) { rules, input, _ in
                let samples = parts(input).prefix(6).enumerated().map { index, bytes in
                    ExpectationSample(page(bytes, "\(index).html"), by: rules)
                }
                let written = LearnedExpectations(rules, samples).written(into: rules.file.bytes)
                _ = try Rules.read(SourceText(name: "rules.json", bytes: written), registry: registry)
                let alarms = try LearnedExpectations.alarms(rules, samples, registry: registry)
                return FuzzResult(nodes: samples.count) {
                    ([String(decoding: written, as: UTF8.self)] + alarms.map { "\($0)" })
                        .joined(separator: "\n")
                }
            },
        ]
    }

    /// The records that a text denotes: those of a JSON list, or nothing.
    private static func list(_ text: [UInt8]) -> [Value] {
        JSON.read(text, dialect: .relaxed).json?.value.list ?? []
    }

    // MARK: - Rules

    /// The functions that write rules.
    private static func drafts(_ registry: Registry) -> [FormatFuzz] {
        [
            FormatFuzz("draft", cost: 100, examples: ToolExamples.pageSeries + FuzzExamples.csv) { input, _ in
                let pages = parts(input).prefix(3).enumerated().map { page($1, "\($0).html") }
                do {
                    let draft = try Draft.rules(for: pages)
                    let rules = try? Rules(
                        SourceText(name: "draft.json", bytes: Array(draft.text.utf8)),
                        registry: registry
                    )
                    let crawl = try pages.first.map { try CrawlDraft($0) }
                    return FuzzResult(nodes: 1, problem: rules == nil ? "the draft cannot be loaded" : nil) {
                        ([draft.text] + draft.notes + (crawl?.findings ?? [])).joined(separator: "\n")
                    }
                } catch { return FuzzReaders.failure("\(error)") }
            },
            FormatFuzz("data-draft", cost: 20, examples: FuzzExamples.json + FuzzExamples.xml) { input, _ in
                do {
                    let draft = try Draft.rules(for: [Page(name: "data", bytes: input)])
                    return FuzzResult(nodes: 1) { ([draft.text] + draft.notes).joined(separator: "\n") }
                } catch { return FuzzReaders.failure("\(error)") }
            },
            reader("learn", cost: 200, examples: ToolExamples.plantPages, registry) { rules, input, _ in
                let values = JSON.read(Array(ToolExamples.values.utf8), dialect: .relaxed).json?.value.list
                let examples = LearningExample(page(input), records: (values ?? []).compactMap(\.object))
                var learned = Learner(mutations: 2).learn([examples], record: "Plant")
                learned.match = LearnedRules.patterns(for: [examples.page])
                let all = learned
                return FuzzResult(nodes: all.fields.count) {
                    [
                        all.text, Array(JSONWriter.compact(all.report).utf8),
                        all.written(into: rules.file.bytes) ?? [],
                    ]
                    .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
                }
            },
            reader("repair", cost: 400, examples: ToolExamples.plantPages, registry) { rules, input, _ in
                let old = page(Array(ToolExamples.plantPages[0].utf8), "old.html")
                let golden = rules.scrape(old).records
                let repairer = Repairer(registry: registry, mutations: 1)
                let repair = repairer.repair(rules, old: old, golden: golden, new: page(input))
                _ = try Rules.read(SourceText(name: "rules.json", bytes: repair.text), registry: registry)
                return FuzzResult(nodes: repair.fields.count) {
                    "\(repair.isComplete) \(JSONWriter.compact(repair.report))\n"
                        + String(decoding: repair.text, as: UTF8.self)
                }
            },
        ]
    }
}
