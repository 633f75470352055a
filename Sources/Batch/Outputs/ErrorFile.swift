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

    /// Keeps what an earlier part of the run has noted.
    package func cut(to size: Int) throws(Diagnostic) {
        do throws(File.Failure) { try file.cut(to: size) } catch { throw ErrorFile.diagnostic(error) }
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
