import Batch
import Records
import Scraping

/// A run that has been set up: carries it out, shows how far it is, and tells what it has come to.
struct ScrapeRun {
    private let run: BatchRun
    private let output: any RunOutput
    private let options: ScrapeOptions
    private let baseline: Baseline?
    /// A run over many pages ends in good order.
    private let interruption: Interruption?

    init(
        _ run: BatchRun,
        _ output: any RunOutput,
        _ options: ScrapeOptions,
        _ baseline: Baseline?,
        _ interruption: Interruption?
    ) {
        self.run = run
        self.output = output
        self.options = options
        self.baseline = baseline
        self.interruption = interruption
    }

    /// Carries the run out.
    ///
    /// - Parameter size: how much there is to read, as far as that is known.
    func run(_ size: InputSize) throws(Diagnostic) -> ExitStatus {
        var status = ExitStatus.success
        var progress = options.isRun ? RunProgress(size, options) : nil
        do throws(Diagnostic) {
            try run.run {
                progress?.advance(run.summary, bytesBehind: run.bytesBehind)
                return interruption?.signal == nil
            } tell: { diagnostics in
                Console.report(diagnostics)
            }
            progress?.clear()
            status = self.status
            (output as? RecordOutput)?.status = status
            (output as? RecordOutput)?.isInterrupted = interruption?.signal != nil && options.output != nil
            try run.finish()
        } catch {
            progress?.clear()
            Console.report([error])
            status = max(self.status, ExitStatus(error))
        }
        return try end(status)
    }

    /// What pages have come to. Of many pages one without rules is a failure as any other, and no mistake in the command
    /// line.
    private var status: ExitStatus {
        guard let worst = run.worst else { return .success }
        return worst == .rules && options.isRun ? .page : ExitStatus(Diagnostic(worst, ""))
    }

    private func end(_ status: ExitStatus) throws(Diagnostic) -> ExitStatus {
        if let file = options.run.summary { try write(run.summary, to: file) }
        if options.isRun, !options.run.isQuiet { tellSummary() }
        if options.run.profiles { Console.error(String(run.profile.text.dropLast())) }
        if let signal = interruption?.signal {
            Console.tell(
                .note,
                output is RecordOutput ? "interrupted" : "interrupted; --resume goes on where this has ended"
            )
            return ExitStatus(signal: signal)
        }
        var status = status
        if let nothing {
            Console.report([nothing])
            status = max(status, ExitStatus(nothing))
        }
        // An empty stream is compared as well: that nothing comes any more is the greatest change.
        guard let baseline else { return status }
        if run.isPart || !run.summary.isWhole {
            Console.tell(.note, "this is part of a run, and not compared with what is expected")
            return status
        }
        let drift = Drift(run.summary, against: baseline, tolerance: options.run.tolerance)
        Console.report(drift.changes)
        return max(status, ExitStatus(drift.changes))
    }

    /// That there was no page at all, which is told as what it mostly is: a mistake. A stream may well be empty.
    private var nothing: Diagnostic? {
        let summary = run.summary
        guard options.isRun, summary.pages == 0, summary.leftOut.isEmpty else { return nil }
        return Diagnostic(
            .input,
            "no page in \(options.pages.map { $0 == "-" ? "<standard input>" : $0 }.joined(separator: ", "))",
            severity: options.pages.contains("-") ? .warning : .error,
            help: options.run.globs.isEmpty ? nil : "does --glob fit any file?"
        )
    }

    private func tellSummary() {
        let style = Console.errorStyle
        let lines = SummaryText(run.summary).lines
        Console.error(([style(.strong, lines[0])] + lines.dropFirst()).joined(separator: "\n"))
    }

    /// Makes sure that a summary can be written, before the run has taken its time.
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
