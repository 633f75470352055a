/// What kind of content something is, as a `Content-Type` tells it.
struct MediaType {
    /// The type without parameters, in lower case, such as `text/html`.
    let name: String
    /// The label of the encoding.
    let charset: String?

    init(_ value: String) {
        var parts = value.split(separator: ";", omittingEmptySubsequences: false)[...]
        name = HeaderFields.text((parts.popFirst() ?? "").utf8).lowercased()
        charset = parts.lazy.compactMap(MediaType.charset).first
    }

    private static func charset(_ parameter: Substring) -> String? {
        guard let equals = parameter.firstIndex(of: "=") else { return nil }
        let name = HeaderFields.text(parameter[..<equals].utf8).lowercased()
        guard name == "charset" else { return nil }
        let value = HeaderFields.text(parameter[parameter.index(after: equals)...].utf8)
        return value.trimming { $0 == "\"" || $0 == "'" }
    }

    /// Whether it tells a type at all.
    var isTold: Bool { name.contains("/") }

    /// Whether rules can read it, as far as it tells.
    var mayBeReadable: Bool { !isTold || isReadable }

    /// Whether rules can read it: pages, XML, JSON, tables and other text, though not what programs are written in.
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

    /// Whether bytes are no text: they hold control characters that no text has.
    static func isBinary(_ bytes: some Collection<UInt8>) -> Bool {
        let head = bytes.prefix(512)
        // UTF-16 has zeros, and a mark before them.
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
