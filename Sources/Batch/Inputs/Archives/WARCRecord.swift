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

    /// What it is, such as `response`.
    var type: String { (header["warc-type"] ?? "").lowercased() }

    /// Why it holds no page, in words that many records share; `nil` where it may hold one.
    var reasonToLeaveOut: String? {
        switch type {
        case "response":
            if scheme == "dns" { return "dns" }
            return holdsAnswer ? nil : "a response without HTTP"
        // What a crawler keeps beside pages, its log or a picture of a page, has an address of another kind.
        case "resource": return isOnTheWeb ? nil : "a resource that is not of the web"
        case "conversion": return isOnTheWeb ? nil : "a conversion of what is not of the web"
        case let type: return WARCRecord.otherTypes.contains(type) ? type : "a record of an unknown type"
        }
    }

    /// Whether its block is an answer of HTTP; else, in a record with a page, it is the page.
    var holdsAnswer: Bool {
        // A response that does not tell its type most probably is as almost all are.
        guard let content = header["content-type"] else { return type == "response" }
        return MediaType(content).name == "application/http"
    }

    private var isOnTheWeb: Bool { scheme == "http" || scheme == "https" || scheme == "file" }

    private var scheme: String? { url?.split(separator: ":", maxSplits: 1).first?.lowercased() }

    private static let otherTypes: Set = ["warcinfo", "request", "metadata", "revisit", "continuation"]

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
