import Batch
import Engine
import Platform
import Records

/// Reads the pages of a run, and reports its progress and its results.
struct ScrapeRun {
    private let run: BatchRun
    private let output: any RunOutput
    private let options: ScrapeCommand
    private let baseline: Baseline?
    /// Handles signals that end a run over many pages in good order.
    private let interruption: Interruption?

    init(
        _ run: BatchRun,
        _ output: any RunOutput,
        _ options: ScrapeCommand,
        _ baseline: Baseline?,
        _ interruption: Interruption?
    ) {
        self.run = run
        self.output = output
        self.options = options
        self.baseline = baseline
        self.interruption = interruption
    }

    /// Reads the pages.
    ///
    /// - Parameter size: the size of the input, as far as it is known.
    func run(_ size: InputSize) throws(Diagnostic) -> ExitStatus {
        var status = ExitStatus.success
        var progress = options.isRun ? RunProgress(size, options) : nil
        var log = MessageLog(printsAll: options.printsAll)
        do throws(Diagnostic) {
            try run.run {
                progress?.advance(run.summary, bytesRead: run.bytesRead)
                return interruption?.signal == nil
            } report: { diagnostics in
                log.add(diagnostics)
            }
            progress?.clear()
            log.end()
            status = self.status
            (output as? RecordOutput)?.status = max(status, nothing.map { ExitStatus($0) } ?? .success)
            (output as? RecordOutput)?.isInterrupted = interruption?.signal != nil && options.output != nil
            try run.finish()
            Console.report(output.warnings)
        } catch {
            progress?.clear()
            log.end()
            Console.report([error])
            status = max(self.status, ExitStatus(error))
            return try end(status, isWritten: false)
        }
        return try end(status, isWritten: true)
    }

    /// The exit status, determined by the worst page. In a run over many pages, a page without rules fails like any
    /// other, and is not a mistake in the command line.
    private var status: ExitStatus {
        guard let worst = run.worst else { return .success }
        return worst == .rules && options.isRun ? .page : ExitStatus(Diagnostic(worst, ""))
    }

    /// Reports the results.
    ///
    /// - Parameter isWritten: whether the output could be written; otherwise pages may not have been read for that reason.
    private func end(_ status: ExitStatus, isWritten: Bool) throws(Diagnostic) -> ExitStatus {
        if let file = options.summary { try write(run.summary, to: file) }
        if options.isRun, !options.isQuiet { printSummary() }
        if options.profiles { Console.error(String(run.profile.text.dropLast())) }
        if let signal = interruption?.signal {
            Console.log(
                .note,
                output is RecordOutput ? "interrupted" : "interrupted; --resume continues the run"
            )
            return ExitStatus(signal: signal)
        }
        var status = status
        let summary = run.summary
        if options.readsArchives, summary.pages == 0, let reason = summary.leftOut.keys.min() {
            let count = summary.leftOut.values.reduce(0, +)
            Console.log(.note, "nothing is left of the archive: \(count) left out, such as for \"\(reason)\"")
        }
        if isWritten, let nothing {
            Console.report([nothing])
            status = max(status, ExitStatus(nothing))
        }
        // An empty stream is compared as well: no pages at all is the greatest change.
        guard let baseline else { return status }
        if run.isPart || !run.summary.isWhole {
            Console.log(.note, "this is part of a run, and is not compared with the expectation")
            return status
        }
        let drift = Drift(run.summary, against: baseline, tolerance: options.tolerance.map { $0 / 100 })
        Console.report(drift.changes)
        return max(status, ExitStatus(drift.changes))
    }

    /// The diagnostic of a run without pages: an error, but a warning for a stream, which may well be empty.
    private var nothing: Diagnostic? {
        let summary = run.summary
        let hasPages = summary.pages > 0 || !summary.leftOut.isEmpty
        let isEmptied = run.isInputEmpty && interruption?.signal == nil
        guard options.isRun, !hasPages || isEmptied else { return nil }
        return Diagnostic(
            .input,
            "no page in \(options.pages.map { $0 == "-" ? "<standard input>" : $0 }.joined(separator: ", "))",
            severity: options.pages.contains("-") ? .warning : .error,
            help: options.globs.isEmpty ? nil : "does --glob match any file?"
        )
    }

    private func printSummary() {
        let style = Console.errorStyle
        let lines = SummaryText(run.summary).lines
        Console.error(([style(.strong, lines[0])] + lines.dropFirst()).joined(separator: "\n"))
    }

