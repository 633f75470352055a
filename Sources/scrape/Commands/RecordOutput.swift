import Batch
import Glibc
import Records
import Scraping

/// Where records go that no journal tells of: standard output, or a file that takes its place when the run has
/// succeeded.
final class RecordOutput: RunOutput {
    private var encoder: any RecordEncoder
    private let file: ReplacementFile?
    private var isEmpty = true
    /// How the run has ended, to be set before ``finish(note:)``: a file replaces the old one unless an input could not be
    /// read, or pages that do not satisfy their rules have left nothing to write.
    var status = ExitStatus.success
    /// Whether a signal has ended the run.
    var isInterrupted = false
    private let isOfMany: Bool
    /// Nothing of it can be continued.
    let keepsNotes = false

    /// Opens the output before any page is read, so that a wrong path is told at once.
    ///
    /// - Parameter isOfMany: whether the run is over many pages.
    init(path: String?, encoder: any RecordEncoder, isOfMany: Bool) throws(Diagnostic) {
        self.encoder = encoder
        self.isOfMany = isOfMany
        guard let path else {
            file = nil
            return
        }
        do throws(File.Failure) {
            file = try ReplacementFile(path)
        } catch {
            throw RecordOutput.diagnostic(error)
        }
    }

    func write(_ results: [PageResult], note: String) throws(Diagnostic) -> Bool {
        var bytes: [UInt8] = []
        for result in results {
            bytes += result.encoded
            for record in result.records { encoder.encode(record, into: &bytes) }
            if !result.encoded.isEmpty || !result.records.isEmpty { isEmpty = false }
        }
        return try put(bytes)
    }

    func finish(note: String) throws(Diagnostic) {
        let ending: String
        do throws(OutputError) { ending = try encoder.finish() } catch {
            throw Diagnostic(error.cause, error.message, help: error.help)
        }
        guard try put(ending.utf8), let file else { return }
        if hasFailed {
            if !File.isSpecial(file.path) {
                Console.tell(.note, "the run has failed, \(file.path) is left as it was")
            }
            return
        }
        do throws(File.Failure) {
            try file.commit()
        } catch {
            throw RecordOutput.diagnostic(error)
        }
    }

    /// Of many pages those that cannot be read take nothing from the others; a run that has been ended is not whole.
    private var hasFailed: Bool {
        if isInterrupted || status == .usage { return true }
        return isOfMany ? isEmpty && status != .success : status == .input || (status == .page && isEmpty)
    }

    private func put(_ bytes: some Collection<UInt8>) throws(Diagnostic) -> Bool {
        if bytes.isEmpty { return true }
        do throws(File.Failure) {
            if let file {
                try file.write(bytes)
                return true
            }
            let error = File.write(bytes, to: STDOUT_FILENO)
            if error == EPIPE { return false }
            if error != 0 {
                throw File.Failure(path: "standard output", description: String(cString: strerror(error)))
            }
            return true
        } catch {
            throw RecordOutput.diagnostic(error)
        }
    }

    private static func diagnostic(_ failure: File.Failure) -> Diagnostic {
        Diagnostic(.input, "cannot write the output: \(failure)", at: Location(file: failure.path))
    }
}
