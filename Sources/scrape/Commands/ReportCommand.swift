import Records
import Regression
import Reporting
import Scraping

/// `scrape report`: pages with what came out of them, as HTML.
struct ReportCommand {
    let options: ReportOptions
    let registry: Registry
    private let catalogue = RulesCatalogue.ofProcess()

    init(options: ReportOptions, registry: Registry) {
        self.options = options
        self.registry = registry
    }

    func run() throws(Diagnostic) -> ExitStatus {
        let output = try ReportOutput(options.output)
        var pages: [PageReport] = []
        var status = ExitStatus.success
        if isOfPages {
            try addPages(&pages, &status)
        } else {
            try addCases(&pages, &status)
        }
        guard !pages.isEmpty else { return status }
        return max(status, try output.write(pages))
    }

    /// Whether pages are named, and not cases of the corpus.
    private var isOfPages: Bool {
        options.rules != nil || options.names.contains { $0 == "-" || File.kind(of: $0) == .file }
    }

    private func addCases(_ pages: inout [PageReport], _ status: inout ExitStatus) throws(Diagnostic) {
        let cases = try CaseChoice(corpus: options.corpus, names: options.names).cases()
        let run = TestRun(cases, RulesStore(catalogue, registry: registry))
        let bar = ProgressBar(cases.count)
        run.results(progress: bar.advance) { result in
            pages.append(PageReport(result))
            status = max(status, ExitStatus(result.verdict))
            return true
        }
        bar.clear()
    }

    private func addPages(_ pages: inout [PageReport], _ status: inout ExitStatus) throws(Diagnostic) {
        let choice: RulesChoice
        do throws(Diagnostics) {
            choice = try RulesChoice(options.rules, catalogue, registry: registry)
        } catch {
            Console.report(error.all)
            status = max(status, ExitStatus(error.all))
            return
        }
        let clock = options.clock ?? PageClock.ofMachine()
        for name in options.names {
            do throws(Diagnostics) {
                let page = try ReportCommand.page(name, options, clock)
                let report = PageReport(page, try choice.rules(for: page))
                pages.append(report)
                Console.report(report.diagnostics)
                status = max(status, ExitStatus(report.diagnostics))
            } catch {
                Console.report(error.all)
                status = max(status, ExitStatus(error.all))
            }
        }
    }

    private static func page(
        _ name: String,
        _ options: ReportOptions,
        _ clock: String
    ) throws(Diagnostics) -> Page {
        do throws(Diagnostic) {
            return try PageFile.read(
                name,
                url: options.url,
                encoding: options.encoding,
                clock: clock,
                limits: options.reading.limits
            )
        } catch {
            throw Diagnostics([error])
        }
    }
}
