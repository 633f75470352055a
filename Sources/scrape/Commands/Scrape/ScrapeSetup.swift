import Addresses
import Batch
import Cases
import Crawling
import Engine
import Records
import Regression

/// Sets up what `scrape` needs before it reads pages: rules, schema, output, input.
struct ScrapeSetup {
    let options: ScrapeCommand
    let registry: Registry
    private let catalogue = RulesCatalogue.ofProcess()
    /// The time of the pages: the given one, or else that of the run.
    private let clock: String

    init(options: ScrapeCommand, registry: Registry) {
        self.options = options
        self.registry = registry
        clock = options.clock ?? PageClock.now()
    }

    func run() throws(Diagnostic) -> ExitStatus {
        // Before anything starts threads, such as rules that call programs.
        let interruption = options.isRun ? Interruption() : nil
        let format = try registry.outputFormat(named: options.format)
        let choice: RulesChoice
        let baseline: Baseline?
        do throws(Diagnostics) {
            choice = try RulesChoice(options.rules, catalogue, registry: registry)
            // Mistakes in rules are reported before the pages of a run are read.
            if options.isRun { try choice.loadAll(startsPrograms: needsSchema(format)) }
            let store = RulesStore(catalogue, registry: registry, crawls: .ofArchives)
            baseline = try options.expectation.map { what throws(Diagnostics) in
                try Baseline(at: what, store)
            }
        } catch {
            return Console.fail(error)
        }
        let plan = plan(choice)
        // Without usable rules there is no schema.
        if choice.hasFailed, plan.isEmpty {
            Console.report(plan.diagnostics)
            return ExitStatus(plan.diagnostics)
        }
        if plan.isEmpty, !options.isRun, needsSchema(format) {
            do throws(Diagnostics) { try choice.loadAll(startsPrograms: false) } catch {
                return Console.fail(error)
            }
        }
        var schema = try printed(of: plan.schema(choice))
        if options.addsPage { schema = schema.withPageFields }
        let filter = try RecordFilter(options.filters, schema)
        for page in options.repeated {
            Console.log(.warning, "\(page) is given more than once, and read once")
        }
        // Files that cannot be opened are reported before any file is truncated.
        if let path = options.summary { try ScrapeRun.checkSummary(path) }
        let errors = try options.errors.map { path throws(Diagnostic) in try ErrorFile(path) }
        var journal = RunJournal()
        let destination = OutputChoice(options, format, schema, choice)
        let output = try destination.open(&journal)
        try errors?.cut(to: journal.errors)
        let begun = try destination.begunPages(of: output, after: journal)
        let input = try input(plan)
        let run = BatchRun(
            input.pages,
            work(choice, plan, filter, destination),
            to: BatchRun.Destination(output, errors: errors, after: journal, begun: begun),
            options: batch
        )
        return try ScrapeRun(run, output, options, baseline, interruption).run(input.size)
    }

    /// Whether the output needs the schema of all rules before any page is read, as a table does for its columns.
    private func needsSchema(_ format: OutputFormat) -> Bool {
        !format.isFreeOfSchema || options.isFolderOutput || options.record != nil
            || !options.filters.isEmpty
    }

    /// The rules that the named pages choose, if the command line names no rules.
    private func plan(_ choice: RulesChoice) -> PagePlan {
        guard case .matching = choice, !options.isRun else { return PagePlan() }
        return PagePlan(options.pages, choice) { name throws(Diagnostic) in try page(name) }
    }

    /// The schema of the printed records: of the type of `--record`, or of all types.
    private func printed(of all: Schema) throws(Diagnostic) -> Schema {
        var schema = all
        if let type = options.record {
            schema.types.removeAll { $0.name != type }
            guard !schema.types.isEmpty else {
                throw Diagnostic(
                    .rules,
                    "no record type \"\(type)\" (--record)",
                    help: Suggestion.help(for: type, among: all.types.map(\.name))
                )
            }
        }
        return schema
    }

    /// The options of the run.
    private var batch: BatchRun.Options {
        var batch = BatchRun.Options(threads: threads)
        batch.isOrdered = options.isOrdered
        batch.failsFast = options.failsFast
        return batch
    }

