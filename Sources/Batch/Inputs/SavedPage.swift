package import DOM
package import Encoding
import Platform
package import Records
package import Scraping

/// Facts about all pages of a run. Facts that an input states about a page take precedence.
package struct PageFacts: Sendable {
    /// The address of the page.
    package var url: String?
    /// The encoding of the pages.
    package var encoding: Encoding?
    /// When the pages were saved, in ISO 8601 format.
    package var clock: String?
    /// The limits for reading a page.
    package var limits: Limits

    package init(
        url: String? = nil,
        encoding: Encoding? = nil,
        clock: String? = nil,
        limits: Limits = Limits()
    ) {
        self.url = url
        self.encoding = encoding
        self.clock = clock
        self.limits = limits
    }
}

/// A page that is a file of its own, or all of standard input.
package enum SavedPage {
    /// Reads a page, and decompresses it if it is compressed with gzip or Zstandard.
    ///
    /// - Parameters:
    ///   - path: the file; `-` for standard input.
    ///   - name: the page's name in messages; `nil` for its path.
    /// - Throws: why the page cannot be read.
    package static func read(
        _ path: String,
        name: String? = nil,
        _ facts: PageFacts
    ) throws(Diagnostic) -> Page {
        let shown = path == "-" ? InputFile.standardInput : path
        let limit = facts.limits.bytes
        var bytes: [UInt8]
        do throws(File.Failure) {
            bytes =
                path == "-"
                ? try File.read(descriptor: STDIN_FILENO, path: path, limit: limit)
                : try File.read(path, limit: limit)
        } catch {
            let isAddress = path.contains("://")
            let help =
                isAddress ? "get it first: scrape fetch -o pages.warc.gz gets pages by their addresses" : nil
            throw failure(shown, error.description, help: help)
        }
        if let compression = Compression.of(bytes) {
            let data = DecompressedData(bytes[...], compression, limit: limit)
            if let reason = data.failure { throw failure(shown, reason.description, help: reason.help) }
            bytes = data.bytes
        }
        return Page(
            name: name ?? shown,
            bytes: bytes,
            url: facts.url,
            encoding: facts.encoding,
            clock: facts.clock
        )
    }

    private static func failure(_ file: String, _ reason: String, help: String?) -> Diagnostic {
        Diagnostic(.input, "cannot read the page: \(reason)", at: Location(file: file), help: help)
    }
}

/// An input of a single page that is a file of its own.
struct SingleInput: PageInput {
    private var page: PendingPage?

    /// The page at a path; `-` for standard input.
    init(_ path: String, _ facts: PageFacts) {
        let name = path == "-" ? InputFile.standardInput : path
        page = PendingPage(name: name, place: InputPlace(file: name), bytesRead: File.size(of: path)) {
            ReadPage { () throws(Diagnostic) in try SavedPage.read(path, facts) }
        }
    }

    /// An input that cannot be read.
    init(failed path: String, _ message: String) {
        let diagnostic = Diagnostic(.input, message, at: Location(file: path))
        page = PendingPage(name: path, place: InputPlace(file: path)) { .failed(diagnostic) }
    }

    mutating func next() -> PendingPage? {
        defer { page = nil }
        return page
    }
}
