import Glibc
import Records
import Scraping

/// The saved pages that a sitemap names, and those of the sitemaps that it names.
struct SitemapInput: PageInput {
    /// A sitemap that is being read.
    private struct Open {
        let stream: ByteStream
        var reader: SitemapReader
        /// How many addresses have been read.
        var index = 0
    }

    /// Sitemaps are to name others in one file; more than a few in one another are a mistake.
    private static let deepest = 16

    private var open: [Open]
    private let root: String
    private let facts: PageFacts
    /// The sitemaps that have been read, by their numbers in the file system.
    private var known: Set<[UInt]>
    /// How many bytes the sitemaps behind have.
    private var bytesBehind = 0

    /// - Parameter root: the folder that the pages are saved below; `nil` for that of the sitemap.
    init(_ stream: ByteStream, _ facts: PageFacts, root: String?) {
        self.facts = facts
        let folder = stream.name.lastIndex(of: "/").map { String(stream.name[...$0]) } ?? ""
        self.root = root.map { $0.isEmpty || $0.hasSuffix("/") ? $0 : $0 + "/" } ?? folder
        open = [Open(stream: stream, reader: SitemapReader(stream))]
        known = [SitemapInput.identity(stream.name)]
    }

    mutating func next() -> PendingPage? {
        while let last = open.indices.last {
            guard let entry = open[last].reader.next() else {
                bytesBehind += open[last].stream.consumed
                open.removeLast()
                continue
            }
            open[last].index += 1
            switch entry {
            case .page(let address): return page(address)
            case .sitemap(let address): if let page = enter(address) { return page }
            case .wrong(let message): return failed(message)
            }
        }
        return nil
    }

    private func page(_ address: String) -> PendingPage {
        let (root, facts, file) = (root, facts, open.last?.stream.name ?? "")
        // Not by its place: sitemaps are written anew, often with the newest page first.
        return pending(InputPlace(named: address)) {
            guard let saved = SavedAddress(address) else { return SitemapInput.outside(address, file) }
            guard let path = saved.file(below: root) else {
                return SitemapInput.missing("page", address, saved, root, file)
            }
            var facts = facts
            facts.url = address
            return SavedPage.read(path, facts)
        }
    }

    /// Goes on with a sitemap; gives what there is to tell where it cannot.
    private mutating func enter(_ address: String) -> PendingPage? {
        let file = open.last?.stream.name ?? ""
        guard let saved = SavedAddress(address) else {
            return pending { SitemapInput.outside(address, file) }
        }
        guard let path = saved.file(below: root) else {
            let root = root
            return pending { SitemapInput.missing("sitemap", address, saved, root, file) }
        }
        guard known.insert(SitemapInput.identity(path)).inserted else {
            return pending { .leftOut("a sitemap that has been read already") }
        }
        if open.count == SitemapInput.deepest {
            return failed("sitemaps name each other more than \(SitemapInput.deepest) deep")
        }
        do throws(File.Failure) {
            let stream = try ByteStream(path)
            open.append(Open(stream: stream, reader: SitemapReader(stream)))
            return nil
        } catch {
            return failed("cannot read the sitemap \(path): \(error)")
        }
    }

    private static func outside(_ address: String, _ file: String) -> ReadPage {
        let message = "\(address.prefix(200)) is no address of a saved page"
        return .failed(Diagnostic(.input, message, at: Location(file: file)))
    }

    private static func missing(
        _ what: String,
        _ address: String,
        _ saved: SavedAddress,
        _ root: String,
        _ file: String
    ) -> ReadPage {
        let first = saved.candidates.first.map { ": there is no \(root)\($0)" } ?? ""
        let message = "the \(what) \(address.prefix(200)) is not saved\(first)"
        let folder = root.isEmpty ? "the current folder" : root
        let help = "saved pages are looked for below \(folder), with and without the host"
        return .failed(Diagnostic(.input, message, at: Location(file: file), help: help))
    }

    private func failed(_ message: String) -> PendingPage {
        let diagnostic = Diagnostic(.input, message, at: Location(file: open.last?.stream.name ?? ""))
        return pending { .failed(diagnostic) }
    }

    private func pending(
        _ known: InputPlace? = nil,
        _ read: @escaping @Sendable () -> ReadPage
    ) -> PendingPage {
        let (file, index) = (open.last?.stream.name ?? "", open.last?.index ?? 0)
        let place = known ?? InputPlace(file: file, index: index)
        let behind = bytesBehind + (open.last?.stream.consumed ?? 0)
        return PendingPage(name: "\(file):\(index)", place: place, bytesBehind: behind, read: read)
    }

    private static func identity(_ path: String) -> [UInt] {
        var status = stat()
        return stat(path, &status) == 0 ? [UInt(status.st_dev), UInt(status.st_ino)] : []
    }
}
