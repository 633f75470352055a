package import DOM
import Glibc
import Records
import Scraping

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
enum SavedPage {
    /// Reads a page, and unpacks one that is packed with gzip.
    ///
    /// - Parameters:
    ///   - path: the file; `-` for standard input.
    ///   - name: what messages call the page; `nil` for its path.
    static func read(_ path: String, name: String? = nil, _ facts: PageFacts) -> ReadPage {
        let shown = path == "-" ? InputFile.standardInput : path
        let name = name ?? shown
        // One byte over the limit is enough to tell that a page is over it.
        let limit = facts.limits.bytes
        do throws(File.Failure) {
            let bytes =
                path == "-"
                ? try File.read(descriptor: STDIN_FILENO, path: path, limit: limit)
                : try File.read(path, limit: limit)
            guard Inflater.Format.of(bytes.prefix(2)) == .gzip else {
                return .page(page(name, bytes, facts))
            }
            let (unpacked, failure) = Unpacking.unpack(bytes[...], .gzip, limit: limit)
            if let failure { return failed(shown, failure.description, help: failure.help) }
            return .page(page(name, unpacked, facts))
        } catch {
            let isAddress = path.contains("://")
            let help = isAddress ? "pages are not fetched: save it first, or pipe it in (-)" : nil
            return failed(shown, error.description, help: help)
        }
    }

    private static func page(_ name: String, _ bytes: [UInt8], _ facts: PageFacts) -> Page {
        Page(name: name, bytes: bytes, url: facts.url, encoding: facts.encoding, clock: facts.clock)
    }

    /// What is told of a page that cannot be read.
    static func failed(_ file: String, _ reason: String, help: String? = nil) -> ReadPage {
        .failed(Diagnostic(.input, "cannot read the page: \(reason)", at: Location(file: file), help: help))
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