    /// The number of threads that read pages beside the main thread; 0 if it reads them.
    ///
    /// That suffices for one page, and for one job, unless a signal must be noticed while an input is waited for or searched,
    /// or while the page is read whose name a signal removes from the list of begun pages.
    private var threads: Int {
        if !options.isRun, options.pages.count == 1 { return 0 }
        let jobs = options.jobs ?? TestRun.processors
        let count = options.isRun ? jobs : min(jobs, options.pages.count)
        guard count == 1, options.output == nil, !options.readsArchives else { return count }
        let mayWait = options.pages.contains { page in
            page == "-" || File.kind(of: page) == .nothing || File.isDevice(page)
        }
        return mayWait ? count : 0
    }

    private func work(
        _ choice: RulesChoice,
        _ plan: PagePlan,
        _ filter: RecordFilter,
        _ destination: OutputChoice
    ) -> PageWork {
        var work = PageWork.Options()
        work.addsPageFields = options.addsPage
        work.encodesErrors = options.errors != nil
        work.isStrict = options.isStrict
        work.leavesOutUnmatched = options.skipsUnmatched || options.readsArchives
        work.leavesOutUnread = options.readsArchives
        work.planned = plan.rules
        work.profiles = options.profiles
        let type = options.record
        let isWanted: @Sendable (Record) -> Bool = { (type ?? $0.type) == $0.type && filter.matches($0) }
        return PageWork(
            choice,
            options: work,
            isWanted: type == nil && filter.isEmpty ? nil : isWanted,
            makeEncoder: destination.sharedEncoder
        )
    }

    // MARK: - Pages

    private func input(_ plan: PagePlan) throws(Diagnostic) -> (pages: any PageInput, size: InputSize) {
        let isOfAddresses = options.pages.allSatisfy(WebAddress.begins)
        guard options.isRun, !isOfAddresses else {
            let named = NamedPages(
                options.pages,
                known: plan.pages,
                open: { [self] name in
                    guard WebAddress.begins(name) else { return SavedPage.open(name, facts) }
                    do throws(Diagnostic) { return .whole(.page(try page(name))) } catch {
                        return .whole(.failed(error))
                    }
                }
            ) { [self] name in
                do throws(Diagnostic) { return .page(try page(name)) } catch { return .failed(error) }
            }
            return (named, InputSize(pages: options.pages.count))
        }
        let inputs = try Inputs(
            options.pages,
            InputOptions(
                kind: options.input,
                globs: options.globs,
                root: options.root,
                allowsAnyFile: options.allowsAnyFile,
                facts: facts
            )
        )
        // Counting walks through folders, and is only needed for the progress line.
        return (inputs, RunProgress.isShown(options) ? inputs.size : InputSize())
    }

    private var facts: PageFacts {
        PageFacts(
            url: options.url,
            encoding: options.encoding,
            clock: clock,
            limits: options.reading.limits
        )
    }

    private func page(_ name: String) throws(Diagnostic) -> Page {
        try PageFile.read(
            name,
            url: options.url,
            encoding: options.encoding,
            clock: options.clock,
            otherwise: clock,
            limits: options.reading.limits,
            fetching: options.fetching
        )
    }
}

extension Baseline {
    /// The baseline of a corpus's folder, or of the file of an earlier summary.
    fileprivate init(at path: String, _ store: RulesStore) throws(Diagnostics) {
        if File.kind(of: path) == .folder {
            self = try Baseline(Corpus(folder: path), store)
            guard rules.isEmpty else { return }
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "\(path) has no cases with golden files (--expect)",
                    help: "name a corpus, a site's cases, or the file of an earlier --summary"
                )
            ])
        }
        let bytes: [UInt8]
        do throws(File.Failure) { bytes = try File.read(path) } catch {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "cannot read the expectation (--expect): \(error)",
                    at: Location(file: path),
                    help: "name a corpus, a site's cases, or the file of an earlier --summary"
                )
            ])
        }
        let source = SourceText(name: path, bytes: bytes)
        let (json, errors) = JSON.read(bytes, dialect: .strict)
        guard let value = json?.value, errors.isEmpty, let summary = RunSummary(value) else {
            let place = errors.first.map { source.location(of: $0.range) } ?? source.location(at: 0)
            let message = errors.first?.message ?? "expected a summary, as --summary writes it"
            throw Diagnostics([Diagnostic(.rules, message, at: place)])
        }
        self.init(summary)
    }
}
