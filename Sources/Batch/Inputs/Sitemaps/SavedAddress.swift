import Scraping

/// Where the page of an address may have been saved, by the ways in which programs that mirror sites name files.
struct SavedAddress {
    /// The folders that a host's pages may stand in, below the root, each with a slash at its end.
    private let folders: [String]
    /// The ways in which the path and the query may be written.
    private let spellings: [(path: String, query: String?)]

    /// Where an address may be saved; `nil` for what is none, or leads out of its site.
    init?(_ address: String) {
        let address = address.prefix { $0 != "#" }
        var rest = address[...]
        var folders = [""]
        if let scheme = address.range(of: "://") {
            rest = address[scheme.upperBound...]
            let authority = rest.prefix { $0 != "/" && $0 != "?" }
            rest = rest[authority.endIndex...]
            guard let hosts = SavedAddress.hosts(authority) else { return nil }
            folders = hosts.map { $0 + "/" } + folders
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

    /// The file that the page is saved in, below a folder; `nil` for none.
    func file(below root: String) -> String? {
        candidates.lazy.map { root + $0 }.first { File.kind(of: $0) == .file }
    }

    /// The files that the page may be saved in, the likeliest first.
    var candidates: [String] {
        var seen: Set<String> = []
        return folders.flatMap { folder in
            spellings.flatMap { SavedAddress.files($0.path, $0.query).map { folder + $0 } }
        }
        .filter { seen.insert($0).inserted }
    }

    /// The names of the folder of a host, as written and without the port.
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

    /// A path and a query as they are written, without what is percent-encoded, and with it.
    private static func spellings(_ path: String, _ query: String?) -> [(path: String, query: String?)] {
        let path =
            path.split(separator: "/", omittingEmptySubsequences: true).joined(separator: "/")
            + (path.hasSuffix("/") && path.utf8.count > 1 ? "/" : "")
        // A slash in a query would part the file's name.
        let query = query.map { $0.replacing("/", with: "%2F") }
        var spellings = [(path: path, query: query)]
        for spelling in [PercentEncoding.decoded, PercentEncoding.encoded] {
            let other = (path: spelling(path), query: query.map { spelling($0).replacing("/", with: "%2F") })
            if spellings.contains(where: { $0 == other }) { continue }
            // An encoded slash is part of a name, which no file can have.
            if other.path.count(where: { $0 == "/" }) == path.count(where: { $0 == "/" }) {
                spellings.append(other)
            }
        }
        return spellings
    }

    /// Whether a path leads to nowhere but below its folder.
    private static func isInside(_ path: String) -> Bool {
        let names = [path, PercentEncoding.decoded(path)].flatMap {
            $0.split(whereSeparator: { $0 == "/" || $0 == "\\" })
        }
        return names.allSatisfy { $0 != ".." && $0 != "." && !$0.utf8.contains(0) }
    }
}

/// Bytes written as `%` and two hexadecimal digits.
enum PercentEncoding {
    static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap(HexDigit.value)
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(digits[0] << 4 | digits[1])
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return PathText.text(ofWritten: bytes)
    }

    /// The text with what is not ASCII and no space may stand for encoded.
    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            if byte > 0x20, byte < 0x7F {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Substring {
    /// Where a piece of text stands first.
    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
