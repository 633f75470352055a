/// A record of an archive.
struct WARCRecord: Sendable {
    /// Which of the archive's records it is, from 1.
    let ordinal: Int
    let header: HeaderFields
    /// How many bytes its block has.
    let length: Int
    /// The block; empty where it is not held.
    var block: [UInt8] = []

    init(ordinal: Int, header: HeaderFields, length: Int) {
        self.ordinal = ordinal
        self.header = header
        self.length = length
    }

    /// The address that it was fetched from. Some crawlers write it as `<http://…>`.
    var url: String? {
        guard let url = header["warc-target-uri"] else { return nil }
        return url.hasPrefix("<") && url.hasSuffix(">") ? String(url.dropFirst().dropLast()) : url
    }

    /// When it was fetched, as ISO 8601 writes it.
    var date: String? { header["warc-date"] }

    /// Why it holds no page, in words that many records share; `nil` where it may hold one.
    var reasonToLeaveOut: String? {
        let type = (header["warc-type"] ?? "").lowercased()
        guard type == "response" else {
            return WARCRecord.otherTypes.contains(type) ? type : "a record of an unknown type"
        }
        if url?.lowercased().hasPrefix("dns:") == true { return "dns" }
        // A record that does not tell its type most probably is as almost all are.
        let content = MediaType(header["content-type"] ?? "application/http")
        return content.name == "application/http" ? nil : "a response without HTTP"
    }

    private static let otherTypes: Set = [
        "warcinfo", "resource", "request", "metadata", "revisit", "conversion", "continuation",
    ]

    /// Why the page is not whole, where the crawler has cut it.
    var cut: String? {
        if let reason = header["warc-truncated"] {
            let words = [
                "length": "it was too long", "time": "it took too long", "disconnect": "it broke off",
            ]
            return "the crawler has cut the page" + (words[reason.lowercased()].map { ": \($0)" } ?? "")
        }
        return header["warc-segment-number"] == nil
            ? nil : "the page goes on in another record, which is left out"
    }
}
