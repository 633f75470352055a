import Batch
import DOM
import Records
import Scraping

/// Reading the pages that the command line names.
enum PageFile {
    /// A page: a file, which may be packed, or standard input for `-`.
    static func read(
        _ name: String,
        url: String? = nil,
        encoding: Encoding?,
        clock: String? = nil,
        limits: Limits = Limits()
    ) throws(Diagnostic) -> Page {
        let facts = PageFacts(url: url, encoding: encoding, clock: clock, limits: limits)
        do throws(Diagnostic) { return try SavedPage.page(name, facts) } catch {
            var error = error
            error.help = error.help ?? help(for: name)
            throw error
        }
    }

    /// What someone who names a page that is not there may have meant.
    private static func help(for name: String) -> String? {
        guard !name.contains("."), !name.contains("/"), name != "-" else { return nil }
        return Suggestion.nearest(to: name, among: Command.allCases.map(\.rawValue))
            .map { "did you mean the command scrape \($0)?" }
    }

    /// The tree of a page, or `nil` after the diagnostics have been told; adds to the run's status.
    ///
    /// - Parameter context: the element that the page is the content of, where it is a fragment of HTML.
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
            let document: Document?
            let diagnostics: [Diagnostic]
            if let context {
                (document, diagnostics) = PageReader.fragment(page, in: context, reading: reading)
            } else {
                let source = source ?? PageReader.source(ofFile: name)
                guard let reader = PageReader(source: source, reading: reading) else { return nil }
                (document, diagnostics) = reader.read(page, limits: reading.limits)
            }
            Console.report(diagnostics)
            status = max(status, ExitStatus(diagnostics))
            return document
        } catch {
            Console.report([error])
            status = max(status, ExitStatus(error))
            return nil
        }
    }
}
