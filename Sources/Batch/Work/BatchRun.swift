package import Records
package import Scraping

/// A run over many pages: input, work in several threads, output, errors and summary.
package final class BatchRun {
    private let input: any PageInput
    private let work: PageWork
    private let output: any RunOutput
    private let errors: ErrorFile?
    private let options: Options
    /// How much of a file of errors belongs to earlier parts of the run.
    private let errorsBefore: Int
    /// What the run has come to so far.
    package private(set) var summary = RunSummary()
    /// The gravest of what was wrong with pages.
    package private(set) var worst: Diagnostic.Cause?
    /// What took how long, where that is measured; of all threads together.
    package private(set) var profile = Profile()
    /// Whether it has ended before its input: a page has failed, or the reader of the output has gone.
    package private(set) var isPart = false
    /// What has been delivered and is not written yet.
    private var gathered: [PageResult] = []
    private var written = ContinuousClock.now
    private var notes: RunNotes
    /// How many bytes of the input lie behind the run.
    package private(set) var bytesBehind = 0

    /// How a run goes.
    package struct Options: Sendable {
        /// How many pages are read at once.
        package var threads: Int
        /// Whether records come in the order of their pages.
        package var isOrdered = true
        /// Whether the first page that fails ends the run.
        package var failsFast = false

        package init(threads: Int) {
            self.threads = threads
        }

        /// Enough that no thread waits for another's page, and few enough to hold.
        fileprivate var bounds: PagePipeline.Bounds { PagePipeline.Bounds(pages: max(8, threads * 8)) }
    }

    package init(
        _ input: any PageInput,
        _ work: PageWork,
        to output: any RunOutput,
        errors: ErrorFile?,
        after journal: RunJournal = RunJournal(),
        options: Options
    ) {
        self.input = journal.done.count == 0 ? input : RemainingInput(input, without: journal.done)
        self.work = work
        self.output = output
        self.errors = errors
        self.options = options
        errorsBefore = journal.errors
        notes = RunNotes(after: journal)
        summary = journal.summary
        summary.beginPart()
    }

    /// Reads all pages.
    ///
    /// - Parameters:
    ///   - goesOn: is asked ten times a second and after each portion; false ends the run in good order.
    ///   - tell: is given what is to be told of each page, where that goes to no file.
    /// - Throws: that the output cannot be written. What has been written stays whole.
    package func run(goesOn: () -> Bool, tell: ([Diagnostic]) -> Void) throws(Diagnostic) {
        let start = ContinuousClock.now
        defer { summary.seconds = (ContinuousClock.now - start) / .seconds(1) }
        var failure: Diagnostic?
        let pipeline = PagePipeline(input, isOrdered: options.isOrdered, bounds: options.bounds)
        pipeline.run(threads: options.threads, work: work.result, goesOn: goesOn) { results in
            do throws(Diagnostic) { return try deliver(results, tell) } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        _ = try write()
    }

    /// Ends the output, after the run.
    package func finish() throws(Diagnostic) { try output.finish(note: note([])) }

    private func deliver(_ all: [PageResult], _ tell: ([Diagnostic]) -> Void) throws(Diagnostic) -> Bool {
        var results = all
        var goesOn = true
        defer { if !goesOn { isPart = true } }
        if options.failsFast, let failed = results.firstIndex(where: \.isFailed) {
            results.removeSubrange((failed + 1)...)
            goesOn = false
        }
        summary.add(results)
        for result in results {
            if !result.diagnostics.isEmpty { tell(result.diagnostics) }
            if let measured = result.profile { profile += measured }
            bytesBehind = max(bytesBehind, result.bytesBehind)
            if let cause = result.worst { worst = Diagnostic.Cause.graver(worst, cause) }
        }
        try errors?.write(results)
        gathered += results
        if isPortion, try !write() { goesOn = false }
        return goesOn
    }

    /// Whether there is enough to be written, or it has waited for long enough.
    private var isPortion: Bool {
        gathered.count >= output.portion || ContinuousClock.now - written > .seconds(1)
    }

    private func write() throws(Diagnostic) -> Bool {
        if gathered.isEmpty { return true }
        defer {
            gathered.removeAll(keepingCapacity: true)
            written = .now
        }
        return try output.write(gathered, note: note(gathered))
    }

    private func note(_ results: [PageResult]) -> String {
        output.keepsNotes ? notes.portion(results, errors: errors?.size ?? errorsBefore) : ""
    }
}
