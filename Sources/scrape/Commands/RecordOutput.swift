import Glibc
import Records
import Scraping

/// Where records go: standard output, or a file that takes its place when the run has succeeded.
final class RecordOutput {
    private var encoder: any RecordEncoder
    private let file: ReplacementFile?
    private var isEmpty = true
    /// What the format has ended with.
    private var ending = ""

    /// Opens the output before any page is read, so that a wrong path is told at once.
    init(path: String?, encoder: any RecordEncoder) throws(Diagnostic) {
        self.encoder = encoder
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

    /// Writes records.
    ///
    /// - Returns: false when whoever reads standard output has gone, so that there is nothing left to do.
    func write(_ records: [Record]) throws(Diagnostic) -> Bool {
        var text = ""
        for record in records { text += encoder.encode(record) }
        if !records.isEmpty { isEmpty = false }
        return try put(text)
    }

    /// Ends what the format writes; what it throws leaves the output as it was.
    func end() throws(OutputError) { ending = try encoder.finish() }

    /// Ends the output, after the format has ended. A file replaces the old one unless the run has failed: an input could not be read, or
    /// pages that do not satisfy their rules have left nothing to write.
    func finish(after status: ExitStatus) throws(Diagnostic) {
        guard try put(ending), let file else { return }
        if status >= .usage || (status == .page && isEmpty) {
            Console.tell(.note, "the run has failed, \(file.path) is left as it was")
            return
        }
        do throws(File.Failure) {
            try file.commit()
        } catch {
            throw RecordOutput.diagnostic(error)
        }
    }

    private func put(_ text: String) throws(Diagnostic) -> Bool {
        if text.isEmpty { return true }
        do throws(File.Failure) {
            if let file {
                try file.write(text.utf8)
                return true
            }
            let error = File.write(text.utf8, to: STDOUT_FILENO)
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
