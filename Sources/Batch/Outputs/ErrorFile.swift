import Engine
package import Records

/// The file of a run's errors, each as a line of JSON.
///
/// A journal records the file's size, so that a resumed run can truncate what an interrupted run wrote after that.
package final class ErrorFile {
    private let file: AppendedFile

    /// Opens the file and locks it for this run. Its content is kept until ``cut(to:)``.
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

    /// Truncates the file to the part that earlier parts of the run have written, as far as it still exists.
    ///
    /// - Throws: an error if the file has different contents, which are kept, or cannot be truncated.
    package func cut(to size: Int) throws(Diagnostic) {
        do throws(File.Failure) {
            if let kept = size == 0 ? 0 : try wholeLines(in: size) { return try file.cut(to: kept) }
        } catch {
            throw ErrorFile.diagnostic(error)
        }
        throw Diagnostic(
            .rules,
            "\(file.path) (--errors) does not have the errors of the interrupted run (--resume)",
            help: "name the file of the interrupted run, or a new one"
        )
    }

    /// The number of the first bytes that are complete lines of errors; `nil` if there are other lines, or if `size` is
    /// inside one.
    private func wholeLines(in size: Int) throws(File.Failure) -> Int? {
        if File.isSpecial(file.path) { return size }
        var reader = try LineReader(file.path)
        var kept = 0
        while kept < size, let line = reader.next() {
            guard line.starts(with: ErrorLine.start) else { return nil }
            if !reader.isLineEnded { break }
            kept += line.count + 1
        }
        return kept <= size ? kept : nil
    }

    /// The file's size in bytes.
    var size: Int { file.size }

    /// Appends the errors of pages.
    func write(_ pages: some Sequence<FinishedPage>) throws(Diagnostic) {
        do throws(File.Failure) {
            var isWritten = false
            for page in pages where !page.result.errorLines.isEmpty {
                try file.append(page.result.errorLines)
                isWritten = true
            }
            try file.flush()
            if isWritten { try file.checkPresence() }
        } catch {
            throw ErrorFile.diagnostic(error)
        }
    }

    /// Checks at the end of a run that the errors have not been lost.
    func finish() throws(Diagnostic) {
        do throws(File.Failure) { try file.checkPresence() } catch { throw ErrorFile.diagnostic(error) }
    }

    private static func diagnostic(_ failure: File.Failure) -> Diagnostic {
        Diagnostic(.input, "cannot write the errors: \(failure)", at: Location(file: failure.path))
    }
}
