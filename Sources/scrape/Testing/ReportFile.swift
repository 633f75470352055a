import Records
import Scraping

/// A file that a report is written to: opened before any work, so that a wrong path is told at once.
struct ReportFile {
    private let file: ReplacementFile

    init(_ path: String) throws(Diagnostic) {
        do throws(File.Failure) {
            file = try ReplacementFile(path)
        } catch {
            throw ReportFile.diagnostic(error)
        }
    }

    /// Puts the report in the place of what stood there.
    func write(_ text: String) throws(Diagnostic) {
        do throws(File.Failure) {
            try file.write(text.utf8)
            try file.commit()
        } catch {
            throw ReportFile.diagnostic(error)
        }
    }

    private static func diagnostic(_ failure: File.Failure) -> Diagnostic {
        Diagnostic(.input, "cannot write the report: \(failure)", at: Location(file: failure.path))
    }
}
