import Batch
import Records
import Regression
import Scraping

/// `scrape --rules RULES PAGE…`: pages to records.
struct ScrapeCommand {
    let options: ScrapeOptions
    let registry: Registry
    private let catalogue = RulesCatalogue.ofProcess()
    /// The pages' own time: the one given, else that of the run. Nothing else of the program asks the machine's
    /// clock.
    private let clock: String

    init(options: ScrapeOptions, registry: Registry) {
        self.options = options
        self.registry = registry
        clock = options.clock ?? PageClock.ofMachine()
    }

    func run() throws(Diagnostic) -> ExitStatus {
        // Before anything starts threads, such as rules that ask for programs.
        let interruption = options.isRun ? Interruption() : nil
        let format = try registry.outputFormat(named: options.format)
        let choice: RulesChoice
        let baseline: Baseline?
        do throws(Diagnostics) {
            choice = try RulesChoice(options.rules, catalogue, registry: registry)
            if needsSchema(format) { try choice.loadAll() }
            baseline = try options.run.expectation.map { what throws(Diagnostics) in try Baseline(at: what) }
        } catch {
            Console.report(error.all)
            return ExitStatus(error.all)
        }
        let plan = plan(choice)
        // Of rules that cannot be used no one can tell what would come out.
        if choice.hasFailed, plan.isEmpty {
            Console.report(plan.diagnostics)
            return ExitStatus(plan.diagnostics)
        }
        var schema = try printed(of: plan.schema(choice))
        if options.run.tellsPage { schema = schema.tellingPages }
        let filter = try RecordFilter(options.filters, schema)
        for page in options.repeated {
            Console.tell(.warning, "\(page) is given more than once, and read once")
        }
        // What cannot be opened is told before anything is cut.
        if let path = options.run.summary { try ScrapeRun.checkSummary(path) }
        let errors = try options.run.errors.map { path throws(Diagnostic) in try ErrorFile(path) }
        var journal = RunJournal()
        let destination = OutputChoice(options, format, schema, choice)
        let output = try destination.open(&journal)
        try errors?.cut(to: journal.errors)
        let input = try input(plan)
        let run = BatchRun(
            input.pages,
            work(choice, plan, filter, destination),
            to: output,
            errors: errors,
            after: journal,
            options: batch
        )
        return try ScrapeRun(run, output, options, baseline, interruption).run(input.size)
    }

    /// Whether it must be known what may come out of a run's pages before any is read: a table has columns for all of it.
    private func needsSchema(_ format: OutputFormat) -> Bool {
        guard options.isRun else { return false }
        return !format.isFreeOfSchema || OutputChoice.isFolder(options.output) || options.record != nil
            || !options.filters.isEmpty
    }

    /// What pages have chosen, where they are named one by one and the rules are not.
    private func plan(_ choice: RulesChoice) -> PagePlan {
        guard case .matching = choice, !options.isRun else { return PagePlan() }
        return PagePlan(options.pages, choice) { name throws(Diagnostic) in try page(name) }
    }

    /// What will be printed: the chosen record type's part of the schema, if one is chosen.
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

    /// How the run goes.
    private var batch: BatchRun.Options {
        var batch = BatchRun.Options(threads: threads)
        batch.isOrdered = options.run.isOrdered
        batch.failsFast = options.run.failsFast
        return batch
    }

    /// How many threads read pages; 0 for the program's own, which is enough for a single page.
    private var threads: Int {
        if !options.isRun, options.pages.count == 1 { return 0 }
        let jobs = options.run.jobs ?? TestRun.processors
        return options.isRun ? jobs : min(jobs, options.pages.count)
    }

    private func work(
        _ choice: RulesChoice,
        _ plan: PagePlan,
        _ filter: RecordFilter,
        _ destination: OutputChoice
    ) -> PageWork {
        var work = PageWork.Options()
        work.tellsPage = options.run.tellsPage
        work.encodesErrors = options.run.errors != nil
        work.leavesOutUnmatched = options.run.skipsUnmatched || options.readsArchives
        work.planned = plan.rules
        work.profiles = options.run.profiles
        let type = options.record
        return PageWork(
            choice,
            options: work,
            isWanted: { (type ?? $0.type) == $0.type && filter.matches($0) },
            makeEncoder: destination.sharedEncoder
        )
    }

    // MARK: - Pages

    private func input(_ plan: PagePlan) throws(Diagnostic) -> (pages: any PageInput, size: InputSize) {
        guard options.isRun else {
            let named = NamedPages(options.pages, known: plan.pages) { [self] name in
                do throws(Diagnostic) { return .page(try page(name)) } catch { return .failed(error) }
            }
            return (named, InputSize(pages: options.pages.count))
        }
        let inputs = try Inputs.make(
            operands: options.pages,
            kind: options.run.input,
            globs: options.run.globs,
            root: options.run.root,
            encoding: options.encoding,
            clock: clock,
            url: options.url,
            limits: options.reading.limits
        )
        // Counting walks through folders: not for those who do not look.
        return (inputs, RunProgress.isShown(options) ? inputs.size : InputSize())
    }

    private func page(_ name: String) throws(Diagnostic) -> Page {
        try PageFile.read(
            name,
            url: options.url,
            encoding: options.encoding,
            clock: clock,
            limits: options.reading.limits
        )
    }
}

extension Baseline {
    /// What is expected: by a corpus's folder, or the file of an earlier summary.
    fileprivate init(at path: String) throws(Diagnostics) {
        if File.kind(of: path) == .folder {
            self = try Baseline(Corpus(folder: path))
            guard rules.isEmpty else { return }
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "\(path) holds no cases with golden files (--expect)",
                    help: "name a corpus's folder, or the file of an earlier --summary"
                )
            ])
        }
        let bytes: [UInt8]
        do throws(File.Failure) { bytes = try File.read(path) } catch {
            throw Diagnostics([
                Diagnostic(
                    .rules,
                    "cannot read what is expected (--expect): \(error)",
                    at: Location(file: path),
                    help: "name a corpus's folder, or the file of an earlier --summary"
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
