import Addresses
import Basics
import Engine
import Platform
import Records

/// The saved pages that a sitemap lists, including those of the sitemaps that it lists.
struct SitemapInput: PageInput {
    /// A sitemap that is being read.
    private struct OpenSitemap {
        let stream: ByteStream
        var reader: SitemapReader
        /// The number of addresses that have been read.
        var index = 0
    }

    /// The maximum nesting depth of sitemaps. The protocol allows only one level of index, so deeper nesting is an error.
    private static let maximalDepth = 16

    private var open: [OpenSitemap]
    private let root: String
    private let facts: PageFacts
    /// The sitemaps that have been read, by device and inode.
    private var visited: Set<[UInt]>
    /// The number of bytes of the finished sitemaps.
    private var bytesRead = 0

    /// - Parameter root: the folder below which the pages are saved; `nil` for the sitemap's folder.
    init(_ stream: ByteStream, _ facts: PageFacts, root: String?) {
        self.facts = facts
        let folder = stream.name.lastIndex(of: "/").map { String(stream.name[...$0]) } ?? ""
        self.root = root.map { $0.isEmpty || $0.hasSuffix("/") ? $0 : $0 + "/" } ?? folder
        open = [OpenSitemap(stream: stream, reader: SitemapReader(stream))]
        visited = [SitemapInput.identity(stream.name)]
    }

    mutating func next() -> PendingPage? {
        while let last = open.indices.last {
            guard let entry = open[last].reader.next() else {
                bytesRead += open[last].stream.consumed
                open.removeLast()
                continue
            }
            open[last].index += 1
            switch entry {
            case .page(let address): return page(address)
            case .sitemap(let address): if let page = enter(address) { return page }
            case .invalid(let message): return failed(message)
            }
        }
        return nil
    }

    private func page(_ address: String) -> PendingPage {
        let (root, facts, file) = (root, facts, open.last?.stream.name ?? "")
        // Identified by the address and not the position, since a new version of the sitemap often starts with the
        // newest page.
        return pending(InputPlace(named: address)) {
            var facts = facts
            facts.url = WebAddress.normalized(address)
            do throws(Diagnostic) {
                let path = try SitemapInput.file(of: address, "page", below: root, sitemap: file)
                return ReadPage(named: path, facts)
            } catch {
                return .failed(error)
            }
        }
    }

    /// Continues with another sitemap; returns the failure if that is not possible.
    private mutating func enter(_ address: String) -> PendingPage? {
        let file = open.last?.stream.name ?? ""
        let path: String
        do throws(Diagnostic) {
            path = try SitemapInput.file(of: address, "sitemap", below: root, sitemap: file)
        } catch {
            return pending { .failed(error) }
        }
        guard visited.insert(SitemapInput.identity(path)).inserted else {
            return pending { .leftOut("a sitemap that has been read already") }
        }
        if open.count == SitemapInput.maximalDepth {
            return failed("the sitemaps are nested more than \(SitemapInput.maximalDepth) deep")
        }
        do throws(File.Failure) {
            let stream = try ByteStream(path)
            open.append(OpenSitemap(stream: stream, reader: SitemapReader(stream)))
            return nil
        } catch {
            return failed("cannot read the sitemap \(path): \(error)")
        }
    }

    /// The file in which the page of an address is saved.
    ///
    /// - Parameter kind: the kind of page at the address, for messages.
    /// - Throws: an error if there is none, or if it is a link out of the folder.
    private static func file(
        of address: String,
        _ kind: String,
        below root: String,
        sitemap: String
    ) throws(Diagnostic) -> String {
        let place = Location(file: sitemap)
        guard let saved = SavedAddress(address) else {
            throw Diagnostic(.input, "\(address.prefix(200)) is not the address of a saved page", at: place)
        }
        let folder = root.isEmpty ? "the current folder" : root
        if let path = saved.file(below: root) {
            if File.isInside(path, root) { return path }
            throw Diagnostic(
                .input,
                "the \(kind) \(address.prefix(200)) is not read: \(path) is a link out of \(folder)",
                at: place,
                help: "copy the file, or name a folder above both with --root"
            )
        }
        let first = saved.candidates.first.map { ": there is no \(root)\($0)" } ?? ""
        throw Diagnostic(
            .input,
            "the \(kind) \(address.prefix(200)) is not saved\(first)",
            at: place,
            help: "the pages must be below \(folder), in a folder with the host's name or not"
        )
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
        let bytesRead = bytesRead + (open.last?.stream.consumed ?? 0)
        return PendingPage(name: "\(file):\(index)", place: place, bytesRead: bytesRead, read: read)
    }

    /// The device and inode of a file; empty if there is none.
    private static func identity(_ path: String) -> [UInt] {
        var status = stat()
        return stat(path, &status) == 0 ? [UInt(status.st_dev), UInt(status.st_ino)] : []
    }
}

