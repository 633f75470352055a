import Addresses
import Cases
import Crawling
import DOM
import Encoding
import Engine
import Records
import Regression
import Reporting

/// `scrape report`: shows pages with their records, as HTML.
struct ReportCommand: RulesCommand {
    /// Cases, or pages.
    private var names: [String] = []
    private var rules: String?
    private var output: String?
    private var corpus: String?
    private var url: String?
    private var encoding: Encoding?
    private var clock: String?
    private(set) var reading = ReadingOptions()
    private(set) var plugins = PluginSettings()
    private(set) var fetching = FetchSettings()
    private let catalogue = RulesCatalogue.ofProcess()

    static let help = CommandHelp(
        name: "report",
        about: "show pages with their records side by side, as HTML",
        usage: [
            "scrape report [options] [SITE[/CASE]...]", "scrape report [--rules RULES] [options] PAGE...",
        ],
        description: """
            Shows saved pages with their records in one self-contained HTML file. Each page looks as in a
            browser, without scripts and network, and every extracted field is outlined in its own colour.
            Beside it are the records, the diagnostics, and the differences from the golden file. A case of a
            crawl is followed by each of its pages that may have records.

            Without operands, all cases of the corpus are shown. With --rules, all operands are pages; without it, those
            that are files. - is standard input. In the report, point at a field, or use Tab and the arrow keys, to see
            where it is on the page; Enter scrolls there.
            """,
        operands: .files(or: .cases),
        exits: [
            .success: "the report is written, and nothing in it fails",
            .page: "a case differs from its golden file, or a page does not satisfy its rules",
            .usage: "the command line or a rules file is wrong",
            .input: "an input cannot be read, or the report cannot be written",
        ],
        examples: [
            "scrape report --output report.html alchemy",
            "scrape report --rules rules/plants.json page.html > page-report.html",
        ]
    )

    static var options: [Option<ReportCommand>] {
        [
            .rules(\.rules),
            .value(
                "--output",
                short: "-o",
                .file("FILE|FOLDER"),
                "Write the report to FILE instead of standard output.",
                details:
                    "A FOLDER, which exists or whose name ends with /, gets a file for each page, and index.html."
            ) { $0.output = $1 },
            .corpus(\.corpus), .url(\.url, details: "Without --rules, it also chooses the rules file."),
            .clock(\.clock), .encoding(\.encoding),
        ] + ReadingOptions.options.setting(\.reading) + PluginSettings.options.setting(\.plugins)
            + FetchSettings.options.setting(\.fetching)
    }

    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        names = operands
        if output == "-" { output = nil }
        if let output, names.contains(where: { File.kind(of: $0) == .file && File.isSame($0, output) }) {
            throw Diagnostic(.rules, "--output \(output) is one of the pages: it would be overwritten")
        }
        if rules != nil, names.isEmpty {
            throw Diagnostic(
                .rules,
                "no page is given",
                help: "write scrape report --rules alchemy page.html, or leave out --rules to show all cases"
            )
        }
        try Operands.check(url: url, pages: names.count)
    }

    func run(using registry: Registry) throws(Diagnostic) -> ExitStatus {
        let output = try ReportOutput(self.output)
        var pages: [PageReport] = []
        var status = ExitStatus.success
        if isOfPages {
            try addPages(registry, &pages, &status)
        } else {
            try addCases(registry, &pages, &status)
        }
        guard !pages.isEmpty else { return status }
        return max(status, try output.write(pages))
    }

    /// Whether the operands are pages, and not cases of the corpus.
    private var isOfPages: Bool {
        rules != nil
            || names.contains { $0 == "-" || WebAddress.begins($0) || File.kind(of: $0) == .file }
    }

    private func addCases(
        _ registry: Registry,
        _ pages: inout [PageReport],
        _ status: inout ExitStatus
    ) throws(Diagnostic) {
        let cases = try CaseChoice(corpus: corpus, names: names).cases()
        let store = RulesStore(catalogue, registry: registry, crawls: .ofArchives)
        let run = TestRun(cases, store)
        let bar = ProgressBar(cases.count)
        run.results(progress: bar.advance) { result in
            pages.append(PageReport(result))
            pages += PageReport.pages(of: result, store)
            status = max(status, ExitStatus(result.verdict))
            return true
        }
        bar.clear()
    }

    private func addPages(
        _ registry: Registry,
        _ pages: inout [PageReport],
        _ status: inout ExitStatus
    ) throws(Diagnostic) {
        let choice: RulesChoice
        do throws(Diagnostics) {
            choice = try RulesChoice(rules, catalogue, registry: registry)
        } catch {
            status = max(status, Console.fail(error))
            return
        }
        let clock = clock ?? PageClock.now()
        for name in names {
            do throws(Diagnostics) {
                let page = try self.page(name, clock)
                let report = PageReport(page, try choice.rules(for: page))
                pages.append(report)
                Console.report(report.diagnostics)
                status = max(status, ExitStatus(report.diagnostics))
            } catch {
                status = max(status, Console.fail(error))
            }
        }
    }

    private func page(_ name: String, _ clock: String) throws(Diagnostics) -> Page {
        try Diagnostics.single { () throws(Diagnostic) in
            try PageFile.read(
                name,
                url: url,
                encoding: encoding,
                clock: self.clock,
                otherwise: clock,
                limits: reading.limits,
                fetching: fetching
            )
        }
    }
}

/// The destination of a report: standard output, a file, or a folder with a file for each page and an index.
private enum ReportOutput {
    case standard
    case file(ReplacementFile)
    case folder(String)

    /// Opens the output before any work, so that a wrong path is reported immediately.
    init(_ path: String?) throws(Diagnostic) {
        guard let path else {
            self = .standard
            return
        }
        if path.hasSuffix("/") || File.kind(of: path) == .folder {
            self = .folder(path.hasSuffix("/") ? String(path.dropLast()) : path)
            return
        }
        do throws(File.Failure) { self = .file(try ReplacementFile(path)) } catch {
            throw ReportOutput.diagnostic(error)
        }
    }

    /// Writes the report of the pages.
    func write(_ pages: [PageReport]) throws(Diagnostic) -> ExitStatus {
        let title = pages.count == 1 ? pages[0].name : "\(pages.count) pages"
        switch self {
        case .standard:
            let output = StandardOutput()
            output.write(HTMLReport(title: title, pages: pages).html)
            output.flush()
            return output.status
        case .file(let file):
            do throws(File.Failure) {
                try file.write(HTMLReport(title: title, pages: pages).html)
                try file.commit()
            } catch {
                throw ReportOutput.diagnostic(error)
            }
        case .folder(let folder):
            try write(pages, in: folder)
        }
        return .success
    }

    private func write(_ pages: [PageReport], in folder: String) throws(Diagnostic) {
        do throws(File.Failure) {
            try File.makeFolders(for: "\(folder)/index.html")
            let index = ReportIndex(pages)
            for (page, name) in zip(pages, index.files) {
                try ReportOutput.write(HTMLReport(title: page.name, pages: [page]).html, "\(folder)/\(name)")
            }
            try ReportOutput.write(index.html, "\(folder)/index.html")
        } catch {
            throw ReportOutput.diagnostic(error)
        }
    }

    private static func write(_ bytes: [UInt8], _ path: String) throws(File.Failure) {
        let file = try ReplacementFile(path)
        try file.write(bytes)
        try file.commit()
    }

    private static func diagnostic(_ failure: File.Failure) -> Diagnostic {
        Diagnostic(.input, "cannot write the report: \(failure)", at: Location(file: failure.path))
    }
}
