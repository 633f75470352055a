import Addresses

/// A record of a WARC archive.
struct WARCRecord: Sendable {
    /// The record's number in the archive, from 1.
    let ordinal: Int
    let header: HeaderFields
    /// The number of bytes of the block.
    let length: Int
    /// The block; empty if it is not kept.
    var block: [UInt8] = []
    /// The record type in lower case, such as `response`.
    let type: String
    /// The address that the content was fetched from. Some crawlers write it as `<http://…>`.
    let url: String?
    /// Whether the block is an HTTP response. If not, the block of a record with a page is the page itself.
    let holdsResponse: Bool

    init(ordinal: Int, header: HeaderFields, length: Int) {
        self.ordinal = ordinal
        self.header = header
        self.length = length
        type = (header["warc-type"] ?? "").lowercased()
        url = header["warc-target-uri"].flatMap(WARCRecord.address)
        // A response without a content type is most probably HTTP, as nearly all are.
        let content = header["content-type"].map { MediaType($0).name }
        holdsResponse = content.map { $0 == "application/http" } ?? (type == "response")
    }

    private static func address(_ url: String) -> String? {
        let isBracketed = url.hasPrefix("<") && url.hasSuffix(">")
        return WebAddress.normalized(isBracketed ? String(url.dropFirst().dropLast()) : url)
    }

    /// When the content was fetched, in ISO 8601 format.
    var date: String? { header["warc-date"] }

    /// Why the record contains no page, in a message that many records share; `nil` if it may contain one.
    var reasonToLeaveOut: String? {
        switch type {
        case "response":
            if scheme == "dns" { return "dns" }
            return holdsResponse ? nil : "a response without HTTP"
        // A crawler's own files, such as its log or a screenshot, have addresses with other schemes.
        case "resource": return isOnTheWeb ? nil : "a resource that is not on the web"
        case "conversion": return isOnTheWeb ? nil : "a conversion that is not on the web"
        case let type: return WARCRecord.otherTypes.contains(type) ? type : "a record of an unknown type"
        }
    }

    /// Whether an address is that of a robots.txt, which a crawler asks for by itself.
    static func isRobotsText(_ url: String?) -> Bool {
        guard let bytes = url?.utf8, let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8)
        else { return false }
        let path = bytes[colon...].dropFirst(3).drop { $0 != UInt8(ascii: "/") }
        return path.prefix { $0 != UInt8(ascii: "?") }.elementsEqual("/robots.txt".utf8)
    }

    /// Whether it is an answer after which the request was to be repeated.
    var isRetried: Bool { header["scrape-retried"] == "true" }

    /// Whether it answers a request that its address alone determines.
    var isOfAddress: Bool { header["scrape-method"] == nil }

    /// Whether the block is an HTTP response with a status of success and a body that may be a page, or the page itself.
    var isSuccess: Bool {
        guard holdsResponse else { return true }
        // The status of most responses is in their first bytes.
        if let status = block.prefix(16).split(separator: 0x20, maxSplits: 2).dropFirst().first?.first,
            status != 0x31, status != 0x32
        {
            return false
        }
        return HTTPResponse(block)?.isSuccess == true
    }

    /// A reference from a `revisit` to another record.
    struct Repetition {
        /// The keys by which the other record is found, the most reliable first.
        let keys: [String]
        /// Whether the other record's header is repeated as well, as indicated by status 304.
        let isWhole: Bool
    }

    /// A reference from a `revisit` to another record; `nil` for other records.
    var repetition: Repetition? {
        guard type == "revisit", let profile = header["warc-profile"] else { return nil }
        let isWhole = profile.hasSuffix("server-not-modified")
        guard isWhole || profile.hasSuffix("identical-payload-digest") else { return nil }
        var keys: [String] = []
        if let id = header["warc-refers-to"] { keys.append("id \(id)") }
        if let date = header["warc-refers-to-date"] {
            let target = header["warc-refers-to-target-uri"].flatMap(WARCRecord.address) ?? url ?? ""
            keys.append("at \(date) \(target)")
        }
        if let digest = header["warc-payload-digest"] { keys.append("digest \(digest)") }
        return Repetition(keys: keys, isWhole: isWhole)
    }

    /// The keys by which records that repeat this one may find it.
    var keys: [String] {
        var keys: [String] = []
        if let id = header["warc-record-id"] { keys.append("id \(id)") }
        if let date { keys.append("at \(date) \(url ?? "")") }
        if let digest = header["warc-payload-digest"] { keys.append("digest \(digest)") }
        return keys
    }

    /// The HTTP response that the block is; `nil` if it is not one, or cannot be read.
    var response: HTTPResponse? { holdsResponse ? HTTPResponse(block) : nil }

    private var isOnTheWeb: Bool { scheme == "http" || scheme == "https" || scheme == "file" }

    private var scheme: String? {
        guard let url, let end = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return url[..<end].lowercased()
    }

    private static let otherTypes: Set = ["warcinfo", "request", "metadata", "revisit", "continuation"]

    /// A warning if the page is incomplete because the crawler has truncated or split it.
    var truncation: String? {
        if let reason = header["warc-truncated"] {
            let words = [
                "length": "it was too long", "time": "it took too long",
                "disconnect": "the connection was lost",
            ]
            return "the crawler has truncated the page" + (words[reason.lowercased()].map { ": \($0)" } ?? "")
        }
        return header["warc-segment-number"] == nil
            ? nil : "the page continues in another record, which is left out"
    }
}

