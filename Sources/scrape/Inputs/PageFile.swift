import Batch
import DOM
import Encoding
import Platform
import Records
import Scraping

/// Pages that the command line names.
enum PageFile {
    /// The page of a file, which may be compressed, or of standard input for `-`.
    static func read(
        _ name: String,
        url: String? = nil,
        encoding: Encoding?,
        clock: String? = nil,
        limits: Limits = Limits()
    ) throws(Diagnostic) -> Page {
        try SavedPage.read(name, PageFacts(url: url, encoding: encoding, clock: clock, limits: limits))
    }

    /// Reads a page's tree and reports its diagnostics; `nil` where there is no tree.
    ///
    /// - Parameters:
    ///   - context: the element that the page is the content of, where it is a fragment of HTML.
    ///   - status: is raised to the worst diagnostic's.
    static func tree(
        _ name: String,
        source: String?,
        encoding: Encoding?,
        reading: ReadingOptions,
        in context: FragmentContext? = nil,
        _ status: inout ExitStatus
    ) -> Document? {
        do throws(Diagnostic) {
            let page = try read(name, encoding: encoding, limits: reading.limits)
            let parsed: ParsedPage
            if let context {
                parsed = PageReader.fragment(page, in: context, reading: reading)
            } else {
                let source = source ?? PageReader.source(ofFile: name)
                guard let reader = PageReader(source: source, reading: reading) else { return nil }
                parsed = reader.parse(page, limits: reading.limits)
            }
            Console.report(parsed.diagnostics)
            status = max(status, ExitStatus(parsed.diagnostics))
            return parsed.document
        } catch {
            Console.report([error])
            status = max(status, ExitStatus(error))
            return nil
        }
    }
}

extension PageClock {
    /// The time of the run, in UTC, in ISO 8601.
    static func now() -> String { text(ofInstant: Int(time(nil))) }

    /// The time when a file was last written, in UTC, in ISO 8601; the time of the run for standard input and for a file
    /// whose time is unknown.
    static func text(ofFile path: String) -> String {
        var status = stat()
        guard path != "-", stat(path, &status) == 0 else { return now() }
        return text(ofInstant: status.st_mtim.tv_sec)
    }
}
