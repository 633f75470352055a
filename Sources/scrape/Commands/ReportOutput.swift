import Records
import Reporting
import Scraping

/// Where a report is written to: standard output, a file, or a folder with a file for each page.
enum ReportOutput {
    case standard
    case file(ReplacementFile)
    case folder(String)

    /// Opens the output before any work, so that a wrong path is told at once.
    init(_ path: String?) throws(Diagnostic) {
        guard let path else {
            self = .standard
            return
        }
        if path.hasSuffix("/") || File.kind(of: path) == .folder {
            self = .folder(path.hasSuffix("/") ? String(path.dropLast()) : path)
            return
        }
        do throws(File.Failure) { self = .file(try ReplacementFile(path)) } catch {
            throw ReportOutput.diagnostic(error)
        }
    }

    /// Writes the report of the pages.
    func write(_ pages: [PageReport]) throws(Diagnostic) -> ExitStatus {
        let title = pages.count == 1 ? pages[0].name : "\(pages.count) pages"
        switch self {
        case .standard:
            let output = StandardOutput()
            output.write(Report(title: title, pages: pages).html)
            output.flush()
            return output.status
        case .file(let file):
            do throws(File.Failure) {
                try file.write(Report(title: title, pages: pages).html)
                try file.commit()
            } catch {
                throw ReportOutput.diagnostic(error)
            }
        case .folder(let folder):
            try write(pages, in: folder)
        }
        return .success
    }

    private func write(_ pages: [PageReport], in folder: String) throws(Diagnostic) {
        do throws(File.Failure) {
            try File.makeFolders(for: "\(folder)/index.html")
            let index = ReportIndex(pages)
            for (page, name) in zip(pages, index.files) {
                try ReportOutput.write(Report(title: page.name, pages: [page]).html, "\(folder)/\(name)")
            }
            try ReportOutput.write(index.html, "\(folder)/index.html")
        } catch {
            throw ReportOutput.diagnostic(error)
        }
    }

    private static func write(_ bytes: [UInt8], _ path: String) throws(File.Failure) {
        let file = try ReplacementFile(path)
        try file.write(bytes)
        try file.commit()
    }

    private static func diagnostic(_ failure: File.Failure) -> Diagnostic {
        Diagnostic(.input, "cannot write the report: \(failure)", at: Location(file: failure.path))
    }
}