/// The fields of an HTTP or WARC header: lines of `Name: value` up to an empty one.
struct HeaderFields: Sendable {
    /// The fields in order, with their names in lower case.
    private(set) var fields: [(name: String, value: String)] = []

    /// Adds a line: a field, or a continuation of the previous field's value. Any other line is skipped.
    mutating func add(line: some BidirectionalCollection<UInt8>) {
        guard let first = line.first else { return }
        if HeaderFields.isSpace(first), let last = fields.indices.last {
            fields[last].value += " " + HeaderFields.text(line[...])
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = HeaderFields.text(line[..<colon]).lowercased()
        fields.append((name, HeaderFields.text(line[line.index(after: colon)...])))
    }

    /// The value of the first field with a name in lower case; `nil` if there is none or it is empty.
    subscript(name: String) -> String? {
        guard let value = fields.first(where: { $0.name == name })?.value, !value.isEmpty else { return nil }
        return value
    }

    /// The comma-separated values of all fields with a name, in lower case.
    func list(_ name: String) -> [String] {
        fields.filter { $0.name == name }
            .flatMap { $0.value.split(separator: ",") }
            .map { HeaderFields.text($0.utf8[...]).lowercased() }
            .filter { !$0.isEmpty }
    }

    /// The bytes as text, without leading and trailing white space.
    static func text(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        var rest = bytes.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(decoding: rest, as: UTF8.self)
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }
}

/// The value of a `Content-Type` field.
struct MediaType {
    /// The type without parameters, in lower case, such as `text/html`.
    let name: String
    /// The label of the character encoding.
    let charset: String?

    init(_ value: String) {
        // By bytes: there is a type for each record of an archive and for each answer.
        let parts = value.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        name = HeaderFields.text(parts[0]).lowercased()
        charset = parts.dropFirst().lazy.compactMap(MediaType.charset).first
    }

    private static func charset(_ parameter: Substring.UTF8View) -> String? {
        guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let name = HeaderFields.text(parameter[..<equals]).lowercased()
        guard name == "charset" else { return nil }
        let value = HeaderFields.text(parameter[parameter.index(after: equals)...])
        return value.trimming { $0 == "\"" || $0 == "'" }
    }

    /// Whether the value names a type.
    var isKnown: Bool { name.contains("/") }

    /// Whether rules can read the content, or its type is unknown.
    var mayBeReadable: Bool { !isKnown || isReadable }

    /// Whether rules can read the content: pages, XML, JSON, tables and other text, but not scripts and style sheets.
    var isReadable: Bool {
        if MediaType.programs.contains(name) || name.hasPrefix("image/") { return false }
        if name.hasSuffix("+xml") || name.hasSuffix("+json") { return true }
        return name.hasPrefix("text/") || MediaType.readable.contains(name)
    }

    private static let readable: Set = [
        "application/xml", "application/json", "application/xhtml", "application/csv", "application/rss",
        "application/atom", "application/rdf", "application/ld", "application/x-json",
    ]
    private static let programs: Set = [
        "text/css", "text/javascript", "text/ecmascript", "text/x-javascript", "text/vtt", "text/vcard",
        "text/calendar", "text/rtf", "text/event-stream",
    ]

    /// Whether bytes are not text: they contain control characters that do not occur in text.
    static func isBinary(_ bytes: some Collection<UInt8>) -> Bool {
        let head = bytes.prefix(512)
        // UTF-16 text holds zeros, after a byte order mark.
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return false }
        return head.contains { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1B }
    }
}

extension String {
    fileprivate func trimming(_ isOuter: (Character) -> Bool) -> String {
        var rest = drop(while: isOuter)
        while let last = rest.last, isOuter(last) { rest.removeLast() }
        return String(rest)
    }
}
