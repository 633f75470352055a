package import DOM
package import Encoding
package import Engine
import Platform
package import Records

/// Facts about all pages of a run. Facts in an input about a page take precedence.
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

/// A page that is a separate file, or all of standard input.
package enum SavedPage {
    /// Reads a page, and decompresses it if it is compressed with gzip or Zstandard.
    ///
    /// - Parameters:
    ///   - path: the file; `-` for standard input.
    ///   - name: the page's name in messages; `nil` for its path.
    /// - Throws: the reason why the page cannot be read.
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
                isAddress ? "fetch it first: scrape fetch -o pages.warc.gz ADDRESS" : nil
            throw failure(shown, error.description, help: help)
        }
        if let compression = Compression.of(bytes) {
            let data = DecompressedData(bytes[...], compression, limit: limit)
            if let reason = data.failure { throw failure(shown, reason.description, help: reason.help) }
            // Zeros may follow, which fill a tape's block.
            if data.bytes.count <= limit, let rest = bytes[data.consumed...].firstIndex(where: { $0 != 0 }) {
                throw failure(shown, compression.foreign(at: rest), help: nil)
            }
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

    /// Opens a page to read its bytes on demand, decompressed. A page that is not in UTF-8, or declares another encoding, is
    /// read as a whole, since its encoding depends on all of it.
    ///
    /// - Parameters:
    ///   - path: the file; `-` for standard input.
    ///   - name: the page's name in messages; `nil` for its path.
    package static func open(_ path: String, name: String? = nil, _ facts: PageFacts) -> OpenPage {
        let shown = path == "-" ? InputFile.standardInput : path
        let stream: ByteStream
        do throws(File.Failure) {
            if let encoding = facts.encoding, encoding != .utf8 { return whole(path, name, facts) }
            if path == "-" {
                stream = ByteStream()
                if !stream.beginsAsUTF8 { return rest(of: stream, name, facts) }
            } else {
                let check = try ByteStream(path)
                // Input that cannot be read twice is judged by its beginning.
                if check.size == nil {
                    stream = check
                    if !stream.beginsAsUTF8 { return rest(of: stream, name, facts) }
                } else {
                    // What precedes damage is read like the same bytes of a pipe.
                    if !check.beginsAsUTF8
                        || !UTF8Feed.isUTF8(check.part, mayBeTruncated: { check.failure != nil })
                    {
                        return whole(path, name, facts)
                    }
                    stream = try ByteStream(path)
                }
            }
        } catch {
            return whole(path, name, facts)
        }
        return .stream(
            PageStream(
                name: name ?? shown,
                url: facts.url,
                clock: facts.clock,
                mayWait: stream.size == nil,
                read: stream.part
            ) {
                stream.failure.map { failure(shown, $0.message, help: $0.help) }
            }
        )
    }

    private static func whole(_ path: String, _ name: String?, _ facts: PageFacts) -> OpenPage {
        .whole(ReadPage { () throws(Diagnostic) in try read(path, name: name, facts) })
    }

    /// The page of a stream that is read to its end.
    private static func rest(of stream: ByteStream, _ name: String?, _ facts: PageFacts) -> OpenPage {
        var bytes: [UInt8] = []
        let shown = name ?? stream.name
        while let part = stream.part() {
            bytes += part
            if bytes.count > facts.limits.bytes {
                let limit = facts.limits.bytes
                return .whole(
                    .failed(
                        failure(
                            shown,
                            "has more than \(limit) bytes",
                            help: "--max-bytes raises the limit"
                        )
                    )
                )
            }
        }
        if let problem = stream.failure {
            return .whole(.failed(failure(shown, problem.message, help: problem.help)))
        }
        let page = Page(
            name: shown,
            bytes: bytes,
            url: facts.url,
            encoding: facts.encoding,
            clock: facts.clock
        )
        return .whole(.page(page))
    }

    private static func failure(_ file: String, _ reason: String, help: String?) -> Diagnostic {
        Diagnostic(.input, "cannot read the page: \(reason)", at: Location(file: file), help: help)
    }
}

extension ByteStream {
    /// The bytes in the buffer, or the next ones, which are consumed; `nil` at the end.
    fileprivate func part() -> [UInt8]? {
        while buffered.isEmpty {
            if !fill() { return nil }
        }
        let bytes = Array(buffered)
        advance(bytes.count)
        return bytes
    }

    /// Whether the first bytes that arrive may begin a page in UTF-8.
    fileprivate var beginsAsUTF8: Bool {
        if buffered.isEmpty { fill() }
        // A character may continue after them.
        return UTF8Feed.mayBeUTF8(Array(buffered))
    }
}

/// An input of a single page that is a separate file.
struct SingleInput: PageInput {
    private var page: PendingPage?

    /// The page at a path; `-` for standard input.
    init(_ path: String, _ facts: PageFacts) {
        let name = path == "-" ? InputFile.standardInput : path
        page = PendingPage(
            name: name,
            place: InputPlace(file: name),
            bytesRead: File.size(of: path),
            open: { SavedPage.open(path, facts) }
        ) {
            ReadPage { () throws(Diagnostic) in try SavedPage.read(path, facts) }
        }
    }

    /// An input that cannot be read.
    init(failed path: String, _ message: String) {
        let diagnostic = Diagnostic(.input, message, at: Location(file: path))
        page = PendingPage(name: path, place: InputPlace(file: path), isNoted: false) { .failed(diagnostic) }
    }

    mutating func next() -> PendingPage? {
        defer { page = nil }
        return page
    }
}
