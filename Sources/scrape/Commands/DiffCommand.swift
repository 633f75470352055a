import Cases
import Crawling
import DOM
import Encoding
import Engine
import Records
import Regression

/// `scrape diff`: compares the records that two rules files yield, or those of two versions of a page.
struct DiffCommand: RulesCommand {
    /// How the differences are printed.
    private enum Format: String, CaseIterable {
        case text
        case json
        case markdown
    }

    private var old = ""
    private var new = ""
    /// The rules with which two versions of a page are compared; `nil` to compare two rules files.
    private var rules: String?
    private var pages: [String] = []
    private var corpus: String?
    private var format = Format.text
    private var url: String?
    private var encoding: Encoding?
    private var clock: String?
    private(set) var reading = ReadingOptions()
    private(set) var plugins = PluginSettings()
    private let catalogue = RulesCatalogue.ofProcess()

    static let help = CommandHelp(
        name: "diff",
        about: "compare the records of two rules files, or of two versions of a page",
        usage: ["scrape diff [options] OLD NEW", "scrape diff --rules RULES [options] OLD NEW"],
        description: """
            Compares records and their fields: of two rules files over the same pages, or with --rules of two versions of
            a page.

            Without --rules, OLD and NEW are rules files or sites' names; PATH@REVISION is the file in that
            revision of its git repository. The pages are those of --page, or else those of the cases in the
            corpus that one of the two rules files reads. For a crawl, all pages that may have records are
            compared, each read as its kind, and so are its requests.
            """,
        operands: .files(or: .sites),
        exits: [
            .success: "there is no difference", .page: "there are differences",
            .usage: "the command line or a rules file is wrong, or there is no such revision",
            .input: "a file cannot be read, or a limit has cut a page",
        ],
        examples: [
            "scrape diff rules/alchemy.json@HEAD~1 rules/alchemy.json",
            "scrape diff --format markdown alchemy.json alchemy-new.json --page monday.html",
            "scrape diff --rules alchemy last-week.html today.html",
        ]
    )