/// The files in which programs that mirror sites may have saved the page of an address.
private struct SavedAddress {
    /// The folders below the root that may contain the host's pages, each with a slash at its end.
    private let folders: [String]
    /// The possible spellings of the path and the query.
    private let spellings: [(path: String, query: String?)]

    /// Parses an address; `nil` if it is invalid, or its path leads out of the site.
    init?(_ address: String) {
        let address = address.prefix { $0 != "#" }
        var rest = address[...]
        var folders = [""]
        if let scheme = address.firstRange(of: "://") {
            rest = address[scheme.upperBound...]
            let authority = rest.prefix { $0 != "/" && $0 != "?" }
            rest = rest[authority.endIndex...]
            guard let hosts = SavedAddress.hosts(authority) else { return nil }
            // An internationalized name may be written in either form.
            let ascii = (try? WebAddress(String(address)))?.host.map { [$0] } ?? []
            // A host may be percent-encoded: `%2e%2e` is `..`.
            guard (hosts + ascii).allSatisfy(SavedAddress.isInside) else { return nil }
            folders = (hosts + ascii).map { $0 + "/" } + folders
        } else if !rest.hasPrefix("/") {
            return nil
        }
        let path = String(rest.prefix { $0 != "?" })
        let query = rest.firstIndex(of: "?").map { String(rest[rest.index(after: $0)...]) }
        let spellings = SavedAddress.spellings(path, query)
        guard SavedAddress.isInside(path), spellings.allSatisfy({ SavedAddress.isInside($0.path) }) else {
            return nil
        }
        self.folders = folders
        self.spellings = spellings
    }

    /// The file below a folder in which the page is saved; `nil` if there is none.
    func file(below root: String) -> String? {
        candidates.lazy.map { root + $0 }.first { File.kind(of: $0) == .file }
    }

    /// The possible files, the most likely first.
    var candidates: [String] {
        var seen: Set<String> = []
        return folders.flatMap { folder in
            spellings.flatMap { SavedAddress.files($0.path, $0.query).map { folder + $0 } }
        }
        .filter { seen.insert($0).inserted }
    }

    /// The possible names of a host's folder, with and without the port.
    private static func hosts(_ authority: Substring) -> [String]? {
        let host =
            (authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
            .lowercased()
        guard !host.isEmpty, !host.hasPrefix("."), !host.contains("\\") else { return nil }
        guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return [host] }
        return [host, host.replacing(":", with: "+"), String(host[..<colon])]
    }

    private static func files(_ path: String, _ query: String?) -> [String] {
        let isFolder = path.isEmpty || path.hasSuffix("/")
        if let query {
            let page = isFolder ? path + "index.html" : path
            let pages = ["?", "@", "%3F"].map { page + $0 + query }
            return pages.flatMap { [$0, $0 + ".html", $0 + ".htm"] }
        }
        let page = isFolder ? String(path.dropLast()) : path
        let index = page.isEmpty ? "" : page + "/"
        let indexes = [index + "index.html", index + "index.htm"]
        let pages = page.isEmpty ? [] : [page, page + ".html", page + ".htm"]
        return isFolder ? indexes + pages : pages + indexes
    }

    /// The spellings of a path and a query: unchanged, percent-decoded, and percent-encoded.
    private static func spellings(_ path: String, _ query: String?) -> [(path: String, query: String?)] {
        let path =
            path.split(separator: "/", omittingEmptySubsequences: true).joined(separator: "/")
            + (path.hasSuffix("/") && path.utf8.count > 1 ? "/" : "")
        // A slash in a query would split the file's name.
        let query = query.map { $0.replacing("/", with: "%2F") }
        var spellings = [(path: path, query: query)]
        for spelling in [decoded, encoded] {
            let other = (path: spelling(path), query: query.map { spelling($0).replacing("/", with: "%2F") })
            if spellings.contains(where: { $0 == other }) { continue }
            // An encoded slash is part of a name, and no file's name can hold one.
            if other.path.count(where: { $0 == "/" }) == path.count(where: { $0 == "/" }) {
                spellings.append(other)
            }
        }
        return spellings
    }

    private static func decoded(_ text: String) -> String {
        PathText.text(ofWritten: PercentEncoding.decoded(text.utf8))
    }

    /// The text with spaces, control characters and all non-ASCII bytes encoded.
    private static func encoded(_ text: String) -> String {
        PercentEncoding.encoded(text) { $0 > 0x20 && $0 < 0x7F }
    }

    /// Whether a path stays inside its folder.
    private static func isInside(_ path: String) -> Bool {
        let names = [path, decoded(path)].flatMap {
            $0.split(whereSeparator: { $0 == "/" || $0 == "\\" })
        }
        return names.allSatisfy { $0 != ".." && $0 != "." && !$0.utf8.contains(0) }
    }
}