    /// Checks that a summary can be written, before any page is read.
    static func checkSummary(_ path: String) throws(Diagnostic) {
        do throws(File.Failure) { _ = try ReplacementFile(path) } catch { throw summaryFailure(error, path) }
    }

    private func write(_ summary: RunSummary, to path: String) throws(Diagnostic) {
        do throws(File.Failure) {
            let file = try ReplacementFile(path)
            try file.write((JSONWriter.pretty(summary.value) + "\n").utf8)
            try file.commit()
        } catch {
            throw ScrapeRun.summaryFailure(error, path)
        }
    }

    private static func summaryFailure(_ failure: File.Failure, _ path: String) -> Diagnostic {
        Diagnostic(.input, "cannot write the summary: \(failure)", at: Location(file: path))
    }
}

/// The progress of a run over many pages, in one line of a terminal: the finished share, the rate, the time left, and
/// the number of failed pages.
struct RunProgress {
    /// Whether a terminal shows the line, and no records are written to the same terminal.
    static func isShown(_ options: ScrapeCommand) -> Bool {
        let isOutputElsewhere = options.output.map { !File.isSpecial($0) } ?? false
        return Terminal.errors.isCapable && (isOutputElsewhere || !Terminal.output.isTerminal)
    }

    private let size: InputSize
    private let isShown: Bool
    private let start = MonotonicTime.now
    private var last = MonotonicTime.now
    /// The finished share at the first page: a resumed run passes quickly over the earlier part.
    private var first: (share: Double, time: MonotonicTime)?
    private static let interval = Duration.milliseconds(200)
    private static let barWidth = 24

    /// A line for an input of a certain size.
    init(_ size: InputSize, _ options: ScrapeCommand) {
        self.size = size
        isShown = RunProgress.isShown(options)
    }

    /// Draws the progress line if enough time has passed.
    mutating func advance(_ summary: RunSummary, bytesRead: Int) {
        guard isShown else { return }
        let now = MonotonicTime.now
        let share = share(summary, bytesRead)
        let before = summary.before.found
        if first == nil, summary.found > before { first = before > 0 ? (share ?? 0, now) : (0, start) }
        guard now - last >= RunProgress.interval else { return }
        last = now
        let text = RunProgress.text(
            summary,
            share: share,
            elapsed: (now - start) / .seconds(1),
            left: first.flatMap { RunProgress.left(share, since: $0.share, (now - $0.time) / .seconds(1)) },
            of: size.pages
        )
        Console.draw(progress: String(text.prefix(max(20, Terminal.errors.width - 1))))
    }

    /// Removes the line.
    func clear() { if isShown { Console.clearProgress() } }

    /// The finished share, from 0 to 1; `nil` if the size is unknown.
    private func share(_ summary: RunSummary, _ bytesRead: Int) -> Double? {
        if let pages = size.pages, pages > 0 {
            return min(1, Double(summary.found) / Double(pages))
        }
        if let bytes = size.bytes, bytes > 0 { return min(1, Double(bytesRead) / Double(bytes)) }
        return nil
    }

    /// The seconds left, if the share rose from `first` in a number of seconds.
    static func left(_ share: Double?, since first: Double, _ seconds: Double) -> Double? {
        guard let share, share > first else { return nil }
        return seconds / (share - first) * (1 - share)
    }

    static func text(
        _ summary: RunSummary,
        share: Double?,
        elapsed: Double,
        left: Double?,
        of pages: Int?
    ) -> String {
        var parts = [
            SummaryText.count(summary.found)
                + (pages.map { " of \(SummaryText.count($0))" } ?? " pages")
        ]
        let rate = Double(summary.found &- summary.before.found) / elapsed
        if elapsed > 0 { parts.append("\(SummaryText.count(Int(rate)))/s") }
        if let left { parts.append("\(time(left)) left") }
        if summary.failed > 0 { parts.append("\(SummaryText.count(summary.failed)) failed") }
        let filled = share.map { Int((Double(barWidth) * $0).rounded()) }
        let bar = filled.map {
            String(repeating: "█", count: $0) + String(repeating: "░", count: barWidth - $0) + " "
        }
        return (bar ?? "") + parts.joined(separator: " · ")
    }

    /// A time in its two largest units.
    private static func time(_ seconds: Double) -> String {
        guard seconds < 1e9 else { return "very long" }
        let whole = Int(seconds.rounded(.up))
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }
}