    static var options: [Option<DiffCommand>] {
        [
            .value(
                "--rules",
                short: "-r",
                .text("RULES", .files(or: .sites)),
                "Read two versions of a page with RULES, and compare their records."
            ) { $0.rules = $1 },
            .list(
                "--page",
                short: "-p",
                .file("PAGE"),
                "Compare two rules files over PAGE.",
                details: "Can be given several times."
            ) { $0.pages.append($1) },
            .corpus(\.corpus),
            .value(
                "--format",
                short: "-f",
                OptionValue<Format>.choice("FORMAT"),
                "Print differences in FORMAT: text, json or markdown.",
                details: "text is the default."
            ) { $0.format = $1 },
            .url(\.url), .clock(\.clock), .encoding(\.encoding),
        ] + ReadingOptions.options.setting(\.reading) + PluginSettings.options.setting(\.plugins)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        guard operands.count == 2 else {
            throw Diagnostic(
                .rules,
                "expected two \(rules == nil ? "rules files" : "pages"), found \(operands.count)",
                help: rules == nil
                    ? "write scrape diff OLD NEW; PATH@HEAD~1 is the file before the last commit"
                    : "write scrape diff --rules RULES OLD NEW"
            )
        }
        (old, new) = (operands[0], operands[1])
        if rules != nil, corpus != nil || !pages.isEmpty {
            let other = corpus == nil ? "--page" : "--corpus"
            throw Diagnostic(
                .rules,
                "--rules compares two versions of a page and cannot be combined with \(other)"
            )
        }
        if corpus != nil, !pages.isEmpty {
            throw Diagnostic(.rules, "--page and --corpus cannot be combined")
        }
        let readsCases = rules == nil && pages.isEmpty
        if readsCases,
            let option = url != nil ? "--url" : encoding != nil ? "--encoding" : clock.map({ _ in "--clock" })
        {
            throw Diagnostic(.rules, "\(option) is for pages; cases have their own in case.json")
        }
        if pages.count > 1 { try Operands.check(url: url, pages: pages.count) }
    }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        let report: DiffReport
        do throws(Diagnostics) {
            report = try self.report(registry)
        } catch {
            return Console.fail(error)
        }
        switch format {
        case .text: Console.show(text(report))
        case .json: Console.print(JSONWriter.pretty(report.value))
        case .markdown: Console.print(String(report.markdown.dropLast()))
        }
        return max(report.isSame ? .success : .page, Console.report(unread: report.unread))
    }

    private func report(_ registry: Registry) throws(Diagnostics) -> DiffReport {
        if let rules {
            let rules = try self.rules(rules, registry)
            return DiffReport(rules.rules, from: try page(old), to: try page(new))
        }
        let (one, other) = try both(old, new, registry)
        if pages.isEmpty {
            let cases = try cases(corpus ?? "Corpus", [one.path, other.path], [one.rules, other.rules])
            return DiffReport(
                from: one.rules,
                to: other.rules,
                compared: cases.pages,
                crawls: cases.crawls
            )
        }
        var named: [(name: String, page: Page)] = []
        for name in pages { named.append((name, try page(name))) }
        return DiffReport(from: one.rules, to: other.rules, pages: named)
    }

    /// Both rules files.
    ///
    /// - Throws: the errors of both.
    private func both(
        _ old: String,
        _ new: String,
        _ registry: Registry
    ) throws(Diagnostics) -> (LoadedRules, LoadedRules) {
        let results = [old, new].map { name in
            Result { () throws(Diagnostics) in try rules(name, registry) }
        }
        var errors: [Diagnostic] = []
        for case .failure(let diagnostics) in results { errors += diagnostics.all }
        guard errors.isEmpty else { throw Diagnostics(errors) }
        return (try results[0].get(), try results[1].get())
    }

    /// Rules, and the path of their file in the working tree.
    private typealias LoadedRules = (rules: Rules, path: String)

    private func rules(_ argument: String, _ registry: Registry) throws(Diagnostics) -> LoadedRules {
        let parts = GitFile.parse(argument)
        let path: String
        do throws(Diagnostic) {
            path = try catalogue.path(of: parts?.path ?? argument)
        } catch {
            // A file that is deleted can be in a revision.
            guard let parts, parts.path.hasSuffix(".json") else { throw Diagnostics([error]) }
            path = parts.path
        }
        guard let parts else { return (try Rules.load(path, registry: registry), path) }
        let file = GitFile(path: path, revision: parts.revision)
        return (try Rules.load(file, registry: registry), path)
    }

    private func page(_ name: String) throws(Diagnostics) -> Page {
        try Diagnostics.single { () throws(Diagnostic) in
            try PageFile.read(
                name,
                url: url,
                encoding: encoding,
                clock: clock ?? PageClock.now(),
                limits: reading.limits
            )
        }
    }

    // MARK: - Cases

    /// The pages and crawls with which two rules files are compared.
    private struct ComparedCases {
        var pages: [DiffReport.ComparedPage] = []
        /// The differences in the crawls' requests.
        var crawls: [DiffReport.PageDifferences] = []
    }

    /// The pages of the cases that are read by one of the rules files: for a crawl, those that either of them requests.
    private func cases(
        _ corpus: String,
        _ paths: [String],
        _ rules: [Rules]
    ) throws(Diagnostics) -> ComparedCases {
        var compared = ComparedCases()
        var leftOut = 0
        let store = RulesStore(catalogue, registry: Registry(), crawls: .ofArchives)
        for test in try Corpus(folder: corpus).cases() {
            let facts = try test.facts()
            guard isRead(by: paths, facts.rules ?? test.site) else { continue }
            if test.isCrawl {
                if rules.allSatisfy({ $0.crawl == nil }) { leftOut += 1 }
                compared.pages += try pages(of: test, facts, rules, store)
                if rules.allSatisfy({ $0.crawl != nil }) {
                    let requests = try test.requestDifferences(facts, from: rules[0], to: rules[1], store)
                    compared.crawls.append(
                        DiffReport.PageDifferences(name: test.description, differences: requests)
                    )
                }
                continue
            }
            compared.pages.append(
                DiffReport.ComparedPage(
                    name: test.description,
                    page: try test.page(facts),
                    accepted: (try? test.golden())?.diagnostics ?? []
                )
            )
        }
        CaseChoice.reportLeftOut(leftOut, "neither rules file has \"requests\"")
        if compared.pages.isEmpty, compared.crawls.isEmpty {
            let sites = Set(paths.map(site)).sorted().joined(separator: " or ")
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "no cases for \(sites) in \(corpus)",
                    help: "name pages with --page, or another folder with --corpus"
                )
            ])
        }
        return compared
    }

    /// The pages of a crawl that may have records, each once, as either of the rules files requests them.
    private func pages(
        of test: Case,
        _ facts: Case.Facts,
        _ rules: [Rules],
        _ store: RulesStore
    ) throws(Diagnostics) -> [DiffReport.ComparedPage] {
        var pages: [DiffReport.ComparedPage] = []
        // Requests with a body may have one address and several pages.
        var known: [String: [[UInt8]]] = [:]
        for rules in rules where rules.crawl != nil {
            try test.visitPages(facts, rules, store) { found in
                // If a page only leads to others, its differences show in the requests.
                guard found.hasRecords else { return }
                let name = test.name(of: found)
                let same = known[name] ?? []
                if same.contains(found.page.bytes) { return }
                known[name] = same + [found.page.bytes]
                let number = same.isEmpty ? "" : " (\(same.count + 1))"
                pages.append(
                    DiffReport.ComparedPage(name: name + number, page: found.page, kind: found.kind?.name)
                )
            }
        }
        return pages
    }

    /// Whether a case's rules are one of the files, or have the name of one.
    private func isRead(by paths: [String], _ name: String) -> Bool {
        if let path = try? catalogue.path(of: name), paths.contains(where: { File.isSame($0, path) }) {
            return true
        }
        return paths.contains { site($0) == site(name) }
    }

    private func site(_ path: String) -> String {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? path
        return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    }

    // MARK: - Text

    private func text(_ report: DiffReport) -> String {
        let style = Console.outputStyle
        let width = Terminal.output.isTerminal ? max(40, Terminal.output.width - 10) : 240
        // The sequences of this program's colours are kept later.
        var lines = [TerminalText.withoutControls("\(report.old) → \(report.new)")]
        for page in report.differing {
            lines.append(style(.strong, page.name))
            for difference in page.differences {
                let text = style.text(difference, width: width, labels: .diff)
                lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
            }
        }
        lines.append(style(report.isSame ? .passed : .failed, report.summary))
        return lines.joined(separator: "\n")
    }
}
