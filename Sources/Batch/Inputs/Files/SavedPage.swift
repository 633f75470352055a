package import DOM
import Glibc
package import Records
package import Scraping

/// What is known of all pages of a run, wherever they come from. What an input says of a page itself goes before it.
package struct PageFacts: Sendable {
    /// The address that the pages came from.
    package var url: String?
    /// The encoding that the pages have.
    package var encoding: Encoding?
    /// When the pages were saved, as ISO 8601 writes it.
    package var clock: String?
    /// How much of a page is read.
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

/// Reading a page that is a file of its own, or all of standard input.
package enum SavedPage {
    /// Reads a page, and unpacks one that is packed with gzip or Zstandard.
    ///
    /// - Parameters:
    ///   - path: the file; `-` for standard input.
    ///   - name: what the page is called; `nil` for its path.
    /// - Throws: why it cannot be read.
    package static func page(
        _ path: String,
        name: String? = nil,
        _ facts: PageFacts
    ) throws(Diagnostic) -> Page {
        let shown = path == "-" ? InputFile.standardInput : path
        // One byte over the limit is enough to tell that a page is over it.
        let limit = facts.limits.bytes
        var bytes: [UInt8]
        do throws(File.Failure) {
            bytes =
                path == "-"
                ? try File.read(descriptor: STDIN_FILENO, path: path, limit: limit)
                : try File.read(path, limit: limit)
        } catch {
            let isAddress = path.contains("://")
            let help = isAddress ? "pages are not fetched: save it first, or pipe it in (-)" : nil
            throw failure(shown, error.description, help: help)
        }
        if let packing = Packing.of(bytes) {
            let unpacking = Unpacking(bytes[...], packing, limit: limit)
            if let wrong = unpacking.failure { throw failure(shown, wrong.description, help: wrong.help) }
            bytes = unpacking.bytes
        }
        return Page(
            name: name ?? shown,
            bytes: bytes,
            url: facts.url,
            encoding: facts.encoding,
            clock: facts.clock
        )
    }

    /// Reads a page of a run.
    static func read(_ path: String, name: String? = nil, _ facts: PageFacts) -> ReadPage {
        do throws(Diagnostic) { return .page(try page(path, name: name, facts)) } catch {
            return .failed(error)
        }
    }

    private static func failure(_ file: String, _ reason: String, help: String?) -> Diagnostic {
        Diagnostic(.input, "cannot read the page: \(reason)", at: Location(file: file), help: help)
    }
}

/// A page that is a file of its own, as the only one of an input.
struct SingleInput: PageInput {
    private var page: PendingPage?

    /// The page at a path; `-` for standard input.
    init(_ path: String, _ facts: PageFacts) {
        let name = path == "-" ? InputFile.standardInput : path
        page = PendingPage(name: name, place: InputPlace(file: name), bytesBehind: File.size(of: path)) {
            SavedPage.read(path, facts)
        }
    }

    /// Nothing but what is wrong with an input.
    init(failed name: String, _ diagnostic: Diagnostic) {
        page = PendingPage(name: name, place: InputPlace(file: name)) { .failed(diagnostic) }
    }

    mutating func next() -> PendingPage? {
        defer { page = nil }
        return page
    }
}
