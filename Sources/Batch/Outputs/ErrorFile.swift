package import Records
import Scraping

/// The file that a run's errors go to, a line of JSON each.
///
/// A journal that counts the file's bytes makes it whole again after an interruption.
package final class ErrorFile {
    private let file: AppendedFile

    /// Opens the file, and keeps other runs out of it; all that it holds is kept until ``cut(to:)``.
    package init(_ path: String) throws(Diagnostic) {
        if File.kind(of: path) == .folder {
            throw Diagnostic(.input, "cannot write the errors: \(path) is a folder", at: Location(file: path))
        }
        do throws(File.Failure) {
            file = try AppendedFile(path)
            if !File.isSpecial(path) { try file.lock() }
        } catch {
            throw ErrorFile.diagnostic(error)
        }
    }

    /// Keeps what an earlier part of the run has noted, as far as it is still there.
    ///
    /// - Throws: also where the file holds something else, of which nothing is lost.
    package func cut(to size: Int) throws(Diagnostic) {
        do throws(File.Failure) {
            if let kept = size == 0 ? 0 : try wholeLines(in: size) { return try file.cut(to: kept) }
        } catch {
            throw ErrorFile.diagnostic(error)
        }
        throw Diagnostic(
            .rules,
            "\(file.path) (--errors) holds something else than the errors of the run that goes on (--resume)",
            help: "name the file of the interrupted run, or a new one"
        )
    }

    /// How many of the first bytes are whole lines of errors; `nil` where they are none, or the last one goes on.
    private func wholeLines(in size: Int) throws(File.Failure) -> Int? {
        if File.isSpecial(file.path) { return size }
        var reader = try LineReader(file.path)
        var kept = 0
        while kept < size, let line = reader.next() {
            guard line.starts(with: ErrorLine.beginning) else { return nil }
            if !reader.isLineEnded { break }
            kept += line.count + 1
        }
        return kept <= size ? kept : nil
    }

    /// The file's size in bytes.
    var size: Int { file.size }

    func write(_ results: [PageResult]) throws(Diagnostic) {
        do throws(File.Failure) {
            for result in results where !result.errorLines.isEmpty { try file.append(result.errorLines) }
            try file.flush()
        } catch {
            throw ErrorFile.diagnostic(error)
        }
    }

    private static func diagnostic(_ failure: File.Failure) -> Diagnostic {
        Diagnostic(.input, "cannot write the errors: \(failure)", at: Location(file: failure.path))
    }
}
