package import Engine
import Platform
package import Records
import Synchronization

/// A run over many pages: the input, the work in several threads, the output, the errors and the summary.
package final class BatchRun {
    private var input: any PageInput
    /// The input, if the run continues an earlier one.
    private let remaining: RemainingInput?
    private let work: PageWork
    private let output: any RunOutput
    private let errors: ErrorFile?
    private let begun: BegunPages?
    private let options: Options
    /// The number of bytes of the file of errors that belong to earlier parts of the run.
    private let errorsBefore: Int
    /// The results so far.
    package private(set) var summary = RunSummary()
    /// The worst cause of an error so far.
    package private(set) var worst: Diagnostic.Cause?
    /// The time of each phase in all threads, if it is measured.
    package private(set) var profile = Profile()
    /// Whether the run has ended before its input: a page has failed, or the reader of the output has closed it.
    package private(set) var isPart = false
    /// The results that have been delivered but not written yet.
    private var unwritten: [FinishedPage] = []
    /// The results that have been written without a note, since a part of a page follows them; without their records.
    private var unnoted: [FinishedPage] = []
    private var lastWrite = MonotonicTime.now
    /// Whether pages are read one after the other, each after the one before it is in the output.
    private var readsAlone = false
    private var notes: RunNotes
    /// The number of bytes of the input that have been consumed.
    package private(set) var bytesRead = 0

    /// Where the results of a run are written.
    package struct Destination {
        let output: any RunOutput
        let errors: ErrorFile?
        let journal: RunJournal
        let begun: BegunPages?

        /// - Parameters:
        ///   - output: the output for records.
        ///   - errors: the file of errors; `nil` to report them.
        ///   - journal: the results of earlier parts of the run in the output.
        ///   - begun: the list of begun pages; `nil` if the run cannot be continued.
        package init(
            _ output: any RunOutput,
            errors: ErrorFile?,
            after journal: RunJournal = RunJournal(),
            begun: BegunPages? = nil
        ) {
            self.output = output
            self.errors = errors
            self.journal = journal
            self.begun = begun
        }
    }

    /// The options of a run.
    package struct Options: Sendable {
        /// The number of threads that read pages; 0 for the calling thread.
        package var threads: Int
        /// Whether records have the order of their pages.
        package var isOrdered = true
        /// Whether the first page that fails ends the run.
        package var failsFast = false

        package init(threads: Int) {
            self.threads = threads
        }

        /// A number of pages at which threads rarely wait for each other and little memory is used.
        fileprivate var bounds: PagePipeline.Bounds {
            var bounds = PagePipeline.Bounds(pages: max(32, threads * 32))
            bounds.tiny = PendingPage.tinyPages
            return bounds
        }
    }

    /// Whether a continued run has found no page in its input, not even a finished one.
    package var isInputEmpty: Bool { remaining?.hasPages.load(ordering: .relaxed) == false }

    package init(
        _ input: any PageInput,
        _ work: PageWork,
        to destination: Destination,
        options: Options
    ) {
        let journal = destination.journal
        remaining = journal.done.count == 0 ? nil : RemainingInput(input, without: journal.done)
        self.input = remaining ?? input
        self.work = work
        output = destination.output
        errors = destination.errors
        begun = destination.begun
        self.options = options
        errorsBefore = journal.errors
        notes = RunNotes(after: journal)
        summary = journal.summary
        summary.beginPart()
    }

    /// Processes all pages.
    ///
    /// - Parameters:
    ///   - shouldContinue: called after each delivery and, if there are threads, ten times a second; false ends the run after
    ///     the pages that have been started.
    ///   - report: called with the diagnostics of each page, unless they are written to a file.
    /// - Throws: an error if the output cannot be written. Everything that has been written stays valid.
    package func run(
        shouldContinue: () -> Bool,
        report: ([Diagnostic]) -> Void
    ) throws(Diagnostic) {
        let start = MonotonicTime.now
        defer { summary.seconds = (MonotonicTime.now - start) / .seconds(1) }
        // However the run ends, other than by its death: no page is suspected.
        defer { begun?.remove() }
        var ends = false
        if let begun, begun.hasSuspects {
            let suspects = SuspectInput(input, begun)
            input = suspects
            readsAlone = true
            ends = try runPipeline(threads: min(1, options.threads), .init(pages: 1), shouldContinue, report)
            readsAlone = false
            suspects.endsAfterSuspects = false
        }
        if !ends { _ = try runPipeline(threads: options.threads, options.bounds, shouldContinue, report) }
        _ = try write()
    }

    /// Processes the pages of the input in several threads; returns whether the run ends before the end of the input.
    private func runPipeline(
        threads: Int,
        _ bounds: PagePipeline.Bounds,
        _ shouldContinue: () -> Bool,
        _ report: ([Diagnostic]) -> Void
    ) throws(Diagnostic) -> Bool {
        var failure: Diagnostic?
        var ends = false
        let (work, begun) = (work, begun)
        PagePipeline(input, isOrdered: options.isOrdered, bounds: bounds).run(
            threads: threads,
            work: { page, receive in
                let number = page.isNoted && !page.isTiny ? begun?.begin(page.place) : nil
                var result = work.result(of: page, receive: receive)
                result.begun = number
                return consume result
            },
            shouldContinue: {
                if shouldContinue() { return true }
                begun?.remove()
                ends = true
                return false
            },
            deliver: { results in
                do throws(Diagnostic) {
                    if try deliver(results, report) { return true }
                } catch {
                    failure = error
                }
                ends = true
                return false
            }
        )
        if let failure { throw failure }
        return ends
    }

    /// Finishes the output after the run.
    package func finish() throws(Diagnostic) {
        try output.finish(note: note([]))
        try errors?.finish()
    }

    /// Adds results, parts of pages among them, to the run; returns false if it ends here.
    private func deliver(
        _ all: [FinishedPage],
        _ report: ([Diagnostic]) -> Void
    ) throws(Diagnostic) -> Bool {
        var results = all
        var continues = true
        defer { if !continues { isPart = true } }
        if options.failsFast,
            let failed = results.firstIndex(where: { !$0.result.isPart && $0.result.isFailed })
        {
            results.removeSubrange((failed + 1)...)
            continues = false
        }
        for page in results {
            if !page.result.diagnostics.isEmpty { report(page.result.diagnostics) }
            if let measured = page.result.profile { profile += measured }
            bytesRead = max(bytesRead, page.result.bytesRead)
            if let cause = page.result.worst { worst = Diagnostic.Cause.worse(worst, cause) }
        }
        var rest = results[...]
        while let first = rest.first {
            let isPart = first.result.isPart
            let next = rest.prefix { $0.result.isPart == isPart }
            rest = rest.dropFirst(next.count)
            guard try isPart ? write(parts: next) : add(next) else {
                continues = false
                break
            }
        }
        return continues
    }

    /// Adds the results of finished pages; returns false if the run ends here.
    private func add(_ pages: ArraySlice<FinishedPage>) throws(Diagnostic) -> Bool {
        summary.add(Array(pages))
        try errors?.write(pages)
        unwritten += pages
        return isPortion ? try write() : true
    }

    /// Writes parts of a page after what precedes them. The note is written after the page's end: until then, an interrupted
    /// run is continued before the page.
    private func write(parts: ArraySlice<FinishedPage>) throws(Diagnostic) -> Bool {
        try errors?.write(parts)
        defer {
            if output.keepsNotes { unnoted += unwritten.map { FinishedPage($0.result.withoutRecords) } }
            unwritten.removeAll(keepingCapacity: true)
        }
        return try output.write(unwritten + parts, note: nil)
    }

    /// Whether the unwritten results fill a portion, or the last portion was written some time ago.
    private var isPortion: Bool {
        readsAlone || unwritten.count + unnoted.count >= output.portion
            || MonotonicTime.now - lastWrite > .seconds(1)
    }

    private func write() throws(Diagnostic) -> Bool {
        if unwritten.isEmpty { return true }
        defer {
            unwritten.removeAll(keepingCapacity: true)
            unnoted.removeAll()
            lastWrite = .now
        }
        let written = unnoted + unwritten
        let continues = try output.write(unwritten, note: note(written))
        begun?.end(written.compactMap(\.result.begun))
        return continues
    }

    private func note(_ results: [FinishedPage]) -> String {
        output.keepsNotes ? notes.portion(results, errors: errors?.size ?? errorsBefore) : ""
    }
}
